"""What a pane is dragged by: its header, or its tab."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QWidget

LOST = {QEvent.Type.Hide, QEvent.Type.WindowDeactivate}


class Grip(QObject):
    """Tells of a drag of a widget; what becomes of it is for others to say.

    Parameters
    ----------
    widget : QWidget
        What is pressed.
    named : callable
        A point of the widget → the pane that is dragged by it, or an empty string.
    keeps : bool
        Whether presses are the grip's alone; a tab bar needs them too.
    """

    moved = Signal(str, QPoint)  # the pane, where on the screen
    released = Signal(str, QPoint)
    lost = Signal()  # the drag ended without a release

    def __init__(self, widget: QWidget, named: Callable[[QPoint], str], *, keeps: bool) -> None:
        super().__init__(widget)
        self._named, self._keeps = named, keeps
        self._name, self._start, self._dragging = "", QPoint(), False
        widget.installEventFilter(self)

    def eventFilter(self, _widget: QObject, event: QEvent) -> bool:
        """Follow the left button."""
        if isinstance(event, QMouseEvent):
            return self._on_mouse(event)
        if event.type() in LOST and self._name:
            self.release()
        return False

    def _on_mouse(self, event: QMouseEvent) -> bool:
        at = event.globalPosition().toPoint()
        left = event.button() == Qt.MouseButton.LeftButton
        if event.type() == QEvent.Type.MouseButtonPress and left:
            self._name, self._start, self._dragging = self._named(event.position().toPoint()), at, False
            return self._keeps
        if event.type() == QEvent.Type.MouseMove and self._name:
            self._on_move(at)
        elif event.type() == QEvent.Type.MouseButtonRelease and left and self._name:
            name, dragged = self._name, self._dragging
            self._name, self._dragging = "", False
            if dragged:
                self.released.emit(name, at)
        return self._keeps and event.type() != QEvent.Type.MouseButtonDblClick

    def _on_move(self, at: QPoint) -> None:
        if (at - self._start).manhattanLength() >= QGuiApplication.styleHints().startDragDistance():
            self._dragging = True
        if self._dragging:
            self.moved.emit(self._name, at)

    def release(self) -> None:
        """Forget what is dragged; the release to come means nothing."""
        self._name, self._dragging = "", False
        self.lost.emit()
