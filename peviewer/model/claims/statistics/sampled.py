"""What statistics look at where they cannot look at everything: some positions, some dimensions."""

import numpy as np
from numpy.typing import NDArray

from peviewer.model.content.embedded import Embedded
from peviewer.model.content.noise import noise
from peviewer.model.encodings.turning import Turning

Array = NDArray[np.float64]

CELLS = 2**20  # of a table that are worked out one by one; beyond, closed forms stand for them
COLUMNS = 512  # dimensions that count where rows are compared; of more, an even sample of pairs


def sampled_positions(encoding: Turning, most: int) -> Array:
    """Return all positions, or an even sample of them."""
    ends = encoding.positions
    return np.unique(np.linspace(ends[0], ends[-1], min(encoding.length, most)).round())


def typical_positions(encoding: Turning) -> Array:
    """Return the first 64 positions and 64 evenly spaced ones: near 0 all pairs swing together."""
    start = np.arange(encoding.first, encoding.first + min(encoding.length, 64), dtype=np.float64)
    return np.union1d(start, sampled_positions(encoding, 64))


def sampled_columns(encoding: Turning, most: int) -> NDArray[np.int64]:
    """Return all columns, or those of an even sample of pairs."""
    step = -(-encoding.dim // most)
    chosen: NDArray[np.int64] = np.flatnonzero(encoding.columns.pairs % step == 0)
    return chosen


def directions_of(embedded: Embedded, places: Array, columns: NDArray[np.int64]) -> Array:
    """Return rows of x + PE in some columns, of length 1 (or 0)."""
    rows = part_of_rows(embedded, places, columns)
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    directions: Array = np.divide(rows, norms, out=rows, where=norms > 0)
    return directions


def part_of_rows(embedded: Embedded, places: Array, columns: NDArray[np.int64]) -> Array:
    """Return some rows of x + PE in some columns."""
    encoding, content = embedded.encoding, embedded.content
    order = encoding.columns
    angles = places[:, None] * encoding.frequencies()[order.pairs[columns]][None, :]
    angles += order.is_cosine[columns] * (np.pi / 2)
    rows: Array = np.sin(angles, out=angles)
    if content.kind == "normal":
        rows += content.factor(encoding.dim) * noise(content.seed, places.astype(np.int64), columns)
    else:
        rows += content.constant(encoding.dim)
    return rows
