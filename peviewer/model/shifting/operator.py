"""M(φ) as a picture, applied in a right or a wrong layout, and what each way of applying it costs."""

from dataclasses import dataclass
from functools import lru_cache
from math import nan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import even_grid, nearest_cells, overlaps
from peviewer.model.sampling.raster import Raster, Reduce
from peviewer.model.shifting.matrix import WAYS, Array, Method, shift
from peviewer.model.turning.pairs import Complex, Layout, columns, exact_phasors, phasors, start_angles, table_cells
from peviewer.model.turning.table import RotationRaster, Waves

_WIDEST = 2048  # dimensions up to which the d×d matrix is built: 32 MB
_EDGE = 1e-6  # of a cell: a smaller overlap with a pixel is only rounding


def mixing(encoding: Turning, operator: Layout, phi: float) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return for each row of M(φ), made for the layout `operator`, the two columns that it reads, and their factors."""
    order = columns(operator, encoding.dim)
    turns = exact_phasors(np.array([phi], dtype=np.float64), encoding.frequencies(), encoding.frequency_rests())[0]
    index = np.stack([order.sines[order.pairs], order.cosines[order.pairs]], axis=1)
    cosines, sines = turns[order.pairs].real, turns[order.pairs].imag
    of_cosines, of_sines = np.stack([-sines, cosines], 1), np.stack([cosines, sines], 1)
    return index, np.where(order.is_cosine[:, None], of_cosines, of_sines)


@dataclass(frozen=True)
class MisappliedRaster(RotationRaster):
    """The table times an M(φ) that expects its columns in the layout `operator`."""

    encoding: Turning
    operator: Layout = "interleaved"

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        positions = range(self.encoding.first + rows.start, self.encoding.first + rows.stop)
        sources, factor = (part[columns.start : columns.stop].T for part in self._mixing)
        left, right = (
            table_cells(self.encoding, positions, source) * by for source, by in zip(sources, factor, strict=True)
        )
        return np.asarray(left + right)

    @property
    def _mixing(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        return mixing(self.encoding, self.operator, self.phi)

    def _nearest(self, down: NDArray[np.float64], across: NDArray[np.float64]) -> NDArray[np.float32]:
        sources, factor = (part[nearest_cells(across, self.encoding.dim)] for part in self._mixing)
        table = RotationRaster(self.encoding)
        entries = [table.sample(down, [column], "nearest")[:, 0] for column in sources.ravel()]
        image = np.stack(entries, axis=1).reshape(len(down), *sources.shape)
        return np.asarray((image * factor).sum(axis=2), np.float32)

    def _means(self, top: float, run: float, height: int, left: float, width: float, count: int) -> NDArray[np.float32]:
        sources, factor = self._mixing
        waves, index, part = _waves(self.encoding, self.operator, top, run, height, left, width, count)
        order = self.encoding.columns
        unit: Complex = (order.units * phasors(start_angles(self.encoding))[order.pairs])[sources] * factor  # (d, 2)
        return waves.weighted((unit[index] * part[..., None]).reshape(count, -1), height)


@lru_cache(maxsize=2)
def _waves(
    encoding: Turning, operator: Layout, top: float, run: float, height: int, left: float, width: float, count: int
) -> tuple[Waves, NDArray[np.int64], NDArray[np.float64]]:
    index, part = overlaps(left, width, count, encoding.dim)
    sources, _ = mixing(encoding, operator, 0.0)
    frequencies = encoding.frequencies()[encoding.columns.pairs[sources]][index].reshape(count, -1)
    return Waves.over(frequencies, top, run, height), index, part / part.sum(1, keepdims=True)


@dataclass(frozen=True)
class OperatorRaster(Raster):
    """The d×d matrix M(φ), two entries a row.

    Of cells that share a pixel it shows the entry farthest from 0, as a mean with the many zeros would fade.
    """

    encoding: Turning
    operator: Layout
    phi: float

    @property
    def shape(self) -> tuple[int, int]:
        return self.encoding.dim, self.encoding.dim

    @property
    def averaged(self) -> str:
        return "extreme"

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        down, high = even_grid(rows)
        across, wide = even_grid(columns)
        image = np.zeros((len(down), len(across)), dtype=np.float32)
        if not image.size:
            return image
        high, wide = (1.0, 1.0) if reduce == "nearest" else (high, wide)
        (entry_rows, entry_columns), entries = self.entries()
        row, in_row = _pixels(entry_rows, down, high)
        column, in_column = _pixels(entry_columns, across, wide)
        place = np.broadcast_arrays(row[:, :, None], column[:, None, :], entries[:, None, None])
        inside = in_row[:, :, None] & in_column[:, None, :]
        pixel_rows, pixel_columns, entries = (part[inside][::-1] for part in place)
        order = np.argsort(np.abs(entries), kind="stable")  # the last value written to a pixel stays
        image[pixel_rows[order], pixel_columns[order]] = entries[order]
        return image

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        cells = np.zeros((len(rows), len(columns)))
        (row, column), numbers = self.entries()
        inside = (row >= rows.start) & (row < rows.stop) & (column >= columns.start) & (column < columns.stop)
        cells[row[inside] - rows.start, column[inside] - columns.start] = numbers[inside]
        return cells

    def entries(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the rows and columns, shape (2, n), of the entries that may differ from 0, and the entries."""
        index, factor = mixing(self.encoding, self.operator, self.phi)
        return np.stack([np.repeat(np.arange(self.encoding.dim), 2), index.ravel()]), factor.ravel()


def _pixels(
    cells: NDArray[np.int64], centres: NDArray[np.float64], width: float
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the two pixels that each cell may lie in, on a last axis, and whether it lies in them."""
    last = len(centres) - 1
    if width <= 1:
        place = np.clip(np.searchsorted(np.floor(centres + 0.5), cells), 0, last)
        return place[..., None], (np.floor(centres[place] + 0.5) == cells)[..., None]
    ends = cells[..., None] + np.array([_EDGE - 0.5, 0.5 - _EDGE])
    place = np.floor((ends - (centres[0] - width / 2)) / width).astype(np.int64)
    inside = (place >= 0) & (place <= last)
    inside[..., 1] &= place[..., 1] > place[..., 0]
    return np.clip(place, 0, last), inside


def costs(dim: int) -> dict[Method, tuple[int, int]]:
    """Return the real products for one row, and the memory in bytes, of each way of applying M(φ)."""
    numbers: dict[Method, int] = dict.fromkeys(WAYS, 2 * dim) | {"matrix": dim * dim, "complex": dim}
    return {way: (2 * dim if way == "complex" else count, 8 * count) for way, count in numbers.items()}


def errors_of_ways(before: Array, after: Array, made: Turning, phi: float) -> dict[Method, float]:
    """Return the error of each way of shifting a row with an encoding in the layout of M(φ); nan if not built."""
    is_built = {way: way != "matrix" or made.dim <= _WIDEST for way in WAYS}
    return {way: float(np.abs(shift(before, made, phi, way) - after).max()) if is_built[way] else nan for way in WAYS}
