"""The axes that several panes share: positions, dimensions, pairs."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, floor, log
from typing import TYPE_CHECKING, Literal

import numpy as np

from peviewer.figures.grammar import Axis

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from peviewer.document.document import Document
    from peviewer.model.encodings.scheme import Paired, Tabled

_NAME_WIDE, _NAME_HIGH = 0.3, 0.12  # of a small panel, what the name of a line takes


def position_axis(document: Document, symbol: str = "t", cursor: str = "position") -> Axis:
    """Return the axis of all positions of the encoding, one cell each."""
    places = document.encoding.positions
    limits = places[0] - 0.5, places[-1] + 0.5
    return Axis("position", f"position *{symbol}*", limits, cursor=cursor, whole=True, zooms=True)


def dimension_axis(document: Document[Tabled]) -> Axis:
    """Return the axis of all dimensions of the encoding, one cell each."""
    limits = -0.5, document.encoding.dim - 0.5
    return Axis("dimension", "dimension *j*", limits, cursor="dimension", whole=True, zooms=True)


def pair_axis(document: Document[Paired]) -> Axis:
    """Return the axis of all pairs of the encoding, one cell each."""
    return Axis("pair", "pair *i*", (-0.5, document.encoding.pairs - 0.5), cursor="pair", whole=True, zooms=True)


def drawn_as(pairs: int) -> Literal["points", "line"]:
    """Return how a curve over the pairs is drawn: few as points, many as a line."""
    return "points" if pairs <= 32 else "line"


def named_at_left(height: float, up: Axis, curves: Iterable[NDArray[np.float64]]) -> bool:
    """Whether a level line is named at its left: curves over the pairs run by its right end, and none by its left.

    Examples
    --------
    >>> up, rising = Axis("wavelength", "", (1, 1e6), log=True), np.geomspace(6, 6e4, 64)
    >>> [named_at_left(height, up, [rising]) for height in (10, 1e4, 1e6)]
    [False, True, False]
    >>> named_at_left(1e4, up, [rising, np.full(64, 1e4)])  # it would lie on a curve at either end
    False
    """
    apart = _NAME_HIGH * log(up.limits[1] / up.limits[0])

    def meets(heights: NDArray[np.float64]) -> bool:
        off = np.log(heights / height)
        return bool(off.min() < apart and off.max() > -apart)

    ends = [(curve[: (count := ceil(_NAME_WIDE * len(curve)))], curve[-count:]) for curve in curves]
    return any(meets(right) for _, right in ends) and not any(meets(left) for left, _ in ends)


def within(position: int, document: Document) -> int:
    """Return the position of the encoding nearest to `position`."""
    places = document.encoding.positions
    return min(max(position, places[0]), places[-1])


def windowed(axis: Axis, document: Document, pane: str) -> Axis:
    """Return an axis with what the user zoomed to: a window of the pane alone goes before one that panes share."""
    zoom = document.view.zoom
    chosen = zoom.get(f"{pane}/{axis.quantity}") or zoom.get(axis.quantity)
    if not axis.zooms or chosen is None:
        return axis
    own = axis.shared(chosen)
    low, high = max(own[0], axis.limits[0]), min(own[1], axis.limits[1])
    inside = high - low >= 1e-9 and (low, high) != axis.limits
    return replace(axis, window=(low, high)) if inside else axis


def cells_shown(axis: Axis) -> range:
    """Return the cells that an axis shows, in part or whole.

    Examples
    --------
    >>> cells_shown(Axis("dimension", "", (-0.5, 255.5), window=(3.2, 7.5)))
    range(3, 8)
    """
    low, high = axis.shown
    return range(floor(low + 0.5), max(ceil(high - 0.5), floor(low + 0.5)) + 1)
