"""Set a short table of texts: columns as wide as they need, long ones wrapped, verdicts as signs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from peviewer.base.words import in_unit, whole
from peviewer.paper.marks.canvas import LINE, TableArea
from peviewer.paper.text import fits, fitted_widths, kept_together, widest, wrapped_column

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from peviewer.figures.grammar import Listing
    from peviewer.paper.marks.canvas import Canvas
    from peviewer.paper.style import Sizes

# The largest type and the smallest that is chosen to show all rows, in sizes of numbers at axes.
SIZES = np.linspace(1.15, 0.75, 9)
# Larger ones, of slides with nothing but tables.
ALONE = np.linspace(1.4, 1.15, 3, endpoint=False)
# Where even small type shows less than this share of rows, in print or on a slide, the type is WELL; smaller only where
# fewer than FEW rows would be shown.
WELL, IN_PRINT, ON_SLIDES, FEW = 1.0, 0.25, 0.75, 3
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
# The most space between rows that are spread to fill the panel.
LOOSE_LEAD = 1.1


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


def listing(mark: Listing, canvas: Canvas) -> None:
    """Paint a table of texts in the largest type that shows it all, or as many rows as fit."""
    area = TableArea.of(canvas)
    plan = _chosen(mark, area, canvas)
    _paint(plan, area, area.width / plan.room)


def omitted_column(mark: Listing, canvas: Canvas) -> str:
    """Return the spare column that a table hides so that its rows fit; empty if none."""
    if not mark.spare or mark.spare not in mark.columns:
        return ""
    return "" if mark.spare in _chosen(mark, TableArea.of(canvas), canvas).mark.columns else mark.spare


def _chosen(mark: Listing, area: TableArea, canvas: Canvas) -> Plan:
    """Return the columns of a table that have room, and the room in sizes of its type."""
    least = canvas.style.sizes.least
    # Beside axes, below its own title and in print, its type is that of their words.
    beside = canvas.panel.title or any(axes.spines["left"].get_visible() for axes in canvas.axes.figure.axes)
    beside = beside or canvas.style.printed
    larger = () if beside else ALONE.tolist()
    fewer, out = narrowed_to_fit(mark, area.width / least)
    size = _size(fewer, area, larger, out)
    if fewer.spare and len(Plan(fewer, area.width / size, out).fitting(area.height / size)) < len(mark.rows):
        fewer, out = narrowed_to_fit(mark.without(mark.spare), area.width / least)
        size = _size(fewer, area, larger, out)
    return Plan(fewer, area.width / size, out)


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
    return found, len(mark.columns) - mark.sign - len(found.columns) + found.sign


def heights_wanted(mark: Listing, width: float, sizes: Sizes) -> Iterator[float]:
    """Yield the height of a table, in points, in the type of axes and in ever smaller type."""
    mark, out = narrowed_to_fit(mark, width / sizes.least)
    smallest, fewest = sizes.least, _fewest_lines(mark, width, sizes)
    for size in np.linspace(sizes.tick, smallest, 8).tolist():
        plan = Plan(mark, width / size, out)
        if sum(plan.counts) > fewest:
            continue
        yield size * (plan.height(range(len(mark.rows))) + plan.below + SLACK)
    plan = Plan(mark, width / smallest, out)
    yield smallest * (plan.height(range(len(mark.rows)), TIGHT) + plan.below + SLACK)


def _fewest_lines(mark: Listing, width: float, sizes: Sizes) -> int | float:
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


def _size(mark: Listing, area: TableArea, larger: Sequence[float], out: int) -> float:
    """Return the size of type, in points; a `larger` one, by those of axes, where no line has to be broken."""
    sizes, total = area.style.sizes, len(mark.rows)
    unit = sizes.tick

    @cache
    def plan(size: float) -> Plan:
        return Plan(mark, area.width / size, out)

    def rows(size: float) -> int:
        return len(plan(size).fitting(area.height / size))

    every, fewest = [max(sizes.least, float(share) * unit) for share in SIZES], _fewest_lines(mark, area.width, sizes)
    unbroken = [size for share in larger if sum(plan(size := share * unit).counts) == total + 1]
    tried = [size for size in every if sum(plan(size).counts) <= fewest] or every
    smallest = tried[-1]
    # Where rows are left out even in small type, the others are set in larger type.
    if rows(smallest) < total * (IN_PRINT if area.style.printed else ON_SLIDES):
        fair = [size for size in every if smallest < size < WELL * unit]
        every = [WELL * unit, *fair, *np.linspace(smallest, sizes.least, 4).tolist()]
        shown = [size for size in every if rows(size) >= min(total, FEW)] or [sizes.least]
        return next((size for size in shown if not plan(size).breaks_words), shown[0])
    smaller = np.linspace(smallest, sizes.least, 4).tolist()
    complete = (*unbroken, *tried, *(smaller if total <= SHORT and not mark.spare else ()))
    some = (size for size in smaller if not plan(size).breaks_words)
    whole = (size for size in complete if rows(size) == total and not plan(size).breaks_words)
    return next(whole, next(some, smallest))


def _paint(plan: Plan, area: TableArea, size: float) -> None:
    room, palette = area.height / size, area.style.palette
    rows = plan.fitting(room)
    if not rows:
        return area.write(f"… {plan.mark.total or _counted(plan)}", 0, LINE * size / 2, size, palette.secondary)
    missing = plan.counts_rows or len(rows) < len(plan.mark.rows)
    spare = (room - plan.height(rows) - (LINE + LEAD) * missing) / (len(rows) + 1 + missing)
    lead = min(LEAD if missing else LOOSE_LEAD, LEAD + spare)
    starts, length = _spread(plan)
    verdicts = dict(enumerate(plan.mark.verdicts))
    area.rule(0, length * size)
    _row(plan, area, size, (0, (LINE + lead) / 2, palette.secondary), starts)
    top = plan.counts[0] * LINE + lead
    area.rule(top * size, length * size)
    for row in rows:
        first = top + (LINE + lead) / 2
        if (verdict := verdicts.get(row)) is not None:
            area.sign(verdict, 0, first * size, size)
        _row(plan, area, size, (row + 1, first, palette.text), starts)
        top += plan.counts[row + 1] * LINE + lead
    if missing:
        area.write(_count_line(plan, rows), starts[0] * size, (top + (LINE + lead) / 2) * size, size, palette.secondary)
        top += LINE + lead
    area.rule(top * size, length * size)


def _count_line(plan: Plan, rows: Sequence[int]) -> str:
    """Return the line that counts the rows and columns shown."""
    parts = []
    if plan.mark.total or len(rows) < len(plan.mark.rows):
        first = rows[-1] == len(rows) - 1
        parts.append(plan.mark.count_text(len(rows)) if first else f"{whole(len(rows))} of {_counted(plan)}")
    if plan.out:
        count = len(plan.mark.columns)
        parts.append(f"{'' if parts else 'the first '}{count} of {count + plan.out} columns")
    line = f"… {', '.join(parts)}"
    return line if fits(line, plan.room) else line.replace("the first ", "")


def _counted(plan: Plan) -> str:
    return in_unit(whole(len(plan.mark.rows)), "rows")


def _row(plan: Plan, area: TableArea, size: float, place: tuple[int, float, str], starts: Sequence[float]) -> None:
    """Write one row, its first line at a height, in a colour."""
    row, first, color = place
    for start, wide, right, lines in zip(starts, plan.widths, plan.mark.numeric, plan.lines[row], strict=True):
        x, align = _edge(start, wide, right)
        for k, line in enumerate(lines):
            area.write(line, x * size, (first + k * LINE) * size, size, color, align=align)


def _spread(plan: Plan) -> tuple[list[float], float]:
    """Return where each column starts, as far apart as there is room, and where the last one ends."""
    count = len(plan.widths)
    spare = plan.room - plan.signs - sum(plan.widths)
    gap = spare / (count - 1) if count > 1 else 0.0
    starts = [plan.signs + sum(plan.widths[:k]) + k * gap for k in range(count)]
    return starts, starts[-1] + plan.widths[-1]


def _edge(start: float, wide: float, right: bool) -> tuple[float, Literal["left", "right"]]:
    return (start + wide, "right") if right else (start, "left")
