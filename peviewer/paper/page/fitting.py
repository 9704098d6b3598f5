"""Find how much of a Figure has room on a page: parts are hidden in the declared order until its panels are legible."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from peviewer.figures.fitting import PAPER_HIDING_STEPS
from peviewer.figures.grammar import Listing
from peviewer.paper.marks.catalog import bare
from peviewer.paper.marks.listing import is_shown_well, is_whole
from peviewer.paper.page.builder import TALL, lay_out
from peviewer.paper.page.columns import ASPECT, LOWEST
from peviewer.paper.page.composition import Composition, arranged
from peviewer.paper.page.visible_parts import parts_of
from peviewer.paper.style import StyleError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from peviewer.figures.fitting import Part
    from peviewer.figures.grammar import Figure
    from peviewer.paper.page.blocks import Area, Block
    from peviewer.paper.page.composition import Arranged
    from peviewer.paper.page.page import Page
    from peviewer.paper.style import Style


# A panel less tall than so many numbers of its axis can hardly be read.
LEAST = 2.2
# The least type of a table beside other panels, by that of numbers at axes.
BESIDE = 0.85
LARGEST = 16_384  # pixels of a side
# The first step without the rows that a Figure can spare.
BARE = next(k for k, parts in enumerate(PAPER_HIDING_STEPS) if "spare rows" not in parts)
TITLES = {"axis titles", "panel titles"}


class Fitted(NamedTuple):
    """After how many steps the page is laid out so, and what stands on it then."""

    given_up: int
    shown: Arranged
    page: Page
    blocks: list[Block]

    @property
    def areas(self) -> list[Area]:
        """All panels of the page."""
        return [area for block in self.blocks for area in block.areas]


def fitted(figure: Figure | Composition, style: Style) -> Fitted:
    """Return what of a Figure stands on a page; the settings of the style are in force.

    As few as leave room to read every panel. Titles are not given up for that,
    but only where the panels have no room at all. Equal panes stand in as many columns, with
    the rows that they can spare or without, as make what is drawn in them largest.

    Raises
    ------
    StyleError
        If not even the panels alone have room.
    """
    if not (isinstance(figure, Composition) and figure.even and figure.columns is None):
        return _fitted(figure, style)
    found = _in_columns(figure, style)
    if not found:
        raise _no_room(style)
    best = max(found, key=seen_well)
    if best.given_up < BARE and is_flat(best) and any(one.spare for one in figure.figures):
        best = max([best, *_in_columns(figure, style, BARE)], key=seen_well)
    return best


def _in_columns(figure: Composition, style: Style, start: int = 0) -> list[Fitted]:
    """Return what stands on a page in each of the likely numbers of columns, where there is room."""
    found = []
    for columns in figure.likely_columns(style):
        with suppress(StyleError):
            found.append(_fitted(replace(figure, columns=columns), style, start))
    return found


def _fitted(figure: Figure | Composition, style: Style, start: int = 0) -> Fitted:
    """Return what stands on a page, of the steps of :data:`PAPER_HIDING_STEPS` from `start` on."""
    found: Fitted | None = None
    tried: list[frozenset[Part]] = []
    laid_out: frozenset[Part] | None = None  # of what was tried, the last that had room at all
    figures = figure.figures if isinstance(figure, Composition) else (figure,)
    has = parts_of(figures) | (figure.above(style) if isinstance(figure, Composition) else set())
    for given_up, parts in list(enumerate(PAPER_HIDING_STEPS))[start:]:
        if found and not parts >= TITLES:
            break
        if "tables beside" in parts - has:
            continue
        left = parts & has
        if left in tried:  # none of the figures had what gave way: the page would be as it was
            if found and left == laid_out and "spare rows" in parts:
                found = found._replace(given_up=given_up)
            continue
        tried.append(left)
        try:
            shown = arranged(figure, style, given_up)
            found, laid_out = Fitted(given_up, shown, *lay_out(shown)), left
        except StyleError:
            continue
        areas = found.areas
        headers = [*(block.title for block in found.blocks), *(area.header for area in areas)]
        if (
            all(_is_short(block, found.page) for block in found.blocks)
            and all(_is_roomy(area, shown.style) for area in areas)
            and ("tables beside" not in parts or all(_is_whole(area, shown.style) for area in areas))
            and not any(item.is_small for header in headers for item in header.items)
        ):
            break
    if found is None:
        raise _no_room(style)
    return found


def _no_room(style: Style) -> StyleError:
    """Say that a page is too small, and where a larger one would be too, what helps."""
    refused = f"size = {style.width}x{style.height} pixels is not allowed: too small for what this picture shows"
    larger = style.but(width=min(2 * style.width, LARGEST), height=min(2 * style.height, LARGEST))
    grown = min(larger.width, larger.height) / min(style.width, style.height)
    if larger.sizes.tick < 0.99 * grown * style.sizes.tick:
        return StyleError(refused)
    return StyleError(f"{refused}, and type grows with a page; show fewer panes, or set a smaller font size")


def _is_short(block: Block, page: Page) -> bool:
    """Whether a formula that had to be broken leaves the page to the panels."""
    broken = any("\n" in text.get_text() for item in block.title.items if item.spare for text in item.texts)
    return not broken or block.title.height <= TALL * page.bbox.height


def _is_whole(area: Area, style: Style) -> bool:
    """Whether a table, if it is one, has all its columns and each row on one line, in type close to that of axes."""
    table = next((mark for mark in area.panel.marks if isinstance(mark, Listing)), None)
    wide, high = (side * 72 / style.dpi for side in area.pixels)
    return table is None or is_whole(table, wide, high, BESIDE * style.sizes.tick)


def _is_roomy(area: Area, style: Style) -> bool:
    """Whether a panel is so tall that it can be read."""
    table = next((mark for mark in area.panel.marks if isinstance(mark, Listing)), None)
    if table is not None:
        wide, high = (side * 72 / style.dpi for side in area.pixels)
        return is_shown_well(table, wide, high, style.sizes)
    return bare(area.panel) or area.axes.bbox.height >= LEAST * style.sizes.tick * style.dpi / 72


# What it counts, in doublings of the size of what is drawn, that a part gave way, or that a panel has no room.
LOST: Mapping[Part, float] = {
    "fact": 0.1, "formula": 0.1, "legend": 0.5, "spare rows": 1.0, "tables": 0.3, "axis titles": 2.0,
    "panel titles": 4.0,
}  # fmt: skip
GONE = 2.0
# The same for words whose type had to be so much smaller, for each halving of it.
SMALLER = 2.0


def seen_well(found: Fitted) -> float:
    """Return how well what is drawn is seen: the larger, the better; in doublings of its size."""
    areas = [area for area in found.areas if not area.panel.is_listing]
    seen = [area for area in areas if area.axes.get_visible()]
    if not seen:
        return 0.0
    sizes = sum(math.log2(_size(area)) for area in seen) / len(seen)
    lost = sum(LOST.get(part, 0.0) for part in PAPER_HIDING_STEPS[0] - PAPER_HIDING_STEPS[found.given_up])
    words = [item for area in seen for item in area.header.items]
    small = max((math.log2(item.natural / item.size) for item in words), default=0.0)
    return sizes - lost - GONE * (len(areas) - len(seen)) / len(areas) - SMALLER * small


def is_flat(found: Fitted) -> bool:
    """Whether a panel is so low, or its title so small, that it is better to spare some rows."""
    least = found.shown.style.sizes.least
    areas = [area for area in found.areas if area.axes.get_visible() and not area.panel.is_listing]
    low = LOWEST * least * found.shown.style.dpi / 72
    return any(
        area.axes.bbox.height < low or any(item.size < least - 1e-6 for item in area.header.items) for area in areas
    )


def _size(area: Area) -> float:
    """Return how high the drawing of a panel is, or would be if it were no wider than looks best."""
    wide, high = area.pixels
    if area.panel.square:
        across, up = (axis.shown[1] - axis.shown[0] for axis in (area.panel.x, area.panel.y))
        return min(wide / across, high / up) * math.sqrt(across * up)
    return min(wide if area.panel.square_cells else wide / ASPECT, high)
