"""Drags in a data area: they pan, draw a box to zoom into, or move a mark that sets a field."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from math import atan2, cos, floor, log10, sin
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsRectItem

from peviewer.figures.grammar import Turns

THIN = 6.0  # pixels: a zoom box thinner than that spans the whole of that axis
VEIL = 90  # of 255: how much of the data is covered in a zoom box, which is seen on data of any colour thereby

_drags = count(1)


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
    turns: Turns, k: int, angle: Callable[[QPointF], float], start: QPointF, reach: float
) -> Handle:
    """Return the handle of an arrow of a length that the pointer turns; it counts whole turns."""
    last, turned, rate = angle(start), 0.0, turns.rates[k]
    digits = (
        None if turns.whole else -floor(log10(1 / (max(reach, 1.0) * abs(rate))))
    )  # those that a pixel moves

    def value(point: QPointF) -> float:
        nonlocal last, turned
        change, last = angle(point) - last, angle(point)
        turned += atan2(sin(change), cos(change))
        return round(turns.value + turned / rate, digits)

    return Handle(turns.field, value, Qt.CursorShape.OpenHandCursor)


Drag = Callable[[QPointF], None]
"""Follows the pointer to a pixel of the area."""


def panning(area: Any, start: QPointF, only: int | None = None) -> Drag:
    """Return a drag that moves the ranges, computed from its beginning, so that roundings do not add up."""
    ranges = area.ranges

    def move(point: QPointF) -> None:
        away = (point - start).toTuple()
        by = [
            step / length * (high - low) * (1 if flip else -1)
            for step, length, (low, high), flip in zip(
                away, area.lengths, ranges, area.flips, strict=True
            )
        ]
        area.change_ranges(lambda axis, _, i: axis.panned(ranges[i], by[i]), only=only)

    return move


def setting(handle: Handle, edit: Callable[[str, float, str], object]) -> Drag:
    """Return a drag that reports each new value of a mark once, with a key of its own under which edits merge."""
    key, last = f"handle {next(_drags)}", None

    def move(point: QPointF) -> None:
        nonlocal last
        value = handle.value(point)
        if value != last:
            last = value
            edit(handle.field, value, key)

    return move


def distance(line: QLineF, point: QPointF) -> float:
    """Return how far a point is from the nearest one of a line."""
    along, to = line.p2() - line.p1(), point - line.p1()
    part = QPointF.dotProduct(along, to) / max(line.length() ** 2, 1e-9)
    return QLineF(point, line.pointAt(min(max(part, 0.0), 1.0))).length()


class ZoomBox(QGraphicsRectItem):
    """A rectangle from where the button was pressed to the pointer.

    It spans axes that cannot be zoomed.
    """

    def __init__(self, area: Any) -> None:
        super().__init__(area)
        self.setZValue(30)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._area = area
        self.hide()

    def show_between(self, start: QPointF, to: QPointF) -> None:
        whole, (x_zooms, y_zooms) = self._area.rect(), (axis.zoomable for axis in self._area.axes)
        box = QRectF(start, to).normalized() & whole
        if not x_zooms or (y_zooms and box.width() < THIN <= box.height()):
            box = QRectF(whole.left(), box.top(), whole.width(), box.height())
        if not y_zooms or (x_zooms and box.height() < THIN <= box.width()):
            box = QRectF(box.left(), whole.top(), box.width(), whole.height())
        veil = QColor(self._area.colors.panel)
        veil.setAlpha(VEIL)
        self.setPen(QPen(QColor(self._area.colors.mark), 1.5))
        self.setBrush(veil)
        self.setRect(box)
        self.show()

    def zoom(self) -> None:
        """Hide it, and show what it surrounds."""
        self.hide()
        area, rect = self._area, self.rect()
        if min(rect.width(), rect.height()) >= THIN:
            ends = [
                sorted(pair)
                for pair in zip(area.at(rect.topLeft()), area.at(rect.bottomRight()), strict=True)
            ]
            area.change_ranges(lambda axis, _, i: axis.fitted((ends[i][0], ends[i][1])))
