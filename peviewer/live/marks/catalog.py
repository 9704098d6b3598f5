"""Which item draws which mark: curves, bands and notes; the table of kinds."""

from collections.abc import Callable
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from peviewer.figures.grammar import Arrows, Band, Curve, Diagonal, Heatmap, Mark, Note, Path, Rings, Rule, Words
from peviewer.figures.palette import SPREAD, Palette
from peviewer.live.desk import Errand
from peviewer.live.marks.envelope import CROWDED, Strips, columns, dashes
from peviewer.live.marks.heatmap import HeatmapItem
from peviewer.live.marks.item import MarkBase, MarkItem
from peviewer.live.marks.primitives import polygon
from peviewer.live.marks.rules import DiagonalItem, RuleItem
from peviewer.live.marks.shapes import ArrowsItem, PathItem, RingsItem, WordsItem
from peviewer.live.text.line import TextLine
from peviewer.live.text.text import markup
from peviewer.model.sampling.series import Bounds, Points

# A pen wider than one pixel is forty times slower on long curves: three thin
# strokes, half a pixel apart, look as strong and cost three times one.
STROKES = ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5))
DISC = 5.0
CLOSE = 4.0  # pixels between points below which they shrink


class CurveItem(MarkItem[Curve]):
    """Draws a :class:`Curve`, sampled for the visible window; one that comes late is drawn as it was sampled last."""

    def __init__(self, mark: Curve, area: Any, palette: Palette) -> None:
        super().__init__(mark, area, palette)
        self._points: Errand[tuple[Points, Bounds | None, str]] = Errand(area.desk)
        self._key: tuple[object, ...] | None = None
        self._lines: list[QPolygonF] = []
        self._strips: list[Strips] = []
        self._band: Strips | None = None
        self._spacing = np.inf

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the curve, sampling it if anything changed."""
        area, series, style = self.area, self.mark.series, self.mark.style
        low, high = (area.along_x.raw(end) for end in area.x_range)
        pixels = max(1, round(area.rect().width() * painter.device().devicePixelRatio()))
        like = type(series), low, high, pixels
        window = low, high, pixels
        found = self._points.ask(
            (series, style, *like), lambda: (series.sample(*window), series.bounds(*window), style), like
        )
        key = (id(found), self.mark.y0, area.x_range, area.y_range, area.flips, area.rect(), pixels)
        if found is not None and key != self._key:
            self._key = key
            self._lay_out(*found, pixels)
        pen = QPen(QColor(self.palette.role(self.mark.color)), 0)
        if self._band is not None:
            shade = QColor(pen.color())
            shade.setAlphaF(SPREAD)
            self._band.draw(painter, shade)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.mark.style == "points":
            pen.setWidthF(DISC if self._spacing > CLOSE else 2.0)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        elif self.mark.style == "dashed":
            pen.setDashPattern([5, 4])
        for strips in self._strips:
            strips.draw(painter, pen.color())
        painter.setPen(pen)
        for line in self._lines:
            self._draw(painter, line)

    def _draw(self, painter: QPainter, line: QPolygonF) -> None:
        if self.mark.style == "points":
            painter.drawPoints(line)
            return
        for dx, dy in STROKES:
            painter.translate(dx, dy)
            painter.drawPolyline(line)
            painter.translate(-dx, -dy)

    def drop(self) -> None:
        """No longer want points."""
        self._points.drop()

    def _lay_out(self, points: Points, bounds: Bounds | None, style: str, pixels: int) -> None:
        x, y = points
        self._band = None if bounds is None else Strips(self._upright(bounds))
        if style == "step":
            x, y = _steps(x, y)
        height = self.area.rect().height()
        across = self.to_pixels_x(x)
        # Far outside the area Qt's rasteriser overflows; the clip hides the difference.
        down = np.clip(self.to_pixels_y(y, self.mark.y0), -4 * height, 5 * height)
        self._spacing = float(np.abs(np.diff(across)).min()) if len(across) > 1 else np.inf
        parts = [(across[part], down[part]) for part in _unbroken(across, down)]
        if style == "points" or len(x) < CROWDED * pixels:
            self._lines, self._strips = [polygon(*part) for part in parts], []
            return
        strips = [columns(*part) for part in parts]
        self._lines = []
        self._strips = [Strips(dashes(some) if style == "dashed" else some) for some in strips]

    def _upright(self, bounds: Bounds) -> NDArray[np.float64]:
        """Return the band as upright strips, whole pixels wide: half ones would show where they meet."""
        edges = np.round(self.to_pixels_x(bounds.edges))
        ends = [self.to_pixels_y(end, self.mark.y0) for end in (bounds.least, bounds.greatest)]
        left, top = np.minimum(edges[1:], edges[:-1]), np.minimum(*ends)
        strips = np.stack([left, top, np.abs(np.diff(edges)), np.maximum(*ends) - top], axis=1)
        return np.asarray(strips[np.isfinite(strips).all(axis=1) & (strips[:, 2] > 0)])


def _steps(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the corners of steps that change midway between points."""
    if not len(x):
        return x, y
    middles = (x[1:] + x[:-1]) / 2 if len(x) > 1 else np.empty(0)
    first, last = (middles[0] - x[0], x[-1] - middles[-1]) if len(x) > 1 else (0.5, 0.5)
    edges = np.concatenate([[x[0] - first], middles, [x[-1] + last]])
    return np.repeat(edges, 2)[1:-1], np.repeat(y, 2)


