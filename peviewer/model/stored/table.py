"""A table of a file or of an array: its numbers as they are stored, turned, checked, and sampled as a raster."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.words import number
from peviewer.base.work import check_cancelled
from peviewer.model.sampling.grid import even_grid, linspace_indices, pixel_cells, pixel_means
from peviewer.model.sampling.raster import Raster, Reduce
from peviewer.model.stored.entry import TableError, decoded

MOST_ROWS, MOST_COLUMNS = 10_000_000, 65_536
MOST_CELLS = 2**24
"""Cells of a table, or of a view, that are all looked at; of more, an even sample of rows."""
LARGEST = 1e30
"""A number that is larger is as good as infinite: its square does not fit."""
_SAMPLED = 2**21  # cells that are sampled if not all are: each row may lie on a page of its own
_FEWEST = 4  # rows, and columns, of a pixel's block that are sampled if not all are
_AT_ONCE = 2**20


@dataclass(frozen=True)
class StoredTable:
    """The numbers of a table; two are equal if they have the same source."""

    made_of: tuple[object, ...]
    stored: NDArray[Any] = field(compare=False, repr=False)
    kind: str = field(compare=False)  # "float32", "bfloat16" …
    largest: float = field(default=0.0, compare=False)  # by size, of all or of the sample that is looked at

    @classmethod
    def checked(cls, made_of: tuple[object, ...], stored: NDArray[Any], kind: str) -> StoredTable:
        """Return a table whose size and numbers can be shown; one that is too large or not finite is refused."""
        length, dim = stored.shape
        for count, most, what in ((length, MOST_ROWS, "positions"), (dim, MOST_COLUMNS, "dimensions")):
            if count > most:
                raise TableError(f"it has {number(count)} {what}: at most {number(most)} are shown")
        every = stored.size <= MOST_CELLS
        places = linspace_indices(length, length if every else max(2, _AT_ONCE // dim))
        largest, bad, first, step = 0.0, 0, (0, 0), max(1, _AT_ONCE // dim)
        for start in range(0, len(places), step):
            check_cancelled()
            rows = decoded(stored[places[start : start + step]], kind)
            with np.errstate(invalid="ignore"):
                sizes = np.abs(rows.astype(np.float64))
            good = sizes <= LARGEST
            if not good.all():
                row, column = np.argwhere(~good)[0]
                first = first if bad else (int(places[start + row]), int(column))
                bad += int((~good).sum())
            largest = max(largest, float(sizes.max(initial=0.0, where=good)))
        if bad:
            those = "numbers that are" if bad > 1 else "number that is"
            where = f"the first in row {number(first[0])}, column {number(first[1])}"
            raise TableError(f"it has {number(bad)} {those} not finite, or beyond ±10³⁰: {where}")
        return cls(made_of, stored, kind, largest)

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and dimensions."""
        length, dim = self.stored.shape
        return length, dim

    def rows(self, index: NDArray[np.int64], columns: slice | NDArray[np.int64] = slice(None)) -> NDArray[np.float64]:
        """Return some rows, or some columns of them, in double precision."""
        if not isinstance(columns, slice):
            low, high = (int(columns.min()), int(columns.max()) + 1) if len(columns) else (0, 0)
            return self.rows(index, slice(low, high))[:, columns - low]
        return decoded(self.stored[index, columns], self.kind).astype(np.float64)


class Rows(Protocol):
    """A table that gives some of its rows, either stored or computed."""

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and dimensions."""

    def rows(self, index: NDArray[np.int64], columns: slice | NDArray[np.int64] = slice(None)) -> NDArray[np.float64]:
        """Return some rows, or some columns of them, in double precision."""


@dataclass(frozen=True)
class TableRaster(Raster):
    """The first rows of a table, never copied: a pixel is the mean of its cells.

    The mean is exact while the cells in view are at most 17 million; of more it is that of an even sample of at
    least four rows and four columns of each block, the same whenever the same is looked at.
    """

    stored: Rows
    length: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.length, self.stored.shape[1]

    @property
    def averaged(self) -> str:
        length, dim = self.shape
        return "mean" if length * dim <= MOST_CELLS else "mean of a sample"

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        (down, high), (across, wide) = even_grid(rows), even_grid(columns)
        if not len(down) or not len(across):
            return np.empty((len(down), len(across)), np.float32)
        high, wide = (1.0, 1.0) if reduce == "nearest" else (high, wide)
        most = [len(some) * max(1.0, width) for some, width in ((down, high), (across, wide))]
        every = most[0] * most[1] <= MOST_CELLS
        few = self.shape[1] if every else max(_FEWEST, int(_SAMPLED / (len(down) * _FEWEST * len(across))))
        column, column_shares = pixel_cells(across, wide, self.shape[1], few)
        chosen, places = np.unique(column, return_inverse=True)
        few = self.shape[0] if every else max(_FEWEST, _SAMPLED // (len(down) * len(chosen)))
        span = slice(int(chosen[0]), int(chosen[-1]) + 1) if len(chosen) == np.ptp(chosen) + 1 else chosen
        return pixel_means(
            lambda part: self.stored.rows(part, span),
            pixel_cells(down, high, self.shape[0], few),
            (places.reshape(column.shape), column_shares),
        )

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        if not len(rows) or not len(columns):
            return np.empty((len(rows), len(columns)))
        return self.stored.rows(np.arange(rows.start, rows.stop), slice(columns.start, columns.stop))
