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
# A legend on more lines than this, beside panels without one, is put above the whole row.
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

    ``broken`` is the text on two lines, three …, used where it would be too small on fewer; `wrapped` makes a legend
    of so many columns. ``spare`` is whether it is hidden where it makes the header of a page too tall. ``least`` is the
    smallest legible type, in points.
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
        """Whether its type is smaller than the least and it can be hidden; titles always stay."""
        gives_way = self.right or self.spare or isinstance(self.artist, Legend)
        return gives_way and self.size < min(self.least, self.natural) - 1e-6

    @property
    def texts(self) -> Sequence[Text]:
        """The texts it is made of."""
        return self.artist.get_texts() if isinstance(self.artist, Legend) else [self.artist]

    def fit(self, renderer: RendererAgg, width: float) -> Extent:
        """Return its size, after making the type smaller where it is wider than `width` pixels."""
        asked = width, self.natural  # mostly the same from round to round
        if asked != self._fitted[0]:
            self._fitted = asked, self._fit(renderer, width)
        return self._fitted[1]

    def _fit(self, renderer: RendererAgg, width: float) -> Extent:
        self._show(self._one)
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
        # A line with mathematics, which ends at whole pixels, is as high as one without.
        return Extent(box.width, max(box.y1 - line, kind), max(line - box.y0, ceil(0.25 * kind)))

    def _wrap(self, renderer: RendererAgg, width: float, columns: int) -> None:
        """Set a legend on several lines, of so many columns."""
        if columns not in self._narrower and self.wrapped is not None and (made := self.wrapped(columns)) is not None:
            self._narrower[columns] = made
        self._show(self._narrower[columns])
        self._shrink(renderer, width)

    def _show(self, artist: Text | Legend) -> None:
        """Show one of its legends and hide the other."""
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
        """Return the height of its line in its natural type, so that titles side by side are level."""
        return self.natural * float(renderer.dpi) / 72


class HeaderLayout(NamedTuple):
    """The places of a header's items: see :class:`Header`."""

    span: tuple[float, float]
    bottom: float
    height: float
    base: float
    legend_apart: bool
    title_apart: bool
    legend_above: tuple[float, float, float] | None


@dataclass
class Header:
    """Items from left to right, with `gap` pixels below each line and between items.

    ``span``, ``bottom`` and ``height`` are where it was last placed, in pixels, and ``base`` the height of its title's
    base line above the bottom. ``legend_apart`` and ``title_apart`` are whether the legend, or the title, has a line of
    its own; ``legend_above`` is whether the legend is above the headers of the whole row, at ``legend_span``: left,
    right, bottom. ``saved`` is the layout of the frame of a clip that needs most room: all its frames are laid out so.
    """

    items: tuple[Item, ...]
    gap: float
    span: tuple[float, float] = (0.0, 0.0)
    bottom: float = 0.0
    height: float = 0.0
    base: float = 0.0
    legend_apart: bool = False
    title_apart: bool = False
    legend_above: bool = False
    saved: HeaderLayout | None = None
    legend_span: tuple[float, float, float] | None = None

    @property
    def layout(self) -> HeaderLayout:
        return HeaderLayout(
            self.span, self.bottom, self.height, self.base, self.legend_apart, self.title_apart, self.legend_span
        )

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
        """The number of lines of its legend; 0 where it has none."""
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
        if self.saved is not None:
            base = max(base, self.saved.base)
            self.legend_apart |= self.saved.legend_apart
            self.title_apart |= self.saved.title_apart
            if self.saved.legend_above is not None and self.legend is not None:
                self.legend_above = True
                self.place_legend_above(page, renderer, *self.saved.legend_above)
        here = [k for k in range(len(self.items)) if not (self.legend_above and k == self.legend)]
        boxes = {k: self.items[k].fit(renderer, right - left) for k in here}
        lines: list[list[int]] = []
        for index, box in boxes.items():
            alone = (self.legend_apart and index == self.legend) or (self.title_apart and index == 1)
            alone = alone or (self.items[index].right and "\n" in self.items[index].texts[0].get_text())
            beside = lines and len(lines[-1]) == 1 and not alone
            if beside and boxes[lines[-1][0]].width + 2 * self.gap + box.width <= right - left:
                lines[-1].append(index)
            else:
                lines.append([index])
        self.legend_apart = self.legend is not None and [self.legend] in lines
        self.title_apart = self.has_fact and lines[0] == [0]
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
        self.height = height if self.saved is None else max(height, self.saved.height)
        return self.height

    def place_legend_above(self, page: Page, renderer: RendererAgg, left: float, right: float, bottom: float) -> float:
        """Put the legend above `bottom`, between `left` and `right`; return the height used."""
        assert self.legend is not None
        item = self.items[self.legend]
        box = item.fit(renderer, right - left)
        item.move(page, left, bottom + self.gap + box.below, box, at_right=False)
        self.legend_span = left, right, bottom
        return self.gap + box.below + box.above


def place_alike(headers: Sequence[Header], place: Callable[[], T]) -> T:
    """Place headers so that neighbours are laid out alike.

    Legends are all beside the titles or, where one has no room there, all below. Titles side by side
    all have a line of their own where one needs it. The only legend of a row is above the whole row
    where it is high and narrow.
    """
    for header in headers:
        header.legend_apart = header.title_apart = header.legend_above = False
        header.legend_span = None
    placed = place()
    beside: dict[float, list[Header]] = {}
    for header in headers:
        beside.setdefault(header.bottom, []).append(header)
    for row in beside.values():
        named = [header for header in row if header.legend is not None]
        if len(named) == 1 < len(row) and named[0].legend_lines > NARROW:
            named[0].legend_above = True
    if any(header.legend_above for header in headers):
        placed = place()
    legends = [header for header in headers if header.legend is not None and not header.legend_above]
    rows: dict[float, list[Header]] = {}
    for header in headers:
        if header.has_fact:
            rows.setdefault(header.bottom, []).append(header)
    uneven = [legends] if len({header.legend_apart for header in legends}) > 1 else []
    mixed = [row for row in rows.values() if len({header.title_apart for header in row}) > 1]
    if not uneven and not mixed:
        return placed
    for header in chain(*uneven):
        header.legend_apart = True
    for header in chain(*mixed):
        header.title_apart = True
    return place()
