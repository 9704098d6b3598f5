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
from peviewer.base.work import Work
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
from peviewer.exporters.deck.slides import Slide, cost
from peviewer.exporters.reading import stamped
from peviewer.paper.page.builder import PaperPage, inches
from peviewer.paper.page.painter import paint_fitted, settings
from peviewer.paper.painting import painting
from peviewer.paper.style import PRINT_DPI, Style
from peviewer.paper.text import typeset, wrapped


def slide_page(slide: Slide, style: Style, rows: int | None = None) -> "SlidePage":
    """Return a slide as a page, for a screen of so many rows of pixels, else for print.

    matplotlib's settings of the style must be in force.
    """
    places = own_places(style)
    look = places.look(style)
    if rows is not None:
        dpi = rows / min(places.width, places.height)
        size = {
            side: max(100, round(getattr(look, side) * dpi / look.dpi))
            for side in ("width", "height")
        }
        look = look.but(dpi=dpi, **size)
    page = SlidePage(
        paint_fitted(slide.figure, look, PRINT_DPI if rows is None else None), places, style
    )
    if places.title:
        page.write(places.title, slide.title, TITLE_TYPE, bold=True)
    if places.caption:
        page.write(places.caption, slide.caption_within(places, style.caption), CAPTION_TYPE)
    return page


class SlidePage:
    """A slide, to be written on and saved.

    The page of the picture is what matplotlib knows: all that is around it stands outside of that,
    and is saved with it.
    """

    def __init__(self, page: PaperPage, places: Places, style: Style) -> None:
        self._page, self._held, self._places, self._style = page, places.picture, places, style
        left, low = self._at(0, places.height)
        right, high = self._at(places.width, 0)
        ground = Rectangle((left, low), right - left, high - low, transform=page.transFigure, clip_on=False,
                           facecolor=style.backdrop, edgecolor="none", zorder=-100)  # fmt: skip
        page.add_artist(ground)

    def write(self, slot: Slot, text: str, points: float, *, bold: bool = False) -> None:
        """Write a text with starred parts in italics at the top of a place, smaller if it does not fit."""
        points = fitting_points(text, slot, points, bold=bold) or points
        lines = wrapped(text, 72 * slot.width / points / (BOLD if bold else 1))
        for number, line in enumerate(lines):
            x, y = self._at(slot.left, slot.top + (number + 0.5) * LINE * points / 72)
            self._page.text(
                x, y, typeset(line), fontsize=points, fontweight="bold" if bold else "normal", va="center",
                color=self._style.palette.text,
            )  # fmt: skip

    def png(self) -> bytes:
        """Return it as a PNG in whole pixels."""
        dpi, file = self._page.dpi, io.BytesIO()
        wide, high = (round(side * dpi) for side in (self._places.width, self._places.height))
        self._page.savefig(file, format="png", dpi=dpi, **self._whole(inches(wide, high, dpi)))
        self._page.release()
        return file.getvalue()

    def add_to(self, pages: Any) -> None:
        """Add it to the pages of a PDF."""
        size = self._places.width, self._places.height
        pages.savefig(self._page, dpi=self._page.dpi, **self._whole(size))
        self._page.release()

    def _whole(self, size: tuple[float, float]) -> dict[str, Any]:
        """Return the arguments with which the whole slide is saved."""
        low = size[1] - self._held.top - self._page.get_figheight()
        box = Bbox.from_bounds(-self._held.left, -low, *size)
        return {"bbox_inches": box, "facecolor": self._style.backdrop, "edgecolor": "none"}

    def _at(self, left: float, top: float) -> tuple[float, float]:
        """Return a place on the slide in shares of the picture's page, from its lower left corner."""
        wide, high = self._page.get_size_inches()
        return (left - self._held.left) / wide, 1 - (top - self._held.top) / high


def write_pdf(
    slides: Sequence[Slide], target: Path, style: Style, clips: bool, work: Work, title: str
) -> None:
    """Write a PDF whose pictures are sharp at any size.

    It opens again as the first slide's Document.
    """
    session = stamped(slides[0].document, [pane.name for pane in slides[0].panes], style)
    # Plain ASCII keeps the string readable in the file: matplotlib writes anything else as UTF-16.
    about = {"Title": unstarred(title), "Creator": f"peviewer {__version__}",
             "Subject": json.dumps(json.loads(session)), "CreationDate": None}  # fmt: skip
    with atomic_file(target) as file:
        pages: Any = PdfPages(file, metadata=about)  # partly untyped
        for slide in slides:
            work.check()
            with painting(settings(style)):
                slide_page(slide, style).add_to(pages)
            work.add(cost(False))
        with painting(settings(style)):
            pages.close()
        work.check()
