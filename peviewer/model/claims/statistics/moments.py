"""Means and mean squares of rows, worked out or in closed form."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.between.pairwise_raster import lone_sine
from peviewer.model.content.embedded import Embedded
from peviewer.model.turning.rotation import column_means

Array = NDArray[np.float64]
Kind = Literal["norm", "mean", "deviation", "range"]

_CHUNK = 2**17  # cells of a table held at a time


@dataclass(frozen=True, eq=False)
class Moments:
    """The mean of some cells and the mean of their squares, one entry a row of `dim` cells."""

    mean: Array
    square: Array
    dim: int

    def of(self, kind: Kind) -> Array:
        """Return the norm, the mean or the standard deviation of the rows."""
        if kind == "mean":
            return self.mean
        squares = self.dim * self.square if kind == "norm" else self.square - self.mean**2
        roots: Array = np.sqrt(np.maximum(squares, 0))
        return roots


def moments(embedded: Embedded, positions: ArrayLike) -> Moments:
    """Return the moments of rows x(t) + PE(t), exact, in little memory.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> moments(Embedded(Sinusoidal(dim=500)), [0, 7]).of("norm").round(6)
    array([15.811388, 15.811388])
    """
    places = np.atleast_1d(np.asarray(positions, dtype=np.float64))
    mean, square = np.empty(len(places)), np.empty(len(places))
    for part, rows in _rows(embedded, places):
        check_cancelled()
        mean[part] = rows.mean(axis=1)
        square[part] = np.square(rows).mean(axis=1)
    return Moments(mean, square, embedded.encoding.dim)


def _rows(embedded: Embedded, places: Array) -> Iterator[tuple[slice, Array]]:
    step = max(1, _CHUNK // embedded.encoding.dim)
    for start in range(0, len(places), step):
        part = slice(start, start + step)
        yield part, embedded.table(places[part])


def block_moments(embedded: Embedded, centres: Array, run: float) -> Moments:
    """Return the moments of all cells within `run` positions around evenly spaced rows, none of them worked out.

    Parameters
    ----------
    embedded : Embedded
        The table, without random content.
    centres : ndarray, shape (h,)
        Evenly spaced row numbers, 0 for the first position.
    run : float
        How many positions each stands for; at most 1 for single rows.
    """
    encoding, content = embedded.encoding, embedded.content
    mean = column_means(encoding, centres, run).astype(np.float64)
    square = np.full(len(centres), 0.5)
    if encoding.dim % 2:
        square = (encoding.dim // 2 + lone_sine(encoding, centres, run)[1]) / encoding.dim
    constant = content.constant(encoding.dim)
    return Moments(mean + constant, square + 2 * constant * mean + constant**2, encoding.dim)
