"""The principal components of a table of positions: the directions in which it varies most."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.model.content.embedded import Embedded
from peviewer.model.structure.sample import table_sample

Array = NDArray[np.float64]
_NOISE = 1e-24  # of the greatest variance: smaller ones are rounding errors of 0


class Components(NamedTuple):
    """Principal components, the strongest first.

    scores: where each position is along the first components, shape (n, ≤ 8), float64.
    shares: the share of the variance that each component has, shape (min(n, m),).
    effective_rank: e to the power of the entropy of the singular values (Roy and Vetterli, 2007).
    """

    scores: Array
    shares: Array
    effective_rank: float


SCORED = 8


@lru_cache(maxsize=4)
def components(embedded: Embedded) -> Components:
    """Return the principal components of a table, x(t) + PE(t); of a large one, of a sample.

    The sign of a component is such that its first score other than 0 is positive.
    """
    centred = table_sample(embedded, run=False).centred
    rows, columns = centred.shape
    squares = centred @ centred.T if rows <= columns else centred.T @ centred
    values, vectors = np.linalg.eigh(squares)
    values = np.maximum(values[::-1], 0)
    values[values < _NOISE * values[0]] = 0
    strongest = vectors[:, ::-1][:, :SCORED]
    scores = strongest * np.sqrt(values[: strongest.shape[1]]) if rows <= columns else centred @ strongest
    away = np.abs(scores) > 1e-9 * np.abs(scores).max(axis=0, initial=0)
    scores = scores * np.where(np.take_along_axis(scores, away.argmax(axis=0)[None, :], 0) < 0, -1, 1)
    total = values.sum()
    shares = values / total if total > 0 else values
    singular = np.sqrt(values)
    part = singular[singular > 0] / max(singular.sum(), np.finfo(float).tiny)
    scores.setflags(write=False)
    return Components(scores, shares, float(np.exp(-(part * np.log(part)).sum())) if len(part) else 0.0)
