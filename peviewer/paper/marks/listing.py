"""Set a short table of texts: columns as wide as they need, long ones wrapped, verdicts as signs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from peviewer.paper.marks.table_area import LINE, TableArea
from peviewer.paper.typography.measure import shared_out, width, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.figures.grammar import Listing
    from peviewer.paper.marks.canvas import Canvas

# The largest type and the smallest that can be read, in sizes of axis titles.
SIZES = np.linspace(1.15, 0.66, 15)
# The size where but one row in so many is shown; and those for a panel with hardly any room for a few rows.
WELL, MOST, TOO_SMALL, FEW = 0.9, 4, (0.6, 0.5, 0.4, 0.3), 2
# In sizes of type: the space between columns, the column of signs, the space between rows.
GAP, SIGN, LEAD = 1.6, 1.7, 0.45
# How far rows and columns may be spread to fill the panel.
LOOSE_LEAD, LOOSE_GAP = 1.1, 3.2


@dataclass(frozen=True)
class Plan:
    """A table broken into lines for a given width; lengths are in sizes of type."""

    mark: Listing
    room: float

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
        # Hinting may make letters on the screen a hair wider than measured.
        wanted = [1.02 * max(map(width, texts)) for texts in self.columns]
        return shared_out(wanted, self.room - self.signs - GAP * (len(wanted) - 1))

    @cached_property
    def lines(self) -> list[list[list[str]]]:
        """The lines of every cell, row by row, the header first."""
        rows = (self.mark.columns, *self.mark.rows)
        return [[wrapped(text, wide) for text, wide in zip(row, self.widths, strict=True)] for row in rows]

    @cached_property
    def counts(self) -> list[int]:
        """How many lines each row has, the header first."""
        return [max(map(len, row)) for row in self.lines]

    def height(self, rows: Sequence[int], lead: float = LEAD) -> float:
        """Return the height of the header and some rows."""
        return sum(self.counts[row] * LINE + lead for row in (0, *(row + 1 for row in rows)))

    def fitting(self, room: float) -> list[int]:
        """Return the rows that fit into a height, with a line for the others; what fails goes first."""
        every = range(len(self.mark.rows))
        if self.height(every) <= room:
            return list(every)
        verdicts = dict(enumerate(self.mark.verdicts))
        left, chosen = room - self.height(()) - LINE - LEAD, []
        for row in sorted(every, key=lambda row: verdicts.get(row) is not False):
            needed = self.counts[row + 1] * LINE + LEAD
            if needed <= left:
                left -= needed
                chosen.append(row)
        return sorted(chosen)


def listing(mark: Listing, canvas: Canvas) -> None:
    """Paint a table of texts in the largest type that shows it all, or as many rows as fit."""
    area = TableArea.of(canvas)
    share = _share(mark, area, canvas.style.sizes.axis)
    size = share * canvas.style.sizes.axis
    _paint(Plan(mark, area.width / size), area, size)


def _share(mark: Listing, area: TableArea, unit: float) -> float:
    """Return the size of type, in sizes of axis titles."""
    total = len(mark.rows)

    def rows(share: float) -> int:
        return len(Plan(mark, area.width / (share * unit)).fitting(area.height / (share * unit)))

    smallest = float(SIZES[-1])
    # Where nearly all rows are left out even in small type, those that are shown are shown well.
    if MOST * rows(smallest) < total:
        few = min(total, FEW)
        return next((share for share in (WELL, smallest, *TOO_SMALL) if rows(share) >= few), TOO_SMALL[-1])
    return next((float(share) for share in SIZES if rows(float(share)) == total), smallest)


def _paint(plan: Plan, area: TableArea, size: float) -> None:
    room, palette = area.height / size, area.style.palette
    rows = plan.fitting(room)
    missing = len(plan.mark.rows) - len(rows)
    spare = 0.0 if missing else (room - plan.height(rows)) / (len(rows) + 1)
    lead = min(LOOSE_LEAD, LEAD + spare)
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
        area.write(f"… {missing} more", starts[0] * size, (top + (LINE + lead) / 2) * size, size, palette.secondary)
        top += LINE + lead
    area.rule(top * size, length * size)


def _row(plan: Plan, area: TableArea, size: float, place: tuple[int, float, str], starts: Sequence[float]) -> None:
    """Write one row, its first line at a height, in a colour."""
    row, first, color = place
    for start, wide, right, lines in zip(starts, plan.widths, plan.mark.numeric, plan.lines[row], strict=True):
        x, align = _edge(start, wide, right)
        for k, line in enumerate(lines):
            area.write(line, x * size, (first + k * LINE) * size, size, color, align=align)


def _spread(plan: Plan) -> tuple[list[float], float]:
    """Return where each column starts, loosely where there is room, and where the last one ends."""
    count = len(plan.widths)
    spare = plan.room - plan.signs - sum(plan.widths)
    gap = min(LOOSE_GAP, spare / (count - 1)) if count > 1 else 0.0
    starts = [plan.signs + sum(plan.widths[:k]) + k * gap for k in range(count)]
    return starts, starts[-1] + plan.widths[-1]


def _edge(start: float, wide: float, right: bool) -> tuple[float, Literal["left", "right"]]:
    return (start + wide, "right") if right else (start, "left")
