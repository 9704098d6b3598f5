"""The pointer and the cursor: crosshairs in every panel, a tag and dots with the readings, and what is reported."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsLineItem, QGraphicsTextItem

from peviewer.figures.grammar import Role, Rule
from peviewer.figures.readout import Reading
from peviewer.live.area import DataArea
from peviewer.live.text import font, markup, unbroken

CLOSE = 3.0  # pixels from a line that still count as on it
HALO, HALO_ALPHA = 3, 150  # pixels across, and of 255


class _Line(QGraphicsLineItem):
    """A thin line on a wider faint one of the ground's colour: so it is visible among stripes as thin as itself."""

    def __init__(self, area: DataArea, role: str, depth: float) -> None:
        super().__init__(area)
        self._area, self._role = area, role
        self.setPen(QPen(Qt.GlobalColor.black, HALO))  # for its bounds
        self.setZValue(depth)
        self.hide()

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        colors = self._area.colors
        ground = QColor(colors.panel)
        ground.setAlpha(HALO_ALPHA)
        for color, width in ((ground, HALO), (QColor(getattr(colors, self._role)), 1)):
            painter.setPen(QPen(color, width))
            painter.drawLine(self.line())


class Crosshairs:
    """Thin grey lines in one data area at the pinned cursors and at those below the pointer, which are paler.

    In a matrix of positions their diagonal is drawn too.
    """

    def __init__(self, area: DataArea) -> None:
        self._area = area
        # For x, for y and for the diagonal.
        self._pinned = [_Line(area, "text", 10) for _ in range(3)]
        self._hovered = [_Line(area, "secondary", 10.1) for _ in range(3)]
        self._cursors: tuple[Mapping[str, int], Mapping[str, int]] = (
            {},
            {},
        )  # below the pointer, and pinned

    def set_cursors(self, hovered: Mapping[str, int], pinned: Mapping[str, int]) -> None:
        if (hovered, pinned) != self._cursors:
            self._cursors = hovered, pinned
            self.update_lines()

    def crosses_at(self, point: QPointF) -> bool:
        """Whether the pinned one has lines along all axes with a cursor, which cross at a pixel or close to it."""
        away = [
            abs(along - at) if (at := self._place(index, self._cursors[1])) is not None else inf
            for index, along in enumerate((point.x(), point.y()))
            if self._area.has_cursor(index)
        ]
        return bool(away) and max(away) <= CLOSE

    def update_lines(self) -> None:
        """Move the lines to the cursors in the area's ranges and size."""
        hovered, pinned = self._cursors
        for items, cursor, others in ((self._pinned, pinned, {}), (self._hovered, hovered, pinned)):
            for item, line in zip(
                items, self._lines(cursor, others) if cursor else [None] * 3, strict=True
            ):
                item.setVisible(line is not None)
                if line is not None:
                    item.setLine(line)

    def _lines(self, cursor: Mapping[str, int], others: Mapping[str, int]) -> list[QLineF | None]:
        wide, high = self._area.lengths
        x, y = (
            None if self._is_marked(index, cursor, others) else self._place(index, cursor)
            for index in (0, 1)
        )
        return [
            None if x is None else QLineF(x, 0, x, high),
            None if y is None else QLineF(0, y, wide, y),
            self._diagonal(cursor),
        ]

    def _is_marked(self, index: int, cursor: Mapping[str, int], others: Mapping[str, int]) -> bool:
        """Whether a mark has a line there, such as that of the reference position, or the other cursor."""
        at, axis = self._area.place_of(index, cursor), self._area.axes[index]
        rules = [
            mark
            for mark in self._area.panel.marks
            if isinstance(mark, Rule) and mark.color == "mark"
        ]
        marked = [float(axis.to_screen(rule.at)) for rule in rules if rule.direction == "xy"[index]]
        return at in marked or at == self._area.place_of(index, others)

    def _place(self, index: int, cursor: Mapping[str, int]) -> float | None:
        """Return the pixel of the cursor along x (0) or y (1), on a pixel's centre.

        None outside.
        """
        low, high = self._area.ranges[index]
        at = self._area.place_of(index, cursor)
        return (
            None
            if at is None or not low <= at <= high
            else round(self._area.pixel(at, index) - 0.5) + 0.5
        )

    def _diagonal(self, cursor: Mapping[str, int]) -> QLineF | None:
        """Return the line of all pairs of positions as far apart as the cursors.

        None outside a matrix of positions.
        """
        area = self._area
        across, down = (area.place_of(index, cursor) for index in (0, 1))
        is_matrix = [axis.axis.cursor for axis in area.axes] == ["other", "position"]
        if not is_matrix or across is None or down is None:
            return None
        return area.diagonal(across - down)


