"""Draw a heatmap: the raster's cells under the pixels of the page, in the colours of its map."""

from dataclasses import replace
from functools import partial
from math import ceil

import numpy as np
from matplotlib.image import AxesImage
from numpy.typing import NDArray

from peviewer.figures.grammar import Heatmap, layer
from peviewer.figures.palette import channels, colormap, colour_steps, themed_colormap
from peviewer.model.sampling.grid import LARGE, Pixels, pixel_steps
from peviewer.paper.marks.canvas import Canvas

# Cells at least so wide and high are kept sharp in vector formats; smaller ones may be smoothed, as
# a reader that picks pixels would show cells of different sizes.
SHARP = 3.0  # points
MEANS = "means"
CELLS = "cells"


def pixels_shown(heat: Heatmap, canvas: Canvas) -> tuple[Pixels, Pixels]:
    """Return the raster's rows and columns, or blocks of them, that the panel's pixels show."""
    (left, right), (low, high) = canvas.panel.x.shown, canvas.panel.y.shown
    height, width = heat.raster.shape
    across, down = canvas.samples()
    shared = heat.reduce == "mean"
    columns = Pixels.along(left - heat.x0, right - heat.x0, width, across, shared=shared)
    return Pixels.along(low - heat.y0, high - heat.y0, height, down, shared=shared), columns


def _as_cells(pixels: Pixels) -> Pixels:
    """Return pixels for whole cells, which matplotlib enlarges."""
    return pixels if pixels.shares is not None else replace(pixels, order=None)


def heatmap(heat: Heatmap, canvas: Canvas) -> None:
    """Paint the window of a raster that is shown.

    Small cells are sampled at the pixels of the page in vector formats, too: of finer ones a reader
    would show the mean of their colours, which is greyer than the colour of their mean.
    """
    (left, right), (low, high) = canvas.panel.x.shown, canvas.panel.y.shown
    box, sharp = canvas.axes.bbox, SHARP * canvas.pixel
    large = box.width >= sharp * (right - left) and box.height >= sharp * (high - low)
    canvas, scaled = (
        canvas if large else replace(canvas, resolution=None),
        canvas.resolution is not None,
    )
    across, down = canvas.samples()
    fewest = min(across / (right - left), down / (high - low))
    if (
        scaled and not large and fewest >= 1
    ):  # otherwise cells would be two and three pixels wide in turn
        canvas = replace(canvas, resolution=canvas.style.dpi * ceil(LARGE / fewest))
    rows, columns = pixels_shown(heat, canvas)
    if not len(columns.places) or not len(rows.places):
        return
    palette = canvas.style.palette
    steps, gaps = colour_steps(
        heat.raster.sample(rows.places, columns.places, heat.reduce), heat.levels
    )
    laid = partial(
        pixel_steps, rows=_as_cells(rows), columns=_as_cells(columns), cyclic=heat.cyclic
    )
    picture: NDArray[np.uint8] = colormap(themed_colormap(heat.colormap, palette))[laid(steps)]
    if gaps is not None:
        picture[laid(255 * gaps.astype(np.uint8)) > 0] = channels(palette.raised)
    x, y = canvas.origin
    extent = (
        *_span(columns, heat.x0 - x, left - x, (right - left) / across),
        *_span(rows, heat.y0 - y, low - y, (high - low) / down),
    )
    image = canvas.axes.add_image(
        AxesImage(canvas.axes, interpolation="none", origin="lower", extent=extent, resample=False)
    )
    if scaled:
        picture = _enlarged(picture, across, down)
    else:  # as RGBA: matplotlib would add an alpha channel as float64, and compute in it
        picture = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])
    image.set_data(picture)
    image.set_clip_path(canvas.axes.patch)
    image.set_gid(f"{CELLS if large else MEANS}-{canvas.axes.figure.axes.index(canvas.axes)}")
    image.set_zorder(layer(Heatmap))


def _enlarged(picture: NDArray[np.uint8], across: int, down: int) -> NDArray[np.uint8]:
    """Repeat cells up to the resolution of the page: some readers of vector formats smooth every image."""
    rows, columns = max(1, down // picture.shape[0]), max(1, across // picture.shape[1])
    return picture.repeat(rows, axis=0).repeat(columns, axis=1)


def _span(pixels: Pixels, start: float, edge: float, pixel: float) -> tuple[float, float]:
    """Return the ends of the samples along an axis.

    Cell 0 lies at `start`, the window begins at `edge`.
    """
    if pixels.shares is not None and pixels.order is not None:
        return edge + pixel * pixels.first, edge + pixel * (pixels.first + len(pixels.order))
    centres = pixels.places
    pitch = float(centres[1] - centres[0]) if len(centres) > 1 else max(1.0, pixel)
    return start + float(centres[0]) - pitch / 2, start + float(centres[-1]) + pitch / 2
