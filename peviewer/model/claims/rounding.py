"""What rounding may have done to the rows of a table from a file, and how a verdict says so."""

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

# The rounding error of how far a pair is off, as a share of its radius.
_FIT_ERROR = 2.0**-48


class Rounding(NamedTuple):
    """How far rounding may have moved a row."""

    # The length of the largest difference.
    row: float
    # What rounds, as "6 decimals"; empty where it goes without saying.
    words: str = ""
    # Whether only this explains why numbers differ.
    explains: bool = False

    def verdict(self, spread: str) -> str:
        """Return how a verdict says that numbers which differ by `spread` agree."""
        if not self.words:
            return ""
        if self.explains:
            return f": {self.words} explains {spread}"
        return f", equal {up_to(self.words)} ({spread})"


def up_to(words: str) -> str:
    """Return up to what numbers are alike: ``"to 6 decimals"``, ``"in single precision"``."""
    return f"to {words}" if words.endswith(("decimals", "digits", "rounding")) else f"in {words}"


def stored_roundings(encoding: Stored, rows: Array) -> tuple[Rounding, ...]:
    """Return what rounding may have done to rows of a table, the least first.

    A number is rounded when it is stored or written; before that, the angle of a sine or cosine is
    rounded, which costs the more the larger it is. The latter is granted only where all pairs turn
    evenly, up to such errors.
    """
    table = encoding.stored
    by_type = accuracy_of_type(table)
    by_digits = accuracy_of_digits(table)
    longest = float(np.sqrt(np.square(rows).sum(axis=1)).max(initial=0.0))
    pairs = encoding.even_pairs
    farthest = _farthest(encoding, pairs)

    def moved(accuracy: Accuracy, computed_in: float, angles_in: float = 0.0) -> float:
        """Return how far rows are moved by numbers and angles of such units, and by storing."""
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
    """Return how far from 0 the farthest position is, by the pairs or by the table's numbers."""
    if pairs is not None and not np.isnan(pairs.start):
        return pairs.farthest(encoding.length)
    return float(max(abs(encoding.first), abs(encoding.positions[-1])))


def same_up_to(encoding: Stored, rows: Array) -> float:
    """Return the distance up to which two rows of a table are the same but for rounding.

    Numbers of few bits or digits that differ are taken as they are.
    """
    is_short = accuracy_of_type(encoding.stored).relative > _SINGLE
    return 0.0 if is_short else 2 * stored_roundings(encoding, rows)[0].row


def accuracy_words(encoding: Stored) -> str:
    """Return how exactly a table's numbers are known, in words; empty for double precision."""
    by_digits = accuracy_of_digits(encoding.stored)
    return accuracy_of_type(encoding.stored).words if by_digits is None else by_digits.words


def cell_error(encoding: Stored) -> float:
    """Return by how much a number of a table may exceed 1 where it should not."""
    return (1 + _COMPUTED_UNITS) * accuracy_of_type(encoding.stored).relative


def angle_rounding(angles: float) -> float:
    """Return how far a row in double precision is moved by rounding `angles`, their norm."""
    return _ANGLE_UNITS * _DOUBLE * angles


def _angle_error(pairs: EvenPairs, accuracy: Accuracy, unit: float, farthest: float) -> float:
    """Return how far rounded angles may move a row.

    0 if a pair turns less evenly than they explain.
    """
    by_angles = _ANGLE_UNITS * unit * pairs.frequencies * farthest * pairs.radii
    by_storing = accuracy.relative * pairs.radii + accuracy.absolute * 2**0.5
    by_computing = (_COMPUTED_UNITS * unit + _FIT_ERROR) * pairs.radii
    is_even = pairs.errors <= _EVEN * (by_angles + by_storing + by_computing)
    return float(np.linalg.norm(by_angles)) if is_even.all() else 0.0
