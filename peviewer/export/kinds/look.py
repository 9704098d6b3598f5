"""The look of a page: its size, theme, type and parts, as choices that the dialog shows and settings keep."""

from dataclasses import replace
from typing import Any, Literal, Self

from peviewer.base.parameters import Parameters, parameter
from peviewer.export.kinds.kind import Subject
from peviewer.paper.sizes import NAMED_SIZES
from peviewer.paper.style import DENSITIES, FONT_SIZES, PRINTED_TYPE, SIDES, SLIDE_TYPE, Style

FREE = {"pixels": "Own size in pixels", "inches": "Own size in inches"}
THEMES = {"screen": "As on screen", "slide-light": "Light slide", "slide-dark": "Dark slide", "paper": "Paper, serif"}


Size = Literal[(*NAMED_SIZES, *FREE)]  # type: ignore[valid-type]  # a table of its own names them


class Look(Parameters):
    """The size and the look of a page: what pictures, clips and decks share."""

    size: Size = parameter(
        "1080p", title="Size", labels={name: size.label for name, size in NAMED_SIZES.items()} | FREE,
        help="How large the page is.",
    )  # fmt: skip
    width: int = parameter(1920, title="Width", unit="px", ge=SIDES[0], le=SIDES[1], help="In pixels.",
                           only=("size", ("pixels",)))  # fmt: skip
    height: int = parameter(1080, title="Height", unit="px", ge=SIDES[0], le=SIDES[1], help="In pixels.",
                            only=("size", ("pixels",)))  # fmt: skip
    wide: float = parameter(6.0, title="Width", unit="in", ge=0.1, le=100, help="In inches.",
                            only=("size", ("inches",)))  # fmt: skip
    high: float = parameter(4.0, title="Height", unit="in", ge=0.1, le=100, help="In inches.",
                            only=("size", ("inches",)))  # fmt: skip
    dpi: float = parameter(300.0, title="Resolution", unit="dpi", ge=DENSITIES[0], le=DENSITIES[1],
                           help="Pixels an inch.", only=("size", ("inches",)))  # fmt: skip
    theme: Literal["screen", "slide-light", "slide-dark", "paper"] = parameter(
        "screen", title="Theme", labels=THEMES, help="The colours and the type."
    )
    font: Literal["theme", "sans", "serif"] = parameter(
        "theme", title="Type", labels={"theme": "Theme's", "sans": "Sans", "serif": "Serif"},
        help="The family of the type.",
    )  # fmt: skip
    font_size: float | None = parameter(
        None, title="Type size", ge=FONT_SIZES[0], le=FONT_SIZES[1],
        help="Of axis titles: in points on paper, in pixels of a slide 1080 pixels high.",
    )  # fmt: skip
    title: bool | None = parameter(None, title="Title", help="Whether the picture carries its title.")
    formula: bool | None = parameter(None, title="Formula", help="Whether the picture carries its formula.")
    labels: bool = parameter(True, title="Axis titles", help="Whether the axes carry their titles.")
    bars: bool = parameter(True, title="Colour bars", help="Whether heatmaps carry a colour bar.")
    legend: bool = parameter(True, title="Legend", help="Whether curves and marks are explained.")
    caption: bool | None = parameter(None, title="Caption", help="Whether a sentence below says what is shown.")

    def style(self, subject: Subject) -> Style:
        """Return the Style for what is exported."""
        theme = f"slide-{subject.screen}" if self.theme == "screen" else self.theme
        made = NAMED_SIZES[self.size].style(theme) if self.size in NAMED_SIZES else self._own(theme)
        return replace(
            made,
            font="" if self.font == "theme" else self.font,
            font_size=self.font_size,
            title=self.title,
            formula=self.formula,
            labels=self.labels,
            bars=self.bars,
            legend=self.legend,
            caption=self.caption,
        )

    def _own(self, theme: str) -> Style:
        if self.size == "pixels":
            return Style.of_pixels(self.width, self.height, theme=theme)
        return Style.of_inches(self.wide, self.high, self.dpi, theme=theme)

    def effective(self, subject: Subject) -> dict[str, Any]:
        """Return what the theme decides of the choices that were not made."""
        style = self.style(subject)
        return {
            "title": style.titled,
            "formula": style.with_formula,
            "letters": style.lettered,
            "caption": bool(style.caption),
            "font_size": style.font_size or (PRINTED_TYPE if style.printed else SLIDE_TYPE),
        }

    def units(self, subject: Subject) -> dict[str, str]:
        """Return the unit of the size of type: points on paper, pixels of 1080 on slides."""
        return {"font_size": "pt" if self.style(subject).printed else "px"}

    def edited(self, name: str, value: object) -> Self:
        """Return the look with one choice made; a size brings its theme, and a theme the size of its type."""
        changes = {name: value}
        if name == "size" and value in NAMED_SIZES:
            printed = NAMED_SIZES[str(value)].theme == "paper"
            changes["theme"] = "paper" if printed else "screen" if self.theme == "paper" else self.theme
        if changes.get("theme", self.theme) != self.theme:
            changes["font_size"] = None
        return type(self).model_validate({**dict(self), **changes})


LOOK_GROUPS: dict[str, tuple[str, ...]] = {
    "Size": ("size", "width height", "wide high", "dpi"),
    "Look": ("theme", "font", "font_size"),
    "Parts": ("title formula", "labels bars", "legend caption"),
}
"""The choices of a look, in the groups of the dialog."""
