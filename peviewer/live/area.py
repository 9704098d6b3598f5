"""The data area of a panel: the actions of the pointer in it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QPointF, Qt, Signal

from peviewer.figures.grammar import Panel, cell_of
from peviewer.live.area_ranges import AreaRanges
from peviewer.live.canvas import Canvas
from peviewer.live.coordinate import Coordinate, Range
from peviewer.live.drag import Drag, Handle, Pick, ZoomBox, panning, setting
from peviewer.live.worker import Worker

# Qt's angle of one click of a wheel.
NOTCH = 120

ZOOM_PER_NOTCH = 0.85

# The share of the range that a sideways wheel or touchpad pans per notch.
PAN_PER_NOTCH = 0.1


class DataArea(AreaRanges):
    """The area in which a panel has its data: it is read, clicked, dragged, panned and zoomed.

    The items of the marks are its children.
    """

    hovered = Signal(float, float)
    """The place of the pointer, in screen units of x and y."""

    left = Signal()

    pressed = Signal(QPointF)
    """A click, in pixels of the area."""

    doubleClicked = Signal()

    edited = Signal(str, object, str)
    """The user set a field of the Document to a value; the edits of one drag share a key."""

    def __init__(self, panel: Panel, worker: Worker, canvas: Canvas) -> None:
        super().__init__(panel, worker, canvas)
        self.setAcceptHoverEvents(True)
        self.setCursor(self._plain_cursor)
        self._drag: Drag | None = None
        self.find_pick: Callable[[QPointF], Pick | None] = lambda _: None
        self.find_handle: Callable[[QPointF], Handle | None] = lambda _: None
        self.zoom_box = ZoomBox(self)

    def cursor_place(self, index: int, cursor: Mapping[str, int]) -> float | None:
        """Return the coordinate of a cursor along x (0) or y (1), in screen units.

        Return None if it has none.
        """
        if self.panel.places:
            cell = cell_of(self.panel.places, cursor)
            return None if cell is None else float(cell[index])
        return self.axes[index].cursor_place(cursor)

    def has_cursor(self, index: int) -> bool:
        return bool(self.panel.places) or self.axes[index].axis.cursor is not None

    @property
    def _plain_cursor(self) -> Qt.CursorShape:
        return Qt.CursorShape.ArrowCursor if self.is_fixed else Qt.CursorShape.CrossCursor

    def hoverMoveEvent(self, event: Any) -> None:
        self.hovered.emit(*self.point_to_data(event.pos()))
        self.show_pointer(event.pos(), event.modifiers())

    def show_pointer(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        """Set the mouse cursor that tells whether a press would zoom, drag a mark or pick."""
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
        """Pan, draw a zoom box or drag a mark; dragging an axis pans along that axis."""
        if event.isStart():
            self._drag = self._new_drag(
                event.buttonDownPos(), event.button(), event.modifiers(), axis
            )
            if self._drag is not None:
                # Without this the readout would stay at the beginning of the drag.
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

        The ranges of all axes change that can be zoomed, or only that of x (0) or y (1).
        """
        if self.is_fixed:
            return
        ranges = list(self.ranges)
        for index, axis in enumerate(self.axes):
            if axis.zoomable and only in (None, index):
                ranges[index] = change(axis, ranges[index], index)
        if self.set_ranges(*ranges):
            self.dragged.emit()
