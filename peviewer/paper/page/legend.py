"""The key to lines: samples and names, on one line where there is room, never over the data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.lines import Line2D

from peviewer.paper.marks.lines import line
from peviewer.paper.typography.text import typeset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure as Page
    from matplotlib.legend import Legend

    from peviewer.figures.grammar import Curve, Rule
    from peviewer.paper.style import Style


def legend(page: Page, named: Sequence[Curve | Rule], style: Style, columns: int = 0) -> Legend | None:
    """Return the legend of labelled lines, to be moved to its place; None if there are none.

    On one line, or in so many `columns`.
    """
    if not named:
        return None
    samples = [Line2D([], [], **line(mark, style)) for mark in named]
    return page.legend(
        samples,
        [typeset(mark.label) for mark in named],
        loc="lower left",
        ncols=columns or len(named),
        frameon=False,
        borderpad=0,
        borderaxespad=0,
        handlelength=1.6,
        handletextpad=0.5,
        columnspacing=1.4,
        labelspacing=0.3,
        fontsize=style.sizes.tick,
        labelcolor=style.palette.text,
    )
