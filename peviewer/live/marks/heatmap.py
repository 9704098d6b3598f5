"""The heatmap on screen: what is visible is sampled at the screen's pixels, once a painted frame."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage

from peviewer.figures.grammar import Heatmap
from peviewer.figures.palette import Palette, colormap, colour_steps, resolved
from peviewer.live.coordinate import Range
from peviewer.live.desk import Errand
from peviewer.live.marks.item import MarkBase, depth
from peviewer.model.sampling.grid import Pixels, pixel_steps


class HeatmapItem(MarkBase[Heatmap], pg.ImageItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws a :class:`Heatmap` as a :class:`pyqtgraph.ImageItem` with one pixel a pixel of the screen.

    Its image is asked for before a frame is painted, keyed on what its pixels
    depend on: any number of changes between two frames costs one sampling, a
    hidden view none. Until one that comes late is there, the last is drawn where
    its cells now lie.
    """

    def __init__(self, mark: Heatmap, area: Any, palette: Palette) -> None:
        self.mark, self.area, self.palette = mark, area, palette
        self._samples: Errand[_Sample] = Errand(area.desk)
        self._look: tuple[_Sample, str, str] | None = None
        pg.ImageItem.__init__(self, axisOrder="row-major")
        area.addItem(self, ignoreBounds=True)
        self.setZValue(depth(Heatmap))

    def set_mark(self, mark: Heatmap) -> None:
        """Show another one."""
        self.mark = mark

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        self.palette = palette

    def prepare(self) -> None:
        """Take the visible cells for its image, sampled if anything changed."""
        mark, window = self.mark, _Window.of(self.area)
        like = type(mark.raster), mark.raster.shape, window
        sample = self._samples.ask((mark, window), lambda: _Sample.of(mark, window), like)
        if sample is None:
            return
        look = sample, resolved(mark.colormap, self.palette), self.palette.raised
        if look != self._look:
            self._look = look
            self._show(*look)

    def _show(self, sample: "_Sample", name: str, _missing: str) -> None:
        if not sample.steps.size:
            self.clear()
            return
        self.setImage(sample.steps, lut=colormap(name), autoLevels=False)
        self.setRect(sample.rect)

    def render(self) -> None:
        """Make the image RGB32, which Qt draws much faster than an indexed one, with gaps in a colour of their own."""
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
        """No longer want an image."""
        self._samples.drop()


@dataclass(frozen=True)
class _Window:
    """What an area shows, and on how many pixels of the screen."""

    x: Range
    y: Range
    flips: tuple[bool, bool]
    pixels: tuple[int, int]
    origins: tuple[float, float]

    @classmethod
    def of(cls, area: Any) -> "_Window":
        size, ratio = area.rect().size(), area.getViewWidget().devicePixelRatioF()
        pixels = round(size.width() * ratio), round(size.height() * ratio)
        return cls(area.x_range, area.y_range, area.flips, pixels, area.origins)


@dataclass(frozen=True, eq=False)
class _Sample:
    """The visible cells as steps of colour, a pixel each, and where they lie in the coordinates of the ViewBox."""

    steps: NDArray[np.uint8]
    gaps: NDArray[np.bool_] | None
    rect: QRectF

    @classmethod
    def of(cls, mark: Heatmap, window: _Window) -> "_Sample":
        """Sample the cells of a window; called off the window's thread."""
        (height, width), (wide, high) = mark.raster.shape, window.pixels
        shared = mark.reduce == "mean"
        across = Pixels.along(window.x[0] - mark.x0, window.x[1] - mark.x0, width, wide, shared=shared)
        down = Pixels.along(window.y[0] - mark.y0, window.y[1] - mark.y0, height, high, shared=shared)
        if not (len(across.places) and len(down.places)):
            return cls(np.empty((0, 0), np.uint8), None, QRectF())
        steps, gaps = colour_steps(mark.raster.sample(down.places, across.places, mark.reduce), mark.levels)

        def laid(steps: NDArray[np.uint8]) -> NDArray[np.uint8]:
            """Return the pixels in the order in which they are painted: then Qt copies them as they are."""
            found = pixel_steps(steps, down, across, cyclic=mark.cyclic)
            return np.ascontiguousarray(found[:: -1 if window.flips[1] else 1, :: -1 if window.flips[0] else 1])

        pixels = laid(steps)
        left, long = _stretch(across.first, pixels.shape[1], wide, window.x, window.origins[0], window.flips[0])
        top, tall = _stretch(down.first, pixels.shape[0], high, window.y, window.origins[1], window.flips[1])
        return cls(
            pixels,
            None if gaps is None else laid(255 * gaps.astype(np.uint8)) > 0,
            QRectF(left, top, long, tall),
        )


def _stretch(first: int, count: int, pixels: int, shown: Range, origin: float, flip: bool) -> tuple[float, float]:
    """Return where so many pixels begin, and how long they are, negative where they run against the axis."""
    unit = (shown[1] - shown[0]) / max(1, pixels)
    low = shown[0] - origin + first * unit
    return (low + count * unit, -count * unit) if flip else (low, count * unit)


def picture(values: NDArray[np.float32], levels: tuple[float, float], name: str, missing: str) -> QImage:
    """Return values as an image, one pixel each.

    Parameters
    ----------
    values : ndarray, shape (rows, columns), float32
        May be in any memory order.
    levels : tuple of float
        The values that the first and the last colour stand for.
    name : str
        A colormap's name below ``resources/colormaps``.
    missing : str
        The colour of NaN, ``#RRGGBB``.

    Returns
    -------
    QImage
        RGB32: Qt draws that faster than other formats.
    """
    steps, gaps = colour_steps(values, levels)
    pixels: NDArray[np.uint8] = np.ascontiguousarray(colormap(name)[steps])
    if gaps is not None:
        color = QColor(missing)
        pixels[gaps] = color.red(), color.green(), color.blue()
    height, width, _ = pixels.shape
    return QImage(pixels.data, width, height, 3 * width, QImage.Format.Format_RGB888).convertToFormat(
        QImage.Format.Format_RGB32
    )
