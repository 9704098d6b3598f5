"""What of a Figure a Style leaves out: title, formula, axis titles, colour bars, legends, caption, times."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from peviewer.figures.grammar import Diagonal, Heatmap, Listing, Rule

if TYPE_CHECKING:
    from peviewer.figures.grammar import Figure, Mark, Panel
    from peviewer.paper.style import Style


def wanted(figure: Figure, style: Style) -> Figure:
    """Return the Figure without the parts that a style switches off.

    Examples
    --------
    >>> from peviewer.figures.grammar import Figure
    >>> from peviewer.paper.style import Style
    >>> wanted(Figure("Shift", ((),), formula="x"), Style(title=False))
    Figure(title='', rows=((),), heights=(1.0,), name='', formula='x', caption='')
    """
    return replace(
        figure,
        title=figure.title if style.titled else "",
        formula=figure.formula if style.with_formula else "",
        caption=figure.caption if style.caption else "",
        rows=tuple(tuple(_panel(panel, style) for panel in row) for row in figure.rows),
    )


def without_bars(panel: Panel) -> Panel:
    """Return a panel whose heatmaps have no colour bar."""
    return replace(panel, marks=tuple(map(_without_bar, panel.marks)))


def _panel(panel: Panel, style: Style) -> Panel:
    if not style.bars:
        panel = without_bars(panel)
    if not style.labels:
        panel = replace(panel, x=replace(panel.x, label=""), y=replace(panel.y, label=""))
    if not style.times:
        panel = replace(panel, marks=tuple(m.lasting if isinstance(m, Listing) else m for m in panel.marks))
    return panel if style.legend or not panel.legend else _without_legend(panel)


def _without_legend(panel: Panel) -> Panel:
    """Return a panel without legend; its rules are not named on the data instead."""
    marks = (replace(mark, label="") if isinstance(mark, Rule | Diagonal) else mark for mark in panel.marks)
    return replace(panel, legend=False, marks=tuple(marks))


def _without_bar(mark: Mark) -> Mark:
    return replace(mark, bar=None) if isinstance(mark, Heatmap) else mark
