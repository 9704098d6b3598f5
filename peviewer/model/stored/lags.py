"""Biases of heads, stored for every query and key, that depend on the lag alone."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.model.stored.entry import as_numbers, rounding_of

Array = NDArray[np.float64]

# Differences up to this share of the largest bias count as rounding.
_LEAST_ROUNDING = 1e-6

# A bias of at most this leaves a key no weight, as −∞ does.
_MASKED = -1e4

# How many rows are compared with the first one.
_COMPARED = 64


class LagArray(NamedTuple):
    """The biases of every head by lag, from lag 1 − L to L − 1."""

    biases: Array  # heads × lags

    # Whether the file masks keys after the query. Here these get the biases of keys before it.
    is_masked: bool = False

    # Whether each query's own bias was subtracted from all its biases; softmax cancels that.
    is_relative: bool = False


def by_lag(stored: NDArray[Any], kind: str) -> LagArray | None:
    """Return the biases by lag of an array, heads × queries × keys; None if they depend on more.

    `kind` is the type of its numbers. Biases that are all equal tell nothing, and give None. Of a
    large array only some rows are compared.
    """
    _, queries, keys = stored.shape
    rounding = max(_LEAST_ROUNDING, 2 * rounding_of(kind))
    if queries == 1:
        return _of_keys(as_numbers(stored[:, 0], kind), rounding)
    first_row = as_numbers(stored[:, 0], kind)
    is_masked = keys > 1 and bool((first_row[:, 1:] <= _MASKED).all())
    rows = np.unique(np.linspace(0, queries - 1, min(queries, _COMPARED)).astype(int))
    first_column = as_numbers(stored[:, :, 0], kind)
    own_biases = as_numbers(np.diagonal(stored, axis1=1, axis2=2), kind)
    compared_rows = as_numbers(stored[:, rows], kind)
    biases = _Biases(first_row, first_column, own_biases, rows, compared_rows)
    of_lags = _of_lags(biases, rounding, is_masked=is_masked)
    if of_lags is not None:
        return LagArray(of_lags, is_masked)
    of_lags = _of_lags(biases.relative(), rounding, is_masked=is_masked)
    return None if of_lags is None else LagArray(of_lags, is_masked, is_relative=True)


def _of_keys(biases: Array, rounding: float) -> LagArray | None:
    """Return the biases by lag of an array in which every query has the same biases, heads × keys.

    That works only for biases on straight lines, whose shifts softmax cancels; None otherwise.
    """
    past = biases - biases[:, -1:]
    keys = np.arange(1.0 - past.shape[1], 1)
    slopes = (past @ keys) / (keys @ keys)
    allowed = rounding * float(np.abs(biases).max())
    deviations = np.abs(past - slopes[:, None] * keys)
    is_straight = bool((deviations <= allowed).all())
    if not is_straight or not slopes.any():
        return None
    return LagArray(_mirrored(past), is_masked=True, is_relative=True)


class _Biases(NamedTuple):
    """The parts of an array, heads × queries × keys, from which all biases by lag follow.

    Other rows are there to check that the whole array follows from these parts.
    """

    first_row: Array  # heads × keys
    first_column: Array  # heads × queries

    # The bias of each query's own position, heads × queries.
    own: Array

    # The rows that are compared, and their biases, heads × rows × keys.
    rows: NDArray[np.int64]
    compared: Array

    def relative(self) -> "_Biases":
        """Return the biases less that of each query's own position."""
        with np.errstate(invalid="ignore"):
            first_row = self.first_row - self.own[:, :1]
            first_column = self.first_column - self.own
            compared = self.compared - self.own[:, self.rows, None]
        return _Biases(first_row, first_column, self.own, self.rows, compared)


def _of_lags(biases: _Biases, rounding: float, *, is_masked: bool) -> Array | None:
    length = biases.first_row.shape[1]
    past = biases.first_column[:, ::-1]
    by_lags = np.concatenate([past, biases.first_row[:, 1:]], axis=1)
    if is_masked:
        by_lags = _mirrored(past)
    if not np.isfinite(by_lags).all() or not np.ptp(by_lags):
        return None
    allowed = rounding * float(np.abs(by_lags).max())
    for place, row in enumerate(biases.rows):
        stop = row + 1 if is_masked else length
        start = length - 1 - row
        expected = by_lags[:, start : start + stop]
        if not (np.abs(biases.compared[:, place, :stop] - expected) <= allowed).all():
            return None
    return by_lags


def _mirrored(past: Array) -> Array:
    """Return biases by lag, given those up to lag 0: lag Δ has the bias of lag −Δ."""
    return np.concatenate([past, past[:, -2::-1]], axis=1)
