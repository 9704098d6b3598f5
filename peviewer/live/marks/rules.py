"""Straight lines across a panel: rules and diagonals, with their names.

They are items of our own, in pixels: one line of pyqtgraph's takes as long to
move and to paint as five of these, and each move of a slanting one repaints the
whole area.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from peviewer.figures.grammar import HALOED, LEAST_OUTLINED_CELL, Diagonal, Rule
from peviewer.figures.line_labels import (
    Edge,
    LineName,
    Placed,
    diagonal_end,
    edge_of,
    wordings,
)
from peviewer.live.area import DataArea
from peviewer.live.drag import Handle, distance
from peviewer.live.marks.item import NOWHERE, MarkItem
from peviewer.live.marks.labels import LineLabel, Wedge, name_size

# The width of the halo of a line in pixels, and its opacity, of 255: in the ground's colour, it
# keeps a line visible on data of any colour.
HALO = 3
HALO_ALPHA = 210

# Pixels between a line and the edge of the area.
EDGE_GAP = 3

# How far below others in z lines without a name are: of two in one place that with a name is
# dragged.
UNNAMED = 0.5

# The farthest pixel from a line at which the pointer can drag the line.
NEAR = 5.0

# The most pixels that a pen's cap adds to the end of a line.
CAP = 1

# The pieces of a diagonal, each repainted by itself.
PIECES = 6

M = TypeVar("M", bound=Rule | Diagonal)


class NamedEnd(NamedTuple):
    """The end of a line at which its name stands.

    `side` is the side of the area that it is on, 0 inside. `edge` is the margin of its name; None
    for a name on the data.
    """

    pixel: tuple[float, float]
    side: int
    edge: Edge | None


class _Named(MarkItem[M]):
    """The base of straight lines with a name, which is not shown if there is a legend."""

    _wordings: Sequence[str] = ()

    def __init__(self, mark: M, area: DataArea) -> None:
        super().__init__(mark, area)
        self.label = LineLabel(area, self)
        self.wedge = Wedge(area, self)

    def _named_end(self) -> NamedEnd | None:
        """Return the line's end with the name; None for no name."""
        raise NotImplementedError

    def name(self) -> LineName | None:
        if not self.mark.label or self.area.has_legend:
            return None
        end = self._named_end()
        if end is None:
            return None
        self._wordings = wordings(self.mark, end.side)
        sizes = [name_size(wording) for wording in self._wordings]
        return LineName(self.mark, end.pixel, sizes, end.edge)

    def wedge_at(self) -> tuple[Edge, float] | None:
        """Return the margin in which the line has a wedge, and how far along.

        Return None if its name is on the data, or if it is out of view: then the name has an arrow.
        """
        if not self.mark.label or self.area.has_legend:
            return None
        end = self._named_end()
        if end is None or end.edge is None or end.side:
            return None
        return end.edge, end.pixel[0 if end.edge == "above" else 1]

    def handle(self) -> Handle | None:
        raise NotImplementedError

    def show_name(self, placed: Placed | None) -> None:
        if placed is None:
            self.label.clear()
            return
        text = self._wordings[placed.wording]
        self.label.show_at(text, self.mark.color, placed.left, placed.top)

    def drop(self) -> None:
        super().drop()
        self.label.drop()
        self.wedge.drop()

    @property
    def has_halo(self) -> bool:
        return self.mark.color in HALOED

    @property
    def halo(self) -> QColor:
        ground = QColor(self.palette.panel)
        ground.setAlpha(HALO_ALPHA)
        return ground

    def pen(self, width: float) -> QPen:
        style = Qt.PenStyle.DashLine if self.mark.dashed else Qt.PenStyle.SolidLine
        return QPen(QColor(self.palette.role(self.mark.color)), width, style)


