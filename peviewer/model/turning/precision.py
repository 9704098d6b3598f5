"""The errors of number formats with few bits: rounded positions, angles and scores."""

from functools import lru_cache
from math import isqrt
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.turning.pairs import TurningPairs, phasors

Array = NDArray[np.float64]
Rounded: TypeAlias = Literal["all", "positions", "frequencies", "angles"]

# The exponent's bits of a number in double precision: alone they are the power of two below it.
_EXPONENT = 0x7FF << 52

# How many positions are rounded at a time.
_AT_ONCE = 2**20

# How many positions the error of an angle is computed at.
TRIED = 1024

# The most pairs that are averaged for a score.
AVERAGED = 2048

# How many pairs' errors are shown at most.
MOST = 512


class NumberFormat(NamedTuple):
    """Binary numbers with `bits` significant bits, up to `largest`.

    Below `tiny` they are evenly spaced.
    """

    name: Literal["float32", "float16", "bfloat16"]
    bits: int
    largest: float
    tiny: float

    def rounded(self, numbers: Array) -> Array:
        """Return the nearest numbers of the format, ties to even; ±∞ beyond the largest."""
        steps = self._steps(numbers)
        nearest = np.rint(numbers / steps) * steps
        return np.where(np.abs(nearest) > self.largest, np.copysign(np.inf, nearest), nearest)

    def spacing(self, numbers: Array) -> Array:
        """Return the spacing of the format's numbers; ∞ beyond the largest."""
        return np.where(np.abs(numbers) > self.largest, np.inf, self._steps(numbers))

    def _steps(self, numbers: Array) -> Array:
        bits = np.ascontiguousarray(numbers, dtype=np.float64).view(np.int64)
        powers_of_two = (bits & _EXPONENT).view(np.float64)
        within_format = np.clip(powers_of_two, self.tiny, self.largest)
        return np.asarray(within_format * 2.0 ** (1 - self.bits))

    def distinct(self, positions: range) -> int:
        """Return the number of distinct rounded positions, without those that overflow."""
        count = 0
        last = np.nan
        for start in range(positions[0], positions.stop, _AT_ONCE):
            stop = min(start + _AT_ONCE, positions.stop)
            rounded = self.rounded(np.arange(start, stop, dtype=np.float64))
            is_new = rounded != np.append(last, rounded[:-1])
            count += int((np.isfinite(rounded) & is_new).sum())
            last = rounded[-1]
        return count

    def first_alike(self, positions: range) -> int | None:
        """Return the first position that is rounded to the same number as the next.

        Return None if there is none.
        """
        # Up to 2^bits the format has every whole number; among so many neighbours farther out some
        # coincide.
        candidates: tuple[int, ...] = (*range(positions[0], positions[0] + 4), 1 << self.bits)
        for position in candidates:
            if position not in positions[:-1]:
                continue
            neighbours = self.rounded(np.array([position, position + 1], dtype=np.float64))
            if float(neighbours[0]) == float(neighbours[1]):
                return position
        return None


FLOAT32 = NumberFormat("float32", 24, float(np.finfo(np.float32).max), 2.0**-126)
FLOAT16 = NumberFormat("float16", 11, 65_504.0, 2.0**-14)
BFLOAT16 = NumberFormat("bfloat16", 8, float.fromhex("0x1.fep127"), 2.0**-126)
FORMATS = FLOAT32, FLOAT16, BFLOAT16


def angles(
    positions: Array, frequencies: Array, format: NumberFormat, what: Rounded = "all"
) -> Array:
    """Return ω·t in radians as a model computes it in a format, shape (n, m).

    Products are exact before rounding.
    """
    if what in ("all", "positions"):
        positions = format.rounded(positions)
    if what in ("all", "frequencies"):
        frequencies = format.rounded(frequencies)
    # ∞ times a frequency that is rounded to 0 is NaN.
    with np.errstate(invalid="ignore"):
        products = positions[:, None] * frequencies[None, :]
    return format.rounded(products) if what in ("all", "angles") else products


def is_within(encoding: TurningPairs, format: NumberFormat) -> bool:
    """Whether no position and no angle is too large for a format."""
    last = encoding.first + encoding.length - 1
    ends = np.array([encoding.first, last], dtype=np.float64)
    fastest = encoding.frequencies()[:1]
    return bool(np.isfinite(angles(ends, fastest, format)).all())


