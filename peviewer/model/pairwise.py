"""Distances and similarities between positions: functions of the lag, not matrices to fill."""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, isqrt
from typing import Literal, get_args

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import ArrayLike, NDArray

from peviewer.model.encoding import Encoding
from peviewer.model.raster import Raster, Reduce, grid
from peviewer.model.rotation import dirichlet, phasors

Metric = Literal["euclidean", "sse", "cosine", "dot"]
Array = NDArray[np.float64]


def _checked(metric: str) -> None:
    if metric not in get_args(Metric):
        raise ValueError(f"metric = {metric!r} is not allowed: it must be one of {', '.join(get_args(Metric))}")


def _full_pairs(encoding: Encoding) -> Array:
    """Return the frequencies of the pairs that have both a sine and a cosine."""
    return encoding.frequencies()[: encoding.dim // 2]


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
    flat = distances.reshape(-1)
    squares = np.empty_like(flat)
    frequencies = _full_pairs(encoding)
    chunk = max(1, 1_000_000 // len(frequencies))
    for start in range(0, len(flat), chunk):
        halves = flat[start : start + chunk, None] * (frequencies / 2)[None, :]
        squares[start : start + chunk] = np.square(2 * np.sin(halves)).sum(axis=1)
    return _of_squares(squares, metric, len(frequencies)).reshape(distances.shape)


def _of_squares(squares: Array, metric: Metric, pairs: int) -> Array:
    """Turn squared distances between vectors of norm √pairs into a metric."""
    if metric == "sse":
        return squares
    if metric == "euclidean":
        return np.sqrt(squares)
    dots = pairs - squares / 2
    return dots / pairs if metric == "cosine" else dots


def _even_dots(frequencies: Array, weights: Array, start: float, step: float, count: int) -> Array:
    """Return Σ weight·cos(ω·lag) at `count` evenly spaced lags, as a product of two short tables."""
    block = max(1, isqrt(count))
    coarse = phasors((start + step * block * np.arange(ceil(count / block)))[:, None] * frequencies[None, :])
    coarse *= weights
    fine = phasors((step * np.arange(block))[:, None] * frequencies[None, :])
    left = np.concatenate([coarse.real, coarse.imag], axis=1)
    right = np.concatenate([fine.real, -fine.imag], axis=1)
    product: Array = left @ right.T
    return product.reshape(-1)[:count]


def _lag_squares(encoding: Encoding) -> Array:
    """Return the squared distance at lags 0 … L−1, small ones without cancellation."""
    frequencies = _full_pairs(encoding)
    pairs = len(frequencies)
    squares = 2 * (pairs - _even_dots(frequencies, np.ones(pairs), 0.0, 1.0, encoding.length))
    for lag in np.flatnonzero(squares < 1e-3 * pairs):
        squares[lag] = np.square(2 * np.sin(lag * (frequencies / 2))).sum()
    return squares


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
        down, high = grid(rows)
        across, wide = grid(columns)
        if not len(down) or not len(across):
            return np.empty((len(down), len(across)), np.float32)
        if reduce == "nearest" or high <= 1:
            down, high = np.floor(down + 0.5), 1.0 if reduce == "nearest" else high
        if reduce == "nearest" or wide <= 1:
            across, wide = np.floor(across + 0.5), 1.0 if reduce == "nearest" else wide
        dots = self._dots(down, max(1.0, high), across, max(1.0, wide))
        return self._metric_of(dots, down, max(1.0, high), across, max(1.0, wide))

    def _dots(self, down: Array, high: float, across: Array, wide: float) -> NDArray[np.float32]:
        """Return mean dot products of full pairs over blocks of high × wide positions."""
        step_down = float(down[1] - down[0]) if len(down) > 1 else 0.0
        step_across = float(across[1] - across[0]) if len(across) > 1 else 0.0
        single = len(down) == 1 or len(across) == 1
        alike = abs(step_down - step_across) <= 1e-9 * max(step_down, step_across)
        if (single or alike) and _is_even(down) and _is_even(across):
            step = max(step_down, step_across) or 1.0
            count = len(down) + len(across) - 1
            values = _block_dots(self.encoding, high, wide, float(across[0] - down[-1]), step, count)
            return _toeplitz(values, len(down), len(across))
        return self._interpolated(down, high, across, wide)

    def _interpolated(self, down: Array, high: float, across: Array, wide: float) -> NDArray[np.float32]:
        """Look lags up between fine, even ones: averaging has left nothing faster than a block."""
        step = max(high, wide) / 16
        low, top = float(across[0] - down[-1]), float(across[-1] - down[0])
        values = _block_dots(self.encoding, high, wide, low - step, step, int((top - low) / step) + 4)
        places = ((across - low) / step + 1)[None, :] - (down / step)[:, None]
        places = places.astype(np.float32 if len(values) < 2**16 else np.float64)
        below = places.astype(np.int32)
        part = (places - below).astype(np.float32)
        differences = np.diff(values, append=values[-1:])
        return values[below] + part * differences[below]

    def _metric_of(
        self, dots: NDArray[np.float32], down: Array, high: float, across: Array, wide: float
    ) -> NDArray[np.float32]:
        pairs = np.float32(self.encoding.dim // 2)
        if self.encoding.dim % 2 == 0:
            if self.metric == "dot":
                return dots
            if self.metric == "cosine":
                return dots / pairs
            squares: NDArray[np.float32] = np.maximum(2 * (pairs - dots), 0)
            return squares if self.metric == "sse" else np.sqrt(squares)
        left, left_square = _lone_sine(self.encoding, down, high)
        right, right_square = _lone_sine(self.encoding, across, wide)
        dots = dots + left[:, None] * right[None, :]
        lengths = (pairs + left_square)[:, None], (pairs + right_square)[None, :]
        if self.metric == "dot":
            return dots
        if self.metric == "cosine":
            norms = np.sqrt(lengths[0] * lengths[1])
            return np.divide(dots, norms, out=np.zeros_like(dots), where=norms > 0)
        squares = np.maximum(lengths[0] + lengths[1] - 2 * dots, 0)
        return squares if self.metric == "sse" else np.sqrt(squares)


def _is_even(points: Array) -> bool:
    """Whether points stay evenly spaced (rounding to whole cells may have undone it)."""
    return len(points) < 3 or bool(np.abs(np.diff(points) - (points[1] - points[0])).max() < 1e-6)


@lru_cache(maxsize=16)
def _block_dots(
    encoding: Encoding, high: float, wide: float, start: float, step: float, count: int
) -> NDArray[np.float32]:
    """Return mean dot products over high × wide blocks at evenly spaced block differences."""
    frequencies = _full_pairs(encoding)
    weights = dirichlet(frequencies, high) * dirichlet(frequencies, wide)
    values = _even_dots(frequencies, weights, start, step, count).astype(np.float32)
    values.setflags(write=False)
    return values


def _lone_sine(encoding: Encoding, centres: Array, run: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return block means of the last sine of an odd d, and of its square."""
    omega = encoding.frequencies()[-1:]
    positions = encoding.first + centres
    mean = np.sin(omega * positions) * dirichlet(omega, run)
    square = (1 - np.cos(2 * omega * positions) * dirichlet(2 * omega, run)) / 2
    return mean.astype(np.float32), square.astype(np.float32)
