"""How the texts of a listing share its width: what gives way, and in which order, before a table scrolls sideways."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import Qt

from peviewer.live.text import TextLine, markup


class Setting(NamedTuple):
    """How a text is set.

    Attributes
    ----------
    text : str
        The text, italics by stars.
    width : int
        The pixels it is wrapped at; 0 leaves it in one line.
    medium : bool
        Whether in a medium weight.
    title : str
        What stands before it, on the same lines.
    """

    text: str
    width: int = 0
    medium: bool = False
    title: str = ""


class Size(NamedTuple):
    """Pixels."""

    width: float
    height: float


def _made(setting: Setting, color: str = "") -> TextLine:
    html = markup(setting.text)
    if setting.title:
        html = f'<span style="color: {color}">{markup(setting.title)}</span>&nbsp; {html}'
    line = TextLine(13, html, medium=setting.medium)
    if setting.width:
        line.wrap(setting.width, Qt.AlignmentFlag.AlignLeft)
    return line


@lru_cache(maxsize=512)  # two screenfuls
def line(setting: Setting, color: str = "") -> TextLine:
    """Return a text to be drawn, the title before it in a colour."""
    return _made(setting, color)


@lru_cache(maxsize=4096)  # more than the longest listing has texts, whole and wrapped; of each but two numbers stay
def size(setting: Setting) -> Size:
    """Return how much room a text takes."""
    made = _made(setting)
    return Size(made.width, made.height)


LOOSE, CLOSE = 8, 4  # beside a text, left and right
LEAST_LAST = 120  # for a last text that wraps
Lines = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Arrangement:
    """Which columns stand side by side below their titles, and which on lines of their own.

    Attributes
    ----------
    lines : tuple of tuple of int
        The columns of a row, line by line; one that is left out is in none.
    padding : int
        Pixels left and right of a text.
    widths : dict of int to int
        How wide the columns are that stand below their titles, padding included.
    told : int
        How many columns share a line where each stands behind its title, for want of room below it; else 0.
    """

    lines: Lines
    padding: int
    widths: dict[int, int]
    told: int = 0

    @property
    def titled(self) -> tuple[int, ...]:
        """The columns below their titles."""
        return () if self.told else tuple(self.widths)


@dataclass(frozen=True)
class Wanted:
    """The widths of columns, in pixels without padding, one a column.

    Attributes
    ----------
    whole : sequence of int
        Of texts and title in one line each.
    texts : sequence of int
        Of texts in one line, below a title of two.
    words : callable
        Returns the least width of a column whose texts wrap, below a title of two lines.
    told : callable
        Returns the width of the widest text behind its title.
    numeric : sequence of bool
        Which columns hold numbers.
    sign : bool
        Whether the last column holds but signs, and can be left out.
    """

    whole: Sequence[int]
    texts: Sequence[int]
    words: Callable[[int], int]
    told: Callable[[], int]
    numeric: Sequence[bool]
    sign: bool = False

    def least(self, column: int) -> int:
        """Return how narrow a column may be; a last text is to have more than a word in each line."""
        if column < len(self.texts) - 1 or self.numeric[column] or self.sign:
            return self.words(column)
        return min(self.texts[column], max(LEAST_LAST, self.words(column)))


def arranged(wanted: Wanted, room: int) -> Arrangement:
    """Return the first arrangement that has room: titles wrap first, then columns stand closer, and then texts wrap.

    Examples
    --------
    >>> texts, words = (100, 40, 40, 10), (50, 40, 40, 10)
    >>> wanted = Wanted((100, 60, 60, 10), texts, words.__getitem__, lambda: 80, (False, True, True, False), sign=True)
    >>> for room in 298, 260, 230, 178, 160, 110, 90:
    ...     found = arranged(wanted, room)
    ...     print(found.lines, found.padding, [*found.widths.values()])
    ((0, 1, 2, 3),) 8 [117, 77, 77, 27]
    ((0, 1, 2, 3),) 8 [117, 58, 58, 27]
    ((0, 1, 2, 3),) 4 [109, 51, 51, 19]
    ((0, 1, 2, 3),) 4 [61, 49, 49, 19]
    ((0, 1, 2),) 4 [61, 49, 49]
    ((0,), (1, 2)) 4 [54, 54]
    ((0,), (1,), (2,)) 4 [87]
    """
    for lines, padding, wraps in _tried(wanted.numeric, wanted.sign):
        beside = max(lines, key=len)
        around, own = 2 * padding + 1, room - len(wanted.whole) + len(beside)  # the others have a pixel each
        for most, least in _levels(wanted, beside, wraps=wraps):
            needed = [width + around for width in least]
            if sum(needed) <= own:
                widths = _shared([width + around for width in most], needed, own)
                return Arrangement(lines, padding, _filled(beside, widths, own, lines))
    every = range(len(wanted.whole) - wanted.sign)
    side = max(1, room // (wanted.told() + 2 * CLOSE))
    side -= side % 2 if wanted.sign and side > 1 else 0  # what A has stands beside what B has
    others = tuple(tuple(every[k : k + side]) for k in range(1, len(every), side))
    return Arrangement(((0,), *others), CLOSE, {0: max(1, room - len(wanted.whole) + 1)}, told=side)


def _tried(numeric: Sequence[bool], sign: bool) -> Iterator[tuple[Lines, int, bool]]:
    """Say what gives way, one thing after another: the lines, what is beside a text, and whether texts wrap."""
    every = tuple(range(len(numeric)))
    if len(every) > 1 and not numeric[-1] and not sign:
        yield (every,), LOOSE, True
        below: Lines = every[:-1], every[-1:]
        yield below, LOOSE, True
        yield below, CLOSE, True
        yield (every[:1], every[1:-1], every[-1:]) if len(every) > 3 else below, CLOSE, True
        return
    yield (every,), LOOSE, False
    yield (every,), CLOSE, True
    every = every[:-1] if sign else every
    yield (every,), CLOSE, True
    yield (every[:1], every[1:]) if len(every) > 2 else (every,), CLOSE, True


def _levels(wanted: Wanted, beside: Sequence[int], *, wraps: bool) -> Iterator[tuple[list[int], list[int]]]:
    """Return the most and the least that columns get: as titles wrap, and as texts do."""
    whole, texts = ([widths[column] for column in beside] for widths in (wanted.whole, wanted.texts))
    yield whole, texts
    if wraps:
        yield texts, [wanted.least(column) for column in beside]


def _shared(wanted: Sequence[int], needed: Sequence[int], room: int) -> list[int]:
    """Give each column what it wants up to one level for all, and no less than it needs.

    Examples
    --------
    >>> _shared([100, 40, 300], [50, 40, 120], 260)
    [100, 40, 120]
    >>> _shared([100, 40, 300], [50, 40, 120], 230)
    [70, 40, 120]
    """

    def widths(level: int) -> list[int]:
        return [max(least, min(most, level)) for most, least in zip(wanted, needed, strict=True)]

    return widths(bisect_right(range(max(wanted) + 1), room, key=lambda level: sum(widths(level))) - 1)


def _filled(beside: Sequence[int], widths: Sequence[int], room: int, lines: Lines) -> dict[int, int]:
    """Return each column's width, the rest with the last one; with the first, above a text below them."""
    found, is_above = dict(zip(beside, widths, strict=True)), lines[-1] != beside
    found[beside[0] if is_above else beside[-1]] += room - sum(widths)
    return found
