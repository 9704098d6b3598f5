"""The search of the command palette: what a typed text matches, and in which order."""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from peviewer.base.files import resource

# Entries that are listed, at most. Who needs more types another letter.
MOST = 40

PANE = "Pane"
PRESET = "Preset"
STORY = "Story"
PARAMETER = "Parameter"
SCHEME = "Scheme"
COMMAND = "Command"

# Of what fits equally well, panes come first.
BONUS = {PANE: 0.05, SCHEME: 0.04, PARAMETER: 0.03, COMMAND: 0.02, PRESET: 0.01, STORY: 0.0}

# What a typed word is worth that is a word, begins one, or is a part of one.
WHOLE = 1.0
BEGUN = 0.9
WITHIN = 0.4

# The share of that for a match in the synonyms, and in the other words beside the title.
AMONG_SYNONYMS = 0.7
BESIDE = 0.5

# More if the title begins with the first typed word, and if it has no other word.
FIRST = 0.15
ALL = 0.3


@dataclass(frozen=True)
class Entry:
    """Something that can be done."""

    kind: str
    title: str

    # Runs it; None if it is disabled.
    run: Callable[[], object] | None = None

    # Other words it is found by.
    keywords: str = ""

    # What people call it.
    synonyms: str = ""

    # A few words beside the title.
    detail: str = ""

    # Its key, as this system writes it.
    shortcut: str = ""

    # Why it cannot be done; in the place of the detail.
    refusal: str = ""

    # What Return makes of the line in the place of doing something: a value is still to be typed.
    fill: str = ""

    # Added to its score.
    bonus: float = 0.0

    @cached_property
    def title_words(self) -> tuple[str, ...]:
        return _words(self.title)

    @cached_property
    def synonym_words(self) -> tuple[str, ...]:
        return _words(self.synonyms)

    @cached_property
    def keyword_words(self) -> tuple[str, ...]:
        return _words(self.keywords)


class Match(NamedTuple):
    """How many of the typed words an entry has, and how well they fit."""

    word_count: int
    score: float


class SearchWords(NamedTuple):
    """What people call panes, schemes, fields and commands; see ``resources/search_words.toml``."""

    unspecific: frozenset[str]
    panes: Mapping[str, str]
    schemes: Mapping[str, str]
    fields: Mapping[str, str]
    commands: Mapping[str, str]


@cache
def search_words() -> SearchWords:
    table = tomllib.loads(resource("search_words.toml").read_text(encoding="utf-8"))
    return SearchWords(**(table | {"unspecific": frozenset(table["unspecific"].split())}))


def ranked(typed: str, entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that have the most of the typed words, the best first, each title once.

    Where no entry has all of them, those that say nothing of what is looked for are left out. Case
    and accents do not matter.

    >>> explained, bias = Entry(COMMAND, "Explain: Bias"), Entry(PANE, "Bias")
    >>> rope = Entry(PRESET, "RoPE")
    >>> [entry.title for entry in ranked("bia", [explained, bias, rope])]
    ['Bias', 'Explain: Bias']
    >>> [entry.title for entry in ranked("my bias in colour", [explained, bias, rope])]
    ['Bias', 'Explain: Bias']
    """
    known = list(entries)
    words = _words(typed)
    matches = _matches(words, known)
    most_words = max((found.word_count for found, _ in matches), default=0)
    specific_words = tuple(word for word in words if word not in search_words().unspecific)
    if most_words < len(words) and specific_words not in (words, ()):
        matches = _matches(specific_words, known)
        most_words = max((found.word_count for found, _ in matches), default=0)
    if words and most_words == 0:
        return []
    scored = [
        (found.score + entry.bonus + BONUS[entry.kind], entry)
        for found, entry in matches
        if found.word_count == most_words
    ]
    scored.sort(key=lambda pair: -pair[0])
    first_of_title: dict[str, Entry] = {}
    for _, entry in scored:
        first_of_title.setdefault(entry.title, entry)
    return [*first_of_title.values()][:MOST]


def _matches(words: tuple[str, ...], entries: Iterable[Entry]) -> list[tuple[Match, Entry]]:
    return [(match(words, entry), entry) for entry in entries]


def match(asked: tuple[str, ...], entry: Entry) -> Match:
    """Return how well an entry matches the words that are asked for.

    Their order does not matter. Words beside the title match only by their beginnings.

    >>> distance = Entry(PANE, "Distance")
    >>> frequencies = Entry(PANE, "Frequencies", keywords="distribution")
    >>> match(("dist",), distance).score > match(("dist",), frequencies).score > 0
    True
    >>> match(("shift", "play"), Entry(COMMAND, "Play shift")).word_count
    2
    >>> match(("xyz",), distance)
    Match(word_count=0, score=0.0)
    """
    named = entry.title_words
    if not asked or not named:
        return Match(0, float(not asked))
    worths = [_worth_in(word, entry) for word in asked]
    word_count = sum(worth > 0 for worth in worths)
    if word_count == 0:
        return Match(0, 0.0)
    score = sum(worths) / len(worths)
    if _contains(entry.synonym_words, asked):
        score = WHOLE
    if named[0].startswith(asked[0]):
        score += FIRST + ALL * len(asked) / len(named)
    return Match(word_count, score)


def _contains(words: tuple[str, ...], phrase: tuple[str, ...]) -> bool:
    starts = range(len(words) - len(phrase) + 1)
    return any(words[start : start + len(phrase)] == phrase for start in starts)


def _worth_in(word: str, entry: Entry) -> float:
    """Return what a typed word is worth for an entry: the most of title, synonyms and keywords."""
    in_title = max(_worth(word, other) for other in entry.title_words)
    in_synonyms = max((_worth(word, other) for other in entry.synonym_words), default=0.0)
    in_keywords = max((_worth(word, other) for other in entry.keyword_words), default=0.0)
    best = in_title
    if in_synonyms >= BEGUN:
        best = max(best, AMONG_SYNONYMS * in_synonyms)
    if in_keywords >= BEGUN:
        best = max(best, BESIDE * in_keywords)
    return best


def _worth(word: str, other: str) -> float:
    if word == other:
        return WHOLE
    # "frequency" begins "frequencies", and "fonts" begins "font".
    stem = word[:-1] if len(word) > 3 and word[-1] in "ys" else word
    if other.startswith(stem):
        return BEGUN
    return WITHIN if len(word) > 1 and word in other else 0.0


def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text in small letters without accents; Greek ones stay letters."""
    signs = unicodedata.normalize("NFKD", text)
    bare = "".join(sign for sign in signs if not unicodedata.combining(sign))
    # "14x14" as "14 × 14".
    bare = re.sub(r"(?<=\d)\s*[x×]\s*(?=\d)", " ", bare)
    return tuple(re.findall(r"\w+", bare.casefold()))
