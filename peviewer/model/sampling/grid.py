"""Which cells of an axis are sampled, and which of them each pixel shows."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf
from typing import Any, Self

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import ArrayLike, NDArray

from peviewer.base.work import check_cancelled

# Above this many pixels per cell nobody sees one pixel more or less.
LARGE = 3.0

# The parts into which a pixel is divided to count shares: more, times 255, do not fit 16 bits.
_WHOLE = 128

_LARGEST = float(np.finfo(np.float32).max)


def cells(low: float, high: float, size: int, pixels: int) -> NDArray[np.float64]:
    """Return the cell coordinates that `pixels` pixels over [low, high] show.

    Cell k of `size` covers [k − ½, k + ½).
    """
    if high <= low or pixels < 1:
        return np.empty(0)
    pitch = (high - low) / pixels
    if pitch <= 1:
        first = max(0, int(np.floor(low + 0.5)))
        last = min(size - 1, int(np.ceil(high - 0.5)))
        return np.arange(first, last + 1, dtype=np.float64)

    start = max(low, -0.5)
    stop = min(high, size - 0.5)
    if stop <= start:
        return np.empty(0)
    count = max(1, round((stop - start) / pitch))
    step = (stop - start) / count
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
    """Return the cells that `coordinates` lie in; outside all `size` cells the nearest."""
    return np.clip(np.floor(coordinates + 0.5), 0, size - 1).astype(np.int64)


def linspace_indices(count: int, most: int) -> NDArray[np.int64]:
    """Return 0 … count − 1, or `most` of them, evenly spread, both ends included."""
    spread = np.linspace(0, count - 1, min(count, most))
    return np.unique(spread.round().astype(np.int64))


def overlaps(
    left: float, width: float, count: int, size: int, *, wide: float | None = None
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the cells of `size` that each of `count` pixels overlaps, and the part of each cell.

    Pixels are `width` cells apart, the first centred on `left`. Each shows `wide` cells around its
    centre, by default those it covers. Cells beyond the matrix have parts of 0.
    """
    extent = width if wide is None else wide
    begins = left - extent / 2 + width * np.arange(count)
    if wide is not None:
        # Pixels at the ends are moved inwards, to show as many cells as others.
        begins = np.clip(begins, -0.5, max(-0.5, size - 0.5 - extent))
    ends = begins + extent

    first_cells = np.floor(begins + 0.5 + 1e-9).astype(np.int64)
    stops = np.ceil(ends + 0.5 - 1e-9).astype(np.int64)
    most_cells = max(1, int((stops - first_cells).max()))
    cell = first_cells[:, None] + np.arange(most_cells)[None, :]

    cell_begins = np.maximum(begins[:, None], cell - 0.5)
    cell_ends = np.minimum(ends[:, None], cell + 0.5)
    part = np.clip(cell_ends - cell_begins, 0, 1)
    is_in_matrix = (cell >= 0) & (cell < size)
    return np.clip(cell, 0, size - 1), np.where(is_in_matrix, part, 0.0)


