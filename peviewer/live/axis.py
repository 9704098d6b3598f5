"""One axis on screen: ticks, their numbers, a title shortened to the room there is, and grid lines."""

import math
import re
from collections.abc import Sequence
from typing import Any, Literal

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsItem

from peviewer.base import ticks
from peviewer.base.ticks import log_tick_texts, tick_texts
from peviewer.figures.averaging import averaging_notes, titles_with_notes
from peviewer.figures.fitting.spreading import spread_texts
from peviewer.figures.grammar import Axis
from peviewer.live.area import DataArea
from peviewer.live.canvas import is_exposed
from peviewer.live.coordinate import Range
from peviewer.live.text import TextLine, font, text_line


def brief_title(label: str) -> TextLine:
    """Return the label of an axis without its unit."""
    return text_line(re.sub(r" \([^()]*\)$", "", label), 12)


TICK = 4  # pixels
GAP = 4  # between a tick and its number
TITLE = 18  # the line of the axis's title
LINE = 15  # the line of the numbers
MIN_ROW = 24  # the least distance of two ticks upwards
MIN_GAP = 28  # the least space between two numbers side by side
SMALL_GAP = 6  # the same, if there are few ticks already
HEIGHT = 16  # of a number at the left
MAX_TICKS = 12
FAR_LINE = 20  # the line of the numbers along the far side, with their ticks


