"""Faint lines at the y ticks of a panel without a heatmap."""

import math
from typing import Any

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem

from peviewer.figures.palette import Palette
from peviewer.live.axes.axis import TickAxis


class Grid(QGraphicsItem):
    """Lines across a data area, at the ticks of its left axis."""

    def __init__(self, axis: TickAxis, palette: Palette) -> None:
        super().__init__(axis.area)
        self.setZValue(-1)
        self._axis, self.palette = axis, palette

    def boundingRect(self) -> QRectF:
        """Return the whole data area."""
        return QRectF(self._axis.area.rect())

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        self.palette = palette
        self.update()

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the lines, the one at zero a little stronger."""
        width = self._axis.area.rect().width()
        for place, value, _ in self._axis.placed():
            y = math.floor(place) + 0.5
            painter.setPen(QColor(self.palette.line if value == 0 else self.palette.raised))
            painter.drawLine(QLineF(0, y, width, y))
