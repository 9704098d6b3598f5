"""Words of sentences: units and verbs in the number of a count, a user's words, titles."""

import re
from html import escape

from peviewer.base.numbers import MINUS, THIN, number

# The most letters of a user's word that a label shows.
LONGEST_WORD = 14

_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_ITALIC = re.compile(r"\*([^*]+)\*")
_COUNTED_NOUNS = re.compile(
    r"\b(position|step|turn|head|row|pair|distance|number|bias|dimension|bucket|cycle|cell|lag"
    r"|offset|place|decimal|digit)(?:es|s)\b"
)
_NOUNS_AFTER_ONE = re.compile(
    rf"(?<![\d.{THIN}])(1 (?:position|step|turn|head|row|pair|distance|number|dimension|cycle|cell"
    r"|lag|time))s\b"
)
_PLURALS = {
    "is": "are",
    "has": "have",
    "does": "do",
    "completes": "complete",
    "counts": "count",
    "fails": "fail",
    "holds": "hold",
    "lands": "land",
    "reaches": "reach",
    "stands": "stand",
    "takes": "take",
    "turns": "turn",
    "varies": "vary",
}


def in_unit(text: str, unit: str) -> str:
    """Write a number, which is a text already, with the unit it is counted in.

    >>> in_unit("200", "positions"), in_unit("1", "turns"), in_unit("-1.5", "positions/s")
    ('200 positions', '1 turn', '-1.5 positions/s')
    >>> in_unit("1", "places"), in_unit("1", "biases"), in_unit("1", "steps/s"), in_unit("7", "")
    ('1 place', '1 bias', '1 step/s', '7')
    """
    is_one = text.removeprefix(MINUS) == "1"
    unit_in_number = _COUNTED_NOUNS.sub(r"\1", unit) if is_one else unit
    return f"{text} {unit_in_number}".rstrip()


def in_singular(sentence: str) -> str:
    """Return a sentence with each noun that follows a 1 in the singular.

    >>> in_singular("1 positions, 1 pairs, 21 pairs and 0.1 turns")
    '1 position, 1 pair, 21 pairs and 0.1 turns'
    """
    return _NOUNS_AFTER_ONE.sub(r"\1", sentence)


def in_number(count: int, verb: str, total: int = 0) -> str:
    """Return a verb in the number of a count, or of a count of a total: "1 of 2 is", "0 of 1 is".

    >>> in_number(1, "completes"), in_number(0, "completes"), in_number(12, "is")
    ('completes', 'complete', 'are')
    >>> in_number(0, "is", 1)
    'is'
    """
    return verb if 1 in (count, total) else _PLURALS[verb]


def markup(text: str) -> str:
    """Turn a text into rich text: ``*t*`` becomes an italic t, ``**Base b**`` is bold.

    >>> markup("position *t* < 5"), markup("drag **Base b**")
    ('position <i>t</i> &lt; 5', 'drag <b>Base b</b>')
    """
    escaped = escape(text, quote=False)
    with_bold = _BOLD.sub(r"<b>\1</b>", escaped)
    with_italics = _ITALIC.sub(r"<i>\1</i>", with_bold)
    return with_italics.replace("\n", "<br>")


def unstarred(text: str) -> str:
    """Return a text without the stars that set its mathematics in italics."""
    return text.replace("*", "")


def short_word(word: str) -> str:
    """Return a user's word for labels: shortened, without characters that format or hide text.

    >>> short_word("cat"), short_word("internationalization"), short_word("*")
    ('cat', 'international…', '∗')
    """
    printable = "".join(letter for letter in word if letter.isprintable())
    label = printable.replace("*", "∗")
    return label if len(label) <= LONGEST_WORD else f"{label[: LONGEST_WORD - 1]}…"


def with_word(value: int, word: str) -> str:
    """Write a whole number and its word, if it has one."""
    return f"{number(value)}, “{short_word(word)}”" if word else number(value)


def continuing(title: str) -> str:
    """Return a title as it is written within a sentence; a formula at its beginning stays."""
    begins_with_formula = title[1:2] == "("
    return title if begins_with_formula else title[:1].lower() + title[1:]
