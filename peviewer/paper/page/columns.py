"""In how many columns several panes are arranged on a page."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from peviewer.base.words import unstarred
from peviewer.figures.fitting import fit_drawings
from peviewer.figures.grammar import Listing, Numbers

if TYPE_CHECKING:
    from peviewer.figures.grammar import Figure, Panel
    from peviewer.paper.style import Style


# How much wider than tall a panel looks best.
ASPECT = 1.6
# The penalty of an empty place in a grid, in doublings of that ratio.
EMPTY = 0.9
# The same where the panes are different ones.
EMPTY_AMONG_DIFFERENT = 0.5
# Of a page's height: its title; what is above and below a pane, and each row of its panels. Of its width, beside them.
HEAD, PANE_HIGH, ROW_HIGH, PANE_WIDE, PANEL_WIDE = 0.12, 0.05, 0.09, 0.03, 0.06
# The penalty of words that have half the room they need.
CROWDED = 1.5
# The width of a letter, by its size, and the letters between two columns of a table.
LETTER, BETWEEN = 0.55, 2
# The least height of a row of panels not drawn to scale, by that size, and the penalty of half of it or less.
LOWEST, FLAT = 6, 1.5
# The sample of a line before its name in a legend, with the space around it, by that size.
SAMPLE = 3
# The height of a table's line, by that size; the most lines that count; the part of its width that it needs.
LINE, MOST_LINES, TABLE = 1.8, 5, 0.6
# Grids whose misfit is larger than the least one by no more than this are laid out, to compare them.
LIKELY = 1.8
# The least share of the height left to panels above tables and below legends.
LEAST_DRAWN = 0.2
# The least width of a panel whose axis can be read, by that size.
NARROWEST = 8
# Panels narrower than this, by that size, and their penalty.
CRAMPED, TIGHT = 3.5, 3.0


def fitting_columns(count: int, aspect: float) -> int:
    """Return how many of `count` panes to put side by side on a page `aspect` times as wide as tall.

    Examples
    --------
    >>> [fitting_columns(count, 16 / 9) for count in (1, 2, 3, 4, 6)], fitting_columns(2, 0.8)
    ([1, 2, 2, 2, 3], 1)
    """

    def misfit(columns: int) -> float:
        rows = math.ceil(count / columns)
        return abs(math.log2(aspect * rows / columns / ASPECT)) + EMPTY_AMONG_DIFFERENT * (rows * columns - count)

    return min(range(1, count + 1), key=misfit)


def likely_columns(figure: Figure, count: int, style: Style) -> tuple[int, ...]:
    """Return the likely numbers of columns of `count` panes of one kind and size, the likeliest first.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import pane
    >>> from peviewer.paper.style import Style
    >>> some = [pane(name).figure(Document()) for name in ("encoding", "distance", "shift", "operator")]
    >>> [likely_columns(figure, 3, Style(*size))[0] for figure in some for size in ((1920, 1080), (1080, 1080))]
    [3, 2, 3, 3, 3, 2, 2, 2]

    Panes that would be too low in few columns are arranged in more.

    >>> likely_columns(pane("similarity").figure(Document()), 3, Style(1080, 1080))[0]
    3
    """
    fewest = {math.ceil(count / columns): columns for columns in range(count, 0, -1)}  # no more than its rows need
    misfits = {columns: _misfit(figure, count, columns, style) for columns in sorted(fewest.values())}
    first, *others = sorted(misfits, key=lambda columns: misfits[columns])
    return first, *(columns for columns in others if misfits[columns] <= misfits[first] + LIKELY)


def _misfit(figure: Figure, count: int, columns: int, style: Style) -> float:
    rows, size = math.ceil(count / columns), style.sizes.least * style.dpi / 72
    page = style.width * (1 / columns - PANE_WIDE), style.height * ((1 - HEAD) / rows - PANE_HIGH)
    figure = fit_drawings(figure, *page, size, ROW_HIGH * style.height)
    drawn = [row for row in figure.rows if not all(map(_is_table, row))]
    alone = (1 - HEAD) / rows - PANE_HIGH - ROW_HIGH * len(figure.rows)  # of the panels, if tables below are hidden
    wide = 1 / columns - PANE_WIDE - PANEL_WIDE * max(map(len, figure.rows))
    if min(wide, alone) <= 0:
        return math.inf
    # A table below has its height, or ends early, and what is drawn shares what is left.
    tables = sum(max(map(_lines, row)) for row in figure.rows if row not in drawn) if drawn else 0
    width, height = wide * style.width, _but(alone, tables * size / style.height) * style.height
    best = 1 / sum(map(_upright, drawn or figure.rows))
    words = _least_width(figure, drawn, style) * style.dpi / 72
    crowded = max(0.0, math.log2(words / width)) if words else 0.0
    level = 0 if any(panel.square for panel in figure.panels) else len(drawn)
    legends = sum(_legend_lines(row, wide * style.width / size) for row in drawn)
    below_them = _but(height, legends * size)
    across = max(map(len, drawn), default=1)
    tight = TIGHT * (width / across < CRAMPED * style.sizes.axis * style.dpi / 72)
    flat = min(1.0, max(0.0, math.log2(LOWEST * level * size / below_them))) if level else 0.0
    misfit = abs(math.log2(width / height / best))
    return misfit + CROWDED * crowded + FLAT * flat + tight + EMPTY * (rows * columns - count)


def _but(high: float, lines: float) -> float:
    """Return what so many lines leave of a height, a fifth at least."""
    return max(high - lines * LINE, LEAST_DRAWN * high)


def _upright(row: tuple[Panel, ...]) -> float:
    """Return how much taller than wide a row of panels looks best; one drawn to scale is as it is."""
    if not all(panel.square for panel in row):
        return 1 / (ASPECT * len(row))
    (wide, high) = ([b - a for a, b in (side.shown for side in sides)]
                    for sides in ([panel.x for panel in row], [panel.y for panel in row]))  # fmt: skip
    return max(high) / sum(wide)


def _least_width(figure: Figure, drawn: list[tuple[Panel, ...]], style: Style) -> float:
    """Return about how wide a pane must be for its words, and for the axes of what is `drawn`, in points."""

    def words(row: tuple[Panel, ...]) -> float:
        # Words above a panel that is drawn to scale reach over its neighbours.
        return max(_words(panel, style) * (1 if panel.square else len(row)) for panel in row)

    if not drawn:
        return max(map(words, figure.rows))
    # Columns of a table below that have no room are left out, and words above it go on in a next line.
    tables = [TABLE * words(row) for row in figure.rows if row not in drawn]
    axes = [NARROWEST * style.sizes.axis * len(row) for row in drawn]
    return max(*map(words, drawn), *axes, *tables)


def _words(panel: Panel, style: Style) -> float:
    """Return about how wide the words of a panel are that are not broken, in points: its title, its fact, a table."""
    columns = [zip(*(table.columns, *table.rows), strict=True) for table in _listings(panel)]
    letters = max((sum(max(map(len, texts)) + BETWEEN for texts in some) for some in columns), default=0)
    above = max(len(unstarred(text)) for text in (panel.title, panel.fact))
    return LETTER * max(letters * style.sizes.least, above * style.sizes.axis)


def _is_table(panel: Panel) -> bool:
    return any(isinstance(mark, Listing | Numbers) for mark in panel.marks)


def _listings(panel: Panel) -> list[Listing]:
    return [mark for mark in panel.marks if isinstance(mark, Listing)]


def _legend_lines(row: tuple[Panel, ...], room: float) -> int:
    """Return about how many lines the legends of a row take, by the width of the row in sizes of type."""
    words = [
        [SAMPLE + LETTER * len(unstarred(mark.label)) for mark in panel.legend_marks] for panel in row if panel.legend
    ]
    return max((math.ceil(sum(widths) * len(row) / room) for widths in words), default=0)


def _lines(panel: Panel) -> int:
    return sum(1 + min(len(table.rows), MOST_LINES) for table in _listings(panel))
