"""The key to a panel's lines: one line of samples and names, never over the data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.lines import Line2D

from peviewer.paper.marks.lines import line
from peviewer.paper.typography.text import typeset

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Page
    from matplotlib.legend import Legend

    from peviewer.figures.grammar import Panel
    from peviewer.paper.style import Style


def legend(page: Page, panel: Panel, style: Style) -> Legend | None:
    """Return the legend of a panel's labelled lines, to be moved to its place; None if there are none."""
    named = panel.named
    if not named:
        return None
    samples = [Line2D([], [], **line(mark, style)) for mark in named]
    return page.legend(
        samples,
        [typeset(mark.label) for mark in named],
        loc="lower left",
        ncols=len(named),
        frameon=False,
        borderpad=0,
        borderaxespad=0,
        handlelength=1.6,
        handletextpad=0.5,
        columnspacing=1.4,
        fontsize=style.sizes.tick,
        labelcolor=style.palette.text,
    )
