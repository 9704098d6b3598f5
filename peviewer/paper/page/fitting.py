"""Find how much of a Figure has room: parts are hidden in order until its panels are legible."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from peviewer.base.words import unstarred
from peviewer.figures.fitting.hiding import PAPER_STEPS, Part
from peviewer.figures.grammar import Figure, Listing, Panel
from peviewer.paper.marks.catalog import is_without_axes
from peviewer.paper.marks.listing_layout import fitted_layout, is_complete, is_legible
from peviewer.paper.page.builder import blank_page, lay_out
from peviewer.paper.page.composition import Composition, PageContent, Rows, page_content
from peviewer.paper.page.hiding import as_styled
from peviewer.paper.page.page import PaperPage
from peviewer.paper.page.panels import PanelArea, PlacedFigure
from peviewer.paper.style import Style, StyleError

# The least height of a legible panel, in sizes of its tick labels.
LEAST_HEIGHT = 2.2
# The least height of a panel whose legend tells the curves of A and B apart.
LEAST_HEIGHT_OF_SIDES = 1.3
# The least height of a plot of several encodings beside panels that show only one.
LEAST_HEIGHT_OF_SEVERAL = 6.0
# The least height of a matrix beside spare rows.
LEAST_MATRIX = 9.0
# The largest share of a page's height that a formula on several lines takes.
MAX_FORMULA_SHARE = 0.2
# The least type of a table beside other panels, in sizes of tick labels.
LEAST_TYPE_BESIDE = 0.85
TITLES = {"axis titles", "panel titles"}


class LaidOutPage(NamedTuple):
    """A page that is laid out, its content, and the parts that it shows."""

    parts: frozenset[Part]
    content: PageContent
    page: PaperPage
    placed_figures: list[PlacedFigure]

    @property
    def areas(self) -> list[PanelArea]:
        return [area for placed in self.placed_figures for area in placed.areas]


def fitted_page(figure: Figure | Composition, style: Style) -> LaidOutPage:
    """Return a page with as many parts of a Figure as leave every panel legible.

    The settings of the style must be in force. The page has the first step of
    :data:`PAPER_STEPS` that is legible, or else the last with room. Titles are hidden only where
    the panels have no room at all.
    """
    laid_out: LaidOutPage | None = None
    tried: list[Rows] = []
    for parts in PAPER_STEPS:
        content = page_content(figure, style, parts)
        if laid_out and not parts >= TITLES:
            break
        if content.rows in tried:
            continue
        tried.append(content.rows)
        with suppress(StyleError):
            page = blank_page(content.style)
            laid_out = LaidOutPage(parts, content, page, lay_out(page, content))
            if _is_legible(laid_out):
                break
    if laid_out is None:
        size = f"size = {style.width}x{style.height} pixels is not allowed"
        reason = "too small for what this picture shows"
        advice = "make it larger, show fewer panes, or set a smaller font size"
        raise StyleError(f"{size}: {reason}; {advice}")
    return laid_out


def _is_legible(laid_out: LaidOutPage) -> bool:
    """Whether no words are cut, and every panel has room."""
    if "spare rows" in laid_out.parts:
        if not (_has_room_for_matrices(laid_out) and _has_room_for_several(laid_out)):
            return False
    style = laid_out.content.style
    compares_sides = _compares_sides(laid_out.areas)
    for placed in laid_out.placed_figures:
        if not _are_words_whole(placed, laid_out):
            return False
        if not _have_facts_room(placed, style):
            return False
        is_beside = "tables beside" in laid_out.parts and bool(placed.figure.wide_heights)
        for area in placed.areas:
            if not _is_readable(area, style, is_beside=is_beside, compares_sides=compares_sides):
                return False
    return True


def _has_room_for_matrices(laid_out: LaidOutPage) -> bool:
    """Whether the largest matrix, if there is one, is large enough."""
    sides = [min(area.pixels) for area in laid_out.areas if area.panel.square_cells]
    style = laid_out.content.style
    least_side = LEAST_MATRIX * style.sizes.tick * (style.dpi / 72)
    return not sides or max(sides) >= least_side


def _has_room_for_several(laid_out: LaidOutPage) -> bool:
    """Whether plots of several encodings are high enough beside panels that show only one."""
    if not any(area.panel.owner for area in laid_out.areas):
        return True
    style = laid_out.content.style
    least_height = LEAST_HEIGHT_OF_SEVERAL * style.sizes.tick * (style.dpi / 72)
    plots = [area for area in laid_out.areas if area.panel.legend and not area.panel.owner]
    return all(area.axes.bbox.height >= least_height for area in plots)


def _compares_sides(areas: Sequence[PanelArea]) -> bool:
    """Whether legends tell the curves of A and B apart."""
    sides = set()
    for area in areas:
        if area.panel.legend:
            sides |= {mark.label.partition(":")[0] for mark in area.panel.legend_marks}
    return {"A", "B"} <= sides


def _are_words_whole(placed: PlacedFigure, laid_out: LaidOutPage) -> bool:
    """Whether no words above a Figure and its rows are cut, and a tall formula is on one line."""
    heading = placed.heading
    if heading.is_cut or any(headings.is_cut for headings in placed.row_headings):
        return False
    items = [item for row in heading.rows for item in row]
    height = heading.height * (laid_out.content.style.dpi / 72)
    is_tall = height > MAX_FORMULA_SHARE * laid_out.page.bbox.height
    has_broken_formula = any(item.is_formula and item.line_count > 1 for item in items)
    return not (is_tall and has_broken_formula)


def _have_facts_room(placed: PlacedFigure, style: Style) -> bool:
    """Whether no words above a row with facts are taller than its panels.

    A matrix may be half as tall as the words.
    """
    for row, headings in zip(placed.grid, placed.row_headings, strict=True):
        if not any(area.panel.fact for area in row):
            continue
        words_height = headings.height * (style.dpi / 72)
        for area in row:
            factor = 2 if area.panel.square_cells else 1
            height = factor * area.axes.bbox.height
            if not area.panel.is_listing and height < words_height:
                return False
    return True


def _is_readable(area: PanelArea, style: Style, *, is_beside: bool, compares_sides: bool) -> bool:
    """Whether a table has room for its rows, and another panel for the words of its axes.

    `is_beside`: whether a table stands beside other panels, where it needs room for all rows.
    `compares_sides`: whether legends tell the curves of A and B apart.
    """
    tick = style.sizes.tick
    width, height = (side * 72 / style.dpi for side in area.pixels)
    tables = _listings(area.panel)
    if tables:
        least_type = LEAST_TYPE_BESIDE * tick
        if is_beside and not is_complete(tables[0], width, height, least_type):
            return False
        return is_legible(tables[0], width, height, style.sizes)
    least_height = LEAST_HEIGHT_OF_SIDES if compares_sides else LEAST_HEIGHT
    return is_without_axes(area.panel) or height >= least_height * tick


def _listings(panel: Panel) -> list[Listing]:
    return [mark for mark in panel.marks if isinstance(mark, Listing)]


PART_NAMES: dict[Part, str] = {
    "far numbers": "numbers along upper sides",
    "fact": "remarks beside titles",
    "formula": "the formula",
    "legend": "the legend",
    "axis titles": "titles of axes",
    "panel titles": "titles of panels",
}


def omitted(
    figures: Sequence[Figure], style: Style, parts: frozenset[Part], areas: Sequence[PanelArea]
) -> tuple[str, ...]:
    """Return the requested parts that a painted page hides, the largest first."""
    styled_figures = [as_styled(figure, style) for figure in figures]
    visible_areas = [area for area in areas if area.axes.get_visible()]
    names: list[str] = []
    if "panel titles" in parts:
        names += _hidden_panels(styled_figures, visible_areas)
    requested = _parts_of(styled_figures)
    names += [name for part, name in PART_NAMES.items() if part in requested and part not in parts]
    names += [f"the column {column}" for column in _spared_columns(visible_areas, style)]
    return tuple(dict.fromkeys(names))


def _hidden_panels(figures: Iterable[Figure], areas: Iterable[PanelArea]) -> Iterator[str]:
    """Yield the titles of panels that no area shows; a shown one may follow a letter."""
    shown_titles = [area.panel.title for area in areas]
    for figure in figures:
        for panel in figure.panels:
            is_shown = any(title.endswith(panel.title) for title in shown_titles)
            if panel.title and not is_shown:
                yield unstarred(panel.title)


def _parts_of(figures: Sequence[Figure]) -> set[Part]:
    """Return the parts of Figures that can be left out."""
    parts: set[Part] = set()
    if any(figure.formula for figure in figures):
        parts.add("formula")
    for figure in figures:
        for panel in figure.panels:
            parts |= _parts_of_panel(panel)
    return parts


def _parts_of_panel(panel: Panel) -> set[Part]:
    has_part: dict[Part, bool] = {
        "far numbers": bool(panel.x.far_numbers),
        "fact": bool(panel.fact),
        "legend": panel.legend,
        "axis titles": bool(panel.x.label or panel.y.label),
        "panel titles": bool(panel.title),
    }
    return {part for part, is_there in has_part.items() if is_there}


def _spared_columns(areas: Iterable[PanelArea], style: Style) -> Iterator[str]:
    """Yield the spare columns that tables are shown without."""
    for area in areas:
        for table in _listings(area.panel):
            shown_table = fitted_layout(table, area.canvas(style)).mark
            if shown_table.spare_column != table.spare_column:
                yield table.spare_column
