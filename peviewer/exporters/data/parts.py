"""The parts of a file of numbers: matrices, curves and tables, with their coordinates."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from peviewer.figures.grammar import Axis
from peviewer.figures.panes.pane import Column, Exact
from peviewer.model.sampling.series import Points, Series

# Points of a curve are computed for a stretch of x of this length at a time.
STRETCH = 2**16


@dataclass(frozen=True)
class Cut:
    """The chosen rows or columns of a matrix, with their coordinates.

    ``zero`` is the coordinate of cell 0. ``listed`` are the coordinates, if they do not follow from
    the cells.
    """

    axis: Axis
    zero: float
    cells: range
    listed: tuple[int, ...] = ()

    def coordinates(self, start: int = 0, stop: int | None = None) -> NDArray[Any]:
        """Return the coordinates, or some in a row, as whole numbers if they are whole."""
        if self.listed:
            return np.array(self.listed[start:stop])
        run = self.cells[start:stop]
        cells = np.arange(run.start, run.stop)
        zero = int(self.zero) if float(self.zero).is_integer() else self.zero
        return zero + cells


@dataclass(frozen=True)
class Matrix:
    """Numbers with a coordinate for every row and every column.

    ``column_indices`` are columns that do not follow each other. ``side`` is the end of its key:
    which of several encodings it is of.
    """

    key: str
    label: str
    rows: Cut
    columns: Cut
    source: Exact
    column_indices: tuple[int, ...] = ()
    side: str = ""

    @property
    def shape(self) -> tuple[int, int]:
        """The number of chosen rows and columns."""
        return len(self.rows.cells), len(self.columns.cells)

    def strip(self, start: int, stop: int) -> NDArray[np.float64]:
        """Return some of the chosen rows."""
        rows = self.rows.cells[start:stop]
        if not self.column_indices:
            return self.source.exact(rows, self.columns.cells)
        columns = [
            self.source.exact(rows, range(column, column + 1)) for column in self.column_indices
        ]
        return np.hstack(columns)


@dataclass(frozen=True)
class Line:
    """The points of a curve."""

    key: str
    label: str
    accent: bool
    x: Axis
    y: Axis
    series: Series
    low: float
    high: float
    side: str = ""

    @property
    def about(self) -> int:
        """The approximate number of points, one for every whole x."""
        return max(1, ceil(self.high - self.low))

    def stretches(self) -> Iterator[Points]:
        """Yield x and y in pieces."""
        ends = [*np.arange(self.low, self.high, STRETCH).tolist(), self.high]
        for low, high in pairwise(ends):
            yield self.series.exact(low, high)


@dataclass(frozen=True)
class Record:
    """Named columns of numbers or words; `labels` say what columns are, with their units."""

    key: str
    label: str
    columns: Mapping[str, Column]
    labels: Mapping[str, str] = field(default_factory=dict)
    side: str = ""

    @property
    def length(self) -> int:
        """The number of rows."""
        return max(map(len, self.columns.values()), default=0)


Part = Matrix | Line | Record
