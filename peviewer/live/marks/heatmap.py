"""The heatmap on screen: what is visible is sampled at the screen's pixels, once a painted frame."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from peviewer.base.dataclasses import dataclass
from peviewer.figures.grammar import Heatmap
from peviewer.figures.palette import Palette, colormap, colour_steps, resolved
from peviewer.live.coordinate import Range
from peviewer.live.desk import Errand
from peviewer.live.marks.item import MarkItem
from peviewer.model.sampling.pixels import Pixels, shown


class RasterItem(MarkItem[Heatmap]):
    """Draws a :class:`Heatmap`.

    All work is asked for in :meth:`paint`, keyed on what the pixels depend on:
    any number of changes between two frames costs one sampling, a hidden view
    none. Until a picture that comes late is there, the last one is drawn where
    its cells now lie.
    """

    def __init__(self, mark: Heatmap, area: Any, palette: Palette) -> None:
        super().__init__(mark, area, palette)
        self._pictures: Errand[_Picture] = Errand(area.desk)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the visible cells, sampled if anything changed."""
        mark, missing, name = self.mark, self.palette.raised, resolved(self.mark.colormap, self.palette)
        window = _Window.of(self.area, painter.device().devicePixelRatio())
        look = window, name, missing
        like = type(mark.raster), mark.raster.shape, window
        picture = self._pictures.ask((mark, *look), lambda: _Picture.of(mark, *look), like)
        if picture is None or picture.image.isNull() or picture.window.flips != window.flips:
            return
        if picture.window == window:
            painter.drawImage(picture.corner, picture.image)
        else:
            painter.drawImage(picture.moved_to(window), picture.image)

    def drop(self) -> None:
        """No longer want a picture."""
        self._pictures.drop()


@dataclass(frozen=True)
class _Window:
    """What an area shows, and on how many pixels; `ratio` of the device's stand for one of its own."""

    x: Range
    y: Range
    flips: tuple[bool, bool]
    size: tuple[float, float]
    ratio: float

    @classmethod
    def of(cls, area: Any, ratio: float) -> "_Window":
        size = area.rect().size()
        return cls(area.x_range, area.y_range, area.flips, (size.width(), size.height()), ratio)


@dataclass(frozen=True, eq=False)
class _Picture:
    """The visible cells as an image whose upper left pixel lies at `corner`, and the window it was made for."""

    window: _Window
    image: QImage
    corner: QPointF

    @classmethod
    def of(cls, mark: Heatmap, window: _Window, name: str, missing: str) -> "_Picture":
        """Sample the cells of a window; called off the window's thread."""
        (height, width), ratio = mark.raster.shape, window.ratio
        wide, high = (round(side * ratio) for side in window.size)
        shared = mark.reduce == "mean"
        across = Pixels.along(window.x[0] - mark.x0, window.x[1] - mark.x0, width, wide, shared=shared)
        down = Pixels.along(window.y[0] - mark.y0, window.y[1] - mark.y0, height, high, shared=shared)
        if not (len(across.places) and len(down.places)):
            return cls(window, QImage(), QPointF())
        values = mark.raster.sample(down.places, across.places, mark.reduce)
        (flip, flip_down), left, top = window.flips, across.first, down.first

        def laid(steps: NDArray[np.uint8]) -> NDArray[np.uint8]:
            return shown(steps, down, across, cyclic=mark.cyclic)[:: -1 if flip_down else 1, :: -1 if flip else 1]

        image = picture(values, mark.levels, name, missing, laid)
        left = wide - left - image.width() if flip else left
        top = high - top - image.height() if flip_down else top
        image.setDevicePixelRatio(ratio)
        return cls(window, image, QPointF(left / ratio, top / ratio))

    def moved_to(self, window: _Window) -> QRectF:
        """Return where the image lies in another window."""
        was, size = self.window, self.image.deviceIndependentSize()
        across, down = zip((was.x, was.y), was.size, (window.x, window.y), window.size, window.flips, strict=True)
        left, wide = _moved(self.corner.x(), size.width(), *across)
        top, high = _moved(self.corner.y(), size.height(), *down)
        return QRectF(left, top, wide, high)


def _moved(
    start: float, length: float, was: Range, pixels: float, now: Range, now_pixels: float, flip: bool
) -> tuple[float, float]:
    """Return where a stretch of pixels lies once its axis shows another range on other pixels."""
    unit, now_unit = pixels / (was[1] - was[0]), now_pixels / (now[1] - now[0])
    away = now[1] - was[1] if flip else was[0] - now[0]
    return start / unit * now_unit + away * now_unit, length / unit * now_unit


def picture(
    values: NDArray[np.float32],
    levels: tuple[float, float],
    name: str,
    missing: str,
    laid: Callable[[NDArray[np.uint8]], NDArray[np.uint8]] = lambda steps: steps,
) -> QImage:
    """Return values as an image.

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
    laid : callable
        Makes pixels of values' steps of colour; without it each value is one pixel.

    Returns
    -------
    QImage
        RGB32: Qt draws that much faster than an indexed image.
    """
    steps, gaps = colour_steps(values, levels)
    numbers = np.ascontiguousarray(laid(steps))
    height, width = numbers.shape
    indexed = QImage(numbers.data, width, height, width, QImage.Format.Format_Indexed8)
    indexed.setColorTable(_table(name))
    image = indexed.convertToFormat(QImage.Format.Format_RGB32)
    if gaps is not None:
        pixels = np.frombuffer(image.bits(), np.uint32).reshape(height, width)
        pixels[laid(255 * gaps.astype(np.uint8)) > 0] = QColor(missing).rgb()
    return image


@lru_cache
def _table(name: str) -> list[int]:
    red, green, blue = colormap(name).astype(np.uint32).T
    return [int(entry) for entry in 0xFF000000 | red << 16 | green << 8 | blue]
