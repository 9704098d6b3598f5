"""The tile picture: for every patch of a grid a tile of its similarities with all patches."""

from dataclasses import dataclass
from functools import lru_cache
from math import inf

import numpy as np
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.between.pairwise import norms_or_one
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.scheme import Array
from peviewer.model.sampling.grid import pixel_cells, pixel_means
from peviewer.model.sampling.raster import Pixels, Raster, Reduce

Indices = NDArray[np.int64]
Singles = NDArray[np.float32]

# The most cells of a view that are all computed; of more, each pixel takes an even sample.
_MOST_CELLS = 2**22

# How many cells along each axis the sample of a pixel has.
_SAMPLED = 3

# How many cells of the table are made at a time.
_MADE_AT_ONCE = 2**18

# The most numbers of a layer's vectors that are kept.
_MOST_KEPT = 2**25


@dataclass(frozen=True)
class TileRaster(Raster):
    """Cosines of the patches of one layer.

    Row i·H + y, column j·W + x is the cosine of patches (i, j) and (y, x). For sines and cosines
    over a grid a cosine depends only on how many rows and columns the patches are apart; the
    vectors of other schemes are multiplied out.
    """

    embedded: Embedded

    # The rows H and the columns W of patches.
    sides: tuple[int, int]

    # The position of the layer's first patch, from 0.
    start: int = 0

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.sides
        return rows * rows, columns * columns

    @property
    def averaged(self) -> str:
        height, width = self.shape
        return "mean" if height * width <= _MOST_CELLS else "mean of a sample"

    def pixels(
        self,
        row_centres: Array,
        block_height: float,
        column_centres: Array,
        block_width: float,
        reduce: Reduce,
    ) -> Pixels:
        visible_cells = (
            len(row_centres) * max(1.0, block_height) * len(column_centres) * max(1.0, block_width)
        )
        most_each = inf if visible_cells <= _MOST_CELLS else _SAMPLED
        rows, row_shares = pixel_cells(row_centres, block_height, self.shape[0], most_each)
        columns, column_shares = pixel_cells(column_centres, block_width, self.shape[1], most_each)
        distinct_rows, row_indices = np.unique(rows, return_inverse=True)
        distinct_columns, column_indices = np.unique(columns, return_inverse=True)
        cosines = self._cosines(distinct_rows, distinct_columns, self._kept())
        return pixel_means(
            cosines.__getitem__,
            (row_indices.reshape(rows.shape), row_shares),
            (column_indices.reshape(columns.shape), column_shares),
        )

    def exact(self, rows: range, columns: range) -> Array:
        return self._cosines(np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64))

    def tile(self, row: int, column: int) -> Array:
        """Return the cosines of one patch with all patches of its layer, shape (H, W)."""
        height, width = self.sides
        rows = range(row * height, (row + 1) * height)
        columns = range(column * width, (column + 1) * width)
        return self.exact(rows, columns)

    @property
    def _in_closed_form(self) -> bool:
        encoding = self.embedded.encoding
        return self.embedded.has_no_content and isinstance(encoding, Sincos) and encoding.is_whole

    def _cosines(self, rows: Indices, columns: Indices, singles: Singles | None = None) -> Array:
        """Return some rows and columns of the picture.

        `singles` are the vectors of all patches where these are kept.
        """
        height, width = self.sides
        tile_row, y = np.divmod(rows, height)
        tile_column, x = np.divmod(columns, width)
        if self._in_closed_form:
            rows_apart = y - tile_row + height - 1
            columns_apart = x - tile_column + width - 1
            means = _means_by_places_apart(self.embedded, self.sides)
            return np.asarray(means[rows_apart[:, None], columns_apart[None, :]])

        cosines = np.empty((len(rows), len(columns)))
        distinct_x, x_indices = np.unique(x, return_inverse=True)
        tile_columns, tile_indices = np.unique(tile_column, return_inverse=True)
        for row_of_tiles in np.unique(tile_row):
            check_cancelled()
            own_rows = np.flatnonzero(tile_row == row_of_tiles)
            tile_patches = row_of_tiles * width + tile_columns
            compared_patches = y[own_rows, None] * width + distinct_x
            left = self._unit_rows(tile_patches, singles)
            right = self._unit_rows(compared_patches.reshape(-1), singles)
            products = left @ right.T
            by_tile = products.reshape(len(tile_columns), len(own_rows), len(distinct_x))
            cosines[own_rows] = by_tile[tile_indices.reshape(-1), :, x_indices.reshape(-1)].T
        return cosines

    def _unit_rows(self, patches: Indices, singles: Singles | None) -> NDArray[np.floating]:
        """Return the vectors of some patches at length 1, shape (n, d); those of length 0 stay."""
        if singles is not None:
            return singles[patches]
        rows = self.embedded.table(self.embedded.encoding.first + self.start + patches)
        return np.asarray(rows / norms_or_one(rows)[:, None])

    def _kept(self) -> Singles | None:
        """Return the vectors of all patches; None if they are too many, or not needed."""
        height, width = self.sides
        numbers = height * width * self.embedded.encoding.dim
        if numbers > _MOST_KEPT or self._in_closed_form:
            return None
        return _vectors(self)


@lru_cache(maxsize=4)
def _means_by_places_apart(embedded: Embedded, sides: tuple[int, int]) -> Array:
    """Return the mean of cos w·Δ over all pairs, for every offset Δ within a layer."""
    encoding = embedded.encoding
    assert isinstance(encoding, Sincos)
    turns = encoding.turns()
    turns_by_row = turns[:, -2]
    turns_by_column = turns[:, -1]
    height, width = sides
    rows = np.arange(1 - height, height)
    columns = np.arange(1 - width, width)
    row_waves = np.exp(1j * rows[:, None] * turns_by_row)
    column_waves = np.exp(1j * turns_by_column[:, None] * columns)
    means: Array = (row_waves @ column_waves).real / len(turns)
    means.setflags(write=False)
    return means


@lru_cache(maxsize=2)
def _vectors(tiles: TileRaster) -> Singles:
    dim = tiles.embedded.encoding.dim
    height, width = tiles.sides
    count = height * width
    vectors = np.empty((count, dim), np.float32)
    blocks = max(1, count * dim // _MADE_AT_ONCE)
    for patches in np.array_split(np.arange(count), blocks):
        check_cancelled()
        vectors[patches] = tiles._unit_rows(patches, None)
    vectors.setflags(write=False)
    return vectors
