"""A matrix that is given as numbers, small enough to hold."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.sampling.overlaps import overlaps
from peviewer.model.sampling.raster import Raster, Reduce, grid


@dataclass(frozen=True, eq=False)
class ArrayRaster(Raster):
    """A raster of numbers in memory; two of them are equal if their numbers are.

    Examples
    --------
    >>> ArrayRaster(np.arange(6.0).reshape(2, 3)).sample([0, 1], [1, 2]).tolist()
    [[1.0, 2.0], [4.0, 5.0]]
    """

    values: NDArray[np.float64]

    def __eq__(self, other: object) -> bool:
        """Compare cell by cell."""
        return isinstance(other, ArrayRaster) and np.array_equal(self.values, other.values)

    def __hash__(self) -> int:
        return hash((self.values.shape, self.values.tobytes()[:64]))

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, columns = self.values.shape
        return rows, columns

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        """Return cells or block means; see :meth:`Raster.sample`."""
        down = _shares(rows, self.shape[0], reduce)
        across = _shares(columns, self.shape[1], reduce)
        picked = self.values[down[0][:, None, :, None], across[0][None, :, None, :]]
        means: NDArray[np.float64] = np.einsum("hwij,hi,wj->hw", picked, down[1], across[1])
        return means.astype(np.float32)

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return the numbers themselves; see :meth:`Raster.exact`."""
        return self.values[rows.start : rows.stop, columns.start : columns.stop].astype(np.float64)


def _shares(points: ArrayLike, size: int, reduce: Reduce) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the cells each pixel covers along one axis, and their shares of it."""
    centres, width = grid(points)
    if reduce == "nearest" or width <= 1 or not len(centres):
        index = np.clip(np.ceil(centres - 0.5), 0, size - 1).astype(np.int64)
        return index[:, None], np.ones((len(centres), 1))
    index, part = overlaps(float(centres[0]), width, len(centres), size)
    return index, part / part.sum(axis=1, keepdims=True)
