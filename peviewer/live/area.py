"""The data area of a panel: which ranges it shows, and what the pointer does in it."""

from collections.abc import Callable
from math import floor
from typing import TYPE_CHECKING, Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter

from peviewer.figures.grammar import Axis
from peviewer.live.coordinate import Coordinate, Range
from peviewer.live.drag import Box, Drag, Hold, Pan, ZoomBox, lens
from peviewer.live.labels import Labels
from peviewer.live.worker import Desk

if TYPE_CHECKING:
    from peviewer.live.drag import Grip, Pick

NOTCH = 120  # what Qt calls one click of a wheel
ZOOM_PER_NOTCH = 0.85
PAN_PER_NOTCH = 0.1  # of the range, for wheels and touchpads that move sideways
FAR = 2.0**31
"""Where an axis begins farther out than this, the ViewBox counts from its beginning: its transform would lose cells."""


class DataArea(pg.ViewBox):  # type: ignore[misc]  # pyqtgraph has no types
    """A :class:`pyqtgraph.ViewBox` with the range of a Figure's axes; the marks are its children.

    Its coordinates are screen units: those of the axes, or their logarithms to
    base ten. An axis that begins farther out than `FAR` is counted from its
    beginning (`origins`).
    """

    moved = Signal()  # a range changed, whoever did it
    dragged = Signal()  # the user panned or zoomed
    hovered = Signal(float, float)  # the pointer, in screen units of x and y
    left = Signal()
    pressed = Signal(QPointF)  # a click, in pixels of the area
    doubleClicked = Signal()
    edited = Signal(str, object, str)  # the user set a field of the Document to a value; edits of one drag share a key

    def __init__(self, x: Axis, y: Axis, desk: Desk) -> None:
        super().__init__(enableMenu=False, defaultPadding=0.0)
        self.desk = desk
        self.setAcceptHoverEvents(True)
        self._pointer: Qt.CursorShape | None = None
        self._setting = False
        self._set_coordinates(x, y)
        self.x_range, self.y_range = self.along_x.shown, self.along_y.shown
        self._show_ranges()
        self.has_legend = False
        self.labels = Labels()
        self.is_still = False
        self._point_with(self._plain_pointer)
        self._hold: Hold | None = None
        self.find_pick: Callable[[QPointF], Pick | None] = lambda _: None
        self.find_grip: Callable[[QPointF], Grip | None] = lambda _: None
        self.prepare: Callable[[], None] = lambda: None
        self.box = ZoomBox(self)
        self.sigRangeChanged.connect(self._on_range_changed)

    def _set_coordinates(self, x: Axis, y: Axis) -> None:
        self.along_x, self.along_y = Coordinate(x), Coordinate(y)
        # Whether x runs against the pixels' direction (rightwards), and y (downwards).
        self.flips = x.inverted, not y.inverted
        self.origins = _origin(self.along_x), _origin(self.along_y)
        self.invertX(x.inverted)
        self.invertY(y.inverted)

    def _show_ranges(self) -> None:
        """Let the ViewBox show what is to be shown, and no more than the limits by hands of its own."""
        ends = zip((self.along_x, self.along_y), (self.x_range, self.y_range), self.origins, strict=True)
        (x, x_limits, x_least), (y, y_limits, y_least) = (
            ([end - origin for end in shown], [end - origin for end in axis.limits], axis.narrowest)
            for axis, shown, origin in ends
        )
        self._setting = True
        self.setLimits(
            xMin=x_limits[0], xMax=x_limits[1], minXRange=x_least, yMin=y_limits[0], yMax=y_limits[1], minYRange=y_least
        )
        self.setRange(xRange=x, yRange=y, padding=0)
        self._setting = False

    def _on_range_changed(self, *_: object) -> None:
        """Take over a range that somebody gave the ViewBox."""
        if not self._setting:
            x, y = (
                (low + origin, high + origin)
                for (low, high), origin in zip(self.viewRange(), self.origins, strict=True)
            )
            if self.set_ranges(x, y):
                self.dragged.emit()

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
        self._setting = True
        self._set_coordinates(x, y)
        x_range = self.x_range if _asks_same(was_x.axis, x) else self.along_x.shown
        y_range = self.y_range if _asks_same(was_y.axis, y) else self.along_y.shown
        if not self.set_ranges(x_range, y_range):
            self._show_ranges()
            if flipped != self.flips:
                self.moved.emit()

    def set_ranges(self, x: Range, y: Range) -> bool:
        """Show these ranges, in screen units, as far as the limits allow; True if that is a change."""
        x, y = self.along_x.fitted(x), self.along_y.fitted(y)
        if (x, y) == (self.x_range, self.y_range):
            return False
        self.x_range, self.y_range = x, y
        self._show_ranges()
        self.moved.emit()
        return True

    def prepareForPaint(self) -> None:
        """Have marks work out what they draw: pyqtgraph calls this before every frame."""
        super().prepareForPaint()
        self.prepare()

    def boundingRect(self) -> QRectF:
        """Return its rectangle: a ViewBox's is half a pixel larger, and so would be what its children draw."""
        return QRectF(self.rect())

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw no border."""

    def settle_labels(self) -> None:
        """Place the texts on the data, if that has changed, where the data are now."""
        self.updateMatrix()
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
        if self.zooms(keys):
            self._point_with(None)
        elif grip := self.find_grip(point):
            self._point_with(grip.shape)
        else:
            self._point_with(Qt.CursorShape.PointingHandCursor if self.find_pick(point) else self._plain_pointer)

    def zooms(self, keys: Qt.KeyboardModifier) -> bool:
        """Whether a drag with these keys held draws a box around what is to be shown."""
        return bool(keys & Qt.KeyboardModifier.ShiftModifier) and not self.is_still

    def hoverLeaveEvent(self, _event: Any) -> None:
        """Tell that it is gone."""
        self.left.emit()

    def mouseDragEvent(self, event: Any, axis: int | None = None) -> None:
        """Pan, draw a box around what is to be shown, or drag a mark; an axis that is dragged pans along itself."""
        if event.isStart():
            self._hold = self._held(event.buttonDownPos(), event.button(), event.modifiers(), axis)
            if self._hold is not None:
                self.left.emit()  # until it ends nothing is read: that would stay as it was where the drag began
        if self._hold is None:
            event.ignore()
            return
        event.accept()
        self._hold.move(event.pos())
        if event.isFinish():
            self._hold.end()
            self._hold = None

    def _held(self, at: QPointF, button: Qt.MouseButton, keys: Qt.KeyboardModifier, axis: int | None) -> Hold | None:
        """Return what a drag from a pixel does."""
        if button not in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            return None
        if axis is not None or button == Qt.MouseButton.MiddleButton:
            return Pan(self, at, axis)
        if self.zooms(keys):
            return Box(self, at)
        grip = self.find_grip(at)
        if grip and grip.item:
            return None  # the scene offers the drag to the items below the pointer next
        return Drag(grip, self.edited.emit) if grip else Pan(self, at)

    def mouseClickEvent(self, event: Any) -> None:
        """Tell of a click, or of a double one."""
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        event.accept()
        if event.double():
            self.doubleClicked.emit()
            return
        if pick := self.find_pick(event.pos()):
            self.edited.emit(pick.field, pick.value, "")
        self.pressed.emit(event.pos())

    def wheelEvent(self, event: Any, axis: int | None = None) -> None:
        """Zoom about the pointer, along both axes or only x (0) or y (1); sideways wheels pan along x."""
        centre = self.at(self.mapFromScene(event.scenePos()))
        notches = event.delta() / NOTCH
        event.accept()
        if event.orientation() == Qt.Orientation.Horizontal:
            by = -notches * PAN_PER_NOTCH * (self.x_range[1] - self.x_range[0])
            self.change_ranges(lambda axis, r, i: axis.panned(r, by), only=0)
        else:
            self.change_ranges(lambda along, r, i: along.zoomed(r, centre[i], ZOOM_PER_NOTCH**notches), only=axis)

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


def _origin(axis: Coordinate) -> float:
    """Return from where the ViewBox counts along an axis."""
    start = axis.limits[0]
    return float(floor(start)) if abs(start) > FAR else 0.0
