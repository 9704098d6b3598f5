"""What statistics look at where they cannot look at everything: some dimensions of some positions."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.turning import Turning

Array = NDArray[np.float64]

CELLS = 2**20  # of a table that are worked out one by one; beyond, closed forms stand for them
COLUMNS = 512  # dimensions that count where rows are compared; of more, an even sample of pairs


def sampled_columns(encoding: Turning, most: int) -> NDArray[np.int64]:
    """Return all columns, or those of an even sample of pairs."""
    step = -(-encoding.dim // most)
    chosen: NDArray[np.int64] = np.flatnonzero(encoding.columns.pairs % step == 0)
    return chosen


def directions_of(embedded: Embedded, places: ArrayLike, columns: NDArray[np.int64]) -> Array:
    """Return rows of x + PE in some columns, of length 1 (or 0)."""
    rows = embedded.cells(places, columns)
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    directions: Array = np.divide(rows, norms, out=rows, where=norms > 0)
    return directions
