"""Sums over pairs as functions of the lag: small lags without cancellation, large ones without rounding."""

from functools import lru_cache
from math import ceil, isqrt
from typing import Literal

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.pairs import Complex, exact_phasors, phasors, short_run

Array = NDArray[np.float64]

MANY = 512  # pairs from which on spreading them is faster than products of short tables
_WIDTH = 13  # cells of the grid that a pair is spread over: the sum is right to 12 digits of its largest
_SHARP = 2.3 * _WIDTH  # how sharply the spreading kernel falls, best for a grid of twice as many cells as lags
Metric = Literal["euclidean", "sse", "cosine", "dot"]
Pixels = NDArray[np.float32]
_NEAR = 4096  # up to this lag the rounding error of an angle is below 1e-12; beyond, it is corrected
_BLOCK = 2**16  # lags computed at a time for numbers, not pixels


def spaced_dots_by_fft(frequencies: Array, weights: Array, start: float, step: float, count: int) -> Array:
    """Return Σ weight·cos(ω·lag) at evenly spaced lags.

    frequencies, weights: in rad/position, and what each pair counts.
    start, step: the first lag and the spacing, in positions.

    A non-uniform FFT of type 1 with the kernel exp(β(√(1−z²) − 1)): Barnett, Magland and af Klinteberg 2019,
    arXiv 1808.06736.

    >>> omega = 10_000.0 ** (-np.arange(1000) / 1000)
    >>> bool(np.isclose(spaced_dots_by_fft(omega, np.ones(1000), 5.0, 3.0, 8)[2], np.cos(omega * 11).sum()))
    True
    """
    size = 2 ** int(max(2 * count, 2 * _WIDTH) - 1).bit_length()
    before = count // 2  # lags before the one from which the FFT counts
    turns = frequencies * (step / (2 * np.pi))
    places = (turns - np.floor(turns)) * size
    cells = np.ceil(places - _WIDTH / 2)[:, None] + np.arange(_WIDTH)
    away = (cells - places[:, None]) * (2 / _WIDTH)
    shares = np.exp(_SHARP * (np.sqrt(np.maximum(1 - away * away, 0)) - 1))
    spread = (weights * phasors(frequencies * (start + step * before)))[:, None] * shares
    index = (cells.astype(np.int64) % size).ravel()
    grid = np.empty(size, np.complex128)
    grid.real = np.bincount(index, spread.real.ravel(), size)
    grid.imag = np.bincount(index, spread.imag.ravel(), size)
    sums = np.fft.ifft(grid, norm="forward").real
    return np.concatenate([sums[size - before :], sums[: count - before]]) / _spreading(size, before, count)


def _spreading(size: int, before: int, count: int) -> Array:
    """Return the factor that spreading puts on a wave at each lag: the kernel's Fourier transform."""
    nodes, weights = _nodes()
    lags = np.arange(max(before, count - before) + 1)
    waves = np.cos(lags[:, None] * (nodes * (np.pi * _WIDTH / size)))
    transform = waves @ (weights * np.exp(_SHARP * (np.sqrt(1 - nodes**2) - 1)) * _WIDTH)
    mirrored: Array = np.concatenate([transform[before:0:-1], transform[: count - before]])
    return mirrored


@lru_cache
def _nodes() -> tuple[Array, Array]:
    nodes, weights = np.polynomial.legendre.leggauss(40)
    return (nodes + 1) / 2, weights / 2


def lag_squared(encoding: Turning, lags: Array) -> Array:
    """Return Σ 4·sin²(ω·lag/2), which does not cancel where vectors are close."""
    pairs = full_pairs(encoding)
    squares = np.empty_like(lags)
    chunk = max(1, 250_000 // pairs.shape[1])
    for start in range(0, len(lags), chunk):
        check_cancelled()
        sines = _waves(lags[start : start + chunk] / 2, pairs, exact=True).imag
        squares[start : start + chunk] = 4 * np.square(sines).sum(axis=1)
    return squares


def full_pairs(encoding: Turning) -> Array:
    """Return frequencies and their rounding errors, (2, d/2), of the pairs with a sine and a cosine."""
    return np.stack([encoding.frequencies(), encoding.frequency_rests()])[:, : encoding.dim // 2]


def _waves(lags: Array, pairs: Array, exact: bool) -> Complex:
    """Return e^{iω·lag}, shape (lags, pairs); if exact, without loss of precision at large lags."""
    frequencies, rests = pairs
    if exact and np.abs(lags).max(initial=0) > _NEAR:
        return exact_phasors(lags, frequencies, rests)
    return phasors(lags[:, None] * frequencies)


def _even_waves(start: float, step: float, count: int, pairs: Array, exact: bool) -> Complex:
    if exact and max(abs(start), abs(start + step * (count - 1))) > _NEAR:
        return _waves(start + step * np.arange(count, dtype=np.float64), pairs, exact)
    return short_run(pairs[0], start, step, count)


def metric_from_squares(squares: Array, metric: Metric, pairs: int) -> Array:
    """Turn squared distances between vectors of norm √pairs into a metric."""
    if metric == "sse":
        return squares
    if metric == "euclidean":
        return np.sqrt(squares)
    dots = pairs - squares / 2
    return dots / pairs if metric == "cosine" else dots


def spaced_dots(pairs: Array, weights: Array, start: float, step: float, count: int, exact: bool) -> Array:
    """Return Σ weight·cos(ω·lag) at `count` evenly spaced lags, as products of two short tables."""
    block = max(1, isqrt(count))
    blocks = ceil(count / block)
    dots = np.zeros((blocks, block))
    chunk = max(1, 200_000 // (blocks + block))
    for some in (slice(first, first + chunk) for first in range(0, len(weights), chunk)):
        check_cancelled()
        coarse = weights[some] * _even_waves(start, step * block, blocks, pairs[:, some], exact)
        fine = _even_waves(0.0, step, block, pairs[:, some], exact)
        left = np.concatenate([coarse.real, coarse.imag], axis=1)
        right = np.concatenate([fine.real, -fine.imag], axis=1)
        dots += left @ right.T
    return dots.reshape(-1)[:count]


def lag_squares(encoding: Turning, start: int = 0, count: int | None = None) -> Array:
    """Return the squared distance at a run of lags, by default 0 … L−1, small ones without cancellation."""
    pairs = encoding.dim // 2
    count = encoding.length if count is None else count
    dots = spaced_dots(full_pairs(encoding), np.ones(pairs), float(start), 1.0, count, exact=True)
    squares = 2 * (pairs - dots)
    small = np.flatnonzero(squares < 1e-3 * pairs)
    squares[small] = lag_squared(encoding, start + small.astype(np.float64))
    return squares


@lru_cache(maxsize=8)
def lag_block(encoding: Turning, block: int) -> Array:
    start = block * _BLOCK
    return lag_squares(encoding, start, min(_BLOCK, encoding.length - start))


def toeplitz(values: NDArray, height: int, width: int) -> NDArray:  # type: ignore[type-arg]  # any dtype passes through
    """View height+width−1 numbers as a matrix: cell (k, l) is values[height − 1 − k + l]."""
    stride = values.strides[0]
    return as_strided(values[height - 1 :], (height, width), (-stride, stride), writeable=False)
