"""The mark in the corner of a view whose picture is late."""

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QLabel, QWidget

NOTICED_MS = 150  # from which on it shows: a mark that comes and goes with every frame would flicker
AWAY = 8


class PendingMark(QLabel):
    """Says in the lower right corner of its parent that a picture is being worked out; the pointer passes through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Working it out …", parent)
        self.setObjectName("pendingMark")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._view = parent
        self._noticed = QTimer(self, singleShot=True, interval=NOTICED_MS)
        self._noticed.timeout.connect(self._show)
        self.hide()

    def set_pending(self, pending: bool) -> None:
        """Show the mark, once it was late for a moment, or hide it."""
        if pending:
            self._noticed.start()
        else:
            self._noticed.stop()
            self.hide()

    def _show(self) -> None:
        self.adjustSize()
        away = QPoint(self.width() + AWAY, self.height() + AWAY)
        self.move(self._view.rect().bottomRight() - away)
        self.show()
        self.raise_()
