"""Choices of every export: the part of a pane, its size, theme and type.

The settings keep these choices.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from peviewer.base.numbers import MINUS
from peviewer.base.parameters import Parameters, declaration, parameter, redeclared
from peviewer.document.document import Document
from peviewer.document.view import COLORMAPS, View
from peviewer.document.visible_range import RANGES, VisibleRange
from peviewer.figures.palette import ThemeName
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.panes.pane import Pane
from peviewer.paper.sizing import NAMED_SIZES, Sizing
from peviewer.paper.style import PRINT_DPI, PRINTED_TYPE, SLIDE_TYPE, PageSize, Parts, Style, Theme

FREE = {"pixels": "Own size in pixels", "inches": "Own size in inches"}
SCREEN = "screen"
AS_ON_SCREEN = {SCREEN: "As on screen"}
THEMES = AS_ON_SCREEN | declaration(Style, "theme").labels
MAPS = AS_ON_SCREEN | declaration(View, "colormap").labels
Size = Literal[(*NAMED_SIZES, *FREE)]  # type: ignore[valid-type]  # a table of its own names them


@dataclass(frozen=True)
class Subject:
    """The subject of an export: some panes of a Document, as the window shows them."""

    document: Document
    panes: tuple[str, ...]
    screen: ThemeName = "light"
    title: str = ""

    @property
    def pane(self) -> Pane:
        """The first pane."""
        return PANES[self.panes[0]]


class Look(PageSize, Parts):
    """The size and the look of a page: what pictures, clips and decks share."""

    size: Size = parameter(
        "1080p",
        title="Size",
        labels={name: size.label for name, size in NAMED_SIZES.items()} | FREE,
        help="How large the page is.",
    )
    wide: float = parameter(
        6.0,
        title="Width",
        unit="in",
        ge=0.1,
        le=100,
        help="In inches.",
        only=("size", ("inches",)),
    )
    high: float = parameter(
        4.0,
        title="Height",
        unit="in",
        ge=0.1,
        le=100,
        help="In inches.",
        only=("size", ("inches",)),
    )
    dpi: float = redeclared(Style, "dpi", PRINT_DPI, only=("size", ("inches",)))
    theme: Literal["screen", Theme] = redeclared(Style, "theme", SCREEN, labels=THEMES)
    colormap: Literal[(SCREEN, *COLORMAPS)] = redeclared(  # type: ignore[valid-type]
        View,
        "colormap",
        SCREEN,
        labels=MAPS,
        groups={"": [SCREEN], **declaration(View, "colormap").groups},
    )

    def style(self, subject: Subject) -> Style:
        """Return the Style of the export."""
        theme = f"slide-{subject.screen}" if self.theme == SCREEN else self.theme
        parts = {name: getattr(self, name) for name in Parts.model_fields}
        return self._sizing().style(theme, **parts)

    def coloured(self, subject: Subject) -> Subject:
        """Return the subject in the colours that were chosen."""
        if self.colormap == SCREEN:
            return subject
        document = subject.document.edited({"view.colormap": self.colormap})
        return replace(subject, document=document)

    def unused_fields(self, subject: Subject) -> frozenset[str]:
        """Return the fields that have no effect.

        The sides in pixels have none unless the size is typed in pixels.
        """
        return frozenset() if self.size == "pixels" else frozenset(PageSize.model_fields)

    def _sizing(self) -> Sizing:
        if self.size == "pixels":
            return Sizing(size=(self.width, self.height))
        if self.size == "inches":
            return Sizing(inches=(self.wide, self.high), dpi=self.dpi)
        return Sizing(size=self.size)

    def values_of_theme(self, subject: Subject) -> dict[str, Any]:
        """Return the values that the theme gives to fields that were not chosen."""
        style = self.style(subject)
        return {
            "title": style.title or style.titled,
            "caption": style.caption or False,
            "marks": style.with_marks,
            "font_size": style.font_size or (PRINTED_TYPE if style.printed else SLIDE_TYPE),
        }

    def units(self, subject: Subject) -> dict[str, str]:
        """Return the unit of the size of type: points on paper, pixels of 1080 on slides."""
        return {"font_size": "pt" if self.style(subject).printed else "px"}

    def edited(self, name: str, value: object) -> Self:
        """Return the look with one choice made.

        A size brings its theme, and a theme the size of its type.
        """
        changes = {name: value}
        if name == "size" and value in NAMED_SIZES:
            is_printed = NAMED_SIZES[str(value)].theme == "paper"
            if is_printed:
                changes["theme"] = "paper"
            elif self.theme == "paper":
                changes["theme"] = SCREEN
        if changes.get("theme", self.theme) != self.theme:
            changes["font_size"] = None
        return type(self).model_validate({**dict(self), **changes})


class Arrangement(Parameters):
    """How several panes are arranged on one page."""

    columns: int | None = parameter(
        None,
        title="Columns",
        ge=1,
        le=26,
        help="How many panes stand side by side; by default as many as suit the page.",
    )


# The choices of a look, in the groups of the dialog.
LOOK_GROUPS: dict[str, tuple[str, ...]] = {
    "Size": ("size", "width height", "wide high", "dpi"),
    "Look": ("theme", "colormap", "font_size", "title", "caption", "marks", "transparent"),
}

EXCERPT = RANGES
ALL = "All"

# How many positions a table has that is drawn only to tell, quickly, which axes a pane has.
FEW = 8


class Excerpt(Parameters):
    """The ranges that are exported; an empty text stands for the range that the window shows."""

    positions: str = redeclared(VisibleRange, "positions", "")
    dimensions: str = redeclared(VisibleRange, "dimensions", "")
    pairs: str = redeclared(VisibleRange, "pairs", "")

    def of(self, subject: Subject) -> Subject:
        """Return the subject with only the chosen ranges shown, of the axes that its panes have."""
        ranges: dict[str, str] = {}
        for name in zoomable_ranges(subject):
            text = getattr(self, name).strip()
            if text:
                ranges[name] = text
        if not ranges:
            return subject
        return replace(subject, document=VisibleRange(**ranges).of(subject.document))


def zoomable_ranges(subject: Subject) -> tuple[str, ...]:
    """Return the ranges that can be chosen: those of axes that the panes have."""
    document = subject.document
    if "length" not in document.encoding.derived_fields:
        document = document.edited({"encoding.length": min(FEW, document.encoding.length)})
    quantities: set[str] = set()
    for name in subject.panes:
        for panel in PANES[name].figure(document).panels:
            quantities |= {axis.quantity for axis in (panel.x, panel.y) if axis.zooms}
    return tuple(name for name in EXCERPT if name.removesuffix("s") in quantities)


def visible_ranges(subject: Subject) -> Mapping[str, str]:
    """Return the range of each axis that the window shows, as in ``"0:64"``, or ``"All"``."""
    zoom = subject.document.view.zoom
    ranges: dict[str, str] = {}
    for name in EXCERPT:
        quantity = name.removesuffix("s")
        interval = zoom.get(f"{subject.panes[0]}/{quantity}", zoom.get(quantity))
        ranges[name] = ALL if interval is None else _written(*interval)
    return ranges


def _written(low: float, high: float) -> str:
    """Return the whole numbers in a range, as they are typed."""
    return f"{round(low + 0.5)}:{round(high + 0.5)}".replace("-", MINUS)
