"""Axes of rows and columns of patches, and heatmaps of the cosines of their vectors."""

from __future__ import annotations

from typing import Any

from peviewer.base.words import number
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Heatmap, Places, Rule
from peviewer.model.between.extents import extents
from peviewer.model.sampling.raster import Raster

_LEAST_RANGE = 1e-9
_STRIP = 5  # longest side ratio of a picture with square cells; a longer one would be a strip


def patch_axes(sides: tuple[int, int]) -> tuple[Axis, Axis]:
    across, down = (
        Axis(f"grid {name}", name, (-0.5, side - 0.5), whole=True, zooms=True, inverted=name == "row")
        for name, side in zip(("column", "row"), (sides[1], sides[0]), strict=True)
    )
    return across, down


def has_square_cells(height: int, width: int) -> bool:
    """Return whether a picture of so many cells is drawn with square ones, which would not make it a strip."""
    return min(height, width) > 1 and max(height, width) <= _STRIP * min(height, width)


def key_places(first: int, sides: tuple[int, int]) -> Places:
    """Return the cells of patches s, counted from `first`, to which a click moves t."""
    return Places("other", first, sides, sets="position")


def place_rules(position: int, place: tuple[int, int], columns: int) -> tuple[Rule, Rule]:
    """Return the lines of a position's column and row on a grid of so many columns; each can be dragged."""
    row, column = place
    return (
        Rule("x", column, f"column {number(column)}", moves="cursor.position", origin=column - position),
        Rule("y", row, f"row {number(row)}", moves="cursor.position", origin=row - position / columns, per=columns),
    )


def cosine_heatmap(document: Document[Any], raster: Raster, key: str, bar: str | None) -> Heatmap:
    view, low = document.view, max(-1.0, 1 - extents(document.embedded).ranges[1])
    span = (low, 1.0) if 1 - low > _LEAST_RANGE else (-1.0, 1.0)
    colours = "viridis" if view.colormap == "diverging" and span != (-1.0, 1.0) else view.colormap
    return Heatmap(raster, span, colours, reduce=view.reduce, bar=bar, full=(-1.0, 1.0), full_colormap=view.colormap,
                   quantity="cosine similarity", key=key)  # fmt: skip
