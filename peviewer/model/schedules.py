"""Frequency schedules: how fast each pair of an encoding turns."""

from collections.abc import Callable
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

Schedule = Literal["paper", "endpoint"]


def _inverse_powers(base: float, numerators: NDArray[np.float64], denominator: int) -> NDArray[np.float64]:
    """Return base^(−n/denominator), right to about one unit in the last place.

    Rounding n/denominator alone would cost ln(base) times as much, which a
    large position then multiplies; the rest of the division is put back.
    """
    quotient = numerators / denominator
    # In two halves, each short enough for its product with the denominator to be exact.
    coarse = quotient.astype(np.float32).astype(np.float64)
    rest = ((numerators - coarse * denominator) - (quotient - coarse) * denominator) / denominator
    powers: NDArray[np.float64] = np.power(base, -quotient) * (1 - rest * np.log(base))
    return powers


def paper(pairs: int, dim: int, base: float) -> NDArray[np.float64]:
    """Return ω_i = base^(−2i/d): the schedule of the original paper.

    Parameters
    ----------
    pairs : int
        How many pairs, ⌈d/2⌉.
    dim : int
        The encoding's dimension d.
    base : float
        Greater than 1.

    Returns
    -------
    ndarray, shape (pairs,), float64
        Frequencies in rad/position, from 1 down to base^(−(d−2)/d).

    Notes
    -----
    Vaswani et al. 2017, arXiv 1706.03762, section 3.5.

    Examples
    --------
    >>> (1 / paper(3, 6, 10_000.0)).round(4)
    array([  1.    ,  21.5443, 464.1589])
    """
    return _inverse_powers(base, 2.0 * np.arange(pairs, dtype=np.float64), dim)


def endpoint(pairs: int, dim: int, base: float) -> NDArray[np.float64]:
    """Return ω_i = base^(−i/(⌈d/2⌉−1)): from 1 to exactly 1/base.

    Parameters
    ----------
    pairs, dim, base
        As for :func:`paper`.

    Returns
    -------
    ndarray, shape (pairs,), float64
        Frequencies in rad/position.

    Notes
    -----
    tensor2tensor, ``common_attention.get_timing_signal_1d``; the TensorFlow tutorial.

    Examples
    --------
    >>> endpoint(3, 6, 10_000.0)
    array([1.e+00, 1.e-02, 1.e-04])
    """
    return _inverse_powers(base, np.arange(pairs, dtype=np.float64), max(1, pairs - 1))


SCHEDULES: dict[str, Callable[[int, int, float], NDArray[np.float64]]] = {
    "paper": paper,
    "endpoint": endpoint,
}
assert tuple(SCHEDULES) == get_args(Schedule)
