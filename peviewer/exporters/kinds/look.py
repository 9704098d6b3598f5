"""The look of a page: its size, theme, type and parts, as choices that the dialog shows and settings keep."""

from typing import Any, Literal, Self

from peviewer.base.parameters import Parameters, declaration, parameter, redeclared
from peviewer.exporters.kinds.kind import Subject
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.sizes import NAMED_SIZES, Sizing
from peviewer.paper.style import PRINT_DPI, PRINTED_TYPE, SLIDE_TYPE, Parts, Sides, Style, Theme

FREE = {"pixels": "Own size in pixels", "inches": "Own size in inches"}
SCREEN = "screen"
THEMES = {SCREEN: "As on screen"} | declaration(Style, "theme").labels
Size = Literal[(*NAMED_SIZES, *FREE)]  # type: ignore[valid-type]  # a table of its own names them


class Look(Sides, Parts):
    """The size and the look of a page: what pictures, clips and decks share."""

    size: Size = parameter(
        "1080p", title="Size", labels={name: size.label for name, size in NAMED_SIZES.items()} | FREE,
        help="How large the page is.",
    )  # fmt: skip
    wide: float = parameter(6.0, title="Width", unit="in", ge=0.1, le=100, help="In inches.",
                            only=("size", ("inches",)))  # fmt: skip
    high: float = parameter(4.0, title="Height", unit="in", ge=0.1, le=100, help="In inches.",
                            only=("size", ("inches",)))  # fmt: skip
    dpi: float = redeclared(Style, "dpi", PRINT_DPI, only=("size", ("inches",)))
    theme: Literal["screen", Theme] = redeclared(Style, "theme", SCREEN, labels=THEMES)

    def style(self, subject: Subject) -> Style:
        """Return the Style for what is exported."""
        theme = f"slide-{subject.screen}" if self.theme == SCREEN else self.theme
        return self._sizing().style(theme, **{name: getattr(self, name) for name in Parts.model_fields})

    def idle(self, subject: Subject) -> frozenset[str]:
        """Return what does nothing here: sides in pixels of a page that has others, times where none is measured."""
        sides = frozenset() if self.size == "pixels" else frozenset(Sides.model_fields)
        return sides if any(PANES[name].measures for name in subject.panes) else sides | {"times"}

    def _sizing(self) -> Sizing:
        if self.size == "pixels":
            return Sizing(size=(self.width, self.height))
        if self.size == "inches":
            return Sizing(inches=(self.wide, self.high), dpi=self.dpi)
        return Sizing(preset_size=self.size)

    def effective(self, subject: Subject) -> dict[str, Any]:
        """Return what the theme decides of the choices that were not made."""
        style = self.style(subject)
        return {
            "title": style.title or style.titled,
            "formula": style.with_formula,
            "letters": style.lettered,
            "caption": style.caption or False,
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
            changes["theme"] = "paper" if printed else SCREEN if self.theme == "paper" else self.theme
        if changes.get("theme", self.theme) != self.theme:
            changes["font_size"] = None
        return type(self).model_validate({**dict(self), **changes})


class Arrangement(Parameters):
    """How several panes stand on one page."""

    columns: int | None = parameter(
        None, title="Columns", ge=1, le=26, help="How many panes stand side by side; at first as many as suit the page."
    )


LOOK_GROUPS: dict[str, tuple[str, ...]] = {
    "Size": ("size", "width height", "wide high", "dpi"),
    "Look": ("theme", "font", "font_size"),
    "Parts": ("title", "caption", "formula labels", "bars legend", "marks", "times"),
}
"""The choices of a look, in the groups of the dialog."""
