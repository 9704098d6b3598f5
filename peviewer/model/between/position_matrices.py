"""Matrices of positions × positions, never built: a metric, with content too, and numbers by lag."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from peviewer.base.work import check_cancelled
from peviewer.model.between.pairwise import (
    Metric,
    Terms,
    compared_rows,
    metric_from_squares,
    squares_at,
    summed,
)
from peviewer.model.content import Embedded
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import overlaps, toeplitz
from peviewer.model.sampling.raster import Array, Pixels, Raster, Reduce
from peviewer.model.turning.table import aliased, dirichlet

# Times the work of one term of a closed form, for one cell of the table.
_DEARER = 16
# Single precision may not hold products of larger numbers, nor of smaller ones than its inverse.
_LARGE = 1e15
# Whose products are added up at a time.
_DIMENSIONS = 1024
# Of a view, whose squares are added up one by one, and of them at a time.
_CELLS = 2**22
_HELD = 2**18
# Of blocks whose means are computed one by one; others are looked up between so many.
_LAGS = 2**15


@dataclass(frozen=True, eq=False)
class PixelBlocks:
    """The blocks of positions that the pixels of an L×L matrix show: centres in cells, and how many each covers."""

    down: Array
    high: float
    across: Array
    wide: float

    @classmethod
    def of(cls, down: Array, high: float, across: Array, wide: float) -> "PixelBlocks":
        """Return the blocks around cell coordinates.

        Single whole cells where nothing is averaged.
        """
        if high <= 1:
            down, high = np.floor(down + 0.5), 1.0
        if wide <= 1:
            across, wide = np.floor(across + 0.5), 1.0
        return cls(down, high, across, wide)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.down), len(self.across)

    @property
    def steps(self) -> tuple[float, float, int] | None:
        """The first, the step and the count of the distinct lags, if rows and columns are spaced alike."""
        longer = max(self.down, self.across, key=len)
        step = float(longer[1] - longer[0]) if len(longer) > 1 else 1.0
        # Rounding to whole cells may have undone their spacing.
        for points in (
            self.down,
            self.across,
        ):
            if len(points) > 1 and np.abs(np.diff(points) - step).max() >= 1e-6 * max(
                1.0, step
            ) / len(points):
                return None
        return float(self.across[0] - self.down[-1]), step, sum(self.shape) - 1


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
        """What counts: constant content cancels in distances."""
        cancels = self.embedded.content.kind == "ones" and self.metric in ("euclidean", "sse")
        return Embedded(self.embedded.encoding) if cancels else self.embedded

    @property
    def averaged(self) -> str:
        # The mean product divided by root mean squares of the norms, where norms vary.
        cosine = "mean" if self._compared.by_lag else "approximate mean"
        return {"euclidean": "root mean square", "cosine": cosine}.get(self.metric, "mean")

    @property
    def terms(self) -> int:
        return (
            self.embedded.turning.pairs
            if self._compared.by_lag
            else _DEARER * self.embedded.encoding.dim
        )

    def pixels(
        self, down: Array, high: float, across: Array, wide: float, reduce: Reduce
    ) -> Pixels:
        blocks = PixelBlocks.of(down, high, across, wide)
        if self._compared.by_lag and blocks.steps:
            lags = _block_lags(
                self.embedded.turning, self.metric, blocks.high, blocks.wide, *blocks.steps
            )
            return toeplitz(lags, *blocks.shape)
        dots, left, right = self._multiplied(down, across, reduce)
        if self._compared.by_lag:
            left = right = np.full((1, 1), self.embedded.encoding.dim // 2, np.float32)
        else:
            left = self._squares(blocks.down, blocks.high)[:, None] if blocks.high > 1 else left
            right = self._squares(blocks.across, blocks.wide)[None, :] if blocks.wide > 1 else right
        return _metric_from_dots(dots, left, right, self.metric)

    def exact(self, rows: range, columns: range) -> Array:
        if not self._compared.by_lag:
            return compared_rows(self._compared.raster(), rows, columns, self.metric)
        encoding = self.embedded.turning
        lags = np.abs(np.arange(columns.start - rows.stop + 1, columns.stop - rows.start))
        squares = squares_at(encoding, lags)
        return toeplitz(
            metric_from_squares(squares, self.metric, encoding.dim // 2), len(rows), len(columns)
        )

    def _multiplied(
        self, rows: Array, columns: Array, reduce: Reduce
    ) -> tuple[Pixels, Pixels, Pixels]:
        """Return dot products of means of rows, and their squared norms, some dimensions at a time."""
        table = self._compared.raster()
        dim = self.embedded.encoding.dim
        dots = left = right = np.zeros((1, 1), np.float32)
        for start in range(0, dim, _DIMENSIONS):
            check_cancelled()
            some = np.arange(start, min(start + _DIMENSIONS, dim))
            down, across = (table.sample(centres, some, reduce) for centres in (rows, columns))
            if not 1 / _LARGE < max(np.abs(down).max(), np.abs(across).max()) < _LARGE:
                down, across = down.astype(np.float64), across.astype(np.float64)
            dots = dots + down @ across.T
            left = left + np.square(down).sum(axis=1, keepdims=True)
            right = right + np.square(across).sum(axis=1)[None, :]
        return dots, left, right

    def _squares(self, centres: Array, run: float) -> Pixels:
        """Return the mean squared norms of the rows of each block, of all or of an even sample."""
        encoding = self.embedded.encoding
        table = self._compared.raster()
        first = round(centres[0] - run / 2)
        stop = round(centres[-1] + run / 2) + 1
        rows = np.arange(max(0, first), min(stop, encoding.length))
        if len(rows) * encoding.dim > _CELLS:
            few = max(2, _CELLS // (encoding.dim * len(centres)))
            sums = np.zeros(len(centres))
            for offset in run * ((np.arange(few) + 0.5) / few - 0.5):
                check_cancelled()
                sampled = np.clip(np.floor(centres + offset + 0.5), 0, encoding.length - 1)
                sums += np.square(self._compared.table(encoding.first + sampled)).sum(axis=1)
            return (sums / few).astype(np.float32)
        squares = np.empty(len(rows))
        step = max(1, _HELD // encoding.dim)
        for start in range(0, len(rows), step):
            check_cancelled()
            some = slice(start, start + step)
            squares[some] = np.square(
                table.sample(rows[some], np.arange(encoding.dim), "nearest")
            ).sum(axis=1)
        index, part = overlaps(centres[0] - rows[0], run, len(centres), len(rows))
        return np.asarray((squares[index] * part).sum(axis=1) / part.sum(axis=1), np.float32)


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
    high: float,
    wide: float,
    start: float,
    step: float,
    count: int,
) -> Pixels:
    """Return a metric over high × wide blocks at evenly spaced differences."""
    frequencies = aliased(encoding.frequencies()[: encoding.dim // 2])
    weights = dirichlet(frequencies, high) * dirichlet(frequencies, wide)
    dots = summed(
        Terms(np.asarray(1j * frequencies), weights.astype(np.complex128)), start, step, count
    )
    if metric != "dot":
        dots = metric_from_squares(np.maximum(2 * (len(weights) - dots), 0), metric, len(weights))
    values = dots.astype(np.float32)
    values.setflags(write=False)
    return values


@dataclass(frozen=True)
class LagRaster(Raster):
    """One head of a scheme by lag, as a matrix: row t, column s holds the number of lag s − t."""

    scheme: Lagged
    head: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.scheme.length, self.scheme.length

    def pixels(
        self, down: Array, high: float, across: Array, wide: float, reduce: Reduce
    ) -> Pixels:
        blocks = PixelBlocks.of(down, high, across, wide)

        def means(lags: Array) -> Array:
            return self.scheme.block_means(lags, blocks.high, blocks.wide, self.head)

        if blocks.steps:
            first, step, count = blocks.steps
            lags = first + step * np.arange(count, dtype=np.float64)
            return toeplitz(means(lags).astype(np.float32), *blocks.shape)
        apart = blocks.across[None, :] - blocks.down[:, None]
        lags, index = np.unique(apart, return_inverse=True)
        if len(lags) <= _LAGS or blocks.high == blocks.wide == 1:
            return means(lags).astype(np.float32)[index.reshape(blocks.shape)]
        even = np.linspace(lags[0], lags[-1], _LAGS)
        return np.interp(apart, even, means(even)).astype(np.float32)

    def exact(self, rows: range, columns: range) -> Array:
        lags = np.arange(columns.start - rows.stop + 1, columns.stop - rows.start, dtype=np.float64)
        return toeplitz(self.scheme.block_means(lags, 1, 1, self.head), len(rows), len(columns))
