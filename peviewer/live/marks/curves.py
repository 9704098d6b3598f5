"""Curves on screen: pyqtgraph's curve and points, sampled for the visible window.

A curve with many more points than pixels is drawn with fewer points, or, if it
swings so often that lines would run together, as what it covers of each column of
pixels. pyqtgraph's own downsampling to peaks draws lines up and down instead, which
takes longer and looks thicker.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem

from peviewer.figures.grammar import Curve
from peviewer.figures.palette import BAND_STRENGTH, WIDE_STRENGTH
from peviewer.live.marks.item import MarkBase
from peviewer.live.worker import Result
from peviewer.model.sampling.series import Bounds, Points

# A pen wider than one pixel is forty times slower on long curves: three thin
# strokes, half a pixel apart, look as strong and cost three times one.
STROKES = ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5))
DASHES = [5, 4]
WIDE = 6  # pixels of a pale line behind another
DISC, DOT = 5.0, 2.0  # pixels across a point
CLOSE = 4.0  # pixels between points below which they shrink
CROWDED = 1.5  # points a pixel, from which fewer are drawn
SWINGS = 0.25  # turns a pixel, from which columns are drawn instead of lines
THICKNESS = 1.5
BEYOND = 4  # heights of the area, at which points outside are clipped: farther out Qt's rasteriser overflows


Strips = Sequence[QRectF]


def fill_strips(painter: QPainter, strips: Strips, color: QColor) -> None:
    """Fill upright strips one by one: as one path a thousand of them take Qt a second.

    Smooth edges would be seams.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawRects(strips)


class Spread(QGraphicsItem):
    """The band of a curve from least to greatest, behind it and in its coordinates."""

    def __init__(self, curve: Any) -> None:
        super().__init__(curve)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemStacksBehindParent)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.color = QColor()
        self._strips: Strips = ()

    def show_strips(self, strips: Strips) -> None:
        self._strips = strips
        self.setVisible(bool(strips))
        self.update()

    def boundingRect(self) -> QRectF:
        return self.parentItem().boundingRect()

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        fill_strips(painter, self._strips, self.color)


