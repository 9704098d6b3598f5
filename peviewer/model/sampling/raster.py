"""Matrices that are never built, only sampled where they are looked at."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.sampling.grid import even_grid, pixel_cells, pixel_means

Reduce = Literal["mean", "nearest"]
Array = NDArray[np.float64]
Pixels = NDArray[np.float32]


class Raster(ABC):
    """A matrix given by a rule: any window of it, at any resolution, costs O(pixels).

    Subclasses are frozen dataclasses, so that they can be compared and cached.
    """

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the whole matrix."""

    @property
    def averaged(self) -> str:
        """The kind of average of a block of cells that a pixel shows."""
        return "mean"

    @property
    def terms(self) -> int:
        """The cost of a cell: about how many numbers are summed for it."""
        return 1

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> Pixels:
        """Return the cells, or the means of blocks of cells, centred on `rows` × `columns`."""
        row_centres, block_height = even_grid(rows)
        column_centres, block_width = even_grid(columns)
        if not len(row_centres) or not len(column_centres):
            return np.empty((len(row_centres), len(column_centres)), np.float32)
        if reduce == "nearest":
            return self.pixels(row_centres, 1.0, column_centres, 1.0, reduce)
        return self.pixels(row_centres, block_height, column_centres, block_width, reduce)

    def pixels(
        self,
        row_centres: Array,
        block_height: float,
        column_centres: Array,
        block_width: float,
        reduce: Reduce,
    ) -> Pixels:
        """Return the cells, or the means of blocks, centred on `row_centres` × `column_centres`.

        Blocks are `block_height` × `block_width` cells; there is at least one centre along each
        axis.
        """
        raise NotImplementedError

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return single cells in double precision.

        By default these are sampled ones, right to seven digits.
        """
        if not len(rows) or not len(columns):
            return np.empty((len(rows), len(columns)))
        return self.sample(np.array(rows), np.array(columns), "nearest").astype(np.float64)

    def only_row(self, number: int) -> "Raster":
        """Return one of its rows as a matrix of one row."""
        return _Row(self, number)

    @property
    def transposed(self) -> "Raster":
        return _Transposed(self)


@dataclass(frozen=True)
class _Transposed(Raster):
    source: Raster

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.source.shape
        return columns, rows

    @property
    def averaged(self) -> str:
        return self.source.averaged

    def sample(
        self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean"
    ) -> NDArray[np.float32]:
        return self.source.sample(columns, rows, reduce).T

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        return self.source.exact(columns, rows).T

    @property
    def transposed(self) -> Raster:
        return self.source


@dataclass(frozen=True, eq=False)
class ArrayRaster(Raster):
    """A raster of numbers in memory."""

    values: NDArray[np.float64]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ArrayRaster) and np.array_equal(
            self.values, other.values, equal_nan=True
        )

    def __hash__(self) -> int:
        return hash((self.values.shape, self.values.tobytes()[:64]))

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.values.shape
        return rows, columns

    def pixels(
        self,
        row_centres: Array,
        block_height: float,
        column_centres: Array,
        block_width: float,
        reduce: Reduce,
    ) -> Pixels:
        height, width = self.shape
        row_cells = pixel_cells(row_centres, block_height, height)
        column_cells = pixel_cells(column_centres, block_width, width)
        return pixel_means(self.values.__getitem__, row_cells, column_cells)

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        return self.values[rows.start : rows.stop, columns.start : columns.stop].astype(np.float64)


@dataclass(frozen=True)
class _Row(Raster):
    whole: Raster
    number: int

    @property
    def shape(self) -> tuple[int, int]:
        return 1, self.whole.shape[1]

    @property
    def averaged(self) -> str:
        return self.whole.averaged

    def sample(
        self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean"
    ) -> NDArray[np.float32]:
        numbers = self.whole.sample([self.number], columns, reduce)
        return numbers.repeat(len(np.atleast_1d(rows)), axis=0)

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        return self.whole.exact(range(self.number, self.number + 1), columns)
