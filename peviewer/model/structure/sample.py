"""A sample of a table that is too large to be used whole."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from peviewer.base.words import number
from peviewer.model.content.embedded import Embedded
from peviewer.model.sampling.grid import linspace_indices

Array = NDArray[np.float64]
MOST_POSITIONS, MOST_DIMENSIONS = 1024, 768
"""How many are looked at: as many as the tables of BERT and GPT-2 have."""


@dataclass(frozen=True, eq=False)
class TableSample:
    """Some rows and columns of a table."""

    values: Array  # the numbers; read-only
    places: NDArray[np.int64]  # the rows, from 0
    columns: NDArray[np.int64]  # the columns
    size: tuple[int, int]  # how many of both the whole table has
    run: bool  # whether the rows are the first ones, without a gap
    # how many numbers are not finite, and in `values` the mean of their column: of a large file not every number is
    # looked at when it is opened
    filled: int = 0

    @property
    def centred(self) -> Array:
        """The numbers less the mean of their column."""
        centred: Array = self.values - self.values.mean(axis=0)
        return centred

    @property
    def note(self) -> str:
        """The part that it is: ``"of the first 1 024 of 4 096 positions"``; empty for the whole table."""
        parts = []
        for count, size, what in zip(self.values.shape, self.size, ("positions", "dimensions"), strict=True):
            if count < size:
                first = "the first " if self.run and what == "positions" else ""
                parts.append(f"{first}{number(count)} of {number(size)} {what}")
        note = f"of {' and '.join(parts)}" if parts else ""
        if self.filled:
            note += f"{', ' if note else ''}{number(self.filled)} of their numbers not finite, and left at the mean"
        return note


@lru_cache(maxsize=4)
def table_sample(embedded: Embedded, *, run: bool) -> TableSample:
    r"""Return at most a thousand positions, the first ones or some spread evenly, and 768 dimensions."""
    encoding = embedded.encoding
    length, dim = encoding.length, encoding.dim
    places = np.arange(min(length, MOST_POSITIONS)) if run else linspace_indices(length, MOST_POSITIONS)
    columns = linspace_indices(dim, MOST_DIMENSIONS)
    values = np.asarray(embedded.cells(encoding.first + places, columns), dtype=np.float64)
    gaps = ~np.isfinite(values)
    if gaps.any():
        counts = np.maximum((~gaps).sum(axis=0), 1)
        values = np.where(gaps, np.where(gaps, 0.0, values).sum(axis=0) / counts, values)
    values.setflags(write=False)
    return TableSample(values, places, columns, (length, dim), run, int(gaps.sum()))
