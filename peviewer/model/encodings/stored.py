"""Tables whose numbers are stored because they have no closed form."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from peviewer.base.arrays import finite_array
from peviewer.base.refusals import refused
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.scheme import Array
from peviewer.model.sampling.grid import pixel_cells, pixel_means
from peviewer.model.sampling.raster import Pixels, Raster, Reduce
from peviewer.model.stored.table import MOST_CELLS, StoredTable
from peviewer.model.turning.recognition import ROWS, EvenPairs, even_pairs

# How many cells are sampled if there are too many: each row may lie on a page of its own.
SAMPLED = 2**21
# How many rows, and columns, of a pixel's block are sampled at least.
_FEWEST = 4


@dataclass(frozen=True)
class TableRaster(Raster):
    """A table whose means have no closed form; it is never built as a whole.

    A pixel is the mean of its cells; if these are many, the mean of an even sample.
    """

    encoding: Tabled

    @property
    def shape(self) -> tuple[int, int]:
        return self.encoding.shape

    @property
    def averaged(self) -> str:
        length, dim = self.shape
        return "mean" if length * dim <= MOST_CELLS else "mean of a sample"

    def pixels(
        self,
        row_centres: Array,
        block_height: float,
        column_centres: Array,
        block_width: float,
        reduce: Reduce,
    ) -> Pixels:
        height = len(row_centres)
        width = len(column_centres)
        visible_cells = height * max(1.0, block_height) * (width * max(1.0, block_width))
        shows_all = visible_cells <= MOST_CELLS
        length, dim = self.shape
        most_columns = dim
        if not shows_all:
            most_columns = max(_FEWEST, int(SAMPLED / (height * _FEWEST * width)))
        columns, column_shares = pixel_cells(column_centres, block_width, dim, most_columns)
        distinct_columns, indices = np.unique(columns, return_inverse=True)
        most_rows = length
        if not shows_all:
            most_rows = max(_FEWEST, SAMPLED // (height * len(distinct_columns)))
        rows = pixel_cells(row_centres, block_height, length, most_rows)

        def rows_of(chosen: NDArray[np.int64]) -> NDArray[np.float64]:
            positions = self.encoding.positions_of_rows(chosen)
            return self.encoding.cells(positions, distinct_columns)

        return pixel_means(rows_of, rows, (indices.reshape(columns.shape), column_shares))

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        positions = self.encoding.positions_of_rows(np.array(rows, np.int64))
        return self.encoding.cells(positions, np.array(columns, np.int64))


class Stored(Tabled):
    """A scheme that looks up a vector for every whole position; it has none between or beyond."""

    @property
    def stored(self) -> StoredTable:
        """The numbers, as they are stored."""
        raise NotImplementedError

    @property
    def even_pairs(self) -> EvenPairs | None:
        """The pairs of columns, if all columns but perhaps a last one turn evenly.

        It is None where they do not turn so.
        """
        return _even_pairs(self.stored)

    @property
    def extends_beyond_length(self) -> bool:
        """Whether positions beyond the last one would have vectors, too."""
        return False

    def vectors(
        self, positions: ArrayLike | None = None, dtype: DTypeLike = np.float64
    ) -> NDArray[Any]:
        if positions is None:
            return self.stored.rows(np.arange(self.length)).astype(dtype, copy=False)
        places = finite_array("positions", positions)
        rows = self.stored.rows(self.row_numbers(places.reshape(-1), "the table"))
        return rows.reshape(*places.shape, self.dim).astype(dtype, copy=False)

    def table(
        self, positions: ArrayLike | None = None, dtype: DTypeLike = np.float64
    ) -> NDArray[Any]:
        return self.vectors(positions, dtype)

    def cells(self, positions: ArrayLike, columns: NDArray[np.int64]) -> Array:
        places = np.asarray(positions, dtype=np.float64).reshape(-1)
        return self.stored.rows(self.row_numbers(places, "the table"), np.asarray(columns))

    def raster(self, phi: float = 0.0) -> Raster:
        if phi:
            raise ValueError(refused("phi", phi, "no rule moves a table of numbers"))
        return TableRaster(self)


@lru_cache(maxsize=8)
def _even_pairs(table: StoredTable) -> EvenPairs | None:
    length, dim = table.shape
    pairs = even_pairs(table.rows(np.arange(min(length, ROWS))))
    return None if pairs is None or len(pairs.sines) < dim // 2 else pairs
