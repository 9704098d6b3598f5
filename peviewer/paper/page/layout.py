"""Place panels on a page: even margins, aligned data areas, whole pixels, nothing clipped."""

from __future__ import annotations

import itertools
import re
from dataclasses import astuple, dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from peviewer.base.work import check_cancelled
from peviewer.figures.fitting import share_room, square_cell_sizes
from peviewer.figures.grammar import Listing, Numbers
from peviewer.paper.marks.listing import heights_wanted
from peviewer.paper.marks.numbers import height_at_most
from peviewer.paper.page import to_scale
from peviewer.paper.page.header import place_evenly
from peviewer.paper.style import StyleError
from peviewer.paper.typography.text import typeset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.figure import Figure as Page
    from matplotlib.transforms import BboxBase

    from peviewer.figures.grammar import Panel
    from peviewer.paper.page.header import Header
    from peviewer.paper.page.to_scale import Columns
    from peviewer.paper.style import Sizes

# Tick labels depend on the room they get and the room on the labels: both settle within three rounds. Those that come
# and go with the room they leave get enough for both from the fourth on.
ROUNDS, SETTLED = 7, 3
SMALLEST_SIDE = 16
# An axis title that would be smaller than this, by its size, is shortened to its letter.
CLOSE = 0.85
# Between the words above neighbouring panels, where those of the left one end at its right edge; by their size.
BETWEEN = 1.5
# Of a page's height, a table may take so much beside other panels.
MOST = 0.7


