"""Distances and similarities between positions: functions of the lag, not matrices to fill."""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, isqrt, sqrt
from typing import Literal, get_args

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import ArrayLike, NDArray

from peviewer.model.encoding import Encoding
from peviewer.model.exact import product_rest
from peviewer.model.raster import Raster, Reduce, grid
from peviewer.model.rotation import Complex, dirichlet, phasors

Metric = Literal["euclidean", "sse", "cosine", "dot"]
Array = NDArray[np.float64]
Pixels = NDArray[np.float32]
_AT_ONCE = 1024  # pairs whose phasors are held at a time
_NEAR = 4096  # up to this lag rounding costs an angle less than 1e-12; beyond, what it took is put back
_BLOCK = 2**16  # lags worked out at a time where numbers are wanted, not pixels
_HELD = 2**20  # cells of a table held at a time


def _checked(metric: str) -> None:
    if metric not in get_args(Metric):
        raise ValueError(f"metric = {metric!r} is not allowed: it must be one of {', '.join(get_args(Metric))}")


def lag_profile(encoding: Encoding, lags: ArrayLike, metric: Metric = "euclidean") -> Array:
    """Return how two positions compare that are `lags` apart, wherever they lie.

    Parameters
    ----------
    encoding : Encoding
        With an even dimension: then only the lag matters.
    lags : array_like, shape (n,) or a scalar
        Differences of positions, any real numbers.
    metric : {"euclidean", "sse", "cosine", "dot"}
        Distance, squared distance, cosine similarity, dot product.

    Returns
    -------
    ndarray, shape of `lags`, float64
        dot = Σ cos ω_iΔ; sse = Σ 4·sin²(ω_iΔ/2), which does not cancel at small lags.

    Raises
    ------
    ValueError
        If d is odd (its last sine makes distances depend on the position too),
        a lag is not finite, or there is no such metric.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> lag_profile(Sinusoidal(dim=500), [1]).round(8)
    array([3.67198566])
    """
    _checked(metric)
    if encoding.dim % 2:
        raise ValueError(
            f"dim = {encoding.dim} is not allowed: it must be even, "
            "for with odd d distances depend on the position as well as on the lag"
        )
    distances = np.asarray(lags, dtype=np.float64)
    if not np.all(np.isfinite(distances)):
        raise ValueError(f"lags = {lags!r} is not allowed: they must be finite numbers")
    squares = _squares(encoding, distances.reshape(-1))
    return _of_squares(squares, metric, encoding.dim // 2).reshape(distances.shape)


def _squares(encoding: Encoding, lags: Array) -> Array:
    """Return Σ 4·sin²(ω·lag/2), which does not cancel where vectors are close."""
    pairs = _full_pairs(encoding)
    squares = np.empty_like(lags)
    chunk = max(1, 250_000 // pairs.shape[1])
    for start in range(0, len(lags), chunk):
        sines = _waves(lags[start : start + chunk] / 2, pairs, exact=True).imag
        squares[start : start + chunk] = 4 * np.square(sines).sum(axis=1)
    return squares


def _full_pairs(encoding: Encoding) -> Array:
    """Return frequencies and what rounding took from them, (2, d/2), of the pairs with a sine and a cosine."""
    return np.stack([encoding.frequencies(), encoding.frequency_rests()])[:, : encoding.dim // 2]


def _waves(lags: Array, pairs: Array, exact: bool) -> Complex:
    """Return e^{iω·lag}, shape (lags, pairs); where exact, as right for large lags as for small ones."""
    frequencies, rests = pairs
    waves = phasors(lags[:, None] * frequencies)
    if exact and np.abs(lags).max(initial=0) > _NEAR:
        waves *= phasors(product_rest(lags[:, None], frequencies) + lags[:, None] * rests)
    return waves


def _of_squares(squares: Array, metric: Metric, pairs: int) -> Array:
    """Turn squared distances between vectors of norm √pairs into a metric."""
    if metric == "sse":
        return squares
    if metric == "euclidean":
        return np.sqrt(squares)
    dots = pairs - squares / 2
    return dots / pairs if metric == "cosine" else dots


def _even_dots(pairs: Array, weights: Array, start: float, step: float, count: int, exact: bool) -> Array:
    """Return Σ weight·cos(ω·lag) at `count` evenly spaced lags, as products of two short tables."""
    block = max(1, isqrt(count))
    far = start + step * block * np.arange(ceil(count / block), dtype=np.float64)
    near = step * np.arange(block, dtype=np.float64)
    dots = np.zeros((len(far), len(near)))
    chunk = max(1, 200_000 // (len(far) + len(near)))
    for some in (slice(first, first + chunk) for first in range(0, len(weights), chunk)):
        coarse, fine = weights[some] * _waves(far, pairs[:, some], exact), _waves(near, pairs[:, some], exact)
        left = np.concatenate([coarse.real, coarse.imag], axis=1)
        right = np.concatenate([fine.real, -fine.imag], axis=1)
        dots += left @ right.T
    return dots.reshape(-1)[:count]


def _lag_squares(encoding: Encoding, start: int = 0, count: int | None = None) -> Array:
    """Return the squared distance at a run of lags, by default 0 … L−1, small ones without cancellation."""
    pairs = encoding.dim // 2
    count = encoding.length if count is None else count
    dots = _even_dots(_full_pairs(encoding), np.ones(pairs), float(start), 1.0, count, exact=True)
    squares = 2 * (pairs - dots)
    small = np.flatnonzero(squares < 1e-3 * pairs)
    squares[small] = _squares(encoding, start + small.astype(np.float64))
    return squares


@lru_cache(maxsize=8)
def _lag_block(encoding: Encoding, block: int) -> Array:
    """Return the squared distance at the lags of one block of many."""
    start = block * _BLOCK
    return _lag_squares(encoding, start, min(_BLOCK, encoding.length - start))


def pairwise(encoding_or_table: Encoding | ArrayLike, metric: Metric = "euclidean") -> Array:
    """Compare every position with every other.

    Parameters
    ----------
    encoding_or_table : Encoding or array_like, shape (L, d)
        An encoding, or rows of numbers.
    metric : {"euclidean", "sse", "cosine", "dot"}
        Distance, squared distance, cosine similarity, dot product.

    Returns
    -------
    ndarray, shape (L, L), float64
        Row t, column s. For an encoding of even dimension a read-only view of
        its 2L − 1 distinct numbers: no L×L memory is used.

    Raises
    ------
    ValueError
        If there is no such metric or the table is not two-dimensional.

    Examples
    --------
    >>> pairwise([[0.0, 3.0], [4.0, 0.0]])
    array([[0., 5.],
           [5., 0.]])
    """
    _checked(metric)
    if not isinstance(encoding_or_table, Encoding):
        return _table_pairwise(np.asarray(encoding_or_table, dtype=np.float64), metric)
    encoding = encoding_or_table
    if encoding.dim % 2:
        return _table_pairwise(encoding.table(), metric)
    values = _of_squares(_lag_squares(encoding), metric, encoding.dim // 2)
    both = np.concatenate([values[:0:-1], values])
    return _toeplitz(both, encoding.length, encoding.length)


def _toeplitz(values: NDArray, height: int, width: int) -> NDArray:  # type: ignore[type-arg]  # any dtype passes through
    """View height+width−1 numbers as a matrix: cell (k, l) is values[height − 1 − k + l]."""
    stride = values.strides[0]
    return as_strided(values[height - 1 :], (height, width), (-stride, stride), writeable=False)


def _table_pairwise(table: Array, metric: Metric) -> Array:
    if table.ndim != 2:
        raise ValueError(f"table of shape {table.shape} is not allowed: it must have two axes, (L, d)")
    if metric in ("dot", "cosine"):
        dots: Array = table @ table.T
        return dots if metric == "dot" else dots / _norms_or_one(table)[:, None] / _norms_or_one(table)[None, :]
    squares = np.empty((len(table), len(table)))
    for row, vector in enumerate(table):  # one row at a time: exact differences, L×d memory
        difference = table - vector
        squares[row] = np.einsum("ij,ij->i", difference, difference)
    return squares if metric == "sse" else np.sqrt(squares)


def compared_rows(table: Raster, rows: range, columns: range, metric: Metric) -> Array:
    """Compare some rows of a table of numbers with others, in double precision and little memory.

    Parameters
    ----------
    table : Raster
        Positions × dimensions.
    rows, columns : range
        Runs of its rows, of step 1: what is compared with what.
    metric : {"euclidean", "sse", "cosine", "dot"}
        As for :func:`pairwise`.

    Returns
    -------
    ndarray, shape (len(rows), len(columns)), float64

    Examples
    --------
    >>> from peviewer.model.given import GivenRaster
    >>> compared_rows(GivenRaster(np.array([[0.0, 3.0], [4.0, 0.0]])), range(0, 1), range(0, 2), "euclidean")
    array([[0., 5.]])
    """
    values, dims = np.empty((len(rows), len(columns))), range(table.shape[1])
    step = max(1, _HELD // len(dims))
    for top in range(0, len(rows), step):
        left = table.exact(rows[top : top + step], dims)
        for start in range(0, len(columns), step):
            right = table.exact(columns[start : start + step], dims)
            values[top : top + step, start : start + step] = _compared_vectors(left, right, metric)
    return values


def _compared_vectors(left: Array, right: Array, metric: Metric) -> Array:
    dots: Array = left @ right.T
    if metric == "dot":
        return dots
    if metric == "cosine":
        return dots / _norms_or_one(left)[:, None] / _norms_or_one(right)[None, :]
    norms = np.square(left).sum(axis=1)[:, None] + np.square(right).sum(axis=1)[None, :]
    squares = norms - 2 * dots
    close = np.argwhere(squares < 1e-3 * norms)  # there the difference of dots would cancel
    step = max(1, _HELD // left.shape[1])
    for start in range(0, len(close), step):
        row, column = close[start : start + step].T
        squares[row, column] = np.square(left[row] - right[column]).sum(axis=1)
    distances: Array = squares if metric == "sse" else np.sqrt(squares)
    return distances


def _norms_or_one(table: Array) -> Array:
    norms: Array = np.linalg.norm(table, axis=1)
    return np.where(norms > 0, norms, 1.0)


def profile(encoding_or_table: Encoding | ArrayLike, position: int = 20, metric: Metric = "dot") -> Array:
    """Compare one position with all others.

    Parameters
    ----------
    encoding_or_table : Encoding or array_like, shape (L, d)
        An encoding, or rows of numbers.
    position : int
        The position t (of a table: its row).
    metric : {"euclidean", "sse", "cosine", "dot"}
        As for :func:`pairwise`.

    Returns
    -------
    ndarray, shape (L,), float64

    Raises
    ------
    ValueError
        If the position is not in the table, or there is no such metric.

    Examples
    --------
    >>> profile([[0.0, 3.0], [4.0, 0.0]], position=1, metric="sse")
    array([25.,  0.])
    """
    _checked(metric)
    if isinstance(encoding_or_table, Encoding):
        encoding = encoding_or_table
        places = encoding.positions
        if position not in places:
            raise ValueError(f"position = {position} is not allowed: it must be from {places[0]} to {places[-1]}")
        if encoding.dim % 2 == 0:
            lags = np.abs(np.arange(encoding.length) - (position - encoding.first))
            return _of_squares(_lag_squares(encoding), metric, encoding.dim // 2)[lags]
        table, row = encoding.table(), position - encoding.first
    else:
        table, row = np.asarray(encoding_or_table, dtype=np.float64), position
        if table.ndim != 2:
            raise ValueError(f"table of shape {table.shape} is not allowed: it must have two axes, (L, d)")
        if not 0 <= row < len(table):
            raise ValueError(f"position = {position} is not allowed: it must be from 0 to {len(table) - 1}")
    if metric in ("sse", "euclidean"):
        squares: Array = np.square(table - table[row]).sum(axis=1)
        return squares if metric == "sse" else np.sqrt(squares)
    dots: Array = table @ table[row]
    if metric == "cosine":
        norms = _norms_or_one(table)
        dots = dots / norms / norms[row]
    return dots


@dataclass(frozen=True)
class PairwiseRaster(Raster):
    """The L×L matrix of a metric, never built.

    Zoomed out, a dot product, cosine or squared distance is its exact mean over
    the block; a Euclidean distance is the root of the mean square. With odd d
    the cosine's norms are taken at their root mean square over the block.
    """

    encoding: Encoding
    metric: Metric = "euclidean"

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and positions."""
        return self.encoding.length, self.encoding.length

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        """Return cells or block means; see :meth:`Raster.sample`."""
        blocks = Blocks.of(rows, columns, reduce)
        if not len(blocks.down) or not len(blocks.across):
            return np.empty((len(blocks.down), len(blocks.across)), np.float32)
        if self.encoding.dim % 2 == 0 and blocks.alike:
            return _toeplitz(_block_lags(self.encoding, self.metric, *blocks.lags), *blocks.shape)
        return compared(*self.products(blocks), self.metric)

    def exact(self, rows: range, columns: range) -> Array:
        """Return single cells in double precision; see :meth:`Raster.exact`."""
        encoding = self.encoding
        if encoding.dim % 2:
            return compared_rows(encoding.raster(), rows, columns, self.metric)
        lags = np.abs(np.arange(columns.start - rows.stop + 1, columns.stop - rows.start))
        squares = np.empty(len(lags))
        blocks = lags // _BLOCK
        for block in np.unique(blocks).tolist():
            inside = blocks == block
            squares[inside] = _lag_block(encoding, block)[lags[inside] - block * _BLOCK]
        return _toeplitz(_of_squares(squares, self.metric, encoding.dim // 2), len(rows), len(columns))

    def products(self, blocks: "Blocks") -> tuple[Pixels, Pixels, Pixels]:
        """Return mean dot products, (h, w), and mean squared norms of rows, (h, 1), and of columns, (1, w)."""
        encoding = self.encoding
        pairs = np.full((1, 1), encoding.dim // 2, np.float32)
        if blocks.alike:
            dots = _toeplitz(_block_lags(encoding, "dot", *blocks.lags), *blocks.shape)
        elif blocks.high == blocks.wide == 1:
            dots = self._single(blocks)
        else:
            dots = self._interpolated(blocks)
        if encoding.dim % 2 == 0:
            return dots, pairs, pairs
        left, left_square = _lone_sine(encoding, blocks.down, blocks.high)
        right, right_square = _lone_sine(encoding, blocks.across, blocks.wide)
        dots = dots + left[:, None] * right[None, :]
        return dots, pairs + left_square[:, None], pairs + right_square[None, :]

    def _single(self, blocks: "Blocks") -> Pixels:
        """Multiply out single cells: far apart, their lags follow no grid and nothing is averaged."""
        frequencies = self.encoding.frequencies()[: self.encoding.dim // 2]
        dots = np.zeros(blocks.shape, np.float32)
        for start in range(0, len(frequencies), _AT_ONCE):
            some = frequencies[start : start + _AT_ONCE]
            down, across = (phasors(at[:, None] * some).astype(np.complex64) for at in (blocks.down, blocks.across))
            dots += down.real @ across.real.T + down.imag @ across.imag.T
        return dots

    def _interpolated(self, blocks: "Blocks") -> Pixels:
        """Look lags up between fine, even ones.

        Averaging leaves a cosine of frequency ω at most 2/(ω·high) · 2/(ω·wide) of its height, so a step of
        √(high·wide)/16 keeps the straight line between two lags within 1/512 of the curve. Where blocks are
        far from square that many lags would be dear, and few pairs need them.
        """
        down, across = blocks.down, blocks.across
        low, top = float(across[0] - down[-1]), float(across[-1] - down[0])
        affordable = (top - low) * self.encoding.dim / 2**25
        step = min(max(sqrt(blocks.high * blocks.wide) / 16, affordable), max(blocks.high, blocks.wide) / 16)
        count = int((top - low) / step) + 4
        values = _block_lags(self.encoding, "dot", blocks.high, blocks.wide, low - step, step, count)
        places = ((across - low) / step + 1)[None, :] - (down / step)[:, None]
        places = places.astype(np.float32 if count < 2**16 else np.float64)
        below = places.astype(np.int32)
        part = (places - below).astype(np.float32)
        differences = np.diff(values, append=values[-1:])
        return values[below] + part * differences[below]


def compared(dots: Pixels, left: Pixels, right: Pixels, metric: Metric) -> Pixels:
    """Turn mean dot products and mean squared norms into a metric."""
    if metric == "dot":
        return dots
    if metric == "cosine":
        norms = np.sqrt(left * right)
        cosines: Pixels = np.divide(dots, norms, out=np.zeros_like(dots), where=norms > 0)
        return cosines
    squares: Pixels = np.maximum(left + right - 2 * dots, 0)
    return squares if metric == "sse" else np.sqrt(squares)


@dataclass(frozen=True, eq=False)
class Blocks:
    """The blocks of positions that the pixels of an L×L matrix stand for.

    Attributes
    ----------
    down, across : ndarray, float64
        Centres in cells, rows and columns.
    high, wide : float
        How many positions a block has each way; 1 for single cells.
    """

    down: Array
    high: float
    across: Array
    wide: float

    @classmethod
    def of(cls, rows: ArrayLike, columns: ArrayLike, reduce: Reduce) -> "Blocks":
        """Return the blocks around cell coordinates; single whole cells where nothing is averaged."""
        down, high = grid(rows)
        across, wide = grid(columns)
        if reduce == "nearest" or high <= 1:
            down, high = np.floor(down + 0.5), 1.0
        if reduce == "nearest" or wide <= 1:
            across, wide = np.floor(across + 0.5), 1.0
        return cls(down, high, across, wide)

    @property
    def shape(self) -> tuple[int, int]:
        """Pixels down and across."""
        return len(self.down), len(self.across)

    @property
    def step(self) -> float:
        """The spacing of the centres along the longer side."""
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


def _spaced(points: Array, step: float) -> bool:
    """Whether points are `step` apart (rounding to whole cells may have undone that)."""
    return len(points) < 2 or bool(np.abs(np.diff(points) - step).max() < 1e-6 * max(1.0, step) / len(points))


@lru_cache(maxsize=16)
def _block_lags(
    encoding: Encoding, metric: Metric, high: float, wide: float, start: float, step: float, count: int
) -> Pixels:
    """Return a metric (dots of full pairs, for odd d) over high × wide blocks at evenly spaced differences."""
    pairs = _full_pairs(encoding)
    weights = dirichlet(pairs[0], high) * dirichlet(pairs[0], wide)
    dots = _even_dots(pairs, weights, start, step, count, exact=False)
    if metric != "dot":
        dots = _of_squares(np.maximum(2 * (len(weights) - dots), 0), metric, len(weights))
    values = dots.astype(np.float32)
    values.setflags(write=False)
    return values


def _lone_sine(encoding: Encoding, centres: Array, run: float) -> tuple[Pixels, Pixels]:
    """Return block means of the last sine of an odd d, and of its square."""
    omega = encoding.frequencies()[-1:]
    positions = encoding.first + centres
    mean = np.sin(omega * positions) * dirichlet(omega, run)
    square = (1 - np.cos(2 * omega * positions) * dirichlet(2 * omega, run)) / 2
    return mean.astype(np.float32), square.astype(np.float32)
