"""Panels with square cells, below or beside each other, whichever makes them larger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from peviewer.figures.grammar import Figure, Panel

# In lines of a title: the room beside a panel, of a colour bar, and above and below a panel.
BESIDE, BAR, ABOVE = 2.6, 2.5, 3.2
# The declared order stays unless another one makes panels larger by this factor.
WORTH = 1.03


class _Lines(NamedTuple):
    """The rows of a Figure, each with its share of the height and the number of the declared row that it is part of."""

    rows: tuple[tuple[Panel, ...], ...]
    heights: tuple[float, ...]
    origins: tuple[int, ...]


def break_square_rows(figure: Figure, width: float, height: float, line: float) -> Figure:
    """Return a Figure whose rows of panels with square cells are on as many lines as make these panels largest.

    A single one stands above the panel that follows it, or beside it on a wide page.
    """
    if not [row for row in figure.rows if _are_squares(row)]:
        return figure
    candidates = list(_candidates(figure))
    if len(candidates) == 1 or any(panel.is_listing for panel in figure.panels):  # a listing needs its whole height
        return figure
    sizes = [_smallest_side(candidate, width, height, line) for candidate in candidates]
    best = max(range(len(candidates)), key=lambda k: sizes[k])
    if sizes[best] < WORTH * sizes[0]:
        return figure
    rows, heights, origins = candidates[best]
    spare = tuple(k for k, origin in enumerate(origins) if origin in figure.spare)
    return replace(figure, rows=rows, heights=heights, spare=spare, wide=())


def _candidates(figure: Figure) -> Iterator[_Lines]:
    """Yield the rows as declared, then with ever fewer squares side by side, equally many on each line.

    Of one square above one other panel, unless that is a sentence, yield both side by side as well.
    """
    are_two = [len(row) for row in figure.rows] == [1, 1] and not figure.rows[1][0].is_sentence
    if are_two and [_are_squares(row) for row in figure.rows] == [True, False]:
        yield _Lines(figure.rows, figure.heights, (0, 1))
        yield _Lines((figure.rows[0] + figure.rows[1],), (1.0,), (0,))
        return
    longest = max((len(row) for row in figure.rows if _are_squares(row)), default=1)
    for most in range(longest, 0, -1):
        lines = [_broken(row, most) if _are_squares(row) else [row] for row in figure.rows]
        if most == longest or any(len(some[0]) == most for some in lines if len(some) > 1):
            parts = [(row, high, k) for k, some in enumerate(lines) for high in (figure.heights[k],) for row in some]
            yield _Lines(*zip(*parts, strict=True))


def _are_squares(row: Sequence[Panel]) -> bool:
    return False not in [panel.square_cells for panel in row]


def _broken(row: tuple[Panel, ...], most: int) -> list[tuple[Panel, ...]]:
    """Return a row on lines of `most` panels, each with a colour bar at its end; the row itself if they are uneven."""
    if len(row) % most or len(row) == most:
        return [row]
    return [_with_bar(row[start : start + most], row) for start in range(0, len(row), most)]


def _with_bar(line: tuple[Panel, ...], row: Sequence[Panel]) -> tuple[Panel, ...]:
    """Return a line of panels whose last one has the colour bar that it shared with another of the row."""
    heat = line[-1].heatmap
    if heat is None or heat.bar is not None:
        return line
    others = [other for panel in row if (other := panel.heatmap) is not None and other.bar is not None]
    shared = [other.bar for other in others if (other.levels, other.colormap) == (heat.levels, heat.colormap)]
    if not shared:
        return line
    marks = tuple(replace(mark, bar=shared[0]) if mark is heat else mark for mark in line[-1].marks)
    return (*line[:-1], replace(line[-1], marks=marks))


def _smallest_side(lines: _Lines, width: float, height: float, line: float) -> float:
    """Return the approximate side length of the smallest square panel."""
    room = height - ABOVE * line * len(lines.rows)
    sides = []
    for row, share in zip(lines.rows, lines.heights, strict=True):
        bars = sum(panel.heatmap is not None and panel.heatmap.bar is not None for panel in row)
        wide = (width - line * (BESIDE * len(row) + BAR * bars)) / len(row)
        high = room * share / sum(lines.heights)
        sides += [min(wide / panel.x.extent, high / panel.y.extent) * max(panel.x.extent, panel.y.extent)
                  for panel in row if panel.square_cells]  # fmt: skip
    return max(0.0, min(sides, default=0.0))
