"""Find how much of a Figure has room on a page: parts are hidden in the declared order until its panels are legible."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from peviewer.figures.fitting import PAPER_HIDING_STEPS
from peviewer.figures.grammar import Listing
from peviewer.paper.marks.catalog import is_without_axes
from peviewer.paper.marks.table_lines import is_complete, is_legible
from peviewer.paper.page.builder import TALL, lay_out
from peviewer.paper.page.columns import ASPECT, LOWEST
from peviewer.paper.page.composition import Composition, page_content
from peviewer.paper.page.visible_parts import parts_of
from peviewer.paper.style import StyleError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from peviewer.figures.fitting import Part
    from peviewer.figures.grammar import Figure
    from peviewer.paper.page.blocks import Area, Block
    from peviewer.paper.page.composition import PageContent
    from peviewer.paper.page.page import Page
    from peviewer.paper.style import Style


# The least height of a legible panel, in sizes of its axis's numbers.
LEAST_HEIGHT = 2.2
# The same where a lower panel lets a legend be seen that tells the curves of A and B apart.
LEAST_BELOW_SIDES = 1.3
# The least side of the largest matrix of square cells beside rows that can be spared, in the same; and by how much it
# must be larger without them.
LEAST_MATRIX, LARGER = 8, 1.3
# The least type of a table beside other panels, in sizes of an axis's numbers.
BESIDE = 0.85
LARGEST = 16_384  # pixels of a side
# The first step of hiding without the rows that a Figure can spare.
WITHOUT_SPARE_ROWS = next(k for k, parts in enumerate(PAPER_HIDING_STEPS) if "spare rows" not in parts)
TITLES = {"axis titles", "panel titles"}


class Fitted(NamedTuple):
    """A page that is laid out, what it shows, and the number of steps of hiding before."""

    hiding_step: int
    shown: PageContent
    page: Page
    blocks: list[Block]

    @property
    def areas(self) -> list[Area]:
        """All panels of the page."""
        return [area for block in self.blocks for area in block.areas]


def fitted(figure: Figure | Composition, style: Style) -> Fitted:
    """Return a page with as many parts of a Figure as leave every panel legible, in the settings of its style.

    Titles are hidden only where the panels have no room at all. Equal panes are arranged in the columns,
    with their spare rows or without, that make their panels largest; where these are flat, in any number of columns.

    Raises
    ------
    StyleError
        If not even the panels alone have room.
    """
    if not (isinstance(figure, Composition) and figure.even and figure.columns is None):
        return _with_larger_matrices(_fitted(figure, style), figure, style)
    likely = figure.likely_columns(style)
    found = _fitted_in_columns(figure, style, likely)
    if not found:
        raise _no_room(style)
    best = max(found, key=legibility)
    if best.hiding_step < WITHOUT_SPARE_ROWS and has_flat_panels(best) and any(one.spare for one in figure.figures):
        best = max([best, *_fitted_in_columns(figure, style, likely, WITHOUT_SPARE_ROWS)], key=legibility)
    if has_flat_panels(best):
        rest = [columns for columns in range(1, len(figure.figures) + 1) if columns not in likely]
        best = max([best, *_fitted_in_columns(figure, style, rest)], key=legibility)
    return best


def _with_larger_matrices(found: Fitted, figure: Figure | Composition, style: Style) -> Fitted:
    """Return a page without spare rows where small matrices are so much larger on it that this is better."""
    figures = figure.figures if isinstance(figure, Composition) else (figure,)
    if found.hiding_step >= WITHOUT_SPARE_ROWS or not any(one.spare for one in figures):
        return found
    least = LEAST_MATRIX * found.shown.style.sizes.tick * found.shown.style.dpi / 72
    if (side := _largest_matrix(found)) >= least:
        return found
    with suppress(StyleError):
        without = _fitted(figure, style, WITHOUT_SPARE_ROWS)
        if _largest_matrix(without) >= LARGER * side:
            return without
    return found


def _largest_matrix(found: Fitted) -> float:
    """Return the side of the largest panel of square cells, in pixels; infinite without one."""
    return max((min(area.pixels) for area in found.areas if area.panel.square_cells), default=math.inf)


def _fitted_in_columns(figure: Composition, style: Style, counts: Iterable[int], start: int = 0) -> list[Fitted]:
    """Return a page in each number of columns that has room."""
    found = []
    for columns in counts:
        with suppress(StyleError):
            found.append(_fitted(replace(figure, columns=columns), style, start))
    return found


def _fitted(figure: Figure | Composition, style: Style, start: int = 0) -> Fitted:
    """Return the page of the first step of :data:`PAPER_HIDING_STEPS`, from `start` on, that is legible."""
    found: Fitted | None = None
    tried: list[frozenset[Part]] = []
    laid_out: frozenset[Part] | None = None  # of what was tried, the last that had room at all
    figures = figure.figures if isinstance(figure, Composition) else (figure,)
    sided = any(map(_names_sides, figures))
    has = parts_of(figures) | (figure.above(style) if isinstance(figure, Composition) else set())
    for hiding_step, parts in list(enumerate(PAPER_HIDING_STEPS))[start:]:
        if found and not parts >= TITLES:
            break
        if "tables beside" in parts - has:
            continue
        left = parts & has
        if left in tried:  # no figure has the parts hidden in this step
            if found and left == laid_out and "spare rows" in parts:
                found = found._replace(hiding_step=hiding_step)
            continue
        tried.append(left)
        try:
            shown = page_content(figure, style, hiding_step)
            found, laid_out = Fitted(hiding_step, shown, *lay_out(shown)), left
        except StyleError:
            continue
        areas = found.areas
        least = LEAST_BELOW_SIDES if sided and "legend" in parts else LEAST_HEIGHT
        headers = [*(block.title for block in found.blocks), *(area.header for area in areas)]
        if (
            all(_leaves_room(block, found.page) for block in found.blocks)
            and all(_is_readable(area, shown.style, least) for area in areas)
            and ("tables beside" not in parts or all(_is_complete(area, shown.style) for area in areas))
            and not any(item.is_small for header in headers for item in header.items)
            and all(map(_is_higher_than_its_words, areas))
        ):
            break
    if found is None:
        raise _no_room(style)
    return found


def _no_room(style: Style) -> StyleError:
    """Return the error of a page that is too small; where a larger one would be too, it says what helps."""
    refused = f"size = {style.width}x{style.height} pixels is not allowed: too small for what this picture shows"
    larger = style.but(width=min(2 * style.width, LARGEST), height=min(2 * style.height, LARGEST))
    grown = min(larger.width, larger.height) / min(style.width, style.height)
    if larger.sizes.tick < 0.99 * grown * style.sizes.tick:
        return StyleError(refused)
    return StyleError(f"{refused}, and type grows with a page; show fewer panes, or set a smaller font size")


def _leaves_room(block: Block, page: Page) -> bool:
    """Whether a formula on several lines leaves enough height for the panels."""
    broken = any("\n" in text.get_text() for item in block.title.items if item.spare for text in item.texts)
    return not broken or block.title.height <= TALL * page.bbox.height


def _is_complete(area: Area, style: Style) -> bool:
    """Whether a table, if it is one, has all its columns and each row on one line, in type close to that of axes."""
    table = next((mark for mark in area.panel.marks if isinstance(mark, Listing)), None)
    wide, high = (side * 72 / style.dpi for side in area.pixels)
    return table is None or is_complete(table, wide, high, BESIDE * style.sizes.tick)


def _names_sides(figure: Figure) -> bool:
    """Whether a legend tells A and B apart."""
    named = {mark.label.partition(":")[0] for panel in figure.panels if panel.legend for mark in panel.legend_marks}
    return named >= {"A", "B"}


def _is_readable(area: Area, style: Style, least: float) -> bool:
    """Whether a panel has room to be legible, its height in sizes of its axis's numbers at least `least`."""
    table = next((mark for mark in area.panel.marks if isinstance(mark, Listing)), None)
    if table is not None:
        wide, high = (side * 72 / style.dpi for side in area.pixels)
        return is_legible(table, wide, high, style.sizes)
    return is_without_axes(area.panel) or area.axes.bbox.height >= least * style.sizes.tick * style.dpi / 72


