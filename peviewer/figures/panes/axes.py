"""The axes that several panes share: positions, dimensions, pairs; with the Document's zoom on them."""

from peviewer.document.document import Document
from peviewer.figures.grammar import Axis


def position_axis(document: Document, pane: str, symbol: str = "t", cursor: str = "position") -> Axis:
    """Return the axis of all positions of the encoding, one cell each."""
    places = document.encoding.positions
    limits = places[0] - 0.5, places[-1] + 0.5
    return Axis("position", f"position *{symbol}*", limits, window(document, pane, "position", limits), cursor,
                whole=True)  # fmt: skip


def dimension_axis(document: Document, pane: str) -> Axis:
    """Return the axis of all dimensions of the encoding, one cell each."""
    limits = -0.5, document.encoding.dim - 0.5
    return Axis("dimension", "dimension *j*", limits, window(document, pane, "dimension", limits), "dimension",
                whole=True)  # fmt: skip


def pair_axis(document: Document, pane: str) -> Axis:
    """Return the axis of all pairs of the encoding, one cell each."""
    limits = -0.5, document.encoding.pairs - 0.5
    return Axis("pair", "pair *i*", limits, window(document, pane, "pair", limits), "pair", whole=True)


def window(document: Document, pane: str, quantity: str, limits: tuple[float, float]) -> tuple[float, float] | None:
    """Return what the user zoomed to along a quantity, inside the limits, or None for everything.

    A zoom of this pane alone, kept as ``"pane/quantity"``, goes before one that
    panes share.
    """
    zoom = document.view.zoom
    chosen = zoom.get(f"{pane}/{quantity}") or zoom.get(quantity)
    if chosen is None:
        return None
    low, high = max(chosen[0], limits[0]), min(chosen[1], limits[1])
    return (low, high) if high - low >= 1e-9 and (low, high) != limits else None


def within(position: int, document: Document) -> int:
    """Return the position of the encoding nearest to `position`."""
    places = document.encoding.positions
    return min(max(position, places[0]), places[-1])
