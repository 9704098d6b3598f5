"""Between which ends the sums of PE alone stay: found exactly, or bounded by the amplitude of every pair."""

from functools import lru_cache
from math import ceil, pi, sin, sqrt, tau

import numpy as np

from peviewer.model.between.lags import lag_squares
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.rotation import column_means
from peviewer.model.turning.runs import start_angles

Ends = tuple[float, float]

_LAGS = 2**26  # lags × pairs whose closed form is worked out one by one
_ROWS = 2**24  # cells whose sums are worked out row by row
_AT_ONCE = 2**18  # lags or rows that are held at a time


@lru_cache(maxsize=8)
def smallest_dot(encoding: Turning) -> float:
    """Return the smallest Σ cos ω·lag of the pairs with a cosine, or what it cannot be below: −⌊d/2⌋.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> round(smallest_dot(Sinusoidal(length=4, dim=2)), 12), smallest_dot(Sinusoidal(length=10_000_000, dim=512))
    (-0.9899924966, -256.0)
    """
    pairs, length = encoding.dim // 2, encoding.length
    if not pairs:
        return 0.0
    if length * pairs > _LAGS:
        return -float(pairs)
    squares = (lag_squares(encoding, start, min(_AT_ONCE, length - start)) for start in range(0, length, _AT_ONCE))
    return pairs - max(float(some.max()) for some in squares) / 2


@lru_cache(maxsize=8)
def row_sums(encoding: Turning) -> Ends:
    """Return ends that hold the sum of every row of PE, Σ sin ωt + cos ωt, of at most √2 a pair."""
    if encoding.length > _AT_ONCE or encoding.length * encoding.dim > _ROWS:
        most = sqrt(2) * (encoding.dim // 2) + encoding.dim % 2
        return -most, most
    sums = encoding.dim * column_means(encoding, np.arange(encoding.length, dtype=np.float64), 1.0)
    rounding = 1e-6 * encoding.dim
    return float(sums.min()) - rounding, float(sums.max()) + rounding


@lru_cache(maxsize=8)
def lone_sine(encoding: Turning) -> Ends:
    """Return ends that hold the sine without a cosine at every position; 0 and 0 with even d."""
    if encoding.dim % 2 == 0:
        return 0.0, 0.0
    start = float(start_angles(encoding)[-1])
    stop = start + float(encoding.frequencies()[-1]) * (encoding.length - 1)

    def passes(peak: float) -> bool:
        return peak + tau * ceil((start - peak) / tau) <= stop

    low, high = sorted((sin(start), sin(stop)))
    return -1.0 if passes(-pi / 2) else low, 1.0 if passes(pi / 2) else high
