"""Sines and cosines recognized in numbers: pairs that turn evenly, and their positions."""

from dataclasses import dataclass
from math import nan
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]
Indices = NDArray[np.int64]

# How many of the first rows are looked at: enough to tell frequencies and phases.
ROWS = 1024
CELLS = 2**20
_FEWEST_ROWS = 3

# A pair may differ from an even turn on a circle by this share of its radius.
_ROUND = 0.05

# Within how many turns of the slowest pair, on both sides of 0, a position is looked for.
_TURNS = 2**14

# Within how many standard errors a position agrees with a pair.
_SURE = 8

# The error of computing a phase or a rate.
_LEAST_ERROR = 2.0**-50
_BASE_DIGITS = 8

# The factor by which the error may be larger with a base of fewer digits.
_WORSE = 2

# A relative error up to this is only rounding.
_EXACT = 1e-12

# A position this near to a whole number is written as a whole number.
_WHOLE = 1e-3

# A position whose error is larger than this counts as unknown.
_KNOWN = 0.25


@dataclass(frozen=True, eq=False)
class EvenPairs:
    """Pairs of columns that turn evenly with the rows, in the order of the columns."""

    sines: Indices  # the column of each pair's sine
    cosines: Indices
    frequencies: Array  # rad/position
    radii: Array
    # The largest distance of each pair from even turning.
    errors: Array
    # The position of the first row; nan where the phases give none.
    start: float
    # How the position changes from row to row: upwards or downwards.
    step: Literal[-1, 1]

    def position_text(self, first: int = 0) -> str:
        """Return which position row t has, as ``"position 4 999 − t"``.

        The text is empty if the position is t, or unknown. `first` is the t of the first row.
        """
        if np.isnan(self.start):
            return ""
        at_zero = self.start - self.step * first
        whole = round(at_zero)
        start = number(whole) if abs(at_zero - whole) <= _WHOLE else number(at_zero)
        if self.step == -1:
            return "position −t" if start == "0" else f"position {start} − t"
        return "" if start == "0" else f"position t + {start}".replace("+ −", "− ")

    def farthest(self, length: int) -> float:
        """Return how far from position 0 the farthest of `length` rows is."""
        last = self.start + self.step * (length - 1)
        return float(max(abs(self.start), abs(last)))


class _Turning(NamedTuple):
    """Each pair's best even turning, with phases at the middle row."""

    rates: Array  # rad/row, of any sign
    phases: Array
    radii: Array
    errors: Array


class _Start(NamedTuple):
    """A position that the first row may have."""

    # nan if none agrees with all pairs.
    position: float
    is_whole: bool  # up to errors
    # How near to position 0 the first or the last row then is.
    nearest: float

    @property
    def rank(self) -> tuple[bool, bool, float]:
        """A number that is smaller for a likelier position."""
        return np.isnan(self.position), not self.is_whole, self.nearest


class _Reading(NamedTuple):
    """A reading of a table: which columns are sines, its first position, and its direction."""

    sines: Indices
    cosines: Indices
    turning: _Turning
    step: Literal[-1, 1]
    start: _Start


