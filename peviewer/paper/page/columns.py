"""In how many columns several panes are arranged on a page."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from peviewer.figures.grammar import Listing, Numbers

if TYPE_CHECKING:
    from peviewer.figures.grammar import Figure, Panel


# How much wider than tall a panel looks best.
ASPECT = 1.6
# The penalty of an empty place in a grid, in doublings of that ratio: for different panes, and for equal ones.
EMPTY, EMPTY_AMONG_EQUAL = 0.5, 0.9


def fitting_columns(count: int, aspect: float) -> int:
    """Return how many of `count` panes to put side by side on a page `aspect` times as wide as tall.

    Examples
    --------
    >>> [fitting_columns(count, 16 / 9) for count in (1, 2, 3, 4, 6)], fitting_columns(2, 0.8)
    ([1, 2, 2, 2, 3], 1)
    """
    return _best_columns(count, aspect / ASPECT, EMPTY)[0]


def likely_columns(figure: Figure, count: int, aspect: float) -> list[int]:
    """Return the numbers of columns of `count` panes of one kind on such a page, the likeliest first.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import pane
    >>> some = [pane(name).figure(Document()) for name in ("encoding", "similarity", "distance")]
    >>> [likely_columns(one, 3, aspect)[0] for one in some for aspect in (16 / 9, 1)]
    [3, 2, 3, 3, 3, 2]
    """
    rows = [row for row in figure.rows if not all(map(_is_table, row))] or figure.rows
    return _best_columns(count, aspect * sum(map(_upright, rows)), EMPTY_AMONG_EQUAL)


def _best_columns(count: int, aspect: float, empty: float) -> list[int]:
    """Return the numbers of columns for panes that look best as wide as tall, the best first."""

    def misfit(columns: int) -> float:
        rows = math.ceil(count / columns)
        return abs(math.log2(aspect * rows / columns)) + empty * (rows * columns - count)

    return sorted(range(1, count + 1), key=misfit)


def _upright(row: tuple[Panel, ...]) -> float:
    """Return how much taller than wide a row of panels looks best; one drawn to scale is as it is."""
    if not all(panel.square for panel in row):
        return 1 / (ASPECT * len(row))
    return max(panel.y.extent for panel in row) / sum(panel.x.extent for panel in row)


def _is_table(panel: Panel) -> bool:
    return any(isinstance(mark, Listing | Numbers) for mark in panel.marks)
