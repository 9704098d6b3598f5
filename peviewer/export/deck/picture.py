"""A slide of a presentation as a picture: title, picture and caption where the file puts them."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Page
from matplotlib.image import imread

from peviewer.export.deck.fitting import LINE, fitting_points
from peviewer.export.deck.ground import ground_of
from peviewer.export.deck.master import CAPTION_TYPE, POINT, TITLE_TYPE
from peviewer.export.picture.render import render
from peviewer.paper.page.painter import painting, settings
from peviewer.paper.typography.measure import wrapped
from peviewer.paper.typography.text import typeset

if TYPE_CHECKING:
    from peviewer.export.deck.places import Places, Slot
    from peviewer.export.deck.slides import Slide
    from peviewer.export.deck.stage import Stage

ROWS = 1080  # pixels of the shorter side, where nobody says how many


def slide_picture(slide: Slide, stage: Stage, rows: int = ROWS) -> bytes:
    """Return a slide as a PNG; programs set its words in fonts of their own, and draw a template's design.

    Parameters
    ----------
    slide : Slide
        What it shows.
    stage : Stage
        What it stands on.
    rows : int
        The pixels of its shorter side.
    """
    places, style = stage.places, stage.style
    look = places.look(style, heading=bool(slide.heading))
    dpi = rows / min(places.width, places.height)
    size = {side: max(100, round(getattr(look, side) * dpi / look.dpi)) for side in ("width", "height")}
    look = look.but(dpi=dpi, **size)
    picture = imread(io.BytesIO(render(slide.figure, "png", document=slide.document, style=look)))
    written = io.BytesIO()
    with painting, mpl.rc_context(settings(style)):
        page = Page(figsize=(places.width, places.height), dpi=dpi, facecolor=ground_of(stage.deck))
        FigureCanvasAgg(page)
        axes = page.add_axes(_place(places, places.picture))
        axes.set_axis_off()
        axes.imshow(picture, aspect="auto", interpolation="antialiased")
        for slot, text, points, weight in (
            (places.title, slide.title, TITLE_TYPE / POINT, "bold"),
            (places.caption, slide.caption_within(places, style.caption), CAPTION_TYPE / POINT, "normal"),
        ):
            if slot is not None:
                fitting = fitting_points(text, slot, points, bold=weight == "bold") or points
                _write(page, places, slot, text, fitting, weight)
        page.savefig(written, format="png", dpi=dpi, facecolor=page.get_facecolor())
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
