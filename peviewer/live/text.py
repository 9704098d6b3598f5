"""Texts on screen: rich text with italics, lines that are measured once and painted often, formulas, fonts."""

import html
import re
from functools import lru_cache
from unicodedata import decomposition

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QStaticText, QTextOption

from peviewer.base.words import THIN

NARROW_SPACE = '<span style="font-size:8px">\N{NO-BREAK SPACE}</span>'


@lru_cache(maxsize=1024)  # most texts stay while others change, frame by frame
def markup(text: str) -> str:
    """Turn a Figure's text into Qt's rich text: ``*t*`` becomes an italic t.

    >>> markup("position *t* < 5")
    'position <i>t</i> &lt; 5'
    """
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", html.escape(text, quote=False)).replace(
        "\n", "<br>"
    )


def unbroken(html: str) -> str:
    """Return rich text without line breaks inside numbers: Qt breaks lines at thin spaces."""
    return html.replace(THIN, NARROW_SPACE)


def wrapped(text: str) -> str:
    r"""Return a tooltip of plain text that wraps at spaces, but inside no number and no sum: Qt wraps rich text alone.

    >>> wrapped("t + φ < 5")
    '<p>t\xa0+\xa0φ &lt; 5</p>'
    """
    lines = html.escape(bound(text), quote=False).replace("\n", "<br>")
    return f"<p>{unbroken(lines)}</p>" if text else ""


def font(pixels: int, *, medium: bool = False) -> QFont:
    """Return the interface's font at a size in pixels, with figures of equal width."""
    chosen = QFont()
    chosen.setPixelSize(pixels)
    chosen.setFeature(QFont.Tag("tnum"), 1)
    if medium:
        chosen.setWeight(QFont.Weight.Medium)
    return chosen


_SLASH = re.compile("(?<!<)/(?!>)")  # of no tag


def bound(text: str) -> str:
    r"""Return a text without line breaks beside the signs between numbers or letters, and before those after a number.

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


_ITALIC = re.compile(r"\*([^*]+)\*")


class TextLine:
    """A Figure's text on one line, in the painter's pen colour."""

    def __init__(self, text: str, pixels: int, *, medium: bool) -> None:
        upright, italic = font(pixels, medium=medium), font(pixels, medium=medium)
        italic.setItalic(True)
        self._pieces: list[
            tuple[str, QFont, float]
        ] = []  # each with its width; Qt's rich text takes ten times as long
        for k, piece in enumerate(_ITALIC.split(text)):
            if piece:
                chosen = italic if k % 2 else upright
                self._pieces.append((piece, chosen, QFontMetricsF(chosen).horizontalAdvance(piece)))
        metrics = QFontMetricsF(upright)
        self.width, self.height = sum(width for _, _, width in self._pieces), metrics.height()
        self._base = metrics.ascent()

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        for text, chosen, width in self._pieces:
            painter.setFont(chosen)
            painter.drawText(QPointF(x, y + self._base), text)
            x += width


class Paragraph:
    """A Figure's text broken into lines of a width, in the painter's pen colour."""

    def __init__(
        self, text: str, pixels: int, width: float, *, medium: bool, alignment: Qt.AlignmentFlag
    ) -> None:
        self._font = font(pixels, medium=medium)
        # Qt's rich text breaks lines at thin spaces, as inside numbers, and beside the signs of
        # equations.
        self._text = QStaticText(bound(markup(text)).replace(THIN, "\N{NO-BREAK SPACE}"))
        self._text.setTextFormat(Qt.TextFormat.RichText)
        self._text.setTextOption(QTextOption(alignment))
        self._text.setTextWidth(width)
        self._text.prepare(font=self._font)
        self.width, self.height = self._text.size().toTuple()

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        painter.setFont(self._font)
        painter.drawStaticText(QPointF(x, y), self._text)


@lru_cache(maxsize=2048)  # panels have the same texts, and most stay while others change
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


_SIGNS = [
    chr(code) for code in (*range(0xB2, 0xBA), *range(0x1D2C, 0x1D6B), *range(0x2070, 0x209D))
]
_SETS = {
    tag: {
        sign: chr(int(made[-1], 16))
        for sign in _SIGNS
        if (made := decomposition(sign).split())[:1] == [f"<{form}>"]
    }
    for tag, form in (("sub", "sub"), ("sup", "super"))
}
"""Signs that are subscripts or superscripts, with the plain letter or figure of each."""
_TOKEN = re.compile(
    rf"(?P<sub>[{''.join(_SETS['sub'])}]+)|(?P<sup>[{''.join(_SETS['sup'])}]+)"
    r"|(?P<unit>ⅈ)|(?P<letters>[A-Za-zα-ωϕϑ\u0300-\u036f]+)|(?P<power>\^)|(?P<other>.)",
    re.DOTALL,
)
_ARTICLE = re.compile(r"a(?= [a-z]{2})")


@lru_cache(maxsize=512)
def typeset(text: str) -> str:
    """Return a formula as rich text: exponents raised, indices lowered, variables in italics, names upright.

    >>> typeset("ωᵢ = b^(−2i/d)")
    '<i>ω</i><sub><i>i</i></sub> = <i>b</i><sup>−2<i>i</i>/<i>d</i></sup>'
    >>> typeset("a·|s − t|^p, H a power of two")
    '<i>a</i>·|<i>s</i> − <i>t</i>|<sup><i>p</i></sup>, <i>H</i> a power of two'
    >>> typeset("PE(t) = sin ωt, x < 2²")
    'PE(<i>t</i>) = sin <i>ωt</i>, <i>x</i> &lt; 2<sup>2</sup>'
    """
    made, at = [], 0
    while match := _TOKEN.match(text, at):
        at, kind, token = match.end(), match.lastgroup, match.group()
        if kind == "power":
            inside, at = _exponent(text, at)
            made.append(f"<sup>{typeset(inside)}</sup>")
        elif kind == "letters":
            is_word = (token.isascii() and len(token) > 1) or _ARTICLE.match(text, match.start())
            made.append(token if is_word or text[at : at + 1] == ":" else f"<i>{token}</i>")
        elif kind == "unit":
            made.append("i")
        elif kind in ("sub", "sup"):
            plain = "".join(_SETS[kind][sign] for sign in token)
            made.append(f"<{kind}>{typeset(plain)}</{kind}>")
        else:
            made.append(html.escape(token, quote=False))
    return "".join(made)


def _exponent(text: str, at: int) -> tuple[str, int]:
    if text[at : at + 1] != "(":
        word = re.compile(r"[−-]?\w+").match(text, at)
        end = word.end() if word else at
        return text[at:end], end
    depth = 0
    for place in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if not depth:
            return text[at + 1 : place], place + 1
    return text[at + 1 :], len(text)
