"""Which item draws which shape: rings, arrows, paths and words, the marks of a panel without axes.

They are drawn in pixels by items of our own, as pyqtgraph has nothing as good:
its arrows have one head for all lengths, its curves one strength from end to end,
and its texts do not grow together to fill the room that they have.
"""

from functools import lru_cache
from itertools import pairwise
from math import atan2
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from peviewer.base.words import unstarred
from peviewer.figures.grammar import Arrows, Path, Rings, Words
from peviewer.figures.palette import Palette
from peviewer.live.drag import Grip, Pick, Turning
from peviewer.live.marks.item import MarkItem
from peviewer.live.text import TextLine, font, markup

HAND = 2.5  # pixels, as all that follow
WEAK = 1.2
LINE = 1.6
THIN = 1.1  # lines that only help
TRACE = 2.8  # at a fading line's end
SMALL_HAND = 28.0  # a strong arrow shorter than this is drawn thinner
DISC = 1.6  # the radius of an arrow's tip, in widths of its hand
PIVOT = 1.1
SHADES, SHADE = 20, 4  # most steps from a fading line's faint beginning to its end, and the least pixels of one
SIZES = (13, 12, 11, 10, 9)  # of words, the largest that keeps them apart
GROWING = (22, 20, 18, 16, 15, *SIZES)  # of words that say how much room they have
APART = 6
NEAR = 9.0  # of a hand, where it can be taken


def _faint(color: str, part: float) -> QColor:
    faint = QColor(color)
    faint.setAlphaF(part)
    return faint


class RingsItem(MarkItem[Rings]):
    """Draws :class:`Rings`: fine circles on a breath of their colour, kept as a picture while hands turn above."""

    def __init__(self, mark: Rings, area: Any, palette: Palette) -> None:
        super().__init__(mark, area, palette)
        self._key: tuple[object, ...] | None = None
        self._picture = QPixmap()

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the circles, anew if anything changed."""
        area, ratio = self.area, painter.device().devicePixelRatio()
        key = (self.mark, area.x_range, area.y_range, area.flips, area.rect(), ratio, self.palette.name)
        if key != self._key:
            self._key = key
            self._picture = QPixmap((area.rect().size() * ratio).toSize() + QSize(1, 1))
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            with QPainter(self._picture) as brush:
                self._draw(brush)
        painter.drawPixmap(QPointF(0, 0), self._picture)

    def pick(self, point: QPointF) -> Pick | None:
        """Return what a click in a circle picks."""
        mark = self.mark
        if mark.picks is None:
            return None
        x, y = self.area.at(point)
        away = np.hypot(np.asarray(mark.x) - x, np.asarray(mark.y) - y)
        nearest = int(away.argmin())
        return Pick(mark.picks.field, mark.picks.values[nearest]) if away[nearest] <= mark.radius else None

    def _draw(self, painter: QPainter) -> None:
        mark, color = self.mark, self.palette.role(self.mark.color)
        is_quiet = mark.color == "muted"
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(_faint(color, 0.4 if is_quiet else 0.9), 1 if is_quiet else LINE))
        painter.setBrush(_faint(color, 0.05 if is_quiet else 0.08))
        wide, high = (abs(float(to(mark.radius) - to(0.0))) for to in (self.to_pixels_x, self.to_pixels_y))
        for x, y in zip(self.to_pixels_x(mark.x), self.to_pixels_y(mark.y), strict=True):
            painter.drawEllipse(QPointF(x, y), wide, high)


class PathItem(MarkItem[Path]):
    """Draws a :class:`Path`; a fading one grows from nothing to a full line."""

    def __init__(self, mark: Path, area: Any, palette: Palette) -> None:
        super().__init__(mark, area, palette)
        self._key: tuple[object, ...] | None = None
        self._lines: list[QPainterPath] = []

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the line, in steps of strength if it fades."""
        if self.area.labels.is_broken:
            return
        area = self.area
        key = (self.mark, area.x_range, area.y_range, area.flips, area.rect())
        if key != self._key:
            self._key = key
            self._lines = self._stretches()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for pen, line in zip(self._pens(), self._lines, strict=True):
            painter.setPen(pen)
            painter.drawPath(line)

    def _pens(self) -> list[QPen]:
        mark, color = self.mark, self.palette.role(self.mark.color)
        if not mark.fading:
            return [_pen(QColor(color), THIN if mark.color == "muted" else LINE)] * len(self._lines)
        strengths = np.arange(1, len(self._lines) + 1) / max(1, len(self._lines))
        pens = [QPen(_faint(color, float(part) ** 1.4), TRACE * (0.3 + 0.7 * float(part))) for part in strengths]
        for pen in pens:
            # Round caps would overlap, and show as beads.
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        return pens

    def _stretches(self) -> list[QPainterPath]:
        x, y = self.to_pixels_x(self.mark.x), self.to_pixels_y(self.mark.y)
        fine = np.isfinite(x) & np.isfinite(y)
        x, y = np.ascontiguousarray(x[fine]), np.ascontiguousarray(y[fine])
        if len(x) < 2:
            return []
        length = float(np.hypot(np.diff(x), np.diff(y)).sum())
        steps = min(SHADES, len(x) - 1, max(1, int(length / SHADE))) if self.mark.fading else 1
        ends = np.linspace(0, len(x) - 1, steps + 1).round().astype(int)
        # Each stretch ends where the next begins: neighbours touch without overlapping.
        return [pg.arrayToQPath(x[a : b + 1], y[a : b + 1], finiteCheck=False) for a, b in pairwise(ends)]


