"""The data area of a panel: its ranges, and the actions of the pointer in it."""

from collections.abc import Callable, Mapping, Set
from functools import partial
from math import floor
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter

from peviewer.figures.fitting.hiding import SCREEN_STEPS, Part
from peviewer.figures.grammar import Axis, Panel, cell_of
from peviewer.figures.line_labels import Edge
from peviewer.figures.palette import Palette
from peviewer.live.canvas import Canvas
from peviewer.live.coordinate import Coordinate, Range
from peviewer.live.drag import Drag, Handle, Pick, ZoomBox, panning, setting
from peviewer.live.worker import Worker

# Qt's angle of one click of a wheel.
NOTCH = 120

ZOOM_PER_NOTCH = 0.85

# A share of the range, for wheels and touchpads that move sideways.
PAN_PER_NOTCH = 0.1

# From here on an axis is counted from its beginning: the ViewBox's transform has too few digits
# for its cells.
FAR = 2.0**31


class DataArea(pg.ViewBox):  # type: ignore[misc]  # pyqtgraph has no types
    """A :class:`pyqtgraph.ViewBox` with the ranges of a Figure's axes.

    The items of the marks are its children.

    Its coordinates are screen units: those of the axes, or their logarithms to
    base ten. An axis that begins farther out than `FAR` is counted from its
    beginning (`origins`). Pairs are of x and y, an index 0 means x and 1 means y.
    """

    moved = Signal()
    """A range changed, by the user or the program."""

    dragged = Signal()
    """The user panned or zoomed."""

    hovered = Signal(float, float)
    """The pointer, in screen units of x and y."""

    left = Signal()

    pressed = Signal(QPointF)
    """A click, in pixels of the area."""

    doubleClicked = Signal()

    edited = Signal(str, object, str)
    """The user set a field of the Document to a value; the edits of one drag share a key."""

    axes: tuple[Coordinate, Coordinate]

    ranges: tuple[Range, Range]
    """The shown ranges, in screen units."""

    lengths = 0.0, 0.0
    """Its width and its height in pixels."""

    def __init__(self, panel: Panel, worker: Worker, canvas: Canvas) -> None:
        super().__init__(enableMenu=False, defaultPadding=0.0)
        self.panel = panel
        self.worker = worker
        self.canvas = canvas
        self.parts: Set[Part] = SCREEN_STEPS[0]
        """What is shown around the data."""
        self.name_edges: Set[Edge] = frozenset()
        """The margins with names of marks."""
        self.name_width = 0.0
        """The room of names at the right, beside their wedges."""
        self.setAcceptHoverEvents(True)
        self._setting = False
        self._set_coordinates(panel.x, panel.y)
        self._take_ranges(self.x_axis.shown, self.y_axis.shown)
        self._show_ranges()
        self.setCursor(self._plain_cursor)
        self._drag: Drag | None = None
        self.find_pick: Callable[[QPointF], Pick | None] = lambda _: None
        self.find_handle: Callable[[QPointF], Handle | None] = lambda _: None
        self.zoom_box = ZoomBox(self)
        self.sigRangeChanged.connect(self._on_range_changed)
        self.sigTransformChanged.connect(canvas.paint_all)

    def _set_coordinates(self, x: Axis, y: Axis) -> None:
        self.x_axis = Coordinate(x)
        self.y_axis = Coordinate(y)
        self.axes = self.x_axis, self.y_axis
        # Whether x runs against the pixels' direction (rightwards), and y (downwards).
        self.flips = x.inverted, not y.inverted
        self.origins = _origin(self.x_axis), _origin(self.y_axis)
        self.invertX(x.inverted)
        self.invertY(y.inverted)

    def resizeEvent(self, event: Any) -> None:
        self.lengths = self.rect().width(), self.rect().height()
        super().resizeEvent(event)

    @property
    def colors(self) -> Palette:
        return self.canvas.colors

    def _take_ranges(self, x: Range, y: Range) -> None:
        self.x_range = x
        self.y_range = y
        self.ranges = x, y

    def _show_ranges(self) -> None:
        """Show the ranges in the ViewBox, counted from the axes' origins."""
        x_origin, y_origin = self.origins
        x_min, x_max = (end - x_origin for end in self.x_axis.limits)
        y_min, y_max = (end - y_origin for end in self.y_axis.limits)
        x_shown = [end - x_origin for end in self.x_range]
        y_shown = [end - y_origin for end in self.y_range]

        self._setting = True
        self.setLimits(
            xMin=x_min,
            xMax=x_max,
            minXRange=self.x_axis.narrowest,
            yMin=y_min,
            yMax=y_max,
            minYRange=self.y_axis.narrowest,
        )
        self.setRange(xRange=x_shown, yRange=y_shown, padding=0)
        self._setting = False

    def _on_range_changed(self, *_: object) -> None:
        """Take over a range that was set on the ViewBox itself."""
        if self._setting:
            return
        ranges = zip(self.viewRange(), self.origins, strict=True)
        x_range, y_range = ((low + origin, high + origin) for (low, high), origin in ranges)
        if self.set_ranges(x_range, y_range):
            self.dragged.emit()

    @property
    def is_fixed(self) -> bool:
        """Whether the user can neither pan nor zoom."""
        return self.panel.square

    @property
    def has_legend(self) -> bool:
        return self.panel.legend and "legend" in self.parts

    def set_panel(self, panel: Panel) -> bool:
        """Take over a panel.

        True if its axes are others. A range changes only if the Figure's range did.
        """
        old_panel = self.panel
        self.panel = panel
        if (old_panel.x, old_panel.y) == (panel.x, panel.y):
            return False

        old_scales = self._scales
        self._setting = True
        self._set_coordinates(panel.x, panel.y)
        x_range = self.x_range if _asks_same(old_panel.x, panel.x) else self.x_axis.shown
        y_range = self.y_range if _asks_same(old_panel.y, panel.y) else self.y_axis.shown
        if not self.set_ranges(x_range, y_range):
            self._show_ranges()
            if old_scales != self._scales:
                self.moved.emit()
        return True

    @property
    def _scales(self) -> tuple[bool, ...]:
        """What decides where data are in given ranges.

        Directions, logarithms, and whether cells are outlined.
        """
        logs = [coordinate.axis.log for coordinate in self.axes]
        cells = [coordinate.axis.whole for coordinate in self.axes]
        return *self.flips, *logs, *cells

    def set_ranges(self, x: Range, y: Range) -> bool:
        """Show these ranges, in screen units, as far as the limits allow.

        True if that is a change.
        """
        x_range = self.x_axis.fitted(x)
        y_range = self.y_axis.fitted(y)
        if (x_range, y_range) == self.ranges:
            return False
        self._take_ranges(x_range, y_range)
        self._show_ranges()
        self.moved.emit()
        return True

    def boundingRect(self) -> QRectF:
        """Return its rectangle.

        A ViewBox's is half a pixel larger, and so would be what its children draw.
        """
        return QRectF(self.rect())

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw no border."""

    # ---- the pointer

    def cursor_place(self, index: int, cursor: Mapping[str, int]) -> float | None:
        """Return the coordinate of a cursor along x (0) or y (1), in screen units.

        None if it has none.
        """
        if self.panel.places:
            cell = cell_of(self.panel.places, cursor)
            return None if cell is None else float(cell[index])
        return self.axes[index].cursor_place(cursor)

    def has_cursor(self, index: int) -> bool:
        return bool(self.panel.places) or self.axes[index].axis.cursor is not None

    def point_to_data(self, point: QPointF) -> tuple[float, float]:
        """Return the coordinates of a pixel of this area, in screen units of x and y."""
        return self.pixel_to_data(point.x(), 0), self.pixel_to_data(point.y(), 1)

    def data_to_point(self, x: float, y: float) -> QPointF:
        """Return coordinates in screen units as a pixel of this area."""
        return QPointF(self.data_to_pixel(x, 0), self.data_to_pixel(y, 1))

    def pixel_to_data(self, pixel: Any, index: int, zero: float = 0.0) -> Any:
        """Return pixels as places in screen units, the reverse of :meth:`data_to_pixel`."""
        low, high = self.ranges[index]
        share = pixel / max(1.0, self.lengths[index])
        if self.flips[index]:
            share = 1 - share
        return (low - zero) + (high - low) * share

    def data_to_pixel(self, place: Any, index: int, zero: float = 0.0) -> Any:
        """Return places in screen units, from `zero` on, as pixels.

        They are counted from the left (x, index 0) or from the top (y, 1).
        """
        low, high = self.ranges[index]
        length = self.lengths[index]
        pixel = (place - (low - zero)) * (length / (high - low))
        return length - pixel if self.flips[index] else pixel

    def diagonal(self, lag: float) -> QLineF | None:
        """Return what is visible of the line x − y = lag, in pixels."""
        left, right = self.x_range
        low, high = self.y_range
        first = max(low, left - lag)
        last = min(high, right - lag)
        if first >= last:
            return None
        return QLineF(self.data_to_point(first + lag, first), self.data_to_point(last + lag, last))

    @property
    def _plain_cursor(self) -> Qt.CursorShape:
        return Qt.CursorShape.ArrowCursor if self.is_fixed else Qt.CursorShape.CrossCursor

    def hoverMoveEvent(self, event: Any) -> None:
        self.hovered.emit(*self.point_to_data(event.pos()))
        self.show_pointer(event.pos(), event.modifiers())

    def show_pointer(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        """Show by the mouse cursor whether a press would zoom, drag a mark or pick."""
        cursor = self._plain_cursor
        if not self.zooms(keys):
            if handle := self.find_handle(point):
                cursor = handle.cursor
            elif self.find_pick(point):
                cursor = Qt.CursorShape.PointingHandCursor
        self.setCursor(cursor)

    def zooms(self, keys: Qt.KeyboardModifier) -> bool:
        return bool(keys & Qt.KeyboardModifier.ShiftModifier) and not self.is_fixed

    def hoverLeaveEvent(self, _event: Any) -> None:
        self.left.emit()

    def mouseDragEvent(self, event: Any, axis: int | None = None) -> None:
        """Pan, draw a zoom box or drag a mark; an axis that is dragged pans along itself."""
        if event.isStart():
            self._drag = self._new_drag(
                event.buttonDownPos(), event.button(), event.modifiers(), axis
            )
            if self._drag is not None:
                # Otherwise the readout would stay at the beginning of the drag.
                self.left.emit()
        if self._drag is None:
            event.ignore()
            return
        event.accept()
        self._drag(event.pos())
        if event.isFinish():
            self._drag = None
            if self.zoom_box.isVisible():
                self.zoom_box.zoom()

    def _new_drag(
        self, at: QPointF, button: Qt.MouseButton, keys: Qt.KeyboardModifier, axis: int | None
    ) -> Drag | None:
        if button not in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            return None
        if axis is not None or button == Qt.MouseButton.MiddleButton:
            return panning(self, at, axis)
        if self.zooms(keys):
            return partial(self.zoom_box.show_between, at)
        handle = self.find_handle(at)
        return setting(handle, self.edited.emit) if handle else panning(self, at)

    def mouseClickEvent(self, event: Any) -> None:
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
        """Zoom about the pointer, along both axes or only x (0) or y (1).

        Sideways wheels pan along x.
        """
        centre = self.point_to_data(self.mapFromScene(event.scenePos()))
        notches = event.delta() / NOTCH
        event.accept()
        if event.orientation() == Qt.Orientation.Horizontal:
            by = -notches * PAN_PER_NOTCH * (self.x_range[1] - self.x_range[0])
            self.change_ranges(lambda coordinate, shown, _: coordinate.panned(shown, by), only=0)
        else:
            factor = ZOOM_PER_NOTCH**notches
            self.change_ranges(
                lambda coordinate, shown, index: coordinate.zoomed(shown, centre[index], factor),
                only=axis,
            )

    def change_ranges(
        self, change: Callable[[Coordinate, Range, int], Range], only: int | None = None
    ) -> None:
        """Pan or zoom for the user.

        The range of each axis changes that can be zoomed, or that of x (0) or y (1) alone.
        """
        if self.is_fixed:
            return
        ranges = list(self.ranges)
        for index, axis in enumerate(self.axes):
            if axis.zoomable and only in (None, index):
                ranges[index] = change(axis, ranges[index], index)
        if self.set_ranges(*ranges):
            self.dragged.emit()


def _asks_same(old: Axis, new: Axis) -> bool:
    return (old.shown, old.limits, old.log) == (new.shown, new.limits, new.log)


def _origin(axis: Coordinate) -> float:
    start = axis.limits[0]
    return float(floor(start)) if abs(start) > FAR else 0.0
