"""A slide as a page of matplotlib: its picture, and around that title, caption and foot; alone or on a larger page."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

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
from peviewer.paper.page.page import Page as Painted
from peviewer.paper.page.page import inches
from peviewer.paper.page.painter import paint_fitted
from peviewer.paper.text import typeset, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.exporters.deck.options import DeckOptions
    from peviewer.exporters.deck.places import Places
    from peviewer.exporters.deck.slides import Slide
    from peviewer.paper.style import Style

BETWEEN = 0.08  # inches between what is below the title of a title slide


@dataclass(frozen=True)
class Design:
    """What slides have in common: where things stand, the look, the ground, and what stands at every foot."""

    places: Places
    style: Style
    ground: str
    cover: tuple[Slot, ...]
    footer: str = ""
    numbered: bool = False

    @classmethod
    def own(cls, style: Style, options: DeckOptions, *, above_notes: bool = False) -> Design:
        """Return our own, of slides that are a page each, or stand above their notes on a page that has a foot."""
        places = own_places(style, foot=options.footed and not above_notes)
        return cls(places, style, style.backdrop, places.cover, options.footer, options.numbers is not False)


class Frame(NamedTuple):
    """Where a slide stands on a page, in inches: its scale and its corner; the size of the page, None for its own."""

    scale: float = 1.0
    left: float = 0.0
    top: float = 0.0
    size: tuple[float, float] | None = None


class SlidePage:
    """A page with a slide on it, to be written on and saved; matplotlib's settings of the style must be in force.

    The page of the picture is what matplotlib knows: all that is around it stands outside of that, and is saved with
    it.
    """

    def __init__(self, page: Any, held: Slot, design: Design, frame: Frame) -> None:
        self.page, self._held = page, frame_slot(held, frame)
        self._design, self._frame = design, frame
        self._slide = frame_slot(_whole_slide(design.places), frame)
        self._size = frame.size or (self._slide.width, self._slide.height)
        self._fill(self._slide, design.ground)

    def write(
        self, slot: Slot, text: str, points: float, *, bold: bool = False, color: str = "", right: bool = False
    ) -> float:
        """Write a text at the top of a place on the slide, smaller where it is longer than that; return how high it is.

        Parameters
        ----------
        slot : Slot
            In inches of the slide.
        text : str
            What is written; starred parts are in italics.
        points : float
            The size of its type on the slide.
        bold, color, right
            Its weight, its colour (else that of the style), and whether it ends at the right side.
        """
        fitting = fitting_points(text, slot, points, bold=bold) or points
        lines = wrapped(text, 72 * slot.width / fitting / (BOLD if bold else 1))
        scale = self._frame.scale
        self.lines(frame_slot(slot, self._frame), lines, fitting * scale, bold=bold, color=color, right=right)
        return LINE * fitting / 72 * len(lines)

    def lines(
        self,
        slot: Slot,
        lines: Sequence[str],
        points: float,
        *,
        bold: bool = False,
        color: str = "",
        right: bool = False,
        url: str | None = None,
    ) -> None:
        """Write lines at the top of a place on the page."""
        for number, line in enumerate(lines):
            x, y = self._at(slot.left + slot.width * right, slot.top + (number + 0.5) * LINE * points / 72)
            self.page.text(
                x, y, typeset(line), fontsize=points, fontweight="bold" if bold else "normal", va="center",
                ha="right" if right else "left", color=color or self._design.style.palette.text, url=url,
            )  # fmt: skip

    def outline(self, color: str) -> None:
        """Draw a line around the slide."""
        self._patch(self._slide, facecolor="none", edgecolor=color, linewidth=0.5)

    def png(self) -> bytes:
        """Return it in the nearest whole pixels."""
        dpi, file = self.page.dpi, io.BytesIO()
        wide, high = (round(side * dpi) for side in self._size)
        self.page.savefig(file, format="png", dpi=dpi, **self._whole(inches(wide, high, dpi)))
        return file.getvalue()

    def add_to(self, pages: Any) -> None:
        """Add it to the pages of a PDF, and let go of it."""
        pages.savefig(self.page, dpi=self.page.dpi, **self._whole(self._size))
        if isinstance(self.page, Painted):
            self.page.release()

    def _whole(self, size: tuple[float, float]) -> dict[str, Any]:
        """Return how all of the page is saved."""
        low = self._size[1] - self._held.top - self.page.get_figheight()
        box = Bbox.from_bounds(-self._held.left, -low, *size)
        paper = self._design.ground if self._frame.size is None else "white"
        return {"bbox_inches": box, "facecolor": paper, "edgecolor": "none"}

    def _at(self, left: float, top: float) -> tuple[float, float]:
        """Return a place on the page in shares of the picture's page, from its lower left corner."""
        wide, high = self.page.get_size_inches()
        return (left - self._held.left) / wide, 1 - (top - self._held.top) / high

    def _fill(self, slot: Slot, color: str) -> None:
        self._patch(slot, facecolor=color, edgecolor="none", zorder=-100)

    def _patch(self, slot: Slot, **look: Any) -> None:
        left, low = self._at(slot.left, slot.top + slot.height)
        right, high = self._at(slot.left + slot.width, slot.top)
        self.page.add_artist(
            Rectangle((left, low), right - left, high - low, transform=self.page.transFigure, clip_on=False, **look)
        )


