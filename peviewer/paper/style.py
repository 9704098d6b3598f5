"""The style of a picture: its size, resolution, theme, type, and the parts around the data."""

import math
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Self, get_args

from pydantic import ValidationError, ValidationInfo, field_validator

from peviewer.base.parameters import (
    CompleteError,
    FieldsError,
    Parameters,
    explain,
    in_order,
    parameter,
    redeclared,
    refused,
    specification,
)
from peviewer.base.words import number
from peviewer.figures.palette import DARK, LIGHT, Palette

SlideTheme = Literal["slide-light", "slide-dark"]
Theme = Literal[SlideTheme, "paper"]
SLIDE_THEMES: tuple[str, ...] = get_args(SlideTheme)
THEMES: tuple[str, ...] = get_args(Theme)

# A CSS pixel is 1/96 inch, so an SVG of 1920 × 1080 is that size in a browser.
SCREEN_DPI = 96.0
PRINT_DPI = 300.0
COLUMN_INCHES = (3.3, 2.5)
# The size of axis titles: on paper in points, on slides in pixels of 1080.
PRINTED_TYPE, SLIDE_TYPE = 9.0, 30.0
DECK_TYPE = 41.5  # of a whole slide of a deck: its ticks and legends have 18 points then
# The least type: in points on paper, in pixels of 1080 on slides of the usual type size, and in pixels of any slide.
PRINTED_LEAST, SLIDE_LEAST, PIXELS_LEAST = 5.0, 24.0, 9.0


class StyleError(FieldsError):
    """A size, resolution or theme that cannot be used; the message is one clear line."""


@dataclass(frozen=True)
class Sizes:
    """Lengths of type, lines and space, in points; ``least`` is the smallest type there may be."""

    title: float
    axis: float
    tick: float
    least: float
    line: float
    hair: float
    pad: float


class Sides(Parameters):
    """How large a page is, in pixels."""

    width: int = parameter(1920, title="Width", unit="px", ge=100, le=16_384, help="In pixels.")
    height: int = parameter(1080, title="Height", unit="px", ge=100, le=16_384, help="In pixels.")


class Parts(Parameters):
    """What a page looks like, whatever its size."""

    transparent: bool = parameter(False, title="Transparent", help="Leave the background out.")
    font_size: float | None = parameter(
        None, title="Type size", ge=4, le=200,
        help=f"Of axis titles: in points on paper (at first {PRINTED_TYPE:g}), "
        f"in pixels of a picture 1080 pixels high on slides (at first {SLIDE_TYPE:g}, in decks {DECK_TYPE:g}).",
    )  # fmt: skip
    title: bool | str | None = parameter(
        None, title="Title", help="Its title, or another text; at first on slides."
    )
    caption: bool | str | None = parameter(
        None,
        title="Caption",
        help="Sentences below that say what it shows, or another text; at first in decks.",
    )

    @field_validator("title", "caption")
    @classmethod
    def _in_a_line(cls, text: bool | str | None, field: ValidationInfo) -> bool | str | None:
        if isinstance(text, str) and not (len(text) <= LONGEST_TEXT and text.isprintable()):
            allowed = f"it must be a line of at most {number(LONGEST_TEXT)} letters"
            raise CompleteError(refused(str(field.field_name), text, allowed))
        return text


LONGEST_TEXT = 1000
AS_IN_WINDOW = {"light": "slide-light", "dark": "slide-dark"}
"""Themes by the names that they have in the window."""