def even_pairs(table: Array) -> EvenPairs | None:
    """Return the pairs of a table's columns that turn evenly with its rows; None if there are none.

    The columns of a pair are neighbours, or as far apart as half of all columns.
    """
    length, dim = table.shape
    rows = min(length, ROWS, max(_FEWEST_ROWS, CELLS // dim))
    if rows < _FEWEST_ROWS or dim < 2:
        return None
    half = dim // 2
    first_half = np.arange(half)
    sides = [(2 * first_half, 2 * first_half + 1), (first_half, first_half + half)]
    # The longer half, with the last sine, may come first.
    if dim % 2:
        sides.append((first_half, first_half + half + 1))
    readings = [_reading(table[:rows], left, right) for left, right in sides]
    best = max(readings, key=lambda reading: len(reading.sines))
    if not len(best.sines):
        return None
    return EvenPairs(
        sines=best.sines,
        cosines=best.cosines,
        frequencies=np.abs(best.turning.rates),
        radii=best.turning.radii,
        errors=best.turning.errors,
        start=best.start.position,
        step=best.step,
    )


def even_rotation(waves: Complex) -> EvenPairs | None:
    """Return how columns of cos + i·sin turn evenly with the rows; None if one of them does not."""
    rows = min(len(waves), ROWS, max(_FEWEST_ROWS, CELLS // waves.shape[1]))
    if rows < _FEWEST_ROWS:
        return None
    turning = _even_turning(waves[:rows])
    if not (turning.errors <= _ROUND * turning.radii).all() or not turning.radii.all():
        return None
    columns = np.arange(waves.shape[1])
    read = _read(columns, columns, turning, rows)
    frequencies = np.abs(turning.rates)
    start = read.start.position
    return EvenPairs(columns, columns, frequencies, turning.radii, turning.errors, start, read.step)


class Powers(NamedTuple):
    """Frequencies as powers of a base: ω_i = base^(−i/n)."""

    base: float
    # The largest relative error of a frequency.
    error: float


def as_powers(frequencies: Array) -> Powers | None:
    """Return the base of n frequencies that are its powers; None for a single frequency.

    The base has as few digits as explain the frequencies; the error says how well it does.
    """
    places = np.arange(len(frequencies)) / len(frequencies)
    is_finite = bool(np.isfinite(frequencies).all())
    if len(places) < 2 or not is_finite or not (frequencies > 0).all():
        return None
    products = places * np.log(frequencies)
    logarithm = -float(products.sum() / np.square(places).sum())

    def error_with(base: float) -> float:
        return float(np.abs(frequencies * base**places - 1).max())

    base = float(np.exp(logarithm))
    best = error_with(base)
    for digits in range(1, _BASE_DIGITS + 1):
        rounded = float(f"{base:.{digits - 1}e}")
        if error_with(rounded) <= max(_WORSE * best, _EXACT):
            return Powers(rounded, error_with(rounded))
    return Powers(base, best)


def _reading(values: Array, left: Indices, right: Indices) -> _Reading:
    """Return how those pairs of left and right columns that turn evenly are best read."""
    waves = values[:, right] + 1j * values[:, left]
    radii = np.abs(waves)
    means = radii.mean(axis=0)
    is_round = (means > 0) & (np.ptp(radii, axis=0) <= _ROUND * means)
    turning = _even_turning(waves[:, is_round])
    is_even = turning.errors <= _ROUND * turning.radii
    left = left[is_round][is_even]
    right = right[is_round][is_even]
    sines_left = _Turning(*(part[is_even] for part in turning))
    # With the cosines on the left, an angle is 90° minus the other, and turns the other way.
    phases = np.pi / 2 - sines_left.phases
    sines_right = sines_left._replace(rates=-sines_left.rates, phases=phases)
    rows = len(values)
    readings = [_read(left, right, sines_left, rows), _read(right, left, sines_right, rows)]
    # If neither reading has a position, the one that counts upwards is taken.
    return min(readings, key=lambda reading: (*reading.start.rank, -reading.step))


def _even_turning(waves: Complex) -> _Turning:
    """Return the even turning that is nearest to each column of complex numbers."""
    rows = np.arange(len(waves)) - (len(waves) - 1) / 2
    steps = waves[1:] * waves[:-1].conj()
    rates: Array = np.angle(steps.sum(axis=0))
    for _ in range(2):
        stopped = waves * np.exp(-1j * rows[:, None] * rates)
        offsets = np.unwrap(np.angle(stopped * _mean(stopped).conj()), axis=0)
        rates = rates + (rows @ offsets) / (rows @ rows)
    turns = np.exp(1j * rows[:, None] * rates)
    centres = _mean(waves * turns.conj())
    errors = np.abs(waves - centres * turns).max(axis=0, initial=0.0)
    return _Turning(rates, np.angle(centres), np.abs(centres), errors)


def _mean(numbers: Complex) -> Complex:
    """Return the means of columns of similar numbers, without the rounding error of a long sum."""
    first = numbers[0]
    return np.asarray(first + (numbers - first).mean(axis=0))


def _read(sines: Indices, cosines: Indices, turning: _Turning, rows: int) -> _Reading:
    step: Literal[-1, 1] = -1 if turning.rates.sum() < 0 else 1
    start = _start(turning._replace(rates=step * turning.rates), step, rows)
    return _Reading(sines, cosines, turning, step, start)


def _start(upwards: _Turning, step: int, rows: int) -> _Start:
    """Return the likeliest position of the first row: whole, and as near to 0 as possible."""
    middles, errors = _middle_positions(upwards, rows)
    if not len(middles):
        return _Start(nan, is_whole=False, nearest=0.0)
    starts = middles - step * (rows - 1) / 2
    lasts = starts + step * (rows - 1)
    is_whole = np.abs(starts - np.rint(starts)) <= _SURE * errors
    nearest = np.minimum(np.abs(starts), np.abs(lasts))
    best = np.lexsort([nearest, ~is_whole])[0]
    return _Start(float(starts[best]), bool(is_whole[best]), float(nearest[best]))


def _middle_positions(turning: _Turning, rows: int) -> tuple[Array, Array]:
    """Return the positions that the middle row may have, and their errors.

    All pairs agree with each position. The slowest pair says where they may be, up to whole turns;
    each faster one says it more exactly.
    """
    noise = turning.errors / turning.radii
    rate_errors = noise * np.sqrt(12 / rows**3) + _LEAST_ERROR * turning.rates
    phase_errors = noise / np.sqrt(rows) + _LEAST_ERROR
    pairs = np.flatnonzero(turning.rates > _SURE * rate_errors)
    pairs = pairs[np.argsort(turning.rates[pairs])]
    if not len(pairs):
        return np.zeros(0), np.zeros(0)

    def positions_of(pair: int, turns: Array) -> tuple[Array, Array]:
        """Return at which positions a pair has its phase after whole turns, and their errors."""
        rate = turning.rates[pair]
        places = (turning.phases[pair] + 2 * np.pi * turns) / rate
        errors = phase_errors[pair] + np.abs(places) * rate_errors[pair]
        return places, errors / rate

    positions, errors = positions_of(pairs[0], np.arange(-_TURNS, _TURNS + 1.0))
    for pair in pairs[1:]:
        angles = turning.rates[pair] * positions - turning.phases[pair]
        places, place_errors = positions_of(pair, np.rint(angles / (2 * np.pi)))
        agrees = np.abs(places - positions) <= _SURE * (errors + place_errors)
        is_better = place_errors < errors
        positions = np.where(is_better, places, positions)[agrees]
        errors = np.where(is_better, place_errors, errors)[agrees]
    is_known = errors < _KNOWN
    return positions[is_known], errors[is_known]
