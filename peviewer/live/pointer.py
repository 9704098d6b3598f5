"""The crosshairs that stand in every panel: where the pointer passes, where the cursor is pinned, and was before."""

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import Any, Protocol

from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsLineItem

from peviewer.figures.grammar import Mark, Rule
from peviewer.figures.palette import Palette
from peviewer.figures.reading import Reading
from peviewer.live.area import DataArea
from peviewer.live.text import TextLine, markup

Line = tuple[str, float | None]
"""Along which axis something stands, and where."""
CLOSE = 3.0  # pixels from a line that still count as on it


class Crosshair:
    """Two thin lines in one data area, along the axes whose cursor is pointed at.

    Each lies on a wider faint one of the ground's colour: it stays visible
    among stripes as thin as itself. They are grey: what has a colour marks
    something, or is data. A quiet one is paler.
    """

    def __init__(
        self,
        area: DataArea,
        palette: Palette,
        *,
        depth: float,
        quiet: bool = False,
        style: Qt.PenStyle = Qt.PenStyle.SolidLine,
    ) -> None:
        self._area, self._palette, self._depth, self._quiet, self._style = area, palette, depth, quiet, style
        self._pairs: tuple[tuple[QGraphicsLineItem, QGraphicsLineItem], ...] = ()  # halo and line along x, along y
        self._pointed: Mapping[str, int] = {}
        self._taken: frozenset[Line] = frozenset()

    def _make(self) -> None:
        """Make the lines, which most panels never need: nothing points at them."""
        halos = QGraphicsLineItem(self._area), QGraphicsLineItem(self._area)
        lines = QGraphicsLineItem(self._area), QGraphicsLineItem(self._area)
        self._pairs = tuple(zip(halos, lines, strict=True))
        for line in (*halos, *lines):
            line.setZValue(self._depth)
            line.hide()
        self.set_palette(self._palette)

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        self._palette = palette
        ground = QColor(palette.panel)
        ground.setAlpha(150)
        for halo, line in self._pairs:
            line.setPen(QPen(QColor(palette.secondary if self._quiet else palette.text), 1, self._style))
            halo.setPen(QPen(ground, 3))

    def point(self, pointed: Mapping[str, int]) -> None:
        """Stand at these cursors."""
        if pointed or self._pointed:
            if not self._pairs:
                self._make()
            self._pointed = pointed
            self.follow()

    def leave(self, taken: frozenset[Line]) -> None:
        """Leave these lines to what marks them: where a click has put the reference position, its line is seen."""
        if taken != self._taken:
            self._taken = taken
            self.follow()

    def crosses_at(self, point: QPointF) -> bool:
        """Whether it stands along every axis that has a cursor, and crosses at a pixel, or close to it."""
        axes = (self._area.along_x, self._area.along_y)
        away = [
            abs(along - at) if (at := self._place(index)) is not None else inf
            for index, (axis, along) in enumerate(zip(axes, (point.x(), point.y()), strict=True))
            if axis.axis.cursor is not None
        ]
        return bool(away) and max(away) <= CLOSE

    def follow(self) -> None:
        """Move with the area's ranges and size."""
        rect = self._area.rect()
        for index, pair in enumerate(self._pairs):
            at = None if self._is_taken(index) else self._place(index)
            for line in pair:
                line.setVisible(at is not None)
                if at is not None:
                    line.setLine(QLineF(at, 0, at, rect.height()) if index == 0 else QLineF(0, at, rect.width(), at))

    def _is_taken(self, index: int) -> bool:
        axis = (self._area.along_x, self._area.along_y)[index]
        return (("x", "y")[index], axis.place_of(self._pointed)) in self._taken

    def _place(self, index: int) -> float | None:
        """Return the pixel of the cursor along x (0) or y (1), on a pixel's centre; None outside."""
        area = self._area
        axis, (low, high) = ((area.along_x, area.x_range), (area.along_y, area.y_range))[index]
        at = axis.place_of(self._pointed)
        if at is None or not low <= at <= high:
            return None
        pixels = (area.rect().width(), area.rect().height())[index]
        along = (at - low) / (high - low) * pixels
        return float(round((pixels - along if area.flips[index] else along) - 0.5) + 0.5)


