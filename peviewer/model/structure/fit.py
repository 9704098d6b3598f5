"""The sinusoid that fits each dimension of a table best, and how much of the table sinusoids explain."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.content.embedded import Embedded
from peviewer.model.structure.sample import table_sample

Array = NDArray[np.float64]
Squares = NDArray[np.float64]
FINENESS = 4  # frequencies tried a cycle over all positions
SLOWEST = 0.25  # cycles over all positions: slower ones look like any curve that bends little
_FIRST = round(SLOWEST * FINENESS)  # which of these frequencies is the slowest that is tried
FEWEST = 3  # positions
_PEAKS = 3  # of the frequencies tried, how many of the best are refined: between those tried another one may win
_REFINED = 2  # times that a frequency is refined by a parabola through its neighbours
_AT_ONCE = 64  # dimensions


class Fit(NamedTuple):
    """The best sinusoid of each dimension that is looked at.

    frequencies: in rad/position, shape (m,); nan where a dimension does not vary.
    shares: of the variance of each dimension, what its sinusoid explains, shape (m,); 0 … 1.
    explained: of the variance of all dimensions.
    """

    frequencies: Array
    shares: Array
    explained: float


@lru_cache(maxsize=4)
def fit(embedded: Embedded) -> Fit:
    """Return for each dimension the a·sin ωt + b·cos ωt + c that leaves the least of it, in the sense of squares.

    Notes
    -----
    A periodogram by least squares (Lomb, 1976) at frequencies from a quarter of a cycle over all positions up to half
    a cycle a position, four a cycle, the best of them refined.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> found = fit(Embedded(Sinusoidal(length=200, dim=8)))
    >>> found.frequencies[[0, 2, 4]].round(4), round(found.explained, 4)
    (array([1.  , 0.1 , 0.01]), 1.0)
    """
    centred = table_sample(embedded, run=True).centred
    count, dims = centred.shape
    variances = (centred**2).sum(axis=0)
    scale = np.abs(centred).max(initial=0.0)
    varies = variances > (1e-12 * scale) ** 2 * count
    frequencies, shares = np.full(dims, np.nan), np.zeros(dims)
    if count >= FEWEST:
        tried = _tried(count)
        turns = np.arange(count)[:, None] * tried
        squares = _squares(np.cos(turns), np.sin(turns))
        for start in range(0, dims, _AT_ONCE):
            check_cancelled()
            some = np.flatnonzero(varies[start : start + _AT_ONCE]) + start
            if len(some):
                frequencies[some], explained = _best(centred[:, some], tried, squares)
                shares[some] = np.clip(explained / variances[some], 0.0, 1.0)
    total = variances.sum()
    explained_all = float((shares * variances).sum() / total) if total > 0 else 0.0
    for part in (frequencies, shares):
        part.setflags(write=False)
    return Fit(frequencies, shares, explained_all)


def _tried(count: int) -> Array:
    """Return the frequencies that are tried for so many positions, in rad/position."""
    step = 2 * np.pi / (FINENESS * count)
    found: Array = step * np.arange(_FIRST, FINENESS * count // 2 + 1, dtype=np.float64)
    return found


def _best(centred: Array, tried: Array, squares: Squares) -> tuple[Array, Array]:
    """Return the best frequencies of columns, and what their sinusoids explain of the squares."""
    count = len(centred)
    step = tried[0] / _FIRST
    transform = np.fft.rfft(centred, FINENESS * count, axis=0)[-len(tried) :]
    tops = _peaks(_explained(transform.real, -transform.imag, squares[:, :, None]))
    refined = [_refined(tried[top].astype(np.float64), centred, step, tried[-1]) for top in tops]
    frequencies, explained = (np.stack(part) for part in zip(*refined, strict=True))
    winner = explained.argmax(axis=0)[None]
    return tuple(np.take_along_axis(part, winner, 0)[0] for part in (frequencies, explained))


def _peaks(explained: Array) -> NDArray[np.int64]:
    """Return the frequencies, shape (≤ 3, m), that explain more than those beside them, of each column the best first.

    >>> _peaks(np.array([[1.0, 5.0, 2.0, 4.0, 3.0]]).T).T
    array([[1, 3, 0]])
    """
    beside = np.pad(explained, ((1, 1), (0, 0)), constant_values=-np.inf)
    is_peak = (explained >= beside[:-2]) & (explained >= beside[2:])
    found: NDArray[np.int64] = np.argsort(np.where(is_peak, -explained, 0.0), axis=0, kind="stable")[:_PEAKS]
    return found


def _refined(best: Array, centred: Array, step: float, fastest: float) -> tuple[Array, Array]:
    """Return better frequencies near those given, a step apart from others tried, and what they explain."""
    slowest = step * _FIRST
    middle = _at(best, centred)
    for _ in range(_REFINED):
        step /= 2
        left, right = (_at(best + side * step, centred) for side in (-1, 1))
        bend = left - 2 * middle + right
        moved = np.where(bend < 0, 0.5 * (left - right) / np.where(bend < 0, bend, 1.0), 0.0)
        candidate = np.clip(best + np.clip(moved, -1, 1) * step, slowest, fastest)
        there = _at(candidate, centred)
        best, middle = np.where(there >= middle, candidate, best), np.maximum(there, middle)
        step /= 4
    return best, middle


def _at(frequencies: Array, centred: Array) -> Array:
    """Return what a sinusoid of its own frequency explains of each column."""
    turns = np.arange(len(centred))[:, None] * frequencies
    cosines, sines = np.cos(turns), np.sin(turns)
    return _explained((cosines * centred).sum(axis=0), (sines * centred).sum(axis=0), _squares(cosines, sines))


def _squares(cosines: Array, sines: Array) -> Squares:
    """Return Σ c², Σ s² and Σ c·s of cosines and sines less their means, along the first axis."""
    count = len(cosines)
    c, s = cosines.sum(axis=0), sines.sum(axis=0)
    return np.stack(
        [
            np.einsum("n...,n...->...", cosines, cosines) - c**2 / count,
            np.einsum("n...,n...->...", sines, sines) - s**2 / count,
            np.einsum("n...,n...->...", cosines, sines) - c * s / count,
        ]
    )


def _explained(c: Array, s: Array, squares: Squares) -> Array:
    """Return by how much squares fall, given Σ y·cos ωt and Σ y·sin ωt of columns whose mean is 0."""
    cc, ss, cs = squares
    determinant = cc * ss - cs**2
    both = (ss * c**2 - 2 * cs * c * s + cc * s**2) / np.where(determinant > 0, determinant, 1.0)
    only = c**2 / np.where(cc > 0, cc, 1.0)  # half a cycle a position has no sine
    found: Array = np.where(determinant > 1e-9 * cc * np.maximum(ss, cc), both, only)
    return found
