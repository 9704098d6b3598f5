"""Find how much of a Figure has room on a page: parts are hidden in the declared order until its panels are legible."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from peviewer.base.words import unstarred
from peviewer.figures.fitting import PAPER_STEPS, Part
from peviewer.figures.grammar import Figure, Listing
from peviewer.paper.marks.catalog import is_without_axes
from peviewer.paper.marks.listing_layout import fitted_layout, is_complete, is_legible
from peviewer.paper.page.builder import Page, lay_out
from peviewer.paper.page.composition import Composition, PageContent, Rows, as_styled, page_content
from peviewer.paper.page.panels import Area, Block
from peviewer.paper.style import Style, StyleError

# The least height of a legible panel, in sizes of its axis's numbers, and of a matrix beside rows
# that can be spared.
LEAST_HEIGHT, LEAST_MATRIX = 2.2, 9.0
# The same of a panel where a legend tells the curves of A and B apart.
LEAST_OF_SIDES = 1.3
# The most of a page's height that a formula on several lines may take.
TALL = 0.2
# The least type of a table beside other panels, in sizes of an axis's numbers.
BESIDE = 0.85
TITLES = {"axis titles", "panel titles"}


class Fitted(NamedTuple):
    """A page that is laid out, its content, and the parts that it shows."""

    parts: frozenset[Part]
    shown: PageContent
    page: Page
    blocks: list[Block]

    @property
    def areas(self) -> list[Area]:
        return [area for block in self.blocks for area in block.areas]


def fitted(figure: Figure | Composition, style: Style) -> Fitted:
    """Return a page with as many parts of a Figure as leave every panel legible, in the settings of its style.

    It is the first step of :data:`PAPER_STEPS` that is legible, else the last with room;
    titles are hidden only where the panels have no room at all.
    """
    laid_out: Fitted | None = None
    tried: list[Rows] = []
    for parts in PAPER_STEPS:
        shown = page_content(figure, style, parts)
        if laid_out and not parts >= TITLES:
            break
        if shown.rows in tried:
            continue
        tried.append(shown.rows)
        with suppress(StyleError):
            laid_out = Fitted(parts, shown, *lay_out(shown))
            if _is_legible(laid_out):
                break
    if laid_out is None:
        refused = f"size = {style.width}x{style.height} pixels is not allowed: too small for what this picture shows"
        raise StyleError(f"{refused}; make it larger, show fewer panes, or set a smaller font size")
    return laid_out


def _is_legible(laid_out: Fitted) -> bool:
    """Whether no words are cut, and every panel has room."""
    style, point = laid_out.shown.style, laid_out.shown.style.dpi / 72
    matrices = [min(area.pixels) for area in laid_out.areas if area.panel.square_cells]
    if (
        "spare rows" in laid_out.parts
        and matrices
        and max(matrices) < LEAST_MATRIX * style.sizes.tick * point
    ):
        return False
    named = (
        mark.label
        for area in laid_out.areas
        if area.panel.legend
        for mark in area.panel.legend_marks
    )
    sided = {"A", "B"} <= {label.partition(":")[0] for label in named}
    for block in laid_out.blocks:
        heading, beside = (
            block.heading,
            "tables beside" in laid_out.parts and bool(block.figure.wide_heights),
        )
        formulas = [words for row in heading.rows for words in row if words.role == "secondary"]
        is_tall = heading.height * point > TALL * laid_out.page.bbox.height
        if heading.is_cut or any(is_tall and words.line_count > 1 for words in formulas):
            return False
        if any(headings.is_cut for headings in block.headings):
            return False
        for row, headings in zip(block.grid, block.headings, strict=True):
            facts = any(area.panel.fact for area in row)
            for area in row:
                high = area.axes.bbox.height
                times = 2 if area.panel.square_cells else 1
                if facts and not area.panel.is_listing and times * high < headings.height * point:
                    return False
                if not _is_readable(area, style, beside=beside, sided=sided):
                    return False
    return True


def _is_readable(area: Area, style: Style, *, beside: bool, sided: bool) -> bool:
    """Whether a panel has room: a table for its rows, for all of them `beside` others, others for words of axes."""
    table = next((mark for mark in area.panel.marks if isinstance(mark, Listing)), None)
    wide, high = (side * 72 / style.dpi for side in area.pixels)
    if table is not None:
        complete = not beside or is_complete(table, wide, high, BESIDE * style.sizes.tick)
        return complete and is_legible(table, wide, high, style.sizes)
    least = LEAST_OF_SIDES if sided else LEAST_HEIGHT
    return is_without_axes(area.panel) or high >= least * style.sizes.tick


PART_NAMES: dict[Part, str] = {
    "far numbers": "numbers along upper sides",
    "fact": "remarks beside titles",
    "formula": "the formula",
    "legend": "the legend",
    "axis titles": "titles of axes",
    "panel titles": "titles of panels",
}


def omitted(
    figures: Sequence[Figure], style: Style, parts: frozenset[Part], areas: Sequence[Area]
) -> tuple[str, ...]:
    """Return the requested parts that a painted page hides, the largest first."""
    figures = [as_styled(figure, style) for figure in figures]
    panels = [panel for figure in figures for panel in figure.panels]
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
    tables = [
        (mark, area) for area in shown for mark in area.panel.marks if isinstance(mark, Listing)
    ]
    spared = [
        mark.spare
        for mark, area in tables
        if fitted_layout(mark, area.canvas(style)).mark.spare != mark.spare
    ]
    names = [
        *(
            unstarred(title) for title in titles if not any(other.endswith(title) for other in seen)
        ),  # after a letter
        *(words for part, words in PART_NAMES.items() if has[part] and part not in parts),
        *(f"the column {column}" for column in spared),
    ]
    return tuple(dict.fromkeys(names))
