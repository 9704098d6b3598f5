"""The tile picture: for every patch of a grid a tile, how similar its vector is to those of all patches."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.grids.plane_waves import PlaneWaves
from peviewer.model.encodings.scheme import Array
from peviewer.model.sampling.grid import even_grid, overlaps
from peviewer.model.sampling.raster import Raster, Reduce

_MOST_CELLS = 2**22  # of a view that are all looked at; of more, an even sample of each pixel's
_SAMPLED = 3  # cells of each pixel along each axis that are looked at then
_MOST_HELD = 1500  # patches whose cosines are all kept
_HELD = 2**18  # cells of the table that are made at a time
Cells = NDArray[np.int64]


@dataclass(frozen=True)
class TileRaster(Raster):
    """Cosines of all patches of one layer: row i·H + y, column j·W + x has that of patches (i, j) and (y, x).

    Never built: of sines and cosines over a grid a cosine depends on places apart alone, (2H − 1)·(2W − 1) numbers;
    of others the vectors in view are multiplied out.

    sides: H rows and W columns of patches.
    start: the position of the layer's first patch, from 0.
    """

    embedded: Embedded
    sides: tuple[int, int]
    start: int = 0

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.sides
        return rows * rows, columns * columns

    @property
    def averaged(self) -> str:
        height, width = self.shape
        return "mean" if height * width <= _MOST_CELLS else "mean of a sample"

    @property
    def terms(self) -> int:
        return 1 if self._in_closed_form else self.embedded.encoding.dim

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        (down, high), (across, wide) = even_grid(rows), even_grid(columns)
        if not len(down) or not len(across):
            return np.empty((len(down), len(across)), np.float32)
        high, wide = (1.0, 1.0) if reduce == "nearest" else (high, wide)
        every = len(down) * max(1.0, high) * len(across) * max(1.0, wide) <= _MOST_CELLS
        row, row_shares = _cells_of(down, high, self.shape[0], every=every)
        column, column_shares = _cells_of(across, wide, self.shape[1], every=every)
        (some_rows, row_places), (some_columns, places) = (np.unique(c, return_inverse=True) for c in (row, column))
        cosines = self._cosines(some_rows, some_columns)
        row_places, places = row_places.reshape(row.shape), places.reshape(column.shape)
        summed = np.zeros((len(down), len(some_columns)))
        for part, share in zip(row_places.T, row_shares.T, strict=True):
            summed += share[:, None] * cosines[part]
        means = np.zeros((len(down), len(across)))
        for part, share in zip(places.T, column_shares.T, strict=True):
            means += summed[:, part] * share
        return means.astype(np.float32)

    def exact(self, rows: range, columns: range) -> Array:
        return self._cosines(np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64))

    @property
    def _in_closed_form(self) -> bool:
        return self.embedded.plain and isinstance(self.embedded.encoding, PlaneWaves)

    def _cosines(self, rows: Cells, columns: Cells) -> Array:
        (tiles_down, within_down), (tiles_across, within_across) = (
            np.divmod(cells, side) for cells, side in zip((rows, columns), self.sides, strict=True)
        )
        if self._in_closed_form:
            by_apart = _by_places_apart(self.embedded, self.sides)
            down, across = (
                within_down - tiles_down + self.sides[0] - 1,
                within_across - tiles_across + self.sides[1] - 1,
            )
            found: Array = by_apart[down[:, None], across[None, :]]
            return found
        width = self.sides[1]
        if self.sides[0] * width <= _MOST_HELD:
            every = _all_cosines(self.embedded, self.sides, self.start)
            own_patch = tiles_down[:, None] * width + tiles_across[None, :]
            other_patch = within_down[:, None] * width + within_across[None, :]
            return np.asarray(every[own_patch, other_patch])
        vectors = _unit_vectors(self.embedded, self.sides, self.start)
        (beside, of_tile), (others, of_other) = (
            np.unique(part, return_inverse=True) for part in (tiles_across, within_across)
        )
        cosines = np.empty((len(rows), len(columns)))
        for tile in np.unique(tiles_down):
            check_cancelled()
            own = np.flatnonzero(tiles_down == tile)
            right = vectors[within_down[own]][:, others]
            flat = vectors[tile, beside] @ right.reshape(-1, right.shape[-1]).T  # tiles × the patches in all of them
            products = flat.reshape(len(beside), len(own), len(others)).transpose(1, 0, 2)
            cosines[own] = products[:, of_tile.reshape(-1), of_other.reshape(-1)]
        return cosines


def _cells_of(centres: Array, width: float, size: int, *, every: bool) -> tuple[Cells, Array]:
    """Return the cells that each pixel shows along one axis, all of them or a few, and their shares of it."""
    if width <= 1:
        return np.clip(np.ceil(centres - 0.5), 0, size - 1).astype(np.int64)[:, None], np.ones((len(centres), 1))
    if every or width <= _SAMPLED:
        index, part = overlaps(float(centres[0]), width, len(centres), size)
        return index, part / part.sum(axis=1, keepdims=True)
    offsets = width * ((np.arange(_SAMPLED) + 0.5) / _SAMPLED - 0.5)
    index = np.clip(np.floor(centres[:, None] + offsets + 0.5), 0, size - 1).astype(np.int64)
    return index, np.full(index.shape, 1 / _SAMPLED)


@lru_cache(maxsize=4)
def _by_places_apart(embedded: Embedded, sides: tuple[int, int]) -> Array:
    """Return the mean of cos w·Δ over all pairs, for all rows and columns apart within a layer."""
    encoding = embedded.encoding
    assert isinstance(encoding, PlaneWaves)
    down, across = (encoding.turns()[:, axis] for axis in (-2, -1))
    rows, columns = (np.arange(1 - side, side) for side in sides)
    found: Array = (np.exp(1j * rows[:, None] * down) @ np.exp(1j * across[:, None] * columns)).real / len(down)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=2)
def _all_cosines(embedded: Embedded, sides: tuple[int, int], start: int) -> Array:
    """Return the cosines of all patches of a layer with all, shape (H·W, H·W)."""
    vectors = _unit_vectors(embedded, sides, start).reshape(sides[0] * sides[1], -1)
    found: Array = vectors @ vectors.T
    found.setflags(write=False)
    return found


@lru_cache(maxsize=2)
def _unit_vectors(embedded: Embedded, sides: tuple[int, int], start: int) -> Array:
    """Return the vectors of a layer at length 1, shape (H, W, d); those of length 0 stay."""
    encoding, count = embedded.encoding, sides[0] * sides[1]
    vectors = np.empty((count, encoding.dim))
    step = max(1, _HELD // encoding.dim)
    for first in range(0, count, step):
        check_cancelled()
        places = np.arange(first, min(first + step, count))
        rows = embedded.table(encoding.first + start + places)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        vectors[places] = rows / np.where(lengths > 0, lengths, 1.0)
    vectors.setflags(write=False)
    return vectors.reshape(*sides, encoding.dim)


@dataclass(frozen=True)
class TileOf(Raster):
    """One tile: the cosine of one patch with all patches of its layer, shape (H, W)."""

    tiles: TileRaster
    row: int
    column: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.tiles.sides

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        height, width = self.shape
        (down, high), (across, wide) = even_grid(rows), even_grid(columns)
        if not len(down) or not len(across):
            return np.empty((len(down), len(across)), np.float32)
        high, wide = (1.0, 1.0) if reduce == "nearest" else (high, wide)
        row, row_shares = _cells_of(down, high, height, every=True)
        column, column_shares = _cells_of(across, wide, width, every=True)
        whole = self.exact(range(height), range(width))
        means: Array = np.einsum("hwij,hi,wj->hw", whole[row[:, None, :, None], column[None, :, None, :]],
                                 row_shares, column_shares)  # fmt: skip
        return means.astype(np.float32)

    def exact(self, rows: range, columns: range) -> Array:
        height, width = self.shape
        top, left = self.row * height, self.column * width
        return self.tiles.exact(
            range(top + rows.start, top + rows.stop), range(left + columns.start, left + columns.stop)
        )
