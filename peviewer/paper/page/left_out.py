"""What a page leaves out where it has no room for all of a Figure, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.base.words import unstarred
from peviewer.figures.fitting import PAPER_HIDING_STEPS
from peviewer.figures.grammar import Listing
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.listing import left_out_of
from peviewer.paper.marks.words import Word
from peviewer.paper.page.visible_parts import wanted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from peviewer.figures.fitting import Part
    from peviewer.figures.grammar import Figure, Panel
    from peviewer.paper.page.layout import Area
    from peviewer.paper.style import Style

CALLED: dict[Part, str] = {
    "fact": "remarks beside titles",
    "formula": "the formula",
    "legend": "the legend",
    "axis titles": "titles of axes",
    "panel titles": "titles of panels",
}


def parts_of(figures: Sequence[Figure]) -> frozenset[Part]:
    """Return which parts that can give way some Figures have."""
    panels = [panel for one in figures for panel in one.panels]
    there: dict[Part, bool] = {
        "fact": any(panel.fact for panel in panels),
        "formula": any(one.formula for one in figures),
        "legend": any(panel.legend for panel in panels),
        "spare rows": any(one.spare for one in figures),
        "tables beside": any(one.wide for one in figures),
        "tables": any(one.without_listings is not one for one in figures),
        "axis titles": any(panel.x.label or panel.y.label for panel in panels),
        "panel titles": any(panel.title for panel in panels),
    }
    return frozenset(part for part, some in there.items() if some)


def left_out(
    figures: Sequence[Figure], above: frozenset[Part], style: Style, given_up: int, areas: Sequence[Area]
) -> tuple[str, ...]:
    """Return what a painted page does not show of what its style asks for, most of it first.

    ``above`` are the parts that stand above all Figures.
    """
    asked = [wanted(one, style) for one in figures]
    parts = PAPER_HIDING_STEPS[given_up]
    gone: list[Panel] = []
    if "spare rows" not in parts:
        gone = [panel for one in asked for k in one.spare for panel in one.rows[k]]
        asked = [one.without_spare_rows for one in asked]
    if "tables" not in parts:
        gone += [panel for one in asked if one.without_listings is not one for panel in one.panels if panel.is_listing]
        asked = [one.without_listings for one in asked]
    gone += [area.panel for area in areas if not area.axes.get_visible()]
    shown = [area for area in areas if area.axes.get_visible()]
    lost = (parts_of(asked) | above) - parts
    said = [*_panels(gone), *(words for part, words in CALLED.items() if part in lost), *_within(shown, style)]
    return tuple(dict.fromkeys(said))


def _panels(gone: Sequence[Panel]) -> Iterator[str]:
    """Yield the panels that are not there, by their titles."""
    yield from (unstarred(panel.title) or "a panel" for panel in gone)


def _within(shown: Sequence[Area], style: Style) -> Iterator[str]:
    """Yield what panels that are there leave out and do not say themselves."""
    for area in shown:
        for mark in area.panel.marks:
            if isinstance(mark, Listing) and (column := left_out_of(mark, Canvas(area.axes, area.panel, style))):
                yield f"the column {column}"
        if any(isinstance(text, Word) and not text.get_visible() for text in area.axes.texts):
            yield "some words beside shapes"
