"""Texts on the data of one panel: names of lines, and words if all of them fit."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import ceil
from typing import Any, NamedTuple, Protocol

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem

from peviewer.figures.grammar import Diagonal, Mark, Role, Rule, Words
from peviewer.figures.line_labels import (
    Box,
    Edge,
    LineName,
    Placed,
    Room,
)
from peviewer.figures.name_places import place_names
from peviewer.live.area import DataArea
from peviewer.live.drag import Drag, Handle, setting
from peviewer.live.marks.curves import CurveItem, PointsItem
from peviewer.live.marks.item import NOWHERE
from peviewer.live.marks.words import Rects, WordsItem, meets
from peviewer.live.text import text_line

# The depth of a name, in front of a data area and its axes.
FRONT = 1.0

# The margin around a name, in pixels.
MARGIN = 2

# The outline of a name's letters on data, in pixels.
OUTLINE = 3.0

# The length and the width of a wedge, which stands this far off the data; and what it takes of the
# margin before a name.
WEDGE = 7.0
WEDGE_WIDTH = 8.0
WEDGE_GAP = 1.0
WEDGE_ROOM = WEDGE + WEDGE_GAP + 1.0

# The height of names above the data.
NAMES_LINE = 27


class NamedLine(Protocol):
    """An item that draws a straight line, and its name."""

    mark: Rule | Diagonal
    label: "LineLabel"
    wedge: "Wedge"

    def name(self) -> LineName | None:
        """Return the name that is to be placed; None without a name."""

    def show_name(self, placed: Placed | None) -> None:
        """Show the name where it was placed; hide it for None."""

    def wedge_at(self) -> tuple[Edge, float] | None:
        """Return the margin with the line's wedge, and how far along it; None without a wedge."""

    def handle(self) -> Handle | None:
        """Return the handle by which the line is dragged; None if it cannot be dragged."""


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
        room = Room(rect.width(), rect.height(), name_width, WEDGE_ROOM, self._is_free, has_cells)
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


class _Beside(QGraphicsItem):
    """The base of names and wedges: they stand in front of all marks, and drag their line."""

    def __init__(self, area: DataArea, line: "NamedLine") -> None:
        # It is no child of the area, which would clip what lies outside.
        super().__init__(area.parentItem())
        self._area = area
        self._line = line
        self._role: Role = "mark"
        self._rect = NOWHERE
        self._drag: Drag | None = None
        self.setZValue(FRONT)
        # pyqtgraph's scene finds by itself which item is dragged.
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def boundingRect(self) -> QRectF:
        return self._rect

    def set_handle(self, handle: Handle | None) -> None:
        """Set the handle, and the mouse cursor that tells whether the line can be dragged."""
        if handle is None:
            self.unsetCursor()
        else:
            self.setCursor(handle.cursor)

    def mouseDragEvent(self, event: Any) -> None:
        """Drag the line: pyqtgraph calls this."""
        if event.isStart():
            handle = self._line.handle()
            is_left = event.button() == Qt.MouseButton.LeftButton
            self._drag = None
            if handle is not None and is_left:
                self._area.left.emit()
                self._drag = setting(handle, self._area.edited.emit)
        if self._drag is None:
            event.ignore()
            return
        event.accept()
        self._drag(self._area.mapFromScene(event.scenePos()))
        if event.isFinish():
            self._drag = None

    def drop(self) -> None:
        if self.scene() is not None:
            self.scene().removeItem(self)


class LineLabel(_Beside):
    """The name of a line; on data its letters have an outline that keeps them readable."""

    def __init__(self, area: DataArea, line: "NamedLine") -> None:
        super().__init__(area, line)
        self._text = ""
        self._is_on_data = False
        self.box: QRectF | None = None
        """The rectangle that it covers, in pixels of the area; None without room."""

    def show_at(self, text: str, role: Role, left: float, top: float) -> None:
        box = QRectF(QPointF(left, top).toPoint(), QSizeF(*name_size(text)))
        is_on_data = self._area.rect().intersects(box)
        look = (text, role, is_on_data)
        if look != (self._text, self._role, self._is_on_data):
            self.prepareGeometryChange()
            self._text, self._role, self._is_on_data = look
            self._rect = QRectF(QPointF(), box.size())
            self.update()
        self.box = box
        # The area may have moved since.
        self.setPos(self._area.mapToParent(box.topLeft()))
        self.set_handle(self._line.handle())
        self.show()

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        colors = self._area.colors
        line = text_line(self._text, 12)
        if self._is_on_data:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            line.draw_outline(painter, MARGIN, MARGIN, QColor(colors.panel), OUTLINE)
        painter.setPen(QColor(colors.role(self._role)))
        line.draw(painter, MARGIN, MARGIN)

    def clear(self) -> None:
        self.box = None
        self.hide()


class Wedge(_Beside):
    """A wedge in the margin that points at the end of a line: hollow for a dashed one."""

    def __init__(self, area: DataArea, line: "NamedLine") -> None:
        super().__init__(area, line)
        self._edge: Edge = "right"
        self._is_hollow = False

    def show_at(self, place: tuple[Edge, float] | None) -> None:
        """Show the wedge in a margin, at a distance in pixels along it; hide it for None."""
        if place is None:
            self.hide()
            return
        edge, along = place
        mark = self._line.mark
        look = (edge, mark.color, mark.dashed)
        if look != (self._edge, self._role, self._is_hollow) or self._rect == NOWHERE:
            self.prepareGeometryChange()
            self._edge, self._role, self._is_hollow = look
            self._rect = self._shape().boundingRect().adjusted(-1, -1, 1, 1)
            self.update()
        width = self._area.rect().width()
        # The wedge points at the middle of a pixel, where the line is drawn.
        middle = round(along - 0.5) + 0.5
        tip = QPointF(middle, 0) if edge == "above" else QPointF(width, middle)
        self.setPos(self._area.mapToParent(tip))
        self.set_handle(self._line.handle())
        self.show()

    def _shape(self) -> QPolygonF:
        near = WEDGE_GAP
        far = WEDGE_GAP + WEDGE
        half = WEDGE_WIDTH / 2
        if self._edge == "above":
            return QPolygonF([QPointF(0, -near), QPointF(-half, -far), QPointF(half, -far)])
        return QPolygonF([QPointF(near, 0), QPointF(far, -half), QPointF(far, half)])

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        colors = self._area.colors
        color = QColor(colors.role(self._role))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color, 1.0))
        painter.setBrush(QColor(colors.panel) if self._is_hollow else color)
        painter.drawPolygon(self._shape())


@lru_cache(maxsize=256)
def name_size(text: str) -> tuple[float, float]:
    line = text_line(text, 12)
    return ceil(line.width) + 2 * MARGIN, ceil(line.height) + 2 * MARGIN
