"""The words above a page or a panel, title, fact and legend, on as few lines as they fit on, and alike on a page."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from matplotlib.legend import Legend

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.figure import Figure as Page

    from peviewer.paper.page.item import Extent, Item


T = TypeVar("T")
# A legend on more lines than this, beside panels without one, is put above the whole row.
NARROW = 2


class HeaderLayout(NamedTuple):
    """The places of a header's items: see :class:`Header`."""

    span: tuple[float, float]
    bottom: float
    height: float
    base: float
    legend_apart: bool
    title_apart: bool
    legend_above: tuple[float, float, float] | None


class Looks(NamedTuple):
    """The largest type and the fewest lines of each kind of words, and the least height of the title's base line."""

    words: dict[str, tuple[float, int]]
    least_base: float


@dataclass
class Header:
    """Items from left to right, with `gap` pixels below each line and between items.

    ``span``, ``bottom`` and ``height`` are where it was last placed, in pixels, and ``base`` the height of its title's
    base line above the bottom; ``own_base`` is what it would be alone, and ``least_base`` what counterparts in other
    Figures need. ``legend_apart`` and ``title_apart`` are whether the legend, or the title, has a line of
    its own; ``legend_above`` is whether the legend is above the headers of the whole row, at ``legend_span``: left,
    right, bottom. ``saved`` is the layout of the frame of a clip that needs most room: all its frames are laid out so.
    """

    items: tuple[Item, ...]
    gap: float
    span: tuple[float, float] = (0.0, 0.0)
    bottom: float = 0.0
    height: float = 0.0
    base: float = 0.0
    own_base: float = 0.0
    least_base: float = 0.0
    legend_apart: bool = False
    title_apart: bool = False
    legend_above: bool = False
    names_row: bool = False
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
    def any_legend(self) -> int | None:
        """Which item is a legend."""
        return next((k for k, item in enumerate(self.items) if isinstance(item.artist, Legend)), None)

    @property
    def legend(self) -> int | None:
        """Which of several items is a legend."""
        return self.any_legend or None

    @property
    def is_for_row(self) -> bool:
        """Whether its legend belongs above a row in which it is the only one."""
        if self.any_legend is None:
            return False
        is_beside_title = self.legend is not None and not self.legend_apart
        return self.items[self.any_legend].lines > NARROW or (self.names_row and not is_beside_title)

    @property
    def looks(self) -> Looks:
        """What it shares with its counterparts, for another header of the same panel."""
        return Looks({item.kind: (item.most, item.fewest) for item in self.items}, self.least_base)

    def look_like(self, looks: Looks) -> None:
        """Have the looks of another header of the same panel; not placed yet."""
        self.least_base = looks.least_base
        for item in self.items:
            item.most, item.fewest = looks.words.get(item.kind, (item.most, item.fewest))

    def place(
        self, page: Page, renderer: RendererAgg, left: float, right: float, bottom: float, base: float = 0.0
    ) -> float:
        """Put the items above `bottom`, between `left` and `right` (pixels); return the height used.

        Its first line is `base` or more above the bottom, and what belongs right follows it.
        """
        base = max(base, self.least_base)
        if self.saved is not None:
            base = max(base, self.saved.base)
            self.legend_apart |= self.saved.legend_apart
            self.title_apart |= self.saved.title_apart
            if self.saved.legend_above is not None and self.any_legend is not None:
                self.legend_above = True
                self.place_legend_above(page, renderer, *self.saved.legend_above)
        here = [k for k in range(len(self.items)) if not (self.legend_above and k == self.any_legend)]
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
        self.own_base = self._base(lines, boxes)
        height, raised = 0.0, max(0.0, base - self.own_base)
        for line in reversed(lines):
            height += self.gap + max(boxes[index].below for index in line)
            if raised and (line is lines[0] or (self.title_apart and line == [1])):
                height, raised = height + raised, 0.0
            if line is lines[0]:
                self.base = height
            for place, index in enumerate(line):
                # Beside an item that belongs right, another one goes left.
                at_right = self.items[line[0]].right == (place == 0)
                self.items[index].move(page, right if at_right else left, bottom + height, boxes[index], at_right)
            height += max(boxes[index].above for index in line)
        self.span, self.bottom = (left, right), bottom
        self.height = height if self.saved is None else max(height, self.saved.height)
        return self.height

    def _base(self, lines: Sequence[Sequence[int]], boxes: Mapping[int, Extent]) -> float:
        """Return how far the base line of the first line is above the bottom."""
        below = sum(self.gap + max(boxes[k].below for k in line) for line in lines)
        return below + sum(max(boxes[k].above for k in line) for line in lines[1:])

    def place_legend_above(self, page: Page, renderer: RendererAgg, left: float, right: float, bottom: float) -> float:
        """Put the legend above `bottom`, between `left` and `right`; return the height used."""
        assert self.any_legend is not None
        item = self.items[self.any_legend]
        box = item.fit(renderer, right - left)
        item.move(page, left, bottom + self.gap + box.below, box, at_right=False)
        self.legend_span = left, right, bottom
        return self.gap + box.below + box.above


