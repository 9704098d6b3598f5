"""How well a text fits what somebody begins to type: beginnings of words, in any order, or letters that follow."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

WHOLE, BEGUN, WITHIN, SPREAD = 1.0, 0.9, 0.4, 0.25
"""What a typed word is worth that is a word, begins one, is a part of one, or has its letters in one, in order."""
BESIDE = 0.5  # of that, where it is in the words beside the title
FIRST = 0.15  # more where the first typed word begins the title: who types thinks of its beginning
SPREAD_LEAST = 3  # letters from which on a word may be spread over another
ALL = 0.3  # more where the title has no other word


def matching(typed: str, title: str, beside: str = "") -> float:
    """Return how well a title fits what was typed: 0 where some typed word is in none of its words.

    Parameters
    ----------
    typed : str
        What was typed so far; case, accents and the order of words do not matter.
    title : str
        What it is held against.
    beside : str
        Other words it can be found by, which count for less, and by their beginnings alone.

    Examples
    --------
    >>> matching("dist", "Distance") > matching("dist", "Frequencies", "distribution") > 0
    True
    >>> matching("shift play", "Play shift") > 0, matching("shift play", "Shift")
    (True, 0.0)
    >>> matching("frqs", "Frequencies") > 0, matching("sq cells", "Square cells") > 0, matching("", "Anything")
    (True, True, 1.0)
    """
    asked, named, others = _words(typed), _words(title), _words(beside)
    if not asked:
        return 1.0
    worth = 0.0
    for word in asked:
        near = _best(word, others)
        best = max(_best(word, named), BESIDE * near if near >= BEGUN else 0.0)
        if not best:
            return 0.0
        worth += best
    worth /= len(asked)
    if named and named[0].startswith(asked[0]):
        worth += FIRST
    return worth + ALL * min(len(asked) / len(named), 1.0) * (_best(asked[0], named) >= BEGUN) if named else worth


def _best(word: str, among: Iterable[str]) -> float:
    return max((_worth(word, other) for other in among), default=0.0)


def _worth(word: str, other: str) -> float:
    if word == other:
        return WHOLE
    if other.startswith(word):
        return BEGUN
    if len(word) >= SPREAD_LEAST - 1 and word in other:
        return WITHIN
    letters = iter(other)
    spread = len(word) >= SPREAD_LEAST and word[0] == other[:1] and all(letter in letters for letter in word)
    return SPREAD if spread else 0.0


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text in small letters without accents; Greek ones stay letters."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return tuple(re.findall(r"\w+", bare.casefold()))
