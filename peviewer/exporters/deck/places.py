"""The places of title, picture and caption on a slide, and the size of a text in its place."""

from dataclasses import dataclass
from typing import NamedTuple

from peviewer.paper.style import DECK_TYPE, SLIDE_THEMES, Style, StyleError

EMU = 914_400
# The sides of a 16:9 slide, in inches.
WIDTH = 40 / 3
HEIGHT = 7.5
# The least and the largest ratio of a slide's width to its height.
NARROWEST = 9 / 16
WIDEST = 5 / 2
# The pixels of a slide on a 4K screen, along its height or its width; a clip has half of them.
PIXELS = 2160
LARGEST_TYPE = 200
# A picture lower than this, in inches, omits a formula that was not requested.
LOW = 2.5
# The margins at the sides of title and caption, and of the picture, which has one of its own.
SIDE = 0.5
PICTURE_SIDE = 17 / 48
# The margins above the title and below the caption.
ABOVE = 0.25
BELOW = 0.25
# The heights of title and caption, and the gap between picture and caption.
TITLE_HEIGHT = 0.65
# Two lines of a wide slide, and three of another one, whose lines hold fewer words.
CAPTION_HEIGHT = 0.7
TALL_CAPTION_HEIGHT = 0.95
WIDE = 12.0
GAP = 1 / 60
# The sizes of type in ``resources/deck.pptx``, in points.
TITLE_TYPE = 28
CAPTION_TYPE = 18


class Slot(NamedTuple):
    """A place on a slide, in inches from its upper left corner."""

    left: float
    top: float
    width: float
    height: float

    def emu(self) -> tuple[int, int, int, int]:
        """Return the place in the units of presentation files."""
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
        """The pixels per inch of a picture that is as sharp as a 4K screen."""
        return PIXELS / min(self.width, self.height)

    def look(self, style: Style) -> Style:
        """Return the style of a picture without title and caption, which the slide has."""
        width = max(100, round(self.picture.width * self.density))
        height = max(100, round(self.picture.height * self.density))
        chosen_type = style.font_size or DECK_TYPE
        font_size = min(LARGEST_TYPE, chosen_type * PIXELS / min(width, height))
        formula = style.formula
        if formula is None and self.picture.height < LOW:
            formula = "none"
        sized_style = style.but(width=width, height=height, dpi=self.density)
        return sized_style.but(
            title=False, caption=False, font_size=font_size, formula=formula, one_size=True
        )


def has(text: object) -> bool:
    """Return whether slides have a title, or a caption, by the style's choice.

    Without a choice slides have both.
    """
    return text is None or bool(text)


def own_places(style: Style) -> Places:
    """Return the places of our own slides, in the shape of a page, within the size of a 16:9 slide.

    >>> from peviewer.paper.style import Style
    >>> [own_places(Style(*size)).width for size in ((1440, 1080), (1080, 1080), (1080, 1920))]
    [10.0, 7.5, 7.5]
    """
    ratio = _allowed_ratio(style)
    width = min(WIDTH, HEIGHT * ratio) if ratio >= 1 else HEIGHT
    height = width / ratio
    words_width = width - 2 * SIDE
    top = ABOVE
    bottom = height - BELOW

    title = caption = None
    if has(style.title):
        title = Slot(SIDE, ABOVE, words_width, TITLE_HEIGHT)
        top = title.top + title.height
    if has(style.caption):
        caption_height = CAPTION_HEIGHT if width >= WIDE else TALL_CAPTION_HEIGHT
        caption = Slot(SIDE, height - BELOW - caption_height, words_width, caption_height)
        bottom = caption.top - GAP
    picture = Slot(PICTURE_SIDE, top, width - 2 * PICTURE_SIDE, bottom - top)
    return Places(width, height, picture, title, caption)


def _allowed_ratio(style: Style) -> float:
    """Return the ratio of a slide's width to its height; refuse a ratio that no slide may have."""
    if style.printed:
        theme = f"theme = {style.theme!r} is not allowed for a deck"
        raise StyleError(f"{theme}: it must be one of {', '.join(SLIDE_THEMES)}")
    ratio = style.width / style.height
    if not NARROWEST - 1e-3 <= ratio <= WIDEST + 1e-3:
        size = f"{style.width}x{style.height}"
        raise StyleError(f"size = {size} is not allowed for slides: it must be from 9:16 to 5:2")
    return ratio


# The distance of lines, as a multiple of the size of type.
LINE = 1.25
# The least size of type, in points.
SMALLEST = 8.0
# The factor by which bold type is wider.
BOLD = 1.15


def fitting_points(text: str, slot: Slot, points: float, *, bold: bool = False) -> float | None:
    """Return the size of type in which a text fits its place; None if it fits as it is.

    >>> from peviewer.exporters.deck.places import Slot
    >>> slot = Slot(0, 0, 9, 0.75)
    >>> fitting_points("A title", slot, 28), fitting_points("A title " * 12, slot, 28)
    (None, 21)
    """
    width_factor = BOLD if bold else 1
    size = points
    while size > SMALLEST:
        line_count = _line_count(text, slot, size * width_factor)
        if line_count * LINE * size <= 72 * slot.height + 1e-6:
            break
        size -= 1
    return size if size < points else None


def _line_count(text: str, slot: Slot, points: float) -> int:
    # Imported here: the size of a text needs matplotlib, which takes long to load.
    from peviewer.paper.text import wrapped

    return len(wrapped(text, 72 * slot.width / points))
