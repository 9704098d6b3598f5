"""The axes that several panes share: positions, dimensions, pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.figures.grammar import Axis

if TYPE_CHECKING:
    from peviewer.document.document import Document
    from peviewer.model.encodings.scheme import Paired, Tabled


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


def within(position: int, document: Document) -> int:
    """Return the position of the encoding nearest to `position`."""
    places = document.encoding.positions
    return min(max(position, places[0]), places[-1])
