"""Named sizes of pictures: slides, and columns of common paper formats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from peviewer.base.words import look_up
from peviewer.paper.style import PRINT_DPI, Style, StyleError, size_in_inches, size_in_pixels

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FINE_DPI = 600.0
# A column is 3/4 as tall as wide; a figure across the page is about half as tall.
SLIDES = {"1080p": (1920, 1080), "4k": (3840, 2160), "4:3": (1440, 1080), "square": (1080, 1080)}
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

    @property
    def theme(self) -> str:
        """The theme it is made for."""
        return "paper" if self.dpi else "slide-light"

    def style(self, theme: str | None = None, *, transparent: bool = False) -> Style:
        """Return a Style of this size, in its own theme if None."""
        theme = theme or self.theme
        if self.dpi:
            return Style.of_inches(self.width, self.height, self.dpi, theme=theme, transparent=transparent)
        return Style.of_pixels(int(self.width), int(self.height), theme=theme, transparent=transparent)


def named_size(name: str) -> NamedSize:
    """Return the size of that name.

    Raises
    ------
    UnknownName
        If there is none; the message names those there are.

    Examples
    --------
    >>> style = named_size("single-600").style()
    >>> style.width, style.height, style.theme
    (1980, 1500, 'paper')
    """
    return look_up(name, NAMED_SIZES, "size")


def _sizes() -> Iterator[NamedSize]:
    kinds = {"1080p": "Slide 16:9", "4k": "Slide 16:9", "4:3": "Slide 4:3", "square": "Square"}
    for name, (width, height) in SLIDES.items():
        yield NamedSize(name, f"{kinds[name]}, {width} × {height}", width, height)
    for name, (label, wide, high) in COLUMNS.items():
        for dpi in (PRINT_DPI, FINE_DPI):
            ending = "" if dpi == PRINT_DPI else f"-{dpi:g}"
            yield NamedSize(f"{name}{ending}", f"{label}, {wide:g} × {high:g} in, {dpi:g} dpi", wide, high, dpi)


NAMED_SIZES: dict[str, NamedSize] = {size.name: size for size in _sizes()}
"""All named sizes, slides first."""


def style_of(
    size: str | tuple[int, int] | None = None,
    inches: str | tuple[float, float] | None = None,
    dpi: float | str | None = None,
    preset_size: str | None = None,
    theme: str | None = None,
    named: Callable[[str], str] = str,
    **parts: Any,
) -> Style:
    """Return a style of a size that is given in one of three ways, or of its theme's own size.

    Parameters
    ----------
    size : str or tuple of int, optional
        In pixels: ``"1920x1080"``.
    inches : str or tuple of float, optional
        In inches: ``"6x4"``.
    dpi : float, optional
        Pixels an inch, with `inches`.
    preset_size : str, optional
        A size by its name.
    theme : str, optional
        Of :class:`Style`.
    named : callable
        Says what an argument is called where that is refused.
    **parts : object
        The other fields of :class:`Style`.

    Raises
    ------
    StyleError
        If something is not allowed, or two sizes are given.
    UnknownName
        If there is no size of that name.

    Examples
    --------
    >>> style = style_of("800x600", title=False)
    >>> style.width, style.height, style.titled
    (800, 600, False)
    """
    given = [name for name, one in (("size", size), ("inches", inches), ("preset_size", preset_size)) if one]
    if len(given) > 1:
        raise StyleError(f"{' and '.join(map(named, given[:2]))} exclude each other: give one of them")
    if dpi and not inches:
        raise StyleError(f"{named('dpi')} goes with {named('inches')}: another size needs none")
    look: dict[str, Any] = {"theme": theme} if theme else {}
    if preset_size:
        made = named_size(preset_size).style(theme)
    elif size:
        made = Style.of_pixels(*(size_in_pixels(size) if isinstance(size, str) else size), **look)
    elif inches:
        sides = size_in_inches(inches) if isinstance(inches, str) else inches
        made = Style.of_inches(*sides, _number(dpi or PRINT_DPI), **look)
    else:
        made = Style.default(**look)
    return made.but(**parts)


def _number(dpi: float | str) -> float:
    try:
        return float(dpi)
    except ValueError:
        raise StyleError(f"dpi = {dpi!r} is not allowed: it must be a number") from None