@dataclass(frozen=True)
class Area:
    """One panel on the page: its axes, its colour bar, the words above it."""

    panel: Panel
    axes: Axes
    bar: Axes | None
    header: Header

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the data area."""
        return round(self.axes.bbox.width), round(self.axes.bbox.height)


@dataclass(frozen=True)
class Border:
    """What stands around a data area, in pixels."""

    left: float
    right: float
    bottom: float
    top: float


@dataclass(frozen=True)
class Spacing:
    """Distances in pixels: between panels, from data to bar, the bar's width.

    ``sizes`` are those of type, in points of `point` pixels.
    """

    gutter: float
    bar_gap: float
    bar_width: float
    sizes: Sizes
    point: float


Grid = tuple[tuple[Area, ...], ...]


class Frame(NamedTuple):
    """A part of the page, in pixels from its lower left corner."""

    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True)
class Block:
    """The panels of one Figure, the words above them, and the part of the page they fill."""

    grid: Grid
    heights: tuple[float, ...]
    title: Header
    frame: Frame

    @property
    def areas(self) -> tuple[Area, ...]:
        """All panels, row by row."""
        return tuple(area for row in self.grid for area in row)


@dataclass(frozen=True)
class Measured:
    """What a block needs around its data areas: row by row, and for its title."""

    borders: list[list[Border]]
    title: float

    @property
    def grid(self) -> list[int]:
        """How many panels there are, row by row."""
        return list(map(len, self.borders))

    @property
    def rim(self) -> Border:
        """What stands between the frame and the outermost data edges."""
        return Border(
            max(row[0].left for row in self.borders),
            max(row[-1].right for row in self.borders),
            max(border.bottom for border in self.borders[-1]),
            self.title + max(border.top for border in self.borders[0]),
        )

    def or_more(self, other: Measured) -> Measured:
        """Return what has room for this and for another measure of the same block."""
        borders = [
            [
                Border(*(max(sides) for sides in zip(astuple(one), astuple(two), strict=True)))
                for one, two in zip(*rows, strict=True)
            ]
            for rows in zip(self.borders, other.borders, strict=True)
        ]
        return Measured(borders, max(self.title, other.title))


def arrange(page: Page, blocks: Sequence[Block], spacing: Spacing, *, even: bool = False) -> None:
    """Give every panel its place.

    The outer data edges of all rows are aligned, and those of blocks whose frames
    are; panels of a row are equally wide, and every data area covers whole pixels.
    All blocks of an `even` page have the same room around their panels.

    Raises
    ------
    StyleError
        If the page is too small for the panels.
    """
    renderer: RendererAgg = page.canvas.get_renderer()  # type: ignore[attr-defined]  # an Agg canvas
    before: list[object] = []
    measured: list[Measured] = []
    for k in range(ROUNDS):
        check_cancelled()
        earlier, measured = measured, [_measured(page, block, renderer, spacing) for block in blocks]
        if k >= SETTLED:
            measured = [one.or_more(other) for one, other in zip(measured, earlier, strict=True)]
        if even:
            measured = _evened(measured)
        rims = _aligned(blocks, [found.rim for found in measured], even=even)
        divided = [_divided(*each, spacing) for each in zip(blocks, measured, rims, strict=True)]
        if even:
            divided = _alike(blocks, divided)
        for block, found, rim, parts in zip(blocks, measured, rims, divided, strict=True):
            _place(page, block, found, rim, parts, spacing)
            for area in block.areas:
                fit_labels(area, renderer, spacing.sizes)
        _even_titles(blocks)
        placed = [_standing(area) for block in blocks for area in block.areas]
        if placed == before:
            return  # what was measured last is what stands
        before = placed
    for block in blocks:
        _measured(page, block, renderer, spacing)


def _standing(area: Area) -> object:
    """Return all that a round changes of what the next one measures."""
    axes = area.axes
    labels = [(label.get_text(), label.get_fontsize()) for label in (axes.xaxis.label, axes.yaxis.label)]
    return axes.get_position().bounds, labels


def _measured(page: Page, block: Block, renderer: RendererAgg, spacing: Spacing) -> Measured:
    def borders() -> list[list[Border]]:
        return [_borders(page, row, block.frame.right, renderer, spacing) for row in block.grid]

    headers = [area.header for area in block.areas]
    return Measured(place_evenly(headers, borders), _title_room(page, block, renderer))


def _evened(measured: Sequence[Measured]) -> list[Measured]:
    """Give blocks of as many panels, row by row, what the one that needs most does."""

    def most(grid: list[int]) -> Measured:
        return reduce(Measured.or_more, (found for found in measured if found.grid == grid))

    return [most(found.grid) for found in measured]


def _aligned(blocks: Sequence[Block], rims: Sequence[Border], *, even: bool) -> list[Border]:
    """Give blocks whose frames have an edge in common the same room behind it, or all blocks of an `even` page.

    Those with nothing below need none there; those that begin with pictures of
    their own, without axes, have no upper edge that would stand in line.
    """
    if even:
        sides = zip(*map(astuple, rims), strict=True)
        return [Border(*map(max, sides))] * len(blocks)
    frames = [block.frame for block in blocks]
    free = [all(area.panel.square for area in block.grid[0]) for block in blocks]
    aligned = [
        Border(*(max(getattr(rim, side) for other, rim in zip(frames, rims, strict=True)
                     if getattr(other, side) == getattr(frame, side)) for side in ("left", "right", "bottom", "top")))
        for frame in frames
    ]  # fmt: skip
    tops = [
        own.top if alone else max(rim.top for rim, other, apart in zip(rims, frames, free, strict=True)
                                  if other.top == frame.top and not apart)
        for own, frame, alone in zip(rims, frames, free, strict=True)
    ]  # fmt: skip
    return [
        replace(found, top=top, bottom=found.bottom if own.bottom else 0.0)
        for found, top, own in zip(aligned, tops, rims, strict=True)
    ]


def _title_room(page: Page, block: Block, renderer: RendererAgg) -> float:
    title, frame = block.title, block.frame
    if not title.items:
        return 0.0
    height = title.place(page, renderer, frame.left, frame.right, 0.0)
    title.place(page, renderer, frame.left, frame.right, frame.top - height)
    return height


def _borders(page: Page, row: tuple[Area, ...], right: float, renderer: RendererAgg, spacing: Spacing) -> list[Border]:
    """Measure what stands around a row's data areas, and put the headers above them on one line, up to the `right`."""
    borders = [_border(area, renderer, spacing) for area in row]
    top = max(border.top for border in borders)
    base, edges = 0.0, _right_edges(row, right, spacing)
    for _ in ("each by itself", "their titles on one line"):
        heads = []
        for area, edge in zip(row, edges, strict=True):
            least, data = base if area.header.is_titled else 0.0, area.axes.bbox
            heads.append(area.header.place(page, renderer, data.x0, edge, data.y1 + top, least))
        base = max((area.header.base for area in row if area.header.is_titled), default=0.0)
    high = max(heads)
    for area in row:
        if area.header.over:  # from the first to the last of the row
            data = area.axes.bbox
            high += area.header.place_over(page, renderer, row[0].axes.bbox.x0, edges[-1], data.y1 + top + high)
    return [replace(border, top=top + high) for border in borders]


def _right_edges(row: tuple[Area, ...], right: float, spacing: Spacing) -> list[float]:
    """Return how far the words above each panel of a row may reach.

    Those of panels drawn to one scale reach over neighbours without words; a title alone, and those of square cells,
    which may be narrow, as far as the next panel.
    """
    edges = []
    apart = BETWEEN * spacing.sizes.axis * spacing.point
    for k, area in enumerate(row):
        edge, others = area.axes.bbox.x1, row[k + 1 :]
        if area.panel.square:
            over = itertools.takewhile(lambda other: not other.header.items, others)
            edge = max([edge, *(other.axes.bbox.x1 for other in over if other.axes.get_visible())])
        elif area.panel.square_cells or area.header.is_title_alone:
            edge = max(edge, others[0].axes.bbox.x0 - apart if others else right)
        edges.append(float(edge))
    return edges


