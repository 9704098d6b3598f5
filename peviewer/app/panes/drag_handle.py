"""The handle in a pane's header by which its picture is dragged into another program."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QWidget

from peviewer.app.panes.header_button import HeaderButton


class DragHandle(HeaderButton):
    """Asks for a drag once the pointer has been pressed on it and moved away."""

    pressedDown = Signal()
    """The picture will be needed."""
    draggedAway = Signal()
    """The picture is needed."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__("drag", text, parent)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._pressed: QPoint | None = None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where, and let the picture be made meanwhile."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()
            self.pressedDown.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Begin a drag once it is one."""
        far = QGuiApplication.styleHints().startDragDistance()
        if self._pressed is not None and (event.position().toPoint() - self._pressed).manhattanLength() >= far:
            self._pressed = None
            self.draggedAway.emit()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Forget it."""
        self._pressed = None
