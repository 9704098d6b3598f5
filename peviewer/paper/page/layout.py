"""Place panels on a page: even margins, aligned data areas, whole pixels, nothing clipped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from peviewer.figures.squares import squared
from peviewer.paper.style import StyleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.figure import Figure as Page

    from peviewer.figures.grammar import Panel
    from peviewer.paper.page.header import Header

# Tick labels depend on the room they get and the room on the labels: both settle within three rounds.
ROUNDS = 3
SMALLEST_SIDE = 16


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

    ``label`` is the size of axis titles in points, where they have room.
    """

    gutter: float
    bar_gap: float
    bar_width: float
    label: float


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
    def rim(self) -> Border:
        """What stands between the frame and the outermost data edges."""
        return Border(
            max(row[0].left for row in self.borders),
            max(row[-1].right for row in self.borders),
            max(border.bottom for border in self.borders[-1]),
            self.title + max(border.top for border in self.borders[0]),
        )


def arrange(page: Page, blocks: Sequence[Block], spacing: Spacing) -> None:
    """Give every panel its place.

    The outer data edges of all rows are aligned, and those of blocks whose frames
    are; panels of a row are equally wide, and every data area covers whole pixels.

    Raises
    ------
    StyleError
        If the page is too small for the panels.
    """
    renderer: RendererAgg = page.canvas.get_renderer()  # type: ignore[attr-defined]  # an Agg canvas
    before: list[object] = []
    for _ in range(ROUNDS):
        measured = [_measured(page, block, renderer, spacing) for block in blocks]
        rims = _aligned([block.frame for block in blocks], [found.rim for found in measured])
        for block, found, rim in zip(blocks, measured, rims, strict=True):
            _place(page, block, found, rim, spacing)
            for area in block.areas:
                _fit_labels(area.axes, renderer, spacing.label)
        placed = [_standing(area) for block in blocks for area in block.areas]
        if placed == before:
            return  # what was measured last is what stands
        before = placed
    for block in blocks:
        _measured(page, block, renderer, spacing)


def _standing(area: Area) -> object:
    """Return all that a round changes of what the next one measures."""
    axes = area.axes
    return axes.get_position().bounds, axes.xaxis.label.get_fontsize(), axes.yaxis.label.get_fontsize()


def _measured(page: Page, block: Block, renderer: RendererAgg, spacing: Spacing) -> Measured:
    borders = [_borders(page, row, renderer, spacing) for row in block.grid]
    return Measured(borders, _title_room(page, block, renderer))


def _aligned(frames: Sequence[Frame], rims: Sequence[Border]) -> list[Border]:
    """Give blocks whose frames have an edge in common the same room behind it."""
    return [
        Border(*(max(getattr(rim, side) for other, rim in zip(frames, rims, strict=True)
                     if getattr(other, side) == getattr(frame, side)) for side in ("left", "right", "bottom", "top")))
        for frame in frames
    ]  # fmt: skip


def _title_room(page: Page, block: Block, renderer: RendererAgg) -> float:
    title, frame = block.title, block.frame
    if not title.items:
        return 0.0
    height = title.place(page, renderer, frame.left, frame.right, 0.0)
    title.place(page, renderer, frame.left, frame.right, frame.top - height)
    return height


def _borders(page: Page, row: tuple[Area, ...], renderer: RendererAgg, spacing: Spacing) -> list[Border]:
    """Measure what stands around a row's data areas, and put the headers above them on one line."""
    borders = [_border(area, renderer, spacing) for area in row]
    top = max(border.top for border in borders)
    heads = []
    for area in row:
        data = area.axes.bbox
        heads.append(area.header.place(page, renderer, data.x0, data.x1, data.y1 + top))
    return [replace(border, top=top + max(heads)) for border in borders]


