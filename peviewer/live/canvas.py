"""The canvas: Qt's view of one scene whose units are the widget's pixels."""

from typing import Any

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QFrame, QGraphicsItem, QGraphicsScene, QGraphicsView, QWidget

RING = 2


class Canvas(QGraphicsView):
    """A view without frame, scroll bars or keys."""

    resized = Signal()

    def __init__(self, background: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        # No item draws beyond its bounds: what moves in a data area leaves the axes and the header around it alone.
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setMouseTracking(True)
        self._ring: QColor | None = None
        scene = QGraphicsScene(self)
        # Of a few dozen items that often change their size an index gains nothing, and in Qt's, one that changed
        # unnoticed is left behind when it is deleted: the next move of the pointer ends the process.
        scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(scene)
        self.set_background(background)

    def set_background(self, color: str) -> None:
        """Fill what nothing covers with ``#RRGGBB``."""
        self.setBackgroundBrush(QColor(color))

    def set_ring(self, color: str | None) -> None:
        """Draw a line around everything, of ``#RRGGBB``: keys are for this; None for no line."""
        self._ring = QColor(color) if color else None
        self.viewport().update()

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Draw the ring."""
        super().drawForeground(painter, rect)
        if self._ring is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._ring, RING))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), 4, 4)

    def resizeEvent(self, event: Any) -> None:
        """Keep the scene's units pixels, and tell of it."""
        super().resizeEvent(event)
        self.setSceneRect(QRectF(self.rect()))
        self.resized.emit()


def renew(item: QGraphicsItem, *rects: QRectF) -> None:
    """Have parts of an item painted again, with all else that changed in this turn of the event loop.

    An item's own ``update`` has the window painted at once, for each scene by
    itself: four panes that move would be four windows painted.
    """
    scene = item.scene()
    if scene is not None:
        viewport, origin = scene.views()[0].viewport(), item.scenePos()
        for rect in rects:
            viewport.update(rect.translated(origin).toAlignedRect())


def is_exposed(painter: QPainter, rect: QRectF) -> bool:
    """Whether any part of a rectangle, in the painter's units, is being painted again."""
    exposed = painter.paintEngine().systemClip()
    return exposed.isEmpty() or exposed.intersects(painter.deviceTransform().mapRect(rect).toAlignedRect())