def _is_higher_than_its_words(area: Area) -> bool:
    """Whether a panel with a remark above it is higher than all that is above it; a matrix of square cells, twice."""
    times = 2 if area.panel.square_cells else 1
    return area.panel.is_listing or not area.panel.fact or times * area.header.height <= area.axes.bbox.height


# The penalty of each hidden part, and of hidden panels, in doublings of the size of panels.
PART_PENALTY: Mapping[Part, float] = {
    "fact": 0.1, "formula": 0.1, "legend": 0.5, "spare rows": 1.0, "tables": 0.3, "axis titles": 2.0,
    "panel titles": 4.0,
}  # fmt: skip
PANEL_PENALTY = 2.0
# The same of type that is smaller, for each halving.
TYPE_PENALTY = 2.0


def legibility(found: Fitted) -> float:
    """Return how legible a page is, by the size of its panels less penalties, in doublings."""
    areas = [area for area in found.areas if not area.panel.is_listing]
    seen = [area for area in areas if area.axes.get_visible()]
    if not seen:
        return 0.0
    sizes = sum(math.log2(_size(area)) for area in seen) / len(seen)
    lost = sum(PART_PENALTY.get(part, 0.0) for part in PAPER_HIDING_STEPS[0] - PAPER_HIDING_STEPS[found.hiding_step])
    words = [item for area in seen for item in area.header.items]
    small = max((math.log2(item.natural / item.size) for item in words), default=0.0)
    return sizes - lost - PANEL_PENALTY * (len(areas) - len(seen)) / len(areas) - TYPE_PENALTY * small


def has_flat_panels(found: Fitted) -> bool:
    """Whether a panel is so low, or its title so small, that spare rows are better hidden."""
    least = found.shown.style.sizes.least
    areas = [area for area in found.areas if area.axes.get_visible() and not area.panel.is_listing]
    low = LOWEST * least * found.shown.style.dpi / 72
    return any(
        area.axes.bbox.height < low or any(item.size < least - 1e-6 for item in area.header.items) for area in areas
    )


def _size(area: Area) -> float:
    """Return the height of a panel's drawing at its best aspect."""
    wide, high = area.pixels
    if area.panel.square:
        across, up = area.panel.x.extent, area.panel.y.extent
        return min(wide / across, high / up) * math.sqrt(across * up)
    return min(wide if area.panel.square_cells else wide / ASPECT, high)
