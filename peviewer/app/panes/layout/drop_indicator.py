"""The mark of where a dragged pane would land."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

FILL = 0.25
PADDING = 8


class DropIndicator(QWidget):
    """A tinted rectangle over the panes, with what would happen in words; it takes no part in the drag."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.text = ""
        self.hide()

    def mark(self, rect: QRect, text: str) -> None:
        """Stand there, and say what for."""
        self.text = text
        self.setGeometry(rect)
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the tint, the edge, and the words on a ground of their own."""
        painter = QPainter(self)
        accent = self.palette().color(QPalette.ColorRole.Highlight)
        tint = QColor(accent)
        tint.setAlphaF(FILL)
        painter.fillRect(self.rect(), tint)
        painter.setPen(QPen(accent, 2))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        middle = Qt.AlignmentFlag.AlignCenter
        ground = painter.boundingRect(self.rect(), middle, self.text).adjusted(-PADDING, -PADDING, PADDING, PADDING)
        painter.fillRect(ground, accent)
        painter.setPen(self.palette().color(QPalette.ColorRole.HighlightedText))
        painter.drawText(self.rect(), middle, self.text)
