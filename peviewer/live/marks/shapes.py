"""Shapes on screen: bands, rings, arrows, paths and dials.

They are drawn in pixels by items of our own. pyqtgraph's arrows have one head for
all lengths, and its curves one opacity from end to end.
"""

from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot, pi
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from peviewer.figures.fitting.spreading import spread_clocks
from peviewer.figures.grammar import Arrows, Band, Dials, Path, Rings
from peviewer.figures.palette import SHADE_STRENGTH
from peviewer.live.drag import Handle, Pick, distance, turning_handle
from peviewer.live.marks.item import MarkItem
from peviewer.live.text import text_line

# In pixels
STRONG_WIDTH = 2.5  # of an arrow
WEAK_WIDTH = 1.2
LINE_WIDTH = 1.6
FRAME_HALO, FRAME_STRENGTH = (
    4.0,
    0.8,
)  # of what frames a place among data: its halo in the ground's colour
THIN_WIDTH = 1.1  # of auxiliary lines
TRACE_WIDTH = 2.8  # at the end of a fading line
SHORT = 28.0  # a strong arrow shorter than this is drawn thinner
TIP_RADIUS = 1.6  # in widths of the arrow
PIVOT_RADIUS = 1.1
MAX_STEPS, MIN_STEP = 20, 4  # of a fading line's opacity: their number, and the length of one
DIAL_RADIUS, DIAL_GAP, DIAL_TINT = (
    19.0,
    6.0,
    0.18,
)  # of a small clock: its most, to the next, and of the sector
NEAR = 9.0  # of an arrow, where it can be dragged


def _faint(color: str, part: float) -> QColor:
    faint = QColor(color)
    faint.setAlphaF(part)
    return faint


class RingsItem(MarkItem[Rings]):
    """Draws :class:`Rings`: fine circles, faintly filled."""

    def pick_at(self, point: QPointF) -> Pick | None:
        mark = self.mark
        if mark.picks is None:
            return None
        x, y = self.area.at(point)
        away = np.hypot(np.asarray(mark.x) - x, np.asarray(mark.y) - y)
        nearest = int(away.argmin())
        return (
            Pick(mark.picks.field, mark.picks.values[nearest])
            if away[nearest] <= mark.radius
            else None
        )

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        mark, color = self.mark, self.palette.role(self.mark.color)
        is_quiet = mark.color == "muted"
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(_faint(color, 0.4 if is_quiet else 0.9), 1 if is_quiet else LINE_WIDTH))
        painter.setBrush(_faint(color, 0.05 if is_quiet else 0.08))
        wide, high = (float(np.ptp(self.to_pixels((0.0, mark.radius), index))) for index in (0, 1))
        for x, y in zip(*self.points(mark.x, mark.y), strict=True):
            painter.drawEllipse(QPointF(x, y), wide, high)


class BandItem(MarkItem[Band]):
    """Draws a :class:`Band`: shaded between two lines, or framed by lines outside it."""

    def _edges(self) -> QRectF:
        """Return the rectangle between the middles of the pixels with its edges, those outside the area just there."""
        across = self.mark.direction == "x"
        (wide, high), ends = self.area.lengths, (self.mark.low, self.mark.high)
        pixels = [
            min(max(self.pixel(end, not across), -2.0), (wide if across else high) + 2.0)
            for end in ends
        ]
        first, last = round(min(pixels)) + 0.5, round(max(pixels)) + 0.5
        first -= self.mark.framed
        return (
            QRectF(first, 0, last - first, high) if across else QRectF(0, first, wide, last - first)
        )

    def boundingRect(self) -> QRectF:
        return self._edges().adjusted(-1, -1, 1, 1)

    def set_mark(self, mark: Band) -> None:
        self.prepareGeometryChange()
        super().set_mark(mark)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        box, color = self._edges(), self.palette.role(self.mark.color)
        if self.mark.solid:
            painter.fillRect(box, QColor(color))
            return
        if not self.mark.framed:
            painter.fillRect(box, _faint(color, SHADE_STRENGTH))
        painter.setPen(QColor(color))
        across = self.mark.direction == "x"
        painter.drawLine(box.topLeft(), box.bottomLeft() if across else box.topRight())
        painter.drawLine(box.topRight() if across else box.bottomLeft(), box.bottomRight())


