"""One axis on screen: round ticks, true minus signs, a title with italics."""

import math
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsWidget

from peviewer.base.words import log_tick_texts, tick_texts
from peviewer.figures.grammar import Axis
from peviewer.figures.palette import Palette
from peviewer.live.area import DataArea
from peviewer.live.axes import ticks
from peviewer.live.coordinate import Range
from peviewer.live.text.line import TextLine
from peviewer.live.text.text import font, markup

if TYPE_CHECKING:
    from collections.abc import Callable

TICK = 4  # pixels
GAP = 4  # between a tick and its number
TITLE = 18  # the line of the axis's title
LINE = 15  # the line of the numbers
OVERHANG = 60  # how far a number or the title may stand out over the axis's ends
ROW = 24  # the least distance of two ticks upwards
COLUMN = 28  # the least space between two numbers side by side
MOST = 12  # ticks


class TickAxis(QGraphicsWidget):
    """The bottom or left axis of a :class:`DataArea`."""

    doubleClicked = Signal()

    def __init__(self, side: Literal["bottom", "left"], area: DataArea, palette: Palette) -> None:
        super().__init__()
        self.area, self.colors = area, palette
        self.numbered = True
        self._is_left = side == "left"
        self._font = font(12)
        self._metrics = QFontMetricsF(self._font)
        self._title, self._full_title = TextLine(12), TextLine(12)
        self.crowding: Callable[[float], tuple[str, ...]] = (
            lambda _cells: ()
        )  # what a pixel of so many cells stands for
        self._measured: tuple[object, int] = (None, 0)  # what its widest number was measured for, and its width
        self._key: tuple[object, ...] | None = None
        self._marks: list[tuple[float, float, str]] = []

    @property
    def axis(self) -> Axis:
        """The axis of the Figure."""
        return self.area.along_y.axis if self._is_left else self.area.along_x.axis

    def set_texts(self, *, numbered: bool, titled: bool) -> None:
        """Show or hide the numbers, and the axis's title; without numbers there is no title either."""
        title_changed = self._title.set_html(markup(self.axis.label) if numbered and titled else "")
        if title_changed or numbered != self.numbered:
            self.numbered = numbered
            self.update()

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        self.colors = palette
        self.update()

    def thickness(self) -> int:
        """Return the pixels it needs beside the data."""
        if not self.numbered:
            return TICK
        title = TITLE if self._title.html else 0
        return TICK + GAP + title + (self._widest() if self._is_left else LINE)

    def _widest(self) -> int:
        """Return the width of its widest number, whatever part of the limits is shown."""
        height = max(100.0, self.size().height())
        key = self.axis, self.area.y_range, height
        if key != self._measured[0]:
            self._measured = key, self._measure(height)
        return self._measured[1]

    def _measure(self, height: float) -> int:
        texts = []
        for low, high in {self.area.along_y.limits, self.area.y_range}:
            values, step = self._ticks(low, high, height)
            ends = [float(math.ceil(low)), float(math.floor(high))] if self.axis.whole else []
            texts += self._texts([*values, *ends], step)
        return math.ceil(max(map(self._metrics.horizontalAdvance, texts), default=0)) + 2

    # ---- ticks

    def _range(self) -> Range:
        return self.area.y_range if self._is_left else self.area.x_range

    def _length(self) -> float:
        return float(self.size().height() if self._is_left else self.size().width())

    def _ticks(self, low: float, high: float, size: float) -> ticks.Ticks:
        if self._is_left:
            return self._at_most(low, high, min(MOST, max(2, int(size / ROW) + 1)))
        for most in range(MOST, 1, -1):  # as many as have room
            values, step = self._at_most(low, high, most)
            width = max(map(self._metrics.horizontalAdvance, self._texts(values, step)), default=0)
            if len(values) * (width + COLUMN) <= size + COLUMN:
                break
        return values, step

    def _at_most(self, low: float, high: float, most: int) -> ticks.Ticks:
        if self.axis.log:
            return ticks.logarithmic(low, high, most)
        return ticks.linear(low, high, most, whole=self.axis.whole)

    def _texts(self, values: list[float], step: float) -> list[str]:
        if self.axis.names:
            return [self.axis.names[round(value)] for value in values]
        return log_tick_texts([10.0**value for value in values]) if self.axis.log else tick_texts(values, step)

    def placed(self) -> list[tuple[float, float, str]]:
        """Return the pixel, the value (in screen units) and the text of every tick."""
        (low, high), length, flip = self._range(), self._length(), self.area.flips[self._is_left]
        key = (low, high, length, flip, self.axis)
        if key != self._key:
            self._key = key
            values, step = self._ticks(low, high, length)
            along = [(value - low) / (high - low) * length for value in values]
            places = [length - place if flip else place for place in along]
            self._marks = list(zip(places, values, self._texts(values, step), strict=True))
        return self._marks

    # ---- drawing

    def boundingRect(self) -> QRectF:
        """Return its place, with the overhang of its texts."""
        rect = QRectF(self.rect())
        return rect.adjusted(0, -OVERHANG, 0, OVERHANG) if self._is_left else rect.adjusted(-OVERHANG, 0, OVERHANG, 0)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the line, the ticks, the numbers and the title."""
        marks, width, length = self.placed(), self.size().width(), self._length()
        painter.setPen(QColor(self.colors.line))
        for place, *_ in marks:
            at = math.floor(place) + 0.5
            # One pixel short of the data: the pen's cap would stand on it.
            painter.drawLine(QLineF(width - TICK, at, width - 1, at) if self._is_left else QLineF(at, 1, at, TICK))
        painter.drawLine(QLineF(width - 0.5, 0, width - 0.5, length) if self._is_left else QLineF(0, 0.5, length, 0.5))
        if not self.numbered:
            return
        painter.setPen(QColor(self.colors.secondary))
        painter.setFont(self._font)
        for place, _, text in marks:
            if self._is_left:
                room = QRectF(0, place - 10, width - TICK - GAP, 20)
                painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
            else:
                at = place - self._metrics.horizontalAdvance(text) / 2
                painter.drawText(QPointF(at, TICK + GAP - 2 + self._metrics.ascent()), text)
        self._draw_title(painter)

    def _draw_title(self, painter: QPainter) -> None:
        """Put the title along the outer edge, unless it is longer than the axis."""
        length = self._length()
        room = length + (2 * LINE if self._is_left else 0)
        line = self._longest_title(room, painter.device().devicePixelRatio())
        if not line.html or line.width > room:
            return
        if self._is_left:
            painter.translate(0, round((length + line.width) / 2))
            painter.rotate(-90)
            line.draw(painter, 0, 0)
        else:
            line.draw(painter, round((length - line.width) / 2), self.size().height() - line.height)

    def _longest_title(self, room: float, ratio: float) -> TextLine:
        """Return the title with what a pixel stands for, where it covers several cells and there is room to say so."""
        low, high = self._range()
        for words in self.crowding((high - low) / max(1.0, self._length() * ratio)) if self._title.html else ():
            self._full_title.set_html(f"{self._title.html}: {words}")
            if self._full_title.width <= room:
                return self._full_title
        return self._title

    # ---- the pointer

    def wheelEvent(self, event: Any) -> None:
        """Zoom along this axis alone."""
        self.area.wheel(event, only=int(self._is_left))

    def mousePressEvent(self, event: Any) -> None:
        """Accept, so that Qt tells of the double click."""
        event.accept()

    def mouseDoubleClickEvent(self, _event: Any) -> None:
        """Tell of a double click."""
        self.doubleClicked.emit()
