"""How strongly each dimension of a table oscillates at each number of cycles over its positions."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from peviewer.model.embedded import Embedded
from peviewer.model.structure.sample import Array, table_sample


@lru_cache(maxsize=4)
def amplitudes(embedded: Embedded) -> Array:
    """Return the amplitude of each number of cycles in each dimension; read-only."""
    strengths = _amplitudes(table_sample(embedded, consecutive=True).values)
    strengths.setflags(write=False)
    return strengths


def column_amplitudes(embedded: Embedded, columns: NDArray[np.int64]) -> Array:
    """Return the amplitudes of some dimensions, in the sample or not, shape (n // 2 + 1, m)."""
    places = embedded.encoding.first + table_sample(embedded, consecutive=True).places
    return _amplitudes(np.asarray(embedded.cells(places, columns), dtype=np.float64))


def _amplitudes(values: Array) -> Array:
    centred = values - values.mean(axis=0)
    strengths: Array = 2 * np.abs(np.fft.rfft(centred, axis=0)) / len(values)
    if len(values) % 2 == 0:
        # At half a cycle per position there is no sine beside the cosine.
        strengths[-1] /= 2
    return strengths


def powers(embedded: Embedded) -> Array:
    """Return twice the variance of each dimension at each number of cycles.

    The shape is (n // 2 + 1, m).
    """
    squares = amplitudes(embedded) ** 2
    if len(table_sample(embedded, consecutive=True).values) % 2 == 0:
        squares[-1] *= 2
    return squares


def power_shares(embedded: Embedded) -> Array:
    """Return the share of the total variance at each number of cycles, shape (n // 2 + 1,)."""
    variances = powers(embedded).sum(axis=1)
    total = variances.sum()
    return np.asarray(variances / total) if total > 0 else variances
