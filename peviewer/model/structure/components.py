"""The principal components of a table."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from peviewer.model.embedded import Embedded
from peviewer.model.structure.sample import Array, table_sample

# Variances below this share of the greatest one are rounding errors of 0.
_NOISE = 1e-24


class Components(NamedTuple):
    """Principal components, the strongest first."""

    scores: Array  # (n, ≤ 8)
    shares: Array  # of the variance

    # e to the power of the entropy of the singular values (Roy and Vetterli, 2007).
    effective_rank: float


# For how many components rows have scores.
SCORED_COMPONENTS = 8


# The cache holds all encodings that can be compared at once.
@lru_cache(maxsize=8)
def components(embedded: Embedded) -> Components:
    """Return the principal components of a table, or of a sample.

    The first score other than 0 is positive.
    """
    centred = table_sample(embedded, consecutive=False).centred
    rows, columns = centred.shape
    is_wide = rows <= columns
    squares = centred @ centred.T if is_wide else centred.T @ centred
    values, vectors = np.linalg.eigh(squares)
    # The order is reversed: the strongest component comes first.
    values = np.maximum(values[::-1], 0)
    values[values < _NOISE * values[0]] = 0
    strongest = vectors[:, ::-1][:, :SCORED_COMPONENTS]
    if is_wide:
        scores = strongest * np.sqrt(values[: strongest.shape[1]])
    else:
        scores = centred @ strongest
    scores = scores * _signs_of_first(scores)
    scores.setflags(write=False)
    total = values.sum()
    shares = values / total if total > 0 else values
    return Components(scores, shares, _effective_rank(np.sqrt(values)))


def _signs_of_first(scores: Array) -> Array:
    """Return the sign of the first score other than 0 of each component, shape (1, k)."""
    sizes = np.abs(scores)
    is_other_than_0 = sizes > 1e-9 * sizes.max(axis=0, initial=0)
    first_rows = is_other_than_0.argmax(axis=0)[None, :]
    first_scores = np.take_along_axis(scores, first_rows, 0)
    return np.where(first_scores < 0, -1, 1)


def _effective_rank(singular_values: Array) -> float:
    positive = singular_values[singular_values > 0]
    if not len(positive):
        return 0.0
    shares = positive / max(singular_values.sum(), np.finfo(float).tiny)
    return float(np.exp(-(shares * np.log(shares)).sum()))
