"""Leave out parts of Figures: those that a style does not ask for, and those without room."""

from collections.abc import Sequence
from dataclasses import replace

from peviewer.base.formula import first_of
from peviewer.figures.fitting.hiding import Part
from peviewer.figures.fitting.marks import without_marks
from peviewer.figures.grammar import Band, Curve, Diagonal, Figure, Mark, Panel, Rule, line_style
from peviewer.paper.style import Style


def as_styled(figure: Figure, style: Style) -> Figure:
    """Return the Figure without the title, formula, caption and marks that a style leaves out."""
    title = style.title_or(figure.title) if style.titled else ""
    formulas = {"one": first_of(figure.formula), "all": figure.formula, "none": ""}
    formula = formulas[style.shown_formulas]
    caption = figure.caption if style.caption else ""
    marked_figure = figure if style.with_marks else without_marks(figure)
    return replace(marked_figure, title=title, formula=formula, caption=caption)


def reduced(figure: Figure, parts: frozenset[Part]) -> Figure:
    """Return the Figure without those of its parts that are not in `parts`."""
    if "tables beside" in parts and figure.wide:
        figure = figure.on_wide_page
    if "spare rows" not in parts and figure.spare_rows:
        figure = figure.without_spare_rows
    if "spare rows" not in parts:
        figure = _without_rows_of_one(figure)
    if "tables" not in parts:
        figure = figure.without_listings
    rows = []
    for row in figure.rows:
        panels = [_with_parts(panel, parts) for panel in row]
        rows.append(_without_repeated_legends(panels))
    return replace(figure, rows=tuple(rows), formula=figure.formula if "formula" in parts else "")


def _without_rows_of_one(figure: Figure) -> Figure:
    """Return a Figure of several encodings without the rows that show only one of them.

    Only panels that show one encoding have an owner.
    """
    numbers = [
        number for number, row in enumerate(figure.rows) if not all(panel.owner for panel in row)
    ]
    if not numbers or len(numbers) == len(figure.rows):
        return figure
    rows = tuple(figure.rows[number] for number in numbers)
    heights = tuple(figure.heights[number] for number in numbers)
    return replace(figure, rows=rows, heights=heights, wide=(), wide_heights=())


def _with_parts(panel: Panel, parts: frozenset[Part]) -> Panel:
    """Return a panel reduced to the parts in `parts`."""
    if "legend" not in parts and panel.legend:
        keeps_names = "curve names" in parts and _compares_curves(panel)
        panel = _with_curves_named(panel) if keeps_names else _without_legend(panel)
    if "axis titles" not in parts:
        panel = replace(panel, x=replace(panel.x, label=""), y=replace(panel.y, label=""))
    if "far numbers" not in parts:
        panel = replace(panel, x=replace(panel.x, far_numbers=()))
    fact = panel.fact if "fact" in parts else ""
    has_titles = "panel titles" in parts
    title = panel.title if has_titles else panel.owner
    names_above = panel.names_above and has_titles
    return replace(panel, fact=fact, title=title, names_above=names_above)


def _compares_curves(panel: Panel) -> bool:
    """Whether only the legend says to which encoding each curve belongs."""
    curves = [mark for mark in panel.legend_marks if isinstance(mark, Curve)]
    return len(curves) > 1 and any(_is_of_one_encoding(curve) for curve in curves)


def _is_of_one_encoding(curve: Curve) -> bool:
    return curve.color == "compared" or curve.color.startswith(("curve-", "ordered-"))


def _with_curves_named(panel: Panel) -> Panel:
    """Return a panel whose legend names its curves alone."""
    marks: list[Mark] = []
    for mark in panel.marks:
        if isinstance(mark, Rule | Diagonal | Band):
            marks.append(replace(mark, label=""))
        else:
            marks.append(mark)
    return replace(panel, marks=tuple(marks))


def _without_legend(panel: Panel) -> Panel:
    """Return a panel without legend; its rules are not named on the data instead."""
    marks: list[Mark] = []
    for mark in panel.marks:
        if isinstance(mark, Rule | Diagonal):
            marks.append(replace(mark, label=""))
        else:
            marks.append(mark)
    return replace(panel, legend=False, marks=tuple(marks))


def _without_repeated_legends(row: Sequence[Panel]) -> tuple[Panel, ...]:
    """Return the panels of a row without legends whose names another legend has, too."""
    legends = [_legend_entries(panel) for panel in row]
    panels = []
    for index, panel in enumerate(row):
        entries = legends[index]
        is_repeated = entries in legends[:index] or any(entries < other for other in legends)
        panels.append(_without_legend(panel) if entries and is_repeated else panel)
    return tuple(panels)


def _legend_entries(panel: Panel) -> set[tuple[object, ...]]:
    """Return the looks of the marks in a legend, with their names."""
    if not panel.legend:
        return set()
    return {(type(mark), mark.color, line_style(mark), mark.label) for mark in panel.legend_marks}
