"""A page of a deck as a picture: a slide with title, picture, caption and foot where the file puts them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.exporters.deck.slide_page import page_of_slide
from peviewer.paper.page.painter import painting, settings

if TYPE_CHECKING:
    from peviewer.exporters.deck.pdf import Pages
    from peviewer.exporters.deck.slide_page import Design
    from peviewer.exporters.deck.slides import Slide


def page_picture(pages: Pages, number: int) -> bytes:
    """Return a page as a PNG, by its number from 1 on."""
    with painting(settings(pages.design.style)):
        return pages.slide_page(number).png()


def slide_picture(slide: Slide, design: Design, rows: int) -> bytes:
    """Return a slide as a PNG; programs set its words in fonts of their own, and draw a template's design.

    Parameters
    ----------
    slide : Slide
        What it shows.
    design : Design
        What it has in common with the others.
    rows : int
        The pixels of its shorter side.
    """
    with painting(settings(design.style)):
        return page_of_slide(slide, design, 1, dpi=rows / min(design.places.width, design.places.height)).png()
