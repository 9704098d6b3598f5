"""One text above a page or a panel, or a legend there, on as few lines as it fits on."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple

from matplotlib.legend import Legend

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.figure import Figure as Page
    from matplotlib.text import Text


# Of its natural size, a text on one line is not made smaller than this where it can be broken.
SMALL = 0.8


def points(text: Text) -> float:
    """Return the size of a text's type."""
    return float(text.get_fontsize())


class Extent(NamedTuple):
    """How wide words are, and how far they reach above and below their base line, in pixels."""

    width: float
    above: float
    below: float


@dataclass
class Item:
    """One text or legend; `right` where it belongs at the right end even when alone.

    ``broken`` is the text on two lines, three …, used where it would be too small on fewer; `wrapped` makes a legend
    of so many columns. ``spare`` is whether it is hidden where it makes the header of a page too tall. ``least`` is the
    smallest legible type, in points. ``most`` is the largest type, and ``fewest`` the fewest lines, that it may have
    so that it looks like its counterparts: see :func:`peviewer.paper.page.header.make_alike`. ``alone`` are the type
    and the lines that it would have without them.
    """

    artist: Text | Legend
    right: bool = False
    spare: bool = False
    broken: tuple[str, ...] = ()
    wrapped: Callable[[int], Legend | None] | None = None
    least: float = 0.0

    def __post_init__(self) -> None:
        self.natural = points(self.texts[0])
        self._whole = self.texts[0].get_text()
        self._one = self.artist
        self.lines = 1
        self.most, self.fewest = inf, 1
        self.alone = self.natural, 1
        self._narrower: dict[int, Legend] = {}
        self._fitted: tuple[object, Extent] = None, Extent(0.0, 0.0, 0.0)

    @property
    def size(self) -> float:
        """The size of its type, in points."""
        return points(self.texts[0])

    @property
    def is_small(self) -> bool:
        """Whether its type is smaller than the least and it can be hidden; titles always stay."""
        gives_way = self.right or self.spare or isinstance(self.artist, Legend)
        return gives_way and self.size < min(self.least, self.natural) - 1e-6

    @property
    def texts(self) -> Sequence[Text]:
        """The texts it is made of."""
        return self.artist.get_texts() if isinstance(self.artist, Legend) else [self.artist]

    @property
    def kind(self) -> str:
        """What it is among the words of a panel; those of one kind look alike on a page."""
        return "legend" if isinstance(self.artist, Legend) else "fact" if self.right else "title"

    @property
    def length(self) -> int:
        """The number of letters of a text on one line."""
        return len(self._whole)

    def fit(self, renderer: RendererAgg, width: float) -> Extent:
        """Return its size, after making the type smaller where it is wider than `width` pixels."""
        asked = width, self.natural, self.most, self.fewest  # mostly the same from round to round
        if asked != self._fitted[0]:
            self._fitted = asked, self._fit(renderer, width)
        return self._fitted[1]

    def _fit(self, renderer: RendererAgg, width: float) -> Extent:
        self._set(renderer, width, inf, 1)
        self.alone = self.size, self.lines
        if self.most < self.size or self.fewest > self.lines:
            self._set(renderer, width, self.most, self.fewest)
        return self._extent(renderer)

    def _set(self, renderer: RendererAgg, width: float, most: float, fewest: int) -> None:
        """Set it in type of `most` points at most, on the `fewest` lines or more."""
        self._show(self._one)
        enough = min(max(SMALL * self.natural, min(self.least, self.natural)), most)
        for words in [some for some in ("", *self.broken) if some.count("\n") + 1 >= fewest] or [""]:
            self._shrink(renderer, width, most, words)
            self.lines = words.count("\n") + 1
            if self.size >= enough:
                break
        count = len(self.texts)
        for lines in range(2, count + 1):
            if self.wrapped is not None and self.size < enough and ceil(count / lines) < ceil(count / (lines - 1)):
                self._wrap(renderer, width, most, ceil(count / lines))
                self.lines = lines

    def _extent(self, renderer: RendererAgg) -> Extent:
        box, kind = self.artist.get_window_extent(renderer), self._type(renderer)
        if isinstance(self.artist, Legend):
            return Extent(box.width, max(box.height - 0.25 * kind, kind), 0.25 * kind)
        line = float(self.artist.get_transform().transform(self.artist.get_position())[1])
        # A line with mathematics, which ends at whole pixels, is as high as one without.
        return Extent(box.width, max(box.y1 - line, kind), max(line - box.y0, ceil(0.25 * kind)))

    def _wrap(self, renderer: RendererAgg, width: float, most: float, columns: int) -> None:
        """Set a legend on several lines, of so many columns."""
        if columns not in self._narrower and self.wrapped is not None and (made := self.wrapped(columns)) is not None:
            self._narrower[columns] = made
        self._show(self._narrower[columns])
        self._shrink(renderer, width, most)

    def _show(self, artist: Text | Legend) -> None:
        """Show one of its legends and hide the other."""
        if artist is not self.artist:
            self.artist.set_visible(False)
            artist.set_visible(True)
            self.artist = artist

    def _shrink(self, renderer: RendererAgg, width: float, most: float, words: str = "") -> None:
        """Make the type smaller where it is wider than `width` pixels; of these words, if they are given."""
        size = min(self.natural, most)
        if self.broken:
            self.texts[0].set_text(words or self._whole)
        # A legend's samples keep their length, so a few steps may be needed.
        for _ in range(5):
            for text in self.texts:
                text.set_fontsize(size)
            wide = self.artist.get_window_extent(renderer).width
            if wide <= width:
                break
            size *= 0.98 * max(width, 1) / wide

    def move(self, page: Page, x: float, y: float, box: Extent, at_right: bool) -> None:
        """Put its left (or right) end at x and its base line at y, in pixels."""
        to_page = page.transFigure.inverted().transform
        if isinstance(self.artist, Legend):
            at = to_page((x - box.width if at_right else x, y - box.below))
            self.artist.set_bbox_to_anchor((float(at[0]), float(at[1])), page.transFigure)
        else:
            # Anchored at its own end, it keeps its place with another reader's fonts.
            at = to_page((x, y))
            self.artist.set_horizontalalignment("right" if at_right else "left")
            self.artist.set_position((float(at[0]), float(at[1])))

    def _type(self, renderer: RendererAgg) -> float:
        """Return the height of its line in its natural type, so that titles side by side are level."""
        return self.natural * float(renderer.dpi) / 72
