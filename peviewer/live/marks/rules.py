"""Straight lines across a panel: rules and diagonals, with their names.

They are items of our own, in pixels: one line of pyqtgraph's takes as long to
move and to paint as five of these, and each move of a slanting one repaints the
whole area.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeVar

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from peviewer.figures.grammar import HALOED, Diagonal, Rule
from peviewer.figures.line_labels import LineName, Placed, wordings
from peviewer.live.drag import Handle, distance
from peviewer.live.marks.item import MarkItem, depth
from peviewer.live.marks.labels import LineLabel, name_size

HALO_ALPHA = 210  # of 255
EDGE_GAP = 3  # pixels between a line and the edge of the area
UNNAMED = 0.5  # in z, how far below others lines without a name are: of two in one place that with a name is dragged
NEAR = 5.0  # pixels from a line in which it can be dragged
HALO = 3  # pixels across, of the ground's colour: it keeps a line visible on data of any colour
LEAST_OUTLINE = 1.5  # pixels from the middle of a row of cells to each line of its outline, at least

M = TypeVar("M", bound=Rule | Diagonal)


class _Line(MarkItem[M]):
    """The base of straight lines with a name, which is not shown if there is a legend."""

    PIECES = 1  # of a line, each repainted by itself: one rectangle around a slanting one would be the whole area
    _wordings: Sequence[str] = ()

    def __init__(self, mark: M, area: Any) -> None:
        super().__init__(mark, area)
        self._label = LineLabel(area)

    def lines(self) -> list[QLineF]:
        """Return what is seen of it."""
        raise NotImplementedError

    def set_mark(self, mark: M) -> None:
        """Show another one; only where it was and where it is now is painted again."""
        self._repaint()
        self.mark = mark
        self._repaint()

    def _repaint(self) -> None:
        for line in self.lines():
            ends = [line.pointAt(piece / self.PIECES) for piece in range(self.PIECES + 1)]
            for first, last in pairwise(ends):
                piece = QRectF(first, last).normalized().adjusted(-HALO, -HALO, HALO, HALO)
                self.scene().update(self.area.mapRectToScene(piece))

    def _place_of_name(self) -> tuple[tuple[float, float], int] | None:
        """Return the line's end with the name, and the side of the area, 0 inside; None for no name."""
        raise NotImplementedError

    def name(self) -> LineName | None:
        if not self.mark.label or self.area.has_legend or (place := self._place_of_name()) is None:
            return None
        at, side = place
        self._wordings = wordings(self.mark, side)
        return LineName(self.mark, at, list(map(name_size, self._wordings)))

    def show_name(self, placed: Placed | None) -> QRectF | None:
        if placed is None:
            self._label.clear()
            return None
        return self._label.show_at(self._wordings[placed.wording], self.mark.color, placed.left, placed.top)

    def drop(self) -> None:
        super().drop()
        self._label.drop()

    def pens(self, width: float) -> list[QPen]:
        ground, style = QColor(self.palette.panel), Qt.PenStyle.DashLine if self.mark.dashed else Qt.PenStyle.SolidLine
        ground.setAlpha(HALO_ALPHA)
        own = QPen(QColor(self.palette.role(self.mark.color)), width, style)
        halo = QPen(ground, HALO, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
        return [halo, own] if self.mark.color in HALOED else [own]


class RuleItem(_Line[Rule]):
    """Draws a :class:`Rule`, its name at its end unless a legend names it; one that marks cells outlines them."""

    def __init__(self, mark: Rule, area: Any) -> None:
        self._index = 0 if mark.direction == "x" else 1
        super().__init__(mark, area)
        self._layer()

    def suits(self, mark: Any) -> bool:
        return isinstance(mark, Rule) and mark.direction == self.mark.direction

    def set_mark(self, mark: Rule) -> None:
        super().set_mark(mark)
        self._layer()

    def _layer(self) -> None:
        self.setZValue(depth(Rule) - UNNAMED * (not self.mark.label))

    # ---- what is painted

    def lines(self) -> list[QLineF]:
        """Return it, or the two that outline a row of cells."""
        at, end = self._at, max(EDGE_GAP, self.area.lengths[1 - self._index] - EDGE_GAP)
        if not self._is_seen(at):
            return []
        places = [round(at + by - 0.5) + 0.5 for by in self._offsets]  # the middles of pixels
        if self._index == 0:
            return [QLineF(place, EDGE_GAP, place, end) for place in places]
        return [QLineF(EDGE_GAP, place, end, place) for place in places]

    @property
    def _at(self) -> float:
        return self.pixel(self.mark.at, self._index)

    def _is_seen(self, at: float) -> bool:
        return bool(-1 <= at <= self.area.lengths[self._index] + 1)

    @property
    def _offsets(self) -> tuple[float, ...]:
        index = self._index
        if self.mark.color != "mark" or not self.area.has_cells or not self.area.axes[index].axis.whole:
            return (0.0,)
        (low, high), length = self.area.ranges[index], self.area.lengths[index]
        away = max(LEAST_OUTLINE, length / (high - low) / 2) + 0.5
        return -away, away

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        lines = self.lines()
        *halo, own = self.pens(1.0)
        for k, line in enumerate(lines if halo else []):
            # That of an outline is outside it alone.
            before, after = (-0.5 if k else HALO / 2, -0.5 if k < len(lines) - 1 else HALO / 2)
            around = (-before, 0, after, 0) if self._index == 0 else (0, -before, 0, after)
            painter.fillRect(QRectF(line.p1(), line.p2()).adjusted(*around), halo[0].color())
        painter.setPen(own)
        painter.drawLines(lines)

    def _place_of_name(self) -> tuple[tuple[float, float], int] | None:
        at, length = self._at, self.area.lengths[self._index]
        side = -1 if at < -1 else 1 if at > length + 1 else 0
        if side and self.mark.color != "mark":
            return None
        at = min(max(at, 0.0), length)
        return ((at, 0.0) if self._index == 0 else (0.0, at)), side

    # ---- what is dragged

    def handle_at(self, point: QPointF) -> Handle | None:
        """Return how the line is dragged from close by; along an axis of cells from cell to cell."""
        index, at = self._index, self._at
        if not self.mark.moves or not self._is_seen(at) or abs(point.toTuple()[index] - at) > NEAR:
            return None
        shape = Qt.CursorShape.SizeHorCursor if index == 0 else Qt.CursorShape.SizeVerCursor
        return Handle(self.mark.moves, lambda pixel: self._field_at(self.area.at(pixel)[index]), shape)

    def _field_at(self, at: float) -> float:
        axis, mark = self.area.axes[self._index], self.mark
        is_cell = axis.axis.whole and mark.per >= 1  # otherwise a share of the axis
        inside = axis.cell(at) if is_cell else axis.raw(min(max(at, axis.limits[0]), axis.limits[1]))
        value = float(inside - mark.origin) * mark.per
        return float(round(value)) if mark.per > 1 else value


class DiagonalItem(_Line[Diagonal]):
    """Draws a :class:`Diagonal`, its name at the upper end of the visible part."""

    PIECES = 6
    WIDTH = 1.5  # antialiased, a thinner line would look paler than a rule

    def boundingRect(self) -> QRectF:
        return super().boundingRect().adjusted(EDGE_GAP, EDGE_GAP, -EDGE_GAP, -EDGE_GAP)

    def lines(self) -> list[QLineF]:
        (left, right), (low, high), at = self.area.x_range, self.area.y_range, self.mark.at
        first, last = max(low, left - at), min(high, right - at)
        if first >= last:
            return []
        return [QLineF(self.pixel(first + at, 0), self.pixel(first, 1), self.pixel(last + at, 0), self.pixel(last, 1))]

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        painter.setClipRect(self.boundingRect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for pen in self.pens(self.WIDTH):
            painter.setPen(pen)
            painter.drawLines(self.lines())

    def handle_at(self, point: QPointF) -> Handle | None:
        """Return how the line is dragged from close by: from cell to cell."""
        if not self.mark.moves or not (lines := self.lines()) or distance(lines[0], point) > NEAR:
            return None

        def value(pixel: QPointF) -> float:
            x, y = (axis.cell(at) for axis, at in zip(self.area.axes, self.area.at(pixel), strict=True))
            return float(x - y)

        falls = (lines[0].dx() > 0) == (lines[0].dy() > 0)
        cursor = Qt.CursorShape.SizeBDiagCursor if falls else Qt.CursorShape.SizeFDiagCursor
        return Handle(self.mark.moves, value, cursor)

    def _place_of_name(self) -> tuple[tuple[float, float], int] | None:
        if not (lines := self.lines()):
            return None
        upper = min(lines[0].p1(), lines[0].p2(), key=lambda end: float(end.y()))
        return (upper.x(), upper.y()), 0
