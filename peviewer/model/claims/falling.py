"""Up to which lag the similarity of an encoding falls."""

from functools import lru_cache
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.runs import phasors, powers

Array = NDArray[np.float64]

_SMALL = 128  # terms of a product that is multiplied out on one core


@lru_cache(maxsize=8)
def last_falling_lag(encoding: Turning) -> int | None:
    """Return the lag up to which the closed form Σ cos ω_i·lag falls; None if it falls at every lag there is.

    Exact: its steps −Σ 2·sin(ω/2)·sin(ω(lag + ½)), which do not cancel, are
    looked at one by one until the first that rises.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> last_falling_lag(Sinusoidal(dim=512))
    43
    """
    frequencies = encoding.frequencies()[: encoding.dim // 2]
    start, count = 0, 64
    while start < encoding.length - 1:
        steps = _kernel_steps(frequencies, start, min(count, encoding.length - 1 - start))
        rising = np.flatnonzero(steps > 0)
        if len(rising):
            return start + int(rising[0])
        start, count = start + count, min(4 * count, 1024)
    return None


def _kernel_steps(frequencies: Array, start: int, count: int) -> Array:
    """Return how much the closed form grows from lag k to k + 1, for k = start … start + count − 1."""
    fine = isqrt(count - 1) + 1
    coarse = -(-count // fine)
    steps = np.zeros((coarse, fine))
    for first in range(0, len(frequencies), 4096):
        check_cancelled()
        omega = frequencies[first : first + 4096]
        turn = np.asarray(1j * omega, np.complex128)
        near = powers(np.ones(len(omega)), turn, fine)
        far = powers(2 * np.sin(omega / 2) * phasors(omega * (start + 0.5)), turn * fine, coarse)
        left, right = np.hstack([far.real, far.imag]), np.hstack([near.imag, near.real])
        # Large products wait for all cores, however busy; small ones are done at once.
        whole = left.shape[1] // _SMALL * _SMALL
        parts = (side[:, :whole].reshape(len(side), -1, _SMALL).swapaxes(0, 1) for side in (left, right))
        steps -= np.matmul(next(parts), next(parts).swapaxes(1, 2)).sum(axis=0)
        steps -= left[:, whole:] @ right[:, whole:].T
    return steps.ravel()[:count]
