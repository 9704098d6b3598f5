"""Sizes of pictures: named ones, of slides and of columns of common paper formats, and others as they are typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from peviewer.base.parameters import Parameters, explain_briefly, parameter, redeclared
from peviewer.paper.style import PRINT_DPI, Parts, Style, StyleError, size_in_inches, size_in_pixels

FINE_DPI = 600.0
LECTURE_TYPE = 45.0  # the least type has 18 points then on a slide of 13⅓ inches
# A column is 3/4 as tall as wide; a figure across the page is about half as tall.
SLIDES = {
    "1080p": (1920, 1080),
    "lecture": (1920, 1080),
    "4k": (3840, 2160),
    "4:3": (1440, 1080),
    "square": (1080, 1080),
    "540p": (960, 540),
}
CLIP_SIZE = "540p"
COLUMNS = {
    "single": ("One column", 3.3, 2.5),
    "double": ("Two columns", 6.9, 3.6),
    "ieee-single": ("IEEE, one column", 3.5, 2.6),
    "ieee-double": ("IEEE, two columns", 7.16, 3.7),
    "acm-single": ("ACM, one column", 3.33, 2.5),
    "acm-double": ("ACM, two columns", 7.0, 3.6),
    "nature-single": ("Nature, one column", 3.5, 2.6),
    "nature-double": ("Nature, two columns", 7.2, 3.75),
    "text": ("NeurIPS and ICLR, text width", 5.5, 3.1),
}


@dataclass(frozen=True)
class NamedSize:
    """A size in pixels, or where `dpi` is given in inches."""

    name: str
    label: str
    width: float
    height: float
    dpi: float | None = None
    font_size: float | None = None

    @property
    def theme(self) -> str:
        """The theme it is made for."""
        return "paper" if self.dpi else "slide-light"

    def style(self, theme: str | None = None, *, transparent: bool = False) -> Style:
        """Return a Style of this size, in its own theme if None."""
        theme = theme or self.theme
        if self.dpi:
            return Style.of_inches(self.width, self.height, self.dpi, theme=theme, transparent=transparent)
        made = Style.of_pixels(int(self.width), int(self.height), theme=theme, transparent=transparent)
        return made.but(font_size=self.font_size)


def _sizes() -> Iterator[NamedSize]:
    kinds = {
        "1080p": "Slide 16:9",
        "lecture": "Slide 16:9 for a lecture hall, type of 18 pt and more",
        "4k": "Slide 16:9",
        "4:3": "Slide 4:3",
        "square": "Square",
        "540p": "Clip 16:9",
    }
    for name, (width, height) in SLIDES.items():
        large = LECTURE_TYPE if name == "lecture" else None
        yield NamedSize(name, f"{kinds[name]}, {width} × {height}", width, height, font_size=large)
    for name, (label, wide, high) in COLUMNS.items():
        for dpi in (PRINT_DPI, FINE_DPI):
            ending = "" if dpi == PRINT_DPI else f"-{dpi:g}"
            yield NamedSize(f"{name}{ending}", f"{label}, {wide:g} × {high:g} in, {dpi:g} dpi", wide, high, dpi)


NAMED_SIZES: dict[str, NamedSize] = {size.name: size for size in _sizes()}
"""All named sizes, slides first."""


class Sizing(Parameters):
    """A size as it is typed: by a name, in pixels or in inches; none is the theme's own.

    >>> style = Sizing(size="800x600").style(title=False)
    >>> style.width, style.height, style.titled
    (800, 600, False)
    >>> Sizing(inches=(6, 4), dpi=100).style().width
    600
    """

    size: str | tuple[int, int] | None = parameter(
        None,
        title="Size",
        help="In pixels (at first 1920x1080, of clips 960x540; in theme paper 3.3x2.5 inches), "
        "or a name, as in single-600: see peviewer sizes.",
        form="WIDTHxHEIGHT in pixels, as in 1920x1080, or a name of peviewer sizes",
    )
    inches: str | tuple[float, float] | None = parameter(
        None,
        title="Inches",
        help="In inches, with dpi.",
        form="WIDTHxHEIGHT in inches, as in 6x4",
    )
    dpi: float | None = redeclared(Style, "dpi", None, help=f"Pixels an inch, with inches (at first {PRINT_DPI:g}).")

    def __init__(self, **fields: Any) -> None:
        try:
            super().__init__(**fields)
        except ValidationError as error:
            raise StyleError(explain_briefly(error, type(self))) from None

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
        if self.dpi and not self.inches:
            raise StyleError(f"{called('dpi')} goes with {called('inches')}: another size needs none")
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
            return self._named.style(theme)
        look: dict[str, Any] = {"theme": theme} if theme else {}
        if self.size:
            return Style.of_pixels(*(size_in_pixels(self.size) if isinstance(self.size, str) else self.size), **look)
        if self.inches:
            sides = size_in_inches(self.inches) if isinstance(self.inches, str) else self.inches
            return Style.of_inches(*sides, self.dpi or PRINT_DPI, **look)
        return Style.default(**look)
