"""A slide of a presentation as a picture: title, picture and caption where the file puts them."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Page
from matplotlib.image import imread

from peviewer.export.deck.master import CAPTION, CAPTION_TYPE, PICTURE, TALL, TITLE, TITLE_TYPE, WIDE
from peviewer.export.deck.write import picture_style
from peviewer.export.picture.render import render
from peviewer.paper.marks.table_area import LINE
from peviewer.paper.page.painter import painting, settings
from peviewer.paper.typography.measure import wrapped
from peviewer.paper.typography.text import typeset

if TYPE_CHECKING:
    from peviewer.export.deck.master import Slot
    from peviewer.export.deck.slides import Slide
    from peviewer.paper.style import Style

DPI = 144  # 1920 × 1080 pixels
POINT = 100  # the units of type sizes in the file


def slide_picture(slide: Slide, style: Style) -> bytes:
    """Return a slide as a PNG; programs set its words in fonts of their own.

    Parameters
    ----------
    slide : Slide
        What it shows.
    style : Style
        The look of the deck.
    """
    look = picture_style(style, heading=bool(slide.heading))
    picture = imread(io.BytesIO(render(slide.figure, "png", document=slide.document, style=look)))
    written = io.BytesIO()
    with painting, mpl.rc_context(settings(style)):
        page = Page(figsize=(WIDE, TALL), dpi=DPI, facecolor=style.ground)
        FigureCanvasAgg(page)
        axes = page.add_axes(_place(PICTURE))
        axes.set_axis_off()
        axes.imshow(picture, aspect="auto", interpolation="antialiased")
        if style.title is not False:
            _write(page, TITLE, slide.title, TITLE_TYPE / POINT, weight="bold")
        if style.caption is not False:
            _write(page, CAPTION, slide.caption, CAPTION_TYPE / POINT)
        page.savefig(written, format="png", dpi=DPI, facecolor=style.ground)
    return written.getvalue()


def _place(box: Slot) -> tuple[float, float, float, float]:
    """Return a place on the page in matplotlib's way: shares, from the lower left corner."""
    return box.left / WIDE, 1 - (box.top + box.height) / TALL, box.width / WIDE, box.height / TALL


def _write(page: Page, box: Slot, text: str, points: float, weight: str = "normal") -> None:
    """Write a text into the upper left corner of a place, in as many lines as it needs."""
    for number, line in enumerate(wrapped(text, 72 * box.width / points)):
        middle = box.top + (number + 0.5) * LINE * points / 72
        page.text(box.left / WIDE, 1 - middle / TALL, typeset(line), fontsize=points, fontweight=weight, va="center")
