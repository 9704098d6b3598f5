"""How a picture is made: its size, its resolution, its theme, its type, and which of its parts are shown."""

import math
import re
from dataclasses import dataclass
from typing import Literal, Self, get_args

from peviewer.figures.palette import DARK, LIGHT, Palette

Theme = Literal["slide-light", "slide-dark", "paper"]
THEMES: tuple[str, ...] = get_args(Theme)

SIDES = (100, 16_384)
FONT_SIZES = (4.0, 200.0)
DENSITIES = (20.0, 2_400.0)
# A CSS pixel is 1/96 inch, so an SVG of 1920 × 1080 is that size in a browser.
SCREEN_DPI = 96.0
PRINT_DPI = 300.0
COLUMN_INCHES = (3.3, 2.5)
# The size of axis titles: on paper in points, on slides in pixels of 1080.
PRINTED_TYPE, SLIDE_TYPE = 9.0, 20.0


class StyleError(ValueError):
    """A size, resolution or theme that cannot be used; the message is one clear line."""


@dataclass(frozen=True)
class Sizes:
    """Lengths of type, lines and space, in points."""

    title: float
    axis: float
    tick: float
    line: float
    hair: float
    pad: float


@dataclass(frozen=True)
class Style:
    """The size and the look of one picture.

    Attributes
    ----------
    width, height : int
        In pixels, from 100 to 16,384.
    dpi : float
        Pixels an inch: what turns pixels into the page size of SVG and PDF.
    theme : {"slide-light", "slide-dark", "paper"}
        Colours and type.
    transparent : bool
        True for no background.
    font : str
        ``"sans"``, ``"serif"`` or the family of an installed font; empty for the theme's own.
    font_size : float, optional
        Of axis titles: in points on paper, in pixels of a picture 1080 pixels high on slides.
        None for 9 and 20. All other type, and on slides lines, keep their proportion to it.
    title, formula : bool, optional
        Whether the picture carries them; None for yes on slides, no on paper.
    labels, bars, legend : bool
        Whether it carries the titles of axes, colour bars and legends.
    caption : bool, optional
        Whether a sentence below says what it shows; None for in a deck only.
    letters : bool, optional
        Whether several panes on one page are lettered; None for yes on paper, no on slides.

    Examples
    --------
    >>> Style.of_inches(6, 4, dpi=300).width
    1800
    >>> Style(width=10)
    Traceback (most recent call last):
        ...
    peviewer.paper.style.StyleError: width = 10 is not allowed: it must be from 100 to 16,384 pixels
    """

    width: int = 1920
    height: int = 1080
    dpi: float = SCREEN_DPI
    theme: str = "slide-light"
    transparent: bool = False
    font: str = ""
    font_size: float | None = None
    title: bool | None = None
    formula: bool | None = None
    labels: bool = True
    bars: bool = True
    legend: bool = True
    caption: bool | None = None
    letters: bool | None = None

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise StyleError(f"theme = {self.theme!r} is not allowed: it must be one of {', '.join(THEMES)}")
        for name, side in (("width", self.width), ("height", self.height)):
            if not SIDES[0] <= side <= SIDES[1]:
                raise StyleError(
                    f"{name} = {side:g} is not allowed: it must be from {SIDES[0]:,} to {SIDES[1]:,} pixels"
                )
        if not DENSITIES[0] <= self.dpi <= DENSITIES[1]:
            raise StyleError(
                f"dpi = {self.dpi:g} is not allowed: it must be from {DENSITIES[0]:,g} to {DENSITIES[1]:,g}"
            )
        if self.font_size is not None and not FONT_SIZES[0] <= self.font_size <= FONT_SIZES[1]:
            low, high = FONT_SIZES
            raise StyleError(f"font size = {self.font_size:g} is not allowed: it must be from {low:g} to {high:g}")

    @classmethod
    def of_pixels(cls, width: int, height: int, *, theme: str = "slide-light", transparent: bool = False) -> Self:
        """Return a style of a size in pixels; in theme ``paper`` at 300 pixels an inch, else 96."""
        return cls(width, height, PRINT_DPI if theme == "paper" else SCREEN_DPI, theme, transparent)

    @classmethod
    def of_inches(
        cls,
        width: float,
        height: float,
        dpi: float = PRINT_DPI,
        *,
        theme: str = "slide-light",
        transparent: bool = False,
    ) -> Self:
        """Return a style of a size in inches, at `dpi` pixels an inch."""
        if not all(map(math.isfinite, (width, height, dpi))):
            raise StyleError(f"{width:g}x{height:g} inches at {dpi:g} dpi is not allowed: numbers must be finite")
        return cls(round(width * dpi), round(height * dpi), dpi, theme, transparent)

    @classmethod
    def default(cls, theme: str = "slide-light", *, transparent: bool = False) -> Self:
        """Return the size a theme is made for: a 1080p slide, or a journal's column."""
        if theme == "paper":
            return cls.of_inches(*COLUMN_INCHES, theme=theme, transparent=transparent)
        return cls.of_pixels(1920, 1080, theme=theme, transparent=transparent)

    @property
    def palette(self) -> Palette:
        """The colours."""
        return DARK if self.theme == "slide-dark" else LIGHT

    @property
    def ground(self) -> str:
        """The background, ``"none"`` where it is transparent."""
        if self.transparent:
            return "none"
        return self.palette.window if self.theme == "slide-dark" else self.palette.panel

    @property
    def printed(self) -> bool:
        """Whether it is for print: serif type of a fixed size."""
        return self.theme == "paper"

    @property
    def titled(self) -> bool:
        """Whether the picture carries its title: a figure in a paper has a caption instead."""
        return not self.printed if self.title is None else self.title

    @property
    def with_formula(self) -> bool:
        """Whether the picture carries its formula."""
        return not self.printed if self.formula is None else self.formula

    @property
    def lettered(self) -> bool:
        """Whether several panes on one page are called (a), (b) …."""
        return self.printed if self.letters is None else self.letters

    @property
    def sizes(self) -> Sizes:
        """Type and line sizes: fixed on paper, growing with the picture on slides."""
        if self.printed:
            ratio = (self.font_size or PRINTED_TYPE) / PRINTED_TYPE
            return Sizes(title=9 * ratio, axis=9 * ratio, tick=8 * ratio, line=1.0, hair=0.5, pad=3)
        scale = min(self.width, self.height) / 1080
        ratio = (self.font_size or SLIDE_TYPE) / SLIDE_TYPE
        pixel = 72 / self.dpi
        return Sizes(
            title=max(13, 28 * scale) * ratio * pixel,
            axis=max(10, 20 * scale) * ratio * pixel,
            tick=max(9.5, 18 * scale) * ratio * pixel,
            line=max(1.2, 2.6 * scale) * ratio * pixel,
            hair=max(0.8, 1.2 * scale) * ratio * pixel,
            pad=max(10, 30 * scale) * pixel,
        )


def size_in_pixels(text: str) -> tuple[int, int]:
    """Read ``"1920x1080"``.

    Examples
    --------
    >>> size_in_pixels("1920x1080"), size_in_pixels("800 × 600")
    ((1920, 1080), (800, 600))
    """
    found = re.fullmatch(r"\s*(\d{1,9})\s*[x×X]\s*(\d{1,9})\s*", text, re.ASCII)
    if not found:
        raise StyleError(f"size = {text!r} is not allowed: it must be WIDTHxHEIGHT in pixels, as in 1920x1080")
    return int(found[1]), int(found[2])


def size_in_inches(text: str) -> tuple[float, float]:
    """Read ``"6x4"`` or ``"3.3x2.5"``.

    Examples
    --------
    >>> size_in_inches("3.3x2.5")
    (3.3, 2.5)
    """
    number = r"(\d{1,9}(?:\.\d{1,9})?)"
    found = re.fullmatch(rf"\s*{number}\s*[x×X]\s*{number}\s*", text, re.ASCII)
    if not found:
        raise StyleError(f"inches = {text!r} is not allowed: it must be WIDTHxHEIGHT in inches, as in 6x4")
    return float(found[1]), float(found[2])
