"""Dials on screen: small clocks in a row, each with its hands before and after a turn."""

from functools import lru_cache
from math import atan2, degrees, hypot, pi
from typing import Any, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from peviewer.figures.fitting.spreading import spread_clocks
from peviewer.figures.grammar import Dials
from peviewer.live.drag import Handle, Pick, turning_handle
from peviewer.live.marks.item import MarkItem
from peviewer.live.marks.shapes import STRONG_WIDTH, WEAK_WIDTH, faint_color, round_pen
from peviewer.live.text import text_line

# The largest radius of a clock, and the gap to the next one, in pixels.
MAX_RADIUS = 19.0
GAP = 6.0

# The opacity of the sector between the hands.
TINT = 0.18

# Qt counts the angles of sectors in sixteenths of a degree.
QT_ANGLE = 16


class _ShownDials(NamedTuple):
    """The dials that are shown: the number of each with the pixel of its centre."""

    centres: list[tuple[int, float]]
    are_named: bool


class DialsItem(MarkItem[Dials]):
    """Draws :class:`Dials`: as large as the area is high, as many as do not touch."""

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shown = self._shown()
        for number, x in shown.centres:
            centre = QPointF(x, self._middle)
            self._draw_dial(painter, number, centre)
            if shown.are_named:
                self._draw_name(painter, number, centre)

    def _draw_dial(self, painter: QPainter, number: int, centre: QPointF) -> None:
        radius = self._radius
        quiet_color = self.palette.role("muted")
        strong_color = self.palette.role(self.mark.color)
        before = self.mark.before[number]
        turned = self.mark.turned[number]
        start = degrees(before)
        box = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)

        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faint_color(strong_color, TINT))
        if abs(turned) >= 2 * pi:
            painter.drawEllipse(box)
        else:
            painter.drawPie(box, round(start * QT_ANGLE), round(degrees(turned) * QT_ANGLE))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(faint_color(quiet_color, 0.6), 1))
        painter.drawEllipse(box)

        hand = QLineF.fromPolar(radius - 1.5, start)
        painter.setPen(round_pen(QColor(quiet_color), WEAK_WIDTH + 0.4))
        painter.drawLine(hand.translated(centre))
        turned_hand = QLineF.fromPolar(radius - 1.5, degrees(before + turned))
        painter.setPen(round_pen(QColor(strong_color), STRONG_WIDTH))
        painter.drawLine(turned_hand.translated(centre))

    def _draw_name(self, painter: QPainter, number: int, centre: QPointF) -> None:
        painter.setPen(QColor(self.palette.role("muted")))
        name = text_line(self.mark.names[number], 11)
        left = round(centre.x() + self._radius + GAP)
        name.draw(painter, left, round(centre.y() - name.height / 2))

    @property
    def _middle(self) -> float:
        return float(self.area.rect().height() / 2)

    @property
    def _radius(self) -> float:
        return min(MAX_RADIUS, self._middle - 1)

    def _shown(self) -> _ShownDials:
        pixels = self.to_pixels(self.mark.x, 0).tolist()
        width = float(self.area.rect().width())
        name_width = widest_name(self.mark.names)
        numbers, are_named = spread_clocks(pixels, width, self._radius, name_width, GAP)
        return _ShownDials([(number, pixels[number]) for number in numbers], are_named)

    def _dial_at(self, point: QPointF) -> tuple[int, QPointF] | None:
        """Return the number and the centre of the dial at a pixel; None for none."""
        for number, x in self._shown().centres:
            if hypot(point.x() - x, point.y() - self._middle) <= self._radius + 2:
                return number, QPointF(x, self._middle)
        return None

    def pick_at(self, point: QPointF) -> Pick | None:
        picks = self.mark.picks
        dial = self._dial_at(point)
        if dial is None or picks is None:
            return None
        number, _ = dial
        return Pick(picks.field, picks.values[number])

    def handle_at(self, point: QPointF) -> Handle | None:
        """Return the handle by which the pointer turns the hand after the turn."""
        dial = self._dial_at(point)
        if dial is None or self.mark.turns is None:
            return None
        number, centre = dial

        def angle(pixel: QPointF) -> float:
            return atan2(centre.y() - pixel.y(), pixel.x() - centre.x())

        return turning_handle(self.mark.turns, number, angle, point, self._radius)


@lru_cache(maxsize=4)
def widest_name(names: tuple[str, ...]) -> float:
    return max(text_line(name, 11).width for name in names)
