"""What is read at the pointer: a small tag with the numbers, and a dot on every curve that is read."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from peviewer.figures.palette import Palette
from peviewer.figures.reading import Reading
from peviewer.live.area import DataArea
from peviewer.live.text.line import TextLine
from peviewer.live.text.text import markup

AWAY = 12.0  # pixels between pointer and tag
LINE = 18.0
PADDING = 6.0
SWATCH = 10.0
DOT = 3.5  # the radius on a curve


class ValueTag(QGraphicsItem):
    """A small tag beside the pointer: one number, or one a curve with its name; behind it the difference from the pin.

    It belongs to the scene: a low panel has no room for several lines.
    """

    def __init__(self, area: DataArea, palette: Palette) -> None:
        super().__init__()
        self.setZValue(20)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()
        self._area, self.palette = area, palette
        self._lines: list[tuple[TextLine, str]] = []  # with the role of its swatch, or none
        self._size = QSizeF()
        self._texts: object = None

    def boundingRect(self) -> QRectF:
        """Return its place, from the upper left corner."""
        return QRectF(QPointF(0, 0), self._size)

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        self.palette = palette
        self.update()

    def show_at(self, pointer: QPointF, readings: Sequence[Reading], since: Sequence[Reading]) -> None:
        """Stand near the pointer, inside the scene, with what is read there; hide if that is nothing."""
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
        """Return where it stands: beside the pointer and over it, under it, or as far down as no axis is covered."""
        wide, high, scene = self._size.width(), self._size.height(), self.scene().sceneRect()
        x = at.x() + AWAY if at.x() + AWAY + wide <= data.right() else at.x() - AWAY - wide
        y = at.y() - AWAY - high if at.y() - AWAY - high >= data.top() else at.y() + AWAY
        y = min(y, data.bottom() - high)
        return QPointF(max(scene.left(), min(x, scene.right() - wide)), max(scene.top(), y))

    def _write(self, readings: Sequence[Reading], since: Sequence[Reading]) -> None:
        alone, away = len(readings) == 1, {some.called: f"  ({some.number})" for some in since}
        self._lines = [
            (
                TextLine(12, markup((some.number if alone else some.text) + away.get(some.called, ""))),
                some.color if some.spot else "",
            )
            for some in readings
        ]
        wide = max(line.width for line, _ in self._lines) + (0 if alone else SWATCH)
        self._size = QSizeF(wide + 2 * PADDING, LINE * len(self._lines) + 3)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the numbers on a rounded ground."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.palette.line), 1))
        painter.setBrush(QColor(self.palette.panel))
        painter.drawRoundedRect(self.boundingRect().adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        swatched = any(role for _, role in self._lines) and len(self._lines) > 1
        for row, (line, role) in enumerate(self._lines):
            top = 1.5 + LINE * row
            if swatched and role:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(self.palette.role(role)))  # type: ignore[arg-type]  # a role, kept as text
                painter.drawEllipse(QPointF(PADDING + DOT, top + LINE / 2), DOT, DOT)
            painter.setPen(QColor(self.palette.text))
            line.draw(painter, PADDING + (SWATCH if swatched else 0), top + (LINE - line.height) / 2)


class Dots(QGraphicsItem):
    """A dot where each curve that is read stands."""

    def __init__(self, area: DataArea, palette: Palette) -> None:
        super().__init__(area)
        self.setZValue(11)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._area, self.palette = area, palette
        self._spots: list[tuple[QPointF, str]] = []
        self.hide()

    def boundingRect(self) -> QRectF:
        """Return the whole data area."""
        return QRectF(self._area.rect())

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        self.palette = palette
        self.update()

    def show_at(self, spots: list[tuple[QPointF, str]]) -> None:
        """Stand at these pixels, each in a role's colour."""
        if spots != self._spots:
            self._spots = spots
            self.setVisible(bool(spots))
            self.update()

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the dots, with a rim of the ground's colour."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.palette.panel), 1.5))
        for spot, role in self._spots:
            painter.setBrush(QColor(self.palette.role(role)))  # type: ignore[arg-type]  # a role, kept as text
            painter.drawEllipse(spot, DOT + 0.75, DOT + 0.75)
