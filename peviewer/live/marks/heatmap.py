"""The heatmap on screen, sampled once a frame at the screen's pixels."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage

from peviewer.figures.grammar import Heatmap
from peviewer.figures.palette import channels, colormap, colour_steps, themed_colormap
from peviewer.live.area import DataArea
from peviewer.live.coordinate import Range
from peviewer.live.marks.item import NOWHERE, MarkBase
from peviewer.live.worker import Result
from peviewer.model.sampling.grid import Pixels, pixel_steps


class HeatmapItem(MarkBase[Heatmap], pg.ImageItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws a :class:`Heatmap` as an image with one pixel a pixel of the screen.

    Its image is requested before a frame is painted, with what its pixels depend
    on as the key: any number of changes between two frames costs one sampling, a
    hidden view none. Until one that is late is there, the last is drawn where its
    cells are now.
    """

    def __init__(self, mark: Heatmap, area: DataArea) -> None:
        self.mark = mark
        self.area = area
        self._samples: Result[_Sample] = Result(area.worker)
        self._look: tuple[_Sample, str, str] | None = None
        self._bounds = NOWHERE
        pg.ImageItem.__init__(self, axisOrder="row-major")
        area.addItem(self, ignoreBounds=True)

    def set_mark(self, mark: Heatmap) -> None:
        self.mark = mark

    def prepare(self) -> None:
        mark = self.mark
        area = self.area
        dots_per_pixel = area.getViewWidget().dots
        width, height = (round(length * dots_per_pixel) for length in area.lengths)
        window = _Window(area.x_range, area.y_range, area.flips, area.origins, width, height)
        sample = self._samples.request((mark, window), lambda: _sampled(mark, window))
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
        """Convert the image to RGB32, and colour missing values.

        Qt draws it much faster than an indexed one.
        """
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
    """The visible cells as indices of colours, a pixel each.

    Their rectangle is in the coordinates of the ViewBox.
    """

    steps: NDArray[np.uint8]
    gaps: NDArray[np.bool_] | None
    rect: QRectF


class _Window(NamedTuple):
    """The visible part of the cells: ranges along both axes, and sizes in dots of the screen.

    Pairs are of x and y.
    """

    x_range: Range
    y_range: Range
    flips: tuple[bool, bool]
    origins: tuple[float, float]
    width: int
    height: int


def _sampled(mark: Heatmap, window: _Window) -> _Sample:
    """Sample the cells of a window, one for each dot; called on the worker's thread."""
    row_count, column_count = mark.raster.shape
    shared = mark.reduce == "mean"
    x_start, x_end = (end - mark.x0 for end in window.x_range)
    y_start, y_end = (end - mark.y0 for end in window.y_range)
    across = Pixels.along(x_start, x_end, column_count, window.width, shared=shared)
    down = Pixels.along(y_start, y_end, row_count, window.height, shared=shared)
    if not (len(across.places) and len(down.places)):
        return _Sample(np.empty((0, 0), np.uint8), None, QRectF())

    values = mark.raster.sample(down.places, across.places, mark.reduce)
    steps, gaps = colour_steps(values, mark.levels)
    x_flip, y_flip = window.flips
    x_order = slice(None, None, -1 if x_flip else 1)
    y_order = slice(None, None, -1 if y_flip else 1)

    def arranged(cells: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the pixels in the order in which they are painted.

        Qt copies them as they are.
        """
        pixels = pixel_steps(cells, down, across, cyclic=mark.cyclic)
        return np.ascontiguousarray(pixels[y_order, x_order])

    pixels = arranged(steps)
    missing = None if gaps is None else arranged(255 * gaps.astype(np.uint8)) > 0
    x_origin, y_origin = window.origins
    left, width = _stretch(
        across.first, pixels.shape[1], window.width, window.x_range, x_origin, x_flip
    )
    top, height = _stretch(
        down.first, pixels.shape[0], window.height, window.y_range, y_origin, y_flip
    )
    return _Sample(pixels, missing, QRectF(left, top, width, height))


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
