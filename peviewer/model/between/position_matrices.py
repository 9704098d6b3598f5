"""Matrices of positions × positions, never built: a metric, with content too, and numbers by lag."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.between.lags import (
    MANY,
    Array,
    Metric,
    Pixels,
    full_pairs,
    lag_block,
    metric_from_squares,
    spaced_dots,
    spaced_dots_by_fft,
    toeplitz,
)
from peviewer.model.between.pairwise import compared_rows
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import even_grid, overlaps
from peviewer.model.sampling.raster import Raster, Reduce
from peviewer.model.turning.pairs import start_angles
from peviewer.model.turning.table import aliased, column_means, cosines_and_sines, dirichlet

APPROXIMATE = "approximate mean"  # the mean product divided by root mean squares of the norms, if norms vary
_AT_ONCE = 128  # pairs whose waves are held at a time, small enough for the processor's cache
_LAGS = 2**15  # between which others are looked up
_BLOCK = 2**16  # lags computed at a time for numbers, not pixels
Products = tuple[Pixels, Pixels, Pixels]
_DEARER = 16  # times the work of one term of a closed form, for one cell of the table
_LARGE = 1e15  # single precision may not hold products of larger numbers, nor of smaller ones than its inverse
_DIMENSIONS = 1024  # whose products are added up at a time
_CELLS, _HELD = 2**22, 2**18  # of a view, whose squares are added up one by one, and of them at a time
_LAGS_AT_ONCE = 2**15  # computed at most for one picture whose rows and columns are spaced differently


@dataclass(frozen=True)
class PairwiseRaster(Raster):
    """The L×L matrix of a metric, never built.

    Zoomed out, a dot product, cosine or squared distance is its exact mean over
    the block; a Euclidean distance is the root of the mean square. With odd d
    the cosine's norms are taken at their root mean square over the block.
    """

    encoding: Turning
    metric: Metric = "euclidean"

    @property
    def shape(self) -> tuple[int, int]:
        return self.encoding.length, self.encoding.length

    @property
    def averaged(self) -> str:
        norms_vary = self.encoding.dim % 2 == 1
        cosine = APPROXIMATE if norms_vary else "mean"
        return {"euclidean": "root mean square", "cosine": cosine}.get(self.metric, "mean")

    @property
    def terms(self) -> int:
        return self.encoding.pairs

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        blocks = PixelBlocks.of(rows, columns, reduce)
        if not len(blocks.down) or not len(blocks.across):
            return np.empty((len(blocks.down), len(blocks.across)), np.float32)
        if self.encoding.dim % 2 == 0 and blocks.alike:
            return toeplitz(_block_lags(self.encoding, self.metric, *blocks.lags), *blocks.shape)
        return metric_from_dots(*self.products(blocks), self.metric)

    def exact(self, rows: range, columns: range) -> Array:
        encoding = self.encoding
        if encoding.dim % 2:
            return compared_rows(encoding.raster(), rows, columns, self.metric)
        lags = np.abs(np.arange(columns.start - rows.stop + 1, columns.stop - rows.start))
        squares = np.empty(len(lags))
        blocks = lags // _BLOCK
        for block in np.unique(blocks).tolist():
            inside = blocks == block
            squares[inside] = lag_block(encoding, block)[lags[inside] - block * _BLOCK]
        return toeplitz(metric_from_squares(squares, self.metric, encoding.dim // 2), len(rows), len(columns))

    def products(self, blocks: "PixelBlocks") -> tuple[Pixels, Pixels, Pixels]:
        """Return mean dot products, (h, w), and mean squared norms of rows, (h, 1), and of columns, (1, w)."""
        encoding = self.encoding
        pairs = np.full((1, 1), encoding.dim // 2, np.float32)
        if blocks.alike:
            dots = toeplitz(_block_lags(encoding, "dot", *blocks.lags), *blocks.shape)
        elif blocks.high == blocks.wide == 1:
            dots = self._single(blocks)
        else:
            dots = blocks.interpolated(
                lambda low, step, count: _block_lags(encoding, "dot", blocks.high, blocks.wide, low, step, count),
                max(_LAGS, 2**25 / encoding.dim),
            )
        if encoding.dim % 2 == 0:
            return dots, pairs, pairs
        left, left_square = last_sine_means(encoding, blocks.down, blocks.high)
        right, right_square = last_sine_means(encoding, blocks.across, blocks.wide)
        dots = dots + left[:, None] * right[None, :]
        return dots, pairs + left_square[:, None], pairs + right_square[None, :]

    def _single(self, blocks: "PixelBlocks") -> Pixels:
        """Return single cells: their lags are not evenly spaced, and nothing is averaged."""
        frequencies = self.encoding.frequencies()[: self.encoding.dim // 2]
        dots = np.zeros(blocks.shape, np.float32)
        for start in range(0, len(frequencies), _AT_ONCE):
            check_cancelled()
            turns = frequencies[start : start + _AT_ONCE] / (2 * np.pi)
            down, across = (np.hstack(cosines_and_sines(at[:, None] * turns)) for at in (blocks.down, blocks.across))
            dots += down @ across.T
        return dots


def metric_from_dots(dots: Pixels, left: Pixels, right: Pixels, metric: Metric) -> Pixels:
    """Turn mean dot products and mean squared norms into a metric."""
    if metric == "dot":
        return dots
    if metric == "cosine":
        norms = np.sqrt(np.maximum(left, 0)) * np.sqrt(np.maximum(right, 0))
        cosines: Pixels = np.divide(dots, norms, out=np.zeros_like(dots), where=norms > 0)
        return np.clip(cosines, -1, 1, out=cosines)
    squares: Pixels = np.maximum(left + right - 2 * dots, 0)
    return squares if metric == "sse" else np.sqrt(squares)


@dataclass(frozen=True, eq=False)
class PixelBlocks:
    """The blocks of positions that the pixels of an L×L matrix show.

    down, across: centres in cells, rows and columns.
    high, wide: how many positions a block has each way; 1 for single cells.
    """

    down: Array
    high: float
    across: Array
    wide: float

    @classmethod
    def of(cls, rows: ArrayLike, columns: ArrayLike, reduce: Reduce) -> "PixelBlocks":
        """Return the blocks around cell coordinates; single whole cells where nothing is averaged."""
        down, high = even_grid(rows)
        across, wide = even_grid(columns)
        if reduce == "nearest" or high <= 1:
            down, high = np.floor(down + 0.5), 1.0
        if reduce == "nearest" or wide <= 1:
            across, wide = np.floor(across + 0.5), 1.0
        return cls(down, high, across, wide)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.down), len(self.across)

    @property
    def step(self) -> float:
        longer = self.down if len(self.down) > len(self.across) else self.across
        return float(longer[1] - longer[0]) if len(longer) > 1 else 1.0

    @property
    def alike(self) -> bool:
        """Whether rows and columns are spaced alike, so that only their difference matters."""
        return _spaced(self.down, self.step) and _spaced(self.across, self.step)

    @property
    def lags(self) -> tuple[float, float, float, float, int]:
        """Block sizes, first lag, step and count of the distinct lags, where spaced alike."""
        first = float(self.across[0] - self.down[-1])
        return self.high, self.wide, first, self.step, sum(self.shape) - 1

    def interpolated(self, means: Callable[[float, float, int], Pixels], most: float) -> Pixels:
        """Look the lags of blocks that are not spaced alike up between fine, even ones.

        Averaging leaves a cosine of frequency ω at most 2/(ω·high) · 2/(ω·wide) of its height, so a step of
        √(high·wide)/16 keeps the straight line between two lags within 1/512 of the curve. Where blocks are
        far from square that would be very many lags, and few pairs need them.

        means: block means at lags from a first one on, a step apart, so and so many.
        most: how many lags can be afforded.
        """
        low, top = float(self.across[0] - self.down[-1]), float(self.across[-1] - self.down[0])
        step = max(sqrt(self.high * self.wide) / 16, (top - low) / most)
        step = min(step, max(self.high, self.wide) / 16)
        count = int((top - low) / step) + 4
        values = means(low - step, step, count)
        places = ((self.across - low) / step + 1)[None, :] - (self.down / step)[:, None]
        places = places.astype(np.float32 if count < 2**16 else np.float64)
        below = places.astype(np.int32)
        part = (places - below).astype(np.float32)
        differences = np.diff(values, append=values[-1:])
        return values[below] + part * differences[below]


def _spaced(points: Array, step: float) -> bool:
    """Whether points are `step` apart (rounding to whole cells may have undone that)."""
    return len(points) < 2 or bool(np.abs(np.diff(points) - step).max() < 1e-6 * max(1.0, step) / len(points))


@lru_cache(maxsize=16)
def _block_lags(
    encoding: Turning, metric: Metric, high: float, wide: float, start: float, step: float, count: int
) -> Pixels:
    """Return a metric (dots of full pairs, for odd d) over high × wide blocks at evenly spaced differences."""
    pairs = full_pairs(encoding)
    pairs[0] = aliased(pairs[0])
    weights = dirichlet(pairs[0], high) * dirichlet(pairs[0], wide)
    if len(weights) < MANY:
        dots = spaced_dots(pairs, weights, start, step, count, exact=False)
    else:
        dots = spaced_dots_by_fft(pairs[0], weights, start, step, count)
    if metric != "dot":
        dots = metric_from_squares(np.maximum(2 * (len(weights) - dots), 0), metric, len(weights))
    values = dots.astype(np.float32)
    values.setflags(write=False)
    return values


def last_sine_means(encoding: Turning, centres: Array, run: float) -> tuple[Pixels, Pixels]:
    """Return means of the last sine of an odd d over runs of positions, and of its square."""
    omega = encoding.frequencies()[-1:]
    angles = start_angles(encoding)[-1] + omega * centres
    mean = np.sin(angles) * dirichlet(omega, run)
    square = (1 - np.cos(2 * angles) * dirichlet(2 * omega, run)) / 2
    return mean.astype(np.float32), square.astype(np.float32)


def pairwise_raster(embedded: Embedded, metric: Metric) -> Raster:
    cancels = embedded.content.kind == "ones" and metric in ("euclidean", "sse")
    if isinstance(embedded.encoding, Turning) and (embedded.plain or cancels):
        return PairwiseRaster(embedded.encoding, metric)
    return ContentPairwiseRaster(embedded, metric)


@dataclass(frozen=True)
class ContentPairwiseRaster(Raster):
    """The L×L matrix of a metric between rows x(t) + PE(t), never built.

    A dot product is its exact mean over a block. Where a view holds too many cells
    of random content to square them one by one, those count as squares do on average;
    of a table that no rule makes, an even sample of the rows is squared.
    """

    embedded: Embedded
    metric: Metric = "euclidean"

    @property
    def shape(self) -> tuple[int, int]:
        return self.embedded.encoding.length, self.embedded.encoding.length

    @property
    def averaged(self) -> str:
        return {"euclidean": "root mean square", "cosine": APPROXIMATE}.get(self.metric, "mean")

    @property
    def terms(self) -> int:
        return _DEARER * self.embedded.encoding.dim

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> Pixels:
        blocks = PixelBlocks.of(rows, columns, reduce)
        if not len(blocks.down) or not len(blocks.across):
            return np.empty(blocks.shape, np.float32)
        if not self.embedded.measured:
            return metric_from_dots(*self._with_constant(blocks), self.metric)
        dots, left, right = self._multiplied(rows, columns, reduce)
        if blocks.high > 1:
            left = self._squares(blocks.down, blocks.high)[:, None]
        if blocks.wide > 1:
            right = self._squares(blocks.across, blocks.wide)[None, :]
        return metric_from_dots(dots, left, right, self.metric)

    def exact(self, rows: range, columns: range) -> Array:
        return compared_rows(self.embedded.raster(), rows, columns, self.metric)

    def _with_constant(self, blocks: PixelBlocks) -> Products:
        encoding = self.embedded.turning
        dots, left, right = PairwiseRaster(encoding, "dot").products(blocks)
        constant = np.float32(self.embedded.content.constant(encoding.dim))
        square = np.float32(constant * constant * encoding.dim)
        sums = constant * encoding.dim
        down: Pixels = sums * column_means(encoding, blocks.down, blocks.high)[:, None]
        across: Pixels = sums * column_means(encoding, blocks.across, blocks.wide)[None, :]
        return dots + (down + across + square), left + (2 * down + square), right + (2 * across + square)

    def _multiplied(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce) -> Products:
        """Return dot products of means of rows, and their squared norms, some dimensions at a time."""
        table, dim = self.embedded.raster(), self.embedded.encoding.dim
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
        encoding, table = self.embedded.encoding, self.embedded.raster()
        first, stop = round(centres[0] - run / 2), round(centres[-1] + run / 2) + 1
        rows = np.arange(max(0, first), min(stop, encoding.length))
        if len(rows) * encoding.dim > _CELLS:
            if not isinstance(encoding, Turning):
                return self._sampled_squares(centres, run)
            lone = (
                last_sine_means(encoding, centres, run)[1] if encoding.dim % 2 else np.zeros(len(centres), np.float32)
            )
            return lone + np.float32(encoding.dim // 2 + encoding.dim * self.embedded.content.factor(encoding.dim) ** 2)
        squares, step = np.empty(len(rows)), max(1, _HELD // encoding.dim)
        for start in range(0, len(rows), step):
            check_cancelled()
            some = slice(start, start + step)
            squares[some] = np.square(table.sample(rows[some], np.arange(encoding.dim), "nearest")).sum(axis=1)
        index, part = overlaps(centres[0] - rows[0], run, len(centres), len(rows))
        means: Pixels = ((squares[index] * part).sum(axis=1) / part.sum(axis=1)).astype(np.float32)
        return means

    def _sampled_squares(self, centres: Array, run: float) -> Pixels:
        """Return the mean squared norms of a few rows of each block, evenly spread."""
        encoding = self.embedded.encoding
        few = max(2, _CELLS // (encoding.dim * len(centres)))
        offsets = run * ((np.arange(few) + 0.5) / few - 0.5)
        squares = np.zeros(len(centres))
        for offset in offsets:
            check_cancelled()
            rows = np.clip(np.floor(centres + offset + 0.5), 0, encoding.length - 1)
            squares += np.square(self.embedded.table(encoding.first + rows)).sum(axis=1)
        return (squares / few).astype(np.float32)


@dataclass(frozen=True)
class LagRaster(Raster):
    """One head of a scheme by lag, as a matrix of positions t × s; row t, column s holds the number of lag s − t.

    >>> from peviewer.model.encodings.alibi import Alibi
    >>> LagRaster(Alibi(length=3, heads=4), 0).exact(range(3), range(3))
    array([[-0.  , -0.25, -0.5 ],
           [-0.25, -0.  , -0.25],
           [-0.5 , -0.25, -0.  ]])
    """

    scheme: Lagged
    head: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.scheme.length, self.scheme.length

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        blocks = PixelBlocks.of(rows, columns, reduce)
        if not len(blocks.down) or not len(blocks.across):
            return np.empty((len(blocks.down), len(blocks.across)), np.float32)
        if blocks.alike:
            _, _, first, step, count = blocks.lags
            return toeplitz(self._means(first, step, count, blocks), *blocks.shape)
        if blocks.high == blocks.wide == 1:
            return self._single(blocks)
        if len(blocks.down) * len(blocks.across) <= _LAGS_AT_ONCE:
            lags = blocks.across[None, :] - blocks.down[:, None]
            return self.scheme.block_means(lags, blocks.high, blocks.wide, self.head).astype(np.float32)
        return blocks.interpolated(lambda low, step, count: self._means(low, step, count, blocks), _LAGS_AT_ONCE)

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        lags = np.arange(columns.start - rows.stop + 1, columns.stop - rows.start, dtype=np.float64)
        return toeplitz(self.scheme.block_means(lags, 1, 1, self.head), len(rows), len(columns))

    def _means(self, first: float, step: float, count: int, blocks: PixelBlocks) -> NDArray[np.float32]:
        lags = first + step * np.arange(count, dtype=np.float64)
        return self.scheme.block_means(lags, blocks.high, blocks.wide, self.head).astype(np.float32)

    def _single(self, blocks: PixelBlocks) -> NDArray[np.float32]:
        """Return single cells, spaced anyhow: of few lags each once."""
        lags = blocks.across[None, :] - blocks.down[:, None]
        low, top = float(lags.min()), float(lags.max())
        if top - low >= lags.size:
            return self.scheme.block_means(lags, 1, 1, self.head).astype(np.float32)
        return self._means(low, 1.0, int(top - low) + 1, blocks)[(lags - low).astype(np.int64)]
