"""The size of a picture, chosen by a name, in pixels or in inches."""

import re
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from peviewer.base.explanations import explain
from peviewer.base.parameters import Parameters, parameter, redeclared
from peviewer.base.refusals import refused
from peviewer.base.specification import specification
from peviewer.paper.style import PRINT_DPI, Parts, Style, StyleError

# The type of a lecture's slide, in pixels of a slide 1080 pixels high: the least type then has 18
# points on 13⅓ inches.
LECTURE_TYPE = 45.0
# The named size that clips have if no other is chosen.
CLIP_SIZE = "540p"


@dataclass(frozen=True)
class NamedSize:
    """A size in pixels, or in inches if `dpi` is given; `kind` says what it is for."""

    kind: str
    width: float
    height: float
    dpi: float | None = None
    font_size: float | None = None

    @property
    def label(self) -> str:
        unit = " in" if self.dpi else ""
        return f"{self.kind}, {self.width:g} × {self.height:g}{unit}"

    @property
    def theme(self) -> str:
        return "paper" if self.dpi else "slide-light"

    def style(self, theme: str | None = None, dpi: float | None = None) -> Style:
        """Return a Style of this size; in the size's own theme if `theme` is None."""
        chosen_theme = theme or self.theme
        if self.dpi:
            return Style.of_inches(self.width, self.height, dpi or self.dpi, theme=chosen_theme)
        style = Style.of_pixels(int(self.width), int(self.height), chosen_theme)
        return style.but(font_size=self.font_size)


# A column is 3/4 as tall as wide; a figure across the page is about half as tall.
NAMED_SIZES = {
    "1080p": NamedSize("Slide 16:9", 1920, 1080),
    "lecture": NamedSize(
        "Slide 16:9 for a lecture hall, type of 18 pt and more", 1920, 1080, font_size=LECTURE_TYPE
    ),
    "4k": NamedSize("Slide 16:9", 3840, 2160),
    "4:3": NamedSize("Slide 4:3", 1440, 1080),
    "square": NamedSize("Square", 1080, 1080),
    "540p": NamedSize("Clip 16:9", 960, 540),
    "single": NamedSize("One column", 3.3, 2.5, PRINT_DPI),
    "double": NamedSize("Two columns", 6.9, 3.6, PRINT_DPI),
    "ieee-single": NamedSize("IEEE, one column", 3.5, 2.6, PRINT_DPI),
    "ieee-double": NamedSize("IEEE, two columns", 7.16, 3.7, PRINT_DPI),
    "acm-single": NamedSize("ACM, one column", 3.33, 2.5, PRINT_DPI),
    "acm-double": NamedSize("ACM, two columns", 7.0, 3.6, PRINT_DPI),
    "nature-single": NamedSize("Nature, one column", 3.5, 2.6, PRINT_DPI),
    "nature-double": NamedSize("Nature, two columns", 7.2, 3.75, PRINT_DPI),
    "text": NamedSize("NeurIPS and ICLR, text width", 5.5, 3.1, PRINT_DPI),
}
"""All named sizes, slides first."""
SLIDES = tuple(name for name, size in NAMED_SIZES.items() if not size.dpi)
"""The names of those that are in pixels."""


class Sizing(Parameters):
    """A size by its name, in pixels or in inches; without any it is the theme's own."""

    size: str | tuple[int, int] | None = parameter(
        None,
        title="Size",
        help="In pixels, or a name, as in single: see peviewer sizes (by default 1920x1080, of "
        "clips 960x540, in theme paper 3.3x2.5 inches).",
        form="WIDTHxHEIGHT in pixels, as in 1920x1080, or a name of peviewer sizes",
    )
    inches: str | tuple[float, float] | None = parameter(
        None,
        title="Inches",
        help="In inches, with dpi.",
        form="WIDTHxHEIGHT in inches, as in 6x4",
    )
    dpi: float | None = redeclared(
        Style, "dpi", None, help=f"Pixels an inch, of a size in inches (by default {PRINT_DPI:g})."
    )

    def __init__(self, **fields: Any) -> None:
        try:
            super().__init__(**fields)
        except ValidationError as error:
            raise StyleError(explain(error, type(self))) from None

    @property
    def _named_size(self) -> NamedSize | None:
        return NAMED_SIZES.get(self.size) if isinstance(self.size, str) else None

    def style(self, theme: str | None = None, **parts: Any) -> Style:
        self._check_together()
        style = self._style_of_size(theme)
        if parts.get("font_size", 0) is None:
            del parts["font_size"]
        return style.but(**parts)

    def _check_together(self) -> None:
        """Refuse two sizes, and a resolution of a size in pixels."""
        if self.size and self.inches:
            raise StyleError("{} and {} exclude each other: give one of them", "size", "inches")
        is_in_inches = self.inches or (self._named_size and self._named_size.dpi)
        if self.dpi and not is_in_inches:
            raise StyleError("{} goes with {}: a size in pixels needs none", "dpi", "inches")

    def restyled(self, before: Style | None, theme: str | None = None, **parts: Any) -> Style:
        """Return the style `before` with the given size, theme or parts."""
        if before is None:
            return self.style(theme, **parts)
        has_size = self.size or self.inches or self.dpi
        if not has_size and theme in (None, before.theme):
            return before.but(**parts)
        earlier_parts = {name: getattr(before, name) for name in Parts.model_fields}
        # A named size has a theme of its own.
        earlier_theme = None if self._named_size else before.theme
        return self.style(theme or earlier_theme, **earlier_parts | parts)

    def _style_of_size(self, theme: str | None) -> Style:
        if self._named_size:
            return self._named_size.style(theme, self.dpi)
        themed: dict[str, Any] = {"theme": theme} if theme else {}
        if self.size:
            width, height = _in_pixels(self.size)
            return Style.of_pixels(width, height, **themed)
        if self.inches:
            return Style.of_inches(*_in_inches(self.inches), self.dpi or PRINT_DPI, **themed)
        return Style.default(**themed)


def _in_pixels(size: str | tuple[int, int]) -> tuple[int, int]:
    if not isinstance(size, str):
        return size
    width, height = _read_sides("size", size, r"(\d{1,9})")
    return int(width), int(height)


def _in_inches(inches: str | tuple[float, float]) -> tuple[float, float]:
    if not isinstance(inches, str):
        return inches
    return _read_sides("inches", inches, r"(\d{1,9}(?:\.\d{1,9})?)")


def _read_sides(field: str, text: str, side: str) -> tuple[float, float]:
    """Read ``"1920x1080"``, or ``"3.3x2.5"`` in inches; `side` is the pattern of one number."""
    match = re.fullmatch(rf"\s*{side}\s*[x×X]\s*{side}\s*", text, re.ASCII)
    if not match:
        raise StyleError(refused(field, text, f"it must be {specification(Sizing, field).form}"))
    return float(match[1]), float(match[2])
