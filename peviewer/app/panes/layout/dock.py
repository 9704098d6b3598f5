"""What an area asks of whatever stands in it."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QWidget


class Dock(QWidget):
    """A widget with a title, with a header by which it is dragged; tells when it was closed.

    Parameters
    ----------
    title : str
        What stands on its tab.
    header : QWidget
        Its topmost line.
    parent : QWidget, optional
        As everywhere in Qt.
    """

    closed = Signal()

    def __init__(self, title: str, header: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.header = header

    def set_tabbed(self, tabbed: bool) -> None:
        """Leave its title to its tab, or say it itself."""

    def clear(self) -> None:
        """Free what it shows: it is closed, perhaps for good."""

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell, so that others take the room."""
        super().closeEvent(event)
        self.closed.emit()
