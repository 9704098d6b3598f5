"""Numbers as people read them."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Decimal
from numbers import Integral

THIN = "\u2009"
MINUS = "−"
_decimals_in_motion: ContextVar[int | None] = ContextVar("decimals in motion", default=None)
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: float, digits: int = 4) -> str:
    r"""Write a number for people to read.

    An int is written in full, any other number with `digits` significant digits.

    In a clip, within :func:`in_motion`, a number keeps its zeros: otherwise its width would change
    from frame to frame.

    >>> with in_motion():
    ...     number(10.4), number(9.996), number(2e-7, 3), number(2500), number(2500.0)
    ('10.40', '9.996', '2.00×10⁻⁷', '2\u2009500', '2\u2009500')
    """
    if isinstance(value, Integral):
        return _set(f"{value:,}")
    if not math.isfinite(value):
        return _not_finite(value)

    text, exponent = mantissa(value, digits - 1)
    if value and _decimals_in_motion.get() is not None:
        if -4 <= exponent < 9:
            return plain(value, max(0, digits - 1 - exponent))
        return f"{text}×{power(exponent)}"
    if value and not 1e-4 <= abs(value) < 1e9:
        return f"{without_zeros(text)}×{power(exponent)}"

    value = value or 0  # −0 is 0
    return _set(f"{value:,.{digits}g}" if abs(value) < 10 ** (digits - 1) else f"{value:,.0f}")


def plain(value: float | Decimal, decimals: int | None = None) -> str:
    """Write a number as data, with `decimals` decimals.

    Without `decimals` it is written as users type it, with all digits or about six figures.
    """
    if not math.isfinite(value):
        return _not_finite(float(value))
    if decimals is None:
        size = abs(float(value))
        if isinstance(value, Integral) or (size < 1e16 and size.is_integer()):
            return number(int(value))
        figures = max(6, math.floor(math.log10(size)) + 3) if size < 1e16 else 6
        return _set(f"{value:,.{figures}g}".replace("e+", "e"))
    text = f"{value:,.{decimals}f}"
    is_zero = not text.strip("-0.")
    return _set(text.removeprefix("-") if is_zero else text)


def steady(value: float) -> str:
    r"""Write a number that may be moving.

    A whole number is written as by :func:`plain`. A number with at most four decimals is written
    with all of them: it was typed. Other numbers get two decimals. In a clip all numbers have as
    many decimals as :func:`in_motion` says.

    >>> steady(100.0), steady(37.283647), steady(-0.5), steady(0.125), steady(1234.56789)
    ('100', '37.28', '−0.5', '0.125', '1\u2009234.57')
    >>> steady(0.0021)
    '0.0021'
    """
    if not math.isfinite(value) or float(value).is_integer():
        return plain(value)
    decimals_in_motion = _decimals_in_motion.get()
    if decimals_in_motion and abs(value) < 1e16:
        return plain(value, decimals_in_motion)
    if abs(value) < 0.01:
        return number(value, 3)
    exact_decimals = (decimals for decimals in (1, 2, 3, 4) if round(value, decimals) == value)
    return plain(value, next(exact_decimals, 2))


@contextmanager
def in_motion(decimals: int = 2) -> Iterator[None]:
    """Write numbers for one of many frames, so that they do not change their width.

    :func:`steady` then writes numbers with `decimals` decimals.

    >>> with in_motion():
    ...     steady(1.0), steady(0.67)
    ('1', '0.67')
    """
    token = _decimals_in_motion.set(decimals)
    try:
        yield
    finally:
        _decimals_in_motion.reset(token)


def mantissa(value: float, decimals: int) -> tuple[str, int]:
    """Return the digits before a power of ten, and the power."""
    text, _, exponent = f"{value:.{decimals}e}".partition("e")
    return _set(text), int(exponent)


def without_zeros(text: str) -> str:
    """Return the text of a number without zeros at the end of its decimals.

    >>> without_zeros("2.50"), without_zeros("3.00"), without_zeros("100")
    ('2.5', '3', '100')
    """
    return text.rstrip("0").rstrip(".") if "." in text else text


def power(exponent: int) -> str:
    return f"10{str(exponent).translate(_RAISED)}"


def decimals_between(step: float, most: int = 6) -> int:
    """Return how many decimals distinguish numbers that lie `step` apart, at most `most`."""
    for decimals in range(most):
        if abs(step - round(step, decimals)) < 1e-6 * step:
            return decimals
    return most


def storage(byte_count: float) -> str:
    for unit, size in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if byte_count >= size:
            return f"{number(byte_count / size, 3)} {unit}"
    return f"{byte_count:.0f} bytes"


def _set(text: str) -> str:
    """Return a number that Python wrote with our minus sign and our space between thousands."""
    return text.replace("-", MINUS).replace(",", THIN)


def _not_finite(value: float) -> str:
    if math.isnan(value):
        return "not a number"
    return "∞" if value > 0 else f"{MINUS}∞"