class ArrowsItem(MarkItem[Arrows]):
    """Draws :class:`Arrows`: round-capped hands; strong ones turn on a pivot and end in a disc."""

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the arrows."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mark, color = self.mark, self.palette.role(self.mark.color)
        x, y = np.asarray(mark.x), np.asarray(mark.y)
        starts = zip(self.to_pixels_x(x), self.to_pixels_y(y), strict=True)
        tips = zip(self.to_pixels_x(x + mark.dx), self.to_pixels_y(y + mark.dy), strict=True)
        lines = [QLineF(*start, *tip) for start, tip in zip(starts, tips, strict=True)]
        if mark.strong:
            for line in lines:
                self._draw_hand(painter, line, QColor(color))
        else:
            painter.setPen(_pen(_faint(color, 0.75), WEAK))
            painter.drawLines(lines)

    def grip(self, point: QPointF) -> Grip | None:
        """Let a hand be turned, by the pointer close to it."""
        turns, mark = self.mark.turns, self.mark
        if turns is None:
            return None
        starts = np.column_stack([self.to_pixels_x(mark.x), self.to_pixels_y(mark.y)])
        tips = np.column_stack([self.to_pixels_x(np.add(mark.x, mark.dx)), self.to_pixels_y(np.add(mark.y, mark.dy))])
        hands, to = tips - starts, np.array([point.x(), point.y()]) - starts
        part = np.clip((to * hands).sum(axis=1) / np.maximum((hands**2).sum(axis=1), 1e-9), 0, 1)
        away = np.hypot(*(to - part[:, None] * hands).T)
        k = int(away.argmin())
        if away[k] > NEAR:
            return None
        centre = mark.x[k], mark.y[k]

        def angle(pixel: QPointF) -> float:
            x, y = self.area.at(pixel)
            return atan2(y - centre[1], x - centre[0])

        reach = float(np.hypot(*hands[k]))
        turning = Turning(angle, angle(point), turns.value, turns.rates[k], reach, whole=turns.whole)
        return Grip(turns.field, turning, Qt.CursorShape.OpenHandCursor)

    def _draw_hand(self, painter: QPainter, line: QLineF, color: QColor) -> None:
        width = HAND * min(1.0, max(0.5, line.length() / SMALL_HAND))
        painter.setPen(_pen(color, width))
        painter.drawLine(line)
        # A rim of the ground's colour lifts the tip off rings and traces.
        for radius, fill in ((DISC * width + 1.2, QColor(self.palette.panel)), (DISC * width, color)):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawEllipse(line.p2(), radius, radius)
        painter.drawEllipse(line.p1(), PIVOT * width, PIVOT * width)


