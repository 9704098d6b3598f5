"""Shapes on screen: bands, rings, arrows and paths.

They are drawn in pixels by items of our own. pyqtgraph's arrows have one head for
all lengths, and its curves one opacity from end to end.
"""

from itertools import pairwise
from math import atan2
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from peviewer.figures.grammar import Arrows, Band, Path, Rings
from peviewer.figures.palette import SHADE_STRENGTH
from peviewer.live.drag import Handle, Pick, distance, turning_handle
from peviewer.live.marks.item import MarkItem

# The widths of an arrow, strong or not, of a line, of auxiliary lines, and of the end of a fading
# line, in pixels.
STRONG_WIDTH = 2.5
WEAK_WIDTH = 1.2
LINE_WIDTH = 1.6
THIN_WIDTH = 1.1
TRACE_WIDTH = 2.8

# The width, and the opacity of 255, of the halo of a line that frames a place among data.
FRAME_HALO = 4.0
FRAME_STRENGTH = 0.8

# A strong arrow shorter than this many pixels is drawn thinner.
SHORT = 28.0

# The radii of a strong arrow's tip and pivot, in widths of the arrow.
TIP_RADIUS = 1.6
PIVOT_RADIUS = 1.1

# The most steps of a fading line's opacity, and the least length of one.
MAX_STEPS = 20
MIN_STEP = 4

# The farthest pixel from an arrow at which the pointer can drag the arrow.
NEAR = 9.0


def faint_color(color: str, opacity: float) -> QColor:
    faint = QColor(color)
    faint.setAlphaF(opacity)
    return faint


class RingsItem(MarkItem[Rings]):
    """Draws :class:`Rings`: fine circles, faintly filled."""

    def pick_at(self, point: QPointF) -> Pick | None:
        mark = self.mark
        if mark.picks is None:
            return None
        x, y = self.area.point_to_data(point)
        distances = np.hypot(np.asarray(mark.x) - x, np.asarray(mark.y) - y)
        nearest = int(distances.argmin())
        if distances[nearest] > mark.radius:
            return None
        return Pick(mark.picks.field, mark.picks.values[nearest])

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        mark = self.mark
        color = self.palette.role(mark.color)
        is_quiet = mark.color == "muted"
        pen_color = faint_color(color, 0.4 if is_quiet else 0.9)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(pen_color, 1 if is_quiet else LINE_WIDTH))
        painter.setBrush(faint_color(color, 0.05 if is_quiet else 0.08))

        x_radius = float(np.ptp(self.to_pixels((0.0, mark.radius), 0)))
        y_radius = float(np.ptp(self.to_pixels((0.0, mark.radius), 1)))
        for x, y in zip(*self.points(mark.x, mark.y), strict=True):
            painter.drawEllipse(QPointF(x, y), x_radius, y_radius)


class BandItem(MarkItem[Band]):
    """Draws a :class:`Band`: shaded between two lines, or framed by lines outside it."""

    @property
    def _is_upright(self) -> bool:
        return self.mark.direction == "x"

    def _edges(self) -> QRectF:
        """Return the rectangle between the middles of the pixels with its edges.

        Edges outside the area are moved just outside it.
        """
        width, height = self.area.lengths
        index = 0 if self._is_upright else 1
        last_pixel = self.area.lengths[index] + 2.0
        low = min(max(self.pixel(self.mark.low, index), -2.0), last_pixel)
        high = min(max(self.pixel(self.mark.high, index), -2.0), last_pixel)

        first = round(min(low, high)) + 0.5
        last = round(max(low, high)) + 0.5
        if self.mark.framed:
            first -= 1
        if self._is_upright:
            return QRectF(first, 0, last - first, height)
        return QRectF(0, first, width, last - first)

    def boundingRect(self) -> QRectF:
        return self._edges().adjusted(-1, -1, 1, 1)

    def set_mark(self, mark: Band) -> None:
        self.prepareGeometryChange()
        super().set_mark(mark)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        box = self._edges()
        color = self.palette.role(self.mark.color)
        if self.mark.solid:
            painter.fillRect(box, QColor(color))
            return
        if not self.mark.framed:
            painter.fillRect(box, faint_color(color, SHADE_STRENGTH))
        painter.setPen(QColor(color))
        if self._is_upright:
            painter.drawLine(box.topLeft(), box.bottomLeft())
            painter.drawLine(box.topRight(), box.bottomRight())
        else:
            painter.drawLine(box.topLeft(), box.topRight())
            painter.drawLine(box.bottomLeft(), box.bottomRight())


