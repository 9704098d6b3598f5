"""Draw a heatmap: the raster's cells under the pixels of the page, in the colours of its map."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import ceil

import numpy as np
from matplotlib.image import AxesImage
from numpy.typing import NDArray

from peviewer.figures.grammar import Heatmap, layer
from peviewer.figures.palette import channels, colormap, colour_steps, themed_colormap
from peviewer.model.sampling.grid import LARGE, Pixels, pixel_steps
from peviewer.paper.marks.canvas import Canvas

# Cells at least so wide and high, in points, are kept sharp in vector formats; smaller ones may be
# smoothed, as a reader that picks pixels would show cells of different sizes.
SHARP = 3.0
# The names of images in vector formats: pixels that are means of cells, and cells themselves.
MEANS = "means"
CELLS = "cells"


@dataclass(frozen=True)
class _Window:
    """The part of a raster that a panel shows, in its coordinates, and the samples for it."""

    left: float
    right: float
    low: float
    high: float
    across: int
    down: int

    @classmethod
    def of(cls, canvas: Canvas) -> "_Window":
        return cls(*canvas.panel.x.shown, *canvas.panel.y.shown, *canvas.samples())

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.high - self.low

    @property
    def samples_per_cell(self) -> float:
        """How many samples a cell has in the direction in which it has fewer."""
        return min(self.across / self.width, self.down / self.height)

    def pixels(self, heat: Heatmap) -> tuple[Pixels, Pixels]:
        """Return the raster's rows and columns, or blocks of them, that the samples show."""
        row_count, column_count = heat.raster.shape
        left = self.left - heat.x0
        low = self.low - heat.y0
        pixels_along = partial(Pixels.along, shared=heat.reduce == "mean")
        columns = pixels_along(left, self.right - heat.x0, column_count, self.across)
        rows = pixels_along(low, self.high - heat.y0, row_count, self.down)
        return rows, columns


def draw_heatmap(heat: Heatmap, canvas: Canvas) -> None:
    """Paint the window of a raster that is shown.

    Small cells are sampled at the pixels of the page in vector formats, too: of finer ones a reader
    would show the mean of their colours, which is greyer than the colour of their mean.
    """
    is_vector = canvas.resolution is not None
    has_large_cells = _has_large_cells(canvas)
    window = _Window.of(canvas if has_large_cells else replace(canvas, resolution=None))
    rows, columns = _pixels(heat, window, canvas, has_large_cells)
    if not len(columns.places) or not len(rows.places):
        return

    picture = _coloured(heat, rows, columns, canvas)
    origin_x, origin_y = canvas.origin
    pixel_width = window.width / window.across
    pixel_height = window.height / window.down
    across = _span(columns, heat.x0 - origin_x, window.left - origin_x, pixel_width)
    upwards = _span(rows, heat.y0 - origin_y, window.low - origin_y, pixel_height)

    image = AxesImage(canvas.axes, interpolation="none", origin="lower", resample=False)
    image.set_extent((*across, *upwards))
    canvas.axes.add_image(image)
    if is_vector:
        image.set_data(_enlarged(picture, window))
    else:
        image.set_data(_with_alpha(picture))
    image.set_clip_path(canvas.axes.patch)
    kind = CELLS if has_large_cells else MEANS
    image.set_gid(f"{kind}-{canvas.axes.figure.axes.index(canvas.axes)}")
    image.set_zorder(layer(Heatmap))


def _has_large_cells(canvas: Canvas) -> bool:
    """Whether cells are large enough on the page to be kept sharp."""
    box = canvas.axes.bbox
    window = _Window.of(canvas)
    least_side = SHARP * canvas.pixel
    return box.width >= least_side * window.width and box.height >= least_side * window.height


def _pixels(
    heat: Heatmap, window: _Window, canvas: Canvas, has_large_cells: bool
) -> tuple[Pixels, Pixels]:
    """Return the raster's rows and columns, or blocks of them, that are sampled."""
    samples_per_cell = window.samples_per_cell
    if canvas.resolution is None or has_large_cells or samples_per_cell < 1:
        return window.pixels(heat)
    # At the window's own resolution cells would alternate between two and three pixels.
    resolution = canvas.style.dpi * ceil(LARGE / samples_per_cell)
    return _Window.of(replace(canvas, resolution=resolution)).pixels(heat)


def _coloured(heat: Heatmap, rows: Pixels, columns: Pixels, canvas: Canvas) -> NDArray[np.uint8]:
    """Return the colours of the samples, shape (rows, columns, 3)."""
    palette = canvas.style.palette
    samples = heat.raster.sample(rows.places, columns.places, heat.reduce)
    steps, gaps = colour_steps(samples, heat.levels)
    on_pixels: Callable[[NDArray[np.uint8]], NDArray[np.uint8]] = partial(
        pixel_steps, rows=_as_cells(rows), columns=_as_cells(columns), cyclic=heat.cyclic
    )
    colours = colormap(themed_colormap(heat.colormap, palette))
    picture: NDArray[np.uint8] = colours[on_pixels(steps)]
    if gaps is not None:
        is_gap = on_pixels(255 * gaps.astype(np.uint8)) > 0
        picture[is_gap] = channels(palette.raised)
    return picture


def _as_cells(pixels: Pixels) -> Pixels:
    """Return one pixel for each whole cell; matplotlib enlarges them."""
    return pixels if pixels.shares is not None else replace(pixels, order=None)


def _with_alpha(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return RGBA: matplotlib would add an alpha channel as float64, and compute in it."""
    return np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])


def _enlarged(picture: NDArray[np.uint8], window: _Window) -> NDArray[np.uint8]:
    """Repeat cells up to the resolution of the page.

    Some viewers of vector formats smooth every image.
    """
    row_count, column_count, _ = picture.shape
    taller = picture.repeat(max(1, window.down // row_count), axis=0)
    return taller.repeat(max(1, window.across // column_count), axis=1)


def _span(pixels: Pixels, start: float, edge: float, pixel: float) -> tuple[float, float]:
    """Return the ends of the samples along an axis.

    Cell 0 lies at `start`, the window begins at `edge`, and a sample is `pixel` wide.
    """
    if pixels.shares is not None and pixels.order is not None:
        last = pixels.first + len(pixels.order)
        return edge + pixel * pixels.first, edge + pixel * last
    centres = pixels.places
    pitch = float(centres[1] - centres[0]) if len(centres) > 1 else max(1.0, pixel)
    return start + float(centres[0]) - pitch / 2, start + float(centres[-1]) + pitch / 2