class TickAxis(pg.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """The bottom or left :class:`pyqtgraph.AxisItem` of a :class:`DataArea`, with ticks and texts as on paper.

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
        self._measured: tuple[object, int] = (
            None,
            0,
        )  # the key of the measured widest number, and its width
        self._room = 0.0, 0.0  # the room of texts beyond its first and its last pixel
        self._key: tuple[object, ...] | None = None
        self._look: object = None
        self._marks: list[tuple[float, float, str]] = []
        self._numbers: list[tuple[float, str]] = []

    @property
    def axis(self) -> Axis:
        return self.area.axes[self._is_left].axis

    def set_texts(self, *, numbered: bool, titled: bool) -> None:
        """Show or hide the numbers, and the axis's title.

        Without numbers there is no title either.
        """
        if (numbered, titled) != (self.numbered, self._titled):
            self.numbered, self._titled = numbered, titled
            self.update()

    def follow(self) -> None:
        """Paint itself anew if its words, or what its pixels are, have changed."""
        look = self.axis, self.notes(self._length() * self.area.canvas.dots)
        if look != self._look:
            self._look = look
            self.update()

    def set_room(self, before: float, after: float) -> None:
        """Set the room of numbers and title beyond its first and its last pixel."""
        if (before, after) != self._room:
            self.prepareGeometryChange()
            self._room, self._key, self._bounds = (before, after), None, None
            self.update()

    def resizeEvent(self, event: Any = None) -> None:
        self._bounds = None
        super().resizeEvent(event)

    def thickness(self, length: float, *, numbered: bool, titled: bool) -> int:
        if not numbered:
            return TICK
        title = TITLE if titled and self.axis.label else 0
        return TICK + GAP + title + (self._widest(length) if self._is_left else LINE)

    def _widest(self, height: float) -> int:
        """Return the width of its widest number over the whole limits."""
        key = self.axis, self.area.y_range, height
        if key != self._measured[0]:
            self._measured = key, self._measure(height)
        return self._measured[1]

    def _measure(self, height: float) -> int:
        texts = []
        for low, high in {self.area.y_axis.limits, self.area.y_range}:
            values = self._ticks(low, high, height)
            ends = [float(math.ceil(low)), float(math.floor(high))] if self.axis.whole else []
            texts += self._texts(sorted([*values, *ends]))
        texts += self.axis.longest_words
        return math.ceil(max(map(self._metrics.horizontalAdvance, texts), default=0)) + 2

    # ---- ticks

    def _range(self) -> Range:
        return self.area.ranges[self._is_left]

    def _length(self) -> float:
        return float(self.size().height() if self._is_left else self.size().width())

    def _ticks(self, low: float, high: float, size: float) -> list[float]:

        def are_apart(values: Sequence[float], share: float, close: bool) -> bool:
            if self._is_left:
                return share * size >= (HEIGHT if close or axis.names_each else MIN_ROW)
            widest = max(map(self._metrics.horizontalAdvance, self._texts(values)))
            return share * size >= widest + (SMALL_GAP if close or axis.names_each else MIN_GAP)

        axis, most = self.axis, self.axis.most_ticks(MAX_TICKS)
        if self._is_left:
            most = min(most, max(2, int(size / HEIGHT) + 1))
        return ticks.fitting(
            low, high, most, ticks.Scale(axis.log, axis.whole, axis.group), are_apart
        )

    def _texts(self, values: Sequence[float]) -> list[str]:
        if self.axis.names:
            return [self.axis.names[round(value)] for value in values]
        numbers = (
            log_tick_texts([10.0**value for value in values])
            if self.axis.log
            else tick_texts(values)
        )
        return self.axis.tick_texts(values, numbers)

    def placed(self) -> list[tuple[float, float, str]]:
        (low, high), length, flip = self._range(), self._length(), self.area.flips[self._is_left]
        key = (low, high, length, flip, self.axis)
        if key != self._key:
            self._key = key
            values = self._ticks(low, high, length)
            places = [self.area.pixel(value, self._is_left) for value in values]
            self._marks = list(zip(places, values, self._texts(values), strict=True))
            self._numbers = self._legible()
        return self._marks

    def _legible(self) -> list[tuple[float, str]]:
        """Return the first pixel and the text of every number that fits completely, without overlaps."""
        first, last = -self._room[0], self._length() + self._room[1]
        numbers, free = [], -math.inf
        for place, _, text in sorted(self._marks):
            size = float(HEIGHT if self._is_left else self._metrics.horizontalAdvance(text))
            start = place - size / 2
            if not self._is_left:  # one at an end may be moved inwards
                start = min(max(start, first), last - size)
            if start >= free and (self._is_left or start >= first):
                numbers.append((start, text))
                free = start + size + (0 if self._is_left else SMALL_GAP)
        return numbers

    # ---- drawing

    def boundingRect(self) -> QRectF:
        if self._bounds is None:
            rect, before, after = (
                QRectF(self.rect()),
                self._room[0] + HEIGHT,
                self._room[1] + HEIGHT,
            )
            around = (0, -before, 0, after) if self._is_left else (-before, 0, after, 0)
            self._bounds = rect.adjusted(*around)
        return self._bounds

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        if not is_exposed(painter, self.boundingRect()):
            return  # Qt paints what only touches the data, too
        marks, width, length = self.placed(), self.size().width(), self._length()
        places = [math.floor(place) + 0.5 for place, *_ in marks]
        # Ticks end one pixel short of the data, which the pen's cap would cover.
        if self._is_left:
            lines = [QLineF(width - TICK, at, width - 1, at) for at in places]
            lines.append(QLineF(width - 0.5, 0, width - 0.5, length))
        else:
            lines = [QLineF(at, 1, at, TICK) for at in places]
            lines.append(QLineF(0, 0.5, length, 0.5))
        painter.setPen(QColor(self.area.colors.line))
        painter.drawLines(lines)
        across, down = (
            (-TICK - 1, 0) if self._is_left else (0, TICK + 1)
        )  # the line is repainted with the data
        if not self.numbered or not is_exposed(
            painter, self.boundingRect().adjusted(0, down, across, 0)
        ):
            return
        painter.setPen(QColor(self.area.colors.secondary))
        painter.setFont(self._font)
        for start, text in self._numbers:
            if self._is_left:
                room = QRectF(0, start - 2, width - TICK - GAP, HEIGHT + 4)
                painter.drawText(
                    room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text
                )
            else:
                painter.drawText(QPointF(start, TICK + GAP - 2 + self._metrics.ascent()), text)
        if self._titled:
            self._draw_title(painter)

    def _draw_title(self, painter: QPainter) -> None:
        """Draw the title along the outer edge, in the middle as far as there is room."""
        line = self.wording(self.area.canvas.dots)
        if line is None:
            return
        before, after = self._room
        length = self._length()
        start = round(max(-before, min((length - line.width) / 2, length + after - line.width)))
        if self._is_left:
            painter.translate(0, start + line.width)
            painter.rotate(-90)
            line.draw(painter, 0, 0)
        else:
            line.draw(painter, start, self.size().height() - line.height)

    def wording(self, ratio: float) -> TextLine | None:
        length, label = self._length(), self.axis.label
        noted = [
            text_line(title, 12) for title in titles_with_notes(label, self.notes(length * ratio))
        ]
        plain = [
            line
            for line in (text_line(label, 12), brief_title(label))
            if line.width <= length + sum(self._room)
        ]
        return next(
            (line for line in [*(line for line in noted if line.width <= length), *plain] if label),
            None,
        )

    def notes(self, dots: float) -> tuple[str, ...]:
        """Return wordings of the meaning of a pixel, for an axis of some pixels."""
        along = self.area.axes[self._is_left]
        low, high = map(along.raw, self._range())
        return averaging_notes(
            self.area.panel, "y" if self._is_left else "x", (low, high), max(1, round(dots))
        )

    # ---- the pointer; wheel and drags are AxisItem's, which pan and zoom along this axis alone

    def mouseClickEvent(self, event: Any) -> None:
        event.accept()
        if event.double():
            self.doubleClicked.emit()


class FarNumbers(QGraphicsItem):
    """Other numbers of the bottom axis, along the upper side of a data area, as many as fit."""

    def __init__(self, area: DataArea) -> None:
        super().__init__()
        self._area = area

    def boundingRect(self) -> QRectF:
        return QRectF(0, -FAR_LINE, self._area.rect().width(), FAR_LINE)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        axis, (low, high), width = (
            self._area.x_axis.axis,
            self._area.x_range,
            self._area.rect().width(),
        )
        lines = [text_line(text, 12) for _, text in axis.far]
        places = [(place - low) / (high - low) * width for place, _ in axis.far]
        for k, start in spread_texts(places, [line.width for line in lines], width, MIN_GAP):
            painter.setPen(QColor(self._area.colors.line))
            at = math.floor(places[k]) + 0.5
            painter.drawLine(QLineF(at, -TICK, at, -1))
            painter.setPen(QColor(self._area.colors.secondary))
            lines[k].draw(painter, round(start), -FAR_LINE)


class Grid(QGraphicsItem):
    """Lines across a data area, at the ticks of its left axis."""

    def __init__(self, axis: TickAxis) -> None:
        super().__init__(axis.area)
        self.setZValue(-1)
        self._axis = axis

    def boundingRect(self) -> QRectF:
        return QRectF(self._axis.area.rect())

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        width, colors = self._axis.area.rect().width(), self._axis.area.colors
        for place, value, _ in self._axis.placed():
            y = math.floor(place) + 0.5
            painter.setPen(QColor(colors.line if value == 0 else colors.raised))
            painter.drawLine(QLineF(0, y, width, y))
