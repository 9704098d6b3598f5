"""Set a short table of texts: columns as wide as they need, long ones wrapped, verdicts as signs."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from peviewer.base.words import in_unit, whole
from peviewer.figures.grammar import Listing
from peviewer.paper.marks.canvas import LINE, TableArea, TableLook
from peviewer.paper.marks.table_lines import (
    FEW,
    LEAD,
    SHORT,
    SIZES,
    Plan,
    columns_out,
    fewest_lines,
    narrowed_to_fit,
)
from peviewer.paper.text import fits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.paper.marks.canvas import Canvas

# Larger ones, of slides with nothing but tables: nearly as large as a title.
ALONE = np.linspace(1.5, 1.15, 7, endpoint=False)
# Where even small type shows less than this share of rows, in print or on a slide, the type is WELL; smaller only where
# fewer than FEW rows would be shown.
WELL, IN_PRINT, ON_SLIDES = 1.0, 0.25, 0.75
# The most space between rows that are spread to fill the panel, and to fill a slide with nothing but tables.
LOOSE_LEAD, LOOSEST_LEAD = 1.1, 2.2


def listing(mark: Listing, canvas: Canvas) -> None:
    """Paint a table of texts in the largest type that shows it all, or as many rows as fit."""
    area, look = TableArea.of(canvas), canvas.table or _look(mark, canvas)
    _paint(_plan(mark, area, look), area, look.size, LOOSE_LEAD if _is_beside(canvas) else LOOSEST_LEAD)


def table_looks(canvases: Sequence[Canvas]) -> list[TableLook | None]:
    """Return how the tables of a page look, None where a panel has none.

    All are set in the type of the smallest; of those of several values all show the same columns.
    """
    marks = [next((mark for mark in one.panel.marks if isinstance(mark, Listing)), None) for one in canvases]
    own = [
        (mark, _look(mark, one)) if mark is not None and one.axes.get_visible() else None
        for mark, one in zip(marks, canvases, strict=True)
    ]
    found = [table for table in own if table is not None]
    size = min((look.size for _, look in found), default=0.0)
    alike: dict[object, list[TableLook]] = defaultdict(list)
    for mark, look in found:
        alike[_kind(mark)].append(look)
    return [None if table is None else TableLook(size, _shared(table[0], alike[_kind(table[0])])) for table in own]


def _kind(mark: Listing) -> object:
    """Return what tables of several values have in common: where B is named by a value, headings are each one's own."""
    return (mark.spare, len(mark.columns)) if mark.spare else mark.columns


def _shared(mark: Listing, looks: Sequence[TableLook]) -> tuple[str, ...]:
    """Return the columns of a table that have room in all that are like it."""
    hides = any(mark.spare not in look.columns for look in looks)
    columns = mark.without(mark.spare).columns if hides else mark.columns
    return columns[: min(len(look.columns) for look in looks)]


def omitted_column(mark: Listing, canvas: Canvas) -> str:
    """Return the spare column that a table hides so that its rows fit; empty if none."""
    if not mark.spare or mark.spare not in mark.columns:
        return ""
    return "" if mark.spare in (canvas.table or _look(mark, canvas)).columns else mark.spare


def _look(mark: Listing, canvas: Canvas) -> TableLook:
    """Return the type of a table, and the columns that have room."""
    area, least = TableArea.of(canvas), canvas.style.sizes.least
    larger = () if _is_beside(canvas) else ALONE.tolist()
    fewer, out = narrowed_to_fit(mark, area.width / least)
    size = _size(fewer, area, larger, out)
    if fewer.spare and len(Plan(fewer, area.width / size, out).fitting(area.height / size)) < len(mark.rows):
        fewer, out = narrowed_to_fit(mark.without(mark.spare), area.width / least)
        size = _size(fewer, area, larger, out)
    return TableLook(size, fewer.columns)


def _is_beside(canvas: Canvas) -> bool:
    """Whether the type of a table is that of the words of axes: beside these, below its own title and in print."""
    has_axes = any(axes.spines["left"].get_visible() for axes in canvas.axes.figure.axes)
    return bool(canvas.panel.title) or has_axes or canvas.style.printed


def _plan(mark: Listing, area: TableArea, look: TableLook) -> Plan:
    """Break a table into lines that looks so."""
    whole_table = mark.without(mark.spare) if mark.spare not in look.columns else mark
    count = len(look.columns)
    shown = whole_table if count >= len(whole_table.columns) else whole_table.narrowed(count)
    return Plan(shown, area.width / look.size, columns_out(whole_table, shown))


def _size(mark: Listing, area: TableArea, larger: Sequence[float], out: int) -> float:
    """Return the size of type, in points; a `larger` one, by those of axes, where no line has to be broken."""
    sizes, total = area.style.sizes, len(mark.rows)
    unit = sizes.tick

    @cache
    def plan(size: float) -> Plan:
        return Plan(mark, area.width / size, out)

    def rows(size: float) -> int:
        return len(plan(size).fitting(area.height / size))

    every, fewest = [max(sizes.least, float(share) * unit) for share in SIZES], fewest_lines(mark, area.width, sizes)
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


def _paint(plan: Plan, area: TableArea, size: float, loose: float) -> None:
    room, palette = area.height / size, area.style.palette
    rows = plan.fitting(room)
    if not rows:
        return area.write(f"… {plan.mark.total or _counted(plan)}", 0, LINE * size / 2, size, palette.secondary)
    missing = plan.counts_rows or len(rows) < len(plan.mark.rows)
    spare = (room - plan.height(rows) - (LINE + LEAD) * missing) / (len(rows) + 1 + missing)
    lead = min(LEAD if missing else loose, LEAD + spare)
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
