"""Slides of tables: one that does not fit beside another picture takes a slide, or two."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from peviewer.exporters.deck.places import Places, own_places
from peviewer.exporters.deck.slides import Slide
from peviewer.figures.grammar import Figure, Listing, Mark, Numbers, Panel
from peviewer.paper.marks.listing_layout import ListingLayout
from peviewer.paper.marks.numbers import height_of_all
from peviewer.paper.page.painter import settings
from peviewer.paper.painting import painting
from peviewer.paper.style import Sizes, Style

# The height of the words above a table, in sizes of an axis title.
WORDS_HEIGHT = 2.0
# The most slides of one table.
MOST_SLIDES = 2


def with_whole_tables(slides: Sequence[Slide], style: Style) -> list[Slide]:
    """Return slides on which tables are whole, as far as two slides are enough for one."""
    places = own_places(style)
    with painting(settings(style)):
        return [part for slide in slides for part in _parts_of(slide, places, style)]


def _parts_of(slide: Slide, places: Places, style: Style) -> list[Slide]:
    """Return a slide, or several that show its tables whole."""
    look = places.look(style)
    width = 72 * places.picture.width - 2 * look.sizes.pad
    height = 72 * places.picture.height - 2 * look.sizes.pad
    pane_width = width / len(slide.panes)
    if all(_fits(figure, pane_width, height, look.sizes) for figure in slide.figures):
        return [slide]

    shown: list[tuple[Slide, Figure | None]] = []
    for pane, figure in zip(slide.panes, slide.figures, strict=True):
        alone = replace(slide, pane=pane, beside=())
        parts = list(_excerpts(figure, width, height, look.sizes))
        shown += [(alone, part) for part in parts] or [(alone, None)]
    count = len(shown)
    return [
        replace(each, excerpt=excerpt, place=f"{number} of {count}" if count > 1 else "")
        for number, (each, excerpt) in enumerate(shown, 1)
    ]


def _excerpts(figure: Figure, width: float, height: float, sizes: Sizes) -> Iterator[Figure]:
    """Yield the parts of a Figure of tables that are whole on a slide each.

    Yield none where that takes more than two, or one is enough.
    """
    if not _is_of_tables(figure) or _fits(figure, width, height, sizes):
        return
    plain_figure = replace(figure, formula="")
    if _fits(plain_figure, width, height, sizes):
        yield plain_figure
        return
    parts: list[Figure] = []
    for row in figure.rows:
        row_figure = replace(plain_figure, rows=(row,), heights=(1.0,), names=(), wide=())
        parts += _halves(row_figure, width, height, sizes)
    if len(parts) <= MOST_SLIDES and all(_fits(part, width, height, sizes) for part in parts):
        yield from parts


def _halves(figure: Figure, width: float, height: float, sizes: Sizes) -> list[Figure]:
    """Return a Figure of one table, or two with half of its rows each."""
    mark = _table_of(figure.panels[0])
    if not isinstance(mark, Listing) or _fits(figure, width, height, sizes):
        return [figure]
    middle = math.ceil(len(mark.rows) / 2)
    parts = []
    for rows in (slice(0, middle), slice(middle, None)):
        part = replace(mark, rows=mark.rows[rows], verdicts=mark.verdicts[rows])
        panel = replace(figure.panels[0], marks=(part,))
        parts.append(replace(figure, rows=((panel,),)))
    return parts


def _is_of_tables(figure: Figure) -> bool:
    """Whether a Figure shows nothing but tables, one a row."""
    is_single = all(len(row) == 1 for row in figure.rows)
    return is_single and all(_table_of(panel) is not None for panel in figure.panels)


def _table_of(panel: Panel) -> Listing | Numbers | None:
    for mark in panel.marks:
        if isinstance(mark, Listing | Numbers):
            return mark
    return None


def _fits(figure: Figure, width: float, height: float, sizes: Sizes) -> bool:
    """Whether a Figure of tables has room for all rows and columns; true of every other Figure."""
    if not _is_of_tables(figure):
        return True
    wanted_height = sizes.pad * (len(figure.rows) - 1)
    if figure.formula:
        wanted_height += WORDS_HEIGHT * sizes.axis
    for panel in figure.panels:
        wanted_height += _height_of(panel, width, sizes)
    return wanted_height <= height


def _height_of(panel: Panel, width: float, sizes: Sizes) -> float:
    """Return the height of a table with the words above it, infinite where it is too wide."""
    words_height = WORDS_HEIGHT * sizes.axis if panel.title or panel.fact else 0.0
    mark: Mark | None = _table_of(panel)
    if isinstance(mark, Listing):
        layout = ListingLayout(mark.without(mark.spare_column), width, sizes.tick)
        table_height = math.inf if layout.breaks_words else layout.usual_height
    else:
        table_height = height_of_all(panel, width, sizes)
    return words_height + table_height
