"""How far from row t+φ of x + PE the operator M(φ) lands row t: one number, wherever it is told."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.model.content.embedded import Embedded
from peviewer.model.sampling.evenly import evenly
from peviewer.model.turning.layouts import Layout

_ROWS = 100
_CELLS = 25_000  # of the table that are tried at every step of φ


class Landing(NamedTuple):
    """The worst of the rows that were tried.

    Attributes
    ----------
    error : float
        The largest difference between M(φ)·row t and row t+φ, over all rows tried.
    before, after : ndarray, shape (d,)
        Row t, and row t+φ, where that is.
    positions : ndarray of int
        The positions t that were tried.
    """

    error: float
    before: NDArray[np.float64]
    after: NDArray[np.float64]
    positions: NDArray[np.int64]


@lru_cache(maxsize=2)  # panes that are open together ask for the same, of A and of B
def worst_landing(embedded: Embedded, operator: Layout, phi: float) -> Landing:
    """Try M(φ), made for the layout `operator`, on rows spread evenly; on those that land inside, where any do.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> embedded = Embedded(Sinusoidal(length=4, dim=6))
    >>> worst_landing(embedded, "interleaved", 2.0).error < 1e-15, worst_landing(embedded, "flipped", 2.0).positions
    (True, array([0, 1]))
    """
    encoding, ends = embedded.encoding, embedded.encoding.positions
    positions = encoding.first + evenly(encoding.length, max(2, min(_ROWS, _CELLS // encoding.dim)))
    inside = (positions + phi >= ends[0]) & (positions + phi <= ends[-1])
    positions = positions[inside] if inside.any() else positions
    before, after = embedded.table(positions), embedded.table(positions + phi)
    errors = np.abs(embedded.shifted(before, phi, operator) - after).max(axis=1)
    worst = int(errors.argmax())
    return Landing(float(errors[worst]), before[worst], after[worst], positions)
