"""Texts on the screen: italics by stars, numbers as people write them, and their fonts."""

import html
import math
import re

from PySide6.QtGui import QFont

from peviewer.base.words import decimals_between, fixed, power, scientific


def markup(text: str) -> str:
    """Turn a Figure's text into Qt's rich text: ``*t*`` becomes an italic t.

    Examples
    --------
    >>> markup("position *t* < 5")
    'position <i>t</i> &lt; 5'
    """
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", html.escape(text, quote=False)).replace("\n", "<br>")


def decade(exponent: int) -> str:
    """Write a power of ten as a tick: the number itself while that is short.

    Examples
    --------
    >>> decade(2), decade(-2), decade(-6)
    ('100', '0.01', '10⁻⁶')
    """
    return fixed(10.0**exponent, max(0, -exponent)) if -3 <= exponent <= 4 else power(exponent)


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
    if value == 0 and step < 1e-4:
        return "0"
    if value == 0 or (step >= 1e-4 and abs(value) < 1e12):
        return fixed(value, decimals_between(step))
    return scientific(value, max(0, _magnitude(value) - _magnitude(step)))


def _magnitude(value: float) -> int:
    return math.floor(math.log10(abs(value)) + 1e-9)


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
        return scientific(number, 2)
    return fixed(number, 3 if size < 10 else 2 if size < 1000 else 1)


def font(pixels: int, *, medium: bool = False) -> QFont:
    """Return the interface's font at a size in pixels, with figures of equal width."""
    chosen = QFont()
    chosen.setPixelSize(pixels)
    chosen.setFeature(QFont.Tag("tnum"), 1)
    if medium:
        chosen.setWeight(QFont.Weight.Medium)
    return chosen
