"""Diagonals on screen: the line of all points whose x − y is one number.

They are items of our own: each move of a slanting line of pyqtgraph's repaints the whole area.
"""

from itertools import pairwise
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from peviewer.figures.grammar import Diagonal
from peviewer.figures.line_labels import diagonal_end, edge_of
from peviewer.live.drag import Handle, distance
from peviewer.live.marks.named_lines import EDGE_GAP, HALO, NEAR, NamedEnd, NamedLineItem

# How many pieces a diagonal has, each repainted by itself.
PIECES = 6


class DiagonalItem(NamedLineItem[Diagonal]):
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
