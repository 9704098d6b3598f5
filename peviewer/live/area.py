"""The data area of a panel: which ranges it shows, and what the pointer does in it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsWidget

from peviewer.figures.grammar import Axis
from peviewer.live.coordinate import Coordinate, Range
from peviewer.live.desk import Desk
from peviewer.live.hand.holds import Box, Drag, Hold, Pan
from peviewer.live.hand.zoom_box import ZoomBox, lens
from peviewer.live.labels import Labels

if TYPE_CHECKING:
    from peviewer.live.hand.grips import Grip, Pick

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
    edited = Signal(str, object, str)  # the user set a field of the Document to a value; edits of one drag share a key

    def __init__(self, x: Axis, y: Axis, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape)
        self.setAcceptHoverEvents(True)
        self._pointer: Qt.CursorShape | None = None
        self._set_coordinates(x, y)
        self.x_range, self.y_range = self.along_x.shown, self.along_y.shown
        self.ground = QColor()
        self.has_legend = False
        self.labels = Labels()
        self.is_still = False
        self._point_with(self._plain_pointer)
        self._hold: Hold | None = None
        self._start, self._is_drag = QPointF(), False
        self.find_pick: Callable[[QPointF], Pick | None] = lambda _: None
        self.find_grip: Callable[[QPointF], Grip | None] = lambda _: None
        self.box = ZoomBox(self)

    def _set_coordinates(self, x: Axis, y: Axis) -> None:
        self.along_x, self.along_y = Coordinate(x), Coordinate(y)
        # Whether x runs against the pixels' direction (rightwards), and y (downwards).
        self.flips = x.inverted, not y.inverted

    def set_still(self, still: bool) -> None:
        """Let the user pan and zoom, or not."""
        if still != self.is_still:
            self.is_still = still
            self._point_with(self._plain_pointer)

    @property
    def _plain_pointer(self) -> Qt.CursorShape:
        return Qt.CursorShape.ArrowCursor if self.is_still else Qt.CursorShape.CrossCursor

    def _point_with(self, shape: Qt.CursorShape | None) -> None:
        """Let the pointer have a shape, or be a lens."""
        if shape != self._pointer:
            self._pointer = shape
            self.setCursor(lens() if shape is None else shape)

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
        """Tell where the pointer is, and show what it could do there."""
        self.hovered.emit(*self.at(event.pos()))
        self.show_pointer(event.pos(), event.modifiers())

    def show_pointer(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        """Let the pointer say what a press would begin: a zoom, a drag of a mark, a pick."""
        if self._zooms(keys):
            self._point_with(None)
        elif grip := self.find_grip(point):
            self._point_with(grip.shape)
        else:
            self._point_with(Qt.CursorShape.PointingHandCursor if self.find_pick(point) else self._plain_pointer)

    def _zooms(self, keys: Qt.KeyboardModifier) -> bool:
        """Whether a drag with these keys held draws a box around what is to be shown."""
        return bool(keys & Qt.KeyboardModifier.ShiftModifier) and not self.is_still

    def hoverLeaveEvent(self, _event: Any) -> None:
        """Tell that it is gone."""
        self.left.emit()

    def mousePressEvent(self, event: Any) -> None:
        """Begin a click or a drag."""
        self._start, self._is_drag = event.pos(), False
        self._hold = self._held(event.pos(), event.button(), event.modifiers())
        if self._hold is None:
            event.ignore()

    def _held(self, at: QPointF, button: Qt.MouseButton, keys: Qt.KeyboardModifier) -> Hold | None:
        """Return what a drag from a pixel would do."""
        if button not in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            return None
        if button == Qt.MouseButton.LeftButton and self._zooms(keys):
            return Box(self, at)
        grip = self.find_grip(at) if button == Qt.MouseButton.LeftButton else None
        return Drag(grip, self.edited.emit) if grip else Pan(self, at)

    def mouseMoveEvent(self, event: Any) -> None:
        """Drag, once the pointer is so far away that it is no click."""
        if self._hold is None:
            return
        if not self._is_drag and (event.pos() - self._start).manhattanLength() > CLICK:
            self._is_drag = True
            self.left.emit()  # until it ends nothing is read: that would stay as it was where the drag began
        if self._is_drag:
            self._hold.move(event.pos())

    def mouseReleaseEvent(self, event: Any) -> None:
        """End a drag, or tell of a click."""
        hold, self._hold = self._hold, None
        if hold is None:
            return
        if self._is_drag:
            hold.end()
            return
        if pick := self.find_pick(event.pos()):
            self.edited.emit(pick.field, pick.value, "")
        self.pressed.emit(event.pos())

    def mouseDoubleClickEvent(self, _event: Any) -> None:
        """Tell of a double click."""
        self._hold = None
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
            self.change_ranges(lambda axis, r, i: axis.panned(r, by), only=0)
        else:
            self.change_ranges(lambda axis, r, i: axis.zoomed(r, centre[i], ZOOM_PER_NOTCH**notches), only=only)

    @property
    def is_matrix(self) -> bool:
        """Whether both axes are of one quantity, which has one range."""
        return self.along_x.axis.quantity == self.along_y.axis.quantity and self.along_x.free

    def change_ranges(self, change: Callable[[Coordinate, Range, int], Range], only: int | None = None) -> None:
        """Do what the user did: change the range of each axis that is free, or of x (0) or y (1) alone."""
        if self.is_still:
            return
        ranges = [self.x_range, self.y_range]
        for index, axis in enumerate((self.along_x, self.along_y)):
            if axis.free and only in (None, index):
                ranges[index] = change(axis, ranges[index], index)
        if self.is_matrix:
            # The gesture's part along the diagonal counts.
            pairs = zip(*ranges, strict=True) if only is None else [(end, end) for end in ranges[only]]
            low, high = ((a + b) / 2 for a, b in pairs)
            ranges = [(low, high), (low, high)]
        if self.set_ranges(*ranges):
            self.dragged.emit()


def _asks_same(old: Axis, new: Axis) -> bool:
    return (old.shown, old.limits, old.log) == (new.shown, new.limits, new.log)
