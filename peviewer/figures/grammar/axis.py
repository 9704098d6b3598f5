"""The axis of a panel."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Any

from peviewer.base.numbers import number
from peviewer.base.words import short_word
from peviewer.document.view import OTHER

MAX_WORDS = 40
"""The most words at the ticks of an axis."""

# How many of the first words are searched for the longest ones, and how many of these are kept.
_COMPARED_WORDS = 1000

_LONGEST_WORDS = 8


@dataclass(frozen=True)
class Axis:
    """One axis of a panel."""

    # What it counts or measures: "position", "dimension", "bit", "value" … Axes of one quantity
    # are zoomed together; see :meth:`other_side`.
    quantity: str
    # Its title, with italics by stars: "position *t*".
    label: str
    # The whole range; no painter shows anything beyond it.
    limits: tuple[float, float]
    # The range to show; None for all of `limits`.
    window: tuple[float, float] | None = None
    # The field of `Document.cursor` that follows the pointer along the axis.
    cursor: str | None = None
    # Whether values grow downwards or leftwards.
    inverted: bool = False
    # Whether only whole numbers make sense as ticks.
    whole: bool = False
    # Whether the scale is logarithmic.
    log: bool = False
    # Whether the user's zoom is kept in the Document.
    zooms: bool = False
    # The names of 0, 1, 2 …, which are shown instead of numbers.
    names: tuple[str, ...] = ()
    # The numbers that 0, 1, 2 … stand for, where these are chosen ones; files have them.
    numbers: tuple[int, ...] = ()
    # Whether its values are the cursor's with the opposite sign: t − s for lags s − t.
    backwards: bool = False
    # The position from which lags are counted: two positions that the pointer marks in another
    # panel are shown here at their lag from it.
    lag_origin: float | None = None
    # Other numbers along the far side, each with its coordinate; a painter shows as many as fit.
    far_numbers: tuple[tuple[float, str], ...] = ()
    # A whole number, and the words for it and for those after it, such as tokens.
    words: tuple[int, tuple[str, ...]] = (0, ())
    # Whether each whole number is a tick where it fits, with its word behind it.
    numbered: bool = False
    # The size of groups of cells from 0 on, as of a tile; ticks are in the middle of groups.
    group: int = 1

    def most_ticks(self, most: int) -> int:
        """Return the most ticks of this axis, where an axis of numbers has `most`.

        An axis of words may have more, because nobody can guess a word that is left out.
        """
        return max(most, MAX_WORDS) if self.names_each else most

    @property
    def names_each(self) -> bool:
        """Whether whole numbers have names, which nobody could guess if they were left out."""
        _, words = self.words
        return bool(words) or self.numbered

    @property
    def longest_words(self) -> list[str]:
        """Its longest words as they are written; margins have room for them at every zoom."""
        first, words = self.words
        count = min(len(words), _COMPARED_WORDS)
        texts = [self._word_text(place, "") for place in range(first, first + count)]
        return sorted(texts, key=len)[-_LONGEST_WORDS:]

    def tick_texts(self, values: Sequence[float], numbers: Sequence[str]) -> list[str]:
        """Return the texts of ticks: words, or numbers where there is no word."""
        return [
            self._word_text(round(value), text) for value, text in zip(values, numbers, strict=True)
        ]

    def _word_text(self, place: int, text: str) -> str:
        """Return the text of a whole number: its word, or `text` where it has none.

        The number is before its word on a numbered axis.
        """
        word = short_word(self.word(place))
        if word and self.numbered:
            return f"{number(place)} {word}"
        return word or text

    def word(self, place: int) -> str:
        """Return the word of a whole number; empty where it has none."""
        first, words = self.words
        return words[place - first] if 0 <= place - first < len(words) else ""

    @property
    def shown(self) -> tuple[float, float]:
        return self.window or self.limits

    @property
    def extent(self) -> float:
        low, high = self.shown
        return high - low

    @property
    def cells_shown(self) -> range:
        """The cells in the range to show, whole or in part.

        >>> Axis("dimension", "", (-0.5, 255.5), window=(3.2, 7.5)).cells_shown
        range(3, 8)
        """
        low, high = self.shown
        first = floor(low + 0.5)
        last = max(ceil(high - 0.5), first)
        return range(first, last + 1)

    def cursor_at(self, cell: int) -> int:
        """Return the value of its cursor at a cell, or at the cell's group."""
        return -cell if self.backwards else cell // self.group

    def cell_at(self, value: int) -> int:
        """Return the cell at which its cursor has a value, the first of a group."""
        return -value if self.backwards else value * self.group

    def other_side(self, **changes: Any) -> "Axis":
        """Return the axis of the other side of a matrix.

        It zooms with this one until it is zoomed itself.
        """
        return replace(self, quantity=f"{OTHER}{self.quantity}", **changes)

    def zoom_keys(self, pane: str) -> tuple[str, ...]:
        """Return the keys of its zoom in a pane, the most specific first."""
        keys: list[str] = []
        for name in dict.fromkeys((self.quantity, self.quantity.removeprefix(OTHER))):
            keys += [f"{pane}/{name}", name]
        return tuple(keys)

    def flip_window(self, window: tuple[float, float]) -> tuple[float, float]:
        """Return a window of this axis in coordinates of its quantity, or the reverse.

        Axes of one quantity share these coordinates.
        """
        low, high = window
        return (-high, -low) if self.backwards else window
