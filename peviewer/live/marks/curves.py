"""Curves on screen: pyqtgraph's curve and points, sampled for the visible window.

A curve with many more points than pixels is drawn with fewer points, or, if it
swings so often that lines would run together, as what it covers of each column of
pixels. pyqtgraph's own downsampling to peaks draws lines up and down instead, which
takes longer and looks thicker.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem

from peviewer.figures.grammar import Curve
from peviewer.figures.line_labels import (
    Box,
)
from peviewer.figures.name_places import meets_curve
from peviewer.figures.palette import BAND_STRENGTH, WIDE_STRENGTH
from peviewer.live.area import DataArea
from peviewer.live.marks.item import MarkBase
from peviewer.live.marks.polylines import Floats, columns, needed_points, stepped, turns
from peviewer.live.worker import Result
from peviewer.model.sampling.series import Bounds, Points

# A pen wider than one pixel is forty times slower on long curves: three thin
# strokes, half a pixel apart, look as strong and cost three times one.
STROKES = ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5))

DASHES = [5, 4]

# The width of a pale line behind another one, in pixels.
WIDE = 6

# The pixels across a point, and across one that is shrunk because points are closer than `CLOSE`
# pixels.
DISC = 5.0
DOT = 2.0
CLOSE = 4.0

# From so many points a pixel on fewer are drawn, and from so many turns a pixel on columns instead
# of lines.
CROWDED = 1.5
SWINGS = 0.25

# How many heights of the area outside it points are clipped: farther out Qt's rasteriser overflows.
BEYOND = 4

Strips = Sequence[QRectF]


def fill_strips(painter: QPainter, strips: Strips, color: QColor) -> None:
    """Fill upright strips one by one: a thousand of them in one path would take Qt a second.

    Antialiased edges would show as seams.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawRects(strips)


class Spread(QGraphicsItem):
    """The band of a curve from least to greatest values, behind the curve."""

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


class _CurveSample(NamedTuple):
    """The samples of a curve for a window: its points, its band if it has one, and its style."""

    points: Points
    bounds: Bounds | None
    style: str


class _Sampled(MarkBase[Curve]):
    """The base of curves and points.

    They are sampled before a frame is painted, if anything changed.

    Until late samples arrive, the last ones are drawn.
    """

    _bounds: QRectF | None = None

    revision = 0
    """A number that changes whenever other points are drawn."""

    def set_up(self, mark: Curve, area: DataArea) -> None:
        """Add the item to an area, once pyqtgraph's base is initialised."""
        self.mark = mark
        self.area = area
        self._samples: Result[_CurveSample] = Result(area.worker)
        self._key: tuple[object, ...] | None = None
        self._spread: Spread | None = None
        self._places: Points = (np.empty(0), np.empty(0))
        area.addItem(self, ignoreBounds=True)
        self.recolour()

    def set_mark(self, mark: Curve) -> None:
        old_mark = self.mark
        self.mark = mark
        if (old_mark.color, old_mark.style) != (mark.color, mark.style):
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

    def show_points(self, x: Floats, y: Floats, pixels: int) -> None:
        """Draw points, in screen units counted from the axis's origin and the mark's zero."""
        raise NotImplementedError

    def prepare(self) -> None:
        area = self.area
        series = self.mark.series
        style = self.mark.style
        low, high = (area.x_axis.raw(end) for end in area.x_range)
        pixels = max(1, round(area.rect().width() * area.getViewWidget().dots))
        window = (low, high, pixels)

        def sample_curve() -> _CurveSample:
            return _CurveSample(series.sample(*window), series.bounds(*window), style)

        sample = self._samples.request((series, style, window), sample_curve)
        if sample is None:
            return
        view = (area.x_range, area.y_range, area.flips, area.origins, area.rect())
        key = (sample, self.mark.y0, view, pixels)
        if not _is_same(key, self._key):
            self._key = key
            self.setPos(0, self.mark.y0 - area.origins[1])
            # Qt has asked for the bounds at the old place.
            self._bounds = None
            self._show_samples(sample, pixels)

    def _show_samples(self, sample: _CurveSample, pixels: int) -> None:
        """Draw a curve and its band; points far outside the area are brought closer to it."""
        area = self.area
        self._show_spread(sample.bounds)
        x, y = sample.points
        if sample.style == "step":
            x, y = stepped(x, y)

        low, high = (end - self.mark.y0 for end in area.y_range)
        beyond = BEYOND * (high - low)
        y_places = np.clip(area.y_axis.to_screen(y), low - beyond, high + beyond)
        x_places = area.x_axis.to_screen(x) - area.origins[0]
        self._places = x_places, y_places
        self.revision += 1
        self.show_points(x_places, y_places, pixels)

    def meets(self, box: Box) -> bool:
        """Whether it runs through a box, in pixels of the area."""
        x, y = self.in_pixels(*self._places)
        return meets_curve(box, x, y, is_joined=self.mark.style != "points")

    def _show_spread(self, bounds: Bounds | None) -> None:
        if self._spread is None and bounds is not None:
            self._spread = Spread(self)
            self.recolour()
        if self._spread is not None:
            strips = [] if bounds is None else self.placed(self._strips(bounds))
            self._spread.show_strips(strips)

    def _strips(self, bounds: Bounds) -> Floats:
        """Return the band as upright strips, of whole pixels: seams would show on half ones."""
        rect = self.area.rect()
        edges = np.round(self.to_pixels(bounds.edges, 0))
        edges = np.clip(edges, 0, round(rect.width()))
        least = np.clip(self.to_pixels(bounds.least, 1, self.mark.y0), 0, rect.height())
        greatest = np.clip(self.to_pixels(bounds.greatest, 1, self.mark.y0), 0, rect.height())

        left = np.minimum(edges[1:], edges[:-1])
        width = np.abs(np.diff(edges))
        top = np.minimum(least, greatest)
        height = np.maximum(least, greatest) - top
        strips = np.stack([left, top, width, height], axis=1)
        is_visible = np.isfinite(strips).all(axis=1) & (width > 0)
        return np.asarray(strips[is_visible])

    def in_pixels(self, x: Floats, y: Floats) -> Points:
        x_pixels = self.area.data_to_pixel(x, 0, self.area.origins[0])
        y_pixels = self.area.data_to_pixel(y, 1, self.mark.y0)
        return x_pixels, y_pixels

    def placed(self, strips: Floats) -> list[QRectF]:
        """Return strips, each (left, top, width, height) in pixels, in the item's coordinates."""
        left, top, width, height = strips.T
        x_ends = np.stack([left, left + width])
        y_ends = np.stack([top, top + height])
        x = self.area.pixel_to_data(x_ends, 0, self.area.origins[0])
        y = self.area.pixel_to_data(y_ends, 1, self.mark.y0)
        corners = [x.min(axis=0), y.min(axis=0)]
        sizes = [np.ptp(x, axis=0), np.ptp(y, axis=0)]
        rects = np.stack([*corners, *sizes], axis=1)
        return [QRectF(*rect) for rect in rects.tolist()]

    def viewTransformChanged(self) -> None:
        """Take other bounds: pyqtgraph calls this when the range or the size has changed."""
        super().viewTransformChanged()  # type: ignore[misc]  # of pyqtgraph's items
        self._bounds = None

    def boundingRect(self) -> QRectF:
        if self._bounds is None:
            self._bounds = QRectF(self.mapRectFromParent(self.area.viewRect()))
        return self._bounds

    def drop(self) -> None:
        self._samples.drop()


