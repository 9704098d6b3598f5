"""A short table of texts broken into lines: as wide as its columns need, and as high as its rows do."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from peviewer.paper.marks.canvas import LINE
from peviewer.paper.text import fits, fitted_widths, kept_together, widest, wrapped_column

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from peviewer.figures.grammar import Listing
    from peviewer.paper.style import Sizes

# The largest type and the smallest that is chosen to show all rows, in sizes of numbers at axes.
SIZES = np.linspace(1.15, 0.75, 9)
# A long table has room where so many of its rows have.
FEW = 3
# In sizes of type: the space between columns, the column of signs, the space between rows.
GAP, SIGN, LEAD = 1.6, 1.7, 0.45
# A table of no more rows is shown whole, in the smallest type if necessary.
SHORT = 8
# The fewest columns of a table that is too wide.
FEWEST_COLUMNS = 2
# For rounding of heights, in sizes of type.
SLACK = 0.05
# The space between rows where there is too little of it.
TIGHT = 0.2


@dataclass(frozen=True)
class Plan:
    """A table broken into lines for a given width, some columns left `out`; lengths are in sizes of type."""

    mark: Listing
    room: float
    out: int = 0

    @property
    def signs(self) -> float:
        """The width of the column of signs, if there is one."""
        return SIGN if any(verdict is not None for verdict in self.mark.verdicts) else 0.0

    @cached_property
    def columns(self) -> list[tuple[str, ...]]:
        """The texts column by column, the header first."""
        return list(zip(self.mark.columns, *self.mark.rows, strict=True))

    @cached_property
    def widths(self) -> list[float]:
        """The width of each column."""
        # Hinting makes letters on the screen slightly wider than measured.
        wanted = [1.02 * widest(texts) for texts in self.columns]
        return fitted_widths(wanted, self.room - self.signs - GAP * (len(wanted) - 1))

    @cached_property
    def lines(self) -> list[list[list[str]]]:
        """The lines of every cell, row by row, the header first."""
        columns = (wrapped_column(texts, wide) for texts, wide in zip(self.columns, self.widths, strict=True))
        return [list(row) for row in zip(*columns, strict=True)]

    @cached_property
    def counts(self) -> list[int]:
        """How many lines each row has, the header first."""
        return [max(map(len, row)) for row in self.lines]

    @cached_property
    def breaks_words(self) -> bool:
        """Whether a word, a number or a range has to be broken."""
        pieces = zip(self.columns, self.widths, strict=True)
        return any(not fits(word, wide) for texts, wide in pieces for text in texts for word in kept_together(text))

    @property
    def counts_rows(self) -> bool:
        """Whether a line below counts what is left out, even where all rows have room."""
        return bool(self.mark.total or self.out)

    @property
    def below(self) -> float:
        """The height of that line."""
        return LINE + LEAD if self.counts_rows else 0.0

    def height(self, rows: Sequence[int], lead: float = LEAD) -> float:
        """Return the height of the header and some rows."""
        return sum(self.counts[row] * LINE + lead for row in (0, *(row + 1 for row in rows)))

    def fitting(self, room: float) -> list[int]:
        """Return the rows that fit into a height, with a line that counts them; failed ones are kept first."""
        every = range(len(self.mark.rows))
        if self.height(every, TIGHT) + self.below <= room:
            return list(every)
        verdicts = dict(enumerate(self.mark.verdicts))
        left, chosen = room - self.height(()) - LINE - LEAD, []
        for row in sorted(every, key=lambda row: verdicts.get(row) is not False):
            needed = self.counts[row + 1] * LINE + LEAD
            if needed > left:
                break
            left -= needed
            chosen.append(row)
        return sorted(chosen)


def narrowed_to_fit(mark: Listing, room: float) -> tuple[Listing, int]:
    """Return a table without its signs, or its last columns, if words do not fit, and how many columns it lost.

    The columns of A and B are removed together; signs do not count.
    """
    count, found = len(mark.columns), mark
    while Plan(found, room).breaks_words:
        last, before = mark.columns[count - 1], mark.columns[count - 2]
        count -= 2 if last[:1] == "B" and before == f"A{last[1:]}" else 1
        if count < FEWEST_COLUMNS:
            break
        found = mark.narrowed(count)
    return found, columns_out(mark, found)


def columns_out(mark: Listing, found: Listing) -> int:
    """Return how many columns a table has lost; signs do not count."""
    return len(mark.columns) - mark.sign - len(found.columns) + found.sign


def heights_wanted(mark: Listing, width: float, sizes: Sizes) -> Iterator[float]:
    """Yield the height of a table, in points, in the type of axes and in ever smaller type."""
    mark, out = narrowed_to_fit(mark, width / sizes.least)
    smallest, fewest = sizes.least, fewest_lines(mark, width, sizes)
    for size in np.linspace(sizes.tick, smallest, 8).tolist():
        plan = Plan(mark, width / size, out)
        if sum(plan.counts) > fewest:
            continue
        yield size * (plan.height(range(len(mark.rows))) + plan.below + SLACK)
    plan = Plan(mark, width / smallest, out)
    yield smallest * (plan.height(range(len(mark.rows)), TIGHT) + plan.below + SLACK)


def fewest_lines(mark: Listing, width: float, sizes: Sizes) -> int | float:
    """Return how many lines a short table has in small type: larger type that breaks more of them is no gain.

    Longer tables, and those with a spare column, may break lines.
    """
    if len(mark.rows) > SHORT or mark.spare:
        return math.inf
    small = max(sizes.least, float(SIZES[-1]) * sizes.tick)
    return sum(Plan(mark, width / small).counts)


def is_legible(mark: Listing, width: float, height: float, sizes: Sizes) -> bool:
    """Whether a short table is whole where it has so many points of room, and a long one has a few of its rows."""
    rows, size = len(mark.rows), sizes.least
    fewer, out = narrowed_to_fit(mark, width / size)
    plan = Plan(fewer, width / size, out)
    return len(plan.fitting(height / size)) >= (rows if rows <= SHORT else FEW) and not plan.breaks_words


def is_complete(mark: Listing, width: float, height: float, size: float) -> bool:
    """Whether a whole table fits in type of that size, each row on one line; all in points."""
    plan = Plan(mark, width / size)
    return plan.height(range(len(mark.rows))) <= height / size and set(plan.counts) == {1} and not plan.breaks_words
