"""Sizes of pictures: named ones, of slides and of columns of common paper formats, and others as they are typed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from peviewer.base.parameters import Parameters, explain, parameter, redeclared
from peviewer.paper.style import PRINT_DPI, Parts, Style, StyleError, size_in_inches, size_in_pixels

LECTURE_TYPE = 45.0  # the least type has 18 points then on a slide of 13⅓ inches
CLIP_SIZE = "540p"


@dataclass(frozen=True)
class NamedSize:
    """A size in pixels, or where `dpi` is given in inches."""

    kind: str
    width: float
    height: float
    dpi: float | None = None
    font_size: float | None = None

    @property
    def label(self) -> str:
        """What it is for, and how large it is."""
        return f"{self.kind}, {self.width:g} × {self.height:g}{' in' if self.dpi else ''}"

    @property
    def theme(self) -> str:
        """The theme it is made for."""
        return "paper" if self.dpi else "slide-light"

    def style(self, theme: str | None = None, dpi: float | None = None) -> Style:
        """Return a Style of this size, in its own theme if None."""
        theme = theme or self.theme
        if self.dpi:
            return Style.of_inches(self.width, self.height, dpi or self.dpi, theme=theme)
        return Style.of_pixels(int(self.width), int(self.height), theme).but(font_size=self.font_size)


# A column is 3/4 as tall as wide; a figure across the page is about half as tall.
NAMED_SIZES = {
    "1080p": NamedSize("Slide 16:9", 1920, 1080),
    "lecture": NamedSize("Slide 16:9 for a lecture hall, type of 18 pt and more", 1920, 1080, font_size=LECTURE_TYPE),
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


class Sizing(Parameters):
    """A size as it is typed: by a name, in pixels or in inches; none is the theme's own."""

    size: str | tuple[int, int] | None = parameter(
        None,
        title="Size",
        help="In pixels (at first 1920x1080, of clips 960x540; in theme paper 3.3x2.5 inches), "
        "or a name, as in single: see peviewer sizes.",
        form="WIDTHxHEIGHT in pixels, as in 1920x1080, or a name of peviewer sizes",
    )
    inches: str | tuple[float, float] | None = parameter(
        None,
        title="Inches",
        help="In inches, with dpi.",
        form="WIDTHxHEIGHT in inches, as in 6x4",
    )
    dpi: float | None = redeclared(
        Style, "dpi", None, help=f"Pixels an inch, of a size in inches (at first {PRINT_DPI:g})."
    )

    def __init__(self, **fields: Any) -> None:
        try:
            super().__init__(**fields)
        except ValidationError as error:
            raise StyleError(explain(error, type(self))) from None

    @property
    def _named(self) -> NamedSize | None:
        return NAMED_SIZES.get(self.size) if isinstance(self.size, str) else None

    @property
    def given_sizes(self) -> list[str]:
        """The ways in which a size is given: at most one is allowed."""
        return [name for name in ("size", "inches") if getattr(self, name)]

    def style(self, theme: str | None = None, called: Callable[[str], str] = str, **parts: Any) -> Style:
        """Return a style of this size."""
        if len(self.given_sizes) > 1:
            raise StyleError(f"{' and '.join(map(called, self.given_sizes[:2]))} exclude each other: give one of them")
        if self.dpi and not self.inches and not (self._named and self._named.dpi):
            raise StyleError(f"{called('dpi')} goes with {called('inches')}: a size in pixels needs none")
        chosen = {name: value for name, value in parts.items() if (name, value) != ("font_size", None)}
        return self._sized(theme).but(**chosen)

    def restyled(
        self, before: Style | None, theme: str | None = None, called: Callable[[str], str] = str, **parts: Any
    ) -> Style:
        """Return the earlier style with another size, another theme or other parts, where they are given."""
        if before is None:
            return self.style(theme, called, **parts)
        if not self.given_sizes and not self.dpi and theme in (None, before.theme):
            return before.but(**parts)
        kept = {name: getattr(before, name) for name in Parts.model_fields}
        return self.style(theme or (None if self._named else before.theme), called, **kept | parts)

    def _sized(self, theme: str | None) -> Style:
        if self._named:
            return self._named.style(theme, self.dpi)
        look: dict[str, Any] = {"theme": theme} if theme else {}
        if self.size:
            return Style.of_pixels(*(size_in_pixels(self.size) if isinstance(self.size, str) else self.size), **look)
        if self.inches:
            sides = size_in_inches(self.inches) if isinstance(self.inches, str) else self.inches
            return Style.of_inches(*sides, self.dpi or PRINT_DPI, **look)
        return Style.default(**look)
