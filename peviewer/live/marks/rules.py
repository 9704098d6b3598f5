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
from peviewer.live.marks.item import NOWHERE, MarkItem
from peviewer.live.marks.labels import LineLabel, name_size

HALO_ALPHA = 210  # of 255
EDGE_GAP = 3  # pixels between a line and the edge of the area
UNNAMED = 0.5  # in z, how far below others lines without a name are: of two in one place that with a name is dragged
NEAR = 5.0  # pixels from a line in which it can be dragged
CAP = 1  # pixels that a pen adds to the end of a line, at most
HALO = 3  # pixels across, of the ground's colour: it keeps a line visible on data of any colour
PIECES = 6  # of a diagonal, each repainted by itself
LEAST_OUTLINE = (
    1.5  # pixels from the middle of a row of cells to each line of its outline, at least
)

M = TypeVar("M", bound=Rule | Diagonal)


class _Named(MarkItem[M]):
    """The base of straight lines with a name, which is not shown if there is a legend."""

    _wordings: Sequence[str] = ()

    def __init__(self, mark: M, area: Any) -> None:
        super().__init__(mark, area)
        self.label = LineLabel(area)

    def _place_of_name(self) -> tuple[tuple[float, float], int] | None:
        """Return the line's end with the name, and the side of the area, 0 inside.

        None for no name.
        """
        raise NotImplementedError

    def name(self) -> LineName | None:
        if not self.mark.label or self.area.has_legend or (place := self._place_of_name()) is None:
            return None
        at, side = place
        self._wordings = wordings(self.mark, side)
        return LineName(self.mark, at, list(map(name_size, self._wordings)))

    def show_name(self, placed: Placed | None) -> None:
        if placed is None:
            self.label.clear()
            return
        text = self._wordings[placed.wording]
        self.label.show_at(text, self.mark.color, placed.left, placed.top)

    def drop(self) -> None:
        super().drop()
        self.label.drop()

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
    """Draws a :class:`Rule`, its name at its end unless a legend names it; one that marks cells outlines them."""

    def __init__(self, mark: Rule, area: Any) -> None:
        self._drawn: tuple[list[QLineF], QRectF] | None = (
            None  # two lines where it outlines a row of cells, and bounds
        )
        self._index = 0 if mark.direction == "x" else 1
        super().__init__(mark, area)

    def suits(self, mark: Any) -> bool:
        return isinstance(mark, Rule) and mark.direction == self.mark.direction

    def set_mark(self, mark: Rule) -> None:
        """Show another rule; only where it was and where it is now is painted again."""
        was, self.mark = self.mark, mark
        self.move()
        if (not was.label) != (not mark.label):
            self.set_order(self.order)

    @property
    def depth(self) -> float:
        return super().depth - UNNAMED * (not self.mark.label)

    def move(self) -> None:
        super().move()
        self._drawn = None

    def viewTransformChanged(self) -> None:
        """Move the line: pyqtgraph calls this when the range or the size has changed."""
        super().viewTransformChanged()
        self.move()

    # ---- what is painted

    def _lines(self) -> tuple[list[QLineF], QRectF]:
        """Return what is drawn, and the rectangle around it with halos and the caps of ends."""
        if self._drawn is None:
            lines, is_upright = [], self._index == 0
            end = max(EDGE_GAP, self.area.lengths[1 - self._index] - EDGE_GAP)
            if self._is_seen:
                middle = self._at
                # The middles of pixels.
                places = [round(middle + offset - 0.5) + 0.5 for offset in self._offsets]
                lines = [
                    QLineF(at, EDGE_GAP, at, end) if is_upright else QLineF(EDGE_GAP, at, end, at)
                    for at in places
                ]
            bounds = NOWHERE
            if lines:
                across, along = (HALO, CAP) if is_upright else (CAP, HALO)
                bounds = QRectF(lines[0].p1(), lines[-1].p2()).adjusted(
                    -across, -along, across, along
                )
            self._drawn = lines, bounds
        return self._drawn

    @property
    def _at(self) -> float:
        return self.pixel(self.mark.at, self._index)

    @property
    def _is_seen(self) -> bool:
        at, length = self._at, self.area.lengths[self._index]
        return bool(-1 <= at <= length + 1)

    @property
    def _offsets(self) -> tuple[float, ...]:
        index = self._index
        if not self.area.panel.outlines_cells(self.mark):
            return (0.0,)
        (low, high), length = self.area.ranges[index], self.area.lengths[index]
        away = max(LEAST_OUTLINE, length / (high - low) / 2) + 0.5
        return -away, away

    def boundingRect(self) -> QRectF:
        return self._drawn[1] if self._drawn else self._lines()[1]

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        lines, _ = self._lines()
        if self.has_halo:
            self._draw_halo(painter, lines)
        painter.setPen(self.pen(1.0))
        painter.drawLines(lines)

    def _draw_halo(self, painter: QPainter, lines: Sequence[QLineF]) -> None:
        """Draw the halo of a line on both its sides; that of an outline is outside it alone."""
        color, last = self.halo, len(lines) - 1
        for k, line in enumerate(lines):
            before = HALO / 2 if k == 0 else -0.5
            after = HALO / 2 if k == last else -0.5
            around = (-before, 0, after, 0) if self._index == 0 else (0, -before, 0, after)
            painter.fillRect(QRectF(line.p1(), line.p2()).adjusted(*around), color)

    def _place_of_name(self) -> tuple[tuple[float, float], int] | None:
        index, at, length = self._index, self._at, self.area.lengths[self._index]
        side = -1 if at < -1 else 1 if at > length + 1 else 0
        if side and self.mark.color != "mark":
            return None
        at = min(max(at, 0.0), length)
        return ((at, 0.0) if index == 0 else (0.0, at)), side

    # ---- what is dragged

    def handle_at(self, point: QPointF) -> Handle | None:
        """Return how the line is dragged from close by.

        Along an axis of cells from cell to cell.
        """
        index = self._index
        if (
            not self.mark.moves
            or not self._is_seen
            or abs(point.toTuple()[index] - self._at) > NEAR
        ):
            return None
        shape = Qt.CursorShape.SizeHorCursor if index == 0 else Qt.CursorShape.SizeVerCursor
        return Handle(
            self.mark.moves, lambda pixel: self._field_at(self.area.at(pixel)[index]), shape
        )

    def _field_at(self, at: float) -> float:
        axis, mark = self.area.axes[self._index], self.mark
        is_cell = axis.axis.whole and mark.factor >= 1  # otherwise a share of the axis
        inside = (
            axis.cell(at) if is_cell else axis.raw(min(max(at, axis.limits[0]), axis.limits[1]))
        )
        value = float(inside - mark.origin) * mark.factor
        return float(round(value)) if mark.factor > 1 else value


