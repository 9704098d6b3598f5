"""The range of colours of a drawn Figure, as it was chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeGuard

from peviewer.document.sections import Chosen, Window
from peviewer.figures.grammar import Axis, Heatmap, Numbers, Panel

MOST_CELLS = 2**18  # cells in view that are computed for the range; with more, the data's range is taken

Rows = tuple[tuple["Panel", ...], ...]
Coloured = Heatmap | Numbers


def with_color_range(rows: Rows, chosen: Chosen | None) -> Rows:
    """Return rows of panels with the chosen range of colours, if it can be chosen."""
    if chosen is None:
        return rows
    free = [(panel, mark) for row in rows for panel in row for mark in panel.marks if has_free_range(mark)]
    if not free:
        return rows
    ends: Window | None = chosen if isinstance(chosen, tuple) else None
    if chosen == "seen":
        seen = [_visible_range(panel, mark) for panel, mark in free]
        ends = _joint_range(seen, any(mark.colormap == "diverging" for _, mark in free))
    return tuple(
        tuple(
            replace(
                panel, marks=tuple(_with_ends(mark, ends) if has_free_range(mark) else mark for mark in panel.marks)
            )
            for panel in row
        )
        for row in rows
    )


def _joint_range(ranges: list[Window], diverging: bool) -> Window:
    """Return the union of all ranges, with 0 in the middle where diverging colours show both signs."""
    low, high = min(low for low, _ in ranges), max(high for _, high in ranges)
    if diverging and low < 0 < high:
        high = max(-low, high)
        low = -high
    return (low, high) if high > low else (low - 0.5, low + 0.5)


def has_free_range(mark: object) -> TypeGuard[Coloured]:
    if isinstance(mark, Numbers):
        return mark.colormap is not None
    return isinstance(mark, Heatmap) and not (mark.fixed or mark.cyclic)


def _with_ends(mark: Coloured, ends: Window | None) -> Coloured:
    """Return a mark with two ends, or its full range; diverging colours only where 0 is in their middle."""
    if isinstance(mark, Numbers):
        return (
            mark if ends is None else replace(mark, levels=ends, colormap=_suitable_colormap(str(mark.colormap), ends))
        )
    colormap = mark.full_colormap or mark.colormap
    if ends is None:
        return replace(mark, levels=mark.full, colormap=colormap) if mark.full else mark
    return replace(mark, levels=ends, colormap=_suitable_colormap(colormap, ends))


def _suitable_colormap(colormap: str, ends: Window) -> str:
    return "viridis" if colormap == "diverging" and ends[0] != -ends[1] else colormap


def _visible_range(panel: Panel, mark: Coloured) -> Window:
    """Return the range of the cells in view, or that of the data if these are many."""
    height, width = mark.raster.shape
    x0, y0 = (0.0, mark.row0) if isinstance(mark, Numbers) else (mark.x0, mark.y0)
    rows, columns = _visible_cells(panel.y, y0, height), _visible_cells(panel.x, x0, width)
    if not len(rows) or not len(columns) or len(rows) * len(columns) > MOST_CELLS:
        return mark.levels
    cells = mark.raster.exact(rows, columns)
    return float(cells.min()), float(cells.max())


def _visible_cells(axis: Axis, start: float, size: int) -> range:
    shown, offset = axis.cells_shown, round(start)
    return range(max(0, shown.start - offset), min(size, shown.stop - offset))
