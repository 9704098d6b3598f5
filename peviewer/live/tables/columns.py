"""Texts of a listing: their sizes, and how columns share the width by wrapping and stacking them."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import Qt

from peviewer.live.text import TextLine, markup


class TextStyle(NamedTuple):
    """A text and how it is drawn."""

    text: str  # the text, italics by stars
    width: int = 0  # the pixels it is wrapped at; 0 leaves it in one line
    medium: bool = False  # whether in a medium weight
    title: str = ""  # its title, on the same lines before it


class Size(NamedTuple):
    """Pixels."""

    width: float
    height: float


def _text_line(style: TextStyle, color: str = "") -> TextLine:
    html = markup(style.text)
    if style.title:
        html = f'<span style="color: {color}">{markup(style.title)}</span>&nbsp; {html}'
    line = TextLine(13, html, medium=style.medium)
    if style.width:
        line.wrap(style.width, Qt.AlignmentFlag.AlignLeft)
    return line


@lru_cache(maxsize=512)  # two screens full
def line(style: TextStyle, color: str = "") -> TextLine:
    """Return a text for drawing, with the title before it in a colour."""
    return _text_line(style, color)


@lru_cache(maxsize=4096)  # more than the texts of the longest listing, whole and wrapped
def size(style: TextStyle) -> Size:
    """Return the size of a text."""
    made = _text_line(style)
    return Size(made.width, made.height)


WIDE, NARROW = 8, 4  # padding left and right of a text
MIN_LAST = 120  # for a last text that wraps
Lines = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class ColumnPlan:
    """The columns side by side below their titles, and those on lines of their own."""

    lines: Lines  # the columns of a row, line by line, without hidden ones
    padding: int  # pixels left and right of a text
    widths: dict[int, int]  # the widths of columns below their titles, with padding
    stacked: int = 0  # how many columns share a line, each behind its title; 0 if columns are below their titles

    @property
    def titled(self) -> tuple[int, ...]:
        """The columns below their titles."""
        return () if self.stacked else tuple(self.widths)


@dataclass(frozen=True)
class ColumnWidths:
    """The widths of columns, in pixels without padding."""

    whole: Sequence[int]  # with texts and title in one line each
    texts: Sequence[int]  # with texts in one line, below a title of two
    words: Callable[[int], int]  # returns the least width of a column with wrapped texts, below a title of two lines
    stacked: Callable[[], int]  # returns the width of the widest text behind its title
    numeric: Sequence[bool]  # which columns hold numbers
    sign: bool = False  # whether the last column holds only signs, and can be hidden

    def least(self, column: int) -> int:
        """Return the least width of a column; a last text is to have more than a word in each line."""
        if column < len(self.texts) - 1 or self.numeric[column] or self.sign:
            return self.words(column)
        return min(self.texts[column], max(MIN_LAST, self.words(column)))


def plan_columns(wanted: ColumnWidths, room: int) -> ColumnPlan:
    """Return the first plan that fits: titles wrap first, then padding shrinks, then texts wrap, then columns stack.

    >>> texts, words = (100, 40, 40, 10), (50, 40, 40, 10)
    >>> numeric = False, True, True, False
    >>> wanted = ColumnWidths((100, 60, 60, 10), texts, words.__getitem__, lambda: 80, numeric, sign=True)
    >>> for room in 298, 260, 230, 178, 160, 110, 90:
    ...     plan = plan_columns(wanted, room)
    ...     print(plan.lines, plan.padding, [*plan.widths.values()])
    ((0, 1, 2, 3),) 8 [117, 77, 77, 27]
    ((0, 1, 2, 3),) 8 [117, 58, 58, 27]
    ((0, 1, 2, 3),) 4 [109, 51, 51, 19]
    ((0, 1, 2, 3),) 4 [61, 49, 49, 19]
    ((0, 1, 2),) 4 [61, 49, 49]
    ((0,), (1, 2)) 4 [54, 54]
    ((0,), (1,), (2,)) 4 [87]
    """
    for lines, padding, wraps in _layouts(wanted.numeric, wanted.sign):
        beside = max(lines, key=len)
        around, own = (
            2 * padding + 1,
            room - len(wanted.whole) + len(beside),
        )  # columns on other lines have a pixel each
        for most, least in _levels(wanted, beside, wraps=wraps):
            needed = [width + around for width in least]
            if sum(needed) <= own:
                widths = _shared([width + around for width in most], needed, own)
                return ColumnPlan(lines, padding, _filled(beside, widths, own, lines))
    every = range(len(wanted.whole) - wanted.sign)
    side = max(1, room // (wanted.stacked() + 2 * NARROW))
    side -= side % 2 if wanted.sign and side > 1 else 0  # values of A and B are side by side
    others = tuple(tuple(every[k : k + side]) for k in range(1, len(every), side))
    return ColumnPlan(((0,), *others), NARROW, {0: max(1, room - len(wanted.whole) + 1)}, stacked=side)


def _layouts(numeric: Sequence[bool], sign: bool) -> Iterator[tuple[Lines, int, bool]]:
    """Yield layouts from roomy to narrow: the lines of a row, the padding, and whether texts wrap."""
    every = tuple(range(len(numeric)))
    if len(every) > 1 and not numeric[-1] and not sign:
        yield (every,), WIDE, True
        below: Lines = every[:-1], every[-1:]
        yield below, WIDE, True
        yield below, NARROW, True
        yield (every[:1], every[1:-1], every[-1:]) if len(every) > 3 else below, NARROW, True
        return
    yield (every,), WIDE, False
    yield (every,), NARROW, True
    every = every[:-1] if sign else every
    yield (every,), NARROW, True
    yield (every[:1], every[1:]) if len(every) > 2 else (every,), NARROW, True


def _levels(wanted: ColumnWidths, beside: Sequence[int], *, wraps: bool) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the largest and the least widths of columns: with wrapped titles, then with wrapped texts."""
    whole, texts = ([widths[column] for column in beside] for widths in (wanted.whole, wanted.texts))
    yield whole, texts
    if wraps:
        yield texts, [wanted.least(column) for column in beside]


def _shared(wanted: Sequence[int], needed: Sequence[int], room: int) -> list[int]:
    """Return the widths of columns: each wanted width, limited to one level for all, at least its minimum.

    >>> _shared([100, 40, 300], [50, 40, 120], 260)
    [100, 40, 120]
    >>> _shared([100, 40, 300], [50, 40, 120], 230)
    [70, 40, 120]
    """

    def widths(level: int) -> list[int]:
        return [max(least, min(most, level)) for most, least in zip(wanted, needed, strict=True)]

    return widths(bisect_right(range(max(wanted) + 1), room, key=lambda level: sum(widths(level))) - 1)


def _filled(beside: Sequence[int], widths: Sequence[int], room: int, lines: Lines) -> dict[int, int]:
    """Return each column's width; the last one gets the rest, or the first above a text on a line of its own."""
    filled, is_above = dict(zip(beside, widths, strict=True)), lines[-1] != beside
    filled[beside[0] if is_above else beside[-1]] += room - sum(widths)
    return filled
