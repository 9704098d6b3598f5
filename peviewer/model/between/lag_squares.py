"""The squared distance of two vectors of sines and cosines by their lag."""

from functools import lru_cache
from math import ceil

import numpy as np
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.between.lag_sums import WAVES_AT_ONCE, Array, Terms, sum_at_lags
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.pairs import exact_phasors

# How many lags are computed at a time where numbers are asked for, not pixels.
BLOCK = 2**16


def squares_at_real_lags(encoding: Turning, lags: Array) -> Array:
    """Return Σ 4·sin²(ω·lag/2), which does not cancel where vectors are close."""
    pairs = encoding.dim // 2
    frequencies = encoding.frequencies()[:pairs]
    rounding_errors = encoding.frequency_rounding_errors()[:pairs]
    squares = np.empty_like(lags)
    lags_at_once = max(1, WAVES_AT_ONCE // pairs)
    for start in range(0, len(lags), lags_at_once):
        check_cancelled()
        chosen = slice(start, start + lags_at_once)
        sines = exact_phasors(lags[chosen] / 2, frequencies, rounding_errors).imag
        squares[chosen] = 4 * np.square(sines).sum(axis=1)
    return squares


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
