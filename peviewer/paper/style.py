"""How a picture is made: its size, its resolution, its theme."""

import math
import re
from dataclasses import dataclass
from typing import Literal, Self, get_args

from peviewer.figures.palette import DARK, LIGHT, Palette

Theme = Literal["slide-light", "slide-dark", "paper"]
THEMES: tuple[str, ...] = get_args(Theme)

SIDES = (100, 16_384)
DENSITIES = (20.0, 2_400.0)
# A CSS pixel is 1/96 inch, so an SVG of 1920 × 1080 is that size in a browser.
SCREEN_DPI = 96.0
PRINT_DPI = 300.0
COLUMN_INCHES = (3.3, 2.5)


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
    def titled(self) -> bool:
        """Whether the picture carries its title: a figure in a paper has a caption instead."""
        return self.theme != "paper"

    @property
    def sizes(self) -> Sizes:
        """Type and line sizes: fixed on paper, growing with the picture on slides."""
        if not self.titled:
            return Sizes(title=9, axis=9, tick=8, line=1.0, hair=0.5, pad=3)
        scale = min(self.width, self.height) / 1080
        pixel = 72 / self.dpi
        return Sizes(
            title=max(13, 28 * scale) * pixel,
            axis=max(10, 20 * scale) * pixel,
            tick=max(9.5, 18 * scale) * pixel,
            line=max(1.2, 2.6 * scale) * pixel,
            hair=max(0.8, 1.2 * scale) * pixel,
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
