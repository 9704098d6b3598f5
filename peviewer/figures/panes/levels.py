"""Which values the first and the last colour of a pane's heatmaps stand for: as drawn, or as the user chose."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeGuard

from peviewer.figures.grammar import Heatmap
from peviewer.figures.panes.axes import cells_shown

if TYPE_CHECKING:
    from peviewer.document.sections import Chosen, Window
    from peviewer.figures.grammar import Axis, Panel

CELLS = 2**18  # so many are looked at one by one; of more, the range of the data holds

Rows = tuple[tuple["Panel", ...], ...]


def leveled(rows: Rows, chosen: Chosen | None) -> Rows:
    """Return rows of panels whose heatmaps have the chosen range of colours; those whose range means something keep it.

    Parameters
    ----------
    rows : tuple of tuple of Panel
        As drawn: with the range of the data.
    chosen : {"full", "seen"} or tuple of float, optional
        The whole range there could be, that of the cells in the panels' windows, or two ends by hand.
    """
    if chosen is None:
        return rows
    free = [(panel, mark) for row in rows for panel in row for mark in panel.marks if is_free(mark)]
    if not free:
        return rows
    ends: Window | None = chosen if isinstance(chosen, tuple) else None
    if chosen == "seen":
        found = [_seen(panel, mark) for panel, mark in free]
        ends = _together(found, any(mark.colormap == "diverging" for _, mark in free))
    return tuple(
        tuple(
            replace(panel, marks=tuple(_with(mark, ends) if is_free(mark) else mark for mark in panel.marks))
            for panel in row
        )
        for row in rows
    )


def _together(found: list[Window], diverging: bool) -> Window:
    """Return what holds all ranges; with 0 in the middle where diverging colours show both signs."""
    low, high = min(low for low, _ in found), max(high for _, high in found)
    if diverging and low < 0 < high:
        high = max(-low, high)
        low = -high
    return (low, high) if high > low else (low - 0.5, low + 0.5)


def is_free(mark: object) -> TypeGuard[Heatmap]:
    """Whether a mark's range of colours can be chosen."""
    return isinstance(mark, Heatmap) and not (mark.fixed or mark.cyclic)


def _with(mark: Heatmap, ends: Window | None) -> Heatmap:
    """Return a heatmap with two ends, or its full range; diverging colours only where 0 is in their middle."""
    if ends is None:
        return replace(mark, levels=mark.full, colormap=mark.full_colormap or mark.colormap) if mark.full else mark
    kept = mark.full_colormap or mark.colormap
    lopsided = kept == "diverging" and ends[0] != -ends[1]
    return replace(mark, levels=ends, colormap="viridis" if lopsided else kept)


def _seen(panel: Panel, mark: Heatmap) -> Window:
    """Return the range of the cells in a panel's window; that of the data where these are many."""
    height, width = mark.raster.shape
    rows, columns = _cells(panel.y, mark.y0, height), _cells(panel.x, mark.x0, width)
    if not len(rows) or not len(columns) or len(rows) * len(columns) > CELLS:
        return mark.levels
    cells = mark.raster.exact(rows, columns)
    return float(cells.min()), float(cells.max())


def _cells(axis: Axis, start: float, size: int) -> range:
    shown, offset = cells_shown(axis), round(start)
    return range(max(0, shown.start - offset), min(size, shown.stop - offset))
