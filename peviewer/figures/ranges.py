"""Ranges of colours as the user chooses them, and ranges that several Figures of a pane share."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeGuard

from peviewer.document.view import ColourRange, Interval
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Mark, Numbers, Panel

# The most cells in view whose range is computed; with more, the range of all data is taken.
MAX_CELLS = 2**18

# Quantities whose whole numbers mean the same in tables of any size: position 3 is position 3.
SAME_PLACES = ("position", "other position", "lag")

Rows = tuple[tuple["Panel", ...], ...]
Coloured = Heatmap | Numbers

Span = tuple[float, float]


def with_color_range(rows: Rows, chosen: ColourRange) -> Rows:
    """Return rows of panels in which all colours that the user can choose have the chosen range."""
    ends: Interval | None = chosen if isinstance(chosen, tuple) else None
    if chosen == "seen":
        ends = _range_in_view(rows)
    ranged_rows: list[tuple[Panel, ...]] = []
    for row in rows:
        ranged_rows.append(tuple(_panel_with_ends(panel, ends) for panel in row))
    return tuple(ranged_rows)


def _range_in_view(rows: Rows) -> Interval | None:
    """Return the range of all cells in view whose colours can be chosen; None without any."""
    ranges: list[Interval] = []
    has_diverging = False
    for panel in itertools.chain(*rows):
        for mark in panel.marks:
            if has_free_range(mark):
                ranges.append(_visible_range(panel, mark))
                has_diverging = has_diverging or mark.colormap == "diverging"
    return _joint_range(ranges, has_diverging) if ranges else None


def _panel_with_ends(panel: Panel, ends: Interval | None) -> Panel:
    marks: list[Mark] = []
    for mark in panel.marks:
        marks.append(_with_ends(mark, ends) if has_free_range(mark) else mark)
    return replace(panel, marks=tuple(marks))


def _joint_range(ranges: list[Interval], diverging: bool) -> Interval:
    """Return the union of all ranges; with diverging colours and both signs, 0 is its middle."""
    low, high = _union(ranges)
    if diverging and low < 0 < high:
        largest = max(-low, high)
        return -largest, largest
    return (low, high) if high > low else (low - 0.5, low + 0.5)


def has_free_range(mark: object) -> TypeGuard[Coloured]:
    """Whether the user can choose the range of a mark's colours."""
    if isinstance(mark, Numbers):
        return mark.colormap is not None
    return isinstance(mark, Heatmap) and not (mark.fixed or mark.cyclic)


def _with_ends(mark: Coloured, ends: Interval | None) -> Coloured:
    """Return a mark whose colours range between `ends`, or by default over its full range.

    Diverging colours are replaced where 0 is not in the middle of the range.
    """
    if isinstance(mark, Numbers):
        if ends is None:
            return mark
        return replace(mark, levels=ends, colormap=_suitable_colormap(str(mark.colormap), ends))
    colormap = mark.full_colormap or mark.colormap
    if ends is not None:
        return replace(mark, levels=ends, colormap=_suitable_colormap(colormap, ends))
    return replace(mark, levels=mark.full, colormap=colormap) if mark.full else mark


def _suitable_colormap(colormap: str, ends: Interval) -> str:
    low, high = ends
    return "viridis" if colormap == "diverging" and low != -high else colormap


def _visible_range(panel: Panel, mark: Coloured) -> Interval:
    """Return the range of the cells in view; with very many cells, the range of all data."""
    height, width = mark.raster.shape
    if isinstance(mark, Numbers):
        rows = _visible_cells(panel.y, mark.row0, height)
        columns = _visible_cells(panel.x, 0.0, width)
    else:
        rows = _visible_cells(panel.y, mark.y0, height)
        columns = _visible_cells(panel.x, mark.x0, width)
    if not 0 < len(rows) * len(columns) <= MAX_CELLS:
        return mark.levels
    cells = mark.raster.exact(rows, columns)
    return float(cells.min()), float(cells.max())


def _visible_cells(axis: Axis, start: float, size: int) -> range:
    cells = axis.cells_shown
    offset = round(start)
    return range(max(0, cells.start - offset), min(size, cells.stop - offset))


class _Levels(NamedTuple):
    """The range of colours that marks share, their possible range, and their colormap."""

    levels: Span
    full: Span | None
    colormap: str | None


