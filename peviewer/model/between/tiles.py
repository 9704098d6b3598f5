"""The tile picture: for every patch of a grid a tile, how similar its vector is to those of all patches."""

from dataclasses import dataclass
from functools import lru_cache
from math import inf

import numpy as np
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.between.pairwise import norms_or_one
from peviewer.model.content import Embedded
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.scheme import Array
from peviewer.model.sampling.grid import pixel_cells, pixel_means
from peviewer.model.sampling.raster import Pixels, Raster, Reduce

# Cells of a view that are all computed; of more, an even sample per pixel.
_MOST_CELLS = 2**22
# Cells of each pixel along each axis that are looked at then.
_SAMPLED = 3
# Cells of the table that are made at a time.
_MADE_AT_ONCE = 2**18
# Numbers of a layer that are kept.
_MOST_KEPT = 2**25
Cells = NDArray[np.int64]


@dataclass(frozen=True)
class TileRaster(Raster):
    """Cosines of the patches of one layer: row i·H + y, column j·W + x has that of patches (i, j) and (y, x).

    Of sines and cosines over a grid a cosine depends on places apart alone; the vectors of others
    are multiplied out.
    """

    embedded: Embedded
    # H rows and W columns of patches.
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
        self, down: Array, high: float, across: Array, wide: float, reduce: Reduce
    ) -> Pixels:
        every = len(down) * max(1.0, high) * len(across) * max(1.0, wide) <= _MOST_CELLS
        few = inf if every else _SAMPLED
        row, row_shares = pixel_cells(down, high, self.shape[0], few)
        column, column_shares = pixel_cells(across, wide, self.shape[1], few)
        (some_rows, row_places), (some_columns, places) = (
            np.unique(c, return_inverse=True) for c in (row, column)
        )
        cosines = self._cosines(some_rows, some_columns, self._kept())
        return pixel_means(
            cosines.__getitem__,
            (row_places.reshape(row.shape), row_shares),
            (places.reshape(column.shape), column_shares),
        )

    def exact(self, rows: range, columns: range) -> Array:
        return self._cosines(np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64))

    def tile(self, row: int, column: int) -> Array:
        """Return the cosines of one patch with all patches of its layer, shape (H, W)."""
        height, width = self.sides
        return self.exact(
            range(row * height, (row + 1) * height), range(column * width, (column + 1) * width)
        )

    @property
    def _in_closed_form(self) -> bool:
        encoding = self.embedded.encoding
        return self.embedded.plain and isinstance(encoding, Sincos) and encoding.is_whole

    def _cosines(
        self, rows: Cells, columns: Cells, singles: NDArray[np.float32] | None = None
    ) -> Array:
        """Return some rows and columns of the picture.

        Of vectors that are kept in single precision.
        """
        (down, y), (across, x) = np.divmod(rows, self.sides[0]), np.divmod(columns, self.sides[1])
        if self._in_closed_form:
            apart = (
                (y - down + self.sides[0] - 1)[:, None],
                (x - across + self.sides[1] - 1)[None, :],
            )
            return np.asarray(_by_places_apart(self.embedded, self.sides)[apart])
        cosines = np.empty((len(rows), len(columns)))
        within, of_column = np.unique(x, return_inverse=True)
        tiles, of_tile = np.unique(across, return_inverse=True)
        for tile in np.unique(down):
            check_cancelled()
            own = np.flatnonzero(down == tile)
            left, right = (
                self._unit_rows(
                    (some_rows[:, None] * self.sides[1] + some_columns).reshape(-1), singles
                )
                for some_rows, some_columns in ((tile[None], tiles), (y[own], within))
            )
            products = (left @ right.T).reshape(len(tiles), len(own), len(within))
            cosines[own] = products[of_tile.reshape(-1), :, of_column.reshape(-1)].T
        return cosines

    def _unit_rows(
        self, patches: Cells, singles: NDArray[np.float32] | None
    ) -> NDArray[np.floating]:
        """Return the vectors of some patches at length 1, shape (n, d); those of length 0 stay."""
        if singles is not None:
            return singles[patches]
        rows = self.embedded.table(self.embedded.encoding.first + self.start + patches)
        return np.asarray(rows / norms_or_one(rows)[:, None])

    def _kept(self) -> NDArray[np.float32] | None:
        few = self.sides[0] * self.sides[1] * self.embedded.encoding.dim <= _MOST_KEPT
        return _vectors(self) if few and not self._in_closed_form else None


@lru_cache(maxsize=4)
def _by_places_apart(embedded: Embedded, sides: tuple[int, int]) -> Array:
    """Return the mean of cos w·Δ over all pairs, for all rows and columns apart within a layer."""
    encoding = embedded.encoding
    assert isinstance(encoding, Sincos)
    down, across = (encoding.turns()[:, axis] for axis in (-2, -1))
    rows, columns = (np.arange(1 - side, side) for side in sides)
    means: Array = (
        np.exp(1j * rows[:, None] * down) @ np.exp(1j * across[:, None] * columns)
    ).real / len(down)
    means.setflags(write=False)
    return means


@lru_cache(maxsize=2)
def _vectors(tiles: TileRaster) -> NDArray[np.float32]:
    dim = tiles.embedded.encoding.dim
    count = tiles.sides[0] * tiles.sides[1]
    vectors = np.empty((count, dim), np.float32)
    for patches in np.array_split(np.arange(count), max(1, count * dim // _MADE_AT_ONCE)):
        check_cancelled()
        vectors[patches] = tiles._unit_rows(patches, None)
    vectors.setflags(write=False)
    return vectors
