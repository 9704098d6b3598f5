"""Words and notes on screen: texts at points, and one in the middle."""

from collections.abc import Sequence
from math import ceil
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from peviewer.figures.fitting.beside import Pixels, place_beside
from peviewer.figures.grammar import Note, Words
from peviewer.live.area import DataArea
from peviewer.live.marks.item import MarkItem
from peviewer.live.text import paragraph, text_line

Rects = list[QRectF]

# The sizes of type in pixels; the largest that keeps neighbouring words apart is used.
SIZES = (13, 12, 11, 10, 9)

# The sizes for words whose mark says how much room each has.
LARGE_SIZES = (22, 20, 18, 16, 15, *SIZES)

WORD_GAP = 6

# In pixels: the diameter of a dot that marks a point of a path, from the dot to its text, and the
# outline of letters there.
DOT = 8
OFF = 8
OUTLINE = 4


def meets(rect: QRectF, others: Rects) -> bool:
    return any(rect.intersects(other) for other in others)


class NoteItem(MarkItem[Note]):
    """Draws a :class:`Note` in the middle."""

    def height(self, room: float) -> int:
        return ceil(paragraph(self.mark.text, 13, self._width(room)).height)

    def _width(self, room: float) -> float:
        return max(1.0, min(420.0, room - 16))

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        rect = self.area.rect()
        width = self._width(rect.width())
        line = paragraph(self.mark.text, 13, width)
        painter.setPen(QColor(self.palette.secondary))
        line.draw(painter, (rect.width() - width) / 2, (rect.height() - line.height) / 2)


class WordsItem(MarkItem[Words]):
    """Draws :class:`Words`."""

    def __init__(self, mark: Words, area: DataArea) -> None:
        super().__init__(mark, area)
        self._size = SIZES[0]
        self._rects: Rects = []
        self._are_shown: list[bool] = []

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the texts that are shown, each centred at its point."""
        if not any(self._are_shown):
            return
        painter.setPen(QColor(self.palette.role(self.mark.color)))
        has_ground = not self.area.is_fixed and self.area.panel.heatmap is None
        for text, rect, is_shown in zip(self.mark.texts, self._rects, self._are_shown, strict=True):
            if not is_shown:
                continue
            line = text_line(text, self._size)
            left = round(rect.x())
            top = round(rect.y())
            if self.mark.tangents:
                line.draw_outline(painter, left, top, QColor(self.palette.panel), OUTLINE)
            elif has_ground:
                painter.fillRect(rect, QColor(self.palette.panel))
            line.draw(painter, left, top)
        if self.mark.tangents:
            self._draw_dots(painter)

    def _draw_dots(self, painter: QPainter) -> None:
        """Mark the points beside which texts are shown."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.palette.panel), 2))
        painter.setBrush(QColor(self.palette.role(self.mark.color)))
        for x, y, is_shown in zip(
            *self.points(self.mark.x, self.mark.y), self._are_shown, strict=True
        ):
            if is_shown:
                painter.drawEllipse(QPointF(x, y), DOT / 2 + 1, DOT / 2 + 1)
        painter.restore()

    def fits(self, unit: float) -> bool:
        """Whether the longest word has the room that the mark gives each; `unit` is in pixels."""
        mark = self.mark
        if not mark.room or mark.small:
            return True
        return self._longest(LARGE_SIZES[-1]) <= mark.room * unit

    @property
    def widest(self) -> float:
        """The width of the widest text in the smallest type, in pixels."""
        return max(text_line(text, SIZES[-1]).width for text in self.mark.texts)

    @property
    def height(self) -> float:
        """The height of its lines below one another, in pixels."""
        return len(set(self.mark.y)) * text_line("", SIZES[self.mark.small]).height

    @property
    def largest_type(self) -> int:
        """The largest size of type that keeps its texts apart, or else the smallest."""
        sizes: Sequence[int] = SIZES
        if self.mark.small:
            sizes = SIZES[1:]
        elif self.mark.room:
            sizes = LARGE_SIZES
        room = self._text_width()
        for size in sizes:
            if self._longest(size) + WORD_GAP <= room:
                return size
        return sizes[-1]

    def _longest(self, size: int) -> float:
        return text_line(max(self.mark.texts, key=len), size).width

    def _text_width(self) -> float:
        """Return the width that each text has, in pixels.

        The mark says it, or else it is the least distance between neighbours in one line.
        """
        if self.mark.room:
            return self.mark.room * float(np.ptp(self.to_pixels((0.0, 1.0), 0)))
        x, y = self.points(self.mark.x, self.mark.y)
        order = np.lexsort((x, np.round(y)))
        are_in_line = np.abs(np.diff(y[order])) < SIZES[0]
        distances = np.diff(x[order])[are_in_line]
        return float(distances.min()) if len(distances) else np.inf

    def place_words(self, size: int) -> list[QRectF]:
        """Place the texts in type of a size, and return the rectangles that they cover.

        Return none, and place nothing, where neighbours would touch.
        """
        mark = self.mark
        has_own_room = mark.room and not mark.small
        if not has_own_room and self._longest(size) + WORD_GAP / 2 > self._text_width():
            return []
        cell_height = float(np.ptp(self.to_pixels((0.0, 1.0), 1)))
        if mark.small and self.area.panel.heatmap is not None and size > cell_height:
            return []

        self._size = size
        self._rects = []
        points = zip(mark.texts, *self.points(mark.x, mark.y), strict=True)
        for number, (text, x, y) in enumerate(points):
            line = text_line(text, size)
            middle = Pixels(x, y)
            if mark.tangents:
                middle = self._beside(middle, number, Pixels(line.width, line.height))
            left = middle.x - line.width / 2
            top = middle.y - line.height / 2
            self._rects.append(QRectF(left, top, line.width, line.height))
        return self._rects

    def _beside(self, point: Pixels, number: int, size: Pixels) -> Pixels:
        """Return the middle of a text beside its point of a path."""
        mark = self.mark
        across, up = mark.tangents[number]
        ahead = self.points(mark.x[number] + across, mark.y[number] + up)
        tangent = Pixels(float(ahead[0]) - point.x, float(ahead[1]) - point.y)
        rect = self.area.rect()
        room = Pixels(rect.width(), rect.height())
        gap = DOT / 2 + OFF
        return place_beside(point, tangent, size, room, gap, beyond=mark.beyond)

    def show_words(self, are_shown: bool, name_boxes: Rects) -> None:
        """Show its texts, except those that the name of a line would cover (`name_boxes`)."""
        shown = [are_shown and not meets(rect, name_boxes) for rect in self._rects]
        if self._are_shown != shown:
            self._are_shown = shown
            self.update()
