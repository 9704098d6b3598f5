"""Changes made to a drawn Figure: marks left out, curves split or made points, the range of its colours chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import TypeGuard

import numpy as np

from peviewer.document.sections import Chosen, Window
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Mark, Numbers, Panel
from peviewer.model.sampling.series import Points, Samples, Series

_WIDTH = 100  # pixels, in which a curve between whole places has many points


def with_lone_points(figure: Figure) -> Figure:
    """Return the Figure with each curve of a single value as a point, since its line would be invisible."""
    return _each_panel(figure, _with_lone_points)


def _each_panel(figure: Figure, change: Callable[[Panel], Panel]) -> Figure:
    """Return the Figure with every panel changed; the Figure itself where none is."""
    rows = tuple(tuple(map(change, row)) for row in figure.rows)
    return figure if rows == figure.rows else replace(figure, rows=rows)


def _with_lone_points(panel: Panel) -> Panel:
    low, high = panel.x.limits
    if not panel.x.whole or floor(high) - ceil(low) > 2:  # three places have two sines and one cosine
        return panel
    marks = (
        replace(mark, style="points")
        if isinstance(mark, Curve) and len(mark.series.sample(low, high, _WIDTH)[0]) == 1
        else mark
        for mark in panel.marks
    )
    return replace(panel, marks=tuple(marks))


_SIDES = "sin", "cos"


@dataclass(frozen=True)
class EveryOther(Series):
    """The even places of a series (side 0), or the odd ones (side 1); in files of numbers, all of them."""

    whole: Series
    side: int

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return the places of one side, or the extremes of each pixel; see :meth:`Series.sample`."""
        x, y = self.whole.sample(low - 1, high + 1, max(pixels, int(high - low) + 4))
        own = x % 2 == self.side
        return Samples(x[own], y[own]).sample(low, high, pixels)

    @property
    def sampled(self) -> str:
        return self.whole.sampled

    def exact(self, low: float, high: float) -> Points:
        return self.whole.exact(low, high)

    def read(self, at: float) -> tuple[float, float] | None:
        return self.whole.read(at) if int(np.floor(at)) % 2 == self.side else None


def split_alternating(figure: Figure) -> Figure:
    """Return the Figure with each curve of alternating sines and cosines split into one of each."""
    return _each_panel(figure, _split_panel)


def _split_panel(panel: Panel) -> Panel:
    if not [mark for mark in panel.marks if isinstance(mark, Curve) and mark.alternates]:
        return panel
    sides = {mark.label.partition(":")[0] for mark in panel.marks if isinstance(mark, Curve)}
    compared = {"A", "B"} <= sides  # two schemes in one plot take the colours for their curves
    if panel.legend or compared:
        return replace(
            panel, marks=tuple(half for mark in panel.marks for half in _split_curve(mark, own_color=compared))
        )
    # Without a legend the axis identifies the curves, and the legend only names sines and cosines.
    unnamed = (replace(mark, label="") if isinstance(mark, Curve) else mark for mark in panel.marks)
    return replace(
        panel,
        marks=_label_once([half for mark in unnamed for half in _split_curve(mark, own_color=False)]),
        legend=True,
    )


def _label_once(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    first = {mark.label: mark for mark in reversed(marks) if isinstance(mark, Curve)}
    return tuple(
        mark if not isinstance(mark, Curve) or first[mark.label] is mark else replace(mark, label="") for mark in marks
    )


def _split_curve(mark: Mark, *, own_color: bool) -> tuple[Mark, ...]:
    """Return a curve's sines and cosines in their colours, or a reference in its own."""
    if not isinstance(mark, Curve) or not mark.alternates:
        return (mark,)
    sines, cosines = (
        replace(mark, series=EveryOther(mark.series, side), quantity=mark.quantity or mark.label, alternates=False)
        for side in (0, 1)
    )
    cosines = replace(cosines, key=None)  # files have the numbers of both under one key
    if own_color or mark.color == "reference":
        return sines, replace(cosines, label="")
    named = [f"{mark.label}, {side}" if mark.label else side for side in _SIDES]
    return replace(sines, color="sine", label=named[0]), replace(cosines, color="cosine", label=named[1])


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
