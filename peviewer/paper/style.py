"""The style of a picture: its size, resolution, theme, type, and the parts around the data."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Self, get_args

from pydantic import ValidationError, ValidationInfo, field_validator

from peviewer.base.constructed import by_position
from peviewer.base.explanations import explain
from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.refusals import CompleteError, FieldsError, refused
from peviewer.figures.palette import DARK, LIGHT, Palette

SlideTheme = Literal["slide-light", "slide-dark"]
Theme = Literal[SlideTheme, "paper"]
SLIDE_THEMES: tuple[str, ...] = get_args(SlideTheme)
THEMES: tuple[str, ...] = get_args(Theme)

# A CSS pixel is 1/96 inch, so an SVG of 1920 × 1080 is that size in a browser.
SCREEN_DPI = 96.0
PRINT_DPI = 300.0
COLUMN_INCHES = (3.3, 2.5)

# The size of axis titles on paper, in points.
PRINTED_TYPE = 9.0
# The size of axis titles on slides, in pixels of a slide 1080 pixels high.
SLIDE_TYPE = 30.0
# The size of axis titles on a whole slide of a deck: ticks and legends then have 18 points.
DECK_TYPE = 41.5

# The least type on paper, in points.
PRINTED_LEAST = 5.0
# The least type on slides of the usual type size, in pixels of a slide 1080 pixels high.
SLIDE_LEAST = 24.0
# The least type on any slide, in pixels of that slide.
PIXELS_LEAST = 9.0

# The most letters of a title or a caption that a user gives.
LONGEST_TEXT = 1000
THEMES_OF_WINDOW = {"light": "slide-light", "dark": "slide-dark"}
"""Themes by their names in the window."""


class StyleError(FieldsError):
    """A size, resolution or theme that cannot be used; the message is one clear line."""


@dataclass(frozen=True)
class Sizes:
    """The sizes of type and the widths of lines on a page, in points."""

    # The type of a Figure's title.
    title: float
    # The type of axis titles.
    axis: float
    # The type of tick labels.
    tick: float
    # The smallest type that is allowed.
    least: float
    # The width of a curve.
    line: float
    # The width of a hairline, as of a frame.
    hair: float
    # The space between panels, and at the edges of the page.
    pad: float


class PageSize(Parameters):
    """The size of a page, in pixels."""

    width: int = parameter(1920, title="Width", unit="px", ge=100, le=16_384, help="In pixels.")
    height: int = parameter(1080, title="Height", unit="px", ge=100, le=16_384, help="In pixels.")


class Parts(Parameters):
    """What a page shows around the data, in type of which size, and whether it has a background."""

    transparent: bool = parameter(False, title="Transparent", help="Leave the background out.")
    font_size: float | None = parameter(
        None,
        title="Type size",
        ge=4,
        le=200,
        help=f"Of axis titles (by default {PRINTED_TYPE:g} points in theme paper; on slides, of "
        f"1080 pixels, {SLIDE_TYPE:g} pixels, in decks {DECK_TYPE:g}).",
    )
    title: bool | str | None = parameter(
        None, title="Title", help="Its title, or another text; by default on slides."
    )
    caption: bool | str | None = parameter(
        None,
        title="Caption",
        help="Sentences below that say what it shows, or another text; by default in decks.",
    )

    marks: bool | None = parameter(
        None,
        title="Marks",
        help="Lines of the reference position t, of t + φ and of the lag φ; "
        "by default in every theme but paper.",
    )

    formula: Literal["one", "all", "none"] | None = parameter(
        None,
        title="Formula",
        labels={"one": "One", "all": "All", "none": "None"},
        help="Its first formula, all of them or none; by default one, in theme paper none.",
    )

    @field_validator("formula", mode="before")
    @classmethod
    def _formula_in_words(cls, formula: object) -> object:
        words = {True: "all", False: "none"}
        return words[formula] if isinstance(formula, bool) else formula

    @field_validator("title", "caption")
    @classmethod
    def _check_is_line(cls, text: bool | str | None, field: ValidationInfo) -> bool | str | None:
        if not isinstance(text, str):
            return text
        is_line = len(text) <= LONGEST_TEXT and text.isprintable()
        if not is_line:
            allowed = f"it must be a line of at most {number(LONGEST_TEXT)} letters"
            raise CompleteError(refused(str(field.field_name), text, allowed))
        return text


class Style(PageSize, Parts):
    """The size and the look of one picture, with what follows from them.

    Size, resolution and theme can be given in that order.

    >>> Style.of_inches(6, 4, dpi=300).width
    1800
    >>> Style(width=10)
    Traceback (most recent call last):
        ...
    peviewer.paper.style.StyleError: width = 10 is not allowed: ...
    """

    dpi: float = parameter(
        SCREEN_DPI,
        title="Resolution",
        ge=20,
        le=2_400,
        unit="dpi",
        help="Pixels an inch: what turns pixels into the page size of SVG and PDF.",
    )
    theme: Theme = parameter(
        "slide-light",
        title="Theme",
        help="Colours and type; paper is serif, without title.",
        labels={"slide-light": "Light slide", "slide-dark": "Dark slide", "paper": "Paper, serif"},
    )
    one_size: bool = parameter(
        False, title="One size", help="No type is smaller than that of ticks.", hidden=True
    )

    def __init__(self, *positional: Any, **fields: Any) -> None:
        try:
            values = {**by_position(("width", "height", "dpi", "theme"), positional), **fields}
            theme = values.get("theme")
            if isinstance(theme, str):
                values["theme"] = THEMES_OF_WINDOW.get(theme, theme)
            super().__init__(**values)
        except ValidationError as error:
            raise StyleError(explain(error, type(self))) from None

    def but(self, **changes: Any) -> Self:
        """Return this style with some fields changed."""
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        return type(self)(**fields | changes)

    @classmethod
    def of_pixels(cls, width: int, height: int, theme: str = "slide-light") -> Self:
        """Return a style of a size in pixels; in theme ``paper`` at 300 pixels an inch, else 96."""
        dpi = PRINT_DPI if theme == "paper" else SCREEN_DPI
        return cls(width, height, dpi, theme)

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
        if theme == "paper":
            return cls.of_inches(*COLUMN_INCHES, theme=theme)
        return cls.of_pixels(1920, 1080, theme)

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
        """Return the title that the user chose, or else `title`."""
        return self.title if self.title and isinstance(self.title, str) else title

    @property
    def titled(self) -> bool:
        """Whether the picture carries its title: a figure in a paper has a caption instead."""
        return not self.printed if self.title is None else bool(self.title)

    @property
    def with_marks(self) -> bool:
        return not self.printed if self.marks is None else self.marks

    @property
    def shown_formulas(self) -> Literal["one", "all", "none"]:
        return self.formula or ("none" if self.printed else "one")

    @cached_property
    def sizes(self) -> Sizes:
        """The sizes of type and lines: fixed on paper, growing with the picture on slides."""
        return self._printed_sizes() if self.printed else self._slide_sizes()

    def _printed_sizes(self) -> Sizes:
        ratio = (self.font_size or PRINTED_TYPE) / PRINTED_TYPE
        tick = 8 * ratio
        return Sizes(
            title=9 * ratio,
            axis=9 * ratio,
            tick=tick,
            least=min(PRINTED_LEAST, tick),
            line=1.0,
            hair=0.5,
            pad=3,
        )

    def _slide_sizes(self) -> Sizes:
        scale = min(self.width, self.height) / 1080
        ratio = (self.font_size or SLIDE_TYPE) / SLIDE_TYPE
        pixel = 72 / self.dpi
        tick = max(9.5, 26 * scale) * ratio * pixel
        least_pixels = max(PIXELS_LEAST, SLIDE_LEAST * scale * ratio)
        least = tick if self.one_size else min(least_pixels * pixel, tick)
        return Sizes(
            title=max(13, 40 * scale) * ratio * pixel,
            axis=max(10, 30 * scale) * ratio * pixel,
            tick=tick,
            least=least,
            line=max(1.2, 3.2 * scale) * ratio * pixel,
            hair=max(0.8, 1.5 * scale) * ratio * pixel,
            pad=max(10, 30 * scale) * pixel,
        )
