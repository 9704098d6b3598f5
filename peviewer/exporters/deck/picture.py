"""A slide of a presentation as a picture: title, picture and caption where the file puts them."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Page
from matplotlib.image import imread

from peviewer.exporters.deck.blank_deck import CAPTION_TYPE, COVER_TYPE, SUBTITLE_TYPE, TITLE_TYPE, ground_of
from peviewer.exporters.deck.places import EMU, LINE, Slot, fitting_points
from peviewer.exporters.picture.render import render
from peviewer.paper.page.page import inches
from peviewer.paper.page.painter import painting, settings
from peviewer.paper.text import typeset, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.exporters.deck.blank_deck import BlankDeck
    from peviewer.exporters.deck.places import Places
    from peviewer.exporters.deck.slides import Slide

ROWS = 1080  # pixels of the shorter side, where nobody says how many


def slide_picture(slide: Slide, blank: BlankDeck, rows: int = ROWS) -> bytes:
    """Return a slide as a PNG; programs set its words in fonts of their own, and draw a template's design.

    Parameters
    ----------
    slide : Slide
        What it shows.
    blank : BlankDeck
        The presentation it belongs to.
    rows : int
        The pixels of its shorter side.
    """
    places, style = blank.places, blank.style
    look = places.look(style, heading=bool(slide.heading))
    dpi = rows / min(places.width, places.height)
    size = {side: max(100, round(getattr(look, side) * dpi / look.dpi)) for side in ("width", "height")}
    look = look.but(dpi=dpi, **size)
    written = render(slide.figure, "png", document=slide.document, style=look)
    with painting(settings(style)):
        picture = imread(io.BytesIO(written))
        page = _blank(blank, dpi)
        axes = page.add_axes(_place(places, places.picture))
        axes.set_axis_off()
        axes.imshow(picture, aspect="auto", interpolation="antialiased")
        for slot, text, points, weight in (
            (places.title, slide.title, TITLE_TYPE, "bold"),
            (places.caption, slide.caption_within(places, style.caption), CAPTION_TYPE, "normal"),
        ):
            if slot is not None:
                fitting = fitting_points(text, slot, points, bold=weight == "bold") or points
                _write(page, places, slot, text, fitting, weight)
        return _png(page)


def cover_picture(texts: Sequence[str], blank: BlankDeck, rows: int = ROWS) -> bytes:
    """Return the title slide of some texts as a PNG: the title above, at the foot of its place, and its subject."""
    places = blank.places
    boxes = [Slot(*(side / EMU for side in (place.left, place.top, place.width, place.height)))
             for place in blank.cover.placeholders]  # fmt: skip
    looks = ((COVER_TYPE, "bold", True), (SUBTITLE_TYPE, "normal", False))
    with painting(settings(blank.style)):
        page = _blank(blank, rows / min(places.width, places.height))
        for box, text, (points, weight, low) in zip(
            boxes or [places.title or places.picture], texts, looks, strict=False
        ):
            fitting = fitting_points(text, box, points, bold=low) or points
            high = LINE * fitting / 72 * len(wrapped(text, 72 * box.width / fitting))
            _write(page, places, box._replace(top=box.top + (box.height - high) * low), text, fitting, weight)
        return _png(page)


def _blank(blank: BlankDeck, dpi: float) -> Page:
    width, height = (round(side * dpi) for side in (blank.places.width, blank.places.height))
    page = Page(figsize=inches(width, height, dpi), dpi=dpi, facecolor=ground_of(blank.deck))
    FigureCanvasAgg(page)
    return page


def _png(page: Page) -> bytes:
    written = io.BytesIO()
    page.savefig(written, format="png", dpi=page.dpi, facecolor=page.get_facecolor())
    return written.getvalue()


def _place(places: Places, box: Slot) -> tuple[float, float, float, float]:
    """Return a place on the page in matplotlib's way: shares, from the lower left corner."""
    across, down = places.width, places.height
    return box.left / across, 1 - (box.top + box.height) / down, box.width / across, box.height / down


def _write(page: Page, places: Places, box: Slot, text: str, points: float, weight: str) -> None:
    """Write a text into the upper left corner of a place, in as many lines as it needs."""
    for number, line in enumerate(wrapped(text, 72 * box.width / points)):
        middle = box.top + (number + 0.5) * LINE * points / 72
        page.text(box.left / places.width, 1 - middle / places.height, typeset(line), fontsize=points,
                  fontweight=weight, va="center")  # fmt: skip
