"""How far the similarity of a position with all others ranges."""

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.between.pairwise import profile
from peviewer.model.between.pairwise_raster import PairwiseRaster
from peviewer.model.claims.statistics.sampled import CELLS, COLUMNS, directions_of, sampled_columns, sampled_positions
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.turning import Turning

Array = NDArray[np.float64]

_KERNEL = 2**26  # lags × pairs whose similarity is worked out lag by lag
_LAGS = 512  # of more lags, so many small ones and so many evenly spaced ones are looked at
_OTHERS = 512  # positions that a row is compared with, where content makes every pair of rows different


def similarity_ranges(embedded: Embedded, positions: ArrayLike) -> Array:
    """Return the range (largest − smallest) of each position's cosine similarity with all positions, itself included.

    Without content and with even d the similarity is a function of the lag:
    exact while L·d/2 is at most 67 million, else the smallest of 512 small and
    512 evenly spaced lags. Otherwise a row is compared with all positions, or
    with an even sample of 512, in all dimensions, or in an even sample of 512.
    A sample of lags or positions gives at most the true range.

    Parameters
    ----------
    embedded : Embedded
        The table.
    positions : array_like, shape (n,)
        Positions of the table.

    Returns
    -------
    ndarray, shape (n,), float64

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> similarity_ranges(Embedded(Sinusoidal(length=4, dim=2)), [0, 1]).round(4)
    array([1.99  , 1.4161])
    """
    places = np.atleast_1d(np.asarray(positions, dtype=np.float64))
    encoding = embedded.encoding
    if embedded.plain and encoding.dim % 2 == 0:
        lags, smallest = _smallest_similarities(encoding)
        farthest = np.maximum(places - encoding.positions[0], encoding.positions[-1] - places)
        ranges: Array = 1 - smallest[np.searchsorted(lags, farthest, side="right") - 1]
        return ranges
    return _compared(embedded, places)


@lru_cache(maxsize=4)
def _smallest_similarities(encoding: Turning) -> tuple[Array, Array]:
    """Return lags, and the smallest cosine similarity at any of them so far."""
    length = encoding.length
    if length * encoding.pairs <= _KERNEL and length <= CELLS:
        lags = np.arange(length, dtype=np.float64)
        return lags, np.minimum.accumulate(profile(encoding, encoding.first, "cosine"))
    near = np.arange(min(length, _LAGS), dtype=np.float64)
    far = float(-(-length // _LAGS)) * np.arange(1, length // -(-length // _LAGS))
    raster = PairwiseRaster(encoding, "cosine")
    similar = [raster.sample([0], some, "nearest")[0].astype(np.float64) for some in (near, far) if len(some)]
    lags, values = np.concatenate([near, far]), np.concatenate(similar)
    order = np.argsort(lags, kind="stable")
    return lags[order], np.minimum.accumulate(values[order])


def _compared(embedded: Embedded, places: Array) -> Array:
    """Return the ranges of rows' similarity with all positions or a sample of them, row by row."""
    columns = sampled_columns(embedded.encoding, COLUMNS)
    others = _others(embedded)
    ranges = np.empty(len(places))
    for start in range(0, len(places), _OTHERS):
        check_cancelled()
        part = slice(start, start + _OTHERS)
        rows = directions_of(embedded, places[part], columns)
        similar = rows @ others.T
        itself = np.square(rows).sum(axis=1)
        ranges[part] = np.maximum(similar.max(axis=1), itself) - similar.min(axis=1)
    return ranges


@lru_cache(maxsize=4)
def _others(embedded: Embedded) -> Array:
    """Return the directions of the rows that others are compared with; read-only."""
    encoding = embedded.encoding
    directions = directions_of(embedded, sampled_positions(encoding, _OTHERS), sampled_columns(encoding, COLUMNS))
    directions.setflags(write=False)
    return directions
