"""The base class of schemes that give every position a vector."""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from peviewer.base.refusals import refused
from peviewer.model.encodings.bases.as_array import AsArray
from peviewer.model.encodings.bases.common_fields import HasDim
from peviewer.model.encodings.scheme import Array, Scheme
from peviewer.model.sampling.raster import Raster


class Tabled(AsArray, Scheme, HasDim):
    """A scheme that gives every position a vector.

    It stands where an array does: ``numpy.asarray(scheme)``, ``2 * scheme`` and ``scheme.T`` are of
    its table, a loop yields its rows, and an index in brackets computes only those rows and
    columns.

    Examples
    --------
    >>> import numpy as np, peviewer as pv
    >>> encoding = pv.Sinusoidal(length=10_000_000, dim=4)
    >>> len(encoding), encoding[3:7].shape, encoding[-1, :2].round(3)
    (10000000, (4, 4), array([ 0.991, -0.136]))
    >>> np.asarray(encoding.replace(length=3), dtype=np.float32).dtype
    dtype('float32')
    >>> [row.shape for row in encoding.replace(length=2)], (encoding.replace(length=3) + 1).shape
    ([(4,), (4,)], (3, 4))
    """

    names_for_users: ClassVar[tuple[str, ...]] = ("T", "dtype", "ndim", "raster", "shape", "table")

    group: ClassVar[str] = "Vectors"

    @property
    def extent(self) -> tuple[int, ...]:
        return self.shape

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of its table, (L, d)."""
        return self.length, self.dim

    @property
    def ndim(self) -> int:
        """The number of axes of its table, 2."""
        return 2

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its numbers; :meth:`table` rounds them to another."""
        return np.dtype(np.float64)

    @property
    def T(self) -> NDArray[Any]:
        """The table with a column a position, shape (d, L)."""
        return self.vectors().T

    def __len__(self) -> int:
        return self.length

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError(
                refused("copy", copy, "a table is computed, and is always an array of its own")
            )
        return self.vectors(dtype=np.float64 if dtype is None else dtype)

    def __getitem__(self, index: Any) -> Any:
        """Return rows by their index from 0, or rows and columns, as of an array.

        Only these are computed.
        """
        by_axis = index if isinstance(index, tuple) else (index,)
        if not 1 <= len(by_axis) <= 2:
            raise IndexError(
                f"index {index!r} is not allowed: a table has two axes, positions and dimensions"
            )
        rows, columns = (*by_axis, slice(None))[:2]
        row_indices = _indices(self.length, rows)
        column_indices = _indices(self.dim, columns)
        has_slice = isinstance(rows, slice) or isinstance(columns, slice)
        if row_indices.ndim and column_indices.ndim and not has_slice:
            raise IndexError(
                "lists of rows and of columns at once are not allowed: one of them must be a slice"
            )
        positions = self.positions_of_rows(row_indices.reshape(-1))
        cells = self.cells(positions, column_indices.reshape(-1))
        # Empty brackets make a number of an array without axes.
        return cells.reshape((*row_indices.shape, *column_indices.shape))[()]

    def positions_of_rows(self, rows: NDArray[np.int64]) -> NDArray[Any]:
        """Return the positions of rows, counted from 0."""
        return self.first + rows

    def table(
        self, positions: ArrayLike | None = None, dtype: DTypeLike = np.float64
    ) -> NDArray[Any]:
        """Return the vectors of positions, by default of all, rounded to a type of numbers.

        Shape (L, d).
        """
        raise NotImplementedError

    def vectors(
        self, positions: ArrayLike | None = None, dtype: DTypeLike = np.float64
    ) -> NDArray[Any]:
        """Return the same as :meth:`table`, with positions always an array."""
        return self.table(positions, dtype)

    def cells(self, positions: ArrayLike, columns: NDArray[np.int64]) -> Array:
        """Return ``table(positions)[:, columns]``, computing only these columns."""
        raise NotImplementedError

    def raster(self, phi: float = 0.0) -> Raster:
        """Return the table moved by φ positions, as a matrix that is never built; shape (L, d)."""
        raise NotImplementedError


def _indices(count: int, index: Any) -> NDArray[np.int64]:
    """Return the indices from 0 to `count` − 1 that an index in brackets chooses.

    An IndexError says which there are not.
    """
    if isinstance(index, int) and not -count <= index < count:
        raise IndexError(f"index {index} is out of range: it must be from {-count} to {count - 1}")
    numbers: Any = range(count) if isinstance(index, slice | int) else np.arange(count)
    return np.asarray(numbers[index], dtype=np.int64)