def _border(area: Area, renderer: RendererAgg, spacing: Spacing) -> Border:
    """Measure the numbers, titles and the bar around one data area."""
    if not area.axes.get_visible():
        return Border(0.0, 0.0, 0.0, 0.0)
    data, whole = area.axes.bbox, _tight_box(area.axes, renderer)
    right, top = whole.x1 - data.x1, whole.y1 - data.y1
    if area.bar is not None:
        box = _tight_box(area.bar, renderer)
        right = spacing.bar_gap + spacing.bar_width + max(0.0, box.x1 - area.bar.bbox.x1)
        top = max(top, box.y1 - data.y1)
    sides = (data.x0 - whole.x0, right, data.y0 - whole.y0, top)
    return Border(*(max(0.0, float(side)) for side in sides))


def _tight_box(axes: Axes, renderer: RendererAgg) -> BboxBase:
    """Return where visible axes stand, with the numbers and titles around them, in pixels."""
    found = axes.get_tightbbox(renderer)
    assert found is not None  # visible axes have an extent
    return found


@dataclass(frozen=True)
class Divided:
    """A block's room, in pixels: the edges of its columns and the heights of its rows, and how much there is of it."""

    columns: list[Columns]
    heights: list[float]
    room: float


def _divided(block: Block, measured: Measured, rim: Border, spacing: Spacing) -> Divided:
    frame, borders = block.frame, measured.borders
    left, right = frame.left + rim.left, frame.right - rim.right
    taken = sum(max(b.top for b in row) + max(b.bottom for b in row) for row in borders)
    # What this block needs above and below is in its rim already, which may be wider.
    taken += measured.title + rim.top - measured.rim.top + rim.bottom - measured.rim.bottom
    room = frame.top - frame.bottom - taken - spacing.gutter * (len(block.grid) - 1)
    panels = [[area.panel for area in row] for row in block.grid]
    spans = [to_scale.spans(row) for row in panels]
    told = any(area.panel.fact for row in block.grid for area in row)
    apart = BETWEEN * spacing.sizes.axis * spacing.point if told else 0.0
    for _ in ("all of them", "those that have room"):
        columns = [_columns(borders, *row, left, right, spacing, apart) for row in zip(borders, spans, strict=True)]
        heights = _heights(block, room, columns, spacing)
        spans = [_spoken(*row, spacing) for row in zip(panels, spans, columns, heights, strict=True)]
    return Divided(columns, heights, room)


def _alike(blocks: Sequence[Block], divided: Sequence[Divided]) -> list[Divided]:
    """Give rows of blocks that are alike one height: that with which the largest of the tables has room."""
    if len({(len(one.heights), round(one.room)) for one in divided}) > 1:
        return list(divided)
    drawn = [
        sum(high for row, high in zip(block.grid, one.heights, strict=True) if not all(a.panel.is_listing for a in row))
        for block, one in zip(blocks, divided, strict=True)
    ]
    least = divided[drawn.index(min(drawn))]
    return [replace(one, heights=least.heights) for one in divided]


def _place(page: Page, block: Block, measured: Measured, rim: Border, divided: Divided, spacing: Spacing) -> None:
    frame, borders = block.frame, measured.borders
    columns, heights, room = divided.columns, divided.heights, divided.room
    panels = [[area.panel for area in row] for row in block.grid]
    sizes = [[(x1 - x0, tall) for x0, x1 in row] for row, tall in zip(columns, heights, strict=True)]
    sizes = square_cell_sizes(panels, sizes)
    titled = bool(block.title.items)
    air = (room - sum(heights)) / (len(heights) + titled)  # what is drawn to scale may not fill the page
    top = frame.top - measured.title - (rim.top - measured.rim.top) - air * titled
    for k, (row, edges) in enumerate(zip(block.grid, borders, strict=True)):
        top -= max(edge.top for edge in edges)
        for area, (x0, x1), (wide, tall) in zip(row, columns[k], sizes[k], strict=True):
            start = (x0 + x1 - wide) / 2
            _put(page, area, (round(start), round(start + wide), round(top - tall), round(top)), spacing)
        top -= heights[k] + max(edge.bottom for edge in edges) + spacing.gutter + air


def _spoken(panels: list[Panel], spans: list[float], columns: Columns, tall: float, spacing: Spacing) -> list[float]:
    """Return the shares of the width without panels that have no room for their words, beside others that have."""
    heard = to_scale.speaking(panels, columns, tall, spacing.sizes.least * spacing.point)
    return [span if some else 0.0 for span, some in zip(spans, heard, strict=True)] if any(heard) else spans


