"""Matrices of positions × positions, never built: a metric of the table, and numbers by lag."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from peviewer.base.work import check_cancelled
from peviewer.model.between.lag_squares import squares_at_whole_lags
from peviewer.model.between.lag_sums import Terms, sum_at_lags
from peviewer.model.between.pairwise import Metric, compare_rows, metric_from_squares
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import overlaps, toeplitz
from peviewer.model.sampling.raster import Array, Pixels, Raster, Reduce
from peviewer.model.turning.waves import aliased, dirichlet

# The work for a cell of the table, as a multiple of that for one term of a closed form.
_DEARER = 16

# Single precision may not hold products of larger numbers, nor of smaller ones than its inverse.
_LARGE = 1e15

# How many dimensions' products are added up at a time.
_DIMENSIONS = 1024

# Up to so many cells of a view their squares are added up one by one, so many at a time.
_CELLS = 2**22
_HELD = 2**18

# The most means of blocks that are computed one by one; more are interpolated between this many.
_LAGS = 2**15


@dataclass(frozen=True, eq=False)
class PixelBlocks:
    """The blocks of positions that the pixels of an L×L matrix show.

    Their centres are in cells; each block has `height` rows and `width` columns.
    """

    row_centres: Array
    height: float
    column_centres: Array
    width: float

    @classmethod
    def of(
        cls, row_centres: Array, height: float, column_centres: Array, width: float
    ) -> "PixelBlocks":
        """Return the blocks around cell coordinates.

        Single whole cells where nothing is averaged.
        """
        if height <= 1:
            row_centres, height = np.floor(row_centres + 0.5), 1.0
        if width <= 1:
            column_centres, width = np.floor(column_centres + 0.5), 1.0
        return cls(row_centres, height, column_centres, width)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.row_centres), len(self.column_centres)

    @property
    def steps(self) -> tuple[float, float, int] | None:
        """The first, the step and the count of the distinct lags.

        It is None unless rows and columns are spaced alike.
        """
        longer = max(self.row_centres, self.column_centres, key=len)
        step = float(longer[1] - longer[0]) if len(longer) > 1 else 1.0
        # Rounding to whole cells may have made the spacing uneven.
        for centres in (self.row_centres, self.column_centres):
            if len(centres) > 1:
                deviation = np.abs(np.diff(centres) - step).max()
                if deviation >= 1e-6 * max(1.0, step) / len(centres):
                    return None
        first = float(self.column_centres[0] - self.row_centres[-1])
        return first, step, sum(self.shape) - 1


@dataclass(frozen=True)
class PairwiseRaster(Raster):
    """The L×L matrix of a metric between rows x(t) + PE(t).

    Zoomed out, a Euclidean distance is the root of the mean square over the block, other metrics
    are means, exact where only the lag matters. Otherwise they are made of the dot product of mean
    rows and the root mean square of norms.
    """

    embedded: Embedded
    metric: Metric = "euclidean"

    @property
    def shape(self) -> tuple[int, int]:
        return self.embedded.encoding.length, self.embedded.encoding.length

    @property
    def _compared(self) -> Embedded:
        """The table that is compared: without constant content where that cancels, in distances."""
        cancels = self.embedded.kind == "ones" and self.metric in ("euclidean", "sse")
        return Embedded(self.embedded.encoding) if cancels else self.embedded

    @property
    def averaged(self) -> str:
        # The mean product divided by root mean squares of the norms, where norms vary.
        cosine = "mean" if self._compared.by_lag else "approximate mean"
        return {"euclidean": "root mean square", "cosine": cosine}.get(self.metric, "mean")

    @property
    def terms(self) -> int:
        if self._compared.by_lag:
            return self.embedded.turning.pairs
        return _DEARER * self.embedded.encoding.dim

    def pixels(
        self,
        row_centres: Array,
        block_height: float,
        column_centres: Array,
        block_width: float,
        reduce: Reduce,
    ) -> Pixels:
        blocks = PixelBlocks.of(row_centres, block_height, column_centres, block_width)
        by_lag = self._compared.by_lag
        steps = blocks.steps
        if by_lag and steps:
            turning = self.embedded.turning
            values = _block_lags(turning, self.metric, blocks.height, blocks.width, *steps)
            return toeplitz(values, *blocks.shape)

        dots, left_squares, right_squares = self._multiplied(row_centres, column_centres, reduce)
        if by_lag:
            pairs = self.embedded.encoding.dim // 2
            left_squares = right_squares = np.full((1, 1), pairs, np.float32)
        if blocks.height > 1 and not by_lag:
            left_squares = self._squares(blocks.row_centres, blocks.height)[:, None]
        if blocks.width > 1 and not by_lag:
            right_squares = self._squares(blocks.column_centres, blocks.width)[None, :]
        return _metric_from_dots(dots, left_squares, right_squares, self.metric)

    def exact(self, rows: range, columns: range) -> Array:
        if not self._compared.by_lag:
            return compare_rows(self._compared.raster(), rows, columns, self.metric)
        encoding = self.embedded.turning
        lags = np.abs(np.arange(columns.start - rows.stop + 1, columns.stop - rows.start))
        squares = squares_at_whole_lags(encoding, lags)
        values = metric_from_squares(squares, self.metric, encoding.dim // 2)
        return toeplitz(values, len(rows), len(columns))

    def _multiplied(
        self, rows: Array, columns: Array, reduce: Reduce
    ) -> tuple[Pixels, Pixels, Pixels]:
        """Return dot products of means of rows, and the squared norms of these."""
        table = self._compared.raster()
        dim = self.embedded.encoding.dim
        dots = left_squares = right_squares = np.zeros((1, 1), np.float32)
        for start in range(0, dim, _DIMENSIONS):
            check_cancelled()
            dimensions = np.arange(start, min(start + _DIMENSIONS, dim))
            left = table.sample(rows, dimensions, reduce)
            right = table.sample(columns, dimensions, reduce)
            largest = max(np.abs(left).max(), np.abs(right).max())
            if not 1 / _LARGE < largest < _LARGE:
                left = left.astype(np.float64)
                right = right.astype(np.float64)
            dots = dots + left @ right.T
            left_squares = left_squares + np.square(left).sum(axis=1, keepdims=True)
            right_squares = right_squares + np.square(right).sum(axis=1)[None, :]
        return dots, left_squares, right_squares

    def _squares(self, centres: Array, run: float) -> Pixels:
        """Return the mean squared norms of the `run` rows around each of `centres`.

        Of many rows an even sample is taken.
        """
        encoding = self.embedded.encoding
        first = round(centres[0] - run / 2)
        stop = round(centres[-1] + run / 2) + 1
        rows = np.arange(max(0, first), min(stop, encoding.length))
        if len(rows) * encoding.dim > _CELLS:
            return self._sampled_squares(centres, run)

        table = self._compared.raster()
        columns = np.arange(encoding.dim)
        squares = np.empty(len(rows))
        step = max(1, _HELD // encoding.dim)
        for start in range(0, len(rows), step):
            check_cancelled()
            strip = slice(start, start + step)
            cells = table.sample(rows[strip], columns, "nearest")
            squares[strip] = np.square(cells).sum(axis=1)
        index, parts = overlaps(centres[0] - rows[0], run, len(centres), len(rows))
        sums = (squares[index] * parts).sum(axis=1)
        return np.asarray(sums / parts.sum(axis=1), np.float32)

    def _sampled_squares(self, centres: Array, run: float) -> Pixels:
        """Return what :meth:`_squares` does, of an even sample of the rows of each block."""
        encoding = self.embedded.encoding
        count = max(2, _CELLS // (encoding.dim * len(centres)))
        sums = np.zeros(len(centres))
        for offset in run * ((np.arange(count) + 0.5) / count - 0.5):
            check_cancelled()
            rows = np.clip(np.floor(centres + offset + 0.5), 0, encoding.length - 1)
            sums += np.square(self._compared.table(encoding.first + rows)).sum(axis=1)
        return (sums / count).astype(np.float32)


def _metric_from_dots(dots: Pixels, left: Pixels, right: Pixels, metric: Metric) -> Pixels:
    """Turn mean dot products and mean squared norms into a metric."""
    if metric == "dot":
        return dots
    if metric == "cosine":
        norms = np.sqrt(np.maximum(left, 0)) * np.sqrt(np.maximum(right, 0))
        cosines: Pixels = np.divide(dots, norms, out=np.zeros_like(dots), where=norms > 0)
        return np.clip(cosines, -1, 1, out=cosines)
    squares: Pixels = np.maximum(left + right - 2 * dots, 0)
    return squares if metric == "sse" else np.sqrt(squares)


@lru_cache(maxsize=16)
def _block_lags(
    encoding: Turning,
    metric: Metric,
    height: float,
    width: float,
    start: float,
    step: float,
    count: int,
) -> Pixels:
    """Return a metric over height × width blocks at `count` lags, `step` apart from `start` on."""
    frequencies = aliased(encoding.frequencies()[: encoding.dim // 2])
    pairs = len(frequencies)
    weights = dirichlet(frequencies, height) * dirichlet(frequencies, width)
    terms = Terms(np.asarray(1j * frequencies), weights.astype(np.complex128))
    values = sum_at_lags(terms, start, step, count)
    if metric != "dot":
        squares = np.maximum(2 * (pairs - values), 0)
        values = metric_from_squares(squares, metric, pairs)
    singles = values.astype(np.float32)
    singles.setflags(write=False)
    return singles


@dataclass(frozen=True)
class LagRaster(Raster):
    """One head of a scheme by lag, as a matrix: row t, column s holds the number of lag s − t."""

    scheme: Lagged
    head: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.scheme.length, self.scheme.length

    def pixels(
        self,
        row_centres: Array,
        block_height: float,
        column_centres: Array,
        block_width: float,
        reduce: Reduce,
    ) -> Pixels:
        blocks = PixelBlocks.of(row_centres, block_height, column_centres, block_width)

        def means(lags: Array) -> Array:
            return self.scheme.block_means(lags, blocks.height, blocks.width, self.head)

        if blocks.steps:
            first, step, count = blocks.steps
            lags = first + step * np.arange(count, dtype=np.float64)
            return toeplitz(means(lags).astype(np.float32), *blocks.shape)
        lags_of_pixels = blocks.column_centres[None, :] - blocks.row_centres[:, None]
        lags, index = np.unique(lags_of_pixels, return_inverse=True)
        if len(lags) <= _LAGS or blocks.height == blocks.width == 1:
            return means(lags).astype(np.float32)[index.reshape(blocks.shape)]
        even_lags = np.linspace(lags[0], lags[-1], _LAGS)
        return np.interp(lags_of_pixels, even_lags, means(even_lags)).astype(np.float32)

    def exact(self, rows: range, columns: range) -> Array:
        least = columns.start - rows.stop + 1
        lags = np.arange(least, columns.stop - rows.start, dtype=np.float64)
        numbers = self.scheme.head_numbers(lags, self.head)
        return toeplitz(numbers, len(rows), len(columns))