def pixel_cells(
    centres: NDArray[np.float64], width: float, size: int, most: float = inf
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the cells that pixels of `width` cells around `centres` cover, and their shares.

    If pixels have more than `most` cells, only `most` evenly spread ones are returned.
    """
    if width <= 1 or not len(centres):
        return nearest_cells(centres, size)[:, None], np.ones((len(centres), 1))
    if width > most:
        few = int(most)
        fractions = (np.arange(few) + 0.5) / few
        offsets = width * (fractions - 0.5)
        index = nearest_cells(centres[:, None] + offsets, size)
        return index, np.full(index.shape, 1 / few)
    index, part = overlaps(float(centres[0]), width, len(centres), size)
    return index, part / part.sum(axis=1, keepdims=True)


def pixel_means(
    rows_of: Callable[[NDArray[np.int64]], NDArray[Any]],
    down: tuple[NDArray[np.int64], NDArray[np.float64]],
    across: tuple[NDArray[np.int64], NDArray[np.float64]],
) -> NDArray[np.float32]:
    """Return the means of the cells that pixels cover, with their shares, `down` and `across`.

    `rows_of` returns the rows of some indices.
    """
    row_indices, row_shares = down
    row_means: Any = 0.0
    for rows, share in zip(row_indices.T, row_shares.T, strict=True):
        check_cancelled()
        row_means = row_means + share[:, None] * rows_of(rows)

    column_indices, column_shares = across
    means: Any = 0.0
    for columns, share in zip(column_indices.T, column_shares.T, strict=True):
        means = means + row_means[:, columns] * share
    # Products of a table's numbers may overflow single precision; a picture needs no larger ones.
    return np.asarray(np.clip(means, -_LARGEST, _LARGEST), np.float32)


@dataclass(frozen=True, eq=False)
class Pixels:
    """The places to sample along one axis, and the place that each pixel shows.

    Cells that are one to three pixels long would be one pixel long here and two there: bands that
    are not in the data. There a pixel on the border of two cells shows both, each by its share.
    """

    # Cells, or, where cells are smaller than pixels, the centres of blocks of cells.
    places: NDArray[np.float64]

    # The first pixel that shows a place.
    first: int

    # The place of each pixel from `first` on; None where each pixel has the next place. Where there
    # are `shares`, numbers are doubled, and odd ones stand for the borders between two places.
    order: NDArray[np.intp] | None

    # The share that the later place fills of a pixel on a border, in 128ths.
    shares: NDArray[np.int16] | None = None

    @classmethod
    def along(cls, low: float, high: float, size: int, count: int, *, shared: bool = True) -> Self:
        """Return what `count` pixels over [low, high] show: one cell each, if not `shared`."""
        places = cells(low, high, size, count)
        pitch = (high - low) / max(1, count)
        if not len(places):
            return cls(places, 0, None)
        shows_blocks = (pitch >= 1 and shared) or pitch > 1
        if shows_blocks:
            margin = max(low, -0.5) - low
            return cls(places, round(margin / pitch), None)
        has_large_cells = pitch * LARGE <= 1
        if not shared or has_large_cells or len(places) < 2:
            centres = low + pitch * (np.arange(count) + 0.5)
            order = np.floor(centres + 0.5).astype(np.intp) - int(places[0])
            return cls._inside(places, order, len(places) - 1)
        starts = low + pitch * np.arange(count, dtype=np.float64)
        return cls._shared(places, starts, pitch)

    @classmethod
    def _inside(
        cls,
        places: NDArray[np.float64],
        order: NDArray[np.intp],
        last: int,
        shares: NDArray[np.int16] | None = None,
    ) -> Self:
        """Return the pixels whose number in `order` lies between 0 and `last`."""
        inside = np.flatnonzero((order >= 0) & (order <= last))
        if not len(inside):
            return cls(places[:0], 0, None)
        return cls(places, int(inside[0]), order[inside], shares)

    @classmethod
    def _shared(
        cls, places: NDArray[np.float64], starts: NDArray[np.float64], pitch: float
    ) -> Self:
        """Return what pixels that begin at `starts` show: on the border of two cells, both."""
        cell = np.floor(starts + 0.5).astype(np.intp) - int(places[0])
        borders = cell + places[0] + 0.5
        later_share = np.clip((starts + pitch - borders) / pitch, 0, 1)
        # A pixel at an end is not shared: it shows the last cell if that fills more than half.
        is_at_end = (cell < 0) | (cell >= len(places) - 1)
        later_share = np.where(is_at_end, later_share > 0.5, later_share)

        parts = np.round(_WHOLE * later_share).astype(np.int16)
        order = 2 * cell + (parts > 0) + (parts == _WHOLE)
        is_on_border = order % 2 == 1
        shares = np.zeros(len(places) - 1, np.int16)
        shares[cell[is_on_border]] = parts[is_on_border]
        return cls._inside(places, order, 2 * len(places) - 2, shares)


def pixel_steps(
    steps: NDArray[np.uint8], rows: Pixels, columns: Pixels, *, cyclic: bool = False
) -> NDArray[np.uint8]:
    """Return the colour steps of pixels from the `steps` of cells, 0 to 255.

    Pixels on borders are mixed from the two cells; if `cyclic`, the shorter way round.
    """
    # Columns come first, while there are few rows; then whole rows are copied.
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
    """Return `steps` with one more on each border along `axis`, mixed by its share."""
    before = (slice(None),) * axis
    earlier = steps[(*before, slice(-1))]
    later = steps[(*before, slice(1, None))]
    if cyclic:
        # A signed byte holds the shorter way round.
        change = (later - earlier).view(np.int8).astype(np.int16)
    else:
        change = np.subtract(later, earlier, dtype=np.int16)
    change *= shares[:, None] if axis == 0 else shares
    # The shares are divided by their whole, and rounded.
    change += _WHOLE // 2
    change >>= _WHOLE.bit_length() - 1

    sides = list(steps.shape)
    sides[axis] = 2 * sides[axis] - 1
    filled = np.empty(sides, np.uint8)
    filled[(*before, slice(0, None, 2))] = steps
    np.add(earlier, change, out=filled[(*before, slice(1, None, 2))], casting="unsafe")
    return filled


def toeplitz(values: NDArray, height: int, width: int) -> NDArray:  # type: ignore[type-arg]  # any dtype passes through
    """View height+width−1 numbers as a matrix: cell (k, l) is values[height − 1 − k + l]."""
    stride = values.strides[0]
    return as_strided(values[height - 1 :], (height, width), (-stride, stride), writeable=False)
