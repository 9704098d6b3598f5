"""One line of rich text, measured once and painted often."""

import re
from html import unescape

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QStaticText, QTextOption

from peviewer.base.words import THIN
from peviewer.live.text.text import font

_SLASH = re.compile("(?<!<)/(?!>)")  # of no tag


def bound(text: str) -> str:
    r"""Return a text whose signs between two numbers or letters are never at the end of a line, nor at the beginning.

    Examples
    --------
    >>> bound("lag s − t, x = 1").split(" ")
    ['lag', 's\xa0−\xa0t,', 'x\xa0=\xa01']
    >>> bound("a + b at lags −11 … −8").split(" ")
    ['a\xa0+\xa0b', 'at', 'lags', '−11\xa0…\xa0−8']
    >>> bound("√(<i>d</i>/2)")
    '√(<i>d</i>/\u20602)'
    """
    for sign in "=−+…":
        text = text.replace(f" {sign} ", f"\N{NO-BREAK SPACE}{sign}\N{NO-BREAK SPACE}")
    return _SLASH.sub("/\N{WORD JOINER}", text)


class TextLine:
    """A line (or, once it has been wrapped, a paragraph) in the painter's pen colour."""

    def __init__(self, pixels: int, html: str = "", *, medium: bool = False) -> None:
        self._wraps = False
        self.font = font(pixels, medium=medium)
        self._html = ""
        self._text = QStaticText("")
        in_one_line = QTextOption()
        in_one_line.setWrapMode(QTextOption.WrapMode.NoWrap)  # else Qt breaks even at thin spaces
        self._text.setTextOption(in_one_line)
        self.set_html(html)

    @property
    def html(self) -> str:
        """What it says."""
        return self._html

    @property
    def width(self) -> float:
        """Its width in pixels."""
        return self._text.size().width() if self._html else 0.0

    @property
    def height(self) -> float:
        """Its height in pixels."""
        return self._text.size().height()

    def set_html(self, html: str) -> bool:
        """Say something else; True if that is a change."""
        if html == self._html:
            return False
        self._html = html
        self._lay_out()
        return True

    def _lay_out(self) -> None:
        is_plain = "<" not in self._html and not self._wraps  # looks the same, and is laid out in a sixth of the time
        self._text.setTextFormat(Qt.TextFormat.PlainText if is_plain else Qt.TextFormat.RichText)
        if is_plain:
            self._text.setText(unescape(self._html).replace(THIN, "\N{NO-BREAK SPACE}"))
            self._text.prepare(font=self.font)
            return
        # Thin spaces are plain ones to Qt's rich text: it would break a number there, as an equation beside its sign.
        breakable = bound(self._html).replace(THIN, "\N{NO-BREAK SPACE}")
        self._text.setText(breakable if self._wraps else self._html.replace(" ", "&nbsp;"))
        self._text.prepare(font=self.font)

    def wrap(self, width: float, alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignHCenter) -> None:
        """Break into lines of this width, centred or as `alignment` says."""
        self._wraps = True
        self._text.setTextOption(QTextOption(alignment))
        self._text.setTextWidth(width)
        self._lay_out()

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        """Paint it, its upper left corner at x, y."""
        painter.setFont(self.font)
        painter.drawStaticText(QPointF(x, y), self._text)
