"""The errors of number formats with few bits: rounded positions, angles and scores."""

from functools import lru_cache
from math import isqrt
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.turning.pairs import TurningPairs, phasors

Array = NDArray[np.float64]
# In double precision: by itself the power of two below a number's size.
_EXPONENT = 0x7FF << 52
_AT_ONCE = 2**20  # positions rounded at a time
Rounded: TypeAlias = Literal["all", "positions", "frequencies", "angles"]
# Positions at which the error of an angle is computed.
TRIED = 1024
# Pairs that are averaged for a score, at most.
AVERAGED = 2048
MOST = 512  # pairs whose errors are shown


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
        bits = np.ascontiguousarray(numbers, dtype=np.float64).view(np.int64) & _EXPONENT
        return np.asarray(
            np.clip(bits.view(np.float64), self.tiny, self.largest) * 2.0 ** (1 - self.bits)
        )

    def distinct(self, positions: range) -> int:
        """Return the number of distinct rounded positions, without those that overflow."""
        count = 0
        last = np.nan
        for start in range(positions[0], positions.stop, _AT_ONCE):
            rounded = self.rounded(
                np.arange(start, min(start + _AT_ONCE, positions.stop), dtype=np.float64)
            )
            count += int((np.isfinite(rounded) & (rounded != np.append(last, rounded[:-1]))).sum())
            last = rounded[-1]
        return count

    def first_alike(self, positions: range) -> int | None:
        """Return the first position that is rounded to the same number as the next.

        None if there is none.
        """
        # Up to 2^bits the format has every whole number; among so many neighbours farther out some
        # coincide.
        tried = [
            place
            for place in (*range(positions[0], positions[0] + 4), 1 << self.bits)
            if place in positions[:-1]
        ]
        rounded, following = (
            self.rounded(np.array(tried, dtype=np.float64) + step) for step in (0, 1)
        )
        return next(
            (
                place
                for place, is_alike in zip(tried, rounded == following, strict=True)
                if is_alike
            ),
            None,
        )


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
    ends = np.array([encoding.first, encoding.first + encoding.length - 1], dtype=np.float64)
    return bool(np.isfinite(angles(ends, encoding.frequencies()[:1], format)).all())


@lru_cache(maxsize=64)
def angle_errors(
    encoding: TurningPairs, format: NumberFormat, what: Rounded, pairs: tuple[int, ...]
) -> Array:
    """Return the largest error of each of some pairs' angles, in radians, shape (len(pairs),).

    Read-only.
    """
    frequencies = encoding.frequencies()[list(pairs)]
    positions = _worst_positions(encoding, format)
    errors = np.abs(angles(positions, frequencies, format, what) - positions[:, None] * frequencies)
    largest = np.asarray(errors.max(axis=0))
    largest.setflags(write=False)
    return largest


def _worst_positions(encoding: TurningPairs, format: NumberFormat, tried: int = TRIED) -> Array:
    """Return the distances from 0 with the largest rounding errors: all, or some of the far half."""
    first = encoding.first
    last = encoding.first + encoding.length - 1
    high = max(abs(first), abs(last))
    low = min(abs(first), abs(last)) if first * last > 0 else 0
    if high - low >= tried:
        low = max(low, high // 2)
    if high - low < tried:
        return np.arange(low, high + 1, dtype=np.float64)
    numbers = low + linspace_indices(high - low + 1, tried).astype(np.float64)
    step = float(format.spacing(numbers[-1:])[0])
    if not 2 <= step < np.inf:
        return numbers
    # Halfway to the next number of the format.
    middles = np.unique(np.floor(numbers / step)) * step + step / 2
    jumps = (middles[:, None] + np.array([-1.0, 0.0, 1.0])).ravel()
    return np.concatenate([numbers, jumps[(jumps >= low) & (jumps <= high)]])


def tries_all(encoding: TurningPairs) -> bool:
    """Whether scores are computed between all positions, which is fast up to 2,000, or 3,000 with few pairs."""
    return encoding.length <= 3 * _share(encoding)


def _share(encoding: TurningPairs) -> int:
    """Return the number of positions of each of three kinds between which scores are computed."""
    return min(TRIED, max(667, isqrt(2**28 // encoding.pairs)))


def _tried_positions(encoding: TurningPairs, format: NumberFormat) -> Array:
    """Return positions, ascending: all, or some from everywhere, the worst ones, and the end farther from 0."""
    positions = np.arange(encoding.first, encoding.first + encoding.length)
    share = _share(encoding)
    if tries_all(encoding):
        return positions.astype(np.float64)
    end = positions[-share:] if positions[-1] >= -positions[0] else positions[:share]
    worst = _worst_positions(encoding, format, share)
    some: Array = np.unique(
        np.concatenate([positions[linspace_indices(len(positions), share)], end, worst, -worst])
    )
    return np.asarray(
        some[(some >= positions[0]) & (some <= positions[-1]) & (some == np.floor(some))]
    )


# Of six schemes in three formats, and more.
@lru_cache(maxsize=24)
def score_error(encoding: TurningPairs, format: NumberFormat, what: Rounded) -> float:
    """Return the largest error of a score, the mean of cos ω(s − t) over the pairs, of the positions that are tried."""
    frequencies = encoding.frequencies()[linspace_indices(encoding.pairs, AVERAGED)]
    positions = _tried_positions(encoding, format)
    true = positions[:, None] * frequencies
    off = angles(positions, frequencies, format, what) - true
    turned = phasors(true)
    # With u = e^{iωt} and w = u·(e^{iδ} − 1) the error is Re Σ w(s)·ū(t) + (u + w)(s)·w̄(t), 0
    # where no angle is off.
    lost = turned * (1j * np.sin(off) - 2 * np.sin(off / 2) ** 2)
    keys, queries = (
        np.concatenate(
            [a.real, a.imag, b.real, b.imag], axis=1, dtype=np.float32, casting="same_kind"
        )
        for a, b in ((lost, turned + lost), (turned, lost))
    )
    starts = range(0, len(positions), 256)
    largest = max(
        float(np.abs(queries[start : start + 256] @ keys[start:].T).max()) for start in starts
    )
    return largest / len(frequencies)