def _unbroken(x: NDArray[np.float64], y: NDArray[np.float64]) -> list[slice]:
    """Return the stretches without missing values."""
    fine = np.isfinite(x) & np.isfinite(y)
    if fine.all():
        return [slice(0, len(x))] if len(x) else []
    edges = np.flatnonzero(np.diff(np.concatenate([[False], fine, [False]]).astype(np.int8)))
    return [slice(int(start), int(stop)) for start, stop in edges.reshape(-1, 2)]


class BandItem(MarkItem[Band]):
    """Draws a :class:`Band`."""

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the edges, and shade what is between unless it is only framed."""
        rect, mark = self.area.rect(), self.mark
        if mark.direction == "x":
            low, high = sorted(float(self.to_pixels_x(end)) for end in (mark.low, mark.high))
            shade = QRectF(low, 0, high - low, rect.height())
            edges = [QLineF(at, 0, at, rect.height()) for at in (low, high)]
        else:
            low, high = sorted(float(self.to_pixels_y(end)) for end in (mark.low, mark.high))
            shade = QRectF(0, low, rect.width(), high - low)
            edges = [QLineF(0, at, rect.width(), at) for at in (low, high)]
        color = QColor(self.palette.role(mark.color))
        painter.setPen(color)
        if mark.framed:  # beside what it marks, which may be a pixel wide
            (first, second), off = edges, (1.0, 0.0) if mark.direction == "x" else (0.0, 1.0)
            painter.drawLines([first.translated(-off[0], -off[1]), second])
            return
        painter.drawLines(edges)
        color.setAlpha(40)
        painter.fillRect(shade & rect, color)


class NoteItem(MarkItem[Note]):
    """Draws a :class:`Note` in the middle."""

    def __init__(self, mark: Note, area: Any, palette: Palette) -> None:
        super().__init__(mark, area, palette)
        self._text = TextLine(13)

    def height(self, room: float) -> int:
        """Return how high the sentence is in so wide an area."""
        self._text.set_html(markup(self.mark.text))
        self._text.wrap(_widths(room))
        return ceil(self._text.height)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the sentence."""
        rect = self.area.rect()
        width = _widths(rect.width())
        self.height(rect.width())
        painter.setPen(QColor(self.palette.secondary))
        self._text.draw(painter, (rect.width() - width) / 2, (rect.height() - self._text.height) / 2)


def _widths(room: float) -> float:
    """Return how wide the lines of a sentence are."""
    return max(1.0, min(420.0, room - 16))


KINDS: dict[type[Mark], Callable[[Any, Any, Palette], MarkBase[Any]]] = {
    Heatmap: HeatmapItem,
    Curve: CurveItem,
    Rule: RuleItem,
    Diagonal: DiagonalItem,
    Band: BandItem,
    Note: NoteItem,
    Rings: RingsItem,
    Path: PathItem,
    Arrows: ArrowsItem,
    Words: WordsItem,
}

LABELLED = RuleItem, DiagonalItem, WordsItem
"""The kinds that write on the data."""


def item_for(mark: Mark, area: Any, palette: Palette) -> MarkBase[Any]:
    """Return a new item that draws `mark` in `area`."""
    return KINDS[type(mark)](mark, area, palette)
