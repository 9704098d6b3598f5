"""Tables whose numbers are stored, as they have no closed form."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from peviewer.base.parameters import refused
from peviewer.base.words import number
from peviewer.model.encodings.scheme import Array, Tabled, finite_array
from peviewer.model.sampling.raster import Raster
from peviewer.model.stored.table import StoredTable, TableRaster


class Stored(Tabled):
    """A vector for every whole position, looked up; there are none between or beyond these."""

    @property
    def stored(self) -> StoredTable:
        """The numbers, as they are stored."""
        raise NotImplementedError

    @property
    def goes_on(self) -> bool:
        """Whether positions beyond the last would have vectors, too."""
        return False

    def vectors(self, positions: ArrayLike | None = None, dtype: DTypeLike = np.float64) -> NDArray[Any]:
        """Return the rows of positions, by default of all."""
        if positions is None:
            return self.stored.rows(np.arange(self.length)).astype(dtype, copy=False)
        places = finite_array("positions", positions)
        rows = self.stored.rows(self._row_numbers(places.reshape(-1)))
        return rows.reshape(*places.shape, self.dim).astype(dtype, copy=False)

    def table(self, positions: ArrayLike | None = None, dtype: DTypeLike = np.float64) -> NDArray[Any]:
        """Return the rows of positions, by default of all; see :meth:`vectors`."""
        return self.vectors(positions, dtype)

    def cells(self, positions: ArrayLike, columns: NDArray[np.int64]) -> Array:
        places = np.asarray(positions, dtype=np.float64).reshape(-1)
        return self.stored.rows(self._row_numbers(places), np.asarray(columns))

    def _row_numbers(self, places: Array) -> NDArray[np.int64]:
        rows = places - self.first
        wrong = (rows < 0) | (rows >= self.length) | (rows != np.floor(rows))
        if wrong.any():
            ends = f"{number(self.first)} to {number(self.first + self.length - 1)}"
            raise ValueError(refused("position", places[wrong][0], f"the table has whole ones from {ends}"))
        return rows.astype(np.int64)

    def raster(self, phi: float = 0.0) -> Raster:
        """Return the table as a matrix that is sampled; it has no rows between its own, so φ must be 0."""
        if phi:
            raise ValueError(refused("phi", phi, "no rule moves a table of numbers"))
        return TableRaster(self.stored, self.length)
