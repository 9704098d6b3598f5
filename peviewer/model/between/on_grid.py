"""What keys on a grid get: by their offset, from one query, and the index of each learned number."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.encodings.grids.gridded import ByOffset, Indexed
from peviewer.model.encodings.scheme import Array
from peviewer.model.sampling.raster import ArrayRaster, Raster, Reduce


def offsets_along(scheme: ByOffset, axis: int) -> NDArray[np.int64]:
    """Return all offsets along one axis of a grid.

    >>> from peviewer.model.encodings.grids.swin import Swin
    >>> offsets_along(Swin(rows=3, columns=3), 0)
    array([-2, -1,  0,  1,  2])
    """
    most = scheme.grid[axis] - 1
    return np.arange(-most, most + 1)


@lru_cache(maxsize=8)
def offset_map(scheme: ByOffset, head: int) -> Array:
    """Return one head's numbers by the offset in rows and in columns, within one frame; shape (2 rows − 1, …)."""
    down, right = (offsets_along(scheme, axis) for axis in (-2, -1))
    return _in_one_frame(scheme, down, right, head)


def place_map(scheme: ByOffset, head: int, position: int) -> Array:
    """Return what one head gives a query at some position for the keys of its frame; shape (rows, columns)."""
    row, column = scheme.places(position)[-2:].tolist()
    rows, columns = scheme.grid[-2:]
    return _in_one_frame(scheme, np.arange(rows) - row, np.arange(columns) - column, head)


def _in_one_frame(scheme: ByOffset, down: NDArray[np.int64], right: NDArray[np.int64], head: int) -> Array:
    frames = [0] * (len(scheme.grid) - 2)
    return np.asarray(scheme.by_offset(*frames, down[:, None], right[None, :])[head])


@dataclass(frozen=True)
class IndexRaster(Raster):
    """The matrix queries × keys of indices into a table of biases.

    An index is a number of the query less one of the key, so that the mean of a block is a difference of two means.
    """

    scheme: Indexed

    @property
    def shape(self) -> tuple[int, int]:
        return self.scheme.length, self.scheme.length

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        scheme = self.scheme
        places = scheme.places(np.array(scheme.positions))
        middle = int(scheme.indices(0, 0))
        numbers = ArrayRaster((scheme.indices(*-places.T) - middle).astype(np.float64)[None])
        queries, keys = (numbers.sample([0], points, reduce)[0] for points in (rows, columns))
        return np.asarray(middle + queries[:, None] - keys[None, :], dtype=np.float32)