def _pen(color: QColor, width: float) -> QPen:
    return QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


class WordsItem(MarkItem[Words]):
    """Draws :class:`Words`."""

    writes = True
    most = GROWING[0]

    def __init__(self, mark: Words, area: Any, palette: Palette) -> None:
        super().__init__(mark, area, palette)
        self._lines: list[TextLine] = []
        self._places: list[QRectF] = []
        self._legible = False

    @property
    def company(self) -> str | None:
        """Words that grow are parts of one expression."""
        return None if self.mark.room is None or self.mark.small else "expression"

    def strip(self) -> None:
        """Return nothing: words strike nothing out."""

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw each text around its point, if there is room for all."""
        painter.setPen(QColor(self.palette.role(self.mark.color)))
        if self.area.labels.is_broken or not self._legible:
            return
        for line, place in zip(self._lines, self._places, strict=True):
            line.draw(painter, round(place.x()), round(place.y()))

    def fits(self, unit: float) -> bool:
        """Whether each text has the room it says it needs, where a unit has so many pixels."""
        return (
            not self.mark.room
            or self.mark.small
            or _width(max(self.mark.texts, key=len), GROWING[-1]) <= self.mark.room * unit
        )

    @property
    def largest(self) -> int:
        """The largest size at which neighbours stay apart."""
        sizes = SIZES[1:] if self.mark.small else GROWING if self.mark.room else SIZES
        return _size(self.mark.texts, sizes, self._has_room())

    def _has_room(self) -> float:
        """Return the pixels that each text has."""
        if self.mark.room:
            return self.mark.room * float(np.ptp(self.to_pixels_x((0.0, 1.0))))
        return _room(self.to_pixels_x(self.mark.x), self.to_pixels_y(self.mark.y))

    def places(self) -> list[list[QRectF]]:
        """Return the rectangles of its texts at the largest size at which neighbours stay apart."""
        mark, x, y = self.mark, self.to_pixels_x(self.mark.x), self.to_pixels_y(self.mark.y)
        room, size = self._has_room(), min(self.most, self.largest)
        if (mark.small or not mark.room) and _width(max(mark.texts, key=len), size) + APART / 2 > room:
            return []
        if len(self._lines) != len(mark.texts) or (self._lines and self._lines[0].font.pixelSize() != size):
            self._lines = [TextLine(size) for _ in mark.texts]
        self._places = []
        for line, text, across, down in zip(self._lines, mark.texts, x, y, strict=True):
            line.set_html(markup(text))
            self._places.append(QRectF(across - line.width / 2, down - line.height / 2, line.width, line.height))
        return [self._places]

    def write_at(self, place: int | None) -> None:
        """Write the texts, or nothing."""
        if self._legible != (place is not None):
            self._legible = place is not None
            self.update()


@lru_cache(maxsize=256)
def _width(text: str, size: int) -> float:
    return QFontMetricsF(font(size)).horizontalAdvance(unstarred(text))


def _size(texts: tuple[str, ...], sizes: tuple[int, ...], room: float) -> int:
    """Return the largest size at which all texts have room, or else the smallest."""
    if room == np.inf:
        return sizes[0]
    longest = max(texts, key=len)
    return next((size for size in sizes if _width(longest, size) + APART <= room), sizes[-1])


def _room(x: NDArray[np.float64], y: NDArray[np.float64]) -> float:
    """Return the least distance between neighbours in one line."""
    order = np.lexsort((x, np.round(y)))
    in_line = np.abs(np.diff(y[order])) < SIZES[0]
    return float(np.diff(x[order])[in_line].min()) if in_line.any() else np.inf
