"""What of a Figure a Style leaves out: title, formula, axis titles, colour bars, legends, marks, caption, times."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from peviewer.figures.fitting import PAPER_HIDING_STEPS
from peviewer.figures.grammar import Diagonal, Heatmap, Listing, Rule
from peviewer.figures.transforms import without_marks

if TYPE_CHECKING:
    from peviewer.figures.fitting import Part
    from peviewer.figures.grammar import Figure, Mark, Panel
    from peviewer.paper.style import Style


def wanted(figure: Figure, style: Style) -> Figure:
    """Return the Figure without the parts that a style switches off.

    Examples
    --------
    >>> from peviewer.figures.grammar import Figure
    >>> from peviewer.paper.style import Style
    >>> shown = wanted(Figure("Shift", ((),), formula="x"), Style(title=False))
    >>> shown.title, shown.formula
    ('', 'x')
    """
    figure = figure if style.marks else without_marks(figure)
    return replace(
        figure,
        title=_title(figure, style),
        formula=figure.formula if style.with_formula else "",
        caption=figure.caption if style.caption else "",
        rows=tuple(tuple(_panel(panel, style) for panel in row) for row in figure.rows),
    )


def _title(figure: Figure, style: Style) -> str:
    return style.title if isinstance(style.title, str) else figure.title if style.titled else ""


def without(figure: Figure, given_up: int) -> Figure:
    """Return the Figure without the parts that have given way after so many steps of :data:`PAPER_HIDING_STEPS`.

    Examples
    --------
    >>> from peviewer.figures.grammar import Figure
    >>> without(Figure("Shift", ((),), formula="x"), len(PAPER_HIDING_STEPS) - 1).formula
    ''
    """
    parts = PAPER_HIDING_STEPS[given_up]
    if "tables beside" in parts and figure.wide:
        figure = figure.on_wide_page
    if "spare rows" not in parts and figure.spare:
        figure = figure.without_spare_rows
    if "tables" not in parts:
        figure = figure.without_listings
    rows = tuple(tuple(_with(panel, parts) for panel in row) for row in figure.rows)
    return replace(figure, rows=rows, formula=figure.formula if "formula" in parts else "")


def without_bars(panel: Panel) -> Panel:
    """Return a panel whose heatmaps have no colour bar."""
    return replace(panel, marks=tuple(map(_without_bar, panel.marks)))


def _panel(panel: Panel, style: Style) -> Panel:
    if not style.bars:
        panel = without_bars(panel)
    if not style.labels:
        panel = _without_axis_titles(panel)
    if not style.times:
        panel = replace(panel, marks=tuple(m.without_times if isinstance(m, Listing) else m for m in panel.marks))
    return panel if style.legend or not panel.legend else _without_legend(panel)


def _with(panel: Panel, parts: frozenset[Part]) -> Panel:
    if "legend" not in parts and panel.legend:
        panel = _without_legend(panel)
    if "axis titles" not in parts:
        panel = _without_axis_titles(panel)
    fact, title = panel.fact if "fact" in parts else "", panel.title if "panel titles" in parts else ""
    return replace(panel, fact=fact, title=title)


def _without_axis_titles(panel: Panel) -> Panel:
    return replace(panel, x=replace(panel.x, label=""), y=replace(panel.y, label=""))


def _without_legend(panel: Panel) -> Panel:
    """Return a panel without legend; its rules are not named on the data instead."""
    marks = (replace(mark, label="") if isinstance(mark, Rule | Diagonal) else mark for mark in panel.marks)
    return replace(panel, legend=False, marks=tuple(marks))


def _without_bar(mark: Mark) -> Mark:
    return replace(mark, bar=None) if isinstance(mark, Heatmap) else mark
