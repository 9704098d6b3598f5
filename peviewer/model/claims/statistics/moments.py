"""Means and mean squares of rows, worked out or in closed form."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import floor, log2
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.content.embedded import Embedded
from peviewer.model.content.noise import noise
from peviewer.model.turning.rotation import column_means
from peviewer.model.turning.runs import start_angles
from peviewer.model.turning.waves import dirichlet

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

    Exact without content and with constant content. Of random content the mean
    is exact for single rows, and beyond that of the largest dyadic block in
    the middle; its square is taken at its expectation.

    Parameters
    ----------
    embedded : Embedded
        The table.
    centres : ndarray, shape (h,)
        Evenly spaced row numbers, 0 for the first position.
    run : float
        How many positions each stands for; at most 1 for single rows.
    """
    encoding, content = embedded.encoding, embedded.content
    mean = column_means(encoding, centres, run).astype(np.float64)
    square = np.full(len(centres), 0.5)
    if encoding.dim % 2:
        omega = encoding.frequencies()[-1:]
        angles = start_angles(encoding)[-1] + omega * centres
        lone = (1 - np.cos(2 * angles) * dirichlet(2 * omega, run)) / 2
        square = (encoding.dim // 2 + lone) / encoding.dim
    factor = content.factor(encoding.dim)
    if content.kind == "ones":
        square = square + 2 * factor * mean + factor**2
        mean = mean + factor
    elif content.kind == "normal":
        square = square + factor**2
        mean = mean + factor * _content_mean(embedded, centres, run)
    return Moments(mean, square, encoding.dim)


def _content_mean(embedded: Embedded, centres: Array, run: float) -> Array:
    """Return unscaled random content averaged over all columns, as dyadic blocks that add up to d columns."""
    dim, total, start = embedded.encoding.dim, np.zeros(len(centres)), 0
    tall = max(0, floor(log2(max(1.0, run))))
    nodes = embedded.encoding.first + np.floor(centres + 0.5).astype(np.int64) >> tall
    for level in reversed(range(dim.bit_length())):
        if dim >> level & 1:
            block = np.array([start >> level])
            total += 2**level * noise(embedded.content.seed, nodes, block, tall, level)[:, 0]
            start += 2**level
    mean: Array = total / dim
    return mean
