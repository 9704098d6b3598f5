"""The data area of a panel: its ranges, the actions of the pointer in it, and ranges shared with other areas."""

from collections.abc import Callable, Mapping, Sequence, Set
from functools import partial
from math import floor
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QPainter

from peviewer.figures.fitting.hiding import SCREEN_STEPS, Part
from peviewer.figures.grammar import Axis, Panel, cell_of
from peviewer.figures.palette import Palette
from peviewer.live.canvas import Canvas
from peviewer.live.coordinate import Coordinate, Range
from peviewer.live.drag import Drag, Handle, Pick, ZoomBox, panning, setting
from peviewer.live.worker import Worker

NOTCH = 120  # Qt's angle of one click of a wheel
ZOOM_PER_NOTCH = 0.85
PAN_PER_NOTCH = 0.1  # of the range, for wheels and touchpads that move sideways
FAR = 2.0**31
"""From here on an axis is counted from its beginning: the ViewBox's transform has too few digits for its cells."""


class DataArea(pg.ViewBox):  # type: ignore[misc]  # pyqtgraph has no types
    """A :class:`pyqtgraph.ViewBox` with the ranges of a Figure's axes; the items of the marks are its children.

    Its coordinates are screen units: those of the axes, or their logarithms to
    base ten. An axis that begins farther out than `FAR` is counted from its
    beginning (`origins`). Pairs are of x and y, an index 0 means x and 1 means y.
    """

    moved = Signal()  # a range changed, by the user or the program
    dragged = Signal()  # the user panned or zoomed
    hovered = Signal(float, float)  # the pointer, in screen units of x and y
    left = Signal()
    pressed = Signal(QPointF)  # a click, in pixels of the area
    doubleClicked = Signal()
    edited = Signal(
        str, object, str
    )  # the user set a field of the Document to a value; edits of one drag share a key

    axes: tuple[Coordinate, Coordinate]
    ranges: tuple[Range, Range]  # the shown ranges, in screen units
    lengths = 0.0, 0.0  # in pixels

    def __init__(self, panel: Panel, worker: Worker, canvas: Canvas) -> None:
        super().__init__(enableMenu=False, defaultPadding=0.0)
        self.panel, self.worker, self.canvas = panel, worker, canvas
        self.parts: Set[Part] = SCREEN_STEPS[0]
        """What is shown around the data."""
        self.has_names_above = False  # whether the names of upright marks stand above the data
        self.setAcceptHoverEvents(True)
        self._setting = False
        self._set_coordinates(panel.x, panel.y)
        self.ranges = self.x_range, self.y_range = self.x_axis.shown, self.y_axis.shown
        self._show_ranges()
        self.setCursor(self._plain_cursor)
        self._drag: Drag | None = None
        self.find_pick: Callable[[QPointF], Pick | None] = lambda _: None
        self.find_handle: Callable[[QPointF], Handle | None] = lambda _: None
        self.zoom_box = ZoomBox(self)
        self.sigRangeChanged.connect(self._on_range_changed)
        self.sigTransformChanged.connect(canvas.paint_all)

    def _set_coordinates(self, x: Axis, y: Axis) -> None:
        self.axes = self.x_axis, self.y_axis = Coordinate(x), Coordinate(y)
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

    def _show_ranges(self) -> None:
        shown, limits = (
            [
                [end - origin for end in pair]
                for pair, origin in zip(pairs, self.origins, strict=True)
            ]
            for pairs in (self.ranges, (self.x_axis.limits, self.y_axis.limits))
        )
        self._setting = True
        self.setLimits(
            xMin=limits[0][0], xMax=limits[0][1], minXRange=self.x_axis.narrowest,
            yMin=limits[1][0], yMax=limits[1][1], minYRange=self.y_axis.narrowest,
        )  # fmt: skip
        self.setRange(xRange=shown[0], yRange=shown[1], padding=0)
        self._setting = False

    def _on_range_changed(self, *_: object) -> None:
        """Take over a range that was set on the ViewBox itself."""
        if not self._setting:
            x, y = (
                (low + origin, high + origin)
                for (low, high), origin in zip(self.viewRange(), self.origins, strict=True)
            )
            if self.set_ranges(x, y):
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
        before, self.panel = self.panel, panel
        if (before.x, before.y) == (panel.x, panel.y):
            return False
        scales = self._scales
        self._setting = True
        self._set_coordinates(panel.x, panel.y)
        x_range = self.x_range if _asks_same(before.x, panel.x) else self.x_axis.shown
        y_range = self.y_range if _asks_same(before.y, panel.y) else self.y_axis.shown
        if not self.set_ranges(x_range, y_range):
            self._show_ranges()
            if scales != self._scales:
                self.moved.emit()
        return True

    @property
    def _scales(self) -> tuple[bool, ...]:
        """What decides where data are in given ranges: directions, logarithms, and whether cells are outlined."""
        x, y = self.x_axis.axis, self.y_axis.axis
        return *self.flips, x.log, y.log, x.whole, y.whole

    def set_ranges(self, x: Range, y: Range) -> bool:
        """Show these ranges, in screen units, as far as the limits allow.

        True if that is a change.
        """
        x, y = self.x_axis.fitted(x), self.y_axis.fitted(y)
        if (x, y) == self.ranges:
            return False
        self.ranges = self.x_range, self.y_range = x, y
        self._show_ranges()
        self.moved.emit()
        return True

    def boundingRect(self) -> QRectF:
        """Return its rectangle: a ViewBox's is half a pixel larger, and so would be what its children draw."""
        return QRectF(self.rect())

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw no border."""

    # ---- the pointer

    def place_of(self, index: int, cursor: Mapping[str, int]) -> float | None:
        """Return the coordinate of a cursor along x (0) or y (1), in screen units.

        None if it has none.
        """
        if self.panel.places:
            cell = cell_of(self.panel.places, cursor)
            return None if cell is None else float(cell[index])
        return self.axes[index].place_of(cursor)

    def has_cursor(self, index: int) -> bool:
        return bool(self.panel.places) or self.axes[index].axis.cursor is not None

    def at(self, point: QPointF) -> tuple[float, float]:
        """Return the coordinates of a pixel of this area, in screen units of x and y."""
        return self.place(point.x(), 0), self.place(point.y(), 1)

    def place(self, pixel: Any, index: int, zero: float = 0.0) -> Any:
        """Return pixels as places in screen units, the reverse of :meth:`pixel`."""
        (low, high), length = self.ranges[index], max(1.0, self.lengths[index])
        share = pixel / length
        return (low - zero) + (high - low) * (1 - share if self.flips[index] else share)

    def pixel(self, place: Any, index: int, zero: float = 0.0) -> Any:
        """Return places in screen units, from `zero` on, as pixels from the left (x, 0) or from the top (y, 1)."""
        (low, high), length = self.ranges[index], self.lengths[index]
        pixel = (place - (low - zero)) * (length / (high - low))
        return length - pixel if self.flips[index] else pixel

    def point(self, x: float, y: float) -> QPointF:
        """Return coordinates in screen units as a pixel of this area, the reverse of :meth:`at`."""
        return QPointF(self.pixel(x, 0), self.pixel(y, 1))

    def diagonal(self, lag: float) -> QLineF | None:
        """Return what is visible of the line x − y = lag, in pixels."""
        (left, right), (low, high) = self.ranges
        first, last = max(low, left - lag), min(high, right - lag)
        return (
            QLineF(self.point(first + lag, first), self.point(last + lag, last))
            if first < last
            else None
        )

    @property
    def _plain_cursor(self) -> Qt.CursorShape:
        return Qt.CursorShape.ArrowCursor if self.is_fixed else Qt.CursorShape.CrossCursor

    def hoverMoveEvent(self, event: Any) -> None:
        self.hovered.emit(*self.at(event.pos()))
        self.show_pointer(event.pos(), event.modifiers())

    def show_pointer(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        """Show by the mouse cursor whether a press would zoom, drag a mark or pick."""
        handle = None if self.zooms(keys) else self.find_handle(point)
        picks = not handle and not self.zooms(keys) and self.find_pick(point)
        hand = Qt.CursorShape.PointingHandCursor if picks else self._plain_cursor
        self.setCursor(handle.cursor if handle else hand)

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
                self.left.emit()  # otherwise the readout would stay at the beginning of the drag
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
        centre = self.at(self.mapFromScene(event.scenePos()))
        notches = event.delta() / NOTCH
        event.accept()
        if event.orientation() == Qt.Orientation.Horizontal:
            by = -notches * PAN_PER_NOTCH * (self.x_range[1] - self.x_range[0])
            self.change_ranges(lambda coordinate, shown, _: coordinate.panned(shown, by), only=0)
        else:
            factor = ZOOM_PER_NOTCH**notches
            self.change_ranges(
                lambda coordinate, shown, i: coordinate.zoomed(shown, centre[i], factor), only=axis
            )

    def change_ranges(
        self, change: Callable[[Coordinate, Range, int], Range], only: int | None = None
    ) -> None:
        """Pan or zoom for the user: change the range of each axis that can be zoomed, or of x (0) or y (1) alone."""
        if self.is_fixed:
            return
        ranges = [*self.ranges]
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


class RangeSync(QObject):
    """The ranges of one view's quantities: axes of one quantity share one range in all its panels.

    A range the user made is pending until it is reported, in the next turn of the event loop.
    Meanwhile a Figure drawn for an earlier range does not reset the axes.
    """

    def __init__(self, parent: QObject, zoomed: SignalInstance) -> None:
        super().__init__(parent)
        self._zoomed = zoomed
        self._areas: Sequence[DataArea] = ()
        self._known: dict[str, Range] = {}
        self._pending: dict[str, Range] = {}
        self._report = QTimer(self, singleShot=True, interval=0)
        self._report.timeout.connect(self._emit_zoomed)

    def attach(self, areas: Sequence[DataArea]) -> None:
        self._areas = areas
        self._report.stop()
        self._known.clear()
        self._pending.clear()

    def update_known(self) -> None:
        """Take the ranges shown as known, after the program set them; pending ones are kept."""
        for area in self._areas:
            if self._pending and not area.is_fixed:
                area.set_ranges(
                    self._wanted(area.x_axis, area.x_range), self._wanted(area.y_axis, area.y_range)
                )
            self._known |= {
                name: ends for name, ends in _zoomed_to(area).items() if name not in self._pending
            }

    def spread(self, source: DataArea) -> None:
        """Give the ranges the user made in one area to the others, and report them soon."""
        made = _zoomed_to(source).items()
        self._pending |= {
            name: ends
            for name, ends in made
            if name in self._pending or ends != self._known.get(name)
        }
        self.update_known()
        self._report.start()

    def _wanted(self, axis: Coordinate, current: Range) -> Range:
        pending = self._pending.get(axis.axis.quantity)
        return axis.range_to_screen(pending) if pending and axis.zoomable else current

    def _emit_zoomed(self) -> None:
        changed = {
            name: ends for name, ends in self._pending.items() if ends != self._known.get(name)
        }
        self._pending.clear()
        self.update_known()
        if changed:
            self._zoomed.emit(changed)


def _zoomed_to(area: DataArea) -> dict[str, Range]:
    """Return the shown range of each quantity that can be zoomed."""
    pairs = zip(area.axes, area.ranges, strict=True)
    return {
        axis.axis.quantity: axis.from_screen(ends)
        for axis, ends in pairs
        if axis.zoomable and not area.is_fixed
    }
