"""What lies over a presentation: a spotlight around the pointer, and black."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QWidget

DIMMED = 170  # of 255: how dark everything is but the spot
RADIUS = 0.14  # of the smaller side


class Spotlight(QWidget):
    """Everything is dark but a circle around the pointer."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("Spotlight")
        self._at = QPointF()
        self.hide()

    def move_to(self, at: QPoint) -> None:
        """Light a point of the parent."""
        self._at = QPointF(at)
        if self.isVisible():
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        radius = RADIUS * min(self.width(), self.height())
        dark = QPainterPath()
        dark.addRect(self.rect())
        dark.addEllipse(self._at, radius, radius)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(dark, QColor(0, 0, 0, DIMMED))


class Blank(QWidget):
    """Nothing but black."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Black screen")
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor("black"))
