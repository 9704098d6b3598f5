"""Sums of waves at evenly spaced lags, small lags without cancellation; distances and similarities follow from them."""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, isqrt
from typing import Literal, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.pairs import Complex, exact_phasors, exponentials, phasors, powers
from peviewer.model.turning.table import dirichlet

Array = NDArray[np.float64]
Metric = Literal["euclidean", "sse", "cosine", "dot"]
AT_ONCE = 2**18  # waves held at a time
BLOCK = 2**16  # lags computed at a time for numbers, not pixels
_LONGEST = 4096  # lags in a run: larger products wait for all cores even if these are busy
_FEW, _PRODUCT = 64, 2**18  # terms and multiplications of a product that one core does: larger ones wait for all


class Terms(NamedTuple):
    """A sum as still + Σ Re(weight·e^(rate·lag)): rates i·ω and less per lag, and the part of pairs that do not turn.

    Rates and weights have shape (n,).
    """

    rates: Complex
    weights: Complex
    still: float = 0.0


def summed(terms: Terms, start: float, step: float, count: int, run: int = 1, rests: Array | None = None) -> Array:
    """Return a sum at `count` evenly spaced lags, each the mean over `run` lags; `rests` are the errors of ω."""
    block = max(1, isqrt(count))  # the product of two short tables
    blocks = ceil(count / block)
    sums = np.full((blocks, block), terms.still)
    some = max(1, AT_ONCE // (blocks + block))
    for first in range(0, len(terms.rates), some):
        check_cancelled()
        part = slice(first, first + some)
        rates = terms.rates[part]
        if rests is None:
            begin = exponentials(rates * start)
        else:
            begin = exact_phasors(np.array([start]), rates.imag, rests[part])[0]
        coarse = powers(terms.weights[part] * _mean(rates, run) * begin, rates * step * block, blocks)
        fine = powers(np.ones(len(rates), np.complex128), rates * step, block)
        for few in range(0, fine.shape[1], _FEW):
            cosines, sines = (np.ascontiguousarray(side[:, few : few + _FEW].T) for side in (fine.real, fine.imag))
            high = max(1, _PRODUCT // (_FEW * block))
            for top in range(0, blocks, high):
                tall = coarse[top : top + high, few : few + _FEW]
                sums[top : top + high] += tall.real @ cosines - tall.imag @ sines
    return sums.reshape(-1)[:count]


def in_growing_runs(terms: Terms, low: int, high: int, count: int) -> Iterator[tuple[int, Array]]:
    """Yield the beginnings of runs of lags in [low, high), each longer than the one before, and the sums there."""
    while low < high:
        yield low, summed(terms, float(low), 1.0, min(count, high - low))
        low, count = low + count, min(4 * count, _LONGEST)


def _mean(rates: Complex, run: int) -> Complex:
    if run <= 1:
        return np.ones(len(rates), np.complex128)
    if not rates.real.any():
        return phasors(rates.imag * ((run - 1) / 2)) * dirichlet(rates.imag, run)
    return np.asarray(np.expm1(rates * run) / (run * np.expm1(rates)))


def lag_squared(encoding: Turning, lags: Array) -> Array:
    """Return Σ 4·sin²(ω·lag/2), which does not cancel where vectors are close."""
    pairs = encoding.dim // 2
    frequencies, rests = encoding.frequencies()[:pairs], encoding.frequency_rests()[:pairs]
    squares = np.empty_like(lags)
    chunk = max(1, AT_ONCE // pairs)
    for start in range(0, len(lags), chunk):
        check_cancelled()
        sines = exact_phasors(lags[start : start + chunk] / 2, frequencies, rests).imag
        squares[start : start + chunk] = 4 * np.square(sines).sum(axis=1)
    return squares


def metric_from_squares(squares: Array, metric: Metric, pairs: int) -> Array:
    """Turn squared distances between vectors of norm √pairs into a metric."""
    if metric == "sse":
        return squares
    if metric == "euclidean":
        return np.sqrt(squares)
    dots = pairs - squares / 2
    return dots / pairs if metric == "cosine" else dots


def lag_squares(encoding: Turning) -> Array:
    """Return the squared distance at lags 0 … L−1, small ones without cancellation."""
    return np.concatenate([lag_block(encoding, block) for block in range(ceil(encoding.length / BLOCK))])


@lru_cache(maxsize=8)
def lag_block(encoding: Turning, block: int) -> Array:
    """Return the squared distance at one block of lags."""
    pairs, start = encoding.dim // 2, block * BLOCK
    terms = Terms(np.asarray(1j * encoding.frequencies()[:pairs]), np.ones(pairs, np.complex128))
    rests, count = encoding.frequency_rests()[:pairs], min(BLOCK, encoding.length - start)
    squares = 2 * (pairs - summed(terms, float(start), 1.0, count, rests=rests))
    small = np.flatnonzero(squares < 1e-3 * pairs)
    squares[small] = lag_squared(encoding, start + small.astype(np.float64))
    squares.setflags(write=False)
    return squares


def toeplitz(values: NDArray, height: int, width: int) -> NDArray:  # type: ignore[type-arg]  # any dtype passes through
    """View height+width−1 numbers as a matrix: cell (k, l) is values[height − 1 − k + l]."""
    stride = values.strides[0]
    return as_strided(values[height - 1 :], (height, width), (-stride, stride), writeable=False)