def _heights(block: Block, room: float, columns: list[Columns], spacing: Spacing) -> list[float]:
    """Divide the height among rows by their shares; a table beside other rows takes what it needs."""
    shares = [room * share / sum(block.heights) for share in block.heights]
    panels = [row[0].panel for row in block.grid]
    marks = [row[0].panel.marks[0] if len(row) == 1 and row[0].panel.marks else None for row in block.grid]
    tables: dict[int, float] = {}
    if len(shares) > 1:  # a table of a few numbers, at their largest
        full = {k: height_at_most(panels[k], spacing.sizes) * spacing.point
                for k, mark in enumerate(marks) if isinstance(mark, Numbers)}  # fmt: skip
        tables = {k: high for k, high in full.items() if high < shares[k]}
    taken = sum(tables.get(k, shares[k]) for k, mark in enumerate(marks) if isinstance(mark, Numbers))
    for k, mark in enumerate(marks):
        if isinstance(mark, Listing) and len(shares) > 1:
            wide = (columns[k][0][1] - columns[k][0][0]) / spacing.point
            wanted = (high * spacing.point for high in heights_wanted(mark, wide, spacing.sizes))
            most = max(shares[k], min(MOST * room, room - taken))
            tables[k] = next((high for high in wanted if high <= most), most if taken else shares[k])
    others = [k for k in range(len(shares)) if k not in tables]
    if not others and all(isinstance(mark, Listing) for mark in marks) and sum(tables.values()) < room:
        tables = {k: high * room / sum(tables.values()) for k, high in tables.items()}  # rows are spread
    tallest = {n: to_scale.tallest([area.panel for area in block.grid[k]], columns[k]) for n, k in enumerate(others)}
    caps = {n: high for n, high in tallest.items() if high is not None}
    found = share_room(room - sum(tables.values()), [shares[k] for k in others], caps)
    tables |= dict(zip(others, found, strict=True))
    return [tables[k] for k in range(len(shares))]


def _columns(
    borders: list[list[Border]],
    edges: list[Border],
    spans: list[float],
    left: float,
    right: float,
    spacing: Spacing,
    apart: float,
) -> Columns:
    """Return the data edges of one row's panels, so far `apart` or farther; rows of as many panels get the same."""
    count = len(edges)
    alike = [row for row in borders if len(row) == count]
    taken = [spacing.gutter + max(row[k].right + row[k + 1].left for row in alike) for k in range(count - 1)]
    gaps = [max(gap, apart) for gap in taken]
    unit = (right - left - sum(gaps)) / sum(spans)
    starts = [left + unit * sum(spans[:k]) + sum(gaps[:k]) for k in range(count)]
    return [(start, start + unit * span) for start, span in zip(starts, spans, strict=True)]


def _put(page: Page, area: Area, edges: tuple[int, int, int, int], spacing: Spacing) -> None:
    x0, x1, y0, y1 = edges
    area.axes.set_visible(x1 > x0)
    if x1 == x0:
        return
    if x1 - x0 < SMALLEST_SIDE or y1 - y0 < SMALLEST_SIDE:
        size = f"{page.bbox.width:.0f}x{page.bbox.height:.0f} pixels"
        raise StyleError(f"size = {size} is not allowed: too small for what this picture shows")
    width, height = page.bbox.width, page.bbox.height
    area.axes.set_position((x0 / width, y0 / height, (x1 - x0) / width, (y1 - y0) / height))
    if area.bar is not None:
        start, wide = round(x1 + spacing.bar_gap), round(spacing.bar_width)
        area.bar.set_position((start / width, y0 / height, wide / width, (y1 - y0) / height))


def _even_titles(blocks: Sequence[Block]) -> None:
    """Give the titles of a page the size that the longest of them has room for."""
    titles = [block.title.items[0] for block in blocks if block.title.items]
    smallest = min((item.size for item in titles), default=0.0)
    for item in titles:
        item.natural = min(item.natural, smallest)


def fit_labels(area: Area, renderer: RendererAgg, sizes: Sizes) -> None:
    """Shorten an axis title to its letter, or make it smaller, where it is longer than its axis."""
    axes, panel = area.axes, area.panel
    for label, axis, room, side in (
        (axes.xaxis.label, panel.x, axes.bbox.width, "width"),
        (axes.yaxis.label, panel.y, axes.bbox.height, "height"),
    ):
        if not label.get_text():
            continue
        letter = re.search(r"\*[^*]+\*", axis.label)
        for text in (axis.label, letter[0] if letter else axis.label):
            label.set(text=typeset(text), fontsize=sizes.axis)
            length = getattr(label.get_window_extent(renderer), side)
            if CLOSE * length <= room:
                break
        if length > room:
            label.set_fontsize(max(sizes.least, room / length * sizes.axis))