class PathItem(MarkItem[Path]):
    """Draws a :class:`Path`; a fading one grows from transparent and thin to a full line."""

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the line, in steps of opacity if it fades."""
        lines = self._stretches()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.mark.color == "mark":  # seen on data of any colour
            painter.setPen(_pen(_faint(self.palette.panel, FRAME_STRENGTH), FRAME_HALO))
            for line in lines:
                painter.drawPath(line)
        for pen, line in zip(self._pens(len(lines)), lines, strict=True):
            painter.setPen(pen)
            painter.drawPath(line)

    def _pens(self, count: int) -> list[QPen]:
        mark, color = self.mark, self.palette.role(self.mark.color)
        if not mark.fading:
            return [
                _pen(QColor(color), THIN_WIDTH if mark.color == "muted" else LINE_WIDTH)
            ] * count
        strengths = np.arange(1, count + 1) / max(1, count)
        pens = [
            QPen(_faint(color, float(part) ** 1.4), TRACE_WIDTH * (0.3 + 0.7 * float(part)))
            for part in strengths
        ]
        for pen in pens:
            # Round caps would overlap and be visible as dots.
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        return pens

    def _stretches(self) -> list[QPainterPath]:
        x, y = self.points(self.mark.x, self.mark.y)
        fine = np.isfinite(x) & np.isfinite(y)
        x, y = np.ascontiguousarray(x[fine]), np.ascontiguousarray(y[fine])
        if len(x) < 2:
            return []
        length = float(np.hypot(np.diff(x), np.diff(y)).sum())
        steps = (
            min(MAX_STEPS, len(x) - 1, max(1, int(length / MIN_STEP))) if self.mark.fading else 1
        )
        ends = np.linspace(0, len(x) - 1, steps + 1).round().astype(int)
        # Neighbours share a point, so that they touch without overlapping.
        return [
            pg.arrayToQPath(x[a : b + 1], y[a : b + 1], finiteCheck=False)
            for a, b in pairwise(ends)
        ]


class ArrowsItem(MarkItem[Arrows]):
    """Draws :class:`Arrows` as lines with round caps; strong ones have a pivot and end in a disc."""

    def _lines(self) -> list[QLineF]:
        mark, x, y = self.mark, np.asarray(self.mark.x), np.asarray(self.mark.y)
        starts = zip(*self.points(x, y), strict=True)
        tips = zip(*self.points(x + mark.dx, y + mark.dy), strict=True)
        return [QLineF(*start, *tip) for start, tip in zip(starts, tips, strict=True)]

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mark, color = self.mark, self.palette.role(self.mark.color)
        if mark.strong:
            for line in self._lines():
                self._draw_strong(painter, line, QColor(color))
        else:
            painter.setPen(_pen(_faint(color, 0.75), WEAK_WIDTH))
            painter.drawLines(self._lines())

    def handle_at(self, point: QPointF) -> Handle | None:
        """Return how an arrow is turned by the pointer close to it."""
        turns, mark, lines = self.mark.turns, self.mark, self._lines()
        away = [distance(line, point) for line in lines]
        if turns is None or min(away) > NEAR:
            return None
        k = away.index(min(away))

        def angle(pixel: QPointF) -> float:
            x, y = self.area.at(pixel)
            return atan2(y - mark.y[k], x - mark.x[k])

        return turning_handle(turns, k, angle, point, lines[k].length())

    def _draw_strong(self, painter: QPainter, line: QLineF, color: QColor) -> None:
        width = STRONG_WIDTH * min(1.0, max(0.5, line.length() / SHORT))
        painter.setPen(_pen(color, width))
        painter.drawLine(line)
        # A rim of the ground's colour separates the tip from rings and traces.
        for radius, fill in (
            (TIP_RADIUS * width + 1.2, QColor(self.palette.panel)),
            (TIP_RADIUS * width, color),
        ):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawEllipse(line.p2(), radius, radius)
        painter.drawEllipse(line.p1(), PIVOT_RADIUS * width, PIVOT_RADIUS * width)


class DialsItem(MarkItem[Dials]):
    """Draws :class:`Dials`: as large as the area is high, as many as do not touch."""

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        (shown, named), radius = self._shown(), self._radius
        mark, middle = self.mark, self.area.rect().height() / 2
        quiet, strong = self.palette.role("muted"), self.palette.role(mark.color)
        tint, rim = _faint(strong, DIAL_TINT), QPen(_faint(quiet, 0.6), 1)
        hand_before = _pen(QColor(quiet), WEAK_WIDTH + 0.4)
        hand_after = _pen(QColor(strong), STRONG_WIDTH)
        for k, x in shown:
            centre = QPointF(x, middle)
            box = QRectF(x - radius, middle - radius, 2 * radius, 2 * radius)
            start, turned = degrees(mark.before[k]), degrees(mark.turned[k])
            end = degrees(mark.before[k] + mark.turned[k])
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint)
            if abs(mark.turned[k]) >= 2 * pi:
                painter.drawEllipse(box)
            else:
                painter.drawPie(box, round(start * 16), round(turned * 16))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(rim)
            painter.drawEllipse(box)
            for pen, angle in ((hand_before, start), (hand_after, end)):
                painter.setPen(pen)
                painter.drawLine(QLineF.fromPolar(radius - 1.5, angle).translated(centre))
            if named:
                painter.setPen(QColor(quiet))
                name = text_line(mark.names[k], 11)
                name.draw(painter, round(x + radius + DIAL_GAP), round(middle - name.height / 2))

    @property
    def _radius(self) -> float:
        return float(min(DIAL_RADIUS, self.area.rect().height() / 2 - 1))

    def _shown(self) -> tuple[list[tuple[int, float]], bool]:
        pixels, width = self.to_pixels(self.mark.x, 0).tolist(), float(self.area.rect().width())
        name = _widest_name(self.mark.names)
        shown, named = spread_clocks(pixels, width, self._radius, name, DIAL_GAP)
        return [(k, pixels[k]) for k in shown], named

    def _nearest(self, point: QPointF) -> tuple[int, QPointF] | None:
        middle = self.area.rect().height() / 2
        for k, x in self._shown()[0]:
            if hypot(point.x() - x, point.y() - middle) <= self._radius + 2:
                return k, QPointF(x, middle)
        return None

    def pick_at(self, point: QPointF) -> Pick | None:
        nearest, picks = self._nearest(point), self.mark.picks
        return Pick(picks.field, picks.values[nearest[0]]) if nearest and picks else None

    def handle_at(self, point: QPointF) -> Handle | None:
        """Return how the hand after the turn is turned."""
        nearest, turns = self._nearest(point), self.mark.turns
        if nearest is None or turns is None:
            return None
        k, centre = nearest

        def angle(pixel: QPointF) -> float:
            return atan2(centre.y() - pixel.y(), pixel.x() - centre.x())

        return turning_handle(turns, k, angle, point, self._radius)


@lru_cache(maxsize=4)
def _widest_name(names: tuple[str, ...]) -> float:
    return max(text_line(name, 11).width for name in names)


def _pen(color: QColor, width: float) -> QPen:
    return QPen(
        color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    )
