"""The zoom of a pane, as ``Document.view.zoom`` holds it."""

from collections.abc import Mapping

from peviewer.document.document import Document
from peviewer.document.view import OTHER, Interval
from peviewer.figures.grammar import Axis, Figure


def key(document: Document, pane: str, quantity: str) -> str:
    """Return the key of a quantity's zoom: one that all panes share, or the pane's own."""
    return quantity if document.view.linked else f"{pane}/{quantity}"


def zoomed(
    document: Document, pane: str, figure: Figure | None, windows: Mapping[str, Interval]
) -> dict[str, Interval]:
    """Return the zoom after the user panned or zoomed one pane.

    A window that covers the whole axis is removed.
    """
    zoom = dict(document.view.zoom)
    whole = _limits(figure)
    axes = {axis.quantity: axis for axis in _axes(figure)}
    for quantity in sorted(windows, key=lambda name: name.startswith(OTHER)):
        window = windows[quantity]
        one_side = quantity.removeprefix(OTHER)
        low, high = axes[quantity].flip_window(window) if quantity in axes else window
        first, last = whole.get(quantity, (high, low))
        follows = one_side != quantity and key(document, pane, one_side) in zoom
        if low <= first and high >= last and not follows:
            zoom.pop(key(document, pane, quantity), None)
        else:
            zoom[key(document, pane, quantity)] = (float(low), float(high))
    return zoom


def unzoomed(document: Document, pane: str, figure: Figure | None) -> dict[str, Interval]:
    reset = {key(document, pane, quantity) for quantity in _limits(figure)}
    return {name: window for name, window in document.view.zoom.items() if name not in reset}


def is_zoomed(document: Document, pane: str, figure: Figure | None) -> bool:
    """Whether the pane shows only a part of its axes, because the user zoomed in."""
    if not (zoom := document.view.zoom):
        return False
    return any(
        axis.window and any(key in zoom for key in axis.zoom_keys(pane)) for axis in _axes(figure)
    )


def _axes(figure: Figure | None) -> list[Axis]:
    return [axis for panel in (figure.panels if figure else ()) for axis in (panel.x, panel.y)]


def _limits(figure: Figure | None) -> dict[str, Interval]:
    """Return the whole range of each quantity: the widest range among its axes."""
    whole: dict[str, Interval] = {}
    for axis in _axes(figure):
        own = axis.flip_window(axis.limits)
        low, high = whole.get(axis.quantity, own)
        whole[axis.quantity] = (min(low, own[0]), max(high, own[1]))
    return whole
