"""The colour bar of a heatmap on screen."""

from math import ceil
from typing import Any

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem

from peviewer.base import ticks
from peviewer.base.ticks import tick_texts
from peviewer.figures.grammar import Heatmap
from peviewer.figures.palette import colormap, themed_colormap
from peviewer.live.canvas import Canvas
from peviewer.live.marks.heatmap import picture
from peviewer.live.text import TextLine, text_line

# From left to right, in pixels: the gap to the data, the strip of colours, the gap to its numbers,
# and the line of its title after them.
GAP = 10
STRIP = 10
TICK = 5
TITLE = 18

# The usual distance of two numbers, and the least where they may be close.
NUMBER_DISTANCE = 34
LEAST_NUMBER_DISTANCE = 14

MAX_TICKS = 5


class ColorBar(QGraphicsItem):
    """The colours of one heatmap, the highest value at the top."""

    def __init__(self, mark: Heatmap, canvas: Canvas) -> None:
        super().__init__()
        self.mark = mark
        self._canvas = canvas
        self._height = 0
        self.width = self._measure()

    def set_mark(self, mark: Heatmap) -> bool:
        """Show another heatmap's colours; True if its width may have changed."""
        old_mark = self.mark
        self.mark = mark
        are_texts_same = (old_mark.levels, old_mark.bar) == (mark.levels, mark.bar)
        if are_texts_same and old_mark.colormap == mark.colormap:
            return False
        self.prepareGeometryChange()
        self.width = self._measure()
        self.update()
        return not are_texts_same

    def set_height(self, pixels: int) -> None:
        self.prepareGeometryChange()
        self._height = pixels

    def _measure(self) -> int:
        """Return the width that suffices at any height: with fewer ticks numbers may be longer."""
        number_width = 0.0
        for height in range(
            LEAST_NUMBER_DISTANCE, 2 * MAX_TICKS * NUMBER_DISTANCE, LEAST_NUMBER_DISTANCE
        ):
            for _, text in self._ticks(height):
                number_width = max(number_width, text_line(text, 12).width)
        title_width = TITLE if self.mark.bar else 0
        return GAP + STRIP + TICK + ceil(number_width) + title_width

    def boundingRect(self) -> QRectF:
        """Return its place from the data's upper right corner.

        The data lies outside it, because it is repainted more often.
        """
        return QRectF(GAP, -10, self.width + 2 - GAP, self._height + 20)

    def _ticks(self, height: float) -> list[tuple[float, str]]:
        """Return the values with a number, and their numbers, on a bar of a height."""
        low, high = self.mark.levels
        values = ticks.fitting(
            low,
            high,
            MAX_TICKS,
            ticks.Scale(turns=True),
            lambda _values, share, close: (
                share * height >= (LEAST_NUMBER_DISTANCE if close else NUMBER_DISTANCE)
            ),
        )
        return list(zip(values, tick_texts(values), strict=True))

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        name = themed_colormap(self.mark.colormap, self._canvas.colors)
        colors_from_top = np.ascontiguousarray(colormap(name)[::-1, None])
        painter.drawImage(QRectF(GAP, 0, STRIP, self._height), picture(colors_from_top))

        low, high = self.mark.levels
        extent = (high - low) or 1.0
        right = GAP + STRIP
        for value, text in self._ticks(self._height):
            y = self._height * (high - value) / extent
            painter.setPen(QColor(self._canvas.colors.line))
            painter.drawLine(right, round(y), right + 2, round(y))
            painter.setPen(QColor(self._canvas.colors.secondary))
            line = text_line(text, 12)
            line.draw(painter, right + TICK, round(y - line.height / 2))
        if self.mark.bar:
            self._draw_title(painter, text_line(self.mark.bar, 12))

    def _draw_title(self, painter: QPainter, line: TextLine) -> None:
        if line.width > self._height + 20:
            return
        painter.translate(self.width, self._height / 2 - line.width / 2)
        painter.rotate(90)
        painter.setPen(QColor(self._canvas.colors.secondary))
        line.draw(painter, 0, 0)
