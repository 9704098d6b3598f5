"""What covers all that is presented: nothing but black, or all but a spot of light."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QCursor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QWidget

BLACK = "Black screen"
SPOTLIGHT = "Spotlight"
# How dark everything is but the spot, of 255, and its radius, as a share of the smaller side.
DIMMED = 170
RADIUS = 0.14


class Cover(QWidget):
    """Lies over everything: black, or a spotlight, dark but for a circle around the pointer."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._spot = QPointF()
        self.hide()

    def toggle(self, name: str) -> None:
        """Be black or a spotlight, by its name, or go where it is that already."""
        self.setVisible(self.isHidden() or name != self.accessibleName())
        self.setAccessibleName(name)
        self.raise_()
        self.light(self.mapFromGlobal(QCursor.pos()).toPointF())

    def light(self, spot: QPointF) -> None:
        self._spot = spot
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        dark = QPainterPath()
        is_spotlight = self.accessibleName() == SPOTLIGHT
        dark.addRect(self.rect())
        if is_spotlight:
            radius = RADIUS * min(self.width(), self.height())
            dark.addEllipse(self._spot, radius, radius)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(dark, QColor(0, 0, 0, DIMMED if is_spotlight else 255))
