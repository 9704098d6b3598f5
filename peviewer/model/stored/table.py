"""A table of a file or of an array: its numbers as they are stored, turned, checked, and sampled as a raster."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from peviewer.base.words import number
from peviewer.base.work import check_cancelled
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.stored.entry import TableError, decoded

MOST_ROWS, MOST_COLUMNS = 10_000_000, 65_536
MOST_CELLS = 2**24
"""Cells of a table, or of a view, that are all looked at; of more, an even sample of rows."""
LARGEST = 1e30
"""A number that is larger is as good as infinite: its square does not fit."""
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
