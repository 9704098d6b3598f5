"""How exactly the numbers of a table are known, by their type or by the digits written."""

from functools import lru_cache
from math import floor, log10
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.base.words import in_unit
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.stored.entry import BITS_OF_KINDS, DOUBLE_BITS
from peviewer.model.stored.table import StoredTable

Array = NDArray[np.float64]
SINGLE_BITS = 24
_TYPE_NAMES = {8: "bfloat16", 11: "half precision", SINGLE_BITS: "single precision"}
# How many numbers of a large table are examined.
_EXAMINED = 2**18
_MOST_DIGITS = 14
_WRITTEN_ANEW = 1000  # numbers
# Of the last digit: where a type rounds by more, its numbers do not tell how many digits were
# written.
_CLEAR = 0.2
# Numbers below this have fewer bits than their type.
_LEAST = 1e-280
# Numbers below this share of the largest one tell nothing about digits.
_NEGLIGIBLE = 1e-9


class Accuracy(NamedTuple):
    """How far a number may be from the exact one: a share of its size, or an absolute amount."""

    relative: float
    absolute: float
    # The accuracy in words: "single precision", "6 decimals"; empty for double precision.
    words: str

    def row_error(self, rows: Array) -> float:
        """Return how far any of these rows may be from the exact row."""
        norms = np.sqrt(np.square(rows).sum(axis=1))
        return float(self.relative * norms.max(initial=0.0) + self.absolute * rows.shape[1] ** 0.5)


@lru_cache(maxsize=8)
def accuracy_of_type(table: StoredTable) -> Accuracy:
    """Return the accuracy of a table's type, or of a narrower type that can hold all its numbers.

    Whole numbers and short binary fractions are exact in any type.
    """
    values = _examined(table)
    bits = min(BITS_OF_KINDS.get(table.kind, DOUBLE_BITS), DOUBLE_BITS)
    used_bits = _significant_bits(values)
    if used_bits in _TYPE_NAMES and not _is_evenly_spaced(values, used_bits):
        bits = min(bits, used_bits)
    elif used_bits < bits:
        bits = DOUBLE_BITS
    return Accuracy(2.0**-bits, 0.0, _TYPE_NAMES.get(bits, ""))


@lru_cache(maxsize=8)
def accuracy_of_digits(table: StoredTable) -> Accuracy | None:
    """Return the accuracy of the digits to which a table's numbers were rounded.

    Return None if the numbers have all digits.
    """
    values = _examined(table)
    last_place = accuracy_of_type(table).relative + 2.0 ** (
        1 - DOUBLE_BITS
    )  # products are rounded, too
    if not len(values) or _significant_bits(values) < SINGLE_BITS:
        return None
    decimals = _decimals(values, last_place)
    digits = _significant_digits(values, last_place)
    exponents = np.floor(np.log10(values))
    # The largest number that is no power of ten: 1, as of cosines, has one digit more than the
    # numbers below it.
    largest = values[values != 10.0**exponents].max(initial=0.0)
    by_decimals = 0.5 * 10.0**-decimals if decimals else 0.0
    by_digits = 0.5 * 10.0 ** (floor(log10(largest)) + 1 - digits) if digits and largest else 0.0
    if not max(by_decimals, by_digits):
        return None
    rests = np.full(len(values), by_decimals)
    words = in_unit(number(decimals), "decimals")
    if by_digits > 1.01 * by_decimals:
        rests = 0.5 * 10.0 ** (exponents + 1 - digits)
        words = in_unit(number(digits), "digits")
    absolute = max(by_decimals, by_digits)
    may_be_single = absolute < _CLEAR * 2.0**-SINGLE_BITS * largest
    if may_be_single and _are_written_singles(values, rests):
        return Accuracy(2.0**-SINGLE_BITS, 0.0, _TYPE_NAMES[SINGLE_BITS])
    return Accuracy(0.0, absolute, words)


def _examined(table: StoredTable) -> Array:
    """Return the absolute values of a table's nonzero numbers, or of an even sample of rows."""
    length, dim = table.shape
    rows = table.rows(linspace_indices(length, max(2, _EXAMINED // dim)))
    sizes = np.abs(rows[np.isfinite(rows)])
    least = max(_LEAST, _NEGLIGIBLE * sizes.max(initial=0.0))
    return np.asarray(sizes[sizes > least])


def _significant_bits(sizes: Array) -> int:
    """Return how many bits the longest of some numbers has from its first 1 to its last."""
    if not len(sizes):
        return 0
    fractions, _ = np.frexp(sizes)
    wholes = (fractions * 2.0**DOUBLE_BITS).astype(np.int64)
    lowest_bits = wholes & -wholes
    return DOUBLE_BITS - int(np.log2(lowest_bits.min()))


def _is_evenly_spaced(sizes: Array, bits: int) -> bool:
    """Whether all numbers are multiples of the spacing at the largest.

    Whole numbers are, but rounded ones are not.
    """
    _, exponent = np.frexp(sizes.max())
    spacing = 2.0 ** (int(exponent) - bits)
    return bool((sizes / spacing == np.rint(sizes / spacing)).all())


def _are_written_singles(sizes: Array, rests: Array) -> bool:
    """Whether numbers are decimal texts of numbers in single precision.

    Each is its shortest decimal number, or rounded by its rest.
    """
    some = linspace_indices(len(sizes), _WRITTEN_ANEW)
    singles = sizes[some].astype(np.float32)
    written = np.array([float(str(single)) for single in singles])
    is_rounded = np.abs(singles - sizes[some]) <= 1.01 * rests[some]
    return bool(is_rounded.all() or np.array_equal(written, sizes[some]))


def _decimals(sizes: Array, last_place: float) -> int:
    """Return to how many decimals all numbers were rounded; 0 if that cannot be told."""
    for decimals in range(1, _MOST_DIGITS + 1):
        scaled = sizes * 10.0**decimals
        allowed = last_place * scaled
        if allowed.max() > _CLEAR:
            return 0
        if (np.abs(scaled - np.rint(scaled)) <= allowed).all():
            return decimals
    return 0


def _significant_digits(sizes: Array, last_place: float) -> int:
    """Return to how many significant digits all numbers were rounded; 0 if that cannot be told."""
    exponents = np.floor(np.log10(sizes))
    for digits in range(2, _MOST_DIGITS + 1):
        scaled = sizes * 10.0 ** (digits - 1 - exponents)
        allowed = last_place * scaled
        if allowed.max() > _CLEAR:
            return 0
        if (np.abs(scaled - np.rint(scaled)) <= allowed).all():
            return digits
    return 0
