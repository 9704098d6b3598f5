"""Divide the space of a Figure among its rows and columns of panels, some of which are drawn to scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from peviewer.figures.fitting import share_room, shares_with_room, width_shares
from peviewer.figures.grammar import Listing, Note, Numbers, Panel, Words
from peviewer.paper.marks.catalog import NOTE_LEADING, note_lines
from peviewer.paper.marks.listing import heights_wanted
from peviewer.paper.marks.numbers import height_at_most
from peviewer.paper.page.panels import Block, Sides, Spacing
from peviewer.paper.text import width

Columns = list[tuple[float, float]]


def _filling_height(row: Sequence[Panel], columns: Columns, *, alone: bool) -> float | None:
    """Return the height that a row drawn to scale fills, or one of square cells in a Figure `alone`; None of others."""
    if all(panel.square for panel in row):
        return _unit(row, columns) * max(panel.y.extent for panel in row)
    if alone and all(panel.square_cells for panel in row):
        # Beside other Figures such rows stay at the top of their share, on one line with the others.
        return max((x1 - x0) * panel.y.extent / panel.x.extent for panel, (x0, x1) in zip(row, columns, strict=True))
    return None


def _with_room_for_words(row: Sequence[Panel], columns: Columns, tall: float, points: float) -> list[bool]:
    """Return which panels have room for the words beside their shapes, in type of so many pixels."""
    if not all(panel.square for panel in row):
        return [True] * len(row)
    unit = min(_unit(row, columns), *(tall / panel.y.extent for panel in row))
    return [all(_fits(mark, unit, points) for mark in panel.marks if isinstance(mark, Words)) for panel in row]


def _unit(row: Sequence[Panel], columns: Columns) -> float:
    return min((x1 - x0) / panel.x.extent for panel, (x0, x1) in zip(row, columns, strict=True) if x1 > x0)


def _fits(words: Words, unit: float, points: float) -> bool:
    return not words.room or max(width(text, points) for text in words.texts) <= words.room * unit


# The most of the height that a table may take below other panels.
MOST = 0.7


@dataclass(frozen=True)
class Divided:
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
    panels = [[area.panel for area in row] for row in block.grid]
    spans = [width_shares(row) for row in panels]
    point = spacing.point
    apart = spacing.sizes.axis * point if any(panel.fact for row in panels for panel in row) else 0.0
    for _ in ("all of them", "those that have room"):
        columns = [_columns(borders, *row, frame.left + rim.left, frame.right - rim.right, spacing, apart)
                   for row in zip(borders, spans, strict=True)]  # fmt: skip
        heights = _heights(block, room, columns, spacing, alone=alone)
        least = spacing.sizes.least * point
        have_room = [_with_room_for_words(*row, least) for row in zip(panels, columns, heights, strict=True)]
        spans = [shares_with_room(*row) for row in zip(spans, have_room, strict=True)]
    return Divided(columns, heights, room)


def _heights(block: Block, room: float, columns: list[Columns], spacing: Spacing, *, alone: bool) -> list[float]:
    """Divide the height among rows by their shares; a table beside other rows takes what it needs."""
    shares = [room * share / sum(block.heights) for share in block.heights]
    panels = [row[0].panel for row in block.grid]
    marks = [row[0].panel.marks[0] if len(row) == 1 and row[0].panel.marks else None for row in block.grid]
    tables: dict[int, float] = {}
    size = spacing.sizes.axis * spacing.point
    sentences = {
        k: (len(note_lines(mark, (columns[k][0][1] - columns[k][0][0]) / size)) + 0.5) * NOTE_LEADING * size
        for k, mark in enumerate(marks)
        if isinstance(mark, Note)
    }
    if len(shares) > 1:  # a table of a few numbers, at their largest
        full = {k: height_at_most(panels[k], spacing.sizes) * spacing.point
                for k, mark in enumerate(marks) if isinstance(mark, Numbers)}  # fmt: skip
        tables = sentences | {k: high for k, high in full.items() if high < shares[k]}
    scrolled = sum(tables.get(k, shares[k]) for k, mark in enumerate(marks) if isinstance(mark, Numbers))
    for k, mark in enumerate(marks):
        if isinstance(mark, Listing) and len(shares) > 1:
            wide = (columns[k][0][1] - columns[k][0][0]) / spacing.point
            wanted = (high * spacing.point for high in heights_wanted(mark, wide, spacing.sizes))
            most = max(shares[k], min(MOST * room, room - scrolled))
            tables[k] = next((high for high in wanted if high <= most), most if scrolled else shares[k])
    others = [k for k in range(len(shares)) if k not in tables]
    if not others and all(isinstance(mark, Listing) for mark in marks) and sum(tables.values()) < room:
        tables = {k: high * room / sum(tables.values()) for k, high in tables.items()}  # rows are spread
    rows = {n: ([area.panel for area in block.grid[k]], columns[k]) for n, k in enumerate(others)}
    tallest = {n: _filling_height(*row, alone=alone) for n, row in rows.items()}
    caps = {n: high for n, high in tallest.items() if high is not None}
    heights = share_room(room - sum(tables.values()), [shares[k] for k in others], caps)
    tables |= dict(zip(others, heights, strict=True))
    return [tables[k] for k in range(len(shares))]


def _columns(
    borders: list[list[Sides]],
    edges: list[Sides],
    spans: list[float],
    left: float,
    right: float,
    spacing: Spacing,
    apart: float,
) -> Columns:
    """Return the data edges of one row's panels, so far `apart` or farther; rows of as many panels get the same."""
    count = len(edges)
    alike = [row for row in borders if len(row) == count]
    taken = [spacing.gutter + max(row[k].right + row[k + 1].left for row in alike) for k in range(count - 1)]
    gaps = [max(gap, apart) for gap in taken]
    unit = (right - left - sum(gaps)) / sum(spans)
    starts = [left + unit * sum(spans[:k]) + sum(gaps[:k]) for k in range(count)]
    return [(start, start + unit * span) for start, span in zip(starts, spans, strict=True)]
