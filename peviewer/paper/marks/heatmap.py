"""Draw a heatmap: the raster's cells under the pixels of the page, in the colours of its map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.image import AxesImage

from peviewer.figures.palette import colormap, resolved
from peviewer.model.sampling.raster import cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peviewer.figures.grammar import Heatmap
    from peviewer.paper.marks.canvas import Canvas
    from peviewer.paper.style import Style

# A heatmap whose cells are smaller than a pixel holds means, not cells: vector formats may smooth it.
MEANS = "means"
CELLS = "cells"


def colours(values: NDArray[np.float32], heat: Heatmap, style: Style) -> NDArray[np.uint8]:
    """Return the colours of values, shape (h, w, 3), uint8; what is not a number is grey."""
    picture: NDArray[np.uint8] = colormap(resolved(heat.colormap, style.palette))[steps(values, heat)]
    picture[np.isnan(values)] = nowhere(style)
    return picture


def steps(values: NDArray[np.float32], heat: Heatmap) -> NDArray[np.uint8]:
    """Return the rows of a heatmap's colormap that values have; 0 for what is not a number."""
    low, high = heat.levels
    # Step by step as the live painter does it, so that screen and paper never differ by rounding.
    scale = 256.0 / ((high - low) or 1.0)
    scaled = np.clip(values * np.float32(scale) - np.float32(low * scale), 0, 255)
    found: NDArray[np.uint8] = np.nan_to_num(scaled).astype(np.uint8)
    return found


def nowhere(style: Style) -> NDArray[np.uint8]:
    """Return the colour of what is not a number."""
    return np.frombuffer(bytes.fromhex(style.palette.raised.removeprefix("#")), np.uint8)


def cells_shown(heat: Heatmap, canvas: Canvas) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the rows and columns of the raster, or of blocks of it, that the panel shows."""
    (left, right), (low, high) = canvas.panel.x.shown, canvas.panel.y.shown
    height, width = heat.raster.shape
    across, down = canvas.samples()
    columns = cells(left - heat.x0, right - heat.x0, width, across)
    return cells(low - heat.y0, high - heat.y0, height, down), columns


def heatmap(heat: Heatmap, canvas: Canvas) -> None:
    """Paint the window of a raster that is shown."""
    (left, right), (low, high) = canvas.panel.x.shown, canvas.panel.y.shown
    across, down = canvas.samples()
    rows, columns = cells_shown(heat, canvas)
    if not len(columns) or not len(rows):
        return
    picture = colours(heat.raster.sample(rows, columns, heat.reduce), heat, canvas.style)
    x0, y0 = heat.x0 - canvas.origin[0], heat.y0 - canvas.origin[1]
    extent = (*_span(columns, x0, right - left, across), *_span(rows, y0, high - low, down))
    image = canvas.axes.add_image(
        AxesImage(canvas.axes, interpolation="none", origin="lower", extent=extent, resample=False)
    )
    image.set_data(_enlarged(picture, across, down) if canvas.resolution else picture)
    image.set_clip_path(canvas.axes.patch)
    pixels = canvas.axes.bbox.width / (right - left), canvas.axes.bbox.height / (high - low)
    image.set_gid(f"{CELLS if min(pixels) >= 1 else MEANS}-{canvas.axes.figure.axes.index(canvas.axes)}")
    image.set_zorder(0)


def _enlarged(picture: NDArray[np.uint8], across: int, down: int) -> NDArray[np.uint8]:
    """Repeat cells up to the resolution of the page: some readers of vector formats smooth every image."""
    rows, columns = max(1, down // picture.shape[0]), max(1, across // picture.shape[1])
    return picture.repeat(rows, axis=0).repeat(columns, axis=1)


def _span(centres: NDArray[np.float64], start: float, shown: float, samples: int) -> tuple[float, float]:
    """Return where the first sample begins and the last one ends."""
    pitch = float(centres[1] - centres[0]) if len(centres) > 1 else max(1.0, shown / samples)
    return start + float(centres[0]) - pitch / 2, start + float(centres[-1]) + pitch / 2
