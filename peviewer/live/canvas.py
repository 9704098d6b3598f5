"""The canvas: pyqtgraph's view of one scene, in pixels or in larger units."""

from collections.abc import Callable, Sequence
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QRegion, QTransform
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView, QWidget

from peviewer.figures.palette import Palette

FOCUS_RING = 2

# The error of a rectangle, in pixels, after a transform to data and back.
SLACK = 0.01

# pyqtgraph's default of a hundred reported moves of the pointer a second loses some of a short
# drag.
pg.setConfigOption("mouseRateLimit", -1)


class Canvas(pg.GraphicsView):  # type: ignore[misc]  # pyqtgraph has no types
    """A :class:`pyqtgraph.GraphicsView` without keyboard focus.

    Its panels are laid out by :class:`Layout`.
    """

    resized = Signal()

    type_scale = 1.0
    """Pixels of the widget per unit of the scene."""

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent, useOpenGL=False, background=palette.panel)
        self.colors = palette
        """The palette; everything that paints on the canvas asks for it when it paints."""
        self.setCentralItem(None)
        # The ground is one colour: its cache would be as large as the view and save nothing.
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        # No item draws beyond its bounds, so a repaint of a data area need not repaint axes and
        # header around it.
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self._has_focus_ring = False
        # Qt would paint the whole window once for each scene that changed: with four panes, four
        # times a frame. Changes are collected instead, and painted in the next turn of the event
        # loop.
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.NoViewportUpdate)
        self.scene().changed.connect(self._on_changed)
        self._dirty = QRegion()
        self._is_update_posted = False
        self.prepare: Callable[[float], None] = lambda _: None
        """A function that is called before a frame, with the number of screen dots in a pixel."""
        self.is_held: Callable[[], bool] = lambda: False
        """A function that is asked before a frame whether to wait for a picture beside this one."""
        self._preparing = QTimer(self, singleShot=True, interval=0)
        self._preparing.timeout.connect(self.prepare_now)
        self._painting = QTimer(self, singleShot=True, interval=0)
        self._painting.timeout.connect(self._paint_dirty)
        # An index gains nothing for a few dozen items; Qt's keeps deleted items whose size had
        # changed without notice, and the next move of the pointer crashes.
        self.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)

    @property
    def dots(self) -> float:
        """The dots of the screen in a unit of the scene: more with larger type."""
        return float(self.devicePixelRatioF() * self.type_scale)

    def pixels(self, length: float) -> int:
        """Return a length of the scene in pixels of the widget."""
        return round(length * self.type_scale)

    @property
    def room(self) -> QSize:
        return QSize(int(self.width() / self.type_scale), int(self.height() / self.type_scale))

    def updateMatrix(self, propagate: bool = True) -> None:
        """Make a unit of the scene `type_scale` pixels long."""
        super().updateMatrix(propagate)
        # At another scale Qt repeats the last move of the mouse, as a drag without an end.
        self.setInteractive(False)
        self.setTransform(QTransform.fromScale(self.type_scale, self.type_scale))
        self.setInteractive(True)
        self.setSceneRect(0, 0, self.width() / self.type_scale, self.height() / self.type_scale)
        self.sigDeviceTransformChanged.emit(self)

    @property
    def is_painted(self) -> bool:
        """Whether nothing has changed since the last frame was painted."""
        is_waiting = self._preparing.isActive() or self._painting.isActive()
        return not is_waiting and not self._is_update_posted and self._dirty.isEmpty()

    def refresh(self) -> None:
        """Let items compute what they draw, once in the next turn of the event loop.

        A hidden view does so once shown.
        """
        self._preparing.start()

    def paint_all(self) -> None:
        """Paint everything anew in the next turn of the event loop.

        It is called where a rectangle without extent has moved, as what holds the marks of an area:
        then the scene reports itself as a whole, and nothing at all if a part of it happens to be
        painted before that.
        """
        self._dirty = QRegion(self.viewport().rect())
        self._painting.start()

    def _on_changed(self, rects: Sequence[QRectF]) -> None:
        whole = QRectF(self.viewport().rect())
        for rect in rects:
            changed = self.viewportTransform().mapRect(rect)
            visible = changed.adjusted(SLACK, SLACK, -SLACK, -SLACK) & whole
            self._dirty += visible.toAlignedRect()
        self._painting.start()

    def prepare_now(self) -> None:
        """Let items compute what they draw at once.

        The scene reports it with what changed before.
        """
        self._preparing.stop()
        if self.isVisible():
            self.prepare(self.dots)
            # Restart the timer, so that the scene's own `changed` comes first.
            self._painting.start()

    def paint_held(self) -> None:
        """Paint in the next turn of the event loop what changed while a frame was held."""
        self._painting.start()

    def _paint_dirty(self) -> None:
        if self.is_held():
            return
        if self._dirty.isEmpty():
            return
        self._is_update_posted = True
        self.viewport().update(self._dirty)
        self._dirty = QRegion()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._is_update_posted = False
        self.prepare(self.dots)
        # The part that the whole window paints now need not be painted again.
        self._dirty -= event.region()
        super().paintEvent(event)

    def end_drag(self) -> None:
        """End a drag, and forget the items to which the scene refers below the pointer.

        Those items may be about to be deleted.
        """
        scene = self.scene()
        scene.dragItem = scene.lastDrag = scene.lastHoverEvent = None

    def set_colors(self, palette: Palette) -> None:
        self.colors = palette
        self.setBackground(palette.panel)
        self.viewport().update()

    def set_focus_ring(self, shown: bool) -> None:
        self._has_focus_ring = shown
        self.viewport().update()

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        super().drawForeground(painter, rect)
        if self._has_focus_ring:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self.colors.accent), FOCUS_RING))
            painter.drawRoundedRect(self.sceneRect().adjusted(2, 2, -2, -2), 4, 4)

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        self.resized.emit()


def is_exposed(painter: QPainter, rect: QRectF) -> bool:
    """Whether a painter paints any part of a rectangle now."""
    exposed = painter.paintEngine().systemClip()
    on_device = painter.deviceTransform().mapRect(rect).toAlignedRect()
    return exposed.isEmpty() or exposed.intersects(on_device)
