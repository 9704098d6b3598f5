"""A slide as a page of matplotlib: its picture, and around that title, caption and foot."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Page
from matplotlib.patches import Rectangle
from matplotlib.transforms import Bbox

from peviewer.exporters.deck.places import (
    BOLD,
    CAPTION_TYPE,
    COVER_TYPE,
    FOOT_TYPE,
    LINE,
    SUBTITLE_TYPE,
    TITLE_TYPE,
    Slot,
    fitting_points,
    own_places,
)
from peviewer.exporters.deck.slides import cover_texts
from peviewer.paper.page.page import Page as Painted
from peviewer.paper.page.page import inches
from peviewer.paper.page.painter import paint_fitted
from peviewer.paper.style import PRINT_DPI
from peviewer.paper.text import typeset, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.exporters.deck.options import DeckOptions
    from peviewer.exporters.deck.places import Places
    from peviewer.exporters.deck.slides import Slide
    from peviewer.paper.style import Style

BETWEEN = 0.08  # inches between what is below the title of a title slide


@dataclass(frozen=True)
class Pages:
    """The slides of a deck as pages; matplotlib's settings of the style must be in force where one is asked for.

    Attributes
    ----------
    slides : sequence of Slide
        What they show.
    style : Style
        Their look.
    options : DeckOptions
        What stands on them besides.
    title : str
        Of the title slide.
    """

    slides: Sequence[Slide]
    style: Style
    options: DeckOptions
    title: str

    @property
    def covers(self) -> int:
        """How many pages come before the first slide's."""
        return int(self.options.covered)

    @property
    def count(self) -> int:
        """How many there are."""
        return self.covers + len(self.slides)

    @property
    def places(self) -> Places:
        """What stands where."""
        return own_places(self.style, foot=self.options.footed)

    @property
    def texts(self) -> tuple[str, ...]:
        """What stands on the title slide."""
        return cover_texts(self.slides, self.style.title, self.title, self.options.by)

    def page(self, number: int, rows: int | None = None) -> SlidePage:
        """Return a page, by its number from 1 on: for a screen of so many rows of pixels, else for print."""
        places = self.places
        dpi = PRINT_DPI if rows is None else rows / min(places.width, places.height)
        if number <= self.covers:
            return _cover(self.texts, places, self.style, dpi)
        slide = self.slides[number - 1 - self.covers]
        look = places.look(self.style, heading=bool(slide.heading))
        if rows is not None:
            size = {side: max(100, round(getattr(look, side) * dpi / look.dpi)) for side in ("width", "height")}
            look = look.but(dpi=dpi, **size)
        painted = paint_fitted(slide.figure, look, PRINT_DPI if rows is None else None)
        found = SlidePage(painted, places.picture, places, self.style)
        if places.title:
            found.write(places.title, slide.title, TITLE_TYPE, bold=True)
        if places.caption:
            found.write(places.caption, slide.caption_within(places, self.style.caption), CAPTION_TYPE)
        line, last = places.feet
        color = self.style.palette.secondary
        if self.options.footer:
            found.write(line, self.options.footer, FOOT_TYPE, color=color)
        if self.options.numbers:
            found.write(last, str(number), FOOT_TYPE, color=color, right=True)
        return found


class SlidePage:
    """A slide, to be written on and saved.

    The page of the picture is what matplotlib knows: all that is around it stands outside of that, and is saved with
    it.
    """

    def __init__(self, page: Any, held: Slot, places: Places, style: Style) -> None:
        self._page, self._held, self._places, self._style = page, held, places, style
        left, low = self._at(0, places.height)
        right, high = self._at(places.width, 0)
        ground = Rectangle((left, low), right - left, high - low, transform=page.transFigure, clip_on=False,
                           facecolor=style.backdrop, edgecolor="none", zorder=-100)  # fmt: skip
        page.add_artist(ground)

    def write(
        self, slot: Slot, text: str, points: float, *, bold: bool = False, color: str = "", right: bool = False
    ) -> float:
        """Write a text at the top of a place, smaller where it is longer than that; return how high it is.

        Parameters
        ----------
        slot : Slot
            In inches of the slide.
        text : str
            What is written; starred parts are in italics.
        points : float
            The size of its type.
        bold, color, right
            Its weight, its colour (else that of the style), and whether it ends at the right side.
        """
        points = fitting_points(text, slot, points, bold=bold) or points
        lines = wrapped(text, 72 * slot.width / points / (BOLD if bold else 1))
        for number, line in enumerate(lines):
            x, y = self._at(slot.left + slot.width * right, slot.top + (number + 0.5) * LINE * points / 72)
            self._page.text(
                x, y, typeset(line), fontsize=points, fontweight="bold" if bold else "normal", va="center",
                ha="right" if right else "left", color=color or self._style.palette.text,
            )  # fmt: skip
        return LINE * points / 72 * len(lines)

    def png(self) -> bytes:
        """Return it in the nearest whole pixels."""
        dpi, file = self._page.dpi, io.BytesIO()
        wide, high = (round(side * dpi) for side in (self._places.width, self._places.height))
        self._page.savefig(file, format="png", dpi=dpi, **self._whole(inches(wide, high, dpi)))
        self._release()
        return file.getvalue()

    def add_to(self, pages: Any) -> None:
        """Add it to the pages of a PDF."""
        size = self._places.width, self._places.height
        pages.savefig(self._page, dpi=self._page.dpi, **self._whole(size))
        self._release()

    def _release(self) -> None:
        if isinstance(self._page, Painted):
            self._page.release()

    def _whole(self, size: tuple[float, float]) -> dict[str, Any]:
        """Return how all of the slide is saved."""
        low = size[1] - self._held.top - self._page.get_figheight()
        box = Bbox.from_bounds(-self._held.left, -low, *size)
        return {"bbox_inches": box, "facecolor": self._style.backdrop, "edgecolor": "none"}

    def _at(self, left: float, top: float) -> tuple[float, float]:
        """Return a place on the slide in shares of the picture's page, from its lower left corner."""
        wide, high = self._page.get_size_inches()
        return (left - self._held.left) / wide, 1 - (top - self._held.top) / high


def _cover(texts: Sequence[str], places: Places, style: Style, dpi: float) -> SlidePage:
    """Return the title slide of some texts: the title at the foot of its place, and below it the others."""
    size = inches(round(places.width * dpi), round(places.height * dpi), dpi)
    page = Page(figsize=size, dpi=dpi, facecolor="none")
    FigureCanvasAgg(page)
    found = SlidePage(page, Slot(0, 0, places.width, places.height), places, style)
    title, *others = texts
    above, below = places.cover
    points = fitting_points(title, above, COVER_TYPE, bold=True) or COVER_TYPE
    high = LINE * points / 72 * len(wrapped(title, 72 * above.width / points / BOLD))
    low = above._replace(top=above.top + max(0.0, above.height - high), height=max(high, above.height))
    found.write(low, title, points, bold=True)
    for text in others:
        taken = found.write(below, text, SUBTITLE_TYPE, color=style.palette.secondary) + BETWEEN
        below = below._replace(top=below.top + taken, height=max(0.2, below.height - taken))
    return found
