"""Where one zoomed before: back and forward, as in a browser."""

import time
from collections.abc import Callable
from operator import attrgetter

from PySide6.QtCore import QObject, Signal

from peviewer.app.session.session import Session
from peviewer.document.document import Document
from peviewer.document.sections import Window

GESTURE = 0.8  # seconds without a change, after which the next is another gesture
MOST = 100
Zoom = dict[str, Window]


class ZoomHistory(QObject):
    """The zooms of the Document, one a gesture: a drag or a turn of the wheel leaves its end alone.

    Parameters
    ----------
    session : Session
        Whose zoom it is; it begins anew with each Document that is opened.
    clock : callable
        The time in seconds.
    """

    changed = Signal()
    """Whether one can go back, or forward, may be another."""

    def __init__(
        self, session: Session, parent: QObject | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._session, self._clock = session, clock
        self._before: list[Zoom] = []
        self._after: list[Zoom] = []
        self._now: Zoom = session.document.view.zoom
        self._last = -GESTURE
        session.opened.connect(self._begin_anew)
        session.watch(attrgetter("view.zoom"), self._on_zoom)

    @property
    def can_go_back(self) -> bool:
        """Whether there was a zoom before this one."""
        return bool(self._before)

    @property
    def can_go_forward(self) -> bool:
        """Whether one went back."""
        return bool(self._after)

    def back(self) -> None:
        """Show again what was shown before the last gesture."""
        if self._before:
            self._after.append(self._now)
            self._go(self._before.pop())

    def forward(self) -> None:
        """Show again what was shown before one went back."""
        if self._after:
            self._before.append(self._now)
            self._go(self._after.pop())

    def _go(self, zoom: Zoom) -> None:
        self._now, self._last = zoom, -GESTURE
        self._session.edit({"view.zoom": zoom}, undoable=False)
        self.changed.emit()

    def _begin_anew(self) -> None:
        self._before, self._after, self._now = [], [], self._session.document.view.zoom
        self.changed.emit()

    def _on_zoom(self, document: Document) -> None:
        if document.view.zoom == self._now:
            return
        at = self._clock()
        if at - self._last >= GESTURE:
            self._before = [*self._before, self._now][-MOST:]
        self._last, self._now, self._after = at, document.view.zoom, []
        self.changed.emit()
