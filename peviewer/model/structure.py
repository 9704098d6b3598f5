"""The structure of any table of positions: its spectrum, its principal components, and fitted sinusoids."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.words import number
from peviewer.base.work import check_cancelled
from peviewer.model.content import Embedded
from peviewer.model.encodings.stored import Stored
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.stored.accuracy import accuracy_of_digits, accuracy_of_type
from peviewer.model.turning.table import dirichlet

Array = NDArray[np.float64]
# How many are looked at: as many as the tables of BERT and GPT-2 have.
MOST_POSITIONS = 1024
MOST_DIMENSIONS = 768


@dataclass(frozen=True, eq=False)
class TableSample:
    """Some rows and columns of a table."""

    values: Array  # the numbers; read-only
    places: NDArray[np.int64]  # the rows, from 0
    columns: NDArray[np.int64]  # the columns
    # How many of both the whole table has.
    size: tuple[int, int]
    # Whether the rows are the first ones, without a gap.
    run: bool
    # how many numbers are not finite, and in `values` the mean of their column: of a large file not
    # every number is looked at when it is opened
    filled: int = 0

    @property
    def centred(self) -> Array:
        return np.asarray(self.values - self.values.mean(axis=0))

    @property
    def note(self) -> str:
        """The part that it is: ``"of the first 1 024 of 4 096 positions"``.

        Empty for the whole table.
        """
        parts = []
        for count, size, what in zip(
            self.values.shape, self.size, ("positions", "dimensions"), strict=True
        ):
            if count < size:
                first = "the first " if self.run and what == "positions" else ""
                parts.append(f"{first}{number(count)} of {number(size)} {what}")
        note = f"of {' and '.join(parts)}" if parts else ""
        if self.filled:
            note += f"{', ' if note else ''}{number(self.filled)} of their numbers not finite, and left at the mean"
        return note


@lru_cache(maxsize=4)
def table_sample(embedded: Embedded, *, run: bool) -> TableSample:
    """Return at most 1,024 positions, the first ones (`run`) or some spread evenly, and at most 768 dimensions."""
    encoding = embedded.encoding
    length = encoding.length
    dim = encoding.dim
    places = (
        np.arange(min(length, MOST_POSITIONS)) if run else linspace_indices(length, MOST_POSITIONS)
    )
    columns = linspace_indices(dim, MOST_DIMENSIONS)
    values = np.asarray(embedded.cells(encoding.first + places, columns), dtype=np.float64)
    gaps = ~np.isfinite(values)
    if gaps.any():
        counts = np.maximum((~gaps).sum(axis=0), 1)
        values = np.where(gaps, np.where(gaps, 0.0, values).sum(axis=0) / counts, values)
    values.setflags(write=False)
    return TableSample(values, places, columns, (length, dim), run, int(gaps.sum()))


@lru_cache(maxsize=4)
def amplitudes(embedded: Embedded) -> Array:
    """Return the amplitude of each number of cycles in each dimension; read-only."""
    strengths = _amplitudes(table_sample(embedded, run=True).values)
    strengths.setflags(write=False)
    return strengths


def column_amplitudes(embedded: Embedded, columns: NDArray[np.int64]) -> Array:
    """Return the amplitudes of some dimensions, looked at or not, shape (n // 2 + 1, len(columns))."""
    places = embedded.encoding.first + table_sample(embedded, run=True).places
    return _amplitudes(np.asarray(embedded.cells(places, columns), dtype=np.float64))


def _amplitudes(values: Array) -> Array:
    strengths: Array = 2 * np.abs(np.fft.rfft(values - values.mean(axis=0), axis=0)) / len(values)
    if len(values) % 2 == 0:
        # At half a cycle per position there is no sine beside the cosine.
        strengths[-1] /= 2
    return strengths


def powers(embedded: Embedded) -> Array:
    """Return twice the variance of each dimension at each number of cycles, shape (n // 2 + 1, m)."""
    squares = amplitudes(embedded) ** 2
    if len(table_sample(embedded, run=True).values) % 2 == 0:
        squares[-1] *= 2
    return squares


def power_shares(embedded: Embedded) -> Array:
    """Return the share of the total variance at each number of cycles, shape (n // 2 + 1,)."""
    variances = powers(embedded).sum(axis=1)
    total = variances.sum()
    return np.asarray(variances / total) if total > 0 else variances


# Of the greatest variance: smaller ones are rounding errors of 0.
_NOISE = 1e-24


class Components(NamedTuple):
    """Principal components, the strongest first."""

    scores: Array  # (n, ≤ 8)
    shares: Array  # of the variance
    effective_rank: (
        # e to the power of the entropy of the singular values (Roy and Vetterli, 2007).
        float
    )


SCORED = 8


# Of all that can be compared at once.
@lru_cache(maxsize=8)
def components(embedded: Embedded) -> Components:
    """Return the principal components of a table, or of a sample.

    The first score other than 0 is positive.
    """
    centred = table_sample(embedded, run=False).centred
    rows, columns = centred.shape
    squares = centred @ centred.T if rows <= columns else centred.T @ centred
    values, vectors = np.linalg.eigh(squares)
    values = np.maximum(values[::-1], 0)
    values[values < _NOISE * values[0]] = 0
    strongest = vectors[:, ::-1][:, :SCORED]
    scores = (
        strongest * np.sqrt(values[: strongest.shape[1]])
        if rows <= columns
        else centred @ strongest
    )
    away = np.abs(scores) > 1e-9 * np.abs(scores).max(axis=0, initial=0)
    scores = scores * np.where(
        np.take_along_axis(scores, away.argmax(axis=0)[None, :], 0) < 0, -1, 1
    )
    total = values.sum()
    shares = values / total if total > 0 else values
    singular = np.sqrt(values)
    part = singular[singular > 0] / max(singular.sum(), np.finfo(float).tiny)
    scores.setflags(write=False)
    return Components(
        scores, shares, float(np.exp(-(part * np.log(part)).sum())) if len(part) else 0.0
    )


# Frequencies tried a cycle over all positions, from a quarter of a cycle on.
FINENESS = 8
FEWEST = 3  # positions
# How many of the best frequencies tried are refined, as another one may win between those tried.
_PEAKS = 4
# Of the largest number: what computing a number costs.
_COMPUTED = 1e-15
# Of the best explained share, above which a frequency tried may win after refinement.
_NEAR = 0.9
_REFINED = 5  # times
# rad over all positions: a slower sinusoid is like a parabola.
_LIMIT = 1e-3
# How much worse a parabola must fit, in residual variances, for the frequency to be determined.
_WORSE = 10.0
_AT_ONCE = 64  # dimensions


class Fit(NamedTuple):
    """The best sinusoid of each dimension."""

    # In rad/position; nan where nothing varies, or a parabola fits as well.
    frequencies: Array
    # Of the variance of the dimension that it explains; nan where nothing varies, or was fitted.
    shares: Array
    # The share of the variance of all dimensions.
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
    if count >= FEWEST:
        for start in range(0, dims, _AT_ONCE):
            check_cancelled()
            some = np.flatnonzero(varies[start : start + _AT_ONCE]) + start
            if len(some):
                frequencies[some], left = _best(centred[:, some], rounding[some])
                shares[some] = np.clip(1 - left / variances[some], 0.0, 1.0)
    total = variances.sum()
    for part in (frequencies, shares):
        part.setflags(write=False)
    explained = float((np.nan_to_num(shares) * variances).sum())
    return Fit(frequencies, shares, explained / float(total) if total > 0 else 0.0)


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
    """Return the best frequencies of columns, nan where a parabola fits as well, and the residual squares."""
    count = len(centred)
    explained = _explained(centred)
    best = np.full(centred.shape[1], _LIMIT / count)
    parabola, _ = _left(best, centred)
    left = parabola.copy()
    beside = np.pad(explained, ((1, 1), (0, 0)), constant_values=-np.inf)
    is_peak = (explained >= beside[:-2]) & (explained >= beside[2:])
    peaks = np.argsort(np.where(is_peak, -explained, 0.0), axis=0, kind="stable")[:_PEAKS]
    for top in peaks:
        may_win = np.take_along_axis(explained, top[None], 0)[0] > _NEAR * explained.max(axis=0)
        tried = np.minimum(top[may_win] * (2 * np.pi / (FINENESS * count)), np.pi - _LIMIT / count)
        refined, less = _refined(tried, centred[:, may_win])
        best[may_win] = np.where(less < left[may_win], refined, best[may_win])
        left[may_win] = np.minimum(less, left[may_win])
    noise = np.maximum(left, count * rounding**2)
    is_determined = (parabola - left) * (count - 4) > _WORSE * noise  # a sinusoid has four numbers
    return np.where(is_determined, best, np.nan), left


def _explained(centred: Array) -> Array:
    """Return the explained squares at the frequencies tried, shape (frequencies, m).

    -inf below them.
    """
    count = len(centred)
    numbers = np.arange(FINENESS * count // 2 + 1)
    omega: Array = (2 * np.pi / (FINENESS * count) * numbers).astype(np.float64)
    # About the middle sines and cosines are orthogonal.
    middle = np.exp(0.5j * (count - 1) * omega)[:, None]
    sums = np.fft.rfft(centred, FINENESS * count, axis=0) * middle
    once = dirichlet(omega, count)
    twice = dirichlet(2 * omega, count)
    cosines = count * ((1 + twice) / 2 - once**2)
    sines = count * (1 - twice) / 2
    explained = np.full(sums.shape, -np.inf)
    for part, squares in ((sums.real, cosines), (sums.imag, sines)):
        # At half a cycle per position one of them is 0.
        exists = squares > 1e-9 * count
        explained[exists] = (
            np.maximum(explained[exists], 0.0) + part[exists] ** 2 / squares[exists, None]
        )
    explained[: FINENESS // 4] = -np.inf
    return explained


def _refined(frequencies: Array, centred: Array) -> tuple[Array, Array]:
    """Return better frequencies near those given, or slower ones, and the residual squares."""
    slowest = _LIMIT / len(centred)
    best, (left, step) = frequencies, _left(frequencies, centred)
    for _ in range(_REFINED):
        # In ω², as the residual of a slow sinusoid is quadratic in it.
        nearby = np.sqrt(np.clip(best**2 + 2 * best * step, slowest**2, np.pi**2))
        less, further = _left(nearby, centred)
        better = less < left
        best, left = np.where(better, nearby, best), np.where(better, less, left)
        step = np.where(better, further, step / 4)
    return best, left


def _left(frequencies: Array, centred: Array) -> tuple[Array, Array]:
    """Return the residual squares of a sinusoid fitted to each column, and the Gauss–Newton step."""
    places = (np.arange(len(centred)) - (len(centred) - 1) / 2)[:, None]
    halves = places * (frequencies / 2)
    sines = np.sin(halves)
    cosines = np.cos(halves)
    # cos ωu − 1, without cancellation.
    sines, cosines = 2 * sines * cosines, -2 * sines**2
    shape = places * (cosines + 1), -places * sines
    left = centred
    slope = np.zeros_like(centred)
    cosines -= cosines.mean(axis=0)
    for wave, change in zip((sines, cosines), shape, strict=True):
        squares = (wave**2).sum(axis=0)
        # At half a cycle per position one of them is 0.
        squares[squares < 1e-20 * len(centred)] = np.inf
        height = (wave * centred).sum(axis=0) / squares
        change = change - change.mean(axis=0)
        change -= wave * ((wave * change).sum(axis=0) / squares)
        left, slope = left - height * wave, slope + height * change
    squares = (slope**2).sum(axis=0)
    return (left**2).sum(axis=0), (slope * left).sum(axis=0) / np.where(squares > 0, squares, 1.0)
