"""Rules on screen: straight lines across a panel at one coordinate.

They are items of our own, in pixels: one line of pyqtgraph's takes as long to move and to paint as
five of these.
"""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from peviewer.figures.grammar import LEAST_OUTLINED_CELL, Rule
from peviewer.figures.line_labels import edge_of
from peviewer.live.area import DataArea
from peviewer.live.drag import Handle
from peviewer.live.marks.item import NOWHERE
from peviewer.live.marks.named_lines import EDGE_GAP, HALO, NEAR, NamedEnd, NamedLineItem

# How much lower in z lines without a name are: of two lines in one place the named one is dragged.
UNNAMED = 0.5

# The most pixels that a pen's cap adds to the end of a line.
CAP = 1


class RuleItem(NamedLineItem[Rule]):
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
