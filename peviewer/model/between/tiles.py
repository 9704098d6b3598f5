"""The tile picture: for every patch of a grid a tile, how similar its vector is to those of all patches."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.between.pairwise import norms_or_one
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.scheme import Array
from peviewer.model.sampling.grid import even_grid, overlaps
from peviewer.model.sampling.raster import ArrayRaster, Raster, Reduce

_MOST_CELLS = 2**22  # cells of a view that are all computed; of more, an even sample per pixel, or blocks
_SAMPLED = 3  # cells of each pixel along each axis that are looked at then
_MADE_AT_ONCE = 2**18  # cells of the table that are made at a time
_MOST_WASTED = 3  # times the products in view that are made at most to make all at once
_MOST_KEPT = 2**25  # numbers of a layer that are kept; larger layers are computed in parts for each view
Unit = NDArray[np.float32]
Cells = NDArray[np.int64]


@dataclass(frozen=True)
class TileRaster(Raster):
    """Cosines of all patches of one layer: row i·H + y, column j·W + x has that of patches (i, j) and (y, x).

    Never built: of sines and cosines over a grid a cosine depends on places apart alone, (2H − 1)·(2W − 1) numbers.
    Of others the vectors in view are multiplied out. In a view of many, blocks of cells at most half as wide as a pixel
    are taken together: the mean of a block's cosines is one product, that of a patch with the mean of the block's.

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
        many = "mean of a sample" if self._in_closed_form else "approximate mean"
        return "mean" if height * width <= _MOST_CELLS else many

    @property
    def terms(self) -> int:
        return 1 if self._in_closed_form else self.embedded.encoding.dim

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        (down, high), (across, wide) = even_grid(rows), even_grid(columns)
        if not len(down) or not len(across):
            return np.empty((len(down), len(across)), np.float32)
        high, wide = (1.0, 1.0) if reduce == "nearest" else (high, wide)
        closed = self._in_closed_form
        every = len(down) * max(1.0, high) * len(across) * max(1.0, wide) <= _MOST_CELLS
        row, row_shares = _cells_of(down, high, self.shape[0], every=every or not closed)
        column, column_shares = _cells_of(across, wide, self.shape[1], every=every or not closed)
        block = (1, 1) if every or closed else (_block(high, self.sides[0]), _block(wide, self.sides[1]))
        row, column = _blocks_of(row, self.sides[0], block[0]), _blocks_of(column, self.sides[1], block[1])
        (some_rows, row_places), (some_columns, places) = (np.unique(c, return_inverse=True) for c in (row, column))
        row_places, places = row_places.reshape(row.shape), places.reshape(column.shape)
        if closed:
            cosines: NDArray[Any] = self._by_apart(some_rows, some_columns)
        else:
            cosines = self._multiplied(some_rows, some_columns, block)
        summed = np.zeros((len(down), len(some_columns)))
        for part, share in zip(row_places.T, row_shares.T, strict=True):
            summed += share[:, None] * cosines[part]
        means = np.zeros((len(down), len(across)))
        for part, share in zip(places.T, column_shares.T, strict=True):
            means += summed[:, part] * share
        return means.astype(np.float32)

    def exact(self, rows: range, columns: range) -> Array:
        some_rows, some_columns = (np.array(cells, dtype=np.int64) for cells in (rows, columns))
        if self._in_closed_form:
            return self._by_apart(some_rows, some_columns)
        (down, within_down), (across, within_across) = self._patches(some_rows, some_columns)
        cosines = np.empty((len(rows), len(columns)))
        others, of_other = np.unique(within_across, return_inverse=True)
        tiles, of_tile = np.unique(across, return_inverse=True)
        for tile in np.unique(down):
            check_cancelled()
            own = np.flatnonzero(down == tile)
            left = _unit_rows(self.embedded, self._positions(tile[None], tiles))
            right = _unit_rows(self.embedded, self._positions(within_down[own], others))
            products = (left @ right.T).reshape(len(tiles), len(own), len(others))
            cosines[own] = products[of_tile.reshape(-1), :, of_other.reshape(-1)].T
        return cosines

    def of_patch(self, row: int, column: int) -> Array:
        """Return the cosines of one patch with all of its layer, shape (H, W)."""
        (rows, columns), place = self.sides, np.array([[row, column]])
        if self._in_closed_form:
            return self._by_apart(row * rows + np.arange(rows), column * columns + np.arange(columns))
        cosines: Array = np.zeros((rows, columns))
        for vectors in _unit_vectors(self.embedded, self.sides, self.start):
            cosines += vectors @ vectors[place[0, 0], place[0, 1]]
        return cosines

    @property
    def _in_closed_form(self) -> bool:
        encoding = self.embedded.encoding
        return self.embedded.plain and isinstance(encoding, Sincos) and encoding.is_whole

    def _patches(self, rows: Cells, columns: Cells) -> tuple[tuple[Cells, Cells], tuple[Cells, Cells]]:
        """Return of rows of cells, and of columns, those of the tiles, and those within them."""
        return np.divmod(rows, self.sides[0]), np.divmod(columns, self.sides[1])

    def _positions(self, rows: Cells, columns: Cells) -> Cells:
        """Return the positions of patches, row by row."""
        return self.embedded.encoding.first + self.start + (rows[:, None] * self.sides[1] + columns).reshape(-1)

    def _by_apart(self, rows: Cells, columns: Cells) -> Array:
        by_apart = _by_places_apart(self.embedded, self.sides)
        (down, within_down), (across, within_across) = self._patches(rows, columns)
        apart = within_down - down + self.sides[0] - 1, within_across - across + self.sides[1] - 1
        cosines: Array = by_apart[apart[0][:, None], apart[1][None, :]]
        return cosines

    def _multiplied(self, rows: Cells, columns: Cells, block: tuple[int, int]) -> Unit:
        """Return the mean cosines of some rows and columns of blocks."""
        cosines = np.zeros((len(rows), len(columns)), np.float32)
        for vectors in _unit_vectors(self.embedded, self.sides, self.start):
            _add_products(cosines, vectors, _means_of_blocks(vectors, block), rows, columns)
        return cosines


