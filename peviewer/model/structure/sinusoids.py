"""The sinusoid that fits each dimension of a table best."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.stored import Stored
from peviewer.model.stored.accuracy import accuracy_of_digits, accuracy_of_type
from peviewer.model.structure.sample import Array, table_sample
from peviewer.model.turning.waves import dirichlet

# How many frequencies are tried per cycle over all positions, from a quarter of a cycle on.
FREQUENCIES_A_CYCLE = 8

# The fewest positions that have a fit.
FEWEST_POSITIONS = 3

# How many of the best frequencies are refined: between those tried, another one may be better.
_REFINED_PEAKS = 4

# The error of computing a number, as a share of the largest number.
_COMPUTING_ERROR = 1e-15

# A frequency is refined if it explains more than this share of what the best one explains.
_NEARLY_BEST_SHARE = 0.9

# How often a frequency is refined.
_REFINEMENTS = 5

# A sinusoid that turns by less than this over all positions, in rad, is like a parabola.
_LEAST_TURN = 1e-3

# A frequency counts as determined if a parabola fits worse by this many residual variances.
_LEAST_GAIN = 10.0

# How many dimensions are fitted at a time.
_DIMENSIONS_AT_ONCE = 64


class Fit(NamedTuple):
    """The best sinusoid of each dimension."""

    # In rad/position; nan where nothing varies, or a parabola fits as well.
    frequencies: Array

    # The explained share of each dimension's variance; nan where nothing varies, or was fitted.
    shares: Array

    # The explained share of the variance of all dimensions.
    explained: float


@lru_cache(maxsize=8)
def fit(embedded: Embedded) -> Fit:
    """Return for each dimension the least-squares fit of a·sin ωt + b·cos ωt + c.

    A periodogram by least squares (Lomb, 1976), the best of its frequencies refined by Gauss and
    Newton's steps.
    """
    sample = table_sample(embedded, consecutive=True)
    centred = sample.centred
    count, dims = centred.shape
    variances = (centred**2).sum(axis=0)
    rounding = _rounding(embedded, sample.values)
    # Squares of the tiniest numbers are 0 in double precision.
    varies = (np.ptp(centred, axis=0) > 2 * rounding) & (variances > 0)
    frequencies = np.full(dims, np.nan)
    shares = np.full(dims, np.nan)
    if count < FEWEST_POSITIONS:
        varies[:] = False
    for start in range(0, dims, _DIMENSIONS_AT_ONCE):
        check_cancelled()
        fitted = np.flatnonzero(varies[start : start + _DIMENSIONS_AT_ONCE]) + start
        if not len(fitted):
            continue
        frequencies[fitted], residuals = _best_frequencies(centred[:, fitted], rounding[fitted])
        shares[fitted] = np.clip(1 - residuals / variances[fitted], 0.0, 1.0)
    frequencies.setflags(write=False)
    shares.setflags(write=False)
    total = float(variances.sum())
    explained = float((np.nan_to_num(shares) * variances).sum())
    return Fit(frequencies, shares, explained / total if total > 0 else 0.0)


def _rounding(embedded: Embedded, values: Array) -> Array:
    """Return how far rounding may have moved the numbers of each column."""
    sizes = np.abs(values).max(axis=0, initial=0.0)
    rounding = np.full(len(sizes), _COMPUTING_ERROR * float(sizes.max(initial=0.0)))
    if not isinstance(embedded.encoding, Stored):
        return rounding
    table = embedded.encoding.stored
    accuracy = accuracy_of_digits(table) or accuracy_of_type(table)
    by_storing = 1.01 * (accuracy.relative * sizes + accuracy.absolute)
    return np.asarray(np.maximum(rounding, by_storing))


def _best_frequencies(centred: Array, rounding: Array) -> tuple[Array, Array]:
    """Return the best frequencies of columns and the residual squares.

    A frequency is nan where a parabola fits as well.
    """
    count = len(centred)
    explained = _explained(centred)
    frequencies = np.full(centred.shape[1], _LEAST_TURN / count)
    parabola_residuals, _ = _residuals(frequencies, centred)
    residuals = parabola_residuals.copy()
    largest_explained = explained.max(axis=0)
    for peak in _highest_peaks(explained):
        explained_by_peak = np.take_along_axis(explained, peak[None], 0)[0]
        may_win = explained_by_peak > _NEARLY_BEST_SHARE * largest_explained
        candidates = peak[may_win] * (2 * np.pi / (FREQUENCIES_A_CYCLE * count))
        start_frequencies = np.minimum(candidates, np.pi - _LEAST_TURN / count)
        refined, refined_residuals = _refined(start_frequencies, centred[:, may_win])
        is_better = refined_residuals < residuals[may_win]
        frequencies[may_win] = np.where(is_better, refined, frequencies[may_win])
        residuals[may_win] = np.minimum(refined_residuals, residuals[may_win])
    noise = np.maximum(residuals, count * rounding**2)
    # A sinusoid has four numbers.
    gain = (parabola_residuals - residuals) * (count - 4)
    is_determined = gain > _LEAST_GAIN * noise
    return np.where(is_determined, frequencies, np.nan), residuals


def _highest_peaks(explained: Array) -> NDArray[np.intp]:
    """Return the indices of the highest peaks of each column, the highest first."""
    padded = np.pad(explained, ((1, 1), (0, 0)), constant_values=-np.inf)
    is_peak = (explained >= padded[:-2]) & (explained >= padded[2:])
    order = np.argsort(np.where(is_peak, -explained, 0.0), axis=0, kind="stable")
    return order[:_REFINED_PEAKS]


def _explained(centred: Array) -> Array:
    """Return the explained squares at the frequencies tried, shape (frequencies, m).

    For frequencies too low to try they are −∞.
    """
    count = len(centred)
    numbers = np.arange(FREQUENCIES_A_CYCLE * count // 2 + 1)
    omega: Array = (2 * np.pi / (FREQUENCIES_A_CYCLE * count) * numbers).astype(np.float64)
    # Counted from the middle, sines and cosines are orthogonal.
    to_middle = np.exp(0.5j * (count - 1) * omega)[:, None]
    sums = np.fft.rfft(centred, FREQUENCIES_A_CYCLE * count, axis=0) * to_middle
    mean_cosine = dirichlet(omega, count)
    mean_doubled_cosine = dirichlet(2 * omega, count)
    cosine_squares = count * ((1 + mean_doubled_cosine) / 2 - mean_cosine**2)
    sine_squares = count * (1 - mean_doubled_cosine) / 2

    explained = np.full(sums.shape, -np.inf)
    for products, squares in ((sums.real, cosine_squares), (sums.imag, sine_squares)):
        # At half a cycle per position, sine or cosine is 0 everywhere.
        exists = squares > 1e-9 * count
        explained_by_wave = products[exists] ** 2 / squares[exists, None]
        explained[exists] = np.maximum(explained[exists], 0.0) + explained_by_wave
    explained[: FREQUENCIES_A_CYCLE // 4] = -np.inf
    return explained


def _refined(frequencies: Array, centred: Array) -> tuple[Array, Array]:
    """Return refined frequencies near those given, or slower ones, and the residual squares."""
    slowest = _LEAST_TURN / len(centred)
    best = frequencies
    residuals, step = _residuals(frequencies, centred)
    for _ in range(_REFINEMENTS):
        # The step is in ω², as the residual of a slow sinusoid is quadratic in it.
        squares = best**2 + 2 * best * step
        nearby = np.sqrt(np.clip(squares, slowest**2, np.pi**2))
        nearby_residuals, nearby_step = _residuals(nearby, centred)
        is_better = nearby_residuals < residuals
        best = np.where(is_better, nearby, best)
        residuals = np.where(is_better, nearby_residuals, residuals)
        step = np.where(is_better, nearby_step, step / 4)
    return best, residuals


def _residuals(frequencies: Array, centred: Array) -> tuple[Array, Array]:
    """Return the residual squares of a sinusoid fitted to each column, and Gauss–Newton steps."""
    places = (np.arange(len(centred)) - (len(centred) - 1) / 2)[:, None]
    half_angles = places * (frequencies / 2)
    half_sines = np.sin(half_angles)
    half_cosines = np.cos(half_angles)
    sines = 2 * half_sines * half_cosines
    # cos ωu − 1, without cancellation.
    cosines = -2 * half_sines**2
    derivatives = places * (cosines + 1), -places * sines
    cosines -= cosines.mean(axis=0)

    left = centred
    slope = np.zeros_like(centred)
    for wave, derivative in zip((sines, cosines), derivatives, strict=True):
        squares = (wave**2).sum(axis=0)
        # At half a cycle per position, sine or cosine is 0 everywhere.
        squares[squares < 1e-20 * len(centred)] = np.inf
        height = (wave * centred).sum(axis=0) / squares
        change = derivative - derivative.mean(axis=0)
        change -= wave * ((wave * change).sum(axis=0) / squares)
        left = left - height * wave
        slope = slope + height * change
    slope_squares = (slope**2).sum(axis=0)
    safe_squares = np.where(slope_squares > 0, slope_squares, 1.0)
    steps = (slope * left).sum(axis=0) / safe_squares
    return (left**2).sum(axis=0), steps
