"""Texts for matplotlib: italics, minus signs and thousands set, measured, and broken into lines."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.textpath import text_to_path
from matplotlib.ticker import Formatter

from peviewer.base.numbers import THIN
from peviewer.base.ticks import log_tick_texts, tick_texts
from peviewer.base.words import unstarred
from peviewer.figures.grammar import Axis

# Small letters that some fonts lack, with the ordinary letters from which mathtext sets them.
_SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐₑᵢⱼₖₘₙₚₜ₋₊", "0123456789aeijkmnpt-+", strict=True))
_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹ᵇⁱᵏⁿᵗᵀ⁻⁺", "0123456789bikntT-+", strict=True))
# Signs that the shipped family lacks and mathtext has.
_SIGNS_OF_FORMULAS = re.compile("([⊙≡∈∝∘≪≫⌈⌉⌊⌋]+)")


@lru_cache(maxsize=1024)
def typeset(text: str) -> str:
    r"""Return a Figure's text for matplotlib: starred parts in italics, small letters set."""
    upright, *pairs = re.split(r"\*([^*\n]+)\*", text)
    line = _set_upright(upright)
    for starred, upright in zip(pairs[::2], pairs[1::2], strict=True):
        line += _set_italic(starred) + _set_upright(upright)
    # Fonts of mathematical text lack the thin space.
    return line.replace(THIN, r"$\,$") if "$" in line else line


def _set_upright(text: str) -> str:
    escaped = text.replace("$", r"\$")
    return _SIGNS_OF_FORMULAS.sub(r"$\1$", _set_small_letters(escaped, "$"))


def _set_italic(text: str) -> str:
    escaped = text.replace("\\", "").replace("$", r"\$")
    with_exponents = re.sub(r"\^\(([^()]*)\)", r"^{\1}", escaped)
    formula = f"${_set_small_letters(with_exponents)}$"
    return formula.replace(" ", r"\ ").replace(THIN, r"\,")


def _set_small_letters(text: str, delimiter: str = "") -> str:
    """Turn runs of Unicode's small letters into mathtext's, each run between two of `delimiter`."""
    for sign, letters in (("_", _SUBSCRIPTS), ("^", _SUPERSCRIPTS)):
        run = f"([{''.join(letters)}]+)"
        text = re.sub(run, rf"{delimiter}{sign}{{\1}}{delimiter}", text)
        text = "".join(letters.get(letter, letter) for letter in text)
    return text


# matplotlib's base is untyped in part.
class TickFormatter(Formatter):  # type: ignore[no-untyped-call,misc,unused-ignore]
    """Tick labels of one axis, all written alike, of numbers measured from `origin`.

    >>> TickFormatter().format_ticks([0, 2e-7])
    ['0', '2×10$^{-7}$']
    """

    def __init__(self, origin: int = 0, *, log: bool = False, axis: Axis | None = None) -> None:
        self.origin = origin
        self.log = log
        self._axis = axis

    def __call__(self, value: float, pos: int | None = None) -> str:
        return self.format_ticks([value])[0]

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        return [typeset(text) for text in self.texts([float(value) for value in values])]

    def texts(self, values: Sequence[float]) -> list[str]:
        """Return the texts of ticks as a Figure writes them, with starred italics."""
        numbers = log_tick_texts(values) if self.log else tick_texts(values, origin=self.origin)
        if self._axis is None:
            return numbers
        axis_values = [self.origin + value for value in values]
        return self._axis.tick_texts(axis_values, numbers)


class FormulaText(Text):
    """A formula that is written as outlines into an SVG.

    Readers seldom have the fonts of tall roots, large sums and accents.
    """

    def draw(self, renderer: Any) -> None:
        with mpl.rc_context({"svg.fonttype": "path"}):
            super().draw(renderer)  # type: ignore[no-untyped-call,unused-ignore]  # matplotlib's


# A word; everything between two stars is one word, with its spaces.
_WORD = re.compile(r"(?:\*[^*]*\*|[^ ])+")
# Words that stay on one line: those in brackets, and those with =, − or … between them.
_PHRASE = re.compile(r"(?:\*[^*]*\*|\((?:\*[^*]*\*|[^()*])*\)|(?<=[^ ]) [=−…] (?=[^ ])|[^ ])+")
_WORD_OR_RANGE = re.compile(r"[^ ]+(?: … [^ ]+)?")
# The size at which widths are measured; they scale with it, because letters are not hinted.
_MEASURED_SIZE = 100.0
_FORMULA = re.compile(r"((?<!\\)\$(?:[^$\\]|\\.)*\$)")


def width(text: str, points: float = 1.0) -> float:
    """Return the width in points of a Figure's text, in the current font with type of `points`."""
    families = tuple(mpl.rcParams["font.family"])
    return _width(text, families, str(mpl.rcParams["mathtext.fontset"])) * points


