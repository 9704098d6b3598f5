"""Plane waves: the common ground of tables of sines and cosines over a grid, each pair a wave in a direction."""

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from peviewer.base.parameters import parameter
from peviewer.model.encodings.grids.gridded import Gridded, PatchTable
from peviewer.model.encodings.scheme import USUAL_DIMS, Array, finite_array
from peviewer.model.sampling.raster import Raster
from peviewer.model.stored.table import TableRaster


def shared_dimensions(parts: int, default: int = 256) -> Any:
    """Declare the dimensions of a scheme that shares them among the axes of a grid, `parts` columns at a time."""
    return parameter(
        default, title="Dimensions", symbol="d", ge=parts, le=65_536, slider=(parts, 4096), scale="log",
        multiple=parts, stops=USUAL_DIMS, help=f"How many numbers each place gets, a multiple of {parts}.",
    )  # fmt: skip


class WaveColumns(NamedTuple):
    """Of each column the pair it belongs to, and whether it is the pair's cosine; shape (d,) each."""

    pairs: NDArray[np.int64]
    is_cosine: NDArray[np.bool_]


class PlaneWaves(Gridded, PatchTable):
    """A rule that gives every place of a grid a vector of sines and cosines of w·p, with whole pairs.

    A scheme declares its sides, :meth:`wave_vectors`, :meth:`wave_columns` and, where they are not
    the places themselves, :meth:`scales`; everything else follows.
    """

    gives: ClassVar[str] = "a vector of sines and cosines for every place of a grid"

    def wave_vectors(self) -> Array:
        """Return w of every pair, shape (d/2, axes), in radians along each axis' coordinate."""
        raise NotImplementedError

    def wave_columns(self) -> WaveColumns:
        """Return which columns are which pair's sine and cosine."""
        raise NotImplementedError

    def scales(self) -> tuple[Array, Array]:
        """Return the coordinate of place 0 and what each place adds to it, shape (axes,) each."""
        return np.zeros(len(self.grid)), np.ones(len(self.grid))

    def turns(self) -> Array:
        """Return how far every pair turns from one place to the next along each axis, shape (d/2, axes), in radians."""
        found: Array = self.wave_vectors() * self.scales()[1][None, :]
        return found

    def at(self, places: ArrayLike, columns: NDArray[np.int64] | None = None) -> Array:
        """Return the vectors of any real places of the grid and beyond it, or some columns of them.

        Parameters
        ----------
        places : array_like of float, shape (n, axes)
            Counted from 0 along each axis.
        columns : ndarray of int, shape (m,), optional
            Columns of the table; all of them by default.

        Returns
        -------
        ndarray, shape (n, m), float64
        """
        start, step = self.scales()
        order = self.wave_columns()
        which = np.arange(self.dim) if columns is None else np.asarray(columns)
        pairs, back = np.unique(order.pairs[which], return_inverse=True)
        coordinates = start + step * finite_array("places", places)
        angles = coordinates @ self.wave_vectors()[pairs].T
        waves = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(angles), -1)
        found: Array = waves[:, 2 * back.reshape(-1) + order.is_cosine[which]]
        return found

    def table(self, positions: ArrayLike | None = None, dtype: DTypeLike = np.float64) -> NDArray[Any]:
        """Return the vectors of positions of the grid, by default of all, row by row.

        Raises
        ------
        ValueError
            If a position is not on the grid.
        """
        given = np.asarray(self.positions if positions is None else positions)
        rows = self.at(self.places(given.reshape(-1)))
        return rows.reshape(*given.shape, self.dim).astype(dtype, copy=False)

    def cells(self, positions: ArrayLike, columns: NDArray[np.int64]) -> Array:
        return self.at(self.places(np.asarray(positions).reshape(-1)), columns)

    def raster(self, phi: float = 0.0) -> Raster:
        """Return the table as a matrix that is never built; positions follow each other by rows, so φ must be 0."""
        if phi:
            raise ValueError(f"phi = {phi:g} is not allowed: a grid is moved along its axes, not along its positions")
        return TableRaster(_Worked(self), self.length)

    def column_name(self, column: int) -> str:
        """Return a column's pair, and whether it is the sine or the cosine: ``"pair 6, sin"``."""
        order = self.wave_columns()
        return f"pair {order.pairs[column]}, {'cos' if order.is_cosine[column] else 'sin'}"


@dataclass(frozen=True)
class _Worked:
    """The rows of a scheme over a grid, each worked out when asked for."""

    encoding: PlaneWaves

    @property
    def shape(self) -> tuple[int, int]:
        return self.encoding.length, self.encoding.dim

    def rows(self, index: NDArray[np.int64], columns: slice | NDArray[np.int64] = slice(None)) -> Array:
        which = np.arange(self.encoding.dim)[columns]
        return self.encoding.at(np.stack(np.unravel_index(np.asarray(index), self.encoding.grid), axis=-1), which)
