"""One axis on screen: ticks, numbers, and a title that is shortened to fit."""

import math
import re
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from peviewer.base import ticks
from peviewer.base.ticks import log_tick_texts, tick_texts
from peviewer.figures.averaging import averaging_notes, titles_with_notes
from peviewer.figures.grammar import Axis
from peviewer.live.area import DataArea
from peviewer.live.canvas import is_exposed
from peviewer.live.coordinate import Range
from peviewer.live.text import TextLine, font, text_line


def brief_title(label: str) -> TextLine:
    """Return the label of an axis without its unit."""
    return text_line(re.sub(r" \([^()]*\)$", "", label), 12)


# The length of a tick, and the gap to its number, in pixels.
TICK = 4
GAP = 4

# The heights of the line of the axis's title, and of the line of its numbers.
TITLE = 18
LINE = 15

# The height of a number at the left, and the least distance of two ticks there.
HEIGHT = 16
MIN_ROW = 24

# The least space between two numbers side by side, usually, and if there are only few ticks.
MIN_GAP = 28
SMALL_GAP = 6

MAX_TICKS = 12

RIGHT_ALIGNED = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Tick(NamedTuple):
    """A tick: its pixel along the axis, its value in screen units, and its number or name."""

    pixel: float
    value: float
    text: str


