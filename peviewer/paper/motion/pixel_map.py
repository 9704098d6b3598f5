"""Which pixel of a page shows which cell of a heatmap, learnt once from matplotlib itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from peviewer.figures.palette import colormap, resolved
from peviewer.paper.marks.heatmap import nowhere, pixels_shown, steps_shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peviewer.figures.grammar import Heatmap
    from peviewer.paper.marks.canvas import Canvas

SOLID = 255


@dataclass(frozen=True)
class PixelMap:
    """The box of pixels that shows a heatmap, and the cell behind each of its rows and columns."""

    canvas: Canvas
    left: int
    top: int
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]

    @classmethod
    def of(cls, canvas: Canvas, image: Any, renderer: Any) -> Self | None:
        """Learn it from a painted heatmap; None where its pixels are no plain copies of cells."""
        shape = image.get_array().shape[:2]
        down, left, top = _painted(image, np.arange(shape[0])[:, np.newaxis], shape, renderer)
        across, _, _ = _painted(image, np.arange(shape[1])[np.newaxis], shape, renderer)
        if down is None or across is None or (down != down[:, :1]).any() or (across != across[:1]).any():
            return None
        height, box = int(renderer.height), canvas.axes.bbox
        # Cells that reach out of the window are cut at its edges.
        first, last = max(0, round(box.x0) - left), min(down.shape[1], round(box.x1) - left)
        upper, lower = max(0, height - round(box.y1) - top), min(down.shape[0], height - round(box.y0) - top)
        return cls(canvas, left + first, top + upper, down[upper:lower, 0], across[0, first:last])

    def paint(self, heat: Heatmap, pixels: NDArray[np.uint8]) -> None:
        """Paint another heatmap of the same cells, shape (height, width, 4)."""
        numbers, gaps = steps_shown(heat, *pixels_shown(heat, self.canvas))
        style = self.canvas.style
        picture = _packed(colormap(resolved(heat.colormap, style.palette)))[numbers]
        if gaps is not None:
            picture[gaps] = _packed(nowhere(style)[np.newaxis])[0]
        below, right = self.top + len(self.rows), self.left + len(self.columns)
        box = pixels.view(np.uint32)[self.top : below, self.left : right, 0]
        box[:] = picture.take(self.columns, axis=1).take(self.rows, axis=0)


def _packed(colours: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Return colours, shape (n, 3), as opaque pixels, shape (n,)."""
    return np.column_stack([colours, np.full(len(colours), SOLID, np.uint8)]).view(np.uint32)[:, 0]


def _painted(
    image: Any, numbers: NDArray[np.int_], shape: tuple[int, ...], renderer: Any
) -> tuple[NDArray[np.intp] | None, int, int]:
    """Let matplotlib enlarge a picture whose colours are numbers; return these, and where they start."""
    before = image.get_array()
    low, high = np.broadcast_to(numbers & 255, shape), np.broadcast_to(numbers >> 8, shape)
    image.set_data(np.stack([low, high, np.zeros(shape, np.int_)], axis=-1).astype(np.uint8))
    painted, left, bottom, _ = image.make_image(renderer)
    image.set_data(before)
    if painted is None or (painted[..., 3] != SOLID).any():
        return None, 0, 0
    found = painted[..., 0].astype(np.intp) + (painted[..., 1].astype(np.intp) << 8)
    # The first row of the painted picture is the lowest one of the page.
    return found[::-1], round(left), int(renderer.height) - round(bottom) - len(found)
