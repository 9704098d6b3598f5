"""Texts on the screen: italics by stars, numbers as people write them, and their fonts."""

import html
import math
import re

from PySide6.QtGui import QFont

THIN_SPACE = "\u2009"
MINUS = "\u2212"
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def markup(text: str) -> str:
    """Turn a Figure's text into Qt's rich text: ``*t*`` becomes an italic t.

    Examples
    --------
    >>> markup("position *t* < 5")
    'position <i>t</i> &lt; 5'
    """
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", html.escape(text, quote=False)).replace("\n", "<br>")


def power(exponent: int) -> str:
    """Write a power of ten.

    Examples
    --------
    >>> power(2), power(-6)
    ('100', '10⁻⁶')
    """
    return (
        grouped(10.0**exponent, max(0, -exponent))
        if -3 <= exponent <= 4
        else f"10{str(exponent).translate(_SUPERSCRIPTS)}"
    )


def grouped(value: float, decimals: int) -> str:
    """Write a number with a true minus sign and thin-spaced thousands (from five digits on).

    Examples
    --------
    >>> grouped(-1500.5, 1), grouped(20_000, 0) == f"20{THIN_SPACE}000", grouped(-0.0, 1)
    ('−1500.5', True, '0.0')
    """
    text = f"{abs(value):,.{decimals}f}" if abs(value) >= 10_000 else f"{abs(value):.{decimals}f}"
    negative = value < 0 and any(digit in "123456789" for digit in text)
    return (MINUS if negative else "") + text.replace(",", THIN_SPACE)


def tick(value: float, step: float) -> str:
    """Write a tick's value with the decimals its neighbours need.

    Parameters
    ----------
    value : float
        The value at the tick.
    step : float
        The distance to the next tick.

    Examples
    --------
    >>> tick(-0.5, 0.5), tick(30, 10), tick(2e-6, 1e-6)
    ('−0.5', '30', '2×10⁻⁶')
    """
    if value == 0 or (1e-4 <= step and abs(value) < 1e12):
        return grouped(value, _decimals(step) if value or step >= 1e-4 else 0)
    exponent = math.floor(math.log10(abs(value)) + 1e-9)
    mantissa = value / 10.0**exponent
    digits = max(0, exponent - math.floor(math.log10(step) + 1e-9))
    return f"{grouped(mantissa, digits)}×10{str(exponent).translate(_SUPERSCRIPTS)}"


def _decimals(step: float) -> int:
    """Return how many decimals tell neighbours apart: 0.25 needs two, 0.5 one."""
    least = max(0, -math.floor(math.log10(step) + 1e-9))
    return least if abs(round(step, least) - step) < 1e-6 * step else least + 1


def value(number: float) -> str:
    """Write a cell's value for the tag at the pointer, to three or four digits.

    Examples
    --------
    >>> value(-0.89443), value(22.6274), value(0.0), value(3e-7)
    ('−0.894', '22.63', '0.000', '3.00×10⁻⁷')
    """
    if not math.isfinite(number):
        return "no value"
    size = abs(number)
    if size and (size < 1e-3 or size >= 1e7):
        exponent = math.floor(math.log10(size))
        return f"{grouped(number / 10.0**exponent, 2)}×10{str(exponent).translate(_SUPERSCRIPTS)}"
    return grouped(number, 3 if size < 10 else 2 if size < 1000 else 1)


def font(pixels: int, *, medium: bool = False) -> QFont:
    """Return the interface's font at a size in pixels, with figures of equal width."""
    chosen = QFont()
    chosen.setPixelSize(pixels)
    chosen.setFeature(QFont.Tag("tnum"), 1)
    if medium:
        chosen.setWeight(QFont.Weight.Medium)
    return chosen
