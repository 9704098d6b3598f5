"""Figures of one pane for several Documents, beside each other or one after another: the ranges that they share."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from peviewer.figures.grammar import Curve, Heatmap, Numbers, Rule

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from peviewer.figures.grammar import Axis, Figure, Mark, Panel

# What counts the same things whatever the size of a table: position 50 is the same one in a longer table, but column
# 50 of a wider one belongs to another pair.
SAME_PLACES = ("position", "lag")
# Of a shared axis, a Figure that it was not made for may go beyond: the margin around curves.
MARGIN = 0.05
# Of an axis that several share, the shortest range takes so much at least: half and twice as much stand beside it.
LEAST = 0.2

Span = tuple[float, float]


class Ranges:
    """The limits and the levels that several Figures of one pane share, panel by panel.

    - Axes that measure something (a distance, a frequency) reach over the values of all Figures.
    - Colours stand for the same values in all: levels reach over those of all heatmaps, or numbers, of one quantity.
    - Axes that count positions or lags reach over those of all, as long as the shortest takes a fifth of them: a
      shorter table is then seen to be the beginning of a longer one. Where it would take less, each Figure shows its
      own, as it does of dimensions, pairs and bits: column 50 of a wider table belongs to another pair.
    - In a film (`moving`) axes that count anything reach over the largest of all, where that holds all others: a
      table grows in a frame that stays. One that wanders off, as with a first position that moves, is followed.

    Parameters
    ----------
    figures : iterable of Figure
        What a pane shows of several Documents.
    moving : bool
        Whether they are shown one after another, in one place.
    """

    def __init__(self, figures: Iterable[Figure], *, moving: bool = False) -> None:
        axes: defaultdict[object, list[Axis]] = defaultdict(list)
        coloured: defaultdict[object, list[Heatmap | Numbers]] = defaultdict(list)
        for figure in figures:
            for place, panel in _placed(figure):
                for key, axis in _axes(place, panel):
                    axes[key].append(axis)
                for key, mark in _coloured(place, panel):
                    coloured[key].append(mark)
        self._axes = {key: found for key, some in axes.items() if (found := _over(some, moving=moving)) is not None}
        self._marks = {key: _levels(some) for key, some in coloured.items()}

    def given(self, figure: Figure) -> Figure:
        """Return a Figure with the shared limits and levels, or with wider limits where they would cut it off."""
        panels = iter([self._panel(place, panel) for place, panel in _placed(figure)])
        return replace(figure, rows=tuple(tuple(next(panels) for _ in row) for row in figure.rows))

    def _panel(self, place: object, panel: Panel) -> Panel:
        x, y = (self._axis(key, axis) for key, axis in _axes(place, panel))
        keys = iter([key for key, _ in _coloured(place, panel)])
        marks = tuple(
            self._mark(next(keys), mark) if isinstance(mark, Heatmap | Numbers) else mark for mark in panel.marks
        )
        return replace(panel, x=x, y=y, marks=marks)

    def _axis(self, key: object, axis: Axis) -> Axis:
        shared = self._axes.get(key)
        if shared is None:
            return axis
        widened = _union((axis.limits, shared.limits))
        if widened != shared.limits and _length(axis.log, widened) > (1 + MARGIN) * _length(axis.log, shared.limits):
            return replace(axis, limits=widened, window=None)
        return replace(axis, limits=shared.limits, window=shared.window)

    def _mark(self, key: object, mark: Heatmap | Numbers) -> Mark:
        levels, full, colormap = self._marks.get(key, (mark.levels, None, mark.colormap))
        if isinstance(mark, Numbers):
            return replace(mark, levels=levels, colormap=colormap)
        return replace(mark, levels=levels, full=mark.full and full, colormap=str(colormap))


def alike(figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """Return Figures of one pane, to stand beside each other, on the ranges they share: see :class:`Ranges`.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import pane
    >>> some = [pane("distance").figure(Document().edited({"encoding.base": base})) for base in (1e2, 1e6)]
    >>> [round(figure.panels[0].heatmap.levels[1], 2) for figure in (*some, *alike(some))]
    [17.06, 10.89, 17.06, 17.06]
    """
    ranges = Ranges(figures)
    return tuple(map(ranges.given, figures))


def legend_in_common(figures: Sequence[Figure]) -> tuple[tuple[Curve | Rule, ...], tuple[Figure, ...]]:
    """Return the lines that all Figures of one pane name alike, and the Figures without those names.

    A look that means one thing in one panel and another in the next is named there.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import pane
    >>> some = [pane("similarity").figure(Document().edited({"encoding.base": base})) for base in (1e4, 1e6)]
    >>> shared, left = legend_in_common(some)
    >>> [line.label for line in shared], [line.label for line in left[1].panels[0].named]
    (['measured', '*t* = 50'], ['Σ cos *ω*ᵢ(*s* − *t*)', 'lag 17'])
    """
    named = [[[(appearance(mark), mark.label) for mark in panel.named if panel.legend] for panel in figure.panels]
             for figure in figures]  # fmt: skip
    meant: defaultdict[object, set[str]] = defaultdict(set)
    for look, label in (line for panels in named for lines in panels for line in lines):
        meant[look].add(label)
    everywhere = set.intersection(*({line for lines in panels for line in lines} for panels in named))
    alike_in_all = {line for line in everywhere if len(meant[line[0]]) == 1}
    shared = {
        (appearance(mark), mark.label): mark for panel in figures[0].panels if panel.legend for mark in panel.named
    }
    lines = tuple(mark for line, mark in shared.items() if line in alike_in_all)
    return lines, tuple(_without_names(figure, alike_in_all) for figure in figures)


def appearance(mark: Mark) -> tuple[object, ...]:
    """Return what a line looks like in a legend; nothing of what stands in none."""
    if not isinstance(mark, Curve | Rule):
        return ()
    return type(mark).__name__, mark.color, mark.style if isinstance(mark, Curve) else mark.dashed


def _without_names(figure: Figure, lines: Container[object]) -> Figure:
    """Return a Figure whose legends do not name some lines."""

    def unnamed(mark: Mark) -> Mark:
        if isinstance(mark, Curve | Rule) and (appearance(mark), mark.label) in lines:
            return replace(mark, label="")
        return mark

    def without(panel: Panel) -> Panel:
        if not panel.legend:
            return panel
        left = replace(panel, marks=tuple(map(unnamed, panel.marks)))
        return replace(left, legend=bool(left.named))

    return replace(figure, rows=tuple(tuple(map(without, row)) for row in figure.rows))


def _placed(figure: Figure) -> Iterator[tuple[object, Panel]]:
    """Yield the panels, each with what makes it the same in another Figure: its name, else where it stands."""
    names, seen = iter(figure.names), Counter[str]()
    for r, row in enumerate(figure.rows):
        for c, panel in enumerate(row):
            name = next(names, "")
            yield ((name, seen[name]) if name else (r, c)), panel
            seen[name] += 1


def _axes(place: object, panel: Panel) -> Iterator[tuple[object, Axis]]:
    """Yield both axes, each with what makes it measure the same in another Figure."""
    called = next((mark.called for mark in panel.marks if isinstance(mark, Curve)), "")
    for direction, axis in (("x", panel.x), ("y", panel.y)):
        what = called if axis.quantity == "value" else ""  # a word for anything: the curve says what
        yield (place, direction, axis.quantity, axis.label, axis.log, axis.inverted, axis.names, what), axis


def _coloured(place: object, panel: Panel) -> Iterator[tuple[object, Heatmap | Numbers]]:
    """Yield what has colours, each with what makes them mean the same in another Figure."""
    seen = Counter[object]()
    for mark in panel.marks:
        if isinstance(mark, Heatmap | Numbers):
            what = ("", "", False) if isinstance(mark, Numbers) else (mark.bar, mark.called, mark.cyclic)
            yield (place, type(mark).__name__, what, seen[what]), mark
            seen[what] += 1


def _over(axes: Sequence[Axis], *, moving: bool) -> Axis | None:
    """Return the axis that several share; None where each keeps its own."""
    limits = _union(axis.limits for axis in axes)
    window = _union(axis.shown for axis in axes)
    shared = replace(axes[0], limits=limits, window=window if window != limits else None)
    if not axes[0].whole or all(axis.limits == limits for axis in axes):
        return shared
    if moving:
        return shared if any(axis.limits == limits for axis in axes) else None
    shortest = min(_length(axis.log, axis.limits) for axis in axes)
    enough = shortest >= LEAST * _length(axes[0].log, limits)
    return shared if axes[0].quantity in SAME_PLACES and enough else None


def _length(log: bool, limits: Span) -> float:
    return math.log(limits[1] / limits[0]) if log else limits[1] - limits[0]


def _levels(marks: Sequence[Heatmap | Numbers]) -> tuple[Span, Span | None, str | None]:
    """Return the levels of all, the range there could be, and the colours for them."""
    levels = _union(mark.levels for mark in marks)
    full = [mark.full for mark in marks if isinstance(mark, Heatmap) and mark.full]
    # Diverging colours only where 0 is in the middle of all of them.
    colormap = next((mark.colormap for mark in marks if mark.colormap != "diverging"), marks[0].colormap)
    return levels, _union(full) if full else None, colormap


def _union(spans: Iterable[Span]) -> Span:
    lows, highs = zip(*spans, strict=True)
    return min(lows), max(highs)