class PathItem(MarkItem[Path]):
    """Draws a :class:`Path`; a fading one grows from transparent and thin to a full line."""

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the line, in steps of opacity if it fades."""
        lines = self._stretches()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.mark.color == "mark":
            # A halo lets it be seen on data of any colour.
            painter.setPen(round_pen(faint_color(self.palette.panel, FRAME_STRENGTH), FRAME_HALO))
            for line in lines:
                painter.drawPath(line)
        for pen, line in zip(self._pens(len(lines)), lines, strict=True):
            painter.setPen(pen)
            painter.drawPath(line)

    def _pens(self, count: int) -> list[QPen]:
        """Return the pens of `count` stretches."""
        color = self.palette.role(self.mark.color)
        if not self.mark.fading:
            width = THIN_WIDTH if self.mark.color == "muted" else LINE_WIDTH
            return [round_pen(QColor(color), width)] * count

        pens: list[QPen] = []
        for number in range(1, count + 1):
            share = number / max(1, count)
            pen = QPen(faint_color(color, share**1.4), TRACE_WIDTH * (0.3 + 0.7 * share))
            # Round caps would overlap and be visible as dots.
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pens.append(pen)
        return pens

    def _stretches(self) -> list[QPainterPath]:
        """Return the line in one stretch, or in one for each step of opacity.

        Neighbours share a point, so that they touch without overlapping.
        """
        x, y = self.points(self.mark.x, self.mark.y)
        is_finite = np.isfinite(x) & np.isfinite(y)
        x = np.ascontiguousarray(x[is_finite])
        y = np.ascontiguousarray(y[is_finite])
        if len(x) < 2:
            return []

        steps = 1
        if self.mark.fading:
            length = float(np.hypot(np.diff(x), np.diff(y)).sum())
            steps = min(MAX_STEPS, len(x) - 1, max(1, int(length / MIN_STEP)))
        ends = np.linspace(0, len(x) - 1, steps + 1).round().astype(int)
        stretches: list[QPainterPath] = []
        for first, last in pairwise(ends):
            x_stretch = x[first : last + 1]
            y_stretch = y[first : last + 1]
            stretches.append(pg.arrayToQPath(x_stretch, y_stretch, finiteCheck=False))
        return stretches


class ArrowsItem(MarkItem[Arrows]):
    """Draws :class:`Arrows` as lines with round caps.

    Strong ones have a pivot and end in a disc.
    """

    def _lines(self) -> list[QLineF]:
        mark = self.mark
        x = np.asarray(mark.x)
        y = np.asarray(mark.y)
        starts = zip(*self.points(x, y), strict=True)
        tips = zip(*self.points(x + mark.dx, y + mark.dy), strict=True)
        return [QLineF(*start, *tip) for start, tip in zip(starts, tips, strict=True)]

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = self.palette.role(self.mark.color)
        if self.mark.strong:
            for line in self._lines():
                self._draw_strong(painter, line, QColor(color))
        else:
            painter.setPen(round_pen(faint_color(color, 0.75), WEAK_WIDTH))
            painter.drawLines(self._lines())

    def handle_at(self, point: QPointF) -> Handle | None:
        """Return how an arrow is turned by the pointer close to it."""
        mark = self.mark
        if mark.turns is None:
            return None
        lines = self._lines()
        distances = [distance(line, point) for line in lines]
        nearest = distances.index(min(distances))
        if distances[nearest] > NEAR:
            return None

        def angle(pixel: QPointF) -> float:
            x, y = self.area.point_to_data(pixel)
            return atan2(y - mark.y[nearest], x - mark.x[nearest])

        return turning_handle(mark.turns, nearest, angle, point, lines[nearest].length())

    def _draw_strong(self, painter: QPainter, line: QLineF, color: QColor) -> None:
        width = STRONG_WIDTH * min(1.0, max(0.5, line.length() / SHORT))
        painter.setPen(round_pen(color, width))
        painter.drawLine(line)

        # A rim of the ground's colour separates the tip from rings and traces.
        tip_radius = TIP_RADIUS * width
        pivot_radius = PIVOT_RADIUS * width
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.palette.panel))
        painter.drawEllipse(line.p2(), tip_radius + 1.2, tip_radius + 1.2)
        painter.setBrush(color)
        painter.drawEllipse(line.p2(), tip_radius, tip_radius)
        painter.drawEllipse(line.p1(), pivot_radius, pivot_radius)


def round_pen(color: QColor, width: float) -> QPen:
    return QPen(
        color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    )
