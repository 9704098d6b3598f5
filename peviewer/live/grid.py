"""Grid lines, and other numbers along the far side of a data area."""

import math
from typing import Any

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem

from peviewer.figures.fitting.spreading import spread_texts
from peviewer.live.area import DataArea
from peviewer.live.axis import MIN_GAP, TICK, TickAxis
from peviewer.live.text import text_line

# The height of the line of numbers along the far side, with their ticks.
FAR_LINE = 20


class FarNumbers(QGraphicsItem):
    """Other numbers of the bottom axis, along the upper side of a data area, as many as fit."""

    def __init__(self, area: DataArea) -> None:
        super().__init__()
        self._area = area

    def boundingRect(self) -> QRectF:
        return QRectF(0, -FAR_LINE, self._area.rect().width(), FAR_LINE)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        far_numbers = self._area.x_axis.axis.far_numbers
        low, high = self._area.x_range
        width = self._area.rect().width()
        lines = [text_line(text, 12) for _, text in far_numbers]
        pixels = [(place - low) / (high - low) * width for place, _ in far_numbers]

        for index, start in spread_texts(pixels, [line.width for line in lines], width, MIN_GAP):
            x = math.floor(pixels[index]) + 0.5
            painter.setPen(QColor(self._area.colors.line))
            painter.drawLine(QLineF(x, -TICK, x, -1))
            painter.setPen(QColor(self._area.colors.secondary))
            lines[index].draw(painter, round(start), -FAR_LINE)


class Grid(QGraphicsItem):
    """Lines across a data area, at the ticks of its left axis."""

    def __init__(self, axis: TickAxis) -> None:
        super().__init__(axis.area)
        self.setZValue(-1)
        self._axis = axis

    def boundingRect(self) -> QRectF:
        return QRectF(self._axis.area.rect())

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        area = self._axis.area
        width = area.rect().width()
        for tick in self._axis.visible_ticks():
            y = math.floor(tick.pixel) + 0.5
            is_zero = tick.value == 0 and not self._axis.axis.log
            painter.setPen(QColor(area.colors.line if is_zero else area.colors.raised))
            painter.drawLine(QLineF(0, y, width, y))
