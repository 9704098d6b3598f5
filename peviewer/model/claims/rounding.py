"""How far rounding may have moved the rows of a table from a file, and the words for it."""

from typing import NamedTuple

import numpy as np

from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.stored import Stored
from peviewer.model.stored.accuracy import (
    SINGLE_BITS,
    Accuracy,
    accuracy_of_digits,
    accuracy_of_type,
)
from peviewer.model.stored.entry import DOUBLE_BITS
from peviewer.model.turning.recognition import EvenPairs

_DOUBLE = 2.0**-DOUBLE_BITS
_SINGLE = 2.0**-SINGLE_BITS

# By how many units of the last place a number may be off before it is stored.
_COMPUTED_UNITS = 4

# By how many units of the last place an angle ω·t may be off.
_ANGLE_UNITS = 2

# A pair turns evenly if it is off by at most this multiple of its rounding error.
_EVEN = 2

# The rounding error in measuring how far a pair is off, as a share of its radius.
_FIT_ERROR = 2.0**-48


class Rounding(NamedTuple):
    """How far rounding may have moved a row."""

    # The norm of the largest difference that rounding may have made to a row.
    row: float
    # What rounded, such as "6 decimals"; empty for double precision.
    words: str = ""
    # Whether numbers differ only because of this rounding.
    explains: bool = False

    def verdict(self, spread: str) -> str:
        """Return the words of a verdict that numbers agree which differ by `spread`."""
        if not self.words:
            return ""
        if self.explains:
            return f": {self.words} explains {spread}"
        return f", equal {up_to(self.words)} ({spread})"


def up_to(words: str) -> str:
    """Return how exactly numbers agree: ``"to 6 decimals"``, ``"in single precision"``."""
    return f"to {words}" if words.endswith(("decimals", "digits", "rounding")) else f"in {words}"


def stored_roundings(encoding: Stored, rows: Array) -> tuple[Rounding, ...]:
    """Return the roundings that may have moved rows of a table, the smallest first.

    A number is rounded when it is stored or written; before that, the angle of a sine or cosine is
    rounded, which costs more for larger angles. That counts only where all pairs turn
    evenly, up to such errors.
    """
    table = encoding.stored
    by_type = accuracy_of_type(table)
    by_digits = accuracy_of_digits(table)
    longest = float(np.sqrt(np.square(rows).sum(axis=1)).max(initial=0.0))
    pairs = encoding.even_pairs
    farthest = _farthest(encoding, pairs)

    def moved(accuracy: Accuracy, computed_in: float, angles_in: float = 0.0) -> float:
        """Return how far rows are moved by storing, and by rounding numbers and angles to units."""
        by_numbers = accuracy.row_error(rows) + _COMPUTED_UNITS * computed_in * longest
        by_angles = 0.0 if pairs is None else _angle_error(pairs, accuracy, angles_in, farthest)
        return by_numbers + by_angles

    unit = min(by_type.relative, _SINGLE)
    roundings = [
        Rounding(moved(by_type, unit), by_type.words),
        Rounding(moved(by_type, unit, _DOUBLE), by_type.words or "rounding"),
    ]
    coarsest = by_type
    if by_digits is not None and by_digits.row_error(rows) > by_type.row_error(rows):
        coarsest = by_digits
        roundings.append(Rounding(moved(by_digits, unit, _DOUBLE), by_digits.words))
    if coarsest.row_error(rows) >= _SINGLE * longest:
        by_singles = moved(coarsest, _SINGLE, _SINGLE)
        roundings.append(Rounding(by_singles, "single precision", explains=True))
    return tuple(roundings)


def _farthest(encoding: Stored, pairs: EvenPairs | None) -> float:
    """Return how far the farthest position is from 0, by the pairs or the table's numbers."""
    if pairs is not None and not np.isnan(pairs.start):
        return pairs.farthest(encoding.length)
    return float(max(abs(encoding.first), abs(encoding.positions[-1])))


def same_up_to(encoding: Stored, rows: Array) -> float:
    """Return the distance up to which two rows of a table are the same but for rounding.

    Numbers with few bits or digits that differ count as different.
    """
    is_short = accuracy_of_type(encoding.stored).relative > _SINGLE
    return 0.0 if is_short else 2 * stored_roundings(encoding, rows)[0].row


def accuracy_words(encoding: Stored) -> str:
    """Return how exactly a table's numbers are known, in words; empty for double precision."""
    by_digits = accuracy_of_digits(encoding.stored)
    return accuracy_of_type(encoding.stored).words if by_digits is None else by_digits.words


def cell_error(encoding: Stored) -> float:
    """Return by how much rounding may make a number of a table exceed 1."""
    return (1 + _COMPUTED_UNITS) * accuracy_of_type(encoding.stored).relative


def angle_rounding(angles: float) -> float:
    """Return how far, as a norm, rounding `angles` moves a row in double precision."""
    return _ANGLE_UNITS * _DOUBLE * angles


def _angle_error(pairs: EvenPairs, accuracy: Accuracy, unit: float, farthest: float) -> float:
    """Return how far rounded angles may move a row.

    Return 0 if a pair turns so unevenly that rounding cannot explain it.
    """
    by_angles = _ANGLE_UNITS * unit * pairs.frequencies * farthest * pairs.radii
    by_storing = accuracy.relative * pairs.radii + accuracy.absolute * 2**0.5
    by_computing = (_COMPUTED_UNITS * unit + _FIT_ERROR) * pairs.radii
    is_even = pairs.errors <= _EVEN * (by_angles + by_storing + by_computing)
    return float(np.linalg.norm(by_angles)) if is_even.all() else 0.0
