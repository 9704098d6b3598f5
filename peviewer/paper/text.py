"""Texts for matplotlib: italics, minus signs and thousands set, measured, and broken into lines."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

import matplotlib as mpl
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.textpath import text_to_path
from matplotlib.ticker import Formatter

from peviewer.base.ticks import log_tick_texts, tick_texts
from peviewer.base.words import THIN, unstarred
from peviewer.figures.grammar import Axis

# Small letters that not every font has: mathtext sets them from ordinary ones.
_BELOW = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐₑᵢⱼₖₘₙₚₜ₋₊", "0123456789aeijkmnpt-+", strict=True))
_ABOVE = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹ᵇⁱᵏⁿᵗᵀ⁻⁺", "0123456789bikntT-+", strict=True))


@lru_cache(maxsize=1024)
def typeset(text: str) -> str:
    r"""Return a Figure's text for matplotlib: starred parts in italics, small letters set."""
    parts = re.split(r"\*([^*\n]+)\*", text)
    line = "".join(
        _italic(part) if place % 2 else _small(part.replace("$", r"\$"), "$")
        for place, part in enumerate(parts)
    )
    # Fonts of mathematical text lack the thin space.
    return line.replace(THIN, r"$\,$") if "$" in line else line


def _italic(text: str) -> str:
    raised = re.sub(r"\^\(([^()]*)\)", r"^{\1}", text.replace("\\", "").replace("$", r"\$"))
    return f"${_small(raised)}$".replace(" ", r"\ ").replace(THIN, r"\,")


def _small(text: str, around: str = "") -> str:
    """Turn runs of Unicode's small letters into mathtext's."""
    for sign, letters in (("_", _BELOW), ("^", _ABOVE)):
        text = re.sub(f"([{''.join(letters)}]+)", rf"{around}{sign}{{\1}}{around}", text)
        text = "".join(letters.get(letter, letter) for letter in text)
    return text


class Numbers(Formatter):  # type: ignore[no-untyped-call,misc,unused-ignore]  # matplotlib's base is untyped in part
    """Tick labels of one axis, all written alike.

    >>> Numbers().format_ticks([0, 2e-7])
    ['0', '2×10$^{-7}$']
    """

    def __init__(self, origin: int = 0, *, log: bool = False, axis: Axis | None = None) -> None:
        self.origin, self.log, self._named = origin, log, axis

    def __call__(self, value: float, pos: int | None = None) -> str:
        return self.format_ticks([value])[0]

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        return [typeset(text) for text in self.texts([float(value) for value in values])]

    def texts(self, values: Sequence[float]) -> list[str]:
        """Return the texts of ticks, in the grammar's form."""
        numbers = log_tick_texts(values) if self.log else tick_texts(values, origin=self.origin)
        return (
            self._named.tick_texts([self.origin + value for value in values], numbers)
            if self._named
            else numbers
        )


class FormulaText(Text):
    """A formula, in an SVG as outlines: readers seldom have the fonts of tall roots, large sums and accents."""

    def draw(self, renderer: Any) -> None:
        with mpl.rc_context({"svg.fonttype": "path"}):
            super().draw(renderer)  # type: ignore[no-untyped-call,unused-ignore]  # matplotlib's


_WORD = re.compile(r"(?:\*[^*]*\*|[^ ])+")
_WHOLE = re.compile(r"(?:\*[^*]*\*|\((?:\*[^*]*\*|[^()*])*\)|(?<=[^ ]) [=−…] (?=[^ ])|[^ ])+")
_TOGETHER = re.compile(r"[^ ]+(?: … [^ ]+)?")
# Widths are measured at this size and scale with it: letters on paper are not hinted.
_POINTS = 100.0
_FORMULA = re.compile(r"((?<!\\)\$(?:[^$\\]|\\.)*\$)")


def width(text: str, points: float = 1.0) -> float:
    """Return how wide a Figure's text is in the current font, in points."""
    fonts = tuple(mpl.rcParams["font.family"]), str(mpl.rcParams["mathtext.fontset"])
    return _width(text, *fonts) * points