def _border(area: Area, renderer: RendererAgg, spacing: Spacing) -> Border:
    """Measure the numbers, titles and the bar around one data area."""
    data, whole = area.axes.bbox, area.axes.get_tightbbox(renderer)
    assert whole is not None  # visible axes have an extent
    right, top = whole.x1 - data.x1, whole.y1 - data.y1
    if area.bar is not None:
        box = area.bar.get_tightbbox(renderer)
        assert box is not None  # visible axes have an extent
        right = spacing.bar_gap + spacing.bar_width + max(0.0, box.x1 - area.bar.bbox.x1)
        top = max(top, box.y1 - data.y1)
    sides = (data.x0 - whole.x0, right, data.y0 - whole.y0, top)
    return Border(*(max(0.0, float(side)) for side in sides))


def _place(page: Page, block: Block, measured: Measured, rim: Border, spacing: Spacing) -> None:
    frame, borders = block.frame, measured.borders
    left, right = frame.left + rim.left, frame.right - rim.right
    taken = sum(max(b.top for b in row) + max(b.bottom for b in row) for row in borders)
    # What this block needs above and below is in its rim already, which may be wider.
    taken += measured.title + rim.top - measured.rim.top + rim.bottom - measured.rim.bottom
    room = frame.top - frame.bottom - taken - spacing.gutter * (len(block.grid) - 1)
    columns = [_columns(borders, edges, left, right, spacing) for edges in borders]
    heights = [room * share / sum(block.heights) for share in block.heights]
    sizes = [[(x1 - x0, tall) for x0, x1 in row] for row, tall in zip(columns, heights, strict=True)]
    sizes = squared([[area.panel for area in row] for row in block.grid], sizes)
    top = frame.top - measured.title - (rim.top - measured.rim.top)
    for k, (row, edges) in enumerate(zip(block.grid, borders, strict=True)):
        top -= max(edge.top for edge in edges)
        for area, (x0, x1), (wide, tall) in zip(row, columns[k], sizes[k], strict=True):
            start = (x0 + x1 - wide) / 2
            _put(page, area, (round(start), round(start + wide), round(top - tall), round(top)), spacing)
        top -= heights[k] + max(edge.bottom for edge in edges) + spacing.gutter


def _columns(
    borders: list[list[Border]], edges: list[Border], left: float, right: float, spacing: Spacing
) -> list[tuple[float, float]]:
    """Return the data edges of one row's panels; rows of as many panels get the same."""
    count = len(edges)
    alike = [row for row in borders if len(row) == count]
    gaps = [spacing.gutter + max(row[k].right + row[k + 1].left for row in alike) for k in range(count - 1)]
    wide = (right - left - sum(gaps)) / count
    starts = [left + k * wide + sum(gaps[:k]) for k in range(count)]
    return [(start, start + wide) for start in starts]


def _put(page: Page, area: Area, edges: tuple[int, int, int, int], spacing: Spacing) -> None:
    x0, x1, y0, y1 = edges
    if x1 - x0 < SMALLEST_SIDE or y1 - y0 < SMALLEST_SIDE:
        size = f"{page.bbox.width:.0f}x{page.bbox.height:.0f} pixels"
        raise StyleError(f"size = {size} is not allowed: too small for what this picture shows")
    width, height = page.bbox.width, page.bbox.height
    area.axes.set_position((x0 / width, y0 / height, (x1 - x0) / width, (y1 - y0) / height))
    if area.bar is not None:
        start, wide = round(x1 + spacing.bar_gap), round(spacing.bar_width)
        area.bar.set_position((start / width, y0 / height, wide / width, (y1 - y0) / height))


def _fit_labels(axes: Axes, renderer: RendererAgg, size: float) -> None:
    """Make an axis title smaller where it is longer than its axis."""
    for label, room, side in (
        (axes.xaxis.label, axes.bbox.width, "width"),
        (axes.yaxis.label, axes.bbox.height, "height"),
    ):
        label.set_fontsize(size)
        length = getattr(label.get_window_extent(renderer), side)
        if length > room:
            label.set_fontsize(max(0.6, room / length) * size)
