"""Sums of waves at many lags: products of two short tables, not matrices to fill."""

from collections.abc import Iterator
from math import ceil, isqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.turning.pairs import Complex, exact_phasors, exponentials, phasors, powers
from peviewer.model.turning.waves import dirichlet

Array = NDArray[np.float64]

# How many waves are held at a time.
WAVES_AT_ONCE = 2**18

# The most lags of a run: a larger product would wait for all cores, even busy ones.
_MOST_LAGS_OF_RUN = 4096

# The most terms, and numbers, that one core multiplies: larger products wait for all cores.
_TERMS_A_PRODUCT = 64
_NUMBERS_A_PRODUCT = 2**18


class Terms(NamedTuple):
    """A sum as unrotated_part + Σ Re(weight·e^(rate·lag)); rates and weights have shape (n,).

    Rates are i·ω minus the decay per lag. `unrotated_part` is the part of pairs that do not turn.
    """

    rates: Complex
    weights: Complex
    unrotated_part: float = 0.0


def sum_at_lags(
    terms: Terms,
    start: float,
    step: float,
    count: int,
    run: int = 1,
    rounding_errors: Array | None = None,
) -> Array:
    """Return a sum at `count` lags, `step` apart from `start` on, each the mean over `run` lags.

    `rounding_errors` are those of ω, shape (n,).
    """
    # The waves are a product of two short tables: blocks of lags, and the lags of one block.
    block = max(1, isqrt(count))
    blocks = ceil(count / block)
    sums = np.full((blocks, block), terms.unrotated_part)
    terms_at_once = max(1, WAVES_AT_ONCE // (blocks + block))
    for first in range(0, len(terms.rates), terms_at_once):
        check_cancelled()
        chosen = slice(first, first + terms_at_once)
        rates = terms.rates[chosen]
        if rounding_errors is None:
            start_waves = exponentials(rates * start)
        else:
            start_waves = exact_phasors(np.array([start]), rates.imag, rounding_errors[chosen])[0]
        weights = terms.weights[chosen] * _mean_factors(rates, run) * start_waves
        coarse = powers(weights, rates * step * block, blocks)
        fine = powers(np.ones(len(rates), np.complex128), rates * step, block)
        _add_products(sums, coarse, fine)
    return sums.reshape(-1)[:count]


def _add_products(sums: Array, coarse: Complex, fine: Complex) -> None:
    """Add the real part of coarse · fine, (blocks, terms) by (block, terms), in small products."""
    blocks, terms = coarse.shape
    rows_at_once = max(1, _NUMBERS_A_PRODUCT // (_TERMS_A_PRODUCT * len(fine)))
    for first in range(0, terms, _TERMS_A_PRODUCT):
        chosen = slice(first, first + _TERMS_A_PRODUCT)
        cosines = np.ascontiguousarray(fine.real[:, chosen].T)
        sines = np.ascontiguousarray(fine.imag[:, chosen].T)
        for top in range(0, blocks, rows_at_once):
            rows = slice(top, top + rows_at_once)
            factors = coarse[rows, chosen]
            sums[rows] += factors.real @ cosines - factors.imag @ sines


def sums_in_growing_runs(
    terms: Terms, low: int, high: int, count: int
) -> Iterator[tuple[int, Array]]:
    """Yield the first lags of runs in [low, high), and the sums there.

    The first run has `count` lags; each later one has more.
    """
    while low < high:
        yield low, sum_at_lags(terms, float(low), 1.0, min(count, high - low))
        low += count
        count = min(4 * count, _MOST_LAGS_OF_RUN)


def _mean_factors(rates: Complex, run: int) -> Complex:
    """Return the factor of each wave when `run` lags are averaged."""
    if run <= 1:
        return np.ones(len(rates), np.complex128)
    if not rates.real.any():
        return phasors(rates.imag * ((run - 1) / 2)) * dirichlet(rates.imag, run)
    return np.asarray(np.expm1(rates * run) / (run * np.expm1(rates)))
