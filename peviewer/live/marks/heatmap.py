"""The heatmap on screen, sampled once a frame at the screen's pixels, and its colour bar."""

from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem

from peviewer.base import ticks
from peviewer.base.ticks import tick_texts
from peviewer.figures.grammar import Heatmap
from peviewer.figures.palette import channels, colormap, colour_steps, themed_colormap
from peviewer.live.canvas import Canvas
from peviewer.live.coordinate import Range
from peviewer.live.marks.item import NOWHERE, MarkBase
from peviewer.live.text import TextLine, text_line
from peviewer.live.worker import Result
from peviewer.model.sampling.grid import Pixels, pixel_steps


class HeatmapItem(MarkBase[Heatmap], pg.ImageItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws a :class:`Heatmap` as a :class:`pyqtgraph.ImageItem` with one pixel a pixel of the screen.

    Its image is requested before a frame is painted, with what its pixels depend
    on as the key: any number of changes between two frames costs one sampling, a
    hidden view none. Until one that is late is there, the last is drawn where its
    cells are now.
    """

    def __init__(self, mark: Heatmap, area: Any) -> None:
        self.mark, self.area = mark, area
        self._samples: Result[_Sample] = Result(area.worker)
        self._look: tuple[_Sample, str, str] | None = None
        self._bounds = NOWHERE
        pg.ImageItem.__init__(self, axisOrder="row-major")
        area.addItem(self, ignoreBounds=True)

    def set_mark(self, mark: Heatmap) -> None:
        self.mark = mark

    def prepare(self) -> None:
        mark, area, ratio = self.mark, self.area, self.area.getViewWidget().dots
        wide, high = (round(length * ratio) for length in area.lengths)
        window = area.x_range, area.y_range, area.flips, area.origins, wide, high
        sample = self._samples.request((mark, window), lambda: _sampled(mark, *window))
        if sample is None:
            return
        look = sample, themed_colormap(mark.colormap, self.palette), self.palette.raised
        if look != self._look:
            self._look = look
            self._show(*look)

    def _show(self, sample: "_Sample", name: str, _missing: str) -> None:
        if not sample.steps.size:
            self._bounds = NOWHERE
            self.clear()
            return
        self.setImage(sample.steps, lut=colormap(name), autoLevels=False)
        self._bounds = super().boundingRect()
        self.setRect(sample.rect)

    def boundingRect(self) -> QRectF:
        return self._bounds

    def render(self) -> None:
        """Convert the image to RGB32, which Qt draws much faster than an indexed one, and colour missing values."""
        super().render()
        image: QImage | None = self.qimage  # type: ignore[has-type]  # pyqtgraph has no types
        if self._look is None or image is None:
            return
        sample, _, missing = self._look
        self.qimage = image = image.convertToFormat(QImage.Format.Format_RGB32)
        if sample.gaps is not None:
            color = QColor(missing)
            pixels = pg.functions.ndarray_from_qimage(image)
            pixels[sample.gaps] = color.blue(), color.green(), color.red(), 255

    def drop(self) -> None:
        self._samples.drop()


@dataclass(frozen=True, eq=False)
class _Sample:
    """The visible cells as indices of colours, a pixel each, and their rectangle in the coordinates of the ViewBox."""

    steps: NDArray[np.uint8]
    gaps: NDArray[np.bool_] | None
    rect: QRectF


Flips = tuple[bool, bool]


def _sampled(
    mark: Heatmap, x: Range, y: Range, flips: Flips, origins: Range, wide: int, high: int
) -> _Sample:
    """Sample the cells of these ranges in so many pixels; called on the worker's thread."""
    height, width = mark.raster.shape
    shared = mark.reduce == "mean"
    across = Pixels.along(x[0] - mark.x0, x[1] - mark.x0, width, wide, shared=shared)
    down = Pixels.along(y[0] - mark.y0, y[1] - mark.y0, height, high, shared=shared)
    if not (len(across.places) and len(down.places)):
        return _Sample(np.empty((0, 0), np.uint8), None, QRectF())
    steps, gaps = colour_steps(
        mark.raster.sample(down.places, across.places, mark.reduce), mark.levels
    )

    def arranged(cells: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the pixels in the order in which they are painted, so that Qt copies them as they are."""
        pixels = pixel_steps(cells, down, across, cyclic=mark.cyclic)
        return np.ascontiguousarray(pixels[:: -1 if flips[1] else 1, :: -1 if flips[0] else 1])

    pixels = arranged(steps)
    left, long = _stretch(across.first, pixels.shape[1], wide, x, origins[0], flips[0])
    top, tall = _stretch(down.first, pixels.shape[0], high, y, origins[1], flips[1])
    missing = None if gaps is None else arranged(255 * gaps.astype(np.uint8)) > 0
    return _Sample(pixels, missing, QRectF(left, top, long, tall))


def _stretch(
    first: int, count: int, pixels: int, shown: Range, origin: float, flip: bool
) -> tuple[float, float]:
    """Return the beginning and the extent of some pixels, negative if they run against the axis."""
    unit = (shown[1] - shown[0]) / max(1, pixels)
    low = shown[0] - origin + first * unit
    return (low + count * unit, -count * unit) if flip else (low, count * unit)


def shades(
    values: NDArray[Any], levels: tuple[float, float], name: str, missing: str
) -> NDArray[np.uint8]:
    """Return the colour of each value, shape (rows, columns, 3)."""
    steps, gaps = colour_steps(values.astype(np.float32), levels)
    colors = np.ascontiguousarray(colormap(name)[steps])
    if gaps is not None:
        colors[gaps] = channels(missing)
    return colors


def picture(colors: NDArray[np.uint8]) -> QImage:
    """Return colours as an image, one pixel each."""
    height, width, _ = colors.shape
    image = QImage(colors.data, width, height, 3 * width, QImage.Format.Format_RGB888)
    return image.convertToFormat(QImage.Format.Format_RGB32)


GAP = 10
STRIP = 10
TICK = 5
TITLE = 18
ROW = 34
LINE = 14  # the least distance of two numbers
MAX_TICKS = 5


class ColorBar(QGraphicsItem):
    """The colours of one heatmap, the highest value at the top."""

    def __init__(self, mark: Heatmap, canvas: Canvas) -> None:
        super().__init__()
        self.mark, self._canvas = mark, canvas
        self._height = 0
        self.width = self._measure()

    def set_mark(self, mark: Heatmap) -> bool:
        """Show another heatmap's colours; True if its width may have changed."""
        was = self.mark
        self.mark = mark
        if (was.levels, was.colormap, was.bar) == (mark.levels, mark.colormap, mark.bar):
            return False
        self.prepareGeometryChange()
        self.width = self._measure()
        self.update()
        return (was.levels, was.bar) != (mark.levels, mark.bar)

    def set_height(self, pixels: int) -> None:
        self.prepareGeometryChange()
        self._height = pixels

    def _measure(self) -> int:
        heights = range(LINE, 2 * MAX_TICKS * ROW, LINE)
        texts = {
            text for height in heights for _, text in self._ticks(height)
        }  # fewer ticks may have longer numbers
        widest = max((text_line(text, 12).width for text in texts), default=0.0)
        return GAP + STRIP + TICK + ceil(widest) + (TITLE if self.mark.bar else 0)

    def boundingRect(self) -> QRectF:
        """Return its place from the data's upper right corner, without the data, which is repainted more often."""
        return QRectF(GAP, -10, self.width + 2 - GAP, self._height + 20)

    def _ticks(self, height: float) -> list[tuple[float, str]]:
        values = ticks.fitting(
            *self.mark.levels, MAX_TICKS, ticks.Scale(turns=True),
            lambda _values, share, close: share * height >= (LINE if close else ROW),
        )  # fmt: skip
        return list(zip(values, tick_texts(values), strict=True))

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        strip = QRectF(GAP, 0, STRIP, self._height)
        low, high = self.mark.levels
        name = themed_colormap(self.mark.colormap, self._canvas.colors)
        painter.drawImage(strip, picture(np.ascontiguousarray(colormap(name)[::-1, None])))
        right = GAP + STRIP + TICK
        for value, text in self._ticks(self._height):
            y = self._height * (high - value) / ((high - low) or 1.0)
            painter.setPen(QColor(self._canvas.colors.line))
            painter.drawLine(GAP + STRIP, round(y), GAP + STRIP + 2, round(y))
            painter.setPen(QColor(self._canvas.colors.secondary))
            line = text_line(text, 12)
            line.draw(painter, right, round(y - line.height / 2))
        if self.mark.bar:
            self._draw_title(painter, text_line(self.mark.bar, 12))

    def _draw_title(self, painter: QPainter, line: TextLine) -> None:
        if line.width > self._height + 20:
            return
        painter.translate(self.width, self._height / 2 - line.width / 2)
        painter.rotate(90)
        painter.setPen(QColor(self._canvas.colors.secondary))
        line.draw(painter, 0, 0)