class Crosshairs:
    """Of one panel: one that is pinned, quiet ones where the pointer passes and where it was pinned before."""

    def __init__(self, area: DataArea, palette: Palette) -> None:
        self._area = area
        self._pinned = Crosshair(area, palette, depth=10)
        self._passing = Crosshair(area, palette, depth=10.1, quiet=True)
        self._began = Crosshair(area, palette, depth=10.2, quiet=True, style=Qt.PenStyle.DashLine)
        self._all = self._pinned, self._passing, self._began

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        for crosshair in self._all:
            crosshair.set_palette(palette)

    def leave(self, marks: Iterable[Mark]) -> None:
        """Leave their lines to what marks them."""
        rules = [mark for mark in marks if isinstance(mark, Rule) and mark.color == "mark"]
        along = {"x": self._area.along_x, "y": self._area.along_y}
        taken = frozenset((rule.direction, float(along[rule.direction].to_screen(rule.at))) for rule in rules)
        for crosshair in self._all:
            crosshair.leave(taken)

    def point(self, passing: Mapping[str, int], pinned: Mapping[str, int], began: Mapping[str, int]) -> None:
        """Stand where the pointer passes, where it is pinned, and where what is measured from there began."""
        self._pinned.point(pinned)
        self._passing.point(_other(passing, pinned))
        self._began.point(_other(began, pinned))

    def crosses_at(self, point: QPointF) -> bool:
        """Whether the one that is pinned crosses at a pixel, or close to it."""
        return self._pinned.crosses_at(point)

    def follow(self) -> None:
        """Move with the area's ranges and size."""
        for crosshair in self._all:
            crosshair.follow()


def _other(cursors: Mapping[str, int], than: Mapping[str, int]) -> dict[str, int]:
    return {name: at for name, at in cursors.items() if than.get(name) != at}


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


class Readable(Protocol):
    """A panel that can be read at a place."""

    def cells_at(self, x: float, y: float) -> dict[str, int]:
        """Return the cursor fields at a place in screen units."""

    def read_at(self, x: float, y: float) -> tuple[tuple[Reading, ...], tuple[Reading, ...]]:
        """Return what is read there, and by how much it differs from what is read at the pin."""

    def show_read(self, x: float, y: float, readings: Sequence[Reading], since: Sequence[Reading]) -> None:
        """Show what is read beside the pointer."""


class Told(QObject):
    """The place pointed at in one view, each thing about it told once."""

    hovered = Signal(dict)  # the cursor fields of the cell there
    read = Signal(dict, tuple, tuple)  # the same, what is read there, and the differences from what is read at the pin
    left = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._cells: dict[str, int] | None = None
        self._at: tuple[Readable, float, float] | None = None  # in screen units
        self._said: object = None

    def point(self, view: Readable, x: float, y: float) -> None:
        """Point at a place of a panel, in screen units."""
        self._at = view, x, y
        self.hover(view.cells_at(x, y))
        self.again()

    def hover(self, cells: dict[str, int]) -> None:
        """Point at a cell, wherever it stands."""
        if cells != self._cells:
            self._cells = cells
            self.hovered.emit(cells)

    def again(self) -> None:
        """Show and tell what is read there: another number where the picture or the pin is another."""
        if self._at is None or self._cells is None:
            return
        view, x, y = self._at
        found = view.read_at(x, y)
        view.show_read(x, y, *found)
        if (self._cells, found) != self._said:
            self._said = self._cells, found
            self.read.emit(self._cells, *found)

    def leave(self) -> None:
        """Point at nothing; told only where something was pointed at, for another view may be now."""
        was, self._cells, self._at, self._said = self._cells, None, None, None
        if was is not None:
            self.left.emit()

    def forget(self) -> None:
        """Let go of the panel: it is no longer there."""
        self._at = None
