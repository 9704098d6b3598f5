"""What rounding costs pairs that turn: the error of angles, and of scores by lag, in formats of few bits.

Where there are many positions, errors are those found among some 1 000 of the far half, where rounding costs
most, and where rounded positions jump.
"""

from functools import lru_cache
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from peviewer.model.sampling.evenly import evenly
from peviewer.model.turning.formats import NumberFormat
from peviewer.model.turning.pairs import TurningPairs

Array = NDArray[np.float64]
Rounded: TypeAlias = Literal["all", "positions", "frequencies", "angles"]
TRIED = 1024  # positions that the error of an angle is looked for at
QUERIES = 12  # that a score by lag is tried with
AVERAGED = 128  # pairs at most that a score is the mean of


def angles(positions: Array, frequencies: Array, kept: NumberFormat, what: Rounded = "all") -> Array:
    """Return ω·t as a model has it that keeps some of it in a format, shape (n, m), in radians.

    Parameters
    ----------
    positions : ndarray, shape (n,)
        Whole positions.
    frequencies : ndarray, shape (m,)
        In rad/position.
    kept : NumberFormat
        The format.
    what : {"all", "positions", "frequencies", "angles"}
        What is rounded to it; the product of rounded numbers is exact before it is rounded itself.
    """
    if what in ("all", "positions"):
        positions = kept.rounded(positions)
    if what in ("all", "frequencies"):
        frequencies = kept.rounded(frequencies)
    with np.errstate(invalid="ignore"):  # a position beyond the format, of a frequency that is 0 there: no number
        found = positions[:, None] * frequencies[None, :]
    return kept.rounded(found) if what in ("all", "angles") else found


def is_within(encoding: TurningPairs, kept: NumberFormat) -> bool:
    """Whether no position and no angle is too large for a format."""
    ends = np.array([encoding.first, encoding.first + encoding.length - 1], dtype=np.float64)
    return bool(np.isfinite(angles(ends, encoding.frequencies()[:1], kept)).all())


@lru_cache(maxsize=64)
def angle_errors(encoding: TurningPairs, kept: NumberFormat, what: Rounded, pairs: tuple[int, ...]) -> Array:
    """Return how far the angle of each of some pairs is off at most, in radians, shape (len(pairs),); read-only."""
    frequencies, positions = encoding.frequencies()[list(pairs)], _costly(encoding, kept)
    errors = np.zeros(len(frequencies))
    for some in np.array_split(np.arange(len(frequencies)), -(-len(frequencies) // 256)):
        exact = positions[:, None] * frequencies[None, some]
        errors[some] = np.abs(angles(positions, frequencies[some], kept, what) - exact).max(axis=0)
    errors.setflags(write=False)
    return errors


def _costly(encoding: TurningPairs, kept: NumberFormat) -> Array:
    """Return the distances from 0 where rounding costs most: all, or some of the far half."""
    first, last = encoding.first, encoding.first + encoding.length - 1
    high = max(abs(first), abs(last))
    low = min(abs(first), abs(last)) if first * last > 0 else 0
    if high - low >= TRIED:
        low = max(low, high // 2)
    if high - low < TRIED:
        return np.arange(low, high + 1, dtype=np.float64)
    numbers = low + evenly(high - low + 1, TRIED).astype(np.float64)
    step = float(kept.spacing(numbers[-1:])[0])
    if not 2 <= step < np.inf:
        return numbers
    middles = np.unique(np.floor(numbers / step)) * step + step / 2  # halfway to the next number of the format
    jumps = (middles[:, None] + np.array([-1.0, 0.0, 1.0])).ravel()
    return np.concatenate([numbers, jumps[(jumps >= low) & (jumps <= high)]])


@lru_cache(maxsize=64)
def score_errors(encoding: TurningPairs, kept: NumberFormat, what: Rounded, lags: tuple[int, ...]) -> Array:
    """Return how far a score is off at most by lag, shape (len(lags),); read-only.

    The score is the mean over the pairs of cos ω(s − t), tried with queries evenly among those that have such a key;
    where there are many pairs, as many of them, evenly.
    """
    frequencies = encoding.frequencies()[evenly(encoding.pairs, AVERAGED)]
    away = np.array(lags, dtype=np.float64)
    errors = np.zeros(len(away))
    for share in np.linspace(0, 1, QUERIES):
        keys = encoding.first + np.rint(share * (encoding.length - 1 - away))
        apart = angles(keys + away, frequencies, kept, what) - angles(keys, frequencies, kept, what)
        true = (keys + away)[:, None] * frequencies - keys[:, None] * frequencies  # as rounded where nothing is
        np.maximum(errors, np.abs((np.cos(apart) - np.cos(true)).mean(axis=1)), out=errors)
    errors.setflags(write=False)
    return errors