class RuleItem(_Named[Rule]):
    """Draws a :class:`Rule`, its name at its end unless a legend names it.

    A rule that marks cells outlines them.
    """

    def __init__(self, mark: Rule, area: DataArea) -> None:
        self._drawn: tuple[list[QLineF], QRectF] | None = None
        """The lines (two around an outlined row of cells) and the bounds."""
        self._index = 0 if mark.direction == "x" else 1
        super().__init__(mark, area)

    def suits(self, mark: Any) -> bool:
        return isinstance(mark, Rule) and mark.direction == self.mark.direction

    def set_mark(self, mark: Rule) -> None:
        """Show another rule; only its old and its new place are painted again."""
        was_named = bool(self.mark.label)
        self.mark = mark
        self.move()
        if was_named != bool(mark.label):
            self.set_order(self.order)

    @property
    def depth(self) -> float:
        return super().depth if self.mark.label else super().depth - UNNAMED

    def move(self) -> None:
        super().move()
        self._drawn = None

    def viewTransformChanged(self) -> None:
        """Move the line: pyqtgraph calls this when the range or the size has changed."""
        super().viewTransformChanged()
        self.move()

    # ---- what is painted

    def _lines(self) -> tuple[list[QLineF], QRectF]:
        """Return the lines that are drawn, and the rectangle around them with halos and caps."""
        if self._drawn is None:
            lines = self._visible_lines()
            self._drawn = lines, self._bounds(lines)
        return self._drawn

    def _visible_lines(self) -> list[QLineF]:
        """Return the lines, through the middles of pixels; none outside the area."""
        if not self._is_visible:
            return []
        middle = self._pixel
        end = max(EDGE_GAP, self.area.lengths[1 - self._index] - EDGE_GAP)
        lines: list[QLineF] = []
        for offset in self._offsets:
            pixel = round(middle + offset - 0.5) + 0.5
            if self._is_upright:
                lines.append(QLineF(pixel, EDGE_GAP, pixel, end))
            else:
                lines.append(QLineF(EDGE_GAP, pixel, end, pixel))
        return lines

    def _bounds(self, lines: Sequence[QLineF]) -> QRectF:
        if not lines:
            return NOWHERE
        x_margin, y_margin = (HALO, CAP) if self._is_upright else (CAP, HALO)
        rect = QRectF(lines[0].p1(), lines[-1].p2())
        return rect.adjusted(-x_margin, -y_margin, x_margin, y_margin)

    @property
    def _is_upright(self) -> bool:
        return self._index == 0

    @property
    def _pixel(self) -> float:
        return self.pixel(self.mark.at, self._index)

    @property
    def _is_visible(self) -> bool:
        return bool(-1 <= self._pixel <= self.area.lengths[self._index] + 1)

    @property
    def _offsets(self) -> tuple[float, ...]:
        """The offsets of its lines, in pixels: of one line, or of two around a row of cells."""
        if not self.area.panel.outlines_cells(self.mark):
            return (0.0,)
        low, high = self.area.ranges[self._index]
        pixels_per_cell = self.area.lengths[self._index] / (high - low)
        if pixels_per_cell < LEAST_OUTLINED_CELL:
            return (0.0,)
        offset = pixels_per_cell / 2 + 0.5
        return -offset, offset

    def boundingRect(self) -> QRectF:
        return self._drawn[1] if self._drawn else self._lines()[1]

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        lines, _ = self._lines()
        if self.has_halo:
            self._draw_halo(painter, lines)
        painter.setPen(self.pen(1.0))
        painter.drawLines(lines)

    def _draw_halo(self, painter: QPainter, lines: Sequence[QLineF]) -> None:
        """Draw a line's halo on both sides; an outline's halo is only outside."""
        color = self.halo
        last = len(lines) - 1
        for number, line in enumerate(lines):
            before = HALO / 2 if number == 0 else -0.5
            after = HALO / 2 if number == last else -0.5
            around = (-before, 0, after, 0) if self._is_upright else (0, -before, 0, after)
            rect = QRectF(line.p1(), line.p2()).adjusted(*around)
            painter.fillRect(rect, color)

    def _named_end(self) -> NamedEnd | None:
        pixel = self._pixel
        length = self.area.lengths[self._index]
        side = 0
        if pixel < -1:
            side = -1
        elif pixel > length + 1:
            side = 1
        if side and not self.mark.is_mark:
            return None
        if self.mark.outside:
            side = self._outer_side
        pixel = min(max(pixel, 0.0), length)
        edge = edge_of(self.mark)
        if edge not in self.area.name_edges:
            edge = None
        return NamedEnd((pixel, 0.0) if self._is_upright else (0.0, pixel), side, edge)

    @property
    def _outer_side(self) -> int:
        """The side of the area beyond which the true place of a mark at the edge lies."""
        low, high = self.area.ranges[self._index]
        side = 1 if self.mark.at > (low + high) / 2 else -1
        return -side if self.area.flips[self._index] else side

    # ---- what is dragged

    def handle_at(self, point: QPointF) -> Handle | None:
        """Return the handle by which the line is dragged, if `point` is close to it."""
        if not self._is_visible or abs(point.toTuple()[self._index] - self._pixel) > NEAR:
            return None
        return self.handle()

    def handle(self) -> Handle | None:
        """Return the handle of the line; along an axis of cells it moves from cell to cell."""
        if not self.mark.moves:
            return None
        index = self._index
        shape = Qt.CursorShape.SizeHorCursor if self._is_upright else Qt.CursorShape.SizeVerCursor
        return Handle(
            self.mark.moves,
            lambda pixel: self._field_value(self.area.point_to_data(pixel)[index]),
            shape,
        )

    def _field_value(self, place: float) -> float:
        """Return the value of its field at a place in screen units.

        It is the value of a cell, or that of a share of the axis.
        """
        mark = self.mark
        axis = self.area.axes[self._index]
        is_cell = axis.axis.whole and mark.factor >= 1
        if is_cell:
            axis_value = float(axis.cell_at(place))
        else:
            low, high = axis.limits
            axis_value = axis.raw(min(max(place, low), high))
        value = float(axis_value - mark.origin) * mark.factor
        return float(round(value)) if mark.factor > 1 else value