AWAY = 12.0  # pixels between pointer and tag
PADDING = 5.0
DOT = 3.5  # the radius on a curve


class ValueTag(QGraphicsTextItem):
    """A small tag beside the pointer: a number, or one a curve with its name.

    It is an item of the scene, not of the area: a low panel has no room for several lines.
    """

    def __init__(self, area: DataArea) -> None:
        super().__init__()
        self._area = area
        self._key: object = None
        self.setFont(font(12))
        self.document().setDocumentMargin(PADDING)
        self.setZValue(20)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def show_at(self, pointer: QPointF, readings: Sequence[Reading]) -> None:
        self.setVisible(bool(readings))
        if not readings:
            return
        if (key := (readings, self._area.colors.name)) != self._key:
            self._key = key
            self.setDefaultTextColor(QColor(self._area.colors.text))
            self.setHtml(self._written(readings))
        self.setPos(
            self._place(
                self._area.mapRectToScene(self._area.rect()), self._area.mapToScene(pointer)
            )
        )

    def _place(self, data: QRectF, at: QPointF) -> QPointF:
        wide, high = self.boundingRect().width(), self.boundingRect().height()
        seen: QRectF = (
            self._area.getViewWidget().sceneRect()
        )  # the scene's own rectangle reaches as far as any item
        x = at.x() + AWAY if at.x() + AWAY + wide <= data.right() else at.x() - AWAY - wide
        y = at.y() - AWAY - high if at.y() - AWAY - high >= data.top() else at.y() + AWAY
        y = min(y, data.bottom() - high)
        return QPointF(max(seen.left(), min(x, seen.right() - wide)), max(seen.top(), y))

    def _written(self, readings: Sequence[Reading]) -> str:
        if len(readings) == 1:
            lines = [markup(readings[0].number)]
        else:
            colors = [
                self._area.colors.role(some.color) if some.spot else "transparent"
                for some in readings
            ]
            texts = [markup(some.text) for some in readings]
            lines = [
                f'<span style="color: {c}">●</span> {text}'
                for c, text in zip(colors, texts, strict=True)
            ]
        return f'<div style="white-space: pre">{unbroken("<br>".join(lines))}</div>'

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._area.colors.line), 1))
        painter.setBrush(QColor(self._area.colors.panel))
        painter.drawRoundedRect(self.boundingRect().adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        super().paint(painter, option, widget)


class Dots(QGraphicsItem):
    """A dot on each curve with a reading."""

    def __init__(self, area: DataArea) -> None:
        super().__init__(area)
        self.setZValue(11)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._area = area
        self._spots: list[tuple[QPointF, Role]] = []
        self.hide()

    def boundingRect(self) -> QRectF:
        return QRectF(self._area.rect())

    def show_at(self, spots: list[tuple[QPointF, Role]]) -> None:
        if spots != self._spots:
            self._spots = spots
            self.setVisible(bool(spots))
            self.update()

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._area.colors.panel), 1.5))
        for spot, role in self._spots:
            painter.setBrush(QColor(self._area.colors.role(role)))
            painter.drawEllipse(spot, DOT + 0.75, DOT + 0.75)


class Readout:
    """The cell and the readings of the place pointed at in one view, reported once per change."""

    def __init__(self, view: Any) -> None:
        self._view = view  # a FigureView, which reports it
        self.panel: Any = None  # the PanelView that was last pointed at
        self.place: tuple[float, float] | None = None  # in its screen units
        self._reported: tuple[dict[str, int], Sequence[Reading]] | None = None

    def point(self, panel: Any, x: float, y: float) -> None:
        self.panel, self.place = panel, (x, y)
        self.refresh()

    @property
    def clicked(self) -> dict[str, int]:
        """The cursor fields that a click there sets."""
        if self.panel and self.place:
            cells: dict[str, int] = self.panel.cells_at(*self.place, clicked=True)
            return cells
        return self._reported[0] if self._reported else {}

    def refresh(self) -> None:
        if self.panel is None or self.place is None:
            return
        readings = self.panel.read_at(*self.place)
        self.panel.show_read(*self.place, readings)
        self.report(self.panel.cells_at(*self.place), readings)

    def report(self, cells: dict[str, int], readings: Sequence[Reading] = ()) -> None:
        if (cells, readings) != self._reported:
            self._reported = cells, readings
            self._view.hovered.emit(cells, readings)

    def clear(self) -> None:
        """Point at nothing; only the view that was pointed at reports it."""
        was, self.place, self._reported = self._reported, None, None
        if was is not None:
            self._view.left.emit()

    def set_panel(self, panel: Any) -> None:
        if panel is not self.panel:
            self.panel, self.place = panel, None
