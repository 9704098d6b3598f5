"""Distances and similarities between positions: sums of waves by lag, not matrices to fill."""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, isqrt
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.arrays import finite_array, number_array
from peviewer.base.refusals import refused
from peviewer.base.work import check_cancelled
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import toeplitz
from peviewer.model.sampling.raster import Raster
from peviewer.model.turning.pairs import Complex, exact_phasors, exponentials, phasors, powers
from peviewer.model.turning.waves import dirichlet

Array = NDArray[np.float64]
Metric = Literal["euclidean", "sse", "cosine", "dot"]

# So many waves are held at a time.
AT_ONCE = 2**18

# So many lags are computed at a time for numbers, not pixels.
BLOCK = 2**16

# The position that others are compared with by default.
_USUAL = 20

# So many cells of a table are held at a time: 2 MB.
_HELD = 2**18

# A run has at most so many lags: larger products wait for all cores even if these are busy.
_LONGEST = 4096

# One core multiplies at most so many terms, and numbers: larger products wait for all cores.
_FEW = 64
_PRODUCT = 2**18


class Terms(NamedTuple):
    """A sum as unrotated_part + Σ Re(weight·e^(rate·lag)); rates and weights have shape (n,).

    Rates are i·ω, less what is lost per lag; `unrotated_part` is that of pairs that do not turn.
    """

    rates: Complex
    weights: Complex
    unrotated_part: float = 0.0


