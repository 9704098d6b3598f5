"""Rules of equal Figures that have no room for their names in some panel: they are named once, above all of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from peviewer.figures.grammar import Rule
from peviewer.figures.line_labels import wordings
from peviewer.figures.multiples import appearance
from peviewer.paper.marks.labels import LABEL
from peviewer.paper.text import typeset

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from peviewer.figures.grammar import Figure, Mark, Panel
    from peviewer.paper.page.blocks import Area
    from peviewer.paper.page.composition import Composition

Look = tuple[object, ...]


def named_above(several: Composition, areas: Sequence[Area]) -> Composition | None:
    """Return what a page shows with names of rules above all panels, where they have no room in one of them.

    Their names are without a number where it is another one in each Figure. A rule whose look means
    different things in one Figure keeps its name beside it.

    Parameters
    ----------
    several : Composition
        What the page shows.
    areas : sequence of Area
        Its panels, painted.

    Returns
    -------
    Composition or None
        None where every rule has its name, or none can be named so.
    """
    unnamed = {appearance(rule) for area in areas for rule in _unnamed(area)}
    unnamed -= {appearance(mark) for mark in several.legend}
    drawn = [appearance(rule) for figure in several.figures for panel in figure.panels for rule in _rules(panel)]
    looks = [look for look in dict.fromkeys(drawn) if look in unnamed]
    entries = {look: entry for look in looks if (entry := _entry(look, several.figures)) is not None}
    if not entries:
        return None
    figures = tuple(_without_labels(figure, entries) for figure in several.figures)
    return replace(several, figures=figures, legend=(*several.legend, *entries.values()))


def _unnamed(area: Area) -> Iterator[Rule]:
    """Yield the rules that are seen without a label."""
    written = {text.get_text() for text in area.axes.texts if text.get_gid() == LABEL}
    if area.panel.legend or not area.axes.get_visible():
        return
    for rule in _rules(area.panel):
        low, high = (area.panel.x if rule.direction == "x" else area.panel.y).shown
        if low <= rule.at <= high and not written & set(map(typeset, wordings(rule, 0))):
            yield rule


def _rules(panel: Panel) -> list[Rule]:
    return [mark for mark in panel.marks if isinstance(mark, Rule) and mark.label]


def _entry(look: Look, figures: Sequence[Figure]) -> Rule | None:
    """Return what names the rules of some look in all Figures; None where they are not one thing in each of them."""
    found: list[dict[str, Rule]] = []
    for figure in figures:
        rules = [rule for panel in figure.panels for rule in _rules(panel) if appearance(rule) == look]
        found.append({rule.label: rule for rule in rules})
    if any(len(labels) > 1 for labels in found):
        return None
    rules = [rule for labels in found for rule in labels.values()]
    names = {rule.label for rule in rules}
    if len(names) > 1:
        names = {_name(rule.short or rule.label) for rule in rules}
    return replace(rules[0], label=names.pop()) if len(names) == 1 else None


def _name(label: str) -> str:
    """Return a label without its number.

    Examples
    --------
    >>> _name("*t* + *φ* = 150"), _name("neighbours")
    ('*t* + *φ*', 'neighbours')
    """
    return label.partition(" = ")[0]


def _without_labels(figure: Figure, looks: Container[Look]) -> Figure:
    def unnamed(mark: Mark) -> Mark:
        return replace(mark, label="") if isinstance(mark, Rule) and appearance(mark) in looks else mark

    def without(panel: Panel) -> Panel:
        return panel if panel.legend else replace(panel, marks=tuple(map(unnamed, panel.marks)))

    return replace(figure, rows=tuple(tuple(map(without, row)) for row in figure.rows))