@lru_cache(maxsize=1024)
def _width(text: str, families: tuple[str, ...], _mathtext_fonts: str) -> float:
    """Return the width of a text at size 1, with its formulas."""
    *parts, last = _FORMULA.split(typeset(text))
    if not parts:
        return plain_width(last.replace(r"\$", "$"), 1.0, families=families)
    formulas = parts[1::2]
    between = "".join((*parts[::2], last)).replace(r"\$", "$")
    # matplotlib does not kern letters in a text with formulas.
    letters_width = sum(_letter_width(letter, families) for letter in between)
    return letters_width + sum(formula_box(formula.strip("$")).width for formula in formulas)


@lru_cache(maxsize=256)
def _letter_width(letter: str, families: tuple[str, ...]) -> float:
    """Return how much wider one letter makes a text, at size 1."""
    with_letter = plain_width(f"n{letter}n", 1.0, families=families)
    return with_letter - plain_width("nn", 1.0, families=families)


class FormulaBox(NamedTuple):
    """The size of a formula at size 1, and how much of its height is below its base line."""

    width: float
    height: float
    descent: float


def formula_box(mathtext: str) -> FormulaBox:
    """Return the size of a formula in the current font."""
    return _formula_box(mathtext, str(mpl.rcParams["mathtext.fontset"]))


@lru_cache(maxsize=256)
def _formula_box(mathtext: str, _mathtext_fonts: str) -> FormulaBox:
    font = FontProperties(size=_MEASURED_SIZE)
    lengths = text_to_path.get_text_width_height_descent(f"${mathtext}$", font, ismath=True)
    return FormulaBox(*(float(length) / _MEASURED_SIZE for length in lengths))


def plain_width(
    text: str, points: float, weight: str = "normal", families: Sequence[str] = ()
) -> float:
    """Return how wide a text without marks is, in points.

    It is set in fonts of these `families`, or without any in the current ones.
    """
    font_families = list(families or mpl.rcParams["font.family"])
    font = FontProperties(family=font_families, size=_MEASURED_SIZE, weight=weight)
    # DejaVu Serif lacks the sign ✗, which is as wide as the other one.
    measured_text = text.replace("✗", "✓")
    text_width, _, _ = text_to_path.get_text_width_height_descent(measured_text, font, ismath=False)
    return float(text_width) / _MEASURED_SIZE * points


def fits(text: str, room: float) -> bool:
    """Return whether a text is at most `room` wide at size 1.

    >>> fits("up to *t* = 20", 8), fits("up to *t* = 20", 6)
    (True, False)
    """
    return width(text) <= room


def wrapped(text: str, room: float) -> list[str]:
    """Break a text into lines that are at most `room` wide, at size 1.

    Starred parts stay whole, and formulas if they fit on one line; a single word that is too long
    is cut.
    """
    # Nearly all texts fit as they are.
    if fits(text, room):
        return [text]
    lines: list[str] = []
    for word in _unbroken_parts(text, room):
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and fits(joined, room):
            lines[-1] = joined
        else:
            lines += _cut(word, room)
    return lines or [""]


def balanced_lines(text: str, max_lines: int) -> Iterator[list[str]]:
    """Yield `text` on two lines, on three … up to `max_lines`, as short as they can be.

    What is said of A and of B is on separate lines.

    >>> list(balanced_lines("up to *t* = 20 it falls", 3))
    [['up to *t* = 20', 'it falls'], ['up to', '*t* = 20', 'it falls']]
    >>> next(balanced_lines("A: 25 of 64 pairs; B: 15", 3))
    ['A: 25 of 64 pairs;', 'B: 15']
    """
    of_a, separator, of_b = text.partition("; B: ")
    if separator:
        yield [f"{of_a};", f"B: {of_b}"]
    phrases = _PHRASE.findall(text)
    for count in range(3 if separator else 2, max_lines + 1):
        if len(phrases) < count:
            return
        yield min(_on_lines(phrases, count), key=_longest_line)


def _on_lines(phrases: Sequence[str], count: int) -> Iterator[list[str]]:
    """Yield all ways to set phrases on `count` lines."""
    for breaks in combinations(range(1, len(phrases)), count - 1):
        line_ends = pairwise((0, *breaks, len(phrases)))
        yield [" ".join(phrases[start:stop]) for start, stop in line_ends]


def _longest_line(lines: Sequence[str]) -> int:
    return max(len(unstarred(line)) for line in lines)


def kept_together(text: str) -> list[str]:
    """Return the parts of a text that are never broken: words, numbers and ranges.

    >>> kept_together("lags −11 … −8")
    ['lags', '−11 … −8']
    """
    return _WORD_OR_RANGE.findall(text)


def _unbroken_parts(text: str, room: float) -> Iterator[str]:
    """Yield parts that are not broken, such as ``*t* = 20`` and ``f(s, t)``.

    Those wider than `room` come word by word.
    """
    for phrase in _PHRASE.findall(text):
        if fits(phrase, room):
            yield phrase
        else:
            yield from _WORD.findall(phrase)


def _cut(word: str, room: float) -> list[str]:
    """Return a word in pieces that are at most `room` wide; a starred one stays whole."""
    if fits(word, room) or "*" in word or len(word) < 2:
        return [word]
    lengths = range(1, len(word))
    fitting_length = bisect_left(lengths, True, key=lambda length: not fits(word[:length], room))
    end = max(1, fitting_length)
    return [word[:end], *_cut(word[end:], room)]
