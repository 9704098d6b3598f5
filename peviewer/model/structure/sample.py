"""The sample of a table whose structure is computed."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.model.embedded import Embedded
from peviewer.model.sampling.grid import linspace_indices

Array = NDArray[np.float64]

# The most positions and dimensions that are looked at: as many as tables of BERT and GPT-2 have.
MOST_POSITIONS = 1024
MOST_DIMENSIONS = 768


@dataclass(frozen=True, eq=False)
class TableSample:
    """Some rows and columns of a table."""

    values: Array  # the numbers; read-only
    places: NDArray[np.int64]  # the rows, from 0
    columns: NDArray[np.int64]

    # Rows and columns of the whole table.
    size: tuple[int, int]

    # Whether the rows are the first ones without gaps, and not evenly spread ones.
    consecutive: bool

    # How many numbers are not finite: in `values` they are the mean of their column. When a large
    # file is opened, not every number is looked at.
    gap_count: int = 0

    @property
    def centred(self) -> Array:
        return np.asarray(self.values - self.values.mean(axis=0))

    @property
    def note(self) -> str:
        """The size of the sample in words: ``"of the first 1 024 of 4 096 positions"``.

        It is empty for the whole table.
        """
        rows, columns = self.values.shape
        length, dim = self.size
        parts = []
        if rows < length:
            first = "the first " if self.consecutive else ""
            parts.append(f"{first}{number(rows)} of {number(length)} positions")
        if columns < dim:
            parts.append(f"{number(columns)} of {number(dim)} dimensions")
        notes = [f"of {' and '.join(parts)}"] if parts else []
        if self.gap_count:
            count = number(self.gap_count)
            notes.append(f"{count} of their numbers not finite, and left at the mean")
        return ", ".join(notes)


@lru_cache(maxsize=4)
def table_sample(embedded: Embedded, *, consecutive: bool) -> TableSample:
    """Return at most 1,024 positions and at most 768 dimensions.

    Positions are the first ones (`consecutive`) or spread evenly.
    """
    encoding = embedded.encoding
    length = encoding.length
    dim = encoding.dim
    places = linspace_indices(length, MOST_POSITIONS)
    if consecutive:
        places = np.arange(min(length, MOST_POSITIONS))
    columns = linspace_indices(dim, MOST_DIMENSIONS)
    values = np.asarray(embedded.cells(encoding.first + places, columns), dtype=np.float64)
    is_gap = ~np.isfinite(values)
    if is_gap.any():
        counts = np.maximum((~is_gap).sum(axis=0), 1)
        means = np.where(is_gap, 0.0, values).sum(axis=0) / counts
        values = np.where(is_gap, means, values)
    values.setflags(write=False)
    return TableSample(values, places, columns, (length, dim), consecutive, int(is_gap.sum()))
