"""Sines and cosines over a grid, with the coordinates and column orders of many models."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from peviewer.base.arrays import finite_array
from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.refusals import refused
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.grids.sincos_code import table_code
from peviewer.model.encodings.grids.sincos_fields import SincosFields
from peviewer.model.encodings.grids.sincos_formula import table_formula
from peviewer.model.encodings.grids.sincos_waves import wave_columns, wave_vectors
from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.stored import TableRaster
from peviewer.model.sampling.raster import Raster


class Sincos(SincosFields):
    """PE(place): sines and cosines of the coordinates of a place, each axis with its own pairs.

    Notes
    -----
    The defaults are MAE's ``get_2d_sincos_pos_embed``, whose ``meshgrid`` puts columns first.
    DETR's ``PositionEmbeddingSine`` is order="rows", layout="interleaved", span="unit", offset=1,
    epsilon=1e-6, times="2pi"; Deformable DETR's has offset=0.5. timm's ``build_sincos2d_pos_embed``
    is order="rows" with layout="functions", or "concatenated" where it interleaves. PixArt and SD3
    (diffusers' ``get_2d_sincos_pos_embed``) are MAE's with span="unit" and scale =
    base_size/interpolation_scale. V-JEPA has shares=(2, 1, 1) with order="rows", CogVideoX (2, 3,
    3). NeRF's equation 4 (arXiv 2003.08934) has rates="octaves", span="signed", offset=0.5,
    times="pi"; its code has times="1", kept and layout="frequencies". Drawn waves: Tancik et al.
    2020, arXiv 2006.10739. tatp22's package ``positional-encodings`` is order="rows",
    layout="interleaved".

    Examples
    --------
    Sine and cosine of the column, then of the row:

    >>> Sincos(rows=1, columns=2, dim=4).table().round(4)
    array([[0.    , 1.    , 0.    , 1.    ],
           [0.8415, 0.5403, 0.    , 1.    ]])
    """

    title: ClassVar[str] = "Sine-cosine on a grid"
    gives: ClassVar[str] = "a vector of sines and cosines for every place of a grid"
    panes: ClassVar[tuple[str, ...]] = ("tiles", "encoding", "distance")
    positional_fields: ClassVar[tuple[str, ...]] = ("frames", "rows", "columns", "dim")
    scheme: Literal["sincos"] = "sincos"

    def wave_columns(self) -> NDArray[np.int64]:
        """Return each column's pair, whether it is the cosine, and its axis, shape (d, 3).

        A coordinate has pair −1. The array is read-only.
        """
        return wave_columns(self)

    def turns(self) -> Array:
        """Return the angle of every pair between neighbouring places, in radians.

        The shape is (pairs, axes of the grid).
        """
        _, steps = self.scales()
        turns: Array = wave_vectors(self) * steps[None, :]
        return turns

    def largest_angles(self, beyond: float = 0.0) -> Array:
        """Return the size of the largest angle of each pair, shape (pairs,).

        Places lie up to `beyond` places outside the grid.
        """
        start, step = self.scales()
        last = start + step * (np.array(self.grid) - 1 + beyond)
        farthest = np.maximum(np.abs(start), np.abs(last))
        return np.asarray(np.abs(wave_vectors(self)) @ farthest)

    def at(self, places: ArrayLike, columns: NDArray[np.int64] | None = None) -> Array:
        """Return the vectors of any real places, or some columns of them, shape (n, d).

        Places are counted from 0 along each axis.
        """
        start, step = self.scales()
        wave_columns = self.wave_columns()
        if columns is not None:
            wave_columns = wave_columns[columns]
        pair, is_cosine, axis = wave_columns.T
        pairs, indices = np.unique(np.maximum(pair, 0), return_inverse=True)
        coordinates = start + step * finite_array("places", places)
        angles = coordinates @ wave_vectors(self)[pairs].T
        waves = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
        by_place = waves.reshape(len(angles), -1)
        vectors: Array = by_place[:, 2 * indices.reshape(-1) + is_cosine]
        is_coordinate = pair < 0
        vectors[:, is_coordinate] = coordinates[:, axis[is_coordinate]]
        return vectors

    def shifted(self, vectors: Array, moved: ArrayLike) -> Array:
        """Return vectors, shape (…, d), moved by M(φ) some places along each axis.

        All pairs must be whole.
        """
        pair, is_cosine, _ = self.wave_columns().T
        by_pair = np.lexsort((is_cosine, pair))
        sines = by_pair[::2]
        cosines = by_pair[1::2]
        angles = self.turns() @ np.asarray(moved, dtype=np.float64)
        waves = vectors[..., cosines] + 1j * vectors[..., sines]
        turned = waves * np.exp(1j * angles)
        shifted: Array = np.empty_like(vectors)
        shifted[..., cosines] = turned.real
        shifted[..., sines] = turned.imag
        return shifted

    def table(
        self, positions: ArrayLike | None = None, dtype: DTypeLike = np.float64
    ) -> NDArray[Any]:
        numbers = np.asarray(self.positions if positions is None else positions)
        rows = self.at(self.places(numbers.reshape(-1)))
        return rows.reshape(*numbers.shape, self.dim).astype(dtype, copy=False)

    def cells(self, positions: ArrayLike, columns: NDArray[np.int64]) -> Array:
        return self.at(self.places(np.asarray(positions).reshape(-1)), columns)

    def raster(self, phi: float = 0.0) -> Raster:
        if phi:
            raise ValueError(
                refused("phi", phi, "a grid is moved along its axes, not along its positions")
            )
        return TableRaster(self)

    @property
    def remarks(self) -> str:
        # An axis with a single place has no neighbours.
        has_neighbours = np.array(self.grid) > 1
        turns = np.abs(self.turns()) * has_neighbours
        is_fast = (turns > np.pi * (1 + 1e-9)).any(axis=1)
        fast = int(is_fast.sum())
        if not fast:
            return ""
        return (
            f"{number(fast)} of {number(len(turns))} pairs turn by more than half a turn from one "
            "place to the next."
        )

    def formula(self) -> Formula:
        return table_formula(self)

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        return table_code(self, dialect, before_return)


SCHEME = Sincos