class CurveItem(_Sampled, pg.PlotCurveItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws a :class:`Curve` as a line, solid or dashed, or as steps."""

    def __init__(self, mark: Curve, area: DataArea) -> None:
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

    def show_points(self, x: Floats, y: Floats, pixels: int) -> None:
        """Draw lines between points, or columns.

        Where lines swing too often for the pixels, the columns that they cover are drawn.
        """
        is_crowded = len(x) >= CROWDED * pixels
        may_swing = is_crowded and self.mark.style != "wide"
        self._filled = ()
        if may_swing and len(turns(y)) >= SWINGS * pixels:
            strips = columns(*self.in_pixels(x, y))
            finite_strips = strips[np.isfinite(strips).all(axis=1)]
            self._filled = self.placed(finite_strips)
            x = y = np.empty(0)
        elif is_crowded:
            needed = needed_points(*self.in_pixels(x, y))
            x = x[needed]
            y = y[needed]
        self.setData(x, y)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        pen = self.opts["pen"]
        if self._filled:
            fill_strips(painter, self._filled, pen.color())
            return

        # A smooth wide line takes ten times as long.
        is_wide = self.mark.style == "wide"
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not is_wide)
        painter.setPen(pen)
        path = self.getPath()
        transform = painter.transform()
        for stroke in STROKES[: 1 if is_wide else None]:
            painter.setTransform(transform * QTransform.fromTranslate(*stroke))
            painter.drawPath(path)


class PointsItem(_Sampled, pg.ScatterPlotItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws a :class:`Curve` as points."""

    def __init__(self, mark: Curve, area: DataArea) -> None:
        pg.ScatterPlotItem.__init__(self, pen=None, symbol="o")
        self.set_up(mark, area)

    def suits(self, mark: Any) -> bool:
        return isinstance(mark, Curve) and mark.style == "points"

    def set_color(self, color: QColor) -> None:
        self.setBrush(QColor(color))

    def show_points(self, x: Floats, y: Floats, _pixels: int) -> None:
        """Draw discs, or dots where they would touch."""
        x_pixels, _ = self.in_pixels(x, y)
        spacing = float(np.abs(np.diff(x_pixels)).min()) if len(x_pixels) > 1 else np.inf
        is_finite = np.isfinite(x) & np.isfinite(y)
        size = DISC if spacing > CLOSE else DOT
        self.setData(x=x[is_finite], y=y[is_finite], size=size)

    def mouseClickEvent(self, event: Any) -> None:
        """Leave clicks to the area."""
        event.ignore()


def _is_same(key: tuple[object, ...], other: tuple[object, ...] | None) -> bool:
    """Whether two keys have the same object as their first part, and equal other parts."""
    return other is not None and key[0] is other[0] and key[1:] == other[1:]
