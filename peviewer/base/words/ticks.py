r"""Numbers at the ticks of an axis: those of one axis are written alike, on the screen and on paper."""

import math
from collections.abc import Sequence
from itertools import pairwise

from peviewer.base.words.numbers import decimals_between, fixed, mantissa, power, whole

# Powers of ten are written for steps below, and for numbers from here on, that tell apart in few digits.
FINE, LARGE, FEW = 1e-4, 1e10, 1e-6
# Numbers on a logarithmic axis are written out where all lie between powers of ten with these exponents.
WRITTEN_OUT = -4, 5


def tick_texts(values: Sequence[float], step: float | None = None, origin: int = 0) -> list[str]:
    r"""Write ticks alike: as many decimals as tell them apart, powers of ten where they are long.

    Parameters
    ----------
    values : sequence of float
        The ticks, measured from `origin`.
    step : float, optional
        The distance from one to the next; the smallest among `values` if None.
    origin : int
        What they are measured from; added exactly.

    Examples
    --------
    >>> tick_texts([-1, -0.5, 0]), tick_texts([0, 2.5e-7, 5e-7])
    (['−1.0', '−0.5', '0.0'], ['0', '2.5×10⁻⁷', '5×10⁻⁷'])
    >>> tick_texts([0, 1], origin=10**15)
    ['1\u2009000\u2009000\u2009000\u2009000\u2009000', '1\u2009000\u2009000\u2009000\u2009000\u2009001']
    """
    largest = max(map(abs, values), default=0.0)
    step = step or min((abs(b - a) for a, b in pairwise(values) if b != a), default=largest) or 1.0
    if not origin and (step < FINE or (largest >= LARGE and step >= FEW * largest)):
        return [_with_power(value, step, largest) for value in values]
    decimals = decimals_between(step)
    if decimals == 0 and any(abs(value - round(value)) > 1e-3 * step for value in values):
        decimals = 1
    if origin and decimals == 0:
        return [whole(origin + round(value)) for value in values]
    return [fixed(origin + value, decimals) for value in values]


def log_tick_texts(values: Sequence[float]) -> list[str]:
    r"""Write the ticks of a logarithmic axis alike: all written out, or all as powers of ten where one would be long.

    Examples
    --------
    >>> log_tick_texts([0.01, 0.2, 1, 50, 1e5])
    ['0.01', '0.2', '1', '50', '100\u2009000']
    >>> log_tick_texts([5e4, 1, 1e6])
    ['5×10⁴', '10⁰', '10⁶']
    """
    shortest, longest = (10.0**exponent for exponent in WRITTEN_OUT)
    if all(shortest * (1 - 1e-9) <= value <= longest * (1 + 1e-9) for value in values):
        return [fixed(value, decimals_between(value)) for value in values]
    return [_log_tick(value) for value in values]


def _log_tick(value: float) -> str:
    """Return a power of ten, or as many of it as there are."""
    exponent = math.floor(math.log10(value) + 1e-9)
    text, shown = mantissa(value, decimals_between(value / 10.0**exponent))
    return power(shown) if text == "1" else f"{text}×{power(shown)}"


def _with_power(value: float, step: float, largest: float) -> str:
    if abs(value) < 1e-9 * largest or value == 0:
        return "0"
    size = 10.0 ** math.floor(math.log10(abs(value)) + 1e-9)
    text, exponent = mantissa(value, decimals_between(step / size, 15))
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text}×{power(exponent)}"
