"""Marks at the pointer and the cursor: crosshairs in every panel, and a tag and dots with the readings."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import inf
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsLineItem

from peviewer.figures.grammar import Mark, Rule
from peviewer.figures.readout import Reading
from peviewer.live.area import DataArea
from peviewer.live.text import TextLine, text_line

Line = tuple[str, float | None]
"""The direction of the axis, ``x`` or ``y``, and the place along it in screen units."""
CLOSE = 3.0  # pixels from a line that still count as on it


class Crosshairs:
    """Thin lines in one data area at the pinned cursors and at those below the pointer, which are paler.

    In a matrix of positions their diagonal is drawn too. Each line lies on a wider
    faint one of the ground's colour, so that it is visible among stripes as thin as
    itself. They are grey, since colours are for marks and data.
    """

    def __init__(self, area: DataArea) -> None:
        self._area = area
        self._pinned, self._hovered = (self._new_lines(depth) for depth in (10, 10.1))
        self._cursors: tuple[Mapping[str, int], Mapping[str, int]] = {}, {}  # pinned, and below the pointer
        self._marked: frozenset[Line] = frozenset()
        self.recolour()

    def _new_lines(self, depth: float) -> list[tuple[QGraphicsLineItem, QGraphicsLineItem]]:
        """Return the halo and the line of x, of y and of the diagonal."""
        pairs = [(QGraphicsLineItem(self._area), QGraphicsLineItem(self._area)) for _ in range(3)]
        for item in chain(*pairs):
            item.setZValue(depth)
            item.hide()
        return pairs

    def recolour(self) -> None:
        palette = self._area.colors
        ground = QColor(palette.panel)
        ground.setAlpha(150)
        for pairs, color in ((self._pinned, palette.text), (self._hovered, palette.secondary)):
            for halo, line in pairs:
                line.setPen(QPen(QColor(color), 1))
                halo.setPen(QPen(ground, 3))

    def set_cursors(self, hovered: Mapping[str, int], pinned: Mapping[str, int]) -> None:
        if (pinned, hovered) != self._cursors:
            self._cursors = pinned, hovered
            self._show(self._pinned, pinned, {})
            self._show(self._hovered, hovered, pinned)

    def set_marks(self, marks: Iterable[Mark]) -> None:
        """Hide lines where marks have their own, such as that of the reference position."""
        rules = [mark for mark in marks if isinstance(mark, Rule) and mark.color == "mark"]
        along = {"x": self._area.x_axis, "y": self._area.y_axis}
        marked = frozenset((rule.direction, float(along[rule.direction].to_screen(rule.at))) for rule in rules)
        if marked != self._marked:
            self._marked = marked
            self.update_lines()

    def crosses_at(self, point: QPointF) -> bool:
        """Whether the pinned one has lines along all axes with a cursor, which cross at a pixel or close to it."""
        away = [
            abs(along - at) if (at := self._place(index, self._cursors[0])) is not None else inf
            for index, along in enumerate((point.x(), point.y()))
            if self._area.has_cursor(index)
        ]
        return bool(away) and max(away) <= CLOSE

    def update_lines(self) -> None:
        """Move the lines to the cursors in the area's ranges and size."""
        pinned, hovered = self._cursors
        if pinned:
            self._show(self._pinned, pinned, {})
        if hovered:
            self._show(self._hovered, hovered, pinned)

    def _show(
        self,
        pairs: list[tuple[QGraphicsLineItem, QGraphicsLineItem]],
        cursor: Mapping[str, int],
        others: Mapping[str, int],
    ) -> None:
        rect, (x, y) = (
            self._area.rect(),
            (None if self._is_marked(index, cursor, others) else self._place(index, cursor) for index in (0, 1)),
        )
        lines = (
            None if x is None else QLineF(x, 0, x, rect.height()),
            None if y is None else QLineF(0, y, rect.width(), y),
            self._diagonal(cursor),
        )
        for pair, line in zip(pairs, lines, strict=True):
            for item in pair:
                item.setVisible(line is not None)
                if line is not None:
                    item.setLine(line)

    def _is_marked(self, index: int, cursor: Mapping[str, int], others: Mapping[str, int]) -> bool:
        at = self._area.place_of(index, cursor)
        return ("xy"[index], at) in self._marked or at == self._area.place_of(index, others)

    def _place(self, index: int, cursor: Mapping[str, int]) -> float | None:
        """Return the pixel of the cursor along x (0) or y (1), on a pixel's centre; None outside."""
        low, high = self._area.ranges[index]
        at = self._area.place_of(index, cursor)
        return None if at is None or not low <= at <= high else round(self._area.pixel(at, index) - 0.5) + 0.5

    def _diagonal(self, cursor: Mapping[str, int]) -> QLineF | None:
        """Return the line of all pairs of positions as far apart as the cursors; None outside a matrix of positions."""
        area = self._area
        across, down = (area.place_of(index, cursor) for index in (0, 1))
        is_matrix = [axis.axis.cursor for axis in area.axes] == ["other", "position"]
        if not is_matrix or across is None or down is None:
            return None
        lag = across - down
        (left, right), (low, high) = area.ranges
        first, last = max(low, left - lag), min(high, right - lag)
        if first >= last:
            return None
        ends = [(area.pixel(at + lag, 0), area.pixel(at, 1)) for at in (first, last)]
        return QLineF(*ends[0], *ends[1])


