"""The canvas: pyqtgraph's view of one scene whose units are the widget's pixels."""

from collections.abc import Sequence
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QRegion
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView, QLabel, QWidget

RING = 2
SLACK = 0.01  # pixels that a rectangle may be off after a transform to data and back

# Every move of the pointer counts: at most a hundred a second, as by default, a short drag would leave some out.
pg.setConfigOption("mouseRateLimit", -1)


class Canvas(pg.GraphicsView):  # type: ignore[misc]  # pyqtgraph has no types
    """A :class:`pyqtgraph.GraphicsView` without keys, whose panels are laid out by :class:`Layout`."""

    resized = Signal()

    def __init__(self, background: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, useOpenGL=False, background=background)
        self.setCentralItem(None)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        # No item draws beyond its bounds: what moves in a data area leaves the axes and the header around it alone.
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self._ring: QColor | None = None
        # Qt paints the window at once for each scene that changed: four panes that move would be four windows painted.
        # What changed is gathered instead, and painted in the next turn of the event loop.
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.NoViewportUpdate)
        self.scene().changed.connect(self._on_changed)
        self._stale = QRegion()
        self._preparing = QTimer(self, singleShot=True, interval=0)
        self._preparing.timeout.connect(self._prepare)
        self._painting = QTimer(self, singleShot=True, interval=0)
        self._painting.timeout.connect(self._paint_stale)
        # Of a few dozen items that often change their size an index gains nothing, and in Qt's, one that changed
        # unnoticed is left behind when it is deleted: the next move of the pointer ends the process.
        self.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)

    def refresh(self) -> None:
        """Have items work out what they draw, once in this turn of the event loop; a hidden view waits to be shown."""
        self._preparing.start()

    def _on_changed(self, rects: Sequence[QRectF]) -> None:
        whole = QRectF(self.viewport().rect())
        for rect in rects:
            self._stale += (rect.adjusted(SLACK, SLACK, -SLACK, -SLACK) & whole).toAlignedRect()
        self._painting.start()

    def _prepare(self) -> None:
        if self.isVisible():
            self.scene().prepareForPaint()
        self._painting.start()  # anew: the scene tells of what that changed first

    def _paint_stale(self) -> None:
        stale, self._stale = self._stale, QRegion()
        self.viewport().update(stale)

    def let_go(self) -> None:
        """End a drag, and forget what the pointer was over: what the scene shows is about to be deleted."""
        scene = self.scene()
        scene.dragItem = scene.lastDrag = scene.lastHoverEvent = None

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
        self.resized.emit()


def is_exposed(painter: QPainter, rect: QRectF) -> bool:
    """Whether any part of a rectangle, in the painter's units, is being painted again."""
    exposed = painter.paintEngine().systemClip()
    return exposed.isEmpty() or exposed.intersects(painter.deviceTransform().mapRect(rect).toAlignedRect())


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
