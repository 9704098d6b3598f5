"""Exact numbers of a table of any size, read where they are looked at."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from peviewer.model.content.embedded import Embedded


class Cells(ABC):
    """A table of float64 numbers known by rule; subclasses are frozen dataclasses."""

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the whole table."""

    @abstractmethod
    def values(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return the numbers of some rows and columns, shape (len(rows), len(columns))."""


@dataclass(frozen=True)
class TableCells(Cells):
    """The numbers of x(t) + PE(t).

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> TableCells(Embedded(Sinusoidal(dim=6))).values(range(1, 2), range(0, 3)).round(4)
    array([[0.8415, 0.5403, 0.0464]])
    """

    embedded: Embedded

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and dimensions."""
        return self.embedded.encoding.length, self.embedded.encoding.dim

    def values(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return the numbers of some rows and columns; see :meth:`Cells.values`."""
        positions = self.embedded.encoding.first + np.array(rows, dtype=np.int64)
        return self.embedded.cells(positions, np.array(columns, dtype=np.int64))