def place_alike(headers: Sequence[Header], place: Callable[[], T]) -> T:
    """Place headers so that neighbours are laid out alike.

    Legends are all beside the titles or, where one has no room there, all below. Titles side by side
    all have a line of their own where one needs it. The only legend of a row is above the whole row
    where it is high and narrow, and where it explains other panels and has no room beside its title.
    """
    for header in headers:
        header.legend_apart = header.title_apart = header.legend_above = False
        header.legend_span = None
    placed = place()
    beside: dict[float, list[Header]] = {}
    for header in headers:
        beside.setdefault(header.bottom, []).append(header)
    for row in beside.values():
        named = [header for header in row if header.any_legend is not None]
        if len(named) == 1 < len(row):
            named[0].legend_above = named[0].is_for_row
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


def make_alike(blocks: Sequence[Sequence[Sequence[Header]]], *, even: bool) -> bool:
    """Let words of one kind look alike on a page; return whether some have to be placed again.

    ``blocks`` are the headers of its Figures, row by row. On an `even` page, of several values, each panel has its
    counterparts in the other Figures.
    """
    shapes = {tuple(map(len, block)) for block in blocks}
    rows = [list(chain(*row)) for row in zip(*blocks, strict=True)] if even and len(shapes) == 1 else []
    flat = [list(chain(*block)) for block in blocks]
    same = list(zip(*flat, strict=True)) if rows else []
    changed = _make_even(list(chain(*flat)), same)
    return _level_titles(rows) or changed


def _make_even(headers: Sequence[Header], counterparts: Sequence[Sequence[Header]]) -> bool:
    """Give titles, facts and legends one size each, and equal texts as many lines; return whether some differ now.

    Facts are no larger than titles.
    Texts are equal that are as long as each other, such as those of A and B, or in the same place of `counterparts`.
    """
    kinds: defaultdict[str, list[Item]] = defaultdict(list)
    alike: defaultdict[tuple[str, int], list[Item]] = defaultdict(list)
    for item in (item for header in headers for item in header.items):
        kinds[item.kind].append(item)
        alike[item.kind, item.length].append(item)
    for number, some in enumerate(counterparts, start=1):
        for item in (item for header in some for item in header.items):
            alike[item.kind, -number].append(item)
    every = list(chain(*kinds.values()))
    before = [(item.most, item.fewest) for item in every]
    most = {
        kind: max(min(item.alone[0] for item in items), *(min(item.least, item.natural) for item in items))
        for kind, items in kinds.items()
    }
    if "title" in most and "fact" in most:
        most["fact"] = min(most["fact"], most["title"])
    for item in every:
        item.most, item.fewest = most[item.kind], 1
    for items in alike.values():
        lines = max(item.alone[1] for item in items)
        for item in items:
            item.fewest = max(item.fewest, lines)
    return before != [(item.most, item.fewest) for item in every]


def _level_titles(rows: Sequence[Sequence[Header]]) -> bool:
    """Let the titles of each row have their base lines equally far above the data; return whether some have to move."""
    before = [header.least_base for row in rows for header in row]
    for row in rows:
        base = max((header.own_base for header in row if header.is_titled), default=0.0)
        for header in row:
            header.least_base = base if header.is_titled else 0.0
    return before != [header.least_base for row in rows for header in row]
