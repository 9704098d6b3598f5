"""How far the similarity of a position with all others ranges."""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.between.position_matrices import PairwiseRaster
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import linspace_indices

Array = NDArray[np.float64]

CELLS = 2**20  # of a table that are worked out one by one; beyond, closed forms are used
COLUMNS = 512  # dimensions that count where rows are compared; of more, an even sample of pairs
_KERNEL = 2**26  # lags × pairs whose similarity is worked out lag by lag
_LAGS = 512  # of more lags, so many small ones and so many evenly spaced ones are looked at
_OTHERS = 512  # positions that a row is compared with, where content makes every pair of rows different
_PRODUCTS = 2**42  # that are added up where every position is compared with every other: some minutes
_HELD = 2**21  # cells of a table held at a time


def sampled_columns(encoding: Tabled, most: int) -> NDArray[np.int64]:
    """Return all columns, or those of an even sample of pairs, or where there are none of columns."""
    if not isinstance(encoding, Turning):
        return linspace_indices(encoding.dim, most)
    step = -(-encoding.dim // most)
    chosen: NDArray[np.int64] = np.flatnonzero(encoding.columns.pairs % step == 0)
    return chosen


def directions_of(embedded: Embedded, places: ArrayLike, columns: NDArray[np.int64]) -> Array:
    """Return rows of x + PE in some columns, of length 1 (or 0)."""
    rows = embedded.cells(places, columns)
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    directions: Array = np.divide(rows, norms, out=rows, where=norms > 0)
    return directions


def similarity_ranges(embedded: Embedded, positions: ArrayLike) -> Array:
    """Return about the range (largest − smallest) of each position's cosine similarity with all positions.

    Without content and with even d the similarity is a function of the lag:
    exact while L·d/2 is at most 67 million, else the smallest of 512 small and
    512 evenly spaced lags. Otherwise a row is compared with all positions, or
    with an even sample of 512, in all dimensions, or in an even sample of 512
    (see :func:`compared_with`). A sample of lags or positions gives at most the
    true range.

    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> similarity_ranges(Embedded(Sinusoidal(length=4, dim=2)), [0, 1]).round(4)
    array([1.99  , 1.4161])
    """
    places = np.atleast_1d(np.asarray(positions, dtype=np.float64))
    encoding = embedded.encoding
    if _by_lag(embedded):
        lags, smallest = _smallest_similarities(encoding)
        ranges: Array = 1 - smallest[np.searchsorted(lags, _farthest(encoding, places), side="right") - 1]
        return ranges
    return _compared(_directions(embedded, places, COLUMNS), [_others(embedded)])


def exact_similarity_ranges(embedded: Embedded, positions: ArrayLike) -> Array:
    """Return the range of each position's cosine similarity with all positions, every one of them looked at.

    Only where L²·d is over 4·10¹² an even sample of the positions is compared
    (see :func:`exactly_compared_with`).

    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> exact_similarity_ranges(Embedded(Sinusoidal(length=4, dim=3)), [0, 1]).round(4)
    array([1.99  , 1.4161])
    """
    places = np.atleast_1d(np.asarray(positions, dtype=np.float64))
    encoding = embedded.encoding
    if _by_lag(embedded):
        ranges: Array = 1 - _all_smallest_similarities(encoding)[_farthest(encoding, places).astype(np.int64)]
        return ranges
    others = encoding.first + linspace_indices(encoding.length, exactly_compared_with(embedded))
    ranges, step = np.empty(len(places)), max(1, _HELD // encoding.dim)
    for start in range(0, len(places), step):
        some = slice(start, start + step)
        parts = (_directions(embedded, others[low : low + step]) for low in range(0, len(others), step))
        ranges[some] = _compared(_directions(embedded, places[some]), parts)
    return ranges


def compared_with(embedded: Embedded) -> tuple[int, int]:
    """Return with how many positions, and in how many dimensions, :func:`similarity_ranges` compares."""
    encoding = embedded.encoding
    if _by_lag(embedded):
        return len(_smallest_similarities(encoding)[0]), encoding.dim
    return min(encoding.length, _OTHERS), len(sampled_columns(encoding, COLUMNS))


def exactly_compared_with(embedded: Embedded) -> int:
    """Return with how many positions :func:`exact_similarity_ranges` compares: all, unless that takes hours."""
    encoding = embedded.encoding
    if _by_lag(embedded):
        return encoding.length
    return min(encoding.length, max(_OTHERS, _PRODUCTS // (encoding.length * encoding.dim)))


def _by_lag(embedded: Embedded) -> bool:
    return embedded.by_lag


def _farthest(encoding: Tabled, places: Array) -> Array:
    """Return how far the other end of the table lies from each place."""
    steps = places - encoding.first
    return np.maximum(steps, encoding.length - 1 - steps)


@lru_cache(maxsize=4)
def _smallest_similarities(encoding: Turning) -> tuple[Array, Array]:
    """Return lags, and the smallest cosine similarity at any of them so far."""
    length = encoding.length
    if length * encoding.pairs <= _KERNEL and length <= CELLS:
        return np.arange(length, dtype=np.float64), _all_smallest_similarities(encoding)
    near = np.arange(min(length, _LAGS), dtype=np.float64)
    far = float(-(-length // _LAGS)) * np.arange(1, length // -(-length // _LAGS))
    raster = PairwiseRaster(encoding, "cosine")
    similar = [raster.sample([0], some, "nearest")[0].astype(np.float64) for some in (near, far) if len(some)]
    lags, values = np.concatenate([near, far]), np.concatenate(similar)
    order = np.argsort(lags, kind="stable")
    return lags[order], np.minimum.accumulate(values[order])


@lru_cache(maxsize=2)
def _all_smallest_similarities(encoding: Turning) -> Array:
    """Return the smallest cosine similarity at any lag up to 0, 1 … L − 1; read-only."""
    raster, step = PairwiseRaster(encoding, "cosine"), 2**16
    runs = (range(start, min(start + step, encoding.length)) for start in range(0, encoding.length, step))
    smallest: Array = np.minimum.accumulate(np.concatenate([raster.exact(range(1), some)[0] for some in runs]))
    smallest.setflags(write=False)
    return smallest


def _compared(rows: Array, others: Iterable[Array]) -> Array:
    """Return the ranges of rows' similarity with others, which come in parts, and with themselves."""
    high = np.square(rows).sum(axis=1)
    low = high.copy()
    for part in others:
        for start in range(0, len(rows), _OTHERS):
            check_cancelled()
            some = slice(start, start + _OTHERS)
            similar = rows[some] @ part.T
            np.fmax(high[some], np.fmax.reduce(similar, axis=1), out=high[some])  # others may have a gap
            np.fmin(low[some], np.fmin.reduce(similar, axis=1), out=low[some])
    ranges: Array = high - low
    return ranges


def _directions(embedded: Embedded, places: ArrayLike, most: int | None = None) -> Array:
    """Return rows of x + PE of length 1 (or 0), in all columns or an even sample of them."""
    encoding = embedded.encoding
    return directions_of(embedded, places, sampled_columns(encoding, most or encoding.dim))


@lru_cache(maxsize=2)
def _others(embedded: Embedded) -> Array:
    """Return the directions of the rows that others are compared with; read-only."""
    encoding = embedded.encoding
    directions = _directions(embedded, encoding.first + linspace_indices(encoding.length, _OTHERS), COLUMNS)
    directions.setflags(write=False)
    return directions