class DiagonalItem(_Named[Diagonal]):
    """Draws a :class:`Diagonal`, its name at the upper end of the visible part."""

    WIDTH = 1.5
    """Pixels: antialiased, a thinner line would look paler than a rule."""

    def set_mark(self, mark: Diagonal) -> None:
        """Show another diagonal; only the pixels along the old and the new one are repainted."""
        self._repaint_line()
        self.mark = mark
        self._repaint_line()

    def _repaint_line(self) -> None:
        """Repaint the line piece by piece: one rectangle around it would be the whole area."""
        line = self.area.diagonal(self.mark.at)
        if line is None:
            return
        bounds = self.boundingRect()
        points = [line.pointAt(piece / PIECES) for piece in range(PIECES + 1)]
        for start, end in pairwise(points):
            piece_rect = QRectF(start, end).normalized().adjusted(-HALO, -HALO, HALO, HALO) & bounds
            if not piece_rect.isEmpty():
                # The item's own update would be of the whole area.
                self.scene().update(self.area.mapRectToScene(piece_rect))

    def boundingRect(self) -> QRectF:
        return super().boundingRect().adjusted(EDGE_GAP, EDGE_GAP, -EDGE_GAP, -EDGE_GAP)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        line = self.area.diagonal(self.mark.at)
        if line is None:
            return
        painter.setClipRect(self.boundingRect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.has_halo:
            solid = Qt.PenStyle.SolidLine
            painter.setPen(QPen(self.halo, HALO, solid, Qt.PenCapStyle.FlatCap))
            painter.drawLine(line)
        painter.setPen(self.pen(self.WIDTH))
        painter.drawLine(line)

    def handle_at(self, point: QPointF) -> Handle | None:
        """Return the handle by which the line is dragged, if `point` is close to it."""
        line = self.area.diagonal(self.mark.at)
        if line is None or distance(line, point) > NEAR:
            return None
        return self.handle()

    def handle(self) -> Handle | None:
        """Return the handle of the line, which moves from cell to cell."""
        line = self.area.diagonal(self.mark.at) if self.mark.moves else None
        if line is None:
            return None

        def value(pixel: QPointF) -> float:
            x, y = self.area.point_to_data(pixel)
            column = self.area.x_axis.cell_at(x)
            row = self.area.y_axis.cell_at(y)
            return float(column - row)

        falls = (line.dx() > 0) == (line.dy() > 0)
        cursor = Qt.CursorShape.SizeBDiagCursor if falls else Qt.CursorShape.SizeFDiagCursor
        return Handle(self.mark.moves, value, cursor)

    def _named_end(self) -> NamedEnd | None:
        line = self.area.diagonal(self.mark.at)
        if line is None:
            return None
        one, other = line.p1().toTuple(), line.p2().toTuple()
        has_margin = edge_of(self.mark) in self.area.name_edges
        end = diagonal_end(one, other, self.area.rect().width(), has_margin=has_margin)
        return NamedEnd(end.at, 0, end.edge)
