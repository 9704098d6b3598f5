"""Which cells of an axis are sampled, and which of them each pixel shows."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf
from typing import Any, Self

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import ArrayLike, NDArray

from peviewer.base.work import check_cancelled

# Pixels a cell: where cells are larger, one pixel more or less is not seen.
LARGE = 3.0
# Parts of a pixel: more, multiplied by 255 steps, do not fit 16 bits.
_WHOLE = 128


def cells(low: float, high: float, size: int, pixels: int) -> NDArray[np.float64]:
    """Return the cell coordinates that `pixels` pixels over [low, high] show; cell k covers [k − ½, k + ½)."""
    if high <= low or pixels < 1:
        return np.empty(0)
    pitch = (high - low) / pixels
    if pitch <= 1:
        first = max(0, int(np.floor(low + 0.5)))
        last = min(size - 1, int(np.ceil(high - 0.5)))
        return np.arange(first, last + 1, dtype=np.float64)
    start = max(low, -0.5)
    stop = min(high, size - 0.5)
    count = max(1, round((stop - start) / pitch)) if stop > start else 0
    step = (stop - start) / count if count else 0.0
    return start + step * (np.arange(count, dtype=np.float64) + 0.5)


def cell_range(low: float, high: float, size: int) -> range:
    """Return the cells whose centres lie in [low, high)."""
    first = min(max(0, ceil(low)), size)
    return range(first, min(max(first, ceil(high)), size))


def even_grid(coordinates: ArrayLike) -> tuple[NDArray[np.float64], float]:
    """Return evenly spaced coordinates as an array, with their pitch (1 for a single one)."""
    points = np.atleast_1d(np.asarray(coordinates, dtype=np.float64))
    if points.ndim != 1 or not np.all(np.isfinite(points)):
        raise ValueError("rows and columns must be one-dimensional, finite cell coordinates")
    if len(points) < 2:
        return points, 1.0
    pitch = float(points[-1] - points[0]) / (len(points) - 1)
    even = points[0] + pitch * np.arange(len(points))
    if pitch <= 0 or np.abs(points - even).max() > 1e-6 * max(1.0, pitch):
        raise ValueError("rows and columns must be evenly spaced, upwards")
    return points, pitch


def nearest_cells(coordinates: NDArray[np.float64], size: int) -> NDArray[np.int64]:
    """Return the cells of `size` that some coordinates lie in, those outside in the first or the last."""
    return np.clip(np.floor(coordinates + 0.5), 0, size - 1).astype(np.int64)


def linspace_indices(count: int, most: int) -> NDArray[np.int64]:
    """Return 0 … count − 1, or `most` of them, evenly spread, both ends included."""
    return np.unique(np.linspace(0, count - 1, min(count, most)).round().astype(np.int64))


def overlaps(
    left: float, width: float, count: int, size: int, *, wide: float | None = None
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the cells that pixels `width` apart overlap, the first centred on `left`, and each cell's part in each.

    wide: how many cells around its centre each pixel shows; by default those it covers. Cells
    beyond the matrix have parts of 0.
    """
    around = width if wide is None else wide
    begin = left - around / 2 + width * np.arange(count)
    if wide is not None:  # the same number at the ends
        begin = np.clip(begin, -0.5, max(-0.5, size - 0.5 - around))
    end = begin + around
    first = np.floor(begin + 0.5 + 1e-9).astype(np.int64)
    last = np.ceil(end + 0.5 - 1e-9).astype(np.int64)
    cell = first[:, None] + np.arange(max(1, int((last - first).max())))[None, :]
    part = np.minimum(end[:, None], cell + 0.5) - np.maximum(begin[:, None], cell - 0.5)
    return np.clip(cell, 0, size - 1), np.where(
        (cell >= 0) & (cell < size), np.clip(part, 0, 1), 0.0
    )


