"""M(φ) as a picture, applied in a right or a wrong layout, and the cost of each way of applying it."""

import time
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import even_grid, overlaps
from peviewer.model.sampling.raster import Raster, Reduce
from peviewer.model.shifting.matrix import WAYS, Array, Method, shift
from peviewer.model.turning.pairs import Complex, Layout, columns, exact_phasors, phasors, start_angles, table_cells
from peviewer.model.turning.table import Waves

_WIDEST = 2048  # dimensions up to which the d×d matrix is built to be timed: 32 MB
_CELLS = 12_000  # of the table that the ways are timed on
_RUNS = 3
_EDGE = 1e-6  # of a cell: a smaller overlap with a pixel is only rounding


def mixing(encoding: Turning, operator: Layout, phi: float) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the two entries of each row of M(φ), made for the layout `operator`.

    index: the two columns of the table that a row of M reads.
    factor: what it multiplies them by.

    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> mixing(Sinusoidal(dim=4), "concatenated", 0.0)[0].tolist()
    [[0, 2], [1, 3], [0, 2], [1, 3]]
    """
    order = columns(operator, encoding.dim)
    turns = exact_phasors(np.array([phi], dtype=np.float64), encoding.frequencies(), encoding.frequency_rests())[0]
    index = np.stack([order.sines[order.pairs], order.cosines[order.pairs]], axis=1)
    cosines, sines = turns[order.pairs].real, turns[order.pairs].imag
    of_cosines, of_sines = np.stack([-sines, cosines], 1), np.stack([cosines, sines], 1)
    return index, np.where(order.is_cosine[:, None], of_cosines, of_sines)


@dataclass(frozen=True)
class MisappliedRaster(Raster):
    """The table times an M(φ) that expects its columns in the layout `operator`."""

    encoding: Turning
    operator: Layout
    phi: float

    @property
    def shape(self) -> tuple[int, int]:
        return self.encoding.length, self.encoding.dim

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        down, run = even_grid(rows)
        across, width = even_grid(columns)
        if reduce == "nearest" or run < 1 or width < 1:
            return self._nearest(down, across)
        if run == 1:
            down = np.floor(down + 0.5)
        waves, index, part = _waves(
            self.encoding, self.operator, down[0], run, len(down), across[0], width, len(across)
        )
        return waves.weighted(self._weights(index, part), len(down))

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        positions = range(self.encoding.first + rows.start, self.encoding.first + rows.stop)
        sources, factor = mixing(self.encoding, self.operator, self.phi)
        some = slice(columns.start, columns.stop)
        left, right = (
            table_cells(self.encoding, positions, sources[some, side]) * factor[some, side] for side in (0, 1)
        )
        cells: NDArray[np.float64] = left + right
        return cells

    def _nearest(self, down: NDArray[np.float64], across: NDArray[np.float64]) -> NDArray[np.float32]:
        picked = np.clip(np.floor(across + 0.5).astype(np.int64), 0, self.encoding.dim - 1)
        sources, factor = mixing(self.encoding, self.operator, self.phi)
        source, image = self.encoding.raster(), np.zeros((len(down), len(picked)), np.float32)
        for place, column in enumerate(picked):
            for entry, weight in zip(sources[column], factor[column], strict=True):
                image[:, place] += weight * source.sample(down, [entry], "nearest")[:, 0]
        return image

    def _weights(self, index: NDArray[np.int64], part: NDArray[np.float64]) -> Complex:
        sources, factor = mixing(self.encoding, self.operator, self.phi)
        order = self.encoding.columns
        unit: Complex = (order.units * phasors(start_angles(self.encoding))[order.pairs])[sources] * factor  # (d, 2)
        weights = unit[index] * part[..., None]
        return weights.reshape(len(index), -1)


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
    """The d×d matrix M(φ), never built: two entries a row.

    Of cells that share a pixel it shows the entry farthest from 0, as a mean with the many zeros would fade.
    """

    encoding: Turning
    operator: Layout
    phi: float
    less: "OperatorRaster | None" = None

    @property
    def shape(self) -> tuple[int, int]:
        return self.encoding.dim, self.encoding.dim

    @property
    def averaged(self) -> str:
        return "extreme"

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        return _scattered(*self.entries(), rows, columns, reduce)

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        cells = np.zeros((len(rows), len(columns)))
        (row, column), numbers = self.entries()
        inside = (row >= rows.start) & (row < rows.stop) & (column >= columns.start) & (column < columns.stop)
        cells[row[inside] - rows.start, column[inside] - columns.start] = numbers[inside]
        return cells

    def minus(self, subtracted: Raster) -> Raster | None:
        if not isinstance(subtracted, OperatorRaster) or self.less or subtracted.less or self.shape != subtracted.shape:
            return None
        return replace(self, less=subtracted)

    def entries(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the rows and columns, shape (2, n), of the entries that may differ from 0, and the entries."""
        dim = self.encoding.dim
        index, factor = mixing(self.encoding, self.operator, self.phi)
        cells, entries = (np.arange(dim)[:, None] * dim + index).ravel(), factor.ravel()
        if self.less is not None:
            (rows, columns), others = self.less.entries()
            both, place = np.unique(np.append(cells, rows * dim + columns), return_inverse=True)
            cells, entries = both, np.bincount(place.ravel(), np.append(entries, -others)).astype(np.float64)
        return np.stack(np.divmod(cells, dim)), entries