class _Sampled(MarkBase[Curve]):
    """The base of curves and points: they are sampled before a frame is painted, if anything changed.

    Until samples that are late are there, the last ones are drawn.
    """

    _bounds: QRectF | None = None

    def set_up(self, mark: Curve, area: Any) -> None:
        """Add the item to an area, once pyqtgraph's base is initialised."""
        self.mark, self.area = mark, area
        self._points: Result[tuple[Points, Bounds | None, str]] = Result(area.worker)
        self._key: tuple[object, ...] | None = None
        self._spread: Spread | None = None
        area.addItem(self, ignoreBounds=True)
        self.recolour()

    def set_mark(self, mark: Curve) -> None:
        was, self.mark = self.mark, mark
        if (was.color, was.style) != (mark.color, mark.style):
            self.recolour()

    def recolour(self) -> None:
        color = QColor(self.palette.role(self.mark.color))
        self.set_color(color)
        if self._spread is not None:
            color.setAlphaF(BAND_STRENGTH)
            self._spread.color = color
            self._spread.update()

    def set_color(self, color: QColor) -> None:
        raise NotImplementedError

    def show_points(self, x: NDArray[np.float64], y: NDArray[np.float64], pixels: int) -> None:
        """Draw points, in screen units counted from the axis's origin and the mark's zero."""
        raise NotImplementedError

    def prepare(self) -> None:
        area, series, style = self.area, self.mark.series, self.mark.style
        low, high = (area.x_axis.raw(end) for end in area.x_range)
        pixels = max(1, round(area.rect().width() * area.getViewWidget().dots))
        window = low, high, pixels
        points = self._points.request(
            (series, style, window), lambda: (series.sample(*window), series.bounds(*window), style)
        )
        key = (
            points,
            self.mark.y0,
            area.x_range,
            area.y_range,
            area.flips,
            area.origins,
            area.rect(),
            pixels,
        )
        if points is not None and not _is_same(key, self._key):
            self._key = key
            self.setPos(0, self.mark.y0 - area.origins[1])
            self._bounds = None  # after Qt has asked for those at the old place
            self._show_samples(*points, pixels)

    def _show_samples(self, points: Points, bounds: Bounds | None, style: str, pixels: int) -> None:
        area, (x, y) = self.area, points
        self._show_spread(bounds)
        x, y = _steps(x, y) if style == "step" else (x, y)
        low, high = (end - self.mark.y0 for end in area.y_range)
        beyond = BEYOND * (high - low)
        y = np.clip(area.y_axis.to_screen(y), low - beyond, high + beyond)
        self.show_points(area.x_axis.to_screen(x) - area.origins[0], y, pixels)

    def _show_spread(self, bounds: Bounds | None) -> None:
        if self._spread is None and bounds is not None:
            self._spread = Spread(self)
            self.recolour()
        if self._spread is not None:
            self._spread.show_strips([] if bounds is None else self.placed(self._strips(bounds)))

    def _strips(self, bounds: Bounds) -> NDArray[np.float64]:
        """Return the band as upright strips, of whole pixels: seams would show on half ones."""
        rect = self.area.rect()
        edges = np.clip(np.round(self.to_pixels(bounds.edges, 0)), 0, round(rect.width()))
        ends = [
            np.clip(self.to_pixels(end, 1, self.mark.y0), 0, rect.height())
            for end in (bounds.least, bounds.greatest)
        ]
        left, top = np.minimum(edges[1:], edges[:-1]), np.minimum(*ends)
        strips = np.stack([left, top, np.abs(np.diff(edges)), np.maximum(*ends) - top], axis=1)
        return np.asarray(strips[np.isfinite(strips).all(axis=1) & (strips[:, 2] > 0)])

    def in_pixels(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> Points:
        return self.area.pixel(x, 0, self.area.origins[0]), self.area.pixel(y, 1, self.mark.y0)

    def placed(self, strips: NDArray[np.float64]) -> list[QRectF]:
        """Return strips, each (left, top, width, height) in pixels, in the coordinates of the item."""
        left, top, width, height = strips.T
        x = self.area.place(np.stack([left, left + width]), 0, self.area.origins[0])
        y = self.area.place(np.stack([top, top + height]), 1, self.mark.y0)
        sides = np.stack(
            [x.min(axis=0), y.min(axis=0), np.ptp(x, axis=0), np.ptp(y, axis=0)], axis=1
        )
        return [QRectF(*strip) for strip in sides.tolist()]

    def viewTransformChanged(self) -> None:
        """Take other bounds: pyqtgraph calls this when the range or the size has changed."""
        super().viewTransformChanged()  # type: ignore[misc]  # of pyqtgraph's items
        self._bounds = None

    def boundingRect(self) -> QRectF:
        if self._bounds is None:
            self._bounds = QRectF(self.mapRectFromParent(self.area.viewRect()))
        return self._bounds

    def drop(self) -> None:
        self._points.drop()


class CurveItem(_Sampled, pg.PlotCurveItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws a :class:`Curve` as a line, solid or dashed, or as steps."""

    def __init__(self, mark: Curve, area: Any) -> None:
        pg.PlotCurveItem.__init__(self, connect="finite")
        self._filled: Strips = ()
        self.set_up(mark, area)

    def suits(self, mark: Any) -> bool:
        return isinstance(mark, Curve) and mark.style != "points"

    def set_color(self, color: QColor) -> None:
        pen = QPen(color, 1)
        if self.mark.style == "wide":
            pale = QColor(color)
            pale.setAlphaF(WIDE_STRENGTH)
            pen = QPen(pale, WIDE)
        elif self.mark.style == "dashed":
            pen.setDashPattern(DASHES)
        pen.setCosmetic(True)
        self.setPen(pen)

    def show_points(self, x: NDArray[np.float64], y: NDArray[np.float64], pixels: int) -> None:
        """Draw lines between points, or the columns they cover if they swing too often for the pixels."""
        is_crowded = len(x) >= CROWDED * pixels
        swings = is_crowded and self.mark.style != "wide" and len(_turns(y)) >= SWINGS * pixels
        self._filled = ()
        if swings:
            strips = columns(*self.in_pixels(x, y))
            self._filled = self.placed(strips[np.isfinite(strips).all(axis=1)])
            x = y = np.empty(0)
        elif is_crowded:
            needed = _fewer(*self.in_pixels(x, y))
            x, y = x[needed], y[needed]
        self.setData(x, y)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        is_wide, placed, path, pen = (
            self.mark.style == "wide",
            painter.transform(),
            self.getPath(),
            self.opts["pen"],
        )
        if self._filled:
            fill_strips(painter, self._filled, pen.color())
            return
        painter.setRenderHint(
            QPainter.RenderHint.Antialiasing, not is_wide
        )  # smooth, it takes ten times as long
        painter.setPen(pen)
        for stroke in STROKES[: 1 if is_wide else None]:
            painter.setTransform(placed * QTransform.fromTranslate(*stroke))
            painter.drawPath(path)


class PointsItem(_Sampled, pg.ScatterPlotItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws a :class:`Curve` as points."""

    def __init__(self, mark: Curve, area: Any) -> None:
        pg.ScatterPlotItem.__init__(self, pen=None, symbol="o")
        self.set_up(mark, area)

    def suits(self, mark: Any) -> bool:
        return isinstance(mark, Curve) and mark.style == "points"

    def set_color(self, color: QColor) -> None:
        self.setBrush(QColor(color))

    def show_points(self, x: NDArray[np.float64], y: NDArray[np.float64], _pixels: int) -> None:
        """Draw discs, or dots where they would touch."""
        across, _ = self.in_pixels(x, y)
        spacing = float(np.abs(np.diff(across)).min()) if len(across) > 1 else np.inf
        fine = np.isfinite(x) & np.isfinite(y)
        self.setData(x=x[fine], y=y[fine], size=DISC if spacing > CLOSE else DOT)

    def mouseClickEvent(self, event: Any) -> None:
        """Leave clicks to the area."""
        event.ignore()


def _is_same(key: tuple[object, ...], other: tuple[object, ...] | None) -> bool:
    return other is not None and key[0] is other[0] and key[1:] == other[1:]


def _steps(x: NDArray[np.float64], y: NDArray[np.float64]) -> Points:
    gaps = np.diff(x) if len(x) > 1 else np.ones(1)
    edges = np.concatenate([x[:1] - gaps[:1] / 2, (x[1:] + x[:-1]) / 2, x[-1:] + gaps[-1:] / 2])
    return np.repeat(edges, 2)[1:-1], np.repeat(y, 2)


def _fewer(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the points that draw the same line: the first of each column of pixels, and turning points.

    >>> _fewer(np.array([0.0, 0.2, 0.4, 0.6, 1.1]), np.array([0.0, 1.0, 2.0, 1.0, 0.0]))
    array([0, 2, 4])
    """
    kept = np.diff(np.floor(x), prepend=np.nan) != 0
    kept[_turns(y)] = True
    kept[-1:] = True
    return np.flatnonzero(kept)


def _turns(y: NDArray[np.float64]) -> NDArray[np.intp]:
    return np.flatnonzero(np.diff(np.sign(np.diff(y)))) + 1


def columns(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the extent of a curve in each column of pixels.

    >>> columns(np.array([0.2, 0.6, 1.5, 1.9]), np.array([0.0, 4.0, 8.0, 8.0]))
    array([[ 0.  , -0.75,  1.  ,  7.5 ],
           [ 1.  ,  5.25,  1.  ,  3.5 ]])
    """
    if x[0] > x[-1]:
        x, y = x[::-1], y[::-1]
    places = np.floor(x)
    starts = np.flatnonzero(np.diff(places, prepend=places[0] - 1))
    top, bottom = np.minimum.reduceat(y, starts), np.maximum.reduceat(y, starts)
    crossings = (y[starts[1:] - 1] + y[starts[1:]]) / 2
    for side in (slice(1, None), slice(None, -1)):
        top[side], bottom[side] = (
            np.minimum(top[side], crossings),
            np.maximum(bottom[side], crossings),
        )
    left = places[starts]
    widths = np.append(np.diff(left), 1.0)
    return np.stack([left, top - THICKNESS / 2, widths, bottom - top + THICKNESS], axis=1)