class Ranges:
    """The limits and the levels that several Figures of one pane share, panel by panel.

    - Axes that measure something, such as a distance, have the range of all Figures.
    - Heatmaps and numbers of one quantity share their levels: one colour is one value.
    - Axes of positions or lags have the range of all Figures, too: a shorter table is seen to be
      the beginning of a longer one.
    - Axes of dimensions, pairs and bits are not shared: column 50 of a wider table belongs to
      another pair.
    """

    def __init__(self, figures: Iterable[Figure]) -> None:
        axes_by_key: defaultdict[object, list[Axis]] = defaultdict(list)
        marks_by_key: defaultdict[object, list[Coloured]] = defaultdict(list)
        for figure in figures:
            for place, panel in itertools.chain(*figure.keyed_rows):
                for key, axis in _keyed_axes(place, panel):
                    axes_by_key[key].append(axis)
                for key, mark in _keyed_marks(place, panel):
                    marks_by_key[key].append(mark)

        self._axes: dict[object, Axis] = {}
        for key, axes in axes_by_key.items():
            shared_axis = _shared_axis(axes)
            if shared_axis is not None:
                self._axes[key] = shared_axis
        self._levels = {key: _levels(marks) for key, marks in marks_by_key.items()}

    def apply(self, figure: Figure) -> Figure:
        """Return a Figure with the shared limits and levels.

        Its limits are wider where the shared ones would cut it off.
        """
        rows: list[tuple[Panel, ...]] = []
        for keyed_row in figure.keyed_rows:
            rows.append(tuple(self._panel(place, panel) for place, panel in keyed_row))
        return replace(figure, rows=tuple(rows))

    def _panel(self, place: object, panel: Panel) -> Panel:
        x, y = (self._axis(key, axis) for key, axis in _keyed_axes(place, panel))
        keys = iter([key for key, _ in _keyed_marks(place, panel)])
        marks: list[Mark] = []
        for mark in panel.marks:
            if isinstance(mark, Heatmap | Numbers):
                marks.append(self._mark(next(keys), mark))
            else:
                marks.append(mark)
        return replace(panel, x=x, y=y, marks=tuple(marks))

    def _axis(self, key: object, axis: Axis) -> Axis:
        shared_axis = self._axes.get(key)
        if shared_axis is None:
            return axis
        limits = _union((axis.limits, shared_axis.limits))
        window = shared_axis.window if limits == shared_axis.limits else None
        return replace(axis, limits=limits, window=window)

    def _mark(self, key: object, mark: Coloured) -> Coloured:
        own_levels = _Levels(mark.levels, None, mark.colormap)
        levels, full, colormap = self._levels.get(key, own_levels)
        if isinstance(mark, Numbers):
            return replace(mark, levels=levels, colormap=colormap)
        return replace(mark, levels=levels, full=mark.full and full, colormap=str(colormap))


def _keyed_axes(place: object, panel: Panel) -> Iterator[tuple[object, Axis]]:
    """Yield both axes, each with a key; axes with the same key share one range."""
    curve_quantity = next((mark.quantity for mark in panel.marks if isinstance(mark, Curve)), "")
    for direction, axis in (("x", panel.x), ("y", panel.y)):
        # "Value" is a word for any quantity; the curve names it.
        quantity = curve_quantity if axis.quantity == "value" else ""
        scale = (axis.quantity, axis.label, axis.log, axis.inverted, axis.names)
        yield (place, direction, *scale, quantity), axis


def _keyed_marks(place: object, panel: Panel) -> Iterator[tuple[object, Coloured]]:
    """Yield marks with a colormap, each with a key; marks with the same key share one range."""
    counts = Counter[object]()
    for mark in panel.marks:
        if not isinstance(mark, Heatmap | Numbers):
            continue
        meaning: object = None
        if isinstance(mark, Heatmap):
            meaning = (mark.bar, mark.quantity, mark.cyclic)
        yield (place, type(mark).__name__, meaning, counts[meaning]), mark
        counts[meaning] += 1


def _shared_axis(axes: Sequence[Axis]) -> Axis | None:
    """Return one axis with the range of all; None if each keeps its own range."""
    first = axes[0]
    limits = _union(axis.limits for axis in axes)
    means_other_places = first.whole and first.quantity not in SAME_PLACES
    if means_other_places and any(axis.limits != limits for axis in axes):
        return None
    window = _union(axis.shown for axis in axes)
    return replace(first, limits=limits, window=window if window != limits else None)


def _levels(marks: Sequence[Coloured]) -> _Levels:
    """Return the levels around those of all marks, with one colormap.

    Colours diverge only if those of all marks do.
    """
    levels = _union(mark.levels for mark in marks)
    full_ranges = [mark.full for mark in marks if isinstance(mark, Heatmap) and mark.full]
    full = _union(full_ranges) if full_ranges else None
    other_colormaps = [mark.colormap for mark in marks if mark.colormap != "diverging"]
    colormap = other_colormaps[0] if other_colormaps else marks[0].colormap
    return _Levels(levels, full, colormap)


def _union(spans: Iterable[Span]) -> Span:
    lows, highs = zip(*spans, strict=True)
    return min(lows), max(highs)
