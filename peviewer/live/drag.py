"""Drags in a data area: they pan, draw a box to zoom into, or move a mark that sets a field."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from math import atan2, cos, floor, log10, sin
from typing import Any, Protocol

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsRectItem

from peviewer.figures.grammar import Turns
from peviewer.figures.palette import Palette
from peviewer.live.coordinate import Coordinate, Range

# A zoom box thinner than this many pixels along an axis spans the whole axis.
THIN = 6.0

# How much of the data a zoom box covers, of 255: so it is seen on data of any colour.
VEIL = 90

_drag_numbers = count(1)


class ZoomableArea(Protocol):
    """What drags need of a data area. Pairs are of x and y."""

    axes: tuple[Coordinate, Coordinate]
    ranges: tuple[Range, Range]
    lengths: tuple[float, float]
    flips: tuple[bool, bool]

    @property
    def colors(self) -> Palette:
        """The colours that it is drawn in."""

    def rect(self) -> QRectF:
        """Return its rectangle in its own pixels."""

    def point_to_data(self, point: QPointF) -> tuple[float, float]:
        """Return the coordinates of a pixel, in screen units of x and y."""

    def change_ranges(
        self, change: Callable[[Coordinate, Range, int], Range], only: int | None = None
    ) -> None:
        """Change the range of each axis that can be zoomed, or of x (0) or y (1) alone."""


@dataclass(frozen=True)
class Pick:
    """A shape that sets a field when it is clicked."""

    field: str
    value: float


@dataclass(frozen=True)
class Handle:
    """A mark that sets a field while it is dragged.

    `value` is called with each pixel of the way in turn.
    """

    field: str
    value: Callable[[QPointF], float]
    cursor: Qt.CursorShape


def turning_handle(
    turns: Turns, index: int, angle: Callable[[QPointF], float], start: QPointF, reach: float
) -> Handle:
    """Return the handle of an arrow of a length that the pointer turns; it counts whole turns."""
    rate = turns.rates[index]
    digits = None
    if not turns.whole:
        value_per_pixel = 1 / (max(reach, 1.0) * abs(rate))
        digits = -floor(log10(value_per_pixel))

    last_angle = angle(start)
    turned = 0.0

    def value(point: QPointF) -> float:
        nonlocal last_angle, turned
        new_angle = angle(point)
        change = new_angle - last_angle
        last_angle = new_angle
        turned += atan2(sin(change), cos(change))
        return round(turns.value + turned / rate, digits)

    return Handle(turns.field, value, Qt.CursorShape.OpenHandCursor)


Drag = Callable[[QPointF], None]
"""A function that is called with the pointer's place, a pixel of the area, during a drag."""


def panning(area: ZoomableArea, start: QPointF, only: int | None = None) -> Drag:
    """Return a drag that moves the ranges.

    They are computed from the beginning of the drag, so that rounding errors do not add up.
    """
    start_ranges = area.ranges

    def move(point: QPointF) -> None:
        steps = (point - start).toTuple()
        shifts: list[float] = []
        for index, (low, high) in enumerate(start_ranges):
            direction = 1 if area.flips[index] else -1
            shifts.append(steps[index] / area.lengths[index] * (high - low) * direction)
        area.change_ranges(
            lambda axis, _, index: axis.panned(start_ranges[index], shifts[index]), only=only
        )

    return move


def setting(handle: Handle, edit: Callable[[str, float, str], object]) -> Drag:
    """Return a drag that reports each new value of a mark once.

    All its edits have one key, under which undo steps merge.
    """
    key = f"handle {next(_drag_numbers)}"
    last_value: float | None = None

    def move(point: QPointF) -> None:
        nonlocal last_value
        value = handle.value(point)
        if value != last_value:
            last_value = value
            edit(handle.field, value, key)

    return move


def distance(line: QLineF, point: QPointF) -> float:
    """Return how far a point is from the nearest one of a line."""
    direction = line.p2() - line.p1()
    from_start = point - line.p1()
    share = QPointF.dotProduct(direction, from_start) / max(line.length() ** 2, 1e-9)
    nearest_point = line.pointAt(min(max(share, 0.0), 1.0))
    return QLineF(point, nearest_point).length()


class ZoomBox(QGraphicsRectItem):
    """A rectangle from the place where the button was pressed to the pointer.

    It spans axes that cannot be zoomed.
    """

    def __init__(self, area: Any) -> None:
        super().__init__(area)
        self.setZValue(30)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._area: ZoomableArea = area
        self.hide()

    def show_between(self, start: QPointF, end: QPointF) -> None:
        area_rect = self._area.rect()
        x_zooms, y_zooms = (axis.zoomable for axis in self._area.axes)
        box = QRectF(start, end).normalized() & area_rect
        if not x_zooms or (y_zooms and box.width() < THIN <= box.height()):
            box = QRectF(area_rect.left(), box.top(), area_rect.width(), box.height())
        if not y_zooms or (x_zooms and box.height() < THIN <= box.width()):
            box = QRectF(box.left(), area_rect.top(), box.width(), area_rect.height())

        veil = QColor(self._area.colors.panel)
        veil.setAlpha(VEIL)
        self.setPen(QPen(QColor(self._area.colors.mark), 1.5))
        self.setBrush(veil)
        self.setRect(box)
        self.show()

    def zoom(self) -> None:
        """Hide the box, and zoom to the ranges that it surrounds."""
        self.hide()
        box = self.rect()
        if min(box.width(), box.height()) < THIN:
            return

        top_left = self._area.point_to_data(box.topLeft())
        bottom_right = self._area.point_to_data(box.bottomRight())
        lows = [min(pair) for pair in zip(top_left, bottom_right, strict=True)]
        highs = [max(pair) for pair in zip(top_left, bottom_right, strict=True)]
        self._area.change_ranges(lambda axis, _, index: axis.fitted((lows[index], highs[index])))