def _scattered(
    places: NDArray[np.int64], entries: NDArray[np.float64], rows: ArrayLike, columns: ArrayLike, reduce: Reduce
) -> NDArray[np.float32]:
    """Return the pixels of a sparse matrix; a pixel shows its entry farthest from 0.

    places: the rows and columns of the entries, shape (2, n), from the top.
    """
    down, high = even_grid(rows)
    across, wide = even_grid(columns)
    image = np.zeros((len(down), len(across)), dtype=np.float32)
    if not image.size:
        return image
    high, wide = (1.0, 1.0) if reduce == "nearest" else (high, wide)
    row, in_row = _pixels(places[0], down, high)
    column, in_column = _pixels(places[1], across, wide)
    place = np.broadcast_arrays(row[:, :, None], column[:, None, :], entries[:, None, None])
    inside = in_row[:, :, None] & in_column[:, None, :]
    at_row, at_column, entries = (part[inside] for part in place)
    order = np.argsort(np.abs(entries[::-1]), kind="stable")  # the last value written to a pixel stays
    at_row, at_column, entries = (part[::-1][order] for part in (at_row, at_column, entries))
    image[at_row, at_column] = entries
    return image


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


@dataclass(frozen=True)
class Cost:
    """What one way of applying M(φ) to a row costs.

    multiplications: real products for one row.
    seconds: for one row, on one thread, M(φ) being built before: the least of three runs over many rows; nan where the
    matrix is too large to build.
    """

    method: Method
    multiplications: int
    memory: int
    seconds: float


def costs(encoding: Turning) -> tuple[Cost, ...]:
    """Return what the five ways cost, measured once for each encoding."""
    dim = encoding.dim
    products = {"matrix": dim * dim}
    numbers = {"complex": dim, "matrix": dim * dim}
    return tuple(
        Cost(method, products.get(method, 2 * dim), 8 * numbers.get(method, 2 * dim), _seconds(encoding, method))
        for method in WAYS
    )


@lru_cache(maxsize=64)
def _seconds(encoding: Turning, method: Method) -> float:
    if not is_built(encoding, method):
        return float("nan")
    way = WAYS[method]
    operator, apply = way.build(encoding, 1.5), _by_matrix_on_one_thread if method == "matrix" else way.apply
    rows = max(1, min(encoding.length, _CELLS // encoding.dim))
    table = encoding.table(positions=encoding.first + np.arange(rows))
    times = []
    for _ in range(_RUNS):
        start = time.perf_counter()
        apply(table, encoding, operator)
        times.append(time.perf_counter() - start)
    return min(times) / rows


def _by_matrix_on_one_thread(table: Array, _encoding: Turning, matrix: Array) -> Array:
    """Multiply without BLAS, whose threads can take a hundred times as long to start as such a product."""
    shifted: Array = np.einsum("ij,tj->ti", matrix, table)
    return shifted


def is_built(encoding: Turning, method: Method) -> bool:
    return method != "matrix" or encoding.dim <= _WIDEST


def errors_of_ways(before: Array, after: Array, made: Turning, phi: float) -> dict[Method, float]:
    """Return the error of each way of shifting a row; nan if the matrix is too large.

    made: the encoding in the layout that M(φ) is made for.
    """
    errors = dict.fromkeys(WAYS, float("nan"))
    for method in WAYS:
        if is_built(made, method):
            errors[method] = float(np.abs(shift(before, made, phi, method) - after).max())
    return errors
