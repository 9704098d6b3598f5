"""Where the ticks of an axis stand: round numbers, not too many."""

import math

import numpy as np

Ticks = tuple[list[float], float]
TURN = 360.0  # degrees


def linear(low: float, high: float, most: int, *, whole: bool = False) -> Ticks:
    """Return round values inside [low, high], and the step between them.

    Parameters
    ----------
    low, high : float
        The range shown.
    most : int
        How many ticks there is room for.
    whole : bool
        True for whole numbers only.

    Examples
    --------
    >>> linear(-1, 1, 5)
    ([-1.0, -0.5, 0.0, 0.5, 1.0], 0.5)
    >>> linear(-0.5, 3.5, 20, whole=True)
    ([0.0, 1.0, 2.0, 3.0], 1.0)

    A single number says nothing of the scale: two at its ends do.

    >>> linear(-1.1, 1.1, 2)
    ([-1.0, 1.0], 1.0)
    """
    span = high - low
    if not (math.isfinite(span) and span > 0):
        return [], 1.0
    magnitude = 10.0 ** math.floor(math.log10(span / (most + 1)))
    steps = [magnitude * factor for factor in (1, 2, 2.5, 5, 10, 20, 25, 50, 100)]
    if whole:
        steps = [1.0, *(step for step in steps if step > 1 and step.is_integer())]
    finer: Ticks = [], 1.0
    for step in steps:
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        if last - first < most:
            break
        finer = [first * step, last * step], step
    if last == first and finer[0]:
        return finer
    return [float(k * step) for k in range(first, last + 1)], step


def turn(low: float, most: int) -> Ticks:
    """Return the quarters of a full turn in degrees, or its halves where there is no room for five ticks.

    Examples
    --------
    >>> turn(0, 5)
    ([0.0, 90.0, 180.0, 270.0, 360.0], 90.0)
    """
    step = TURN / (4 if most > 4 else 2)
    return [low + k * step for k in range(round(TURN / step) + 1)], step


def logarithmic(low: float, high: float, most: int) -> Ticks:
    """Return the powers of ten between 10^low and 10^high as exponents, and their step.

    Over less than two decades 2 and 5 times the powers stand too.

    Examples
    --------
    >>> logarithmic(0, 6, 4)
    ([0.0, 2.0, 4.0, 6.0], 2.0)
    >>> [round(10**exponent) for exponent in logarithmic(0, 1, 9)[0]]
    [1, 2, 5, 10]
    """
    decades = high - low
    if not (math.isfinite(decades) and decades > 0):
        return [], 1.0
    if decades < 2:
        exponents = [k + math.log10(m) for k in range(math.floor(low), math.ceil(high) + 1) for m in (1, 2, 5)]
        return [float(e) for e in exponents if low - 1e-9 <= e <= high + 1e-9], 1.0
    step = max(1, math.ceil(decades / max(1, most - 1)))
    first = math.ceil(low / step - 1e-9) * step
    return [float(e) for e in np.arange(first, high + 1e-9, step)], float(step)
