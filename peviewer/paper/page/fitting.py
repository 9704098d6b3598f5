"""How much of a Figure stands on a page: what gives way, in the declared order, for its panels to be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.figures.giving_way import GIVING_WAY
from peviewer.paper.marks.catalog import bare
from peviewer.paper.page.blank import lay_out
from peviewer.paper.page.composition import arranged
from peviewer.paper.style import StyleError

if TYPE_CHECKING:
    from peviewer.figures.grammar import Figure
    from peviewer.paper.page.composition import Composition
    from peviewer.paper.page.layout import Area, Block
    from peviewer.paper.page.page import Page
    from peviewer.paper.style import Style

# A panel less tall than so many numbers of its axis can hardly be read.
LEAST = 2.2
TITLES = {"axis titles", "panel titles"}


def fitted(figure: Figure | Composition, style: Style) -> tuple[int, Page, list[Block]]:
    """Return how many parts give way, and the page laid out so; the settings of the style are in force.

    As few as leave room to read every panel. Titles are not given up for that,
    but only where the panels have no room at all.

    Raises
    ------
    StyleError
        If not even the panels alone have room.
    """
    found: tuple[int, Page, list[Block]] | None = None
    for given_up in range(len(GIVING_WAY) + 1):
        if found and GIVING_WAY[given_up - 1] in TITLES:
            break
        try:
            found = given_up, *lay_out(arranged(figure, style, given_up), style)
        except StyleError:
            if given_up == len(GIVING_WAY):
                raise
            continue
        if all(_is_roomy(area, style) for block in found[2] for area in block.areas):
            break
    assert found is not None  # or the last one was refused
    return found


def _is_roomy(area: Area, style: Style) -> bool:
    """Whether a panel is so tall that it can be read."""
    return bare(area.panel) or area.axes.bbox.height >= LEAST * style.sizes.tick * style.dpi / 72
