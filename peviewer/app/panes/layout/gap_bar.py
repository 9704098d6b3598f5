"""The gap between panes, by which they are made larger and smaller."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget


class GapBar(QWidget):
    """Drawn under the pointer alone; tells how far it was dragged since it was pressed."""

    pressed = Signal()
    dragged = Signal(int)  # pixels
    released = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("paneGap")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._across, self._start = True, QPoint()

    def set_across(self, across: bool) -> None:
        """Part what stands side by side, or else one above the other."""
        self._across = across
        self.setCursor(Qt.CursorShape.SplitHCursor if across else Qt.CursorShape.SplitVCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._start = event.globalPosition().toPoint()
            self.pressed.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell how far it is."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            off = event.globalPosition().toPoint() - self._start
            self.dragged.emit(off.x() if self._across else off.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell that the drag is over."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.released.emit()