def sum_at_lags(
    terms: Terms,
    start: float,
    step: float,
    count: int,
    run: int = 1,
    rounding_errors: Array | None = None,
) -> Array:
    """Return a sum at `count` lags, `step` apart from `start` on, each the mean over `run` lags.

    `rounding_errors` are the rounding errors of ω.
    """
    # The waves are a product of two short tables: blocks of lags, and the lags of one block.
    block = max(1, isqrt(count))
    blocks = ceil(count / block)
    sums = np.full((blocks, block), terms.unrotated_part)
    terms_at_once = max(1, AT_ONCE // (blocks + block))
    for first in range(0, len(terms.rates), terms_at_once):
        check_cancelled()
        chosen = slice(first, first + terms_at_once)
        rates = terms.rates[chosen]
        if rounding_errors is None:
            start_waves = exponentials(rates * start)
        else:
            start_waves = exact_phasors(np.array([start]), rates.imag, rounding_errors[chosen])[0]
        weights = terms.weights[chosen] * _mean_factors(rates, run) * start_waves
        coarse = powers(weights, rates * step * block, blocks)
        fine = powers(np.ones(len(rates), np.complex128), rates * step, block)
        _add_products(sums, coarse, fine)
    return sums.reshape(-1)[:count]


def _add_products(sums: Array, coarse: Complex, fine: Complex) -> None:
    """Add the real part of coarse · fine, (blocks, terms) by (block, terms), in small products."""
    blocks, terms = coarse.shape
    rows_at_once = max(1, _PRODUCT // (_FEW * len(fine)))
    for first in range(0, terms, _FEW):
        chosen = slice(first, first + _FEW)
        cosines = np.ascontiguousarray(fine.real[:, chosen].T)
        sines = np.ascontiguousarray(fine.imag[:, chosen].T)
        for top in range(0, blocks, rows_at_once):
            rows = slice(top, top + rows_at_once)
            factors = coarse[rows, chosen]
            sums[rows] += factors.real @ cosines - factors.imag @ sines


def in_growing_runs(terms: Terms, low: int, high: int, count: int) -> Iterator[tuple[int, Array]]:
    """Yield the first lags of runs in [low, high), and the sums there.

    The first run has `count` lags, each further one more.
    """
    while low < high:
        yield low, sum_at_lags(terms, float(low), 1.0, min(count, high - low))
        low += count
        count = min(4 * count, _LONGEST)


def _mean_factors(rates: Complex, run: int) -> Complex:
    """Return what the mean over `run` lags multiplies each wave by."""
    if run <= 1:
        return np.ones(len(rates), np.complex128)
    if not rates.real.any():
        return phasors(rates.imag * ((run - 1) / 2)) * dirichlet(rates.imag, run)
    return np.asarray(np.expm1(rates * run) / (run * np.expm1(rates)))


def squares_at_real_lags(encoding: Turning, lags: Array) -> Array:
    """Return Σ 4·sin²(ω·lag/2), which does not cancel where vectors are close."""
    pairs = encoding.dim // 2
    frequencies = encoding.frequencies()[:pairs]
    rounding_errors = encoding.frequency_rounding_errors()[:pairs]
    squares = np.empty_like(lags)
    lags_at_once = max(1, AT_ONCE // pairs)
    for start in range(0, len(lags), lags_at_once):
        check_cancelled()
        chosen = slice(start, start + lags_at_once)
        sines = exact_phasors(lags[chosen] / 2, frequencies, rounding_errors).imag
        squares[chosen] = 4 * np.square(sines).sum(axis=1)
    return squares


def metric_from_squares(squares: Array, metric: Metric, pairs: int) -> Array:
    """Turn squared distances between vectors of norm √pairs into a metric."""
    if metric == "sse":
        return squares
    if metric == "euclidean":
        return np.sqrt(squares)
    dots = pairs - squares / 2
    return dots / pairs if metric == "cosine" else dots


def squares_at_all_lags(encoding: Turning) -> Array:
    """Return the squared distance at lags 0 … L−1, small ones without cancellation."""
    blocks = range(ceil(encoding.length / BLOCK))
    return np.concatenate([_lag_block(encoding, block) for block in blocks])


def squares_at_whole_lags(encoding: Turning, lags: NDArray[np.int64]) -> Array:
    """Return the squared distance at whole lags from 0 on, small ones without cancellation."""
    squares = np.empty(len(lags))
    blocks = lags // BLOCK
    for block in np.unique(blocks).tolist():
        is_inside = blocks == block
        lags_within = lags[is_inside] - block * BLOCK
        squares[is_inside] = _lag_block(encoding, block)[lags_within]
    return squares


@lru_cache(maxsize=8)
def _lag_block(encoding: Turning, block: int) -> Array:
    """Return the squared distance at one block of lags."""
    pairs = encoding.dim // 2
    start = block * BLOCK
    rates = np.asarray(1j * encoding.frequencies()[:pairs])
    rounding_errors = encoding.frequency_rounding_errors()[:pairs]
    terms = Terms(rates, np.ones(pairs, np.complex128))
    count = min(BLOCK, encoding.length - start)
    squares = 2 * (
        pairs - sum_at_lags(terms, float(start), 1.0, count, rounding_errors=rounding_errors)
    )
    small = np.flatnonzero(squares < 1e-3 * pairs)
    squares[small] = squares_at_real_lags(encoding, start + small.astype(np.float64))
    squares.setflags(write=False)
    return squares


def _check_metric(metric: str) -> None:
    metrics = get_args(Metric)
    if metric not in metrics:
        raise ValueError(refused("metric", metric, f"it must be one of {', '.join(metrics)}"))


def lag_profile(encoding: Turning, lags: ArrayLike, metric: Metric = "euclidean") -> Array:
    """Return how two positions compare that are `lags` apart, wherever they lie.

    Parameters
    ----------
    encoding : Turning
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
    _check_metric(metric)
    if not isinstance(encoding, Turning):
        name = encoding.title if isinstance(encoding, Scheme) else "an array"
        raise ValueError(
            f"encoding = {name} is not allowed: it must be sines and cosines, or lags alone "
            "say nothing"
        )
    if encoding.dim % 2:
        allowed = (
            "it must be even, for with odd d distances depend on the position as well as on the lag"
        )
        raise ValueError(refused("dim", encoding.dim, allowed))
    distances = finite_array("lags", lags)
    squares = squares_at_real_lags(encoding, distances.reshape(-1))
    return metric_from_squares(squares, metric, encoding.dim // 2).reshape(distances.shape)


def pairwise(encoding_or_table: Tabled | ArrayLike, metric: Metric = "euclidean") -> Array:
    """Compare every position with every other.

    Parameters
    ----------
    encoding_or_table : Tabled or array_like, shape (L, d)
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
    _check_metric(metric)
    encoding = encoding_or_table
    if isinstance(encoding, Turning) and encoding.dim % 2 == 0:
        values = metric_from_squares(squares_at_all_lags(encoding), metric, encoding.dim // 2)
        return toeplitz(np.concatenate([values[:0:-1], values]), encoding.length, encoding.length)
    table = _rows_of(encoding)
    return _compare_vectors(table, table, metric)


def _rows_of(encoding_or_table: Tabled | ArrayLike) -> Array:
    if isinstance(encoding_or_table, Tabled):
        return encoding_or_table.vectors()
    table = number_array("table", encoding_or_table)
    if table.ndim != 2:
        raise ValueError(
            f"table of shape {table.shape} is not allowed: it must have two axes, (L, d)"
        )
    return table


def compared_rows(table: Raster, rows: range, columns: range, metric: Metric) -> Array:
    """Compare some `rows` of a table of positions × dimensions with others, `columns`.

    It takes little memory, and is in double precision.
    """
    values = np.empty((len(rows), len(columns)))
    dims = range(table.shape[1])
    step = max(1, _HELD // len(dims))
    for top in range(0, len(rows), step):
        strip = slice(top, top + step)
        left = table.exact(rows[strip], dims)
        for start in range(0, len(columns), step):
            check_cancelled()
            block = slice(start, start + step)
            right = table.exact(columns[block], dims)
            values[strip, block] = _compare_vectors(left, right, metric)
    return values


def _compare_vectors(left: Array, right: Array, metric: Metric) -> Array:
    dots: Array = left @ right.T
    if metric == "dot":
        return dots
    if metric == "cosine":
        return dots / norms_or_one(left)[:, None] / norms_or_one(right)[None, :]
    left_squares = np.square(left).sum(axis=1)
    right_squares = np.square(right).sum(axis=1)
    squares_of_norms = left_squares[:, None] + right_squares[None, :]
    squares = squares_of_norms - 2 * dots
    # Where vectors are close, the difference of dots would cancel.
    close_cells = np.argwhere(squares < 1e-3 * squares_of_norms)
    step = max(1, _HELD // left.shape[1])
    for start in range(0, len(close_cells), step):
        row, column = close_cells[start : start + step].T
        differences = left[row] - right[column]
        squares[row, column] = np.square(differences).sum(axis=1)
    return squares if metric == "sse" else np.asarray(np.sqrt(squares))


def norms_or_one(table: Array) -> Array:
    """Return the norm of every row, and 1 for those of length 0."""
    norms = np.linalg.norm(table, axis=1)
    return np.where(norms > 0, norms, 1.0)


def profile(
    encoding_or_table: Tabled | ArrayLike, position: int | None = None, metric: Metric = "dot"
) -> Array:
    """Compare one position with all others.

    Parameters
    ----------
    encoding_or_table : Tabled or array_like, shape (L, d)
        An encoding, or rows of numbers.
    position : int, optional
        The position t (of a table: its row); None for 20, or the nearest there is.
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
    _check_metric(metric)
    encoding = encoding_or_table
    if isinstance(encoding, Turning) and encoding.dim % 2 == 0:
        row = _row_of_position(position, encoding.positions)
        lags = np.abs(np.arange(encoding.length) - row)
        return metric_from_squares(squares_at_all_lags(encoding)[lags], metric, encoding.dim // 2)
    table = _rows_of(encoding)
    positions = encoding.positions if isinstance(encoding, Tabled) else range(len(table))
    row = _row_of_position(position, positions)
    return np.asarray(_compare_vectors(table[row : row + 1], table, metric)[0])


def _row_of_position(position: int | None, positions: range) -> int:
    first = positions[0]
    last = positions[-1]
    if position is None:
        position = min(max(_USUAL, first), last)
    if position not in positions:
        raise ValueError(refused("position", position, f"it must be from {first} to {last}"))
    return position - first
