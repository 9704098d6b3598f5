"""Which parts of a Figure a page shows: those its Style asks for, less those that have no room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from peviewer.base.words import unstarred
from peviewer.figures.fitting import PAPER_HIDING_STEPS, Part
from peviewer.figures.grammar import Diagonal, Figure, Listing, Panel, Rule
from peviewer.figures.multiples import appearance
from peviewer.paper.marks.listing import planned
from peviewer.paper.page.panels import Area
from peviewer.paper.style import Style


def as_styled(figure: Figure, style: Style) -> Figure:
    """Return the Figure without the title, the formula and the caption where a style has none, and without times.

    >>> from peviewer.figures.grammar import Figure
    >>> from peviewer.paper.style import Style
    >>> shown = as_styled(Figure("Shift", ((),), formula="x"), Style(title=False))
    >>> shown.title, shown.formula
    ('', 'x')
    """
    return replace(
        figure,
        title=_title(figure, style),
        formula=figure.formula if style.with_formula else "",
        caption=figure.caption if style.caption else "",
        rows=tuple(tuple(map(_without_times, row)) for row in figure.rows),
    )


def _title(figure: Figure, style: Style) -> str:
    return style.title if isinstance(style.title, str) else figure.title if style.titled else ""


def reduced(figure: Figure, hiding_step: int) -> Figure:
    """Return the Figure without the parts hidden after so many steps of :data:`PAPER_HIDING_STEPS`.

    >>> from peviewer.figures.grammar import Figure
    >>> reduced(Figure("Shift", ((),), formula="x"), len(PAPER_HIDING_STEPS) - 1).formula
    ''
    """
    parts = PAPER_HIDING_STEPS[hiding_step]
    if "tables beside" in parts and figure.wide:
        figure = figure.on_wide_page
    if "spare rows" not in parts and figure.spare:
        figure = figure.without_spare_rows
    if "tables" not in parts:
        figure = figure.without_listings
    rows = tuple(_without_repeated_legends([_with(panel, parts) for panel in row]) for row in figure.rows)
    return replace(figure, rows=rows, formula=figure.formula if "formula" in parts else "")


def _without_times(panel: Panel) -> Panel:
    """Return a panel without columns of times."""
    return replace(
        panel, marks=tuple(mark.without_times if isinstance(mark, Listing) else mark for mark in panel.marks)
    )


def _with(panel: Panel, parts: frozenset[Part]) -> Panel:
    if "legend" not in parts and panel.legend:
        panel = _without_legend(panel)
    if "axis titles" not in parts:
        panel = _without_axis_titles(panel)
    if "far numbers" not in parts:
        panel = replace(panel, x=replace(panel.x, far=()), y=replace(panel.y, far=()), names_above=False)
    fact, title = panel.fact if "fact" in parts else "", panel.title if "panel titles" in parts else ""
    return replace(panel, fact=fact, title=title)


def _without_axis_titles(panel: Panel) -> Panel:
    return replace(panel, x=replace(panel.x, label=""), y=replace(panel.y, label=""))


def _without_legend(panel: Panel) -> Panel:
    """Return a panel without legend; its rules are not named on the data instead."""
    marks = (replace(mark, label="") if isinstance(mark, Rule | Diagonal) else mark for mark in panel.marks)
    return replace(panel, legend=False, marks=tuple(marks))


def _without_repeated_legends(row: Sequence[Panel]) -> tuple[Panel, ...]:
    """Return the panels of a row without those legends that name nothing that another one does not."""
    named = [legend_entries(panel) if panel.legend else frozenset() for panel in row]
    repeated = {
        k
        for k, mine in enumerate(named)
        if mine and any(mine < other or (mine == other and j < k) for j, other in enumerate(named))
    }
    return tuple(_without_legend(panel) if k in repeated else panel for k, panel in enumerate(row))


def legend_entries(panel: Panel) -> frozenset[object]:
    """Return the entries of a panel's legend, with their appearance."""
    return frozenset((appearance(mark), mark.label) for mark in panel.legend_marks)


PART_NAMES: dict[Part, str] = {
    "far numbers": "numbers along upper sides",
    "fact": "remarks beside titles",
    "formula": "the formula",
    "legend": "the legend",
    "axis titles": "titles of axes",
    "panel titles": "titles of panels",
}


def parts_of(figures: Sequence[Figure]) -> frozenset[Part]:
    """Return which parts that can be hidden some Figures have."""
    panels = [panel for one in figures for panel in one.panels]
    has: dict[Part, bool] = {
        "far numbers": any(panel.x.far for panel in panels),
        "fact": any(panel.fact for panel in panels),
        "formula": any(one.formula for one in figures),
        "legend": any(panel.legend for panel in panels),
        "spare rows": any(one.spare for one in figures),
        "tables beside": any(one.wide for one in figures),
        "tables": any(one.without_listings is not one for one in figures),
        "axis titles": any(panel.x.label or panel.y.label for panel in panels),
        "panel titles": any(panel.title for panel in panels),
    }
    return frozenset(part for part, some in has.items() if some)


def omitted(figures: Sequence[Figure], style: Style, hiding_step: int, areas: Sequence[Area]) -> tuple[str, ...]:
    """Return the requested parts that a painted page hides, the largest first."""
    parts, has = PAPER_HIDING_STEPS[hiding_step], parts_of([as_styled(one, style) for one in figures])
    shown = [area for area in areas if area.axes.get_visible()]
    seen = {area.panel.title for area in shown}
    every = [panel.title for one in figures for panel in one.panels if panel.title]
    titles = [title for title in every if not any(other.endswith(title) for other in seen)]  # some have a letter before
    names = [
        *(unstarred(title) for title in titles if "panel titles" in parts),
        *(words for part, words in PART_NAMES.items() if part in has - parts),
        *_omitted_within(shown, style),
    ]
    return tuple(dict.fromkeys(names))


def _omitted_within(shown: Sequence[Area], style: Style) -> Iterator[str]:
    """Yield the parts that visible panels leave out without a notice."""
    for area in shown:
        for mark in area.panel.marks:
            if isinstance(mark, Listing) and planned(mark, area.canvas(style)).mark.spare != mark.spare:
                yield f"the column {mark.spare}"
