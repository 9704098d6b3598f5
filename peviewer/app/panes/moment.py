"""The same moment in all panes: pictures that are ready wait for late ones."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, QTimer

from peviewer.app.panes.dock import PaneDock
from peviewer.live.pending import PATIENCE_MS


class Moment(QObject):
    """Lets all panes show a change of the Document at once.

    A pane that is ready waits for late ones, but not for longer than the patience. After
    that each pane shows what it has, and a late one says that it is outdated.
    """

    def __init__(self, docks: Mapping[str, PaneDock], parent: QObject) -> None:
        super().__init__(parent)
        self._docks = docks
        self._is_patience_over = False
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._end_patience)

    def add(self, dock: PaneDock) -> None:
        dock.view.hold_while(self.is_held)
        dock.view.set_patience(self._patience.interval())
        dock.view.pendingChanged.connect(self._on_pending_changed)

    def set_patience(self, milliseconds: int) -> None:
        self._patience.setInterval(milliseconds)
        for dock in self._docks.values():
            dock.view.set_patience(milliseconds)

    @property
    def is_complete(self) -> bool:
        """Whether all visible panes show the Document as it is now."""
        return not any(dock.seen and dock.view.is_pending for dock in self._docks.values())

    @property
    def is_shown(self) -> bool:
        """Whether the screen shows all panes that are seen as the Document is now.

        What changes between the report of a change and its painting is painted in pieces: a
        number's new digits beside the old ones.
        """
        views = [dock.view for dock in self._docks.values() if dock.seen]
        return self.is_complete and all(view.is_painted for view in views)

    def is_held(self) -> bool:
        """Whether ready pictures wait: some pane is late, but not yet too late."""
        if self.is_complete or self._is_patience_over:
            return False
        if not self._patience.isActive():
            self._patience.start()
        return True

    def _on_pending_changed(self) -> None:
        if self.is_complete:
            self._patience.stop()
            self._is_patience_over = False
            self._paint()

    def _end_patience(self) -> None:
        self._is_patience_over = True
        self._paint()

    def _paint(self) -> None:
        for dock in self._docks.values():
            dock.view.paint_held()
