"""The places of title, picture and caption on a slide, and the size of a text in its place."""

from dataclasses import dataclass
from typing import NamedTuple

from peviewer.paper.style import DECK_TYPE, SLIDE_THEMES, Style, StyleError

EMU = 914_400
WIDE, TALL = 40 / 3, 7.5  # inches of a 16:9 slide
NARROWEST, WIDEST = 9 / 16, 5 / 2
# The pixels of a slide on a 4K screen, along its height or its width; a clip has half of them.
PIXELS = 2160
LARGEST_TYPE = 200
LOW = 2.5  # inches of a picture below which it omits a formula that was not requested
# The margins of the slide, of its picture, which has one of its own, and of the lines above and
# below.
SIDE, PICTURE_SIDE, EDGE = 0.5, 17 / 48, 0.3
TITLE, CAPTION, GAP, BELOW = 0.75, 0.95, 1 / 60, 0.3
# The sizes of type in ``resources/deck.pptx``, in points.
TITLE_TYPE, CAPTION_TYPE = 28, 18


class Slot(NamedTuple):
    """A place on a slide, in inches from its upper left corner."""

    left: float
    top: float
    width: float
    height: float

    def emu(self) -> tuple[int, int, int, int]:
        """Return the same in the units of the file."""
        left, top, width, height = (round(side * EMU) for side in self)
        return left, top, width, height


@dataclass(frozen=True)
class Places:
    """The size of a slide in inches, and the places on it.

    A title or a caption without a place is left out.
    """

    width: float
    height: float
    picture: Slot
    title: Slot | None = None
    caption: Slot | None = None

    @property
    def density(self) -> float:
        """Pixels an inch of a picture that is as sharp as a 4K screen."""
        return PIXELS / min(self.width, self.height)

    def look(self, style: Style) -> Style:
        """Return the style of a picture: the slide has the title and the caption already."""
        place = self.picture
        width, height = (
            max(100, round(side * self.density)) for side in (place.width, place.height)
        )
        size = min(LARGEST_TYPE, (style.font_size or DECK_TYPE) * PIXELS / min(width, height))
        formula = False if style.formula is None and place.height < LOW else style.formula
        changes = {
            "title": False,
            "caption": False,
            "font_size": size,
            "formula": formula,
            "one_size": True,
        }
        return style.but(width=width, height=height, dpi=self.density, **changes)


def has(text: object) -> bool:
    """Return whether slides have a title, or a caption, by the style's choice.

    Without one they have.
    """
    return text is None or bool(text)


def own_places(style: Style) -> Places:
    """Return the places of our own slides, in the shape of a page, within the size of a 16:9 slide.

    >>> from peviewer.paper.style import Style
    >>> [own_places(Style(*size)).width for size in ((1440, 1080), (1080, 1080), (1080, 1920))]
    [10.0, 7.5, 7.5]
    """
    if style.printed:
        allowed = ", ".join(SLIDE_THEMES)
        raise StyleError(
            f"theme = {style.theme!r} is not allowed for a deck: it must be one of {allowed}"
        )
    ratio = style.width / style.height
    if not NARROWEST - 1e-3 <= ratio <= WIDEST + 1e-3:
        size = f"{style.width}x{style.height}"
        raise StyleError(f"size = {size} is not allowed for slides: it must be from 9:16 to 5:2")
    width = min(WIDE, TALL * ratio) if ratio >= 1 else TALL
    height = width / ratio
    across, below = width - 2 * SIDE, BELOW
    title = Slot(SIDE, EDGE, across, TITLE) if has(style.title) else None
    caption = Slot(SIDE, height - below - CAPTION, across, CAPTION) if has(style.caption) else None
    top = title.top + title.height if title else EDGE
    bottom = caption.top - GAP if caption else height - below
    return Places(
        width,
        height,
        Slot(PICTURE_SIDE, top, width - 2 * PICTURE_SIDE, bottom - top),
        title,
        caption,
    )


LINE = 1.25
SMALLEST = 8.0
BOLD = 1.15  # factor by which bold type is wider


def fitting_points(text: str, slot: Slot, points: float, *, bold: bool = False) -> float | None:
    """Return the size of type in which a text fits its place; None if it fits as it is.

    >>> from peviewer.exporters.deck.places import Slot
    >>> fitting_points("A title", Slot(0, 0, 9, 0.75), 28), fitting_points("A title " * 12, Slot(0, 0, 9, 0.75), 28)
    (None, 21)
    """
    size = points
    while (
        size > SMALLEST
        and _lines(text, slot, size * (BOLD if bold else 1)) * LINE * size > 72 * slot.height + 1e-6
    ):
        size -= 1
    return size if size < points else None


def _lines(text: str, slot: Slot, points: float) -> int:
    # Imported here: the size of a text needs matplotlib, which takes long to load.
    from peviewer.paper.text import wrapped

    return len(wrapped(text, 72 * slot.width / points))
