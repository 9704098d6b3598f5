"""Texts on the screen: italics by stars, and their fonts."""

import html
import re
from functools import lru_cache

from PySide6.QtGui import QFont

from peviewer.base.words import THIN

HELD = '<span style="font-size:8px">\N{NO-BREAK SPACE}</span>'


@lru_cache(maxsize=1024)  # most texts stay while others change, frame by frame
def markup(text: str) -> str:
    """Turn a Figure's text into Qt's rich text: ``*t*`` becomes an italic t.

    Examples
    --------
    >>> markup("position *t* < 5")
    'position <i>t</i> &lt; 5'
    """
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", html.escape(text, quote=False)).replace("\n", "<br>")


def unbroken(html: str) -> str:
    """Return rich text in whose numbers Qt breaks no line: it does at thin spaces, even at those that forbid it."""
    return html.replace(THIN, HELD)


def font(pixels: int, *, medium: bool = False) -> QFont:
    """Return the interface's font at a size in pixels, with figures of equal width."""
    chosen = QFont()
    chosen.setPixelSize(pixels)
    chosen.setFeature(QFont.Tag("tnum"), 1)
    if medium:
        chosen.setWeight(QFont.Weight.Medium)
    return chosen
