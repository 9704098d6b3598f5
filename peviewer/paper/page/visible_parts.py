"""Which parts of a Figure a page shows: those its Style asks for, less those that have no room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from peviewer.base.words import unstarred
from peviewer.figures.fitting import PAPER_HIDING_STEPS, Part
from peviewer.figures.grammar import Diagonal, Figure, Listing, Panel, Rule
from peviewer.figures.multiples import appearance
from peviewer.paper.marks.listing import planned
from peviewer.paper.page.panels import Area
from peviewer.paper.style import Style


def as_styled(figure: Figure, style: Style) -> Figure:
    """Return the Figure without the title, the formula and the caption where a style has none."""
    return replace(
        figure,
        title=style.title if isinstance(style.title, str) else figure.title if style.titled else "",
        formula=figure.formula if style.with_formula else "",
        caption=figure.caption if style.caption else "",
    )


def reduced(figure: Figure, hiding_step: int) -> Figure:
    """Return the Figure without the parts hidden after so many steps of :data:`PAPER_HIDING_STEPS`."""
    parts = PAPER_HIDING_STEPS[hiding_step]
    if "tables beside" in parts and figure.wide:
        figure = figure.on_wide_page
    if "spare rows" not in parts and figure.spare:
        figure = figure.without_spare_rows
    if "tables" not in parts:
        figure = figure.without_listings
    rows = tuple(_without_repeated_legends([_with(panel, parts) for panel in row]) for row in figure.rows)
    return replace(figure, rows=rows, formula=figure.formula if "formula" in parts else "")


def _with(panel: Panel, parts: frozenset[Part]) -> Panel:
    if "legend" not in parts and panel.legend:
        panel = _without_legend(panel)
    x, y = panel.x, panel.y
    if "axis titles" not in parts:
        x, y = replace(x, label=""), replace(y, label="")
    if "far numbers" not in parts:
        x, panel = replace(x, far=()), replace(panel, names_above=False)
    fact, title = panel.fact if "fact" in parts else "", panel.title if "panel titles" in parts else ""
    return replace(panel, x=x, y=y, fact=fact, title=title)


def _without_legend(panel: Panel) -> Panel:
    """Return a panel without legend; its rules are not named on the data instead."""
    marks = (replace(mark, label="") if isinstance(mark, Rule | Diagonal) else mark for mark in panel.marks)
    return replace(panel, legend=False, marks=tuple(marks))


def _without_repeated_legends(row: Sequence[Panel]) -> tuple[Panel, ...]:
    """Return the panels of a row without those legends that name nothing that another one does not."""
    named = [
        frozenset((appearance(mark), mark.label) for mark in panel.legend_marks) if panel.legend else frozenset()
        for panel in row
    ]
    return tuple(
        _without_legend(panel)
        if mine and any(mine < other or (mine == other and j < k) for j, other in enumerate(named))
        else panel
        for k, (panel, mine) in enumerate(zip(row, named, strict=True))
    )


PART_NAMES: dict[Part, str] = {
    "far numbers": "numbers along upper sides",
    "fact": "remarks beside titles",
    "formula": "the formula",
    "legend": "the legend",
    "axis titles": "titles of axes",
    "panel titles": "titles of panels",
}


def omitted(figures: Sequence[Figure], style: Style, hiding_step: int, areas: Sequence[Area]) -> tuple[str, ...]:
    """Return the requested parts that a painted page hides, the largest first."""
    figures = [as_styled(figure, style) for figure in figures]
    panels, parts = [panel for figure in figures for panel in figure.panels], PAPER_HIDING_STEPS[hiding_step]
    has: dict[Part, bool] = {
        "far numbers": any(panel.x.far for panel in panels),
        "fact": any(panel.fact for panel in panels),
        "formula": any(figure.formula for figure in figures),
        "legend": any(panel.legend for panel in panels),
        "axis titles": any(panel.x.label or panel.y.label for panel in panels),
        "panel titles": any(panel.title for panel in panels),
    }
    shown = [area for area in areas if area.axes.get_visible()]
    seen = {area.panel.title for area in shown}
    titles = [panel.title for panel in panels if panel.title and "panel titles" in parts]
    tables = [(mark, area) for area in shown for mark in area.panel.marks if isinstance(mark, Listing)]
    spared = [mark.spare for mark, area in tables if planned(mark, area.canvas(style)).mark.spare != mark.spare]
    names = [
        *(unstarred(title) for title in titles if not any(other.endswith(title) for other in seen)),  # after a letter
        *(words for part, words in PART_NAMES.items() if has[part] and part not in parts),
        *(f"the column {column}" for column in spared),
    ]
    return tuple(dict.fromkeys(names))
