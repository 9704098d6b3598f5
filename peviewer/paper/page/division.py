"""Divide the space of a Figure among its rows and columns of panels, some of which are drawn to scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from peviewer.figures.fitting import share_room, width_shares
from peviewer.figures.grammar import Listing, Note, Numbers, Panel
from peviewer.paper.marks.catalog import NOTE_LEADING, note_lines
from peviewer.paper.marks.listing import heights_wanted
from peviewer.paper.marks.numbers import height_at_most
from peviewer.paper.page.panels import Block, Sides, Spacing

Columns = list[tuple[float, float]]
MOST = 0.7  # of the height that a table may take below other panels


class Divided(NamedTuple):
    """The columns' edges and the rows' heights of a block, and the height there is for all rows, in pixels."""

    columns: list[Columns]
    heights: list[float]
    room: float


def divide(block: Block, rim: Sides, spacing: Spacing, *, alone: bool) -> Divided:
    """Divide the space of a Figure, `alone` on its page or one of several, inside its `rim`."""
    frame, borders = block.frame, block.borders
    between = sum(max(b.top for b in row) for row in borders[1:]) + sum(
        max(b.bottom for b in row) for row in borders[:-1]
    )
    room = frame.top - rim.top - frame.bottom - rim.bottom - between - spacing.gutter * (len(block.grid) - 1)
    left, right = frame.left + rim.left, frame.right - rim.right
    columns = [_columns(block, k, left, right, spacing) for k in range(len(block.grid))]
    return Divided(columns, _heights(block, room, columns, spacing, alone=alone), room)


def _columns(block: Block, k: int, left: float, right: float, spacing: Spacing) -> Columns:
    """Return the data edges of a row's panels; rows of as many panels have the same gaps."""
    panels = [area.panel for area in block.grid[k]]
    count, spans = len(panels), width_shares(panels)
    alike = [row for row in block.borders if len(row) == count]
    apart = spacing.sizes.axis * spacing.point if any(area.panel.fact for area in block.areas) else 0.0
    gaps = [max(apart, spacing.gutter + max(row[c].right + row[c + 1].left for row in alike)) for c in range(count - 1)]
    unit = (right - left - sum(gaps)) / sum(spans)
    starts = [left + unit * sum(spans[:c]) + sum(gaps[:c]) for c in range(count)]
    return [(start, start + unit * span) for start, span in zip(starts, spans, strict=True)]


def _heights(block: Block, room: float, columns: list[Columns], spacing: Spacing, *, alone: bool) -> list[float]:
    """Divide the height among rows by their shares; a table beside other rows takes what it needs."""
    shares, sizes, point = (
        [room * share / sum(block.figure.heights) for share in block.figure.heights],
        spacing.sizes,
        spacing.point,
    )
    fixed, most = dict[int, float](), dict[int, float]()
    for k, row in enumerate(block.grid if len(shares) > 1 else ()):
        panel, wide = row[0].panel, (columns[k][0][1] - columns[k][0][0]) / point
        mark = panel.marks[0] if len(row) == 1 and panel.marks else None
        if isinstance(mark, Note):
            lines = len(note_lines(mark, wide / sizes.axis)) + 0.5
            fixed[k] = lines * NOTE_LEADING * sizes.axis * point
        elif isinstance(mark, Numbers):  # a table of a few numbers, at their largest
            most[k] = height_at_most(panel, sizes) * point
        elif isinstance(mark, Listing):
            heights = (high * point for high in heights_wanted(mark, wide, sizes))
            fixed[k] = next((high for high in heights if high <= max(shares[k], MOST * room)), shares[k])
    if len(fixed) == len(shares) and sum(fixed.values()) < room:
        return [high * room / sum(fixed.values()) for high in fixed.values()]  # rows of tables are spread
    others = [k for k in range(len(shares)) if k not in fixed]
    for k in others:
        if (tall := _filling_height([area.panel for area in block.grid[k]], columns[k], alone=alone)) is not None:
            most[k] = tall
    caps = {others.index(k): high for k, high in most.items()}
    free = share_room(room - sum(fixed.values()), [shares[k] for k in others], caps)
    heights_of = fixed | dict(zip(others, free, strict=True))
    return [heights_of[k] for k in range(len(shares))]


def _filling_height(row: Sequence[Panel], columns: Columns, *, alone: bool) -> float | None:
    """Return the height that a row drawn to scale fills, or one of square cells in a Figure `alone`; None of others."""
    wide = [(x1 - x0) / panel.x.extent for panel, (x0, x1) in zip(row, columns, strict=True)]
    if all(panel.square for panel in row):
        return min(wide) * max(panel.y.extent for panel in row)
    if alone and all(panel.square_cells for panel in row):
        # Beside other Figures such rows stay at the top of their share, on one line with the others.
        return max(unit * panel.y.extent for unit, panel in zip(wide, row, strict=True))
    return None