def _add_products(cosines: Unit, tiles: Unit, blocks: Unit, rows: Cells, columns: Cells) -> None:
    """Add the products of tiles' patches, (H, W, d), with the blocks within them, to rows and columns of the picture.

    Many tiles are multiplied with many blocks at once; where most of these products would not be in view, tile by tile.
    """
    dim = tiles.shape[-1]
    (down, y), (across, x) = np.divmod(rows, blocks.shape[0]), np.divmod(columns, blocks.shape[1])
    (some_down, of_down), (some_across, of_across), (some_y, of_y), (some_x, of_x) = (
        np.unique(part, return_inverse=True) for part in (down, across, y, x)
    )
    if len(some_down) * len(some_across) * len(some_y) * len(some_x) > _MOST_WASTED * cosines.size:
        for tile in some_down:
            check_cancelled()
            own = slice(*np.searchsorted(down, (tile, tile + 1)))
            right = blocks[y[own]]
            for beside in some_across:
                columns_beside = slice(*np.searchsorted(across, (beside, beside + 1)))
                cosines[own, columns_beside] += right[:, x[columns_beside]] @ tiles[tile, beside]
        return
    right = blocks[some_y[:, None], some_x].reshape(-1, dim)
    step = max(1, _MOST_CELLS // (len(some_across) * len(right)))
    for first in range(0, len(some_down), step):
        check_cancelled()
        left = tiles[some_down[first : first + step, None], some_across].reshape(-1, dim)
        products = (left @ right.T).reshape(-1, len(some_across), len(some_y), len(some_x))
        own = slice(*np.searchsorted(of_down, (first, first + step)))
        cosines[own] += products[of_down[own, None] - first, of_across, of_y[own, None], of_x]


def _block(width: float, side: int) -> int:
    """Return how many cells of a tile are taken together where a pixel has so many; a power of 2.

    >>> [_block(width, 64) for width in (0.5, 3.9, 4.0, 17.0, 1e6)]
    [1, 1, 2, 8, 16]
    """
    return 1 << int(np.log2(max(1.0, min(width / 2, side / 4))))


def _blocks_of(cells: Cells, side: int, block: int) -> Cells:
    """Return the blocks that cells are in, counted on through the tiles.

    >>> _blocks_of(np.arange(7), 5, 2)
    array([0, 0, 1, 1, 2, 3, 3])
    """
    blocks: Cells = cells // side * -(-side // block) + cells % side // block
    return blocks


def _means_of_blocks(vectors: Unit, block: tuple[int, int]) -> Unit:
    """Return the means of blocks of the vectors of a layer; the last block of a row or a column may be smaller."""
    for axis, size in enumerate(block):
        if size > 1:
            side = vectors.shape[axis]
            starts = np.arange(0, side, size)
            counts = np.diff(starts, append=side).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
            sums: Any = np.add.reduceat(vectors, starts, axis=axis)
            vectors = sums / counts.astype(np.float32)
    return vectors


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
    assert isinstance(encoding, Sincos)
    down, across = (encoding.turns()[:, axis] for axis in (-2, -1))
    rows, columns = (np.arange(1 - side, side) for side in sides)
    means: Array = (np.exp(1j * rows[:, None] * down) @ np.exp(1j * across[:, None] * columns)).real / len(down)
    means.setflags(write=False)
    return means


def _unit_rows(embedded: Embedded, positions: Cells) -> Array:
    """Return the vectors of some positions at length 1, shape (n, d); those of length 0 stay."""
    rows = embedded.table(positions)
    unit: Array = rows / norms_or_one(rows)[:, None]
    return unit


def _unit_vectors(embedded: Embedded, sides: tuple[int, int], start: int) -> Iterator[Unit]:
    """Yield the vectors of a layer at length 1, shape (H, W, d), or some of their columns after others."""
    count, dim = sides[0] * sides[1], embedded.encoding.dim
    if count * dim <= _MOST_KEPT:
        yield _kept_vectors(embedded, sides, start)
        return
    norms = np.concatenate([norms_or_one(rows) for _, rows in _rows_of(embedded, count, start)])[:, None]
    positions, step = embedded.encoding.first + start + np.arange(count), max(1, _MOST_KEPT // count)
    for low in range(0, dim, step):
        check_cancelled()
        some = np.arange(low, min(low + step, dim))
        part = (embedded.cells(positions, some) / norms).astype(np.float32)
        yield part.reshape(*sides, len(some))


def _rows_of(embedded: Embedded, count: int, start: int) -> Iterator[tuple[slice, Array]]:
    """Yield the vectors of a layer, some patches after others, and which they are."""
    step = max(1, _MADE_AT_ONCE // embedded.encoding.dim)
    for first in range(0, count, step):
        check_cancelled()
        some = slice(first, min(first + step, count))
        yield some, embedded.table(embedded.encoding.first + start + np.arange(some.start, some.stop))


@lru_cache(maxsize=2)
def _kept_vectors(embedded: Embedded, sides: tuple[int, int], start: int) -> Unit:
    vectors = np.empty((sides[0] * sides[1], embedded.encoding.dim), np.float32)
    for some, rows in _rows_of(embedded, len(vectors), start):
        vectors[some] = rows / norms_or_one(rows)[:, None]
    vectors.setflags(write=False)
    return vectors.reshape(*sides, embedded.encoding.dim)


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
        return ArrayRaster(self.tiles.of_patch(self.row, self.column)).sample(rows, columns, reduce)

    def exact(self, rows: range, columns: range) -> Array:
        height, width = self.shape
        top, left = self.row * height, self.column * width
        return self.tiles.exact(
            range(top + rows.start, top + rows.stop), range(left + columns.start, left + columns.stop)
        )