class TickAxis(pg.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """The bottom or left axis of a :class:`DataArea`, with ticks and texts as on paper.

    It draws them itself: pyqtgraph redraws its picture of them in every frame
    that touches the axis, which takes half as long again.
    """

    doubleClicked = Signal()

    def __init__(self, side: Literal["bottom", "left"], area: DataArea) -> None:
        self._bounds: QRectF | None = None
        super().__init__(side)
        self.enableAutoSIPrefix(False)
        self.area = area
        self.numbered = True
        self._is_left = side == "left"
        self._font = font(12)
        self._metrics = QFontMetricsF(self._font)
        self._titled = True
        self._measured: tuple[object, int] = (None, 0)
        """The key of the measured widest number, and its width."""
        self._room = (0.0, 0.0)
        """The room that texts have before the axis's first pixel and after its last one."""
        self._key: tuple[object, ...] | None = None
        self._look: object = None
        self._ticks: list[Tick] = []
        self._numbers: list[tuple[float, str]] = []
        """The first pixel and the text of each number that is shown."""

    @property
    def axis(self) -> Axis:
        return self.area.axes[self._is_left].axis

    def set_texts(self, *, numbered: bool, titled: bool) -> None:
        """Show or hide the numbers, and the axis's title.

        Without numbers there is no title either.
        """
        if (numbered, titled) == (self.numbered, self._titled):
            return
        self.numbered = numbered
        self._titled = titled
        self.update()

    def follow(self) -> None:
        """Paint the axis anew if its words, or the meanings of its pixels, have changed."""
        dots = self._length() * self.area.canvas.dots
        look = self.axis, self.notes(dots)
        if look != self._look:
            self._look = look
            self.update()

    def set_room(self, before: float, after: float) -> None:
        """Set the room that texts have before the axis's first pixel and after its last one."""
        if (before, after) == self._room:
            return
        self.prepareGeometryChange()
        self._room = before, after
        self._key = None
        self._bounds = None
        self.update()

    def resizeEvent(self, event: Any = None) -> None:
        self._bounds = None
        super().resizeEvent(event)

    def thickness(self, length: float, *, numbered: bool, titled: bool) -> int:
        """Return the width of the axis across its direction, in pixels; `length` is along it."""
        if not numbered:
            return TICK
        number_room = self._widest_number(length) if self._is_left else LINE
        title_room = TITLE if titled and self.axis.label else 0
        return TICK + GAP + number_room + title_room

    def _widest_number(self, height: float) -> int:
        """Return the width of the widest number anywhere within the limits."""
        key = self.axis, self.area.y_range, height
        if key != self._measured[0]:
            self._measured = key, self._measure(height)
        return self._measured[1]

    def _measure(self, height: float) -> int:
        texts: list[str] = []
        for low, high in {self.area.y_axis.limits, self.area.y_range}:
            values = self._tick_values(low, high, height)
            if self.axis.whole:
                values = [*values, float(math.ceil(low)), float(math.floor(high))]
            texts += self._tick_texts(sorted(values))
        texts += self.axis.longest_words
        return math.ceil(max(map(self._metrics.horizontalAdvance, texts), default=0)) + 2

    # ---- ticks

    def _range(self) -> Range:
        return self.area.ranges[self._is_left]

    def _length(self) -> float:
        return float(self.size().height() if self._is_left else self.size().width())

    def _tick_values(self, low: float, high: float, length: float) -> list[float]:
        axis = self.axis

        def are_apart(values: Sequence[float], share: float, close: bool) -> bool:
            may_be_close = close or axis.names_each
            distance = share * length
            if self._is_left:
                return distance >= (HEIGHT if may_be_close else MIN_ROW)
            widest = max(map(self._metrics.horizontalAdvance, self._tick_texts(values)))
            return distance >= widest + (SMALL_GAP if may_be_close else MIN_GAP)

        max_count = axis.most_ticks(MAX_TICKS)
        if self._is_left:
            max_count = min(max_count, max(2, int(length / HEIGHT) + 1))
        scale = ticks.Scale(axis.log, axis.whole, axis.group)
        return ticks.fitting(low, high, max_count, scale, are_apart)

    def _tick_texts(self, values: Sequence[float]) -> list[str]:
        if self.axis.names:
            return [self.axis.names[round(value)] for value in values]
        if self.axis.log:
            numbers = log_tick_texts([10.0**value for value in values])
        else:
            numbers = tick_texts(values)
        return self.axis.tick_texts(values, numbers)

    def visible_ticks(self) -> list[Tick]:
        """Return the ticks of the range that is shown."""
        low, high = self._range()
        length = self._length()
        key = (low, high, length, self.area.flips[self._is_left], self.axis)
        if key == self._key:
            return self._ticks

        self._key = key
        values = self._tick_values(low, high, length)
        texts = self._tick_texts(values)
        self._ticks = [
            Tick(self.area.data_to_pixel(value, self._is_left), value, text)
            for value, text in zip(values, texts, strict=True)
        ]
        self._numbers = self._legible_numbers()
        return self._ticks

    def _legible_numbers(self) -> list[tuple[float, str]]:
        """Return the first pixel and the text of each number that fits, without overlaps."""
        first_pixel = -self._room[0]
        last_pixel = self._length() + self._room[1]
        gap = 0 if self._is_left else SMALL_GAP

        numbers: list[tuple[float, str]] = []
        free_from = -math.inf
        for tick in sorted(self._ticks):
            size = float(HEIGHT if self._is_left else self._metrics.horizontalAdvance(tick.text))
            start = tick.pixel - size / 2
            if not self._is_left:
                # A number at an end may be moved inwards.
                start = min(max(start, first_pixel), last_pixel - size)
                if start < first_pixel:
                    continue
            if start >= free_from:
                numbers.append((start, tick.text))
                free_from = start + size + gap
        return numbers

    # ---- drawing

    def boundingRect(self) -> QRectF:
        if self._bounds is None:
            before = self._room[0] + HEIGHT
            after = self._room[1] + HEIGHT
            around = (0, -before, 0, after) if self._is_left else (-before, 0, after, 0)
            self._bounds = QRectF(self.rect()).adjusted(*around)
        return self._bounds

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        if not is_exposed(painter, self.boundingRect()):
            return  # Qt paints what only touches the data, too
        painter.setPen(QColor(self.area.colors.line))
        painter.drawLines(self._lines())

        # The axis's line is repainted with the data; the texts beside it only when they change.
        across, down = (-TICK - 1, 0) if self._is_left else (0, TICK + 1)
        texts_rect = self.boundingRect().adjusted(0, down, across, 0)
        if not self.numbered or not is_exposed(painter, texts_rect):
            return
        painter.setPen(QColor(self.area.colors.secondary))
        painter.setFont(self._font)
        for start, text in self._numbers:
            self._draw_number(painter, start, text)
        if self._titled:
            self._draw_title(painter)

    def _lines(self) -> list[QLineF]:
        """Return the lines of the ticks, and the line beside the data.

        Ticks end one pixel short of the data, which the pen's cap would cover.
        """
        width = self.size().width()
        length = self._length()
        pixels = [math.floor(tick.pixel) + 0.5 for tick in self.visible_ticks()]
        if self._is_left:
            lines = [QLineF(width - TICK, y, width - 1, y) for y in pixels]
            lines.append(QLineF(width - 0.5, 0, width - 0.5, length))
        else:
            lines = [QLineF(x, 1, x, TICK) for x in pixels]
            lines.append(QLineF(0, 0.5, length, 0.5))
        return lines

    def _draw_number(self, painter: QPainter, start: float, text: str) -> None:
        if self._is_left:
            room = QRectF(0, start - 2, self.size().width() - TICK - GAP, HEIGHT + 4)
            painter.drawText(room, RIGHT_ALIGNED, text)
        else:
            painter.drawText(QPointF(start, TICK + GAP - 2 + self._metrics.ascent()), text)

    def _draw_title(self, painter: QPainter) -> None:
        """Draw the title along the outer edge, as near to the middle as there is room."""
        line = self.wording(self.area.canvas.dots)
        if line is None:
            return
        before, after = self._room
        length = self._length()
        centred_start = (length - line.width) / 2
        last_start = length + after - line.width
        start = round(max(-before, min(centred_start, last_start)))
        if self._is_left:
            painter.translate(0, start + line.width)
            painter.rotate(-90)
            line.draw(painter, 0, 0)
        else:
            line.draw(painter, start, self.size().height() - line.height)

    def wording(self, ratio: float) -> TextLine | None:
        """Return the longest wording of the title that has room; None if none has.

        Only a wording that says what a pixel is must be no longer than the axis itself.
        """
        label = self.axis.label
        if not label:
            return None
        length = self._length()
        for title in titles_with_notes(label, self.notes(length * ratio)):
            line = text_line(title, 12)
            if line.width <= length:
                return line
        for line in (text_line(label, 12), brief_title(label)):
            if line.width <= length + sum(self._room):
                return line
        return None

    def notes(self, dots: float) -> tuple[str, ...]:
        """Return notes on the meaning of a pixel, for an axis whose screen has `dots` dots."""
        coordinate = self.area.axes[self._is_left]
        low, high = map(coordinate.raw, self._range())
        side: Literal["x", "y"] = "y" if self._is_left else "x"
        return averaging_notes(self.area.panel, side, (low, high), max(1, round(dots)))

    # ---- the pointer; wheel and drags are AxisItem's, which pan and zoom along this axis alone

    def mouseClickEvent(self, event: Any) -> None:
        event.accept()
        if event.double():
            self.doubleClicked.emit()
