"""Flipping: B in the place of A, in all panes, while a key or B's name is held."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from peviewer.app.panes.dock import PaneDock

KEY = Qt.Key.Key_F


class Flipping(QObject):
    """Shows B in A's place in the panes of a window while its key is held."""

    def __init__(self, window: QWidget, docks: Mapping[str, PaneDock]) -> None:
        super().__init__(window)
        self._docks = docks
        window.installEventFilter(self)

    def show_b(self, shows_b: bool) -> None:
        for dock in self._docks.values():
            dock.view.show_b(shows_b)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the key where nothing in the window has typed it."""
        if event.type() == QEvent.Type.WindowDeactivate:
            # A key that is let go elsewhere is not heard of.
            self.show_b(False)
        if isinstance(event, QKeyEvent) and event.key() == KEY and not event.modifiers():
            if event.type() in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                if not event.isAutoRepeat():
                    self.show_b(event.type() == QEvent.Type.KeyPress)
                return True
        return super().eventFilter(watched, event)
