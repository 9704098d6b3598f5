"""Set a short table of texts: columns as wide as they need, long ones wrapped, verdicts as signs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from peviewer.base.sharing import share_length
from peviewer.base.words import in_unit, number
from peviewer.figures.grammar import Listing
from peviewer.paper.marks.canvas import LINE, Align, Canvas, TableArea
from peviewer.paper.style import Sizes
from peviewer.paper.text import fits, kept_together, width, wrapped

# Type that is tried, in sizes of numbers at axes; the first ones on slides with nothing but tables.
ALONE, SIZES = (1.5, 1.35, 1.2), (1.15, 1.1, 1.05, 1.0, 0.95, 0.9, 0.85, 0.8, 0.75)
# In sizes of type: the space between columns, the column of signs, the least space between rows and the usual, and for
# rounding.
GAP, SIGN, LEAD, USUAL_LEAD, SLACK = 1.6, 1.7, 0.2, 0.45, 0.05
# The most space between rows that are spread to fill the panel, and to fill a slide with nothing
# but tables.
LOOSE_LEAD, LOOSEST_LEAD = 1.1, 2.2
# A table of at most so many rows is shown whole if possible; a longer one needs room for so many.
SHORT, FEW = 8, 3
# Where the smallest type shows less than this share of the rows, in print or on a slide, they are
# set in larger type.
IN_PRINT, ON_SLIDES = 0.25, 0.75
FEWEST_COLUMNS = 2
ALIGNED: dict[bool, Align] = {False: "left", True: "right"}  # columns, by whether they hold numbers


@dataclass(frozen=True)
class Plan:
    """A table in type of a size, for a width in points, some columns left `out`; other lengths are in sizes of type."""

    mark: Listing
    width: float
    size: float
    out: int = 0

    @property
    def room(self) -> float:
        return self.width / self.size

    @property
    def signs(self) -> float:
        return SIGN if any(verdict is not None for verdict in self.mark.verdicts) else 0.0

    @cached_property
    def columns(self) -> list[tuple[str, ...]]:
        """The texts column by column, the header first."""
        return list(zip(self.mark.columns, *self.mark.rows, strict=True))

    @cached_property
    def widths(self) -> list[float]:
        # Hinting makes letters on the screen slightly wider than measured.
        wanted = [1.02 * max(map(width, texts)) for texts in self.columns]
        room = self.room - self.signs - GAP * (len(wanted) - 1)
        return share_length(room, [1.0] * len(wanted), maxima=dict(enumerate(wanted)))

    @cached_property
    def lines(self) -> list[tuple[list[str], ...]]:
        """The lines of every cell, row by row, the header first."""
        columns = zip(self.columns, self.widths, strict=True)
        return list(
            zip(*([wrapped(text, wide) for text in texts] for texts, wide in columns), strict=True)
        )

    @cached_property
    def counts(self) -> list[int]:
        """How many lines each row has, the header first."""
        return [max(map(len, row)) for row in self.lines]

    @cached_property
    def breaks_words(self) -> bool:
        """Whether a word, a number or a range has to be broken."""
        pieces = zip(self.columns, self.widths, strict=True)
        return any(
            not fits(word, wide)
            for texts, wide in pieces
            for text in texts
            for word in kept_together(text)
        )

    @property
    def counts_rows(self) -> bool:
        """Whether a line below counts omitted rows, even if all rows have room."""
        return bool(self.mark.total or self.out)

    @property
    def below(self) -> float:
        """The height of that line."""
        return LINE + LEAD if self.counts_rows else 0.0

    def height(self, rows: Sequence[int]) -> float:
        """Return the height of the header and some rows."""
        return sum(self.counts[row] * LINE + LEAD for row in (0, *(row + 1 for row in rows)))

    @property
    def whole_height(self) -> float:
        """The height of all rows, with the line below them."""
        return self.height(range(len(self.mark.rows))) + self.below

    def is_whole(self, room: float) -> bool:
        """Whether all rows fit into a height, and no word is broken."""
        return self.whole_height <= room + SLACK and not self.breaks_words

    def fitting(self, room: float) -> list[int]:
        """Return the rows that fit into a height, with a line that counts them.

        Failed ones are kept first.
        """
        every = range(len(self.mark.rows))
        if self.whole_height <= room + SLACK:
            return list(every)
        verdicts = dict(enumerate(self.mark.verdicts))
        left, chosen = room - self.height(()) - LINE - LEAD, []
        for row in sorted(every, key=lambda row: verdicts.get(row) is not False):
            left -= self.counts[row + 1] * LINE + LEAD
            if left < -SLACK:
                break
            chosen.append(row)
        return sorted(chosen)


def _narrowed_to_fit(mark: Listing, width: float, size: float) -> Plan:
    """Return a table in type of a size without its signs, or its last columns, if words do not fit.

    The columns of A and B are removed together; signs are not counted.
    """
    plan, count = Plan(mark, width, size), len(mark.columns)
    while plan.breaks_words:
        last, before = mark.columns[count - 1], mark.columns[count - 2]
        count -= 2 if last[:1] == "B" and before == f"A{last[1:]}" else 1
        if count < FEWEST_COLUMNS:
            break
        plan = Plan(mark.narrowed(count), width, size, len(mark.columns) - mark.sign - count)
    return plan


def _plans(mark: Listing, width: float, sizes: Sizes, *, alone: bool = False) -> list[Plan]:
    """Return a table so many points wide in the sizes of type that are tried, the largest first.

    Larger type that breaks more lines of a short table is no gain.
    """
    least = _narrowed_to_fit(mark, width, sizes.least)
    tried = [replace(least, size=share * sizes.tick) for share in (*ALONE * alone, *SIZES)]
    fewest, long = sum(least.counts), sizes.tick if len(mark.rows) > SHORT else 0.0
    larger = [plan for plan in tried if plan.size > sizes.least]
    return [
        *(plan for plan in larger if mark.spare or plan.size <= long or sum(plan.counts) <= fewest),
        least,
    ]


def heights_wanted(mark: Listing, width: float, sizes: Sizes) -> Iterator[float]:
    """Yield the height of a table, in points, in the type of axes and in ever smaller type."""
    for plan in _plans(mark, width, sizes):
        if plan.size <= sizes.tick:
            yield plan.size * (
                plan.whole_height + (USUAL_LEAD - LEAD) * (len(plan.mark.rows) + 1) + SLACK
            )


def is_legible(mark: Listing, width: float, height: float, sizes: Sizes) -> bool:
    """Whether a short table is whole where it has so many points of room, and a long one has a few of its rows."""
    plan, rows = _narrowed_to_fit(mark, width, sizes.least), len(mark.rows)
    return (
        len(plan.fitting(height / plan.size)) >= (rows if rows <= SHORT else FEW)
        and not plan.breaks_words
    )


def is_complete(mark: Listing, width: float, height: float, size: float) -> bool:
    """Whether a whole table fits in type of that size, each row on one line; all in points."""
    plan = Plan(mark, width, size)
    return plan.is_whole(height / size) and set(plan.counts) == {1}


def listing(mark: Listing, canvas: Canvas) -> None:
    """Paint a table of texts in the largest type that shows it all, or as many rows as fit."""
    plan = planned(mark, canvas)
    plan = replace(plan, size=canvas.table_size or plan.size)
    _paint(
        plan, TableArea.of(canvas), plan.size, LOOSE_LEAD if _is_beside(canvas) else LOOSEST_LEAD
    )


def table_size(canvases: Sequence[Canvas]) -> float:
    """Return the type in which all tables of a page are set, that of the smallest.

    0 without any.
    """
    marks = [
        (mark, canvas)
        for canvas in canvases
        if canvas.axes.get_visible()
        for mark in canvas.panel.marks
    ]
    return min(
        (planned(mark, canvas).size for mark, canvas in marks if isinstance(mark, Listing)),
        default=0.0,
    )


def planned(mark: Listing, canvas: Canvas) -> Plan:
    """Return a table as it is set on a panel: whole in the largest type that has room, else without its spare column.

    If rows have to be left out even so, it is in the smallest type, or if that leaves out many, in
    that of axes.
    """
    area, sizes = TableArea.of(canvas), canvas.style.sizes
    plans = _plans(mark, area.width, sizes, alone=not _is_beside(canvas))
    for plan in plans:
        if plan.is_whole(area.height / plan.size):
            return plan
    if plans[-1].mark.spare:
        return planned(mark.without(mark.spare), canvas)
    rows = [
        0 if plan.breaks_words else len(plan.fitting(area.height / plan.size)) for plan in plans
    ]
    if len(mark.rows) > SHORT and rows[-1] < len(mark.rows) * (
        IN_PRINT if canvas.style.printed else ON_SLIDES
    ):
        few = (
            plan
            for plan, count in zip(plans, rows, strict=True)
            if plan.size <= sizes.tick and count >= FEW
        )
        return next(few, plans[-1])
    return plans[-1]


def _is_beside(canvas: Canvas) -> bool:
    """Whether the type of a table is that of the words of axes: beside these, below its own title and in print."""
    has_axes = any(axes.spines["left"].get_visible() for axes in canvas.axes.figure.axes)
    return bool(canvas.panel.title) or has_axes or canvas.style.printed


def _paint(plan: Plan, area: TableArea, size: float, loose: float) -> None:
    room, palette = area.height / size, area.style.palette
    rows = plan.fitting(room)
    if not rows:
        return area.write(
            f"… {plan.mark.total or _counted(plan)}", 0, LINE * size / 2, size, palette.secondary
        )
    missing = plan.counts_rows or len(rows) < len(plan.mark.rows)
    spare = (room - plan.height(rows) - (LINE + LEAD) * missing) / (len(rows) + 1 + missing)
    lead = min(USUAL_LEAD if missing else loose, LEAD + spare)
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
        area.write(
            _count_line(plan, rows),
            starts[0] * size,
            (top + (LINE + lead) / 2) * size,
            size,
            palette.secondary,
        )
        top += LINE + lead
    area.rule(top * size, length * size)


def _count_line(plan: Plan, rows: Sequence[int]) -> str:
    parts = []
    if plan.mark.total or len(rows) < len(plan.mark.rows):
        first = rows[-1] == len(rows) - 1
        parts.append(
            plan.mark.count_text(len(rows)) if first else f"{number(len(rows))} of {_counted(plan)}"
        )
    if plan.out:
        count = len(plan.mark.columns)
        parts.append(f"{'' if parts else 'the first '}{count} of {count + plan.out} columns")
    line = f"… {', '.join(parts)}"
    return line if fits(line, plan.room) else line.replace("the first ", "")


def _counted(plan: Plan) -> str:
    return in_unit(number(len(plan.mark.rows)), "rows")


def _row(
    plan: Plan, area: TableArea, size: float, place: tuple[int, float, str], starts: Sequence[float]
) -> None:
    """Write one row, its first line at a height, in a colour."""
    row, first, color = place
    for start, wide, right, lines in zip(
        starts, plan.widths, plan.mark.numeric, plan.lines[row], strict=True
    ):
        x, align = start + wide * right, ALIGNED[right]
        for k, line in enumerate(lines):
            area.write(line, x * size, (first + k * LINE) * size, size, color, align=align)


def _spread(plan: Plan) -> tuple[list[float], float]:
    """Return the starts of the columns, spread over the room, and the end of the last one."""
    count = len(plan.widths)
    spare = plan.room - plan.signs - sum(plan.widths)
    gap = spare / (count - 1) if count > 1 else 0.0
    starts = [plan.signs + sum(plan.widths[:k]) + k * gap for k in range(count)]
    return starts, starts[-1] + plan.widths[-1]
