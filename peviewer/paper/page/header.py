"""The words above a page or a panel, title, fact and legend, on as few lines as they fit on."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from math import ceil
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from matplotlib.legend import Legend

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.figure import Figure as Page
    from matplotlib.text import Text


T = TypeVar("T")
# Of its natural size, a text on one line is not made smaller than this where it can be broken.
SMALL = 0.8
# A legend on more lines than these, with panels without one beside it, stands above all of them.
NARROW = 2


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

    ``broken`` is the text on ever more lines, for where it would be too small on fewer; `wrapped` makes a legend anew
    in so many columns. ``spare`` says that it gives way where it makes a page's head too tall. ``least`` is the
    smallest type, in points, in which it is worth having.
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
        self._narrower: dict[int, Legend] = {}
        self._fitted: tuple[object, Extent] = None, Extent(0.0, 0.0, 0.0)

    @property
    def size(self) -> float:
        """The size of its type, in points."""
        return points(self.texts[0])

    @property
    def is_small(self) -> bool:
        """Whether its type had to be made smaller than is worth having; titles stay in any type."""
        gives_way = self.right or self.spare or isinstance(self.artist, Legend)
        return gives_way and self.size < min(self.least, self.natural) - 1e-6

    @property
    def texts(self) -> Sequence[Text]:
        """The texts it is made of."""
        return self.artist.get_texts() if isinstance(self.artist, Legend) else [self.artist]

    def fit(self, renderer: RendererAgg, width: float) -> Extent:
        """Return its size, after making the type smaller where it is wider than `width` pixels."""
        asked = width, self.natural  # from one round to the next the same, more often than not
        if asked != self._fitted[0]:
            self._fitted = asked, self._fit(renderer, width)
        return self._fitted[1]

    def _fit(self, renderer: RendererAgg, width: float) -> Extent:
        self._show(self._one)  # on another round there may be more room
        self.lines = 1
        self._shrink(renderer, width)
        enough = max(SMALL * self.natural, min(self.least, self.natural))
        for words in self.broken:
            if self.size < enough:
                self._shrink(renderer, width, words)
        count = len(self.texts)
        for lines in range(2, count + 1):
            if self.wrapped is not None and self.size < enough and ceil(count / lines) < ceil(count / (lines - 1)):
                self._wrap(renderer, width, ceil(count / lines))
                self.lines = lines
        box, kind = self.artist.get_window_extent(renderer), self._type(renderer)
        if isinstance(self.artist, Legend):
            return Extent(box.width, max(box.height - 0.25 * kind, kind), 0.25 * kind)
        line = float(self.artist.get_transform().transform(self.artist.get_position())[1])
        # Mathematics ends at whole pixels: with it or without, a line is as high.
        return Extent(box.width, max(box.y1 - line, kind), max(line - box.y0, ceil(0.25 * kind)))

    def _wrap(self, renderer: RendererAgg, width: float, columns: int) -> None:
        """Set a legend on several lines, of so many columns."""
        if columns not in self._narrower and self.wrapped is not None and (made := self.wrapped(columns)) is not None:
            self._narrower[columns] = made
        self._show(self._narrower[columns])
        self._shrink(renderer, width)

    def _show(self, artist: Text | Legend) -> None:
        """Show one of the legends there are in the place of the other."""
        if artist is not self.artist:
            self.artist.set_visible(False)
            artist.set_visible(True)
            self.artist = artist

    def _shrink(self, renderer: RendererAgg, width: float, words: str = "") -> None:
        """Make the type smaller where it is wider than `width` pixels; of these words, if they are given."""
        size = self.natural
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
        """Return the height of its line, the same where its type is smaller: titles side by side stand level."""
        return self.natural * float(renderer.dpi) / 72


class Lines(NamedTuple):
    """How the words above a page or a panel stand: see :class:`Header`."""

    span: tuple[float, float]
    bottom: float
    height: float
    base: float
    apart: bool
    broken: bool
    over: tuple[float, float, float] | None


@dataclass
class Header:
    """Items from left to right; `gap` pixels stand below each line and between items.

    ``span``, ``bottom`` and ``height`` say in pixels where it was last put, ``base`` how far above its bottom the
    base line of its title is; ``apart`` says that its legend stands on a line of its own, at the left; ``broken``
    that its title does; ``over`` that its legend stands above its neighbours' words too: from where to where, on what.
    ``kept`` is how the words stand that need most room of all that stand here in turn: these stand so too.
    """

    items: tuple[Item, ...]
    gap: float
    span: tuple[float, float] = (0.0, 0.0)
    bottom: float = 0.0
    height: float = 0.0
    base: float = 0.0
    apart: bool = False
    broken: bool = False
    over: bool = False
    kept: Lines | None = None
    spread: tuple[float, float, float] | None = None

    @property
    def lines(self) -> Lines:
        """How its words stand."""
        return Lines(self.span, self.bottom, self.height, self.base, self.apart, self.broken, self.spread)

    @property
    def has_fact(self) -> bool:
        """Whether what belongs right follows its title."""
        return len(self.items) > 1 and not self.items[0].right and self.items[1].right

    @property
    def is_titled(self) -> bool:
        """Whether it begins with a title."""
        return bool(self.items) and not self.items[0].right and not isinstance(self.items[0].artist, Legend)

    @property
    def is_title_alone(self) -> bool:
        """Whether it is a title and nothing else."""
        return self.is_titled and len(self.items) == 1

    @property
    def legend_lines(self) -> int:
        """On how many lines its legend stands; 0 where it has none."""
        return 0 if self.legend is None else self.items[self.legend].lines

    @property
    def legend(self) -> int | None:
        """Which of several items is a legend."""
        return next((k for k, item in enumerate(self.items) if k and isinstance(item.artist, Legend)), None)

    def place(
        self, page: Page, renderer: RendererAgg, left: float, right: float, bottom: float, base: float = 0.0
    ) -> float:
        """Put the items above `bottom`, between `left` and `right` (pixels); return the height used.

        Its first line is `base` or more above the bottom.
        """
        if self.kept is not None:
            base = max(base, self.kept.base)
            self.apart, self.broken = self.apart or self.kept.apart, self.broken or self.kept.broken
            if self.kept.over is not None and self.legend is not None:
                self.over = True
                self.place_over(page, renderer, *self.kept.over)
        here = [k for k in range(len(self.items)) if not (self.over and k == self.legend)]
        boxes = {k: self.items[k].fit(renderer, right - left) for k in here}
        lines: list[list[int]] = []
        for index, box in boxes.items():
            alone = (self.apart and index == self.legend) or (self.broken and index == 1)
            alone = alone or (self.items[index].right and "\n" in self.items[index].texts[0].get_text())
            beside = lines and len(lines[-1]) == 1 and not alone
            if beside and boxes[lines[-1][0]].width + 2 * self.gap + box.width <= right - left:
                lines[-1].append(index)
            else:
                lines.append([index])
        self.apart = self.legend is not None and [self.legend] in lines
        self.broken = self.has_fact and lines[0] == [0]
        height = 0.0
        for line in reversed(lines):
            height += self.gap + max(boxes[index].below for index in line)
            if line is lines[0]:
                height = self.base = max(height, base)
            for place, index in enumerate(line):
                # Beside an item that belongs right, another one goes left.
                at_right = self.items[line[0]].right == (place == 0)
                self.items[index].move(page, right if at_right else left, bottom + height, boxes[index], at_right)
            height += max(boxes[index].above for index in line)
        self.span, self.bottom = (left, right), bottom
        self.height = height if self.kept is None else max(height, self.kept.height)
        return self.height

    def place_over(self, page: Page, renderer: RendererAgg, left: float, right: float, bottom: float) -> float:
        """Put the legend above `bottom`, between `left` and `right`; return the height used."""
        assert self.legend is not None
        item = self.items[self.legend]
        box = item.fit(renderer, right - left)
        item.move(page, left, bottom + self.gap + box.below, box, at_right=False)
        self.spread = left, right, bottom
        return self.gap + box.below + box.above


def place_evenly(headers: Sequence[Header], place: Callable[[], T]) -> T:
    """Place headers so that those of a kind look alike.

    Legends all stand beside the titles or, where one has no room there, all
    below. Titles side by side all have a line of their own where one needs it.
    The only legend of a row that is high and narrow stands above the whole row.
    """
    for header in headers:
        header.apart = header.broken = header.over = False
        header.spread = None
    placed = place()
    beside: dict[float, list[Header]] = {}
    for header in headers:
        beside.setdefault(header.bottom, []).append(header)
    for row in beside.values():
        named = [header for header in row if header.legend is not None]
        if len(named) == 1 < len(row) and named[0].legend_lines > NARROW:
            named[0].over = True
    if any(header.over for header in headers):
        placed = place()
    legends = [header for header in headers if header.legend is not None and not header.over]
    rows: dict[float, list[Header]] = {}
    for header in headers:
        if header.has_fact:
            rows.setdefault(header.bottom, []).append(header)
    uneven = [legends] if len({header.apart for header in legends}) > 1 else []
    torn = [row for row in rows.values() if len({header.broken for header in row}) > 1]
    if not uneven and not torn:
        return placed
    for header in chain(*uneven):
        header.apart = True
    for header in chain(*torn):
        header.broken = True
    return place()
