"""A slide as a page of matplotlib, its picture with title and caption around it.

And slides as a PDF.
"""

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.patches import Rectangle
from matplotlib.transforms import Bbox

from peviewer.base.files import atomic_file
from peviewer.base.version import __version__
from peviewer.base.words import unstarred
from peviewer.base.work import check_cancelled, report_progress
from peviewer.exporters.deck.places import (
    BOLD,
    CAPTION_TYPE,
    LINE,
    TITLE_TYPE,
    Places,
    Slot,
    fitting_points,
    own_places,
)
from peviewer.exporters.deck.slides import Slide
from peviewer.exporters.deck.tables import with_whole_tables
from peviewer.exporters.reading import stamped
from peviewer.paper.page.builder import inches
from peviewer.paper.page.page import PaperPage
from peviewer.paper.page.painter import paint_fitted, settings
from peviewer.paper.painting import painting
from peviewer.paper.style import PRINT_DPI, Style
from peviewer.paper.text import typeset, wrapped


def slide_page(slide: Slide, style: Style, rows: int | None = None) -> "SlidePage":
    """Return a slide as a page, for a screen with `rows` rows of pixels; None for print.

    matplotlib's settings of the style must be in force.
    """
    places = own_places(style)
    look = places.look(style)
    if rows is not None:
        look = _for_screen(look, rows / min(places.width, places.height))
    resolution = PRINT_DPI if rows is None else None
    page = SlidePage(paint_fitted(slide.figure, look, resolution), places, style)
    if places.title:
        page.write(places.title, slide.title, TITLE_TYPE, bold=True)
    if places.caption:
        page.write(places.caption, slide.caption_within(places, style.caption), CAPTION_TYPE)
    return page


def _for_screen(look: Style, dpi: float) -> Style:
    """Return the style of a picture with another resolution, of the same size in inches."""
    width = max(100, round(look.width * dpi / look.dpi))
    height = max(100, round(look.height * dpi / look.dpi))
    return look.but(dpi=dpi, width=width, height=height)


class SlidePage:
    """A slide as a page of matplotlib, to be written on and saved.

    matplotlib's page is only the picture: everything around it stands outside that page,
    and is saved with it.
    """

    def __init__(self, page: PaperPage, places: Places, style: Style) -> None:
        self._page = page
        self._places = places
        self._style = style
        left, low = self._at(0, places.height)
        right, high = self._at(places.width, 0)
        ground = Rectangle((left, low), right - left, high - low, transform=page.transFigure)
        ground.set(facecolor=style.backdrop, edgecolor="none", clip_on=False, zorder=-100)
        page.add_artist(ground)

    def write(self, slot: Slot, text: str, points: float, *, bold: bool = False) -> None:
        """Write a text at the top of a place, smaller if it does not fit.

        Starred parts are in italics.
        """
        size = fitting_points(text, slot, points, bold=bold) or points
        width_factor = BOLD if bold else 1
        lines = wrapped(text, 72 * slot.width / size / width_factor)
        for index, line in enumerate(lines):
            x, y = self._at(slot.left, slot.top + (index + 0.5) * LINE * size / 72)
            written = self._page.text(x, y, typeset(line), fontsize=size, va="center")
            written.set(fontweight="bold" if bold else "normal", color=self._style.palette.text)

    def png(self) -> bytes:
        """Return the slide as a PNG in whole pixels."""
        file = io.BytesIO()
        dpi = self._page.dpi
        width = round(self._places.width * dpi)
        height = round(self._places.height * dpi)
        options = self._options_for_whole(inches(width, height, dpi))
        self._page.savefig(file, format="png", dpi=dpi, **options)
        self._page.release()
        return file.getvalue()

    def add_to(self, pages: Any) -> None:
        """Add the slide to the pages of a PDF."""
        size = (self._places.width, self._places.height)
        pages.savefig(self._page, dpi=self._page.dpi, **self._options_for_whole(size))
        self._page.release()

    def _options_for_whole(self, size: tuple[float, float]) -> dict[str, Any]:
        """Return the arguments with which a whole slide of a `size` in inches is saved."""
        width, height = size
        picture = self._places.picture
        low = height - picture.top - self._page.get_figheight()
        box = Bbox.from_bounds(-picture.left, -low, width, height)
        return {"bbox_inches": box, "facecolor": self._style.backdrop, "edgecolor": "none"}

    def _at(self, left: float, top: float) -> tuple[float, float]:
        """Return a place on the slide, in inches from its upper left corner, for the page.

        The result is in shares of the picture's page, from its lower left corner.
        """
        width, height = self._page.get_size_inches()
        picture = self._places.picture
        return (left - picture.left) / width, 1 - (top - picture.top) / height


def write_pdf(slides: Sequence[Slide], target: Path, style: Style, clips: bool, title: str) -> None:
    """Write a PDF whose pictures are sharp at any size.

    It opens again as the first slide's Document.
    """
    slides = with_whole_tables(slides, style)
    first_slide = slides[0]
    names = [pane.name for pane in first_slide.panes]
    session = stamped(first_slide.document, names, style)
    metadata = {
        "Title": unstarred(title),
        "Creator": f"peviewer {__version__}",
        # Plain ASCII keeps it readable in the file: matplotlib writes anything else as UTF-16.
        "Subject": json.dumps(json.loads(session)),
        "CreationDate": None,
    }
    with atomic_file(target) as file:
        pages: Any = PdfPages(file, metadata=metadata)  # partly untyped
        for done, slide in enumerate(slides, 1):
            check_cancelled()
            with painting(settings(style)):
                slide_page(slide, style).add_to(pages)
            report_progress(done / len(slides))
        with painting(settings(style)):
            pages.close()
        check_cancelled()
