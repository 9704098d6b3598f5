"""The colour bar right of a heatmap: as tall as the data, three to five ticks."""

from typing import Any

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem

from peviewer.base import ticks
from peviewer.base.ticks import tick_texts
from peviewer.figures.grammar import Heatmap
from peviewer.figures.palette import Palette, resolved
from peviewer.live.marks.heatmap import picture
from peviewer.live.text.line import TextLine
from peviewer.live.text.text import font, markup

GAP = 10
STRIP = 10
TICK = 5
TITLE = 18
ROW = 34
LINE = 14  # the least from one number to the next; only the first and the last are written where there is no room
FEWEST, MOST = 3, 5  # ticks


class ColorBar(QGraphicsItem):
    """The colours of one heatmap, top is the highest value."""

    def __init__(self, mark: Heatmap, palette: Palette) -> None:
        super().__init__()
        self.mark, self.palette = mark, palette
        self._font = font(12)
        self._height = 0
        self._width = self._measured()
        self._line = TextLine(12)

    def set_mark(self, mark: Heatmap) -> bool:
        """Show another heatmap's colours; True if its width may have changed."""
        was = self.mark
        self.mark = mark
        if (was.levels, was.colormap, was.bar) == (mark.levels, mark.colormap, mark.bar):
            return False
        self.prepareGeometryChange()
        self._width = self._measured()
        self.update()
        return (was.levels, was.bar) != (mark.levels, mark.bar)

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        self.palette = palette
        self.update()

    def set_height(self, pixels: int) -> None:
        """Be as tall as the data."""
        self.prepareGeometryChange()
        self._height = pixels

    def width(self) -> int:
        """Return the pixels it needs right of the data, the gap included."""
        return self._width

    def _measured(self) -> int:
        metrics, heights = QFontMetrics(self._font), [count * ROW for count in range(FEWEST - 1, MOST)]
        texts = [text for height in heights for _, text in self._ticks(height)]  # fewer ticks may have longer numbers
        widest = max(map(metrics.horizontalAdvance, texts), default=0)
        return GAP + STRIP + TICK + widest + (TITLE if self.mark.bar else 0)

    def boundingRect(self) -> QRectF:
        """Return its place, from the data's upper right corner on; apart from the data, which may move alone."""
        return QRectF(GAP, -10, self.width() + 2 - GAP, self._height + 20)

    def _ticks(self, height: float) -> list[tuple[float, str]]:
        low, high = self.mark.levels
        most = max(FEWEST, min(MOST, int(height / ROW) + 1))
        values, step = ticks.turn(low, most) if high - low == ticks.TURN else ticks.linear(low, high, most)
        found = list(zip(values, tick_texts(values, step), strict=True))
        return found if len(found) < 3 or height * step >= LINE * (high - low) else [found[0], found[-1]]

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the strip, its ticks and its title."""
        strip = QRectF(GAP, 0, STRIP, self._height)
        low, high = self.mark.levels
        ramp = np.linspace(high, low, 256, dtype=np.float32)[:, None]
        image: QImage = picture(ramp, (low, high), resolved(self.mark.colormap, self.palette), self.palette.raised)
        painter.drawImage(strip, image)
        painter.setFont(self._font)
        right = GAP + STRIP + TICK
        for value, text in self._ticks(self._height):
            y = self._height * (high - value) / ((high - low) or 1.0)
            painter.setPen(QColor(self.palette.line))
            painter.drawLine(GAP + STRIP, round(y), GAP + STRIP + 2, round(y))
            painter.setPen(QColor(self.palette.secondary))
            painter.drawText(QRectF(right, y - 10, 200, 20), Qt.AlignmentFlag.AlignVCenter, text)
        if self.mark.bar:
            self._draw_title(painter, markup(self.mark.bar))

    def _draw_title(self, painter: QPainter, html: str) -> None:
        self._line.set_html(html)
        if self._line.width > self._height + 20:
            return
        painter.translate(self.width(), self._height / 2 - self._line.width / 2)
        painter.rotate(90)
        painter.setPen(QColor(self.palette.secondary))
        self._line.draw(painter, 0, 0)
