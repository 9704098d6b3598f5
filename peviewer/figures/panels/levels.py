"""Which values the first and the last colour of a pane's heatmaps stand for: as drawn, or as the user chose."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeGuard

from peviewer.figures.grammar import Heatmap, Numbers
from peviewer.figures.panels.axes import cells_shown

if TYPE_CHECKING:
    from peviewer.document.sections import Chosen, Window
    from peviewer.figures.grammar import Axis, Panel

CELLS = 2**18  # so many are looked at one by one; of more, the range of the data holds

Rows = tuple[tuple["Panel", ...], ...]
Coloured = Heatmap | Numbers


def leveled(rows: Rows, chosen: Chosen | None) -> Rows:
    """Return rows of panels whose cells have the chosen range of colours; those whose range means something keep it.

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


def is_free(mark: object) -> TypeGuard[Coloured]:
    """Whether a mark has colours whose range can be chosen."""
    if isinstance(mark, Numbers):
        return mark.colormap is not None
    return isinstance(mark, Heatmap) and not (mark.fixed or mark.cyclic)


def _with(mark: Coloured, ends: Window | None) -> Coloured:
    """Return a mark with two ends, or its full range; diverging colours only where 0 is in their middle."""
    if isinstance(mark, Numbers):
        return mark if ends is None else replace(mark, levels=ends, colormap=_suited(str(mark.colormap), ends))
    kept = mark.full_colormap or mark.colormap
    if ends is None:
        return replace(mark, levels=mark.full, colormap=kept) if mark.full else mark
    return replace(mark, levels=ends, colormap=_suited(kept, ends))


def _suited(colormap: str, ends: Window) -> str:
    return "viridis" if colormap == "diverging" and ends[0] != -ends[1] else colormap


def _seen(panel: Panel, mark: Coloured) -> Window:
    """Return the range of the cells in a panel's window; that of the data where these are many."""
    height, width = mark.raster.shape
    x0, y0 = (0.0, mark.row0) if isinstance(mark, Numbers) else (mark.x0, mark.y0)
    rows, columns = _cells(panel.y, y0, height), _cells(panel.x, x0, width)
    if not len(rows) or not len(columns) or len(rows) * len(columns) > CELLS:
        return mark.levels
    cells = mark.raster.exact(rows, columns)
    return float(cells.min()), float(cells.max())


def _cells(axis: Axis, start: float, size: int) -> range:
    shown, offset = cells_shown(axis), round(start)
    return range(max(0, shown.start - offset), min(size, shown.stop - offset))
