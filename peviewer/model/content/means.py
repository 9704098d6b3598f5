"""Random content averaged over pixels: cell by cell while they are few, by dyadic blocks beyond."""

from dataclasses import dataclass
from math import floor, log2

import numpy as np
from numpy.typing import NDArray

from peviewer.model.content.noise import noise
from peviewer.model.sampling.overlaps import overlaps

_WHOLE = 1_500_000  # numbers drawn for random content cell by cell, before means of blocks stand for them
_DETAILS = 18  # a column's share of the drawing: one number for each level of its blocks


@dataclass(frozen=True, eq=False)
class Blocks:
    """Dyadic blocks of one axis, and the blocks and shares, (pixels, m), that each pixel is made of."""

    level: int
    nodes: NDArray[np.int64]
    index: NDArray[np.int64]
    share: NDArray[np.float32]

    def averaged(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return each pixel's mean of its blocks' rows, (pixels, n) of (blocks, n)."""
        means = np.zeros((len(self.index), values.shape[1]), np.float32)
        for block, share in zip(self.index.T, self.share.T, strict=True):
            means += values[block] * share[:, None]
        return means


def blocks(left: float, width: float, count: int, finest: float, start: int = 0) -> Blocks:
    """Cover pixels by the largest dyadic blocks that are no wider than `finest` cells; `left` counts from `start`."""
    level = max(0, floor(log2(finest)))
    size = 2**level
    before = start >> level
    left += start - (before << level)
    first = floor((left - width / 2 + 0.5) / size)
    last = floor((left + width * (count - 0.5) + 0.5 - 1e-9) / size)
    index, part = overlaps((left + 0.5) / size - 0.5 - first, width / size, count, last - first + 1)
    share = (part / part.sum(axis=1, keepdims=True)).astype(np.float32)
    return Blocks(level, before + first + np.arange(last - first + 1), index, share)


def few(centres: NDArray[np.float64], run: float, columns: float) -> bool:
    """Whether so many rows of so many columns can be drawn cell by cell."""
    return len(centres) * run * (columns + _DETAILS) <= _WHOLE


def content_means(
    seed: int, first: int, centres: NDArray[np.float64], run: float, columns: NDArray[np.int64], level: int = 0
) -> NDArray[np.float32]:
    """Return unscaled random content averaged over runs of positions, shape (h, len(columns)).

    Parameters
    ----------
    seed : int
        Of the content.
    first : int
        The position of row 0.
    centres : ndarray, shape (h,)
        Evenly spaced rows.
    run : float
        How many positions each stands for; at most 1 for single ones.
    columns : ndarray of int
        Columns, or blocks of 2^level of them.
    level : int
        See :func:`noise`.
    """
    if run <= 1:
        return noise(seed, first + np.floor(centres + 0.5).astype(np.int64), columns, 0, level)
    rows = blocks(float(centres[0]), run, len(centres), 1 if few(centres, run, len(columns)) else run, first)
    return rows.averaged(noise(seed, rows.nodes, columns, rows.level, level))
