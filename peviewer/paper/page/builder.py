"""Build a page that is laid out, without marks: panels with axes and colour bars, each at its place."""

import io
import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.figure import Figure
from matplotlib.textpath import text_to_path

from peviewer.paper.marks.listing_layout import table_size
from peviewer.paper.page.composition import PageContent
from peviewer.paper.page.heading import LINE, figure_heading, fitting_size, words
from peviewer.paper.page.layout import arrange
from peviewer.paper.page.panels import Block, Sides, Spacing, areas_of
from peviewer.paper.painting import painting
from peviewer.paper.text import wrapped

# The gap between panes, more than between panels of one pane, in gaps before a colour bar.
AIR = 1.5
# In sizes of an axis title: the title of one Figure below the title of all, and the space between
# them.
BELOW, LEAD = 1.1, 0.5
# The space above a caption, in lines.
CAPTION_LEAD = 0.6


class Page(Figure):
    """A matplotlib Figure that shows itself in a notebook.

    ``settings`` are matplotlib's that it was painted with, and it is always drawn with, so that no
    style of a notebook changes it afterwards. ``left_out`` names what it has no room for.
    """

    settings: Mapping[Any, Any] = MappingProxyType({})
    left_out: tuple[str, ...] = ()

    def draw(self, renderer: Any) -> None:
        with painting(self.settings):
            super().draw(renderer)

    def savefig(self, *arguments: Any, **options: Any) -> None:
        with painting(self.settings):
            super().savefig(*arguments, **options)

    def release(self) -> None:
        """Drop images and pixels once it is written: its parts refer to each other until garbage is collected."""
        for axes in self.axes:
            for image in axes.get_images():
                image.remove()
        FigureCanvasBase(self)  # in place of the one that holds the pixels

    def _repr_png_(self) -> bytes:
        """Return a picture.

        After ``%matplotlib inline`` a notebook makes its own, in the format chosen there.
        """
        file = io.BytesIO()
        self.savefig(
            file, format="png", dpi=self.dpi, facecolor="auto", edgecolor="none", bbox_inches=None
        )
        return file.getvalue()


def lay_out(shown: PageContent) -> tuple[Page, list[Block]]:
    """Return a page whose panels are placed, without marks.

    The settings of the style must be in force.
    """
    style, spacing = shown.style, Spacing.of(shown.style)
    page = Page(
        figsize=inches(style.width, style.height, style.dpi), dpi=style.dpi, facecolor=style.ground
    )
    renderer: RendererAgg = FigureCanvasAgg(page).get_renderer()  # type: ignore[no-untyped-call]
    renderer.mathtext_parser = (
        text_to_path.mathtext_parser
    )  # its cache holds formulas of earlier pages
    blocks = _blocks(page, shown, _inner(page, shown, spacing), spacing)
    arrange(page, blocks, spacing)
    areas = [area for block in blocks for area in block.areas]
    size = table_size([area.canvas(style) for area in areas])
    for area in areas:
        area.table_size = size
    return page, blocks


def _inner(page: Page, shown: PageContent, spacing: Spacing) -> Sides:
    """Write the words above and below all Figures; return the part of the page between them."""
    style, margin = shown.style, spacing.gutter
    room, sizes = (page.bbox.width - 2 * margin) / spacing.point, style.sizes
    text = style.caption if isinstance(style.caption, str) else shown.caption
    low, high = margin, page.bbox.height - margin
    if text:
        caption = words(wrapped(text, room / sizes.tick), sizes.tick)
        caption.write(page, (margin, margin), margin + caption.below * spacing.point, style)
        low += caption.height * spacing.point + CAPTION_LEAD * LINE * sizes.tick * spacing.point
    if shown.title:
        header = figure_heading(shown.title, "", room, sizes.title, sizes)
        high -= header.height * spacing.point
        header.draw(page, (margin, margin), high + header.gap * spacing.point, header.level, style)
        high -= LEAD * sizes.axis * spacing.point
    return Sides(margin, page.bbox.width - margin, low, high)


def _blocks(page: Page, shown: PageContent, inner: Sides, spacing: Spacing) -> list[Block]:
    """Divide a part of the page among its Figures, and add these.

    Their titles are smaller below a common one.
    """
    sizes, blocks = shown.style.sizes, []
    gap, rows = round(spacing.gutter + AIR * spacing.bar_gap), shown.rows
    tall = math.floor((inner.top - inner.bottom - gap * (len(rows) - 1)) / len(rows))
    for k, row in enumerate(rows):
        wide = math.floor((inner.right - inner.left - gap * (len(row) - 1)) / len(row))
        top = math.floor(inner.top) - k * (tall + gap)
        for column, figure in enumerate(row):
            left = round(inner.left) + column * (wide + gap)
            frame = Sides(left, left + wide, top - tall, top)
            blocks.append(Block(figure, areas_of(page, figure, shown.style), frame))
    titles = [(block.figure.title, block.room(spacing)) for block in blocks]
    size = fitting_size(titles, BELOW * sizes.axis if shown.title else sizes.title)
    for block in blocks:
        block.set_heading(size, spacing)
    return blocks


def inches(width: int, height: int, dpi: float) -> tuple[float, float]:
    """Return the sides of a page in inches, never a rounding error too small, as matplotlib rounds down."""

    def side(pixels: int) -> float:
        long = pixels / dpi
        while int(long * dpi) < pixels:
            long = math.nextafter(long, math.inf)
        return long

    return side(width), side(height)
