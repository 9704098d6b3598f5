"""Means over blocks of a matrix whose numbers depend on the lag alone, at a cost that does not grow with the blocks."""

from collections.abc import Callable
from math import ceil

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_FAR = 8  # so many block lengths from the bend at lag 0 on, three numbers tell the mean of all


def block_means(numbers: Callable[[Array], Array], lags: Array, down: float, across: float) -> Array:
    """Return the mean of a function of the lag over blocks whose centres lie `lags` apart.

    Parameters
    ----------
    numbers : callable
        The number of each lag, in positions; smooth on either side of lag 0, where it may bend or jump.
    lags : ndarray, any shape
        Lags between the centres of the blocks.
    down, across : float
        How many positions t and how many s a block covers, rounded to whole ones; 1 for single cells.

    Returns
    -------
    ndarray, shape of `lags`, float64

    Notes
    -----
    The sum over a block is a second difference of what the function is the second difference of, so near lag 0 it
    is exact. Farther off, where the function is smooth over a block, three lags with the weights and distances that
    match the block's moments up to the fifth take its place.

    Examples
    --------
    >>> block_means(np.abs, np.array([0.0, 2.0, 40.0]), 2, 2)
    array([ 0.5,  2. , 40. ])
    """
    down, across = max(1, round(down)), max(1, round(across))
    if down == across == 1:
        return numbers(lags)
    long, short = (down + across) / 2, abs(down - across) / 2
    means = np.empty_like(lags)
    near = np.abs(lags) < _FAR * long
    means[near] = _summed(numbers, lags[near], long, short) / (down * across)
    means[~near] = _from_three(numbers, lags[~near], down, across)
    return means


def _summed(numbers: Callable[[Array], Array], lags: Array, long: float, short: float) -> Array:
    """Return the sums over blocks, between whole lags along straight lines."""
    if not lags.size:
        return lags
    reach = ceil(float(np.abs(lags).max()) + long) + 1
    whole = np.arange(-reach, reach + 1, dtype=np.float64)
    # The twice summed numbers, begun in the middle: far sums would take digits from near ones.
    twice = np.zeros(len(whole))
    own = numbers(whole)
    twice[reach + 1 :] = own[reach] / 2 * np.arange(1, reach + 1)
    twice[:reach] = twice[:reach:-1]
    twice[reach + 2 :] += np.cumsum(np.cumsum(own[reach + 1 : -1]))
    twice[: reach - 1] += np.cumsum(np.cumsum(own[1:reach][::-1]))[::-1]

    def at(places: Array) -> Array:
        return np.asarray(np.interp(places, whole, twice))

    return at(lags + long) - at(lags + short) - at(lags - short) + at(lags - long)


def _from_three(numbers: Callable[[Array], Array], lags: Array, down: int, across: int) -> Array:
    """Return the means of blocks that lie far from lag 0."""
    if not lags.size:
        return lags
    # Moments of a sum of two evenly spread whole numbers.
    squares = [(count**2 - 1) / 12 for count in (down, across)]
    fourths = [(count**2 - 1) * (3 * count**2 - 7) / 240 for count in (down, across)]
    second, fourth = sum(squares), sum(fourths) + 6 * squares[0] * squares[1]
    apart, weight = np.sqrt(fourth / second), second**2 / (2 * fourth)
    return (1 - 2 * weight) * numbers(lags) + weight * (numbers(lags - apart) + numbers(lags + apart))


def steps_means(starts: NDArray[np.int64], values: Array, lags: Array, down: float, across: float) -> Array:
    """Return the exact block means of a function of the lag that goes in steps.

    Parameters
    ----------
    starts : ndarray of int, shape (k − 1,)
        The whole lags at which a new value begins, rising.
    values : ndarray, shape (k,)
        The value before the first start, and from each on.
    lags, down, across
        As in :func:`block_means`; a lag of single cells counts as the whole one next to it.

    Returns
    -------
    ndarray, shape of `lags`, float64

    Examples
    --------
    >>> steps_means(np.array([0]), np.array([0.0, 1.0]), np.array([-1.0, 0.0, 1.0]), 2, 2)
    array([0.25, 0.75, 1.  ])
    """
    down, across = max(1, round(down)), max(1, round(across))
    if down == across == 1:
        return np.asarray(values[np.searchsorted(starts, np.rint(lags), side="right")])
    long, short = (down + across) / 2, abs(down - across) / 2
    means = np.asarray(values[np.searchsorted(starts, lags, side="right")])
    for start, rise in zip(starts.tolist(), np.diff(values).tolist(), strict=True):
        near = np.abs(lags - start) < long  # only these blocks have the step within them
        places = lags[near] - start
        share = _ramp(places + long) - _ramp(places + short) - _ramp(places - short) + _ramp(places - long)
        means[near] += rise * (share / (down * across) - (places >= 0))
    return means


def _ramp(places: Array) -> Array:
    """Return what a step from 0 to 1 at lag 0 is the second difference of."""
    above = np.maximum(places, 0.0)
    return np.asarray(above * (above + 1) / 2)