@lru_cache(maxsize=1024)
def _width(text: str, family: tuple[str, ...], _mathematics: str) -> float:
    """Return how wide a text is at size 1: its formulas, each of which matplotlib sets once, and what is between."""
    *parts, last = _FORMULA.split(typeset(text))
    if not parts:
        return plain_width(last.replace(r"\$", "$"), 1.0, fonts=family)
    between = "".join((*parts[::2], last)).replace(r"\$", "$")
    letters = sum(
        _letter(letter, family) for letter in between
    )  # beside formulas matplotlib does not kern them
    return letters + sum(formula_box(part.strip("$"))[0] for part in parts[1::2])


@lru_cache(maxsize=256)
def _letter(letter: str, fonts: tuple[str, ...]) -> float:
    """Return how much wider one letter makes a text, at size 1."""
    return plain_width(f"n{letter}n", 1.0, fonts=fonts) - plain_width("nn", 1.0, fonts=fonts)


def formula_box(mathtext: str) -> tuple[float, float, float]:
    """Return the width and height of a formula in the current font, and how far it is below its base, at size 1."""
    return _formula_box(mathtext, str(mpl.rcParams["mathtext.fontset"]))


@lru_cache(maxsize=256)
def _formula_box(mathtext: str, _mathematics: str) -> tuple[float, float, float]:
    box = text_to_path.get_text_width_height_descent(
        f"${mathtext}$", FontProperties(size=_POINTS), ismath=True
    )
    wide, high, below = (float(side) / _POINTS for side in box)
    return wide, high, below


def plain_width(
    text: str, points: float, weight: str = "normal", fonts: Sequence[str] = ()
) -> float:
    """Return how wide a text without marks is in points, in fonts of these names, else in the current one."""
    font = FontProperties(
        family=list(fonts or mpl.rcParams["font.family"]), size=_POINTS, weight=weight
    )
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width) / _POINTS * points


def fits(text: str, room: float) -> bool:
    """Return whether a text is at most `room` wide at size 1.

    >>> fits("up to *t* = 20", 8), fits("up to *t* = 20", 6)
    (True, False)
    """
    return width(text) <= room


def wrapped(text: str, room: float) -> list[str]:
    """Break a text into lines that are at most `room` wide, at size 1.

    Starred parts stay whole, and formulas where they fit on one; a single word that is too long is
    cut.
    """
    if fits(text, room):  # as nearly all do
        return [text]
    lines: list[str] = []
    for word in _words(text, room):
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and fits(joined, room):
            lines[-1] = joined
        else:
            lines += _cut(word, room)
    return lines or [""]


def balanced_lines(text: str, most: int) -> Iterator[list[str]]:
    """Yield a text on two lines, on three … up to `most`, as short as they can be; A and B are on separate lines.

    >>> list(balanced_lines("up to *t* = 20 it falls", 3))
    [['up to *t* = 20', 'it falls'], ['up to', '*t* = 20', 'it falls']]
    >>> next(balanced_lines("A: 25 of 64 pairs; B: 15", 3))
    ['A: 25 of 64 pairs;', 'B: 15']
    """
    sides = text.partition("; B: ")
    if sides[1]:
        yield [f"{sides[0]};", f"B: {sides[2]}"]
    for count in range(3 if sides[1] else 2, most + 1):
        words = _WHOLE.findall(text)
        if len(words) < count:
            return
        ends = combinations(range(1, len(words)), count - 1)
        ways = ([" ".join(words[i:j]) for i, j in pairwise((0, *cut, len(words)))] for cut in ends)
        yield min(ways, key=lambda lines: max(len(unstarred(line)) for line in lines))


def kept_together(text: str) -> list[str]:
    """Return the parts of a text that are never broken: words, numbers and ranges.

    >>> kept_together("lags −11 … −8")
    ['lags', '−11 … −8']
    """
    return _TOGETHER.findall(text)


def _words(text: str, room: float) -> Iterator[str]:
    """Yield parts that are not broken, such as ``*t* = 20`` and ``f(s, t)``.

    Too long ones word by word.
    """
    for whole in _WHOLE.findall(text):
        yield from (whole,) if fits(whole, room) else _WORD.findall(whole)


def _cut(word: str, room: float) -> list[str]:
    if fits(word, room) or "*" in word or len(word) < 2:
        return [word]
    end = max(1, bisect_left(range(1, len(word)), True, key=lambda end: not fits(word[:end], room)))
    return [word[:end], *_cut(word[end:], room)]
