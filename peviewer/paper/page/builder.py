"""Build a page without marks: panels with axes and colour bars, each at its place."""

import math

from matplotlib.backends.backend_agg import FigureCanvasAgg

from peviewer.paper.marks.listing_layout import table_size
from peviewer.paper.page.composition import PageContent
from peviewer.paper.page.heading import figure_heading, fitting_size
from peviewer.paper.page.heading_items import LINE, text_item
from peviewer.paper.page.layout import arrange
from peviewer.paper.page.page import PaperPage
from peviewer.paper.page.panels import Frame, PlacedFigure, Spacing, areas_of
from peviewer.paper.style import Style
from peviewer.paper.text import wrapped

# By how much the gap between Figures is larger than that between panels, as a multiple of the gap
# before a colour bar.
EXTRA_GAP = 1.5
# The size of a Figure's title below a common title, as a multiple of an axis title's.
BELOW_COMMON_TITLE = 1.1
# The space below a common title, in sizes of an axis title.
COMMON_TITLE_LEAD = 0.5
# The space above a caption, in lines.
CAPTION_LEAD = 0.6


def blank_page(style: Style) -> PaperPage:
    """Return a page of the size of a style."""
    figsize = inches(style.width, style.height, style.dpi)
    page = PaperPage(figsize=figsize, dpi=style.dpi, facecolor=style.ground)
    # Texts are measured by this canvas's renderer.
    FigureCanvasAgg(page)
    return page


def lay_out(page: PaperPage, content: PageContent) -> list[PlacedFigure]:
    """Place the panels of a page, without marks.

    The settings of the style must be in force.
    """
    style = content.style
    spacing = Spacing.of(style)
    frame = _write_common_words(page, content, spacing)
    placed_figures = _place_figures(page, content, frame, spacing)
    arrange(page, placed_figures, spacing)
    areas = [area for placed in placed_figures for area in placed.areas]
    size = table_size([area.canvas(style) for area in areas])
    for area in areas:
        area.table_size = size
    return placed_figures


def _write_common_words(page: PaperPage, content: PageContent, spacing: Spacing) -> Frame:
    """Write the words above and below all Figures; return the part of the page between them."""
    style = content.style
    sizes = style.sizes
    margin = spacing.gutter
    span = (margin, page.bbox.width - margin)
    low = margin
    high = page.bbox.height - margin
    room = (page.bbox.width - 2 * margin) / spacing.point

    text = style.caption if isinstance(style.caption, str) else content.caption
    if text:
        caption = text_item(wrapped(text, room / sizes.tick), sizes.tick)
        caption.write(page, span, margin + caption.descent * spacing.point, style)
        low += caption.height * spacing.point + CAPTION_LEAD * LINE * sizes.tick * spacing.point
    if content.title:
        title = figure_heading(content.title, "", room, sizes.title, sizes)
        high -= title.height * spacing.point
        title.draw(page, span, high + title.gap * spacing.point, title.level, style)
        high -= COMMON_TITLE_LEAD * sizes.axis * spacing.point
    return Frame(*span, low, high)


def _place_figures(
    page: PaperPage, content: PageContent, frame: Frame, spacing: Spacing
) -> list[PlacedFigure]:
    """Divide a part of the page among its Figures, and add their panels.

    The titles of Figures are smaller below a common one.
    """
    placed_figures = []
    gap = round(spacing.gutter + EXTRA_GAP * spacing.bar_gap)
    row_count = len(content.rows)
    free_height = frame.top - frame.bottom - gap * (row_count - 1)
    height = math.floor(free_height / row_count)
    for row_index, row in enumerate(content.rows):
        top = math.floor(frame.top) - row_index * (height + gap)
        free_width = frame.width - gap * (len(row) - 1)
        width = math.floor(free_width / len(row))
        for column, figure in enumerate(row):
            left = round(frame.left) + column * (width + gap)
            own_frame = Frame(left, left + width, top - height, top)
            areas = areas_of(page, figure, content.style)
            placed_figures.append(PlacedFigure(figure, areas, own_frame))

    sizes = content.style.sizes
    titles = [(placed.figure.title, placed.room(spacing)) for placed in placed_figures]
    largest_size = BELOW_COMMON_TITLE * sizes.axis if content.title else sizes.title
    title_size = fitting_size(titles, largest_size)
    for placed in placed_figures:
        placed.set_heading(title_size, spacing)
    return placed_figures


def inches(width: int, height: int, dpi: float) -> tuple[float, float]:
    """Return the sides of a page in inches, from pixels.

    They are slightly larger than exact: matplotlib rounds pixels down.
    """
    return _inches(width, dpi), _inches(height, dpi)


def _inches(pixels: int, dpi: float) -> float:
    length = pixels / dpi
    while int(length * dpi) < pixels:
        length = math.nextafter(length, math.inf)
    return length
