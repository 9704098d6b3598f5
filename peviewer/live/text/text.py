"""Texts on the screen: italics by stars, numbers as people write them, and their fonts."""

import html
import math
import re
from functools import lru_cache

from PySide6.QtGui import QFont

from peviewer.base.words import fixed, scientific


@lru_cache(maxsize=2048)  # most texts stay while others change, frame by frame
def markup(text: str) -> str:
    """Turn a Figure's text into Qt's rich text: ``*t*`` becomes an italic t.

    Examples
    --------
    >>> markup("position *t* < 5")
    'position <i>t</i> &lt; 5'
    """
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", html.escape(text, quote=False)).replace("\n", "<br>")


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
