"""The structure of any table of positions: its spectrum, principal components, fitted sinusoids."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.base.work import check_cancelled
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.stored import Stored
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.stored.accuracy import accuracy_of_digits, accuracy_of_type
from peviewer.model.turning.waves import dirichlet

Array = NDArray[np.float64]

# So many are looked at as the tables of BERT and GPT-2 have.
MOST_POSITIONS = 1024
MOST_DIMENSIONS = 768


@dataclass(frozen=True, eq=False)
class TableSample:
    """Some rows and columns of a table."""

    values: Array  # the numbers; read-only
    places: NDArray[np.int64]  # the rows, from 0
    columns: NDArray[np.int64]

    # Rows and columns of the whole table.
    size: tuple[int, int]

    # Whether the rows are the first ones, without a gap.
    run: bool

    # How many numbers are not finite: in `values` they are the mean of their column. When a large
    # file is opened, not every number is looked at.
    filled: int = 0

    @property
    def centred(self) -> Array:
        return np.asarray(self.values - self.values.mean(axis=0))

    @property
    def note(self) -> str:
        """The part that it is: ``"of the first 1 024 of 4 096 positions"``.

        Empty for the whole table.
        """
        rows, columns = self.values.shape
        length, dim = self.size
        parts = []
        if rows < length:
            first = "the first " if self.run else ""
            parts.append(f"{first}{number(rows)} of {number(length)} positions")
        if columns < dim:
            parts.append(f"{number(columns)} of {number(dim)} dimensions")
        notes = [f"of {' and '.join(parts)}"] if parts else []
        if self.filled:
            count = number(self.filled)
            notes.append(f"{count} of their numbers not finite, and left at the mean")
        return ", ".join(notes)


@lru_cache(maxsize=4)
def table_sample(embedded: Embedded, *, run: bool) -> TableSample:
    """Return at most 1,024 positions and at most 768 dimensions.

    Positions are the first ones (`run`) or spread evenly.
    """
    encoding = embedded.encoding
    length = encoding.length
    dim = encoding.dim
    places = linspace_indices(length, MOST_POSITIONS)
    if run:
        places = np.arange(min(length, MOST_POSITIONS))
    columns = linspace_indices(dim, MOST_DIMENSIONS)
    values = np.asarray(embedded.cells(encoding.first + places, columns), dtype=np.float64)
    is_gap = ~np.isfinite(values)
    if is_gap.any():
        counts = np.maximum((~is_gap).sum(axis=0), 1)
        means = np.where(is_gap, 0.0, values).sum(axis=0) / counts
        values = np.where(is_gap, means, values)
    values.setflags(write=False)
    return TableSample(values, places, columns, (length, dim), run, int(is_gap.sum()))


@lru_cache(maxsize=4)
def amplitudes(embedded: Embedded) -> Array:
    """Return the amplitude of each number of cycles in each dimension; read-only."""
    strengths = _amplitudes(table_sample(embedded, run=True).values)
    strengths.setflags(write=False)
    return strengths


def column_amplitudes(embedded: Embedded, columns: NDArray[np.int64]) -> Array:
    """Return the amplitudes of some dimensions, looked at or not, shape (n // 2 + 1, m)."""
    places = embedded.encoding.first + table_sample(embedded, run=True).places
    return _amplitudes(np.asarray(embedded.cells(places, columns), dtype=np.float64))


def _amplitudes(values: Array) -> Array:
    centred = values - values.mean(axis=0)
    strengths: Array = 2 * np.abs(np.fft.rfft(centred, axis=0)) / len(values)
    if len(values) % 2 == 0:
        # At half a cycle per position there is no sine beside the cosine.
        strengths[-1] /= 2
    return strengths


def powers(embedded: Embedded) -> Array:
    """Return twice the variance of each dimension at each number of cycles.

    The shape is (n // 2 + 1, m).
    """
    squares = amplitudes(embedded) ** 2
    if len(table_sample(embedded, run=True).values) % 2 == 0:
        squares[-1] *= 2
    return squares


def power_shares(embedded: Embedded) -> Array:
    """Return the share of the total variance at each number of cycles, shape (n // 2 + 1,)."""
    variances = powers(embedded).sum(axis=1)
    total = variances.sum()
    return np.asarray(variances / total) if total > 0 else variances


# Smaller shares of the greatest variance are rounding errors of 0.
_NOISE = 1e-24


class Components(NamedTuple):
    """Principal components, the strongest first."""

    scores: Array  # (n, ≤ 8)
    shares: Array  # of the variance

    # e to the power of the entropy of the singular values (Roy and Vetterli, 2007).
    effective_rank: float


# Rows have scores for so many components.
SCORED = 8


# Room for all encodings that can be compared at once.
@lru_cache(maxsize=8)
def components(embedded: Embedded) -> Components:
    """Return the principal components of a table, or of a sample.

    The first score other than 0 is positive.
    """
    centred = table_sample(embedded, run=False).centred
    rows, columns = centred.shape
    is_wide = rows <= columns
    squares = centred @ centred.T if is_wide else centred.T @ centred
    values, vectors = np.linalg.eigh(squares)
    # The strongest first.
    values = np.maximum(values[::-1], 0)
    values[values < _NOISE * values[0]] = 0
    strongest = vectors[:, ::-1][:, :SCORED]
    if is_wide:
        scores = strongest * np.sqrt(values[: strongest.shape[1]])
    else:
        scores = centred @ strongest
    scores = scores * _signs_of_first(scores)
    scores.setflags(write=False)
    total = values.sum()
    shares = values / total if total > 0 else values
    return Components(scores, shares, _effective_rank(np.sqrt(values)))


def _signs_of_first(scores: Array) -> Array:
    """Return the sign of the first score other than 0 of each component, shape (1, k)."""
    sizes = np.abs(scores)
    is_other_than_0 = sizes > 1e-9 * sizes.max(axis=0, initial=0)
    first_rows = is_other_than_0.argmax(axis=0)[None, :]
    first_scores = np.take_along_axis(scores, first_rows, 0)
    return np.where(first_scores < 0, -1, 1)


def _effective_rank(singular_values: Array) -> float:
    positive = singular_values[singular_values > 0]
    if not len(positive):
        return 0.0
    shares = positive / max(singular_values.sum(), np.finfo(float).tiny)
    return float(np.exp(-(shares * np.log(shares)).sum()))


# So many frequencies are tried a cycle over all positions, from a quarter of a cycle on.
FINENESS = 8

# Fewer positions have no fit.
FEWEST = 3

# So many of the best frequencies tried are refined, as another one may win between those tried.
_PEAKS = 4

# A share of the largest number: what computing a number costs.
_COMPUTED = 1e-15

# A frequency tried may win after refinement above this share of what the best explains.
_NEAR = 0.9

# A frequency is refined so many times.
_REFINED = 5

# A sinusoid that turns by less over all positions, in rad, is like a parabola.
_LIMIT = 1e-3

# A frequency is determined if a parabola fits worse by so many residual variances.
_WORSE = 10.0

# So many dimensions are fitted at a time.
_AT_ONCE = 64


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
    sample = table_sample(embedded, run=True)
    centred = sample.centred
    count, dims = centred.shape
    variances = (centred**2).sum(axis=0)
    rounding = _rounding(embedded, sample.values)
    # Squares of the tiniest numbers are 0.
    varies = (np.ptp(centred, axis=0) > 2 * rounding) & (variances > 0)
    frequencies = np.full(dims, np.nan)
    shares = np.full(dims, np.nan)
    if count < FEWEST:
        varies[:] = False
    for start in range(0, dims, _AT_ONCE):
        check_cancelled()
        fitted = np.flatnonzero(varies[start : start + _AT_ONCE]) + start
        if not len(fitted):
            continue
        frequencies[fitted], residuals = _best(centred[:, fitted], rounding[fitted])
        shares[fitted] = np.clip(1 - residuals / variances[fitted], 0.0, 1.0)
    frequencies.setflags(write=False)
    shares.setflags(write=False)
    total = float(variances.sum())
    explained = float((np.nan_to_num(shares) * variances).sum())
    return Fit(frequencies, shares, explained / total if total > 0 else 0.0)


def _rounding(embedded: Embedded, values: Array) -> Array:
    """Return how far rounding may have moved the numbers of each column."""
    sizes = np.abs(values).max(axis=0, initial=0.0)
    rounding = np.full(len(sizes), _COMPUTED * float(sizes.max(initial=0.0)))
    if not isinstance(embedded.encoding, Stored):
        return rounding
    table = embedded.encoding.stored
    accuracy = accuracy_of_digits(table) or accuracy_of_type(table)
    by_storing = 1.01 * (accuracy.relative * sizes + accuracy.absolute)
    return np.asarray(np.maximum(rounding, by_storing))


def _best(centred: Array, rounding: Array) -> tuple[Array, Array]:
    """Return the best frequencies of columns and the residual squares.

    A frequency is nan where a parabola fits as well.
    """
    count = len(centred)
    explained = _explained(centred)
    frequencies = np.full(centred.shape[1], _LIMIT / count)
    parabola_residuals, _ = _residuals(frequencies, centred)
    residuals = parabola_residuals.copy()
    largest_explained = explained.max(axis=0)
    for peak in _highest_peaks(explained):
        explained_by_peak = np.take_along_axis(explained, peak[None], 0)[0]
        may_win = explained_by_peak > _NEAR * largest_explained
        candidates = peak[may_win] * (2 * np.pi / (FINENESS * count))
        start_frequencies = np.minimum(candidates, np.pi - _LIMIT / count)
        refined, refined_residuals = _refined(start_frequencies, centred[:, may_win])
        is_better = refined_residuals < residuals[may_win]
        frequencies[may_win] = np.where(is_better, refined, frequencies[may_win])
        residuals[may_win] = np.minimum(refined_residuals, residuals[may_win])
    noise = np.maximum(residuals, count * rounding**2)
    # A sinusoid has four numbers.
    gain = (parabola_residuals - residuals) * (count - 4)
    is_determined = gain > _WORSE * noise
    return np.where(is_determined, frequencies, np.nan), residuals


def _highest_peaks(explained: Array) -> NDArray[np.intp]:
    """Return the indices of the highest peaks of each column, the highest first."""
    padded = np.pad(explained, ((1, 1), (0, 0)), constant_values=-np.inf)
    is_peak = (explained >= padded[:-2]) & (explained >= padded[2:])
    order = np.argsort(np.where(is_peak, -explained, 0.0), axis=0, kind="stable")
    return order[:_PEAKS]


def _explained(centred: Array) -> Array:
    """Return the explained squares at the frequencies tried, shape (frequencies, m).

    They are −∞ for frequencies below these.
    """
    count = len(centred)
    numbers = np.arange(FINENESS * count // 2 + 1)
    omega: Array = (2 * np.pi / (FINENESS * count) * numbers).astype(np.float64)
    # About the middle sines and cosines are orthogonal.
    to_middle = np.exp(0.5j * (count - 1) * omega)[:, None]
    sums = np.fft.rfft(centred, FINENESS * count, axis=0) * to_middle
    mean_cosine = dirichlet(omega, count)
    mean_doubled_cosine = dirichlet(2 * omega, count)
    cosine_squares = count * ((1 + mean_doubled_cosine) / 2 - mean_cosine**2)
    sine_squares = count * (1 - mean_doubled_cosine) / 2

    explained = np.full(sums.shape, -np.inf)
    for products, squares in ((sums.real, cosine_squares), (sums.imag, sine_squares)):
        # At half a cycle per position one of them is 0.
        exists = squares > 1e-9 * count
        explained_by_wave = products[exists] ** 2 / squares[exists, None]
        explained[exists] = np.maximum(explained[exists], 0.0) + explained_by_wave
    explained[: FINENESS // 4] = -np.inf
    return explained


def _refined(frequencies: Array, centred: Array) -> tuple[Array, Array]:
    """Return better frequencies near those given, or slower ones, and the residual squares."""
    slowest = _LIMIT / len(centred)
    best = frequencies
    residuals, step = _residuals(frequencies, centred)
    for _ in range(_REFINED):
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
        # At half a cycle per position one of them is 0.
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