class DiagonalItem(_Named[Diagonal]):
    """Draws a :class:`Diagonal`, its name at the upper end of the visible part."""

    WIDTH = 1.5  # antialiased, a thinner line would look paler than a rule

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
        ends, area = (
            [line.pointAt(piece / PIECES) for piece in range(PIECES + 1)],
            self.boundingRect(),
        )
        for piece in (
            QRectF(a, b).normalized().adjusted(-HALO, -HALO, HALO, HALO) & area
            for a, b in pairwise(ends)
        ):
            if not piece.isEmpty():  # the item's own update would be the whole area
                self.scene().update(self.area.mapRectToScene(piece))

    def boundingRect(self) -> QRectF:
        return super().boundingRect().adjusted(EDGE_GAP, EDGE_GAP, -EDGE_GAP, -EDGE_GAP)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        if (line := self.area.diagonal(self.mark.at)) is not None:
            painter.setClipRect(self.boundingRect())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.has_halo:
                flat = Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap
                painter.setPen(QPen(self.halo, HALO, *flat))
                painter.drawLine(line)
            painter.setPen(self.pen(self.WIDTH))
            painter.drawLine(line)

    def handle_at(self, point: QPointF) -> Handle | None:
        """Return how the line is dragged from close by: from cell to cell."""
        line = self.area.diagonal(self.mark.at) if self.mark.moves else None
        if line is None or distance(line, point) > NEAR:
            return None

        def value(pixel: QPointF) -> float:
            x, y = (
                axis.cell(at) for axis, at in zip(self.area.axes, self.area.at(pixel), strict=True)
            )
            return float(x - y)

        falls = (line.dx() > 0) == (line.dy() > 0)
        cursor = Qt.CursorShape.SizeBDiagCursor if falls else Qt.CursorShape.SizeFDiagCursor
        return Handle(self.mark.moves, value, cursor)

    def _place_of_name(self) -> tuple[tuple[float, float], int] | None:
        line = self.area.diagonal(self.mark.at)
        if line is None:
            return None
        upper = min(line.p1(), line.p2(), key=lambda end: float(end.y()))
        return (upper.x(), upper.y()), 0
