"""The places of a header's texts: on one line, or on more if they do not fit."""

from dataclasses import dataclass
from typing import NamedTuple

LINE = 18

# The gaps between the last line and the data, between texts, and between entries of the legend.
BOTTOM_GAP = 4
GAP = 16
ENTRY_GAP = 12

# The most lines of a wrapped title, and of a legend.
MAX_TITLE_LINES = 3
MAX_LEGEND_LINES = 3


class TextWidths(NamedTuple):
    """The widths of the texts of a header in pixels, 0 for a missing one."""

    title: float = 0.0
    fact: float = 0.0
    entries: tuple[float, ...] = ()


Spot = tuple[float, int]
"""The left edge of a text, and the number of its line."""


@dataclass(frozen=True)
class HeaderPlan:
    """The spot of each text of a header; empty or None for hidden ones."""

    lines: int = 0
    wrapped: bool = False
    entries: tuple[Spot, ...] = ()
    fact: Spot | None = None

    @property
    def height(self) -> int:
        return self.lines * LINE + BOTTOM_GAP if self.lines else 0


def plan_header(width: float, texts: TextWidths, wrapped_title_lines: int) -> HeaderPlan | None:
    """Return where texts go above data of a width; None if they do not fit.

    `wrapped_title_lines` is the number of lines of a title that is too wide for one.

    >>> plan_header(300, TextWidths(100, 40, (50, 50)), 1)
    HeaderPlan(lines=1, wrapped=False, entries=((132, 0), (194, 0)), fact=(260, 0))
    >>> plan_header(220, TextWidths(100, 40, (50, 50)), 1)
    HeaderPlan(lines=2, wrapped=False, entries=((0, 1), (62, 1)), fact=(180, 0))
    >>> plan_header(90, TextWidths(100, 0, (50, 50)), 2)
    HeaderPlan(lines=4, wrapped=True, entries=((0, 2), (0, 3)), fact=None)
    """
    title, fact, entries = texts
    legend = _row_width(entries)
    widths = [text_width for text_width in (title, legend, fact) if text_width]
    if not widths:
        return HeaderPlan()
    if sum(widths) + GAP * (len(widths) - 1) <= width:
        return _one_line(width, fact, entries)
    if max(fact, *entries, 0, 0) > width:
        return None

    is_wrapped = title > width
    if is_wrapped and wrapped_title_lines > MAX_TITLE_LINES:
        return None
    rows = _legend_rows(width, entries)
    if len(rows) > MAX_LEGEND_LINES:
        return None

    title_lines = 0
    if title:
        title_lines = wrapped_title_lines if is_wrapped else 1
    spots: list[Spot] = []
    for number, row in enumerate(rows):
        spots += _spots_in_row(0, title_lines + number, row)

    lines = title_lines + len(rows)
    fact_spot: Spot | None = None
    if fact:
        is_beside_title = bool(title) and title + GAP + fact <= width
        is_beside_legend = bool(rows) and _row_width(rows[-1]) + GAP + fact <= width
        if is_beside_title:
            fact_spot = (width - fact, 0)
        elif is_beside_legend:
            fact_spot = (width - fact, lines - 1)
        else:
            fact_spot = (0, lines)
            lines += 1
    return HeaderPlan(lines, is_wrapped, tuple(spots), fact_spot)


def _one_line(width: float, fact: float, entries: tuple[float, ...]) -> HeaderPlan:
    """Return the plan of texts on one line: the legend and the fact at its right end."""
    right = width - fact - (GAP if fact else 0)
    spots = _spots_in_row(right - _row_width(entries), 0, entries)
    return HeaderPlan(1, False, tuple(spots), (width - fact, 0) if fact else None)


def _row_width(widths: tuple[float, ...]) -> float:
    return sum(widths) + ENTRY_GAP * max(0, len(widths) - 1)


def _spots_in_row(left: float, line: int, widths: tuple[float, ...]) -> list[Spot]:
    spots: list[Spot] = []
    for width in widths:
        spots.append((left, line))
        left += width + ENTRY_GAP
    return spots


def _legend_rows(room: float, widths: tuple[float, ...]) -> list[tuple[float, ...]]:
    """Return the widths of a legend's entries in rows, each as full as it has room."""
    rows: list[tuple[float, ...]] = []
    for width in widths:
        if rows and _row_width((*rows[-1], width)) <= room:
            rows[-1] = (*rows[-1], width)
        else:
            rows.append((width,))
    return rows
