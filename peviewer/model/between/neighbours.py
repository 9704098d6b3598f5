"""Neighbouring rows of a table: how far apart they are, and how many rows occur twice."""

from math import prod, sqrt
from typing import NamedTuple

import numpy as np

from peviewer.model.between.lag_squares import squares_at_real_lags
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.stored import Stored
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import linspace_indices

MOST_CELLS = 2**22  # that are looked at
MOST_WAVES = 2**20  # lags × pairs
# Distance a √d: computed rows that are closer are equal up to rounding.
ROUNDING = 1e-14


class Looked(NamedTuple):
    """A number, how many positions were looked at for it, and whether these are all positions."""

    value: float
    positions: int
    is_of_all: bool


def mean_step(encoding: Tabled, grid: tuple[int, ...], axis: int) -> Looked:
    """Return the mean distance of two vectors that are neighbours along one axis of a grid.

    Positions are those of the `grid` row by row. A table without a grid has one axis,
    ``(encoding.length,)``.
    """
    stride = prod(grid[axis + 1 :])
    # In a block the axis is run through once; its last places have no next one.
    block = stride * grid[axis]
    with_a_next = block - stride
    count = encoding.length // block * with_a_next
    if isinstance(encoding, Turning) and encoding.dim % 2 == 0:
        [square] = squares_at_real_lags(encoding, np.array([float(stride)]))
        return Looked(sqrt(square), count, True)
    chosen = linspace_indices(count, max(2, MOST_CELLS // encoding.dim))
    blocks_before, place_within = np.divmod(chosen, with_a_next)
    positions = encoding.first + blocks_before * block + place_within
    steps = encoding.vectors(positions + stride) - encoding.vectors(positions)
    lengths = np.linalg.norm(steps, axis=1)
    return Looked(float(lengths.mean()), len(chosen), len(chosen) == count)


def repeated_rows(encoding: Tabled) -> Looked | None:
    """Return how many of the first positions have the vector of an earlier one.

    Stored numbers must be equal to the last digit, computed ones up to rounding. None where that
    is not known.
    """
    if isinstance(encoding, Stored):
        count = min(encoding.length, max(2, MOST_CELLS // encoding.dim))
        repeated = _repeated_numbers(encoding, count)
    elif isinstance(encoding, Turning) and encoding.dim % 2 == 0:
        count = min(encoding.length, max(2, MOST_WAVES // encoding.pairs))
        repeated = _repeated_turns(encoding, count)
    else:
        return None
    return Looked(repeated, count, count == encoding.length)


def _repeated_numbers(encoding: Stored, count: int) -> int:
    rows = encoding.vectors(np.arange(encoding.first, encoding.first + count))
    # −0 and 0 are equal, and so must be their bytes.
    rows += 0.0
    different = {row.tobytes() for row in rows}
    return count - len(different)


def _repeated_turns(encoding: Turning, count: int) -> int:
    """Return how many of `count` positions lie whole turns of every pair after another position."""
    squares = squares_at_real_lags(encoding, np.arange(1.0, count))
    is_equal = squares <= ROUNDING**2 * encoding.dim
    if not is_equal.any():
        return 0
    least_lag = 1 + int(is_equal.argmax())
    return count - least_lag
