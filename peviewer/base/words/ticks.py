r"""Numbers at the ticks of an axis: those of one axis are written alike, on the screen and on paper."""

import math
from collections.abc import Sequence
from itertools import pairwise

from peviewer.base.words.numbers import decimals_between, fixed, mantissa, power, whole

# Powers of ten are written for steps below, and for numbers from here on, that tell apart in few digits.
FINE, LARGE, FEW = 1e-4, 1e10, 1e-6
# A power of ten on a logarithmic axis is written out from the first of these exponents to the last.
WRITTEN_OUT = range(-3, 5)


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
    r"""Write the ticks of a logarithmic axis: each as short as it can be, long powers of ten as such.

    Beside numbers that are written out they are, too.

    Examples
    --------
    >>> log_tick_texts([0.01, 0.2, 1, 50, 1e6])
    ['0.01', '0.2', '1', '50', '10⁶']
    >>> log_tick_texts([5e4, 1e5, 2e5])
    ['50\u2009000', '100\u2009000', '200\u2009000']
    """
    exponents = [math.floor(math.log10(value) + 1e-9) for value in values]
    texts = [_log_tick(*one) for one in zip(values, exponents, strict=True)]
    beside = {e + k for text, e in zip(texts, exponents, strict=True) if text and "×" not in text for k in (0, 1)}
    written = beside.union(WRITTEN_OUT)
    return [
        text or (fixed(value, max(0, -exponent)) if exponent in written else power(exponent))
        for value, text, exponent in zip(values, texts, exponents, strict=True)
    ]


def _log_tick(value: float, exponent: int) -> str:
    """Return the text of a tick between powers of ten; none of a power itself."""
    return "" if math.isclose(value, 10.0**exponent, rel_tol=1e-9) else tick_texts([value], 10.0**exponent)[0]


def _with_power(value: float, step: float, largest: float) -> str:
    if abs(value) < 1e-9 * largest or value == 0:
        return "0"
    size = 10.0 ** math.floor(math.log10(abs(value)) + 1e-9)
    text, exponent = mantissa(value, decimals_between(step / size, 15))
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text}×{power(exponent)}"
