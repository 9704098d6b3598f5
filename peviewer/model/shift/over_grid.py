"""The shift over a grid: M(φ) with a number of places along each axis, which turns every pair by its own angle."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.encodings.grids.plane_waves import PlaneWaves
from peviewer.model.encodings.scheme import Array
from peviewer.model.shift.operator import SparseRaster, turning_factors

_TRIED = 64  # places that an operator is tried on


def entries(encoding: PlaneWaves, moved: ArrayLike) -> tuple[NDArray[np.int64], Array]:
    """Return the two entries of each row of M: the columns that it reads, shape (d, 2), and their factors.

    moved: how many places along each axis, any real numbers.

    >>> from peviewer.model.encodings.grids.sincos2d import Sincos2D
    >>> index, factor = entries(Sincos2D(dim=4), [0, np.pi / 2])
    >>> index.tolist(), factor.round(3).tolist()[:2]
    ([[0, 1], [0, 1], [2, 3], [2, 3]], [[0.0, 1.0], [-1.0, 0.0]])
    """
    order = encoding.wave_columns()
    sines, cosines = np.empty((2, encoding.dim // 2), np.int64)
    sines[order.pairs[~order.is_cosine]] = np.flatnonzero(~order.is_cosine)
    cosines[order.pairs[order.is_cosine]] = np.flatnonzero(order.is_cosine)
    angles = (encoding.turns() @ np.asarray(moved, dtype=np.float64))[order.pairs]
    factor = turning_factors(np.cos(angles) + 1j * np.sin(angles), order.is_cosine)
    return np.stack([sines[order.pairs], cosines[order.pairs]], axis=1), factor


def shift_over_grid(encoding: PlaneWaves, vectors: Array, moved: ArrayLike) -> Array:
    """Return M·PE of vectors, shape (…, d): those of the places so far along each axis.

    >>> from peviewer.model.encodings.grids.sincos2d import Sincos2D
    >>> encoding = Sincos2D(rows=9, columns=9, dim=16)
    >>> moved = shift_over_grid(encoding, encoding.at([[2, 3]]), [1, 2.5])
    >>> bool(np.allclose(moved, encoding.at([[3, 5.5]])))
    True
    """
    index, factor = entries(encoding, moved)
    shifted: Array = vectors[..., index[:, 0]] * factor[:, 0] + vectors[..., index[:, 1]] * factor[:, 1]
    return shifted


def shift_error(encoding: PlaneWaves, moved: ArrayLike) -> float:
    """Return the largest difference between M·PE(p) and PE(p + φ), over places spread evenly."""
    some = np.unique(np.linspace(0, encoding.length - 1, min(encoding.length, _TRIED)).round().astype(np.int64))
    places = encoding.places(encoding.first + some)
    after = encoding.at(places + np.asarray(moved, dtype=np.float64))
    return float(np.abs(shift_over_grid(encoding, encoding.at(places), moved) - after).max())


@dataclass(frozen=True)
class GridOperatorRaster(SparseRaster):
    """The d×d matrix M: two entries a row."""

    encoding: PlaneWaves
    moved: tuple[float, ...]

    @property
    def shape(self) -> tuple[int, int]:
        return self.encoding.dim, self.encoding.dim

    def entries(self) -> tuple[NDArray[np.int64], Array]:
        index, factor = entries(self.encoding, self.moved)
        rows = np.repeat(np.arange(self.encoding.dim), 2)
        return np.stack([rows, index.ravel()]), factor.ravel()