@lru_cache(maxsize=64)
def angle_errors(
    encoding: TurningPairs, format: NumberFormat, what: Rounded, pairs: tuple[int, ...]
) -> Array:
    """Return the largest error of the angles of each of `pairs`, in radians, shape (len(pairs),).

    The array is read-only.
    """
    frequencies = encoding.frequencies()[list(pairs)]
    positions = _worst_positions(encoding, format)
    exact = positions[:, None] * frequencies
    errors = np.abs(angles(positions, frequencies, format, what) - exact)
    largest = np.asarray(errors.max(axis=0))
    largest.setflags(write=False)
    return largest


def _worst_positions(encoding: TurningPairs, format: NumberFormat, most: int = TRIED) -> Array:
    """Return the distances from 0 with the largest rounding errors.

    These are all distances, or if there are more than `most`, some of the far half.
    """
    first = encoding.first
    last = encoding.first + encoding.length - 1
    has_zero_inside = first * last <= 0
    high = max(abs(first), abs(last))
    low = 0 if has_zero_inside else min(abs(first), abs(last))
    if high - low >= most:
        low = max(low, high // 2)
    if high - low < most:
        return np.arange(low, high + 1, dtype=np.float64)

    spread = low + linspace_indices(high - low + 1, most).astype(np.float64)
    step = float(format.spacing(spread[-1:])[0])
    if not 2 <= step < np.inf:
        return spread
    # Rounding jumps halfway to the format's next number, and beside it.
    middles = np.unique(np.floor(spread / step)) * step + step / 2
    jumps = (middles[:, None] + np.array([-1.0, 0.0, 1.0])).ravel()
    is_inside = (jumps >= low) & (jumps <= high)
    return np.concatenate([spread, jumps[is_inside]])


def tries_all(encoding: TurningPairs) -> bool:
    """Whether scores are computed between all positions.

    That is fast for up to 2,000 positions, or 3,000 with few pairs.
    """
    return encoding.length <= 3 * _share(encoding)


def _share(encoding: TurningPairs) -> int:
    """Return the number of positions of each of three kinds between which scores are computed."""
    return min(TRIED, max(667, isqrt(2**28 // encoding.pairs)))


def _tried_positions(encoding: TurningPairs, format: NumberFormat) -> Array:
    """Return the positions, ascending, between which scores are computed.

    These are all positions; or else some from everywhere, the worst ones, and the end far from 0.
    """
    positions = np.arange(encoding.first, encoding.first + encoding.length)
    if tries_all(encoding):
        return positions.astype(np.float64)
    share = _share(encoding)
    first = positions[0]
    last = positions[-1]
    spread = positions[linspace_indices(len(positions), share)]
    far_end = positions[-share:] if last >= -first else positions[:share]
    worst = _worst_positions(encoding, format, share)
    candidates: Array = np.unique(np.concatenate([spread, far_end, worst, -worst]))
    is_inside = (candidates >= first) & (candidates <= last)
    is_whole = candidates == np.floor(candidates)
    return np.asarray(candidates[is_inside & is_whole])


# The cache holds six schemes in three formats, and some more.
@lru_cache(maxsize=24)
def score_error(encoding: TurningPairs, format: NumberFormat, what: Rounded) -> float:
    """Return the largest error of a score, the mean of cos ω(s − t) over the pairs.

    Only scores between the positions tried count.
    """
    frequencies = encoding.frequencies()[linspace_indices(encoding.pairs, AVERAGED)]
    positions = _tried_positions(encoding, format)
    exact_angles = positions[:, None] * frequencies
    angle_rests = angles(positions, frequencies, format, what) - exact_angles
    exact = phasors(exact_angles)
    # With u = e^{iωt} and w = u·(e^{iδ} − 1) the error is Re Σ w(s)·ū(t) + (u + w)(s)·w̄(t), 0
    # where no angle is off.
    errors = exact * (1j * np.sin(angle_rests) - 2 * np.sin(angle_rests / 2) ** 2)
    keys = _real_columns(errors, exact + errors)
    queries = _real_columns(exact, errors)
    largest_of_blocks = []
    for start in range(0, len(positions), 256):
        block_errors = queries[start : start + 256] @ keys[start:].T
        largest_of_blocks.append(float(np.abs(block_errors).max()))
    return max(largest_of_blocks) / len(frequencies)


def _real_columns(
    left: NDArray[np.complex128], right: NDArray[np.complex128]
) -> NDArray[np.float32]:
    """Return real and imaginary columns side by side, in single precision."""
    columns = [left.real, left.imag, right.real, right.imag]
    return np.concatenate(columns, axis=1, dtype=np.float32, casting="same_kind")
