"""The data area of a panel: which ranges it shows, and what the pointer does in it."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsWidget

from peviewer.figures.grammar import Axis
from peviewer.live.coordinate import Coordinate, Range
from peviewer.live.desk import Desk
from peviewer.live.labels import Labels

NOTCH = 120  # what Qt calls one click of a wheel
ZOOM_PER_NOTCH = 0.85
PAN_PER_NOTCH = 0.1  # of the range, for wheels and touchpads that move sideways
CLICK = 4  # pixels the pointer may move between press and release of a click


class DataArea(QGraphicsWidget):
    """A clipped rectangle with an x and a y range; the marks are its children."""

    moved = Signal()  # a range changed, whoever did it
    dragged = Signal()  # the user panned or zoomed
    hovered = Signal(float, float)  # the pointer, in screen units of x and y
    left = Signal()
    pressed = Signal(QPointF)  # a click, in pixels of the area
    doubleClicked = Signal()

    def __init__(self, x: Axis, y: Axis, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape)
        self.setAcceptHoverEvents(True)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self._set_coordinates(x, y)
        self.x_range, self.y_range = self.along_x.shown, self.along_y.shown
        self.ground = QColor()
        self.has_legend = False
        self.labels = Labels()
        self.is_still = False
        self._grabbed: tuple[QPointF, Range, Range] | None = None
        self._is_drag = False

    def _set_coordinates(self, x: Axis, y: Axis) -> None:
        self.along_x, self.along_y = Coordinate(x), Coordinate(y)
        # Whether x runs against the pixels' direction (rightwards), and y (downwards).
        self.flips = x.inverted, not y.inverted

    def set_still(self, still: bool) -> None:
        """Let the user pan and zoom, or not."""
        self.is_still = still
        self.setCursor(Qt.CursorShape.ArrowCursor if still else Qt.CursorShape.CrossCursor)

    def set_axes(self, x: Axis, y: Axis) -> None:
        """Take over axes; a range changes only if what the Figure asks for did."""
        was_x, was_y, flipped = self.along_x, self.along_y, self.flips
        self._set_coordinates(x, y)
        x_range = self.x_range if _asks_same(was_x.axis, x) else self.along_x.shown
        y_range = self.y_range if _asks_same(was_y.axis, y) else self.along_y.shown
        if not self.set_ranges(x_range, y_range) and flipped != self.flips:
            self.moved.emit()

    def set_ranges(self, x: Range, y: Range) -> bool:
        """Show these ranges, in screen units, as far as the limits allow; True if that is a change."""
        x, y = self.along_x.fitted(x), self.along_y.fitted(y)
        if (x, y) == (self.x_range, self.y_range):
            return False
        self.x_range, self.y_range = x, y
        self.moved.emit()
        return True

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Fill the ground."""
        painter.fillRect(self.rect(), self.ground)

    def settle_labels(self) -> None:
        """Place the texts on the data, if that has changed."""
        self.labels.settle((self.x_range, self.y_range, self.flips, self.rect(), self.has_legend), self.rect())

    # ---- the pointer

    def at(self, point: QPointF) -> tuple[float, float]:
        """Return the place of a pixel of this area, in screen units of x and y."""
        along = point.x() / max(1.0, self.rect().width()), point.y() / max(1.0, self.rect().height())
        places = []
        for part, (low, high), flip in zip(along, (self.x_range, self.y_range), self.flips, strict=True):
            places.append(low + (high - low) * (1 - part if flip else part))
        return places[0], places[1]

    def hoverMoveEvent(self, event: Any) -> None:
        """Tell where the pointer is."""
        self.hovered.emit(*self.at(event.pos()))

    def hoverLeaveEvent(self, _event: Any) -> None:
        """Tell that it is gone."""
        self.left.emit()

    def mousePressEvent(self, event: Any) -> None:
        """Begin a click or a drag."""
        self._grabbed, self._is_drag = (event.pos(), self.x_range, self.y_range), False
        if event.button() not in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._grabbed = None
            event.ignore()

    def mouseMoveEvent(self, event: Any) -> None:
        """Pan from where the drag began, so that roundings never add up."""
        if self._grabbed is None:
            return
        start, x_range, y_range = self._grabbed
        away = event.pos() - start
        self._is_drag = self._is_drag or away.manhattanLength() > CLICK
        if self._is_drag:
            flip_x, flip_y = self.flips
            by_x = away.x() * (x_range[1] - x_range[0]) / self.rect().width() * (1 if flip_x else -1)
            by_y = away.y() * (y_range[1] - y_range[0]) / self.rect().height() * (1 if flip_y else -1)
            self._gesture(lambda axis, r, i: axis.panned((x_range, y_range)[i], (by_x, by_y)[i]))

    def mouseReleaseEvent(self, event: Any) -> None:
        """End a drag, or tell of a click."""
        if self._grabbed is not None and not self._is_drag:
            self.pressed.emit(event.pos())
        self._grabbed = None

    def mouseDoubleClickEvent(self, _event: Any) -> None:
        """Tell of a double click."""
        self._grabbed = None
        self.doubleClicked.emit()

    def wheelEvent(self, event: Any) -> None:
        """Zoom about the pointer; sideways wheels pan along x."""
        self.wheel(event)

    def wheel(self, event: Any, *, only: int | None = None) -> None:
        """Zoom about the pointer, along both axes or only x (0) or y (1)."""
        centre = self.at(self.mapFromScene(event.scenePos()))
        notches = event.delta() / NOTCH
        event.accept()
        if event.orientation() == Qt.Orientation.Horizontal:
            by = -notches * PAN_PER_NOTCH * (self.x_range[1] - self.x_range[0])
            self._gesture(lambda axis, r, i: axis.panned(r, by), only=0)
        else:
            self._gesture(lambda axis, r, i: axis.zoomed(r, centre[i], ZOOM_PER_NOTCH**notches), only=only)

    def _gesture(self, change: Callable[[Coordinate, Range, int], Range], only: int | None = None) -> None:
        if self.is_still:
            return
        ranges = [self.x_range, self.y_range]
        for index, axis in enumerate((self.along_x, self.along_y)):
            if axis.free and only in (None, index):
                ranges[index] = change(axis, ranges[index], index)
        if self.along_x.axis.quantity == self.along_y.axis.quantity and self.along_x.free:
            # One quantity has one range: the gesture's part along the diagonal counts.
            pairs = zip(*ranges, strict=True) if only is None else [(end, end) for end in ranges[only]]
            low, high = ((a + b) / 2 for a, b in pairs)
            ranges = [(low, high), (low, high)]
        if self.set_ranges(*ranges):
            self.dragged.emit()


def _asks_same(old: Axis, new: Axis) -> bool:
    return (old.shown, old.limits, old.log) == (new.shown, new.limits, new.log)
