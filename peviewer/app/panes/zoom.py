"""What a pane is zoomed to, as ``Document.view.zoom`` keeps it, and its history: back and forward."""

import time
from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal

from peviewer.app.session.session import Session
from peviewer.document.document import Document
from peviewer.document.sections import OTHER, Window
from peviewer.figures.grammar import Axis, Figure


def key(document: Document, pane: str, quantity: str) -> str:
    """Return where the window of a quantity is kept: shared by all panes, or a pane's own."""
    return quantity if document.view.linked else f"{pane}/{quantity}"


def zoomed(document: Document, pane: str, figure: Figure | None, windows: Mapping[str, Window]) -> dict[str, Window]:
    """Return the zoom after the user moved one pane's windows.

    A window that covers the whole axis is forgotten, so that a longer table
    is shown whole again.
    """
    zoom = dict(document.view.zoom)
    whole, axes = _limits(figure), {axis.quantity: axis for axis in _axes(figure)}
    for quantity in sorted(windows, key=lambda name: name.startswith(OTHER)):
        window, one_side = windows[quantity], quantity.removeprefix(OTHER)
        low, high = axes[quantity].flip_window(window) if quantity in axes else window
        first, last = whole.get(quantity, (high, low))
        follows = one_side != quantity and key(document, pane, one_side) in zoom
        if low <= first and high >= last and not follows:
            zoom.pop(key(document, pane, quantity), None)
        else:
            zoom[key(document, pane, quantity)] = (float(low), float(high))
    return zoom


def unzoomed(document: Document, pane: str, figure: Figure | None) -> dict[str, Window]:
    reset = {key(document, pane, quantity) for quantity in _limits(figure)}
    return {name: window for name, window in document.view.zoom.items() if name not in reset}


def is_zoomed(document: Document, pane: str, figure: Figure | None) -> bool:
    """Whether the pane shows a part of something, because the user zoomed into it."""
    if not (zoomed_to := document.view.zoom):
        return False
    return any(axis.window and any(key in zoomed_to for key in axis.zoom_keys(pane)) for axis in _axes(figure))


def _axes(figure: Figure | None) -> list[Axis]:
    return [axis for panel in (figure.panels if figure else ()) for axis in (panel.x, panel.y)]


def _limits(figure: Figure | None) -> dict[str, Window]:
    """Return the whole range of each quantity, as its axes share it: the widest of theirs."""
    whole: dict[str, Window] = {}
    for axis in _axes(figure):
        own = axis.flip_window(axis.limits)
        low, high = whole.get(axis.quantity, own)
        whole[axis.quantity] = (min(low, own[0]), max(high, own[1]))
    return whole


GESTURE = 0.8  # seconds without a change, after which the next is another gesture
MOST_ZOOMS = 100
Zoom = dict[str, Window]


class ZoomHistory(QObject):
    """The zooms of the Document, one a gesture: a drag or a turn of the wheel leaves its end alone."""

    changed = Signal()
    """Whether one can go back, or forward, may be another."""

    def __init__(
        self, session: Session, parent: QObject | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._session, self._clock = session, clock
        self.before: list[Zoom] = []
        self.after: list[Zoom] = []
        self._now: Zoom = session.document.view.zoom
        self._last = -GESTURE
        session.opened.connect(self._reset)
        session.watch("view.zoom", self._on_zoom)

    def back(self) -> None:
        if self.before:
            self.after.append(self._now)
            self._go(self.before.pop())

    def forward(self) -> None:
        if self.after:
            self.before.append(self._now)
            self._go(self.after.pop())

    def _go(self, zoom: Zoom) -> None:
        self._now, self._last = zoom, -GESTURE
        self._session.edit({"view.zoom": zoom}, undoable=False)
        self.changed.emit()

    def _reset(self) -> None:
        self.before, self.after, self._now = [], [], self._session.document.view.zoom
        self.changed.emit()

    def _on_zoom(self, document: Document) -> None:
        if document.view.zoom == self._now:
            return
        at = self._clock()
        if at - self._last >= GESTURE:
            self.before = [*self.before, self._now][-MOST_ZOOMS:]
        self._last, self._now, self.after = at, document.view.zoom, []
        self.changed.emit()
