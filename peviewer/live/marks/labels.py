"""Texts on the data of one panel: names of lines at their fixed places, words if all of them fit, and notes."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import ceil
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem

from peviewer.figures.grammar import Note, Role, Words
from peviewer.figures.line_labels import LineName, Placed, place_names
from peviewer.live.marks.item import NOWHERE, MarkItem
from peviewer.live.text import paragraph, text_line

Rects = list[QRectF]
FRONT = 1.0  # of a data area and its axes
MARGIN = 2  # pixels of its ground around a label
SIZES = (13, 12, 11, 10, 9)  # of words: the largest is used that keeps them apart
LARGE_SIZES = (22, 20, 18, 16, 15, *SIZES)  # of words that say how much room they have
WORD_GAP = 6


class Labels:
    """Places the texts of an area again if anything has changed; what stays where it is is left alone."""

    def __init__(self, area: Any) -> None:
        self._area = area
        self._lines: Sequence[Any] = ()
        self._words: Sequence[Any] = ()
        self._surroundings: object = None
        self._marks: list[Any] = []
        self._names: dict[Any, LineName | None] = {}
        self._places: dict[Any, Placed | None] = {}
        self._marks_of_words: list[Words] = []
        self._groups: list[tuple[list[Any], list[Rects]]] = []

    def set_items(self, lines: Sequence[Any], words: Sequence[Any]) -> None:
        """Place the names of these lines, and these words, from now on."""
        self._lines, self._words = lines, words
        self._surroundings = None

    def place(self) -> None:
        """Place all texts again if a mark or the area changed."""
        area = self._area
        area.updateMatrix()
        room, above, cells = area.rect(), area.has_names_above, area.panel.heatmap is not None
        surroundings = area.ranges, area.flips, room, area.pos(), area.has_legend, above, cells
        marks = [item.mark for item in (*self._lines, *self._words)]
        if (marks, surroundings) == (self._marks, self._surroundings):
            return
        if surroundings != self._surroundings:
            self._names, self._places, self._marks_of_words = {}, {}, []
        self._marks, self._surroundings = marks, surroundings
        self._place_names(room, above=above, cells=cells)
        covered = [item.label.box for item in self._lines if item.label.box is not None]
        self._show_words(covered, room)

    def _place_names(self, room: QRectF, *, above: bool, cells: bool) -> None:
        before, self._names = self._names, {}
        for item in self._lines:
            name = before.get(item)
            is_known = name is not None and name.line is item.mark
            self._names[item] = name if is_known else item.name()
        names = {item: name for item, name in self._names.items() if name is not None}
        placed = place_names(
            [*names.values()], room.width(), room.height(), above=above, cells=cells
        )
        places = dict.fromkeys(self._lines) | dict(zip(names, placed, strict=True))
        for item, place in places.items():
            has_its_name = item in before and before[item] is self._names[item]
            if not (has_its_name and place == self._places[item]):
                item.show_name(place)
        self._places = places

    def _show_words(self, names: Rects, room: QRectF) -> None:
        marks = [item.mark for item in self._words]
        if marks != self._marks_of_words:
            self._marks_of_words = marks
            self._groups = [(group, self._place_words(group)) for group in self._groups_of_words()]
        occupied: Rects = []
        for group, places in self._groups:
            rects = [rect for some in places for rect in some if not meets(rect, names)]
            legible = all(places) and _legible(rects, occupied, room)
            for item in group:
                item.show_words(legible, names)
            occupied += rects if legible else []

    def _groups_of_words(self) -> list[list[Any]]:
        """Return the words that are of one size: those of an expression, and all others by themselves."""
        expression = [item for item in self._words if item.mark.room and not item.mark.small]
        others = [[item] for item in self._words if item not in expression]
        return [expression, *others] if expression else others

    @staticmethod
    def _place_words(group: list[Any]) -> list[Rects]:
        size = min(item.largest_type for item in group)
        return [item.place_words(size) for item in group]


def _legible(rects: Rects, occupied: Rects, room: QRectF) -> bool:
    inside = all(room.contains(rect) for rect in rects)
    apart = not any(rect.intersects(other) for rect, other in combinations(rects, 2))
    return inside and apart and not any(meets(rect, occupied) for rect in rects)


def meets(rect: QRectF, others: Rects) -> bool:
    return any(rect.intersects(other) for other in others)


class LineLabel(QGraphicsItem):
    """The name of a line, on a ground that keeps it readable over data, in front of all marks."""

    def __init__(self, area: Any) -> None:
        super().__init__(area.parentItem())  # the area would cut what is outside it
        self._area = area
        self._text: tuple[str, Role] = "", "mark"
        self._rect = NOWHERE
        self.box: QRectF | None = None
        """What it covers, in pixels of the area; None where it has no room."""
        self.setZValue(FRONT)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def show_at(self, text: str, role: Role, left: float, top: float) -> None:
        box = QRectF(QPointF(left, top).toPoint(), QSizeF(*name_size(text)))
        if (text, role) != self._text:
            self.prepareGeometryChange()
            self._text, self._rect = (text, role), QRectF(QPointF(), box.size())
            self.update()
        self.box = box
        self.setPos(self._area.mapToParent(box.topLeft()))  # the area may have moved
        self.show()

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        colors = self._area.colors
        painter.fillRect(self._rect, QColor(colors.panel))
        painter.setPen(QColor(colors.role(self._text[1])))
        text_line(self._text[0], 12).draw(painter, MARGIN, MARGIN)

    def clear(self) -> None:
        self.box = None
        self.hide()

    def drop(self) -> None:
        if self.scene() is not None:
            self.scene().removeItem(self)


@lru_cache(maxsize=256)
def name_size(text: str) -> tuple[float, float]:
    line = text_line(text, 12)
    return ceil(line.width) + 2 * MARGIN, ceil(line.height) + 2 * MARGIN


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

    def __init__(self, mark: Words, area: Any) -> None:
        super().__init__(mark, area)
        self._size = SIZES[0]
        self._places: list[QRectF] = []
        self._legible: list[bool] = []

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw each text centred at its point, if there is room for all."""
        if not any(self._legible):
            return
        painter.setPen(QColor(self.palette.role(self.mark.color)))
        on_data = not (self.area.is_fixed or self.area.panel.heatmap)
        for text, place, legible in zip(self.mark.texts, self._places, self._legible, strict=True):
            if legible:
                if on_data:
                    painter.fillRect(place, QColor(self.palette.panel))
                text_line(text, self._size).draw(painter, round(place.x()), round(place.y()))

    def fits(self, unit: float) -> bool:
        mark = self.mark
        return not mark.room or mark.small or self._longest(LARGE_SIZES[-1]) <= mark.room * unit

    @property
    def widest(self) -> float:
        return max(text_line(text, SIZES[-1]).width for text in self.mark.texts)

    @property
    def height(self) -> float:
        """The pixels of its lines, of a single column."""
        return len(set(self.mark.y)) * text_line("", SIZES[self.mark.small]).height

    @property
    def largest_type(self) -> int:
        sizes = SIZES[1:] if self.mark.small else LARGE_SIZES if self.mark.room else SIZES
        room = self._text_width()
        return next((size for size in sizes if self._longest(size) + WORD_GAP <= room), sizes[-1])

    def _longest(self, size: int) -> float:
        return text_line(max(self.mark.texts, key=len), size).width

    def _text_width(self) -> float:
        """Return the room of each text: what the mark says, or the least distance of neighbours in one line."""
        if self.mark.room:
            return self.mark.room * float(np.ptp(self.to_pixels((0.0, 1.0), 0)))
        x, y = self.points(self.mark.x, self.mark.y)
        order = np.lexsort((x, np.round(y)))
        in_line = np.abs(np.diff(y[order])) < SIZES[0]
        return float(np.diff(x[order])[in_line].min()) if in_line.any() else np.inf

    def place_words(self, size: int) -> list[QRectF]:
        """Place its texts in type of a size.

        Return what they cover, nothing where neighbours would touch.
        """
        mark = self.mark
        if (mark.small or not mark.room) and self._longest(
            size
        ) + WORD_GAP / 2 > self._text_width():
            return []
        cell = float(np.ptp(self.to_pixels((0.0, 1.0), 1)))
        if mark.small and self.area.panel.heatmap and size > cell:
            return []
        self._size, self._places = size, []
        for text, across, down in zip(mark.texts, *self.points(mark.x, mark.y), strict=True):
            line = text_line(text, size)
            self._places.append(
                QRectF(across - line.width / 2, down - line.height / 2, line.width, line.height)
            )
        return self._places

    def show_words(self, shown: bool, names: list[QRectF]) -> None:
        legible = [shown and not meets(place, names) for place in self._places]
        if self._legible != legible:
            self._legible = legible
            self.update()
