"""Turning pairs averaged over pixels: what a pixel's run of positions leaves of each wave, and their sums."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, isqrt

import numpy as np
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.turning.runs import Complex

_TURN = np.longdouble("6.283185307179586476925286766559")
_STRIP = 100_000  # numbers of a picture that are worked on at a time


def seen(frequencies: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return frequencies as whole positions show them, from −π to π; up to π they are what they are.

    Where a pair makes more than half a turn from one position to the next, another wave, slower, runs through the
    same numbers. Only of that one a pixel that holds 2.5 positions has a mean (see :func:`dirichlet`).

    Examples
    --------
    >>> seen(np.array([0.5, 2 * np.pi + 0.25])).round(12)
    array([0.5 , 0.25])
    """
    if _is_slow(frequencies):
        return frequencies
    slower: NDArray[np.float64] = (frequencies - np.rint(frequencies / _TURN) * _TURN).astype(np.float64)
    return slower


def _is_slow(frequencies: NDArray[np.float64]) -> bool:
    """Whether no pair makes more than half a turn from one position to the next."""
    return bool(max(frequencies.max(initial=0), -frequencies.min(initial=0)) <= np.pi)


def dirichlet(frequencies: NDArray[np.float64], run: float) -> NDArray[np.float64]:
    """Return D_n(ω) = sin(nω/2)/(n·sin(ω/2)): what averaging n neighbours leaves of a sinusoid.

    The mean over k = 0 … n−1 of e^{iω(t+k)} is e^{iω(t+(n−1)/2)}·D_n(ω); n = `run` may be real.

    Examples
    --------
    >>> omega, t = np.array([0.3]), np.arange(10, 15)
    >>> bool(np.isclose(np.sin(0.3 * t).mean(), np.sin(0.3 * 12) * dirichlet(omega, 5)[0]))
    True
    """
    if run <= 1:
        return np.ones_like(frequencies)
    if run == int(run) and not _is_slow(frequencies):  # near whole turns both sines are all rounding
        turns = np.rint(frequencies / _TURN).astype(np.float64)
        signs: NDArray[np.float64] = 1 - 2 * ((run - 1) * turns % 2)
        return dirichlet(seen(frequencies), run) * signs
    below = run * np.sin(frequencies / 2)
    safe = np.abs(below) > 1e-12 * run
    return np.where(safe, np.sin(run * frequencies / 2) / np.where(safe, below, 1.0), 1.0)


@dataclass(frozen=True, eq=False)
class Waves:
    """Complex exponentials of some terms over evenly spaced rows, as the product of two short tables.

    Attributes
    ----------
    coarse : ndarray, shape (w, ⌈h/n⌉, terms), complex64
        Every n-th row, averaged over the rows' runs.
    fine : ndarray, shape (w, 2·terms, n), float32
        The n rows between, cosines above sines.
    """

    coarse: NDArray[np.complex64]
    fine: NDArray[np.float32]

    @classmethod
    def over(
        cls, frequencies: NDArray[np.float64], top: float, spacing: float, height: int, run: float | None = None
    ) -> "Waves":
        """Return the waves of (w, terms) frequencies at `height` rows from `top`.

        Rows are `spacing` apart and averaged over `run` positions, by default over their spacing.
        """
        run = spacing if run is None else run
        frequencies = seen(frequencies)
        step = max(1, isqrt(height))
        tops = top + spacing * step * np.arange(ceil(height / step))
        wide, terms = frequencies.shape
        coarse = np.empty((wide, len(tops), terms), np.complex64)
        fine = np.empty((wide, 2, terms, step), np.float32)
        for some in _strips(wide, terms * max(step, len(tops))):
            check_cancelled()
            turns = frequencies[some] / (2 * np.pi)
            coarse.real[some], coarse.imag[some] = waves_of(tops[None, :, None] * turns[:, None, :])
            coarse[some] *= dirichlet(frequencies[some], run).astype(np.float32)[:, None, :]
            fine[some, 0], fine[some, 1] = waves_of((spacing * np.arange(step))[None, None, :] * turns[:, :, None])
        return cls(coarse, fine.reshape(wide, 2 * terms, step))

    def weighted(self, weights: Complex, height: int) -> NDArray[np.float32]:
        """Return Σ Re(weight·wave) over the terms: (height, w) pixels for (w, terms) weights."""
        wide, tops, terms = self.coarse.shape
        strips = []
        for some in _strips(wide, tops * terms):
            coarse = self.coarse[some] * weights[some].astype(np.complex64)[:, None, :]
            stacked = np.concatenate([coarse.real, -coarse.imag], axis=2)
            strips.append(np.matmul(stacked, self.fine[some]))  # Re of the complex product
        image: NDArray[np.float32] = strips[0] if len(strips) == 1 else np.concatenate(strips)
        return image.reshape(wide, -1)[:, :height].T


def _strips(wide: int, each: int) -> Iterator[slice]:
    """Yield strips of pixel columns, `each` numbers a column, that are worked on at a time: memory stays small."""
    most = max(1, _STRIP // max(1, each))
    for start in range(0, wide, most):
        yield slice(start, start + most)


def waves_of(turns: NDArray[np.float64]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return cosines and sines of angles in turns, right to about 10⁻⁷; `turns` are spoilt.

    Whole turns are taken off in double precision. Sines in single precision are many times faster; what rounding
    takes from their angles is put back.
    """
    turns -= np.round(turns)
    turns *= 2 * np.pi
    angles = turns.astype(np.float32)
    turns -= angles
    rests = turns.astype(np.float32)
    cosines, sines = np.cos(angles), np.sin(angles)
    return cosines - rests * sines, sines + rests * cosines
