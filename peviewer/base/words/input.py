"""Reading what people type: numbers, values, names that may be misspelt, and beginnings of words."""

import difflib
import json
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from peviewer.base.words.text import MINUS, in_unit

_SPACES = re.compile(r"[\s'_]+")  # thin, narrow and unbreakable ones too
_GROUPED = re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d*)?")
T = TypeVar("T")
LISTED = 24  # names up to which all are listed if none is similar
NEAREST = 5  # names that are listed if there are more
_COMPARED = 2000  # names that are compared; more would take a second or longer
_LONGEST = 99  # letters of a name that are compared and shown
_NEAR = 0.6  # the share of letters that a misspelt name has in common with the right one
_PART = 0.9  # of a name that is a part of another: dark of slide-dark
_SPACED = re.compile(rf"[-+{MINUS}]?\d{{1,3}}([ \u2009\u202f]\d{{3}})+")  # as messages write whole numbers
WHOLE, BEGUN, WITHIN = 1.0, 0.9, 0.4
"""What a typed word is worth that is a word, begins one, or is a part of one."""
BESIDE = 0.5  # of that, for a match in the words beside the title
FIRST = 0.15  # more if the title begins with the first typed word
ALL = 0.3  # more if the title has no other word


def read_number(text: str, unit: str = "") -> float | int | None:
    """Read a number that somebody typed, or None if it is not a finite number.

    unit: dropped from the end, as :func:`in_unit` writes it.
    """
    bare = text.strip().removesuffix(unit).removesuffix(in_unit("1", unit)[2:])
    text = _SPACES.sub("", bare).replace(MINUS, "-")
    text = text.replace(",", "") if _GROUPED.fullmatch(text) else text.replace(",", ".")
    try:
        return int(text) if re.fullmatch(r"[+-]?\d{1,30}", text) else _whole(float(text))
    except ValueError:
        return None


def read_numbers(text: str) -> tuple[float | int, ...] | None:
    """Read numbers that somebody typed with commas, semicolons or spaces between them, or None if one is none.

    >>> read_numbers("0, −0.5; 1e3 2"), read_numbers(""), read_numbers("1, many")
    ((0, -0.5, 1000, 2), (), None)
    """
    numbers = tuple(read_number(word) for word in re.split(r"[\s,;]+", text.strip("[]() \t\n,;")) if word)
    return None if None in numbers else tuple(number for number in numbers if number is not None)


def read_value(text: str) -> object:
    """Read a value as JSON, or as a number with spaces between thousands, or else as plain text.

    >>> [read_value(text) for text in ("1e6", "[1, 2]", "true", " paper ", "1 024")]
    [1000000.0, [1, 2], True, 'paper', 1024]
    """
    if _SPACED.fullmatch(text.strip()):
        return read_number(text)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text.strip()


def _whole(number: float) -> float | int | None:
    if not math.isfinite(number):
        return None
    return int(number) if number.is_integer() else number


class UnknownName(ValueError):
    """A name that does not exist; the message is one clear line."""

    def __init__(self, name: str, known: Iterable[str], kind: str) -> None:
        self.hint = nearest_names(name, list(known))
        """What could have been meant, as the end of a sentence."""
        super().__init__(f"{name[:_LONGEST]!r} is not a {kind}{self.hint}")


def look_up(name: str, known: Mapping[str, T], kind: str) -> T:
    """Return the value of a name.

    kind: what `known` holds, as the message calls one of them.
    """
    if name not in known:
        raise UnknownName(name, known, kind)
    return known[name]


def likeness(name: str, other: str) -> float:
    """Return the similarity of two names, from 0 to 1; the part after the last point or hyphen counts, too.

    >>> likeness("dim", "dim"), likeness("dark", "slide-dark"), likeness("lenght", "encoding.length") > 0.8
    (1.0, 1.0, True)
    """
    name = name[:_LONGEST]
    behind = re.split("[.-]", other)[-1] if "." not in name else other
    parts = [word for word in (other, behind) if len(name) > 2 and name in word]
    ratios = [difflib.SequenceMatcher(None, name.lower(), word.lower()).ratio() for word in (other, behind)]
    return max(*ratios, _PART if parts else 0.0)


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """Return the most similar known name; None if none is similar."""
    nearest = max(known, key=lambda other: likeness(name, other), default="")
    return nearest if likeness(name, nearest) >= _NEAR else None


def nearest_names(name: str, known: Sequence[str]) -> str:
    """Return ``"; did you mean …?"`` for a misspelt name, or the known names, the nearest of many."""
    compared = known[:_COMPARED]
    if meant := nearest_name(name, compared):
        return f"; did you mean {meant}?"
    if len(known) <= LISTED:
        return f"; there are: {', '.join(known) or 'none'}"
    nearest = sorted(compared, key=lambda other: -likeness(name, other))[:NEAREST]
    return f"; the nearest of {len(known)} are: {', '.join(nearest)}"


def match_score(typed: str, title: str, beside: str = "") -> float:
    """Return how well a title matches a typed text; 0 if one of the typed words is in none of its words.

    typed: what was typed so far; case, accents and the order of words do not matter.
    beside: further words, which count less and match only by their beginnings.

    >>> match_score("dist", "Distance") > match_score("dist", "Frequencies", "distribution") > 0
    True
    >>> match_score("shift play", "Play shift") > 0, match_score("shift play", "Shift"), match_score("", "Anything")
    (True, 0.0, 1.0)
    """
    asked, named, others = _words(typed), _words(title), _words(beside)
    if not asked or not named:
        return float(not asked)
    worths = []
    for word in asked:
        beside_worth = max((_worth(word, other) for other in others), default=0.0)
        worths.append(max(*(_worth(word, other) for other in named), BESIDE * beside_worth * (beside_worth >= BEGUN)))
    if not all(worths):
        return 0.0
    begins = named[0].startswith(asked[0])
    return sum(worths) / len(worths) + FIRST * begins + ALL * begins * len(asked) / len(named)


def _worth(word: str, other: str) -> float:
    if word == other:
        return WHOLE
    if other.startswith(word):
        return BEGUN
    return WITHIN if len(word) > 1 and word in other else 0.0


def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text in small letters without accents; Greek ones stay letters."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return tuple(re.findall(r"\w+", bare.casefold()))