AWAY = 12.0  # pixels between pointer and tag
LINE = 18.0
PADDING = 6.0
SWATCH = 10.0
DOT = 3.5  # the radius on a curve


class ValueTag(QGraphicsItem):
    """A small tag beside the pointer: a number, or one a curve with its name, each with its difference from the pin.

    It is an item of the scene, not of the area: a low panel has no room for several lines.
    """

    def __init__(self, area: DataArea) -> None:
        super().__init__()
        self.setZValue(20)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()
        self._area = area
        self._lines: list[tuple[TextLine, str]] = []  # with the role of its swatch, or none
        self._size = QSizeF()
        self._texts: object = None

    def boundingRect(self) -> QRectF:
        return QRectF(QPointF(0, 0), self._size)

    def show_at(self, pointer: QPointF, readings: Sequence[Reading], since: Sequence[Reading]) -> None:
        self.setVisible(bool(readings))
        if not readings:
            return
        if (readings, since) != self._texts:
            self._texts = readings, since
            self.prepareGeometryChange()
            self._write(readings, since)
        self.setPos(self._place(self._area.mapRectToScene(self._area.rect()), self._area.mapToScene(pointer)))
        self.update()

    def _place(self, data: QRectF, at: QPointF) -> QPointF:
        wide, high = self._size.width(), self._size.height()
        seen: QRectF = self._area.getViewWidget().sceneRect()  # the scene's own rectangle reaches as far as any item
        x = at.x() + AWAY if at.x() + AWAY + wide <= data.right() else at.x() - AWAY - wide
        y = at.y() - AWAY - high if at.y() - AWAY - high >= data.top() else at.y() + AWAY
        y = min(y, data.bottom() - high)
        return QPointF(max(seen.left(), min(x, seen.right() - wide)), max(seen.top(), y))

    def _write(self, readings: Sequence[Reading], since: Sequence[Reading]) -> None:
        alone, away = len(readings) == 1, {some.name: f"  ({some.number})" for some in since}
        self._lines = [
            (
                text_line((some.number if alone else some.text) + away.get(some.name, ""), 12),
                some.color if some.spot else "",
            )
            for some in readings
        ]
        wide = max(line.width for line, _ in self._lines) + (0 if alone else SWATCH)
        self._size = QSizeF(wide + 2 * PADDING, LINE * len(self._lines) + 3)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._area.colors.line), 1))
        painter.setBrush(QColor(self._area.colors.panel))
        painter.drawRoundedRect(self.boundingRect().adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        swatched = any(role for _, role in self._lines) and len(self._lines) > 1
        for row, (line, role) in enumerate(self._lines):
            top = 1.5 + LINE * row
            if swatched and role:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(self._area.colors.role(role)))  # type: ignore[arg-type]  # a role, kept as text
                painter.drawEllipse(QPointF(PADDING + DOT, top + LINE / 2), DOT, DOT)
            painter.setPen(QColor(self._area.colors.text))
            line.draw(painter, PADDING + (SWATCH if swatched else 0), top + (LINE - line.height) / 2)


class Dots(QGraphicsItem):
    """A dot on each curve with a reading."""

    def __init__(self, area: DataArea) -> None:
        super().__init__(area)
        self.setZValue(11)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._area = area
        self._spots: list[tuple[QPointF, str]] = []
        self.hide()

    def boundingRect(self) -> QRectF:
        return QRectF(self._area.rect())

    def show_at(self, spots: list[tuple[QPointF, str]]) -> None:
        if spots != self._spots:
            self._spots = spots
            self.setVisible(bool(spots))
            self.update()

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._area.colors.panel), 1.5))
        for spot, role in self._spots:
            painter.setBrush(QColor(self._area.colors.role(role)))  # type: ignore[arg-type]  # a role, kept as text
            painter.drawEllipse(spot, DOT + 0.75, DOT + 0.75)