class Style(Sides, Parts):
    """The size and the look of one picture, with what follows from them: resolved once, used for a whole page.

    Size, resolution and theme can be given in that order.

    >>> Style.of_inches(6, 4, dpi=300).width
    1800
    >>> Style(width=10)
    Traceback (most recent call last):
        ...
    peviewer.paper.style.StyleError: width = 10 is not allowed: it must be a whole number from 100 to 16\u2009384
    """

    dpi: float = parameter(
        SCREEN_DPI, title="Resolution", ge=20, le=2_400, unit="dpi",
        help="Pixels an inch: what turns pixels into the page size of SVG and PDF.",
    )  # fmt: skip
    theme: Theme = parameter(
        "slide-light", title="Theme", help="Colours and type; paper is serif, without title.",
        labels={"slide-light": "Light slide", "slide-dark": "Dark slide", "paper": "Paper, serif"},
    )  # fmt: skip
    formula: bool | None = parameter(
        None, title="Formula", help="Its formula; at first on slides.", hidden=True
    )
    one_size: bool = parameter(
        False, title="One size", help="No type is smaller than that of ticks.", hidden=True
    )

    def __init__(self, *sized: Any, **fields: Any) -> None:
        try:
            values = {**in_order(("width", "height", "dpi", "theme"), sized), **fields}
            if isinstance(theme := values.get("theme"), str):
                values["theme"] = AS_IN_WINDOW.get(theme, theme)
            super().__init__(**values)
        except ValidationError as error:
            raise StyleError(explain(error, type(self))) from None

    def but(self, **changes: Any) -> Self:
        return type(self)(
            **{name: getattr(self, name) for name in type(self).model_fields} | changes
        )

    @classmethod
    def of_pixels(cls, width: int, height: int, theme: str = "slide-light") -> Self:
        """Return a style of a size in pixels; in theme ``paper`` at 300 pixels an inch, else 96."""
        return cls(width, height, PRINT_DPI if theme == "paper" else SCREEN_DPI, theme)

    @classmethod
    def of_inches(
        cls, width: float, height: float, dpi: float = PRINT_DPI, theme: str = "slide-light"
    ) -> Self:
        """Return a style of a size in inches, at `dpi` pixels an inch."""
        if not all(map(math.isfinite, (width, height, dpi))):
            raise StyleError(
                f"{width:g}x{height:g} inches at {dpi:g} dpi is not allowed: numbers must be finite"
            )
        return cls(round(width * dpi), round(height * dpi), dpi, theme)

    @classmethod
    def default(cls, theme: str = "slide-light") -> Self:
        """Return the size a theme is made for: a 1080p slide, or a journal's column."""
        return (
            cls.of_inches(*COLUMN_INCHES, theme=theme)
            if theme == "paper"
            else cls.of_pixels(1920, 1080, theme)
        )

    @cached_property
    def palette(self) -> Palette:
        return DARK if self.theme == "slide-dark" else LIGHT

    @property
    def ground(self) -> str:
        """The background, ``"none"`` if it is transparent."""
        return "none" if self.transparent else self.backdrop

    @property
    def backdrop(self) -> str:
        """The background colour, whether it is transparent or not."""
        return self.palette.window if self.theme == "slide-dark" else self.palette.panel

    @property
    def printed(self) -> bool:
        """Whether it is for print: serif type of a fixed size."""
        return self.theme == "paper"

    def title_or(self, title: str) -> str:
        """Return the text that was chosen as title; else the one given."""
        return self.title if self.title and isinstance(self.title, str) else title

    @property
    def titled(self) -> bool:
        """Whether the picture carries its title: a figure in a paper has a caption instead."""
        return not self.printed if self.title is None else bool(self.title)

    @property
    def with_formula(self) -> bool:
        return not self.printed if self.formula is None else self.formula

    @cached_property
    def sizes(self) -> Sizes:
        """Type and line sizes: fixed on paper, growing with the picture on slides."""
        if self.printed:
            ratio = (self.font_size or PRINTED_TYPE) / PRINTED_TYPE
            least = min(PRINTED_LEAST, 8 * ratio)
            return Sizes(
                title=9 * ratio,
                axis=9 * ratio,
                tick=8 * ratio,
                least=least,
                line=1.0,
                hair=0.5,
                pad=3,
            )
        scale = min(self.width, self.height) / 1080
        ratio = (self.font_size or SLIDE_TYPE) / SLIDE_TYPE
        pixel = 72 / self.dpi
        tick = max(9.5, 26 * scale) * ratio * pixel
        return Sizes(
            title=max(13, 40 * scale) * ratio * pixel,
            axis=max(10, 30 * scale) * ratio * pixel,
            tick=tick,
            least=tick
            if self.one_size
            else min(max(PIXELS_LEAST, SLIDE_LEAST * scale * ratio) * pixel, tick),
            line=max(1.2, 3.2 * scale) * ratio * pixel,
            hair=max(0.8, 1.5 * scale) * ratio * pixel,
            pad=max(10, 30 * scale) * pixel,
        )


_PIXELS, _INCHES = r"(\d{1,9})", r"(\d{1,9}(?:\.\d{1,9})?)"


def _sides(name: str, text: str, number: str) -> tuple[float, float]:
    """Read ``"1920x1080"``, or ``"3.3x2.5"`` in inches."""
    match = re.fullmatch(rf"\s*{number}\s*[x×X]\s*{number}\s*", text, re.ASCII)
    if not match:
        raise StyleError(refused(name, text, f"it must be {specification(Sizing, name).form}"))
    return float(match[1]), float(match[2])


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
        return f"{self.kind}, {self.width:g} × {self.height:g}{' in' if self.dpi else ''}"

    @property
    def theme(self) -> str:
        return "paper" if self.dpi else "slide-light"

    def style(self, theme: str | None = None, dpi: float | None = None) -> Style:
        """Return a Style of this size, in its own theme if None."""
        theme = theme or self.theme
        if self.dpi:
            return Style.of_inches(self.width, self.height, dpi or self.dpi, theme=theme)
        return Style.of_pixels(int(self.width), int(self.height), theme).but(
            font_size=self.font_size
        )


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

    def style(self, theme: str | None = None, **parts: Any) -> Style:
        if self.size and self.inches:
            raise StyleError("{} and {} exclude each other: give one of them", "size", "inches")
        if self.dpi and not self.inches and not (self._named and self._named.dpi):
            raise StyleError("{} goes with {}: a size in pixels needs none", "dpi", "inches")
        chosen = {
            name: value for name, value in parts.items() if (name, value) != ("font_size", None)
        }
        return self._sized(theme).but(**chosen)

    def restyled(self, before: Style | None, theme: str | None = None, **parts: Any) -> Style:
        """Return the earlier style with another size, another theme or other parts, where they are given."""
        if before is None:
            return self.style(theme, **parts)
        if not (self.size or self.inches or self.dpi) and theme in (None, before.theme):
            return before.but(**parts)
        kept = {name: getattr(before, name) for name in Parts.model_fields}
        return self.style(theme or (None if self._named else before.theme), **kept | parts)

    def _sized(self, theme: str | None) -> Style:
        if self._named:
            return self._named.style(theme, self.dpi)
        look: dict[str, Any] = {"theme": theme} if theme else {}
        if self.size:
            wide, high = (
                _sides("size", self.size, _PIXELS) if isinstance(self.size, str) else self.size
            )
            return Style.of_pixels(int(wide), int(high), **look)
        if self.inches:
            sides = (
                _sides("inches", self.inches, _INCHES)
                if isinstance(self.inches, str)
                else self.inches
            )
            return Style.of_inches(*sides, self.dpi or PRINT_DPI, **look)
        return Style.default(**look)