def pixel_cells(
    centres: NDArray[np.float64], width: float, size: int, most: float = inf
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the cells that each pixel covers along one axis, and their shares of it.

    Of more than `most` a few.
    """
    if width <= 1 or not len(centres):
        return nearest_cells(centres, size)[:, None], np.ones((len(centres), 1))
    if width > most:
        few = int(most)
        offsets = width * ((np.arange(few) + 0.5) / few - 0.5)
        index = nearest_cells(centres[:, None] + offsets, size)
        return index, np.full(index.shape, 1 / few)
    index, part = overlaps(float(centres[0]), width, len(centres), size)
    return index, part / part.sum(axis=1, keepdims=True)


def pixel_means(
    rows_of: Callable[[NDArray[np.int64]], NDArray[Any]],
    down: tuple[NDArray[np.int64], NDArray[np.float64]],
    across: tuple[NDArray[np.int64], NDArray[np.float64]],
) -> NDArray[np.float32]:
    """Return the means of the cells that pixels cover.

    `rows_of` gives some rows of the columns that are counted.
    """
    summed: Any = 0.0
    for part, share in zip(down[0].T, down[1].T, strict=True):
        check_cancelled()
        summed = summed + share[:, None] * rows_of(part)
    means: Any = 0.0
    for part, share in zip(across[0].T, across[1].T, strict=True):
        means = means + summed[:, part] * share
    return np.asarray(means, np.float32)


@dataclass(frozen=True, eq=False)
class Pixels:
    """What to sample along one axis, and what of it each pixel shows.

    Cells that are one to three pixels long would be one pixel long here and two there: bands that
    are not in the data. There a pixel on the border of two cells shows both, each by its share.
    """

    # Cells, or where they are smaller than pixels the centres of blocks of cells.
    places: NDArray[np.float64]
    # The first pixel that shows any of it.
    first: int
    # For each pixel from `first` on a place, None where that is one after the other; where there
    # are `shares`, twice that, and odd numbers for the borders between two places.
    order: NDArray[np.intp] | None
    shares: NDArray[np.int16] | None = (
        # How much of the pixel on a border the later place fills, in 128ths.
        None
    )

    @classmethod
    def along(cls, low: float, high: float, size: int, count: int, *, shared: bool = True) -> Self:
        """Return the cells that `count` pixels over [low, high] show, each a single one if not `shared`."""
        places = cells(low, high, size, count)
        pitch = (high - low) / max(1, count)
        if not len(places):
            return cls(places, 0, None)
        if (pitch >= 1 and shared) or pitch > 1:
            return cls(places, round((max(low, -0.5) - low) / pitch), None)
        if not shared or pitch * LARGE <= 1 or len(places) < 2:
            centres = low + pitch * (np.arange(count) + 0.5)
            return cls._inside(
                places, np.floor(centres + 0.5).astype(np.intp) - int(places[0]), len(places) - 1
            )
        return cls._shared(places, low + pitch * np.arange(count, dtype=np.float64), pitch)

    @classmethod
    def _inside(
        cls,
        places: NDArray[np.float64],
        order: NDArray[np.intp],
        last: int,
        shares: NDArray[np.int16] | None = None,
    ) -> Self:
        inside = np.flatnonzero((order >= 0) & (order <= last))
        if not len(inside):
            return cls(places[:0], 0, None)
        return cls(places, int(inside[0]), order[inside], shares)

    @classmethod
    def _shared(
        cls, places: NDArray[np.float64], starts: NDArray[np.float64], pitch: float
    ) -> Self:
        cell = np.floor(starts + 0.5).astype(np.intp) - int(places[0])
        later = np.clip((starts + pitch - (cell + places[0] + 0.5)) / pitch, 0, 1)
        # At the ends a pixel is not shared: it shows the last cell if that fills more than half of
        # it.
        later = np.where((cell < 0) | (cell >= len(places) - 1), later > 0.5, later)
        parts = np.round(_WHOLE * later).astype(np.int16)
        order = 2 * cell + np.where(parts == 0, 0, np.where(parts == _WHOLE, 2, 1))
        shares = np.zeros(len(places) - 1, np.int16)
        on_border = order % 2 == 1
        shares[cell[on_border]] = parts[on_border]
        return cls._inside(places, order, 2 * len(places) - 2, shares)


def pixel_steps(
    steps: NDArray[np.uint8], rows: Pixels, columns: Pixels, *, cyclic: bool = False
) -> NDArray[np.uint8]:
    """Return the pixels that show cells, those on borders between the two.

    `steps` are their numbers of 256 colours.
    """
    # Columns first, while there are few rows; then whole rows are copied.
    if columns.shares is not None:
        steps = _with_borders(steps, columns.shares, cyclic, axis=1)
    if columns.order is not None:
        steps = steps[:, columns.order]
    if rows.shares is not None:
        steps = _with_borders(steps, rows.shares, cyclic, axis=0)
    return steps if rows.order is None else steps[rows.order]


def _with_borders(
    steps: NDArray[np.uint8], shares: NDArray[np.int16], cyclic: bool, axis: int
) -> NDArray[np.uint8]:
    sides = list(steps.shape)
    sides[axis] = 2 * sides[axis] - 1
    filled = np.empty(sides, np.uint8)
    parts = slice(0, None, 2), slice(1, None, 2), slice(-1), slice(1, None)
    cells, borders, earlier, later = (
        (part,) if axis == 0 else (slice(None), part) for part in parts
    )
    filled[cells] = steps
    # The shorter way round, as a signed byte holds it.
    if cyclic:
        change = (steps[later] - steps[earlier]).view(np.int8).astype(np.int16)
    else:
        change = np.subtract(steps[later], steps[earlier], dtype=np.int16)
    change *= shares[:, None] if axis == 0 else shares
    change += _WHOLE // 2
    change >>= _WHOLE.bit_length() - 1
    np.add(steps[earlier], change, out=filled[borders], casting="unsafe")
    return filled


def toeplitz(values: NDArray, height: int, width: int) -> NDArray:  # type: ignore[type-arg]  # any dtype passes through
    """View height+width−1 numbers as a matrix: cell (k, l) is values[height − 1 − k + l]."""
    stride = values.strides[0]
    return as_strided(values[height - 1 :], (height, width), (-stride, stride), writeable=False)
