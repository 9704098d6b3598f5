"""Formats of numbers: what becomes of positions and angles that are kept in few bits."""

from math import frexp, ldexp
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_DOUBLE = 53  # significant bits of what is worked with here


class NumberFormat(NamedTuple):
    """Binary numbers of so many significant `bits`, up to `largest`; below `tiny` they lie evenly."""

    name: Literal["float32", "float16", "bfloat16"]
    bits: int
    largest: float
    tiny: float

    def rounded(self, numbers: Array) -> Array:
        """Return the nearest numbers of the format, ties to even, shape of `numbers`; ±∞ beyond the largest.

        Examples
        --------
        >>> BFLOAT16.rounded(np.array([256.0, 257.0, 259.0, 0.1])).tolist()
        [256.0, 256.0, 260.0, 0.10009765625]
        >>> FLOAT16.rounded(np.array([2049.0, 65_519.0, -65_520.0])).tolist()
        [2048.0, 65504.0, -inf]
        """
        numbers = np.ascontiguousarray(numbers, dtype=np.float64)
        lost = _DOUBLE - self.bits
        bits = numbers.view(np.int64)
        found = bits >> lost
        found &= 1  # to even where a number lies between two
        found += bits
        found += (1 << (lost - 1)) - 1
        found >>= lost
        found <<= lost
        nearest: Array = found.view(np.float64)
        small = np.abs(numbers) < self.tiny
        if small.any():
            even = 1.5 * 2.0 ** (_DOUBLE - self.bits) * self.tiny  # what is added to it is rounded to their step
            nearest[small] = (numbers[small] + even) - even
        beyond = np.abs(nearest) > self.largest
        if beyond.any():
            nearest[beyond] = np.copysign(np.inf, nearest[beyond])
        return nearest

    def spacing(self, numbers: Array) -> Array:
        """Return how far apart the format's numbers are there, shape of `numbers`; ∞ beyond the largest.

        Examples
        --------
        >>> BFLOAT16.spacing(np.array([1.0, 300.0, 4095.0])).tolist()
        [0.0078125, 2.0, 16.0]
        """
        sizes = np.maximum(np.abs(numbers), self.tiny)
        steps: Array = np.ldexp(1.0, np.frexp(sizes)[1] - self.bits)
        return np.where(sizes > self.largest, np.inf, steps)

    def holds(self, positions: range) -> bool:
        """Whether all positions stay below the largest number once they are rounded."""
        return all(np.isfinite(self.rounded(np.array([positions[0], positions[-1]], dtype=np.float64))))

    def distinct(self, positions: range) -> int:
        """Return how many numbers the positions become once they are rounded; what overflows becomes none.

        Every whole number of the format that lies between those of the ends is one of them.

        Examples
        --------
        >>> BFLOAT16.distinct(range(4096)), FLOAT16.distinct(range(4096)), FLOAT32.distinct(range(4096))
        (769, 3073, 4096)
        >>> FLOAT16.distinct(range(65_000, 70_000)), FLOAT16.distinct(range(66_000, 70_000))
        (17, 0)
        """
        most = self._rank(self._beyond) - 1
        return max(0, min(self._rank(positions[-1]), most) - max(self._rank(positions[0]), -most) + 1)

    def first_alike(self, positions: range) -> int | None:
        """Return the first position that becomes the same number as the next; None where there is none.

        Examples
        --------
        >>> BFLOAT16.first_alike(range(4096)), FLOAT16.first_alike(range(2048)), BFLOAT16.first_alike(range(1000, 2000))
        (256, None, 1000)
        """
        exact = 1 << self.bits  # up to which the format has every whole number
        near = range(positions[0], positions[0] + 4)  # of neighbours farther out, some of so many are alike
        alike = (at for at in [*near, exact] if at in positions[:-1] and self._rank(at) == self._rank(at + 1))
        return next(alike, None)

    def _rank(self, position: int) -> int:
        """Return which of the format's whole numbers a position becomes, counted from 0."""
        size = abs(position)
        if size > 1 << self.bits:
            step = 1 << (size.bit_length() - self.bits)
            size = (size // step + _up(size % step, step, size // step)) * step
        size = min(size, self._beyond)
        rank = size
        if size > 1 << self.bits:
            exponent = frexp(size)[1] - 1
            steps = (size - (1 << exponent)) >> (exponent - self.bits + 1)
            rank = (1 << self.bits) + (exponent - self.bits) * (1 << (self.bits - 1)) + steps
        return rank if position >= 0 else -rank

    @property
    def _beyond(self) -> int:
        """The whole number that comes after the largest: it stands for ∞."""
        return int(ldexp(1.0, frexp(self.largest)[1]))


def _up(rest: int, step: int, below: int) -> int:
    """Return 1 where a number so far above `below` steps is rounded up, ties to even."""
    return int(2 * rest > step or (2 * rest == step and below % 2 == 1))


FLOAT32 = NumberFormat("float32", 24, float(np.finfo(np.float32).max), 2.0**-126)
FLOAT16 = NumberFormat("float16", 11, 65_504.0, 2.0**-14)
BFLOAT16 = NumberFormat("bfloat16", 8, float.fromhex("0x1.fep127"), 2.0**-126)
FORMATS = FLOAT32, FLOAT16, BFLOAT16