def frame_slot(slot: Slot, frame: Frame) -> Slot:
    """Return where a place of the slide is on the page."""
    scale, left, top, _ = frame
    return Slot(left + scale * slot.left, top + scale * slot.top, scale * slot.width, scale * slot.height)


def page_of_slide(
    slide: Slide,
    design: Design,
    number: int,
    frame: Frame | None = None,
    *,
    dpi: float | None = None,
    resolution: float | None = None,
) -> SlidePage:
    """Return a slide.

    Parameters
    ----------
    slide : Slide
        What it shows.
    design : Design
        What it has in common with the others.
    number : int
        Which one it is.
    frame : Frame, optional
        Where it stands on a larger page, which has its foot then.
    dpi : float, optional
        Pixels an inch of the slide; None for as many as a sharp picture has.
    resolution : float, optional
        Samples of rasters an inch, for vector formats; None for one a pixel.
    """
    look = picture_style(slide, design, frame.scale if frame else 1, dpi)
    slide_page = SlidePage(
        paint_fitted(slide.figure, look, resolution), design.places.picture, design, frame or Frame()
    )
    _put_words(slide_page, slide, design)
    if frame is None:
        _put_foot(slide_page, design, number)
    return slide_page


def page_without_picture(slide: Slide, design: Design, number: int, *, dpi: float) -> SlidePage:
    """Return a slide without its picture."""
    slide_page = SlidePage(_blank(design.places, dpi), _whole_slide(design.places), design, Frame())
    _put_words(slide_page, slide, design)
    _put_foot(slide_page, design, number)
    return slide_page


def _blank(places: Places, dpi: float, scale: float = 1.0) -> Page:
    width, height = (round(side * dpi) for side in (places.width, places.height))
    page = Page(figsize=inches(width, height, dpi / scale), dpi=dpi / scale, facecolor="none")
    FigureCanvasAgg(page)
    return page


def _whole_slide(places: Places) -> Slot:
    return Slot(0, 0, places.width, places.height)


def _put_words(slide_page: SlidePage, slide: Slide, design: Design) -> None:
    places = design.places
    if places.title:
        slide_page.write(places.title, slide.title, TITLE_TYPE, bold=True)
    if places.caption:
        slide_page.write(places.caption, slide.caption_within(places, design.style.caption), CAPTION_TYPE)


def picture_style(slide: Slide, design: Design, scale: float = 1.0, dpi: float | None = None) -> Style:
    """Return the style of the picture of a slide, of so many pixels an inch."""
    look = design.places.look(design.style, heading=bool(slide.heading))
    if dpi is None:
        return look.but(dpi=look.dpi / scale)
    size = {side: max(100, round(getattr(look, side) * dpi / look.dpi)) for side in ("width", "height")}
    return look.but(dpi=dpi / scale, **size)


def _put_foot(slide_page: SlidePage, design: Design, number: int) -> None:
    """Write the footer and the number of a slide at its foot."""
    line, last = design.places.feet
    color = design.style.palette.secondary
    if design.footer:
        slide_page.write(line, design.footer, FOOT_TYPE, color=color)
    if design.numbered:
        slide_page.write(last, str(number), FOOT_TYPE, color=color, right=True)


def page_of_cover(texts: Sequence[str], design: Design, frame: Frame | None = None, *, dpi: float) -> SlidePage:
    """Return the title slide of some texts: the title at the foot of its place, and below it the others."""
    places, frame = design.places, frame or Frame()
    slide_page = SlidePage(_blank(places, dpi, frame.scale), _whole_slide(places), design, frame)
    title, *others = texts
    above, *rest = design.cover or (places.title or places.picture,)
    fitting = fitting_points(title, above, COVER_TYPE, bold=True) or COVER_TYPE
    high = LINE * fitting / 72 * len(wrapped(title, 72 * above.width / fitting / BOLD))
    low = above._replace(top=above.top + max(0.0, above.height - high), height=max(high, above.height))
    slide_page.write(low, title, fitting, bold=True)
    for below in rest[:1]:
        for text in others:
            taken = slide_page.write(below, text, SUBTITLE_TYPE, color=design.style.palette.secondary) + BETWEEN
            below = below._replace(top=below.top + taken, height=max(0.2, below.height - taken))
    return slide_page
