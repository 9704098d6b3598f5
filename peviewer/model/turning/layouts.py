"""Layouts: in which column each pair keeps its sine and its cosine."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Layout = Literal["interleaved", "concatenated", "flipped"]
Operator = Literal["own", "interleaved", "concatenated", "flipped"]
"""The layout that M(φ) was made for; ``"own"`` is the table's."""


@dataclass(frozen=True, eq=False)
class Columns:
    """Where the sines and cosines of a table stand.

    Attributes
    ----------
    sines : ndarray, shape (⌈d/2⌉,), int64
        The column of each pair's sine.
    cosines : ndarray, shape (⌊d/2⌋,), int64
        The column of each pair's cosine; with odd d the last pair has none.
    pairs : ndarray, shape (d,), int64
        The pair of each column.
    is_cosine : ndarray, shape (d,), bool
        Whether a column holds cosines.
    """

    sines: NDArray[np.int64]
    cosines: NDArray[np.int64]
    pairs: NDArray[np.int64]
    is_cosine: NDArray[np.bool_]

    @property
    def units(self) -> NDArray[np.complex128]:
        """What makes the real part of unit·e^{iωt} a column's value: −i for sines, 1 for cosines."""
        return self.is_cosine - 1j * ~self.is_cosine


@lru_cache(maxsize=4)  # up to 1 MB each
def columns(layout: Layout, dim: int) -> Columns:
    """Return the column order of a layout.

    Parameters
    ----------
    layout : {"interleaved", "concatenated", "flipped"}
        sin, cos, sin, cos …; all sines then all cosines; all cosines then all sines.
    dim : int
        How many columns; odd is allowed.

    Returns
    -------
    Columns
        Read-only arrays.

    Examples
    --------
    >>> columns("concatenated", 5).sines, columns("flipped", 5).sines
    (array([0, 1, 2]), array([2, 3, 4]))
    """
    whole, half = (dim + 1) // 2, dim // 2
    if layout == "interleaved":
        sines, cosines = np.arange(0, dim, 2), np.arange(1, dim, 2)
    elif layout == "concatenated":
        sines, cosines = np.arange(whole), np.arange(whole, dim)
    else:
        sines, cosines = np.arange(half, dim), np.arange(half)
    pairs, is_cosine = np.empty(dim, np.int64), np.zeros(dim, np.bool_)
    pairs[sines], pairs[cosines], is_cosine[cosines] = np.arange(whole), np.arange(half), True
    for array in (sines, cosines, pairs, is_cosine):
        array.setflags(write=False)
    return Columns(sines, cosines, pairs, is_cosine)


def made_for(operator: Operator, own: Layout, dim: int) -> Layout:
    """Return the layout that M(φ) was made for: the table's `own` wherever both have the same columns.

    Examples
    --------
    >>> made_for("own", "flipped", 4), made_for("concatenated", "interleaved", 4)
    ('flipped', 'concatenated')
    >>> made_for("concatenated", "interleaved", 2)  # of one pair the sine stands first in both
    'interleaved'
    """
    if operator == "own" or np.array_equal(columns(operator, dim).sines, columns(own, dim).sines):
        return own
    return operator
