"""How panels that are drawn to one scale are spread over the room a picture has: what is in them is largest so."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from peviewer.base.words import unstarred
from peviewer.figures.grammar import Words
from peviewer.figures.shares import allotted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from peviewer.figures.grammar import Axis, Figure, Panel

LETTER = 0.6  # how wide a letter is about, of the size of type
ALIKE = 0.9  # of the largest unit: what is drawn in such a one is about as large

_Rows = tuple[tuple["Panel", ...], ...]


class _Spread(NamedTuple):
    rows: _Rows
    heights: tuple[float, ...]


class _Fill(NamedTuple):
    says: bool  # whether words have room
    unit: float  # the smallest
    covered: float


def shaped(figure: Figure, width: float, height: float, size: float, line: float) -> Figure:
    """Return a Figure with its drawings spread so that they fill a room.

    The smallest type is `size` there, and the words above a panel `line` high.

    Of drawings that can be spread otherwise (see :class:`Shape`) all of a row are spread alike; those that stand
    beside each other may stand below each other. Their words have room before anything else; then the smallest of
    them is as large as can be, and of those where it is so they cover most.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import pane
    >>> clocks = pane("clocks").figure(Document())
    >>> spread = [shaped(clocks, *room, 24, 45) for room in ((1900, 900), (1060, 900))]
    >>> [len(set(figure.rows[1][0].marks[0].y)) for figure in spread]
    [1, 2]
    """
    if figure.spare or not any(panel.shapes for panel in figure.panels):
        return figure
    spreads = list(_spreads(figure))
    fills = [_fill(spread, width, height, size, line) for spread in spreads]
    says = max(fill.says for fill in fills)
    unit = max(fill.unit for fill in fills if fill.says == says)
    large = [k for k, fill in enumerate(fills) if fill.says == says and fill.unit >= ALIKE * unit]
    best = spreads[max(large, key=lambda k: fills[k].covered)]
    return replace(figure, rows=best.rows, heights=best.heights)


def _spreads(figure: Figure) -> Iterator[_Spread]:
    """Yield all ways to spread a Figure, that which was declared first."""
    ways = [list(_ways(row)) for row in figure.rows]
    for chosen in itertools.product(*ways):
        rows = tuple(row for way in chosen for row in way)
        heights = tuple(high / len(way) for way, high in zip(chosen, figure.heights, strict=True) for _ in way)
        yield _Spread(rows, heights)


def _ways(row: tuple[Panel, ...]) -> Iterator[_Rows]:
    """Yield the rows that one row may become."""
    shapes = min(len(panel.shapes) for panel in row)
    alike = [row, *(tuple(panel.shaped(k) for panel in row) for k in range(shapes))]
    yield from ((panels,) for panels in alike)
    if len(row) > 1 and all(panel.square for panel in row):
        yield from (tuple((panel,) for panel in panels) for panels in alike)


def _fill(spread: _Spread, width: float, height: float, size: float, line: float) -> _Fill:
    room = height - sum(line for row in spread.rows if any(panel.title or panel.fact for panel in row))
    drawn = {k: row for k, row in enumerate(spread.rows) if all(panel.square for panel in row)}
    wide = {k: sum(_span(panel.x) for panel in row) for k, row in drawn.items()}
    tall = {k: max(_span(panel.y) for panel in row) for k, row in drawn.items()}
    talls = allotted(max(0.0, room), spread.heights, {k: width / wide[k] * tall[k] for k in drawn})
    units = {k: min(width / wide[k], talls[k] / tall[k]) for k in drawn}
    says = all(_has_room(panel, units[k], size) for k, row in drawn.items() for panel in row)
    covered = sum(units[k] ** 2 * wide[k] * tall[k] for k in drawn)
    return _Fill(says, min(units.values()), covered)


def _has_room(panel: Panel, unit: float, size: float) -> bool:
    words = [mark for mark in panel.marks if isinstance(mark, Words) and mark.room]
    return all(LETTER * size * len(unstarred(text)) <= (mark.room or 0) * unit for mark in words for text in mark.texts)


def _span(axis: Axis) -> float:
    return axis.shown[1] - axis.shown[0]
