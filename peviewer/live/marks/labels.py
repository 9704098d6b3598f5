"""Texts on the data of one panel: names of lines, and words if all of them fit."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from PySide6.QtCore import QRectF

from peviewer.figures.grammar import Mark, Words
from peviewer.figures.line_labels import (
    Box,
    LabelRoom,
    LineName,
    Placed,
)
from peviewer.figures.name_places import place_names
from peviewer.live.area import DataArea
from peviewer.live.marks.curves import CurveItem, PointsItem
from peviewer.live.marks.line_names import WEDGE_ROOM, NamedLine
from peviewer.live.marks.words import Rects, WordsItem, meets

# The height of names above the data.
NAMES_LINE = 27


class Labels:
    """Places the texts of an area again if anything has changed.

    What stays where it is is left alone.
    """

    def __init__(self, area: DataArea) -> None:
        self._area = area
        self._lines: Sequence[NamedLine] = ()
        self._words: Sequence[WordsItem] = ()
        self._curves: Sequence[CurveItem | PointsItem] = ()
        self._surroundings: object = None
        self._marks: list[Mark] = []
        self._names: dict[NamedLine, LineName | None] = {}
        self._places: dict[NamedLine, Placed | None] = {}
        self._marks_of_words: list[Words] = []
        self._groups: list[_PlacedGroup] = []

    def set_items(
        self,
        lines: Sequence[NamedLine],
        words: Sequence[WordsItem],
        curves: Sequence[CurveItem | PointsItem],
    ) -> None:
        """Set the lines whose names are placed, the words, and the curves that names avoid."""
        self._lines = lines
        self._words = words
        self._curves = curves
        self._surroundings = None

    def place(self) -> None:
        """Place all texts again if a mark or the area changed."""
        area = self._area
        area.updateMatrix()
        rect = area.rect()
        surroundings = (
            area.ranges,
            area.flips,
            rect,
            area.pos(),
            area.has_legend,
            area.name_edges,
            area.name_width,
            self._curve_revisions(),
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
        self._place_names(rect)
        name_boxes = [item.label.box for item in self._lines if item.label.box is not None]
        self._show_words(name_boxes, rect)

    def _curve_revisions(self) -> tuple[int, ...]:
        """Return values that change whenever a curve changes that names on the data avoid."""
        has_names_on_data = any(name and name.edge is None for name in self._names.values())
        return tuple(curve.revision for curve in self._curves) if has_names_on_data else ()

    def _is_free(self, box: Box) -> bool:
        return not any(curve.meets(box) for curve in self._curves)

    def _place_names(self, rect: QRectF) -> None:
        old_names = self._names
        self._names = {}
        for item in self._lines:
            old_name = old_names.get(item)
            is_same_line = old_name is not None and old_name.line is item.mark
            self._names[item] = old_name if is_same_line else item.name()

        names = {item: name for item, name in self._names.items() if name is not None}
        name_width = self._area.name_width
        has_cells = self._area.panel.heatmap is not None
        room = LabelRoom(
            rect.width(), rect.height(), name_width, WEDGE_ROOM, self._is_free, has_cells
        )
        placed = place_names(list(names.values()), room)
        places: dict[NamedLine, Placed | None] = dict.fromkeys(self._lines)
        places.update(zip(names, placed, strict=True))
        for item, place in places.items():
            has_its_name = item in old_names and old_names[item] is self._names[item]
            if not (has_its_name and place == self._places[item]):
                item.show_name(place)
            item.wedge.show_at(item.wedge_at())
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
        """Return the words in groups; the words of a group have one size.

        The words of an expression are one group, and all others are groups by themselves.
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
    """Words of one size, whether all of them have a place, and the rectangles that they cover."""

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
    """Whether texts lie inside the area, and touch neither each other nor occupied rectangles."""
    if not all(area_rect.contains(rect) for rect in rects):
        return False
    if any(rect.intersects(other) for rect, other in combinations(rects, 2)):
        return False
    return not any(meets(rect, occupied) for rect in rects)
