"""Sums over very many pairs at evenly spaced lags, in the time of one FFT: pairs are spread over a grid of angles."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from peviewer.model.turning.runs import phasors

Array = NDArray[np.float64]

MANY = 512  # pairs from which on spreading them is faster than products of short tables
_WIDTH = 13  # cells of the grid that a pair is spread over: the sum is right to 12 digits of its largest
_SHARP = 2.3 * _WIDTH  # how sharply the spreading kernel falls, best for a grid of twice as many cells as lags


def gridded_dots(frequencies: Array, weights: Array, start: float, step: float, count: int) -> Array:
    """Return Σ weight·cos(ω·lag) at evenly spaced lags.

    Parameters
    ----------
    frequencies, weights : ndarray, shape (m,)
        In rad/position, and what each pair counts.
    start, step : float
        The first lag and the spacing, in positions.
    count : int
        How many lags.

    Returns
    -------
    ndarray, shape (count,), float64
        Right to about 10⁻¹² of Σ |weight|.

    Notes
    -----
    A non-uniform FFT of type 1 with the kernel exp(β(√(1−z²) − 1)): Barnett, Magland and af Klinteberg 2019,
    arXiv 1808.06736.

    Examples
    --------
    >>> omega = 10_000.0 ** (-np.arange(1000) / 1000)
    >>> bool(np.isclose(gridded_dots(omega, np.ones(1000), 5.0, 3.0, 8)[2], np.cos(omega * 11).sum()))
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
    """Return what spreading made of a pair's wave at each lag: the kernel's Fourier transform."""
    nodes, weights = _nodes()
    lags = np.arange(max(before, count - before) + 1)
    waves = np.cos(lags[:, None] * (nodes * (np.pi * _WIDTH / size)))
    transform = waves @ (weights * np.exp(_SHARP * (np.sqrt(1 - nodes**2) - 1)) * _WIDTH)
    both: Array = np.concatenate([transform[before:0:-1], transform[: count - before]])
    return both


@lru_cache
def _nodes() -> tuple[Array, Array]:
    """Return Gauss–Legendre nodes and weights for 0 … 1."""
    nodes, weights = np.polynomial.legendre.leggauss(40)
    return (nodes + 1) / 2, weights / 2
