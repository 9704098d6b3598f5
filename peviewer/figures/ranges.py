"""Ranges of axes and colours: that of colours as it was chosen, and those that several Figures of a pane share."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeGuard

from peviewer.document.sections import Chosen, Window
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Mark, Numbers, Panel

MOST_CELLS = (
    2**18
)  # cells in view that are computed for the range; with more, the data's range is taken

Rows = tuple[tuple["Panel", ...], ...]
Coloured = Heatmap | Numbers


def with_color_range(rows: Rows, chosen: Chosen) -> Rows:
    """Return rows of panels with the chosen range of colours, if it can be chosen."""
    free = [
        (panel, mark)
        for row in rows
        for panel in row
        for mark in panel.marks
        if has_free_range(mark)
    ]
    if not free:
        return rows
    ends: Window | None = chosen if isinstance(chosen, tuple) else None
    if chosen == "seen":
        seen = [_visible_range(panel, mark) for panel, mark in free]
        ends = _joint_range(seen, any(mark.colormap == "diverging" for _, mark in free))
    return tuple(
        tuple(
            replace(
                panel,
                marks=tuple(
                    _with_ends(mark, ends) if has_free_range(mark) else mark for mark in panel.marks
                ),
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
    """Return a mark with two ends, or its full range.

    Diverging colours only where 0 is in their middle.
    """
    if isinstance(mark, Numbers):
        return (
            mark
            if ends is None
            else replace(mark, levels=ends, colormap=_suitable_colormap(str(mark.colormap), ends))
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


SAME_PLACES = (
    "position",
    "other position",
    "lag",
)  # quantities whose values mean the same in tables of any size

Span = tuple[float, float]


class Ranges:
    """The limits and the levels that several Figures of one pane share, panel by panel.

    - Axes that measure something (a distance, a frequency) have the range of all Figures.
    - So have the levels of all heatmaps, or numbers, of one quantity: one colour is one value.
    - So have axes of positions or lags: a shorter table is seen to be the beginning of a longer one. On axes of
      dimensions, pairs and bits each Figure has its own: column 50 of a wider table belongs to
      another pair.
    """

    def __init__(self, figures: Iterable[Figure]) -> None:
        axes: defaultdict[object, list[Axis]] = defaultdict(list)
        coloured: defaultdict[object, list[Heatmap | Numbers]] = defaultdict(list)
        for figure in figures:
            for place, panel in chain(*figure.keyed_rows):
                for key, axis in _axes(place, panel):
                    axes[key].append(axis)
                for key, mark in _coloured(place, panel):
                    coloured[key].append(mark)
        self._axes = {
            key: union for key, some in axes.items() if (union := _over(some)) is not None
        }
        self._marks = {key: _levels(some) for key, some in coloured.items()}

    def apply(self, figure: Figure) -> Figure:
        """Return a Figure with the shared limits and levels, or with wider limits where they would cut it off."""
        panels = iter([self._panel(place, panel) for place, panel in chain(*figure.keyed_rows)])
        return replace(figure, rows=tuple(tuple(next(panels) for _ in row) for row in figure.rows))

    def _panel(self, place: object, panel: Panel) -> Panel:
        x, y = (self._axis(key, axis) for key, axis in _axes(place, panel))
        keys = iter([key for key, _ in _coloured(place, panel)])
        marks = tuple(
            self._mark(next(keys), mark) if isinstance(mark, Heatmap | Numbers) else mark
            for mark in panel.marks
        )
        return replace(panel, x=x, y=y, marks=marks)

    def _axis(self, key: object, axis: Axis) -> Axis:
        shared = self._axes.get(key)
        if shared is None:
            return axis
        limits = _union((axis.limits, shared.limits))
        return replace(
            axis, limits=limits, window=shared.window if limits == shared.limits else None
        )

    def _mark(self, key: object, mark: Heatmap | Numbers) -> Mark:
        levels, full, colormap = self._marks.get(key, (mark.levels, None, mark.colormap))
        if isinstance(mark, Numbers):
            return replace(mark, levels=levels, colormap=colormap)
        return replace(mark, levels=levels, full=mark.full and full, colormap=str(colormap))


def _axes(place: object, panel: Panel) -> Iterator[tuple[object, Axis]]:
    """Yield both axes, each with a key that is the same for all axes of one range."""
    called = next((mark.quantity for mark in panel.marks if isinstance(mark, Curve)), "")
    for direction, axis in (("x", panel.x), ("y", panel.y)):
        what = (
            called if axis.quantity == "value" else ""
        )  # a word for any quantity; the curve names it
        yield (
            (
                place,
                direction,
                axis.quantity,
                axis.label,
                axis.log,
                axis.inverted,
                axis.names,
                what,
            ),
            axis,
        )


def _coloured(place: object, panel: Panel) -> Iterator[tuple[object, Heatmap | Numbers]]:
    """Yield marks with a colormap, each with a key that is the same for all of one range."""
    seen = Counter[object]()
    for mark in panel.marks:
        if isinstance(mark, Heatmap | Numbers):
            what = (
                ("", "", False)
                if isinstance(mark, Numbers)
                else (mark.bar, mark.quantity, mark.cyclic)
            )
            yield (place, type(mark).__name__, what, seen[what]), mark
            seen[what] += 1


def _over(axes: Sequence[Axis]) -> Axis | None:
    """Return the common axis; None if each keeps its own."""
    limits = _union(axis.limits for axis in axes)
    window = _union(axis.shown for axis in axes)
    shared = replace(axes[0], limits=limits, window=window if window != limits else None)
    keeps_own = (
        axes[0].whole
        and axes[0].quantity not in SAME_PLACES
        and any(axis.limits != limits for axis in axes)
    )
    return None if keeps_own else shared


def _levels(marks: Sequence[Heatmap | Numbers]) -> tuple[Span, Span | None, str | None]:
    """Return the levels of all, their possible range, and the colormap."""
    levels = _union(mark.levels for mark in marks)
    full = [mark.full for mark in marks if isinstance(mark, Heatmap) and mark.full]
    # Diverging colours only where 0 is in the middle of all of them.
    colormap = next(
        (mark.colormap for mark in marks if mark.colormap != "diverging"), marks[0].colormap
    )
    return levels, _union(full) if full else None, colormap


def _union(spans: Iterable[Span]) -> Span:
    lows, highs = zip(*spans, strict=True)
    return min(lows), max(highs)
