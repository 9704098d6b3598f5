"""Texts on the data of one panel: names of lines at their fixed places, and words if all of them fit."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import ceil
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem

from peviewer.figures.grammar import Role
from peviewer.figures.line_labels import place_names
from peviewer.live.text import text_line

Rects = list[QRectF]
FRONT = 1.0  # of a data area and its axes
MARGIN = 2  # pixels of its ground around a label


class Labels:
    """Places the texts of an area again if anything has changed."""

    def __init__(self) -> None:
        self.lines: Sequence[Any] = ()  # items of marks: those with a name, and words
        self.words: Sequence[Any] = ()
        self.is_broken = False
        """Whether parts of one expression have no room: what is drawn around them means nothing then."""
        self._key: object = None

    def place(self, key: object, room: QRectF, *, above: bool, cells: bool) -> None:
        """Place all texts again if a mark or an argument changed."""
        whole = [item.mark for item in self.lines], [item.mark for item in self.words], key, above, cells
        if whole == self._key:
            return
        self._key = whole
        names = [(item, name) for item in self.lines if (name := item.name()) is not None]
        of_names = [name for _, name in names]
        places = place_names(of_names, room.width(), room.height(), above=above, cells=cells)
        placed = {id(item): place for (item, _), place in zip(names, places, strict=True)}
        shown = [item.show_name(placed.get(id(item))) for item in self.lines]
        self._place_words([box for box in shown if box is not None], room)

    def _place_words(self, names: Rects, room: QRectF) -> None:
        self.is_broken = False
        occupied: Rects = []
        groups: dict[object, list[Any]] = {}
        for item in self.words:
            groups.setdefault(id(item) if item.label_group is None else item.label_group, []).append(item)
        for group in groups.values():
            size = min(item.largest_type for item in group)
            places = [item.place_words(size) for item in group]
            rects = [rect for some in places for rect in some if not meets(rect, names)]
            legible = all(places) and _legible(rects, occupied, room)
            for item in group:
                item.show_words(legible, names)
            if legible:
                occupied += rects
            elif group[0].label_group is not None:
                self.is_broken = True


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
        self._rect = QRectF()
        self.box: QRectF | None = None
        """What it covers, in pixels of the area; None where it has no room."""
        self.setZValue(FRONT)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def show_at(self, text: str, role: Role, left: float, top: float) -> QRectF:
        box = QRectF(QPointF(left, top).toPoint(), QSizeF(*name_size(text)))
        if (text, role) != self._text:
            self.prepareGeometryChange()
            self._text, self._rect = (text, role), QRectF(QPointF(), box.size())
            self.update()
        if box != self.box:
            self.box = box
            self.setPos(self._area.mapToParent(box.topLeft()))
            self.show()
        return box

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
