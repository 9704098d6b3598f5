"""Frequency schedules: how fast each pair of an encoding turns."""

from collections.abc import Callable
from typing import Literal, get_args

from peviewer.model.turning.double_double import Doubled, inverse_powers

Schedule = Literal["paper", "endpoint"]


def paper(pairs: int, dim: int, base: float) -> Doubled:
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
    frequencies, rests : ndarray, shape (pairs,), float64
        In rad/position, from 1 down to base^(−(d−2)/d); and what rounding took from them.

    Notes
    -----
    Vaswani et al. 2017, arXiv 1706.03762, section 3.5.

    Examples
    --------
    >>> (1 / paper(3, 6, 10_000.0)[0]).round(4)
    array([  1.    ,  21.5443, 464.1589])
    """
    return inverse_powers(base, 2, dim, pairs)


def endpoint(pairs: int, dim: int, base: float) -> Doubled:
    """Return ω_i = base^(−i/(⌈d/2⌉−1)): from 1 to exactly 1/base.

    Parameters
    ----------
    pairs, dim, base
        As for :func:`paper`.

    Returns
    -------
    frequencies, rests : ndarray, shape (pairs,), float64
        In rad/position; and what rounding took from them.

    Notes
    -----
    tensor2tensor, ``common_attention.get_timing_signal_1d``; the TensorFlow tutorial.

    Examples
    --------
    >>> endpoint(3, 6, 10_000.0)[0]
    array([1.e+00, 1.e-02, 1.e-04])
    """
    return inverse_powers(base, 1, max(1, pairs - 1), pairs)


SCHEDULES: dict[str, Callable[[int, int, float], Doubled]] = {
    "paper": paper,
    "endpoint": endpoint,
}
assert tuple(SCHEDULES) == get_args(Schedule)
