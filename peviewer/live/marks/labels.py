"""Texts on the data of one panel: names of lines, and words if all of them fit."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import ceil
from typing import Any, NamedTuple, Protocol

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem

from peviewer.figures.grammar import Diagonal, Mark, Role, Rule, Words
from peviewer.figures.line_labels import LineName, Placed, place_names
from peviewer.live.area import DataArea
from peviewer.live.marks.item import NOWHERE
from peviewer.live.marks.words import Rects, WordsItem, meets
from peviewer.live.text import text_line

# The depth of a name, in front of a data area and its axes.
FRONT = 1.0

# Pixels of its ground around a name.
MARGIN = 2


class NamedLine(Protocol):
    """An item that draws a straight line, and its name."""

    mark: Rule | Diagonal
    label: "LineLabel"

    def name(self) -> LineName | None:
        """Return the name that is to be placed; None for none."""

    def show_name(self, placed: Placed | None) -> None:
        """Show the name where it was placed; hide it for None."""


class Labels:
    """Places the texts of an area again if anything has changed.

    What stays where it is is left alone.
    """

    def __init__(self, area: DataArea) -> None:
        self._area = area
        self._lines: Sequence[NamedLine] = ()
        self._words: Sequence[WordsItem] = ()
        self._surroundings: object = None
        self._marks: list[Mark] = []
        self._names: dict[NamedLine, LineName | None] = {}
        self._places: dict[NamedLine, Placed | None] = {}
        self._marks_of_words: list[Words] = []
        self._groups: list[_PlacedGroup] = []

    def set_items(self, lines: Sequence[NamedLine], words: Sequence[WordsItem]) -> None:
        """Place the names of these lines, and these words, from now on."""
        self._lines = lines
        self._words = words
        self._surroundings = None

    def place(self) -> None:
        """Place all texts again if a mark or the area changed."""
        area = self._area
        area.updateMatrix()
        rect = area.rect()
        has_heatmap = area.panel.heatmap is not None
        surroundings = (
            area.ranges,
            area.flips,
            rect,
            area.pos(),
            area.has_legend,
            area.has_names_above,
            has_heatmap,
        )
        marks: list[Mark] = [item.mark for item in self._lines]
        marks += [item.mark for item in self._words]
        if (marks, surroundings) == (self._marks, self._surroundings):
            return

        if surroundings != self._surroundings:
            self._names = {}
            self._places = {}
            self._marks_of_words = []
        self._marks = marks
        self._surroundings = surroundings
        self._place_names(rect, has_heatmap=has_heatmap)
        name_boxes = [item.label.box for item in self._lines if item.label.box is not None]
        self._show_words(name_boxes, rect)

    def _place_names(self, rect: QRectF, *, has_heatmap: bool) -> None:
        old_names = self._names
        self._names = {}
        for item in self._lines:
            old_name = old_names.get(item)
            is_same_line = old_name is not None and old_name.line is item.mark
            self._names[item] = old_name if is_same_line else item.name()

        names = {item: name for item, name in self._names.items() if name is not None}
        placed = place_names(
            list(names.values()),
            rect.width(),
            rect.height(),
            above=self._area.has_names_above,
            cells=has_heatmap,
        )
        places: dict[NamedLine, Placed | None] = dict.fromkeys(self._lines)
        places.update(zip(names, placed, strict=True))
        for item, place in places.items():
            has_its_name = item in old_names and old_names[item] is self._names[item]
            if not (has_its_name and place == self._places[item]):
                item.show_name(place)
        self._places = places

    def _show_words(self, name_boxes: Rects, area_rect: QRectF) -> None:
        marks = [item.mark for item in self._words]
        if marks != self._marks_of_words:
            self._marks_of_words = marks
            self._groups = [_PlacedGroup.of(items) for items in self._groups_of_words()]

        occupied: Rects = []
        for group in self._groups:
            rects = [rect for rect in group.rects if not meets(rect, name_boxes)]
            is_legible = group.is_placed and _is_legible(rects, occupied, area_rect)
            for item in group.items:
                item.show_words(is_legible, name_boxes)
            if is_legible:
                occupied += rects

    def _groups_of_words(self) -> list[list[WordsItem]]:
        """Return the words that are of one size.

        Those of an expression are one group, and each of the others is one by itself.
        """
        expression: list[WordsItem] = []
        groups: list[list[WordsItem]] = []
        for item in self._words:
            if item.mark.room and not item.mark.small:
                expression.append(item)
            else:
                groups.append([item])
        return [expression, *groups] if expression else groups


class _PlacedGroup(NamedTuple):
    """Words of one size, whether all of them have a place, and what they cover."""

    items: list[WordsItem]
    is_placed: bool
    rects: Rects

    @classmethod
    def of(cls, items: list[WordsItem]) -> "_PlacedGroup":
        size = min(item.largest_type for item in items)
        rects: Rects = []
        is_placed = True
        for item in items:
            item_rects = item.place_words(size)
            is_placed = is_placed and bool(item_rects)
            rects += item_rects
        return cls(items, is_placed, rects)


def _is_legible(rects: Rects, occupied: Rects, area_rect: QRectF) -> bool:
    """Whether texts are inside the area, and touch neither each other nor what is occupied."""
    if not all(area_rect.contains(rect) for rect in rects):
        return False
    if any(rect.intersects(other) for rect, other in combinations(rects, 2)):
        return False
    return not any(meets(rect, occupied) for rect in rects)


class LineLabel(QGraphicsItem):
    """The name of a line, on a ground that keeps it readable over data, in front of all marks."""

    def __init__(self, area: DataArea) -> None:
        # The area would cut what is outside it.
        super().__init__(area.parentItem())
        self._area = area
        self._text = ""
        self._role: Role = "mark"
        self._rect = NOWHERE
        self.box: QRectF | None = None
        """What it covers, in pixels of the area; None where it has no room."""
        self.setZValue(FRONT)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def show_at(self, text: str, role: Role, left: float, top: float) -> None:
        box = QRectF(QPointF(left, top).toPoint(), QSizeF(*name_size(text)))
        if (text, role) != (self._text, self._role):
            self.prepareGeometryChange()
            self._text = text
            self._role = role
            self._rect = QRectF(QPointF(), box.size())
            self.update()
        self.box = box
        # The area may have moved.
        self.setPos(self._area.mapToParent(box.topLeft()))
        self.show()

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        colors = self._area.colors
        painter.fillRect(self._rect, QColor(colors.panel))
        painter.setPen(QColor(colors.role(self._role)))
        text_line(self._text, 12).draw(painter, MARGIN, MARGIN)

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
