"""Texts on screen: rich text with italics, lines that are measured once, fonts."""

import html
import re
from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QStaticText,
    QTextOption,
)

from peviewer.base import words
from peviewer.base.numbers import THIN

_ITALIC = re.compile(r"\*([^*]+)\*")

NARROW_SPACE = '<span style="font-size:8px">\N{NO-BREAK SPACE}</span>'


# Most texts stay the same from frame to frame.
@lru_cache(maxsize=1024)
def markup(text: str) -> str:
    """Turn a text into Qt's rich text, as :func:`peviewer.base.words.markup` does."""
    return words.markup(text)


def unbroken(html: str) -> str:
    """Return rich text without line breaks inside numbers: Qt breaks lines at thin spaces."""
    return html.replace(THIN, NARROW_SPACE)


def wrapped(text: str) -> str:
    r"""Return a tooltip of plain text that wraps at spaces, but inside no number and no sum.

    Qt wraps rich text alone.

    >>> wrapped("t + φ < 5")
    '<p>t\xa0+\xa0φ &lt; 5</p>'
    """
    lines = html.escape(bound(text), quote=False).replace("\n", "<br>")
    return f"<p>{unbroken(lines)}</p>" if text else ""


def font(pixels: int, *, medium: bool = False) -> QFont:
    """Return the interface's font at a size in pixels, with figures of equal width."""
    result = QFont()
    result.setPixelSize(pixels)
    result.setFeature(QFont.Tag("tnum"), 1)
    if medium:
        result.setWeight(QFont.Weight.Medium)
    return result


# A slash that belongs to no HTML tag.
_SLASH = re.compile("(?<!<)/(?!>)")


def bound(text: str) -> str:
    r"""Return a text in which no line can break beside = − + … between two terms.

    Nor can a line break before % and × after a number.

    >>> bound("lag s − t, x = 1").split(" ")
    ['lag', 's\xa0−\xa0t,', 'x\xa0=\xa01']
    >>> bound("a + b at lags −11 … −8").split(" ")
    ['a\xa0+\xa0b', 'at', 'lags', '−11\xa0…\xa0−8']
    >>> bound("only to 79 %, 5.5 ×").split(" ")
    ['only', 'to', '79\xa0%,', '5.5\xa0×']
    >>> bound("√(<i>d</i>/2)")
    '√(<i>d</i>/\u20602)'
    """
    for sign in "=−+…":
        text = text.replace(f" {sign} ", f"\N{NO-BREAK SPACE}{sign}\N{NO-BREAK SPACE}")
    text = re.sub(r" (?=[%×])", "\N{NO-BREAK SPACE}", text)
    return _SLASH.sub("/\N{WORD JOINER}", text)


class TextLine:
    """A Figure's text on one line, in the painter's pen colour."""

    def __init__(self, text: str, pixels: int, *, medium: bool) -> None:
        upright = font(pixels, medium=medium)
        italic = font(pixels, medium=medium)
        italic.setItalic(True)
        upright_metrics = QFontMetricsF(upright)
        italic_metrics = QFontMetricsF(italic)

        # Each piece with its width; Qt's rich text takes ten times as long.
        self._pieces: list[tuple[str, QFont, float]] = []
        for number, piece in enumerate(_ITALIC.split(text)):
            if piece and number % 2:
                self._pieces.append((piece, italic, italic_metrics.horizontalAdvance(piece)))
            elif piece:
                self._pieces.append((piece, upright, upright_metrics.horizontalAdvance(piece)))
        self.width = sum(width for _, _, width in self._pieces)
        self.height = upright_metrics.height()
        self._base_line = upright_metrics.ascent()

    def draw_outline(
        self, painter: QPainter, x: float, y: float, color: QColor, width: float
    ) -> None:
        """Draw an outline around its letters, which keeps them readable on data."""
        path = QPainterPath()
        for text, piece_font, piece_width in self._pieces:
            path.addText(QPointF(x, y + self._base_line), piece_font, text)
            x += piece_width
        round_cap = Qt.PenCapStyle.RoundCap
        round_join = Qt.PenJoinStyle.RoundJoin
        pen = QPen(color, width, Qt.PenStyle.SolidLine, round_cap, round_join)
        painter.strokePath(path, pen)

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        for text, piece_font, width in self._pieces:
            painter.setFont(piece_font)
            painter.drawText(QPointF(x, y + self._base_line), text)
            x += width


class Paragraph:
    """A Figure's text broken into lines of a width, in the painter's pen colour."""

    def __init__(
        self, text: str, pixels: int, width: float, *, medium: bool, alignment: Qt.AlignmentFlag
    ) -> None:
        self._font = font(pixels, medium=medium)
        # Qt's rich text breaks lines at thin spaces, as inside numbers, and beside the signs of
        # equations.
        unbreakable = bound(markup(text)).replace(THIN, "\N{NO-BREAK SPACE}")
        self._text = QStaticText(unbreakable)
        self._text.setTextFormat(Qt.TextFormat.RichText)
        self._text.setTextOption(QTextOption(alignment))
        self._text.setTextWidth(width)
        self._text.prepare(font=self._font)
        self.width, self.height = self._text.size().toTuple()

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        painter.setFont(self._font)
        painter.drawStaticText(QPointF(x, y), self._text)


# Panels share texts, and most texts stay the same from frame to frame.
@lru_cache(maxsize=2048)
def text_line(text: str, pixels: int, *, medium: bool = False) -> TextLine:
    return TextLine(text, pixels, medium=medium)


@lru_cache(maxsize=256)
def paragraph(
    text: str,
    pixels: int,
    width: float,
    *,
    medium: bool = False,
    alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignHCenter,
) -> Paragraph:
    return Paragraph(text, pixels, width, medium=medium, alignment=alignment)
