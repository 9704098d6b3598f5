"""Which position is nearest to each, and how alike positions are by their lag, by the distances there are."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.model.content.embedded import Embedded
from peviewer.model.structure.sample import table_sample

Array = NDArray[np.float64]


class Neighbours(NamedTuple):
    """The nearest other position of each, and similarity by lag.

    lags: from each position to the one nearest to it, shape (n,), int64.
    others: how many positions have others as near that are farther off in the sequence.
    mean, least, greatest: cosine similarity of all positions that are 0 … n − 1 apart, shape (n,) each.
    """

    lags: NDArray[np.int64]
    others: int
    mean: Array
    least: Array
    greatest: Array


@lru_cache(maxsize=4)
def neighbours(embedded: Embedded) -> Neighbours:
    """Return who is nearest to whom by Euclidean distance, and cosine similarity by lag; of the first positions.

    Of equally near positions the one that follows counts, then the one before.

    Examples
    --------
    >>> from peviewer.model.encodings.learned import Learned
    >>> neighbours(Embedded(Learned([[0.0, 1.0], [1.0, 0.0], [0.1, 1.0]]))).lags.tolist()
    [2, 1, -2]
    """
    values = table_sample(embedded, run=True).values
    count = len(values)
    norms = np.sqrt((values**2).sum(axis=1))
    products = values @ values.T
    squares = norms[:, None] ** 2 - 2 * products + norms[None, :] ** 2
    apart = np.arange(count)[None, :] - np.arange(count)[:, None]
    # Equal but for rounding: the smallest step decides, forwards first.
    order = np.abs(apart) - 0.5 * (apart > 0)
    squares = np.where(apart == 0, np.inf, squares)
    near = squares <= squares.min(axis=1, keepdims=True) + 1e-12 * max(float(norms.max()), 1e-300) ** 2
    chosen = np.where(near, order, np.inf).argmin(axis=1)
    steps = np.abs(chosen - np.arange(count))
    others = int((near & (np.abs(apart) > steps[:, None])).any(axis=1).sum())
    lags = np.where(np.isfinite(squares).any(axis=1), chosen - np.arange(count), 0)
    length = np.where(norms > 0, norms, 1.0)
    cosines = products / length[:, None] / length[None, :]
    found = [np.diagonal(cosines, lag) for lag in range(count)]
    mean, least, greatest = (np.array([part(line) for line in found]) for part in (np.mean, np.min, np.max))
    for part in (lags, mean, least, greatest):
        part.setflags(write=False)
    return Neighbours(lags, others, mean, least, greatest)
