"""Place panels on a page: even margins, aligned data areas, whole pixels, nothing clipped."""

from __future__ import annotations

import math
import re
from dataclasses import astuple, replace
from functools import partial, reduce
from typing import TYPE_CHECKING, NamedTuple

from peviewer.base.work import check_cancelled
from peviewer.figures.fitting import square_cell_sizes
from peviewer.paper.page.blocks import Area, Block, Border, Measured, Spacing, measure
from peviewer.paper.page.division import Divided, divide, with_equal_heights
from peviewer.paper.page.header import make_alike, place_alike
from peviewer.paper.style import StyleError
from peviewer.paper.text import typeset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.figure import Figure as Page

    from peviewer.paper.page.header import Header, HeaderLayout
    from peviewer.paper.style import Sizes

# Tick labels depend on the room and the room on the labels: both settle within three rounds as a rule. From the fourth
# on margins only grow, as labels that come and go with the room would never settle.
ROUNDS, SETTLED = 7, 3
SMALLEST_SIDE = 16
# An axis title that would be smaller than this, by its size, is shortened to its letter.
CLOSE = 0.85
# Letters are set on whole pixels: a text in smaller type may be wider than in proportion, by so much less type.
HINTED = 0.97


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
        earlier, measured = measured, measured_alike(page, blocks, renderer, spacing, even=even)
        if k >= SETTLED:
            measured = [one.union(other) for one, other in zip(measured, earlier, strict=True)]
        if even:
            measured = _with_equal_margins(measured)
        rims = _aligned(blocks, [found.rim for found in measured], even=even)
        alone = len(blocks) == 1
        divided = [divide(*each, spacing, alone=alone) for each in zip(blocks, measured, rims, strict=True)]
        if even:
            divided = with_equal_heights(blocks, divided)
        for block, found, rim, parts in zip(blocks, measured, rims, divided, strict=True):
            _place(page, block, found, rim, parts, spacing)
            for area in block.areas:
                fit_labels(area, renderer, spacing.sizes)
        _even_titles(blocks)
        placed = [_layout_state(area) for block in blocks for area in block.areas]
        if placed == before:
            return
        before = placed
    measured_alike(page, blocks, renderer, spacing, even=even)


def measured_alike(
    page: Page, blocks: Sequence[Block], renderer: RendererAgg, spacing: Spacing, *, even: bool
) -> list[Measured]:
    """Measure all blocks, after making the words of all panels alike."""

    def once() -> list[Measured]:
        return [measure(page, block, renderer, spacing) for block in blocks]

    found, headers = once(), [_headers(block) for block in blocks]
    for _ in ("of one size", "on one line"):
        if make_alike(headers, even=even):
            found = once()
    return found


def _headers(block: Block) -> list[list[Header]]:
    return [[area.header for area in row] for row in block.grid]


def _layout_state(area: Area) -> object:
    """Return what one round changes and the next one measures."""
    axes = area.axes
    labels = [(label.get_text(), label.get_fontsize()) for label in (axes.xaxis.label, axes.yaxis.label)]
    return axes.get_position().bounds, labels


def _with_equal_margins(measured: Sequence[Measured]) -> list[Measured]:
    """Give blocks of equal shape the largest margins of any of them."""

    def most(grid: list[int]) -> Measured:
        return reduce(Measured.union, (found for found in measured if found.grid == grid))

    return [most(found.grid) for found in measured]


def _aligned(blocks: Sequence[Block], rims: Sequence[Border], *, even: bool) -> list[Border]:
    """Align the data edges of blocks whose frames have an edge in common, or of all blocks of an `even` page.

    Blocks without anything below their data keep no room there; those that begin with a row drawn
    to scale, without axes, keep their own upper edge.
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
            _put(page, area, (_nearest(start), _nearest(start + wide), _nearest(top - tall), _nearest(top)), spacing)
        top -= heights[k] + max(edge.bottom for edge in edges) + spacing.gutter + air


def _nearest(edge: float) -> int:
    """Return the pixel nearest to an edge; a half is rounded up wherever it is, so that equal panels are equal."""
    return math.floor(edge + 0.5 + 1e-6)


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
    """Give the titles of a page the size that the longest of them has room for; and so formulas of several Figures."""
    titles = [block.title.items[0] for block in blocks if block.title.items]
    smallest = min((item.size for item in titles), default=0.0)
    for item in titles:
        item.natural = min(item.natural, smallest)
    formulas = [item for block in blocks for item in block.title.items[1:]]
    for item in formulas if len(formulas) > 1 else ():
        item.most = max(min(other.alone[0] for other in formulas), item.least)


def fit_labels(area: Area, renderer: RendererAgg, sizes: Sizes) -> None:
    """Shorten an axis title to its letter, or make it smaller, where it is longer than its axis, or bar."""
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
    if area.bar is not None and (bar := area.bar.yaxis.label).get_text():
        bar.set_fontsize(sizes.axis)
        length = bar.get_window_extent(renderer).height
        if length > area.bar.bbox.height:
            bar.set_fontsize(max(sizes.least, HINTED * area.bar.bbox.height / length * sizes.axis))


Box = tuple[float, float, float, float]


class SavedPanel(NamedTuple):
    """The places of a panel, its colour bar and its header, None for what is hidden."""

    axes: Box | None
    bar: Box | None
    words: HeaderLayout


class SavedBlock(NamedTuple):
    """The place and type size of a Figure's title, and the places of its panels."""

    title: HeaderLayout
    size: float | None
    panels: tuple[SavedPanel, ...]


def saved_layout(blocks: Sequence[Block]) -> tuple[SavedBlock, ...]:
    """Return the layout of a page, for other pages with the same panels, such as frames of a clip."""

    def box(axes: Axes | None) -> Box | None:
        return None if axes is None or not axes.get_visible() else axes.get_position().bounds

    return tuple(
        SavedBlock(
            block.title.layout,
            block.title.items[0].size if block.title.items else None,
            tuple(SavedPanel(box(area.axes), box(area.bar), area.header.layout) for area in block.areas),
        )
        for block in blocks
    )


def restore_layout(
    page: Page, blocks: Sequence[Block], saved: Sequence[SavedBlock], sizes: Sizes, *, even: bool = False
) -> None:
    """Place panels and headers as in a saved layout."""
    renderer: RendererAgg = page.canvas.get_renderer()  # type: ignore[attr-defined]  # an Agg canvas
    for block, place in zip(blocks, saved, strict=True):
        if block.title.items and place.size is not None:
            block.title.items[0].natural = min(block.title.items[0].natural, place.size)
        _restore_header(page, renderer, block.title, place.title)
        for area, panel in zip(block.areas, place.panels, strict=True):
            area.axes.set_visible(panel.axes is not None)
            if panel.axes is not None:
                area.axes.set_position(panel.axes)
            if area.bar is not None and panel.bar is not None:
                area.bar.set_position(panel.bar)
            fit_labels(area, renderer, sizes)
    for _ in ("each as it is", "of one size", "on one line"):
        for block, place in zip(blocks, saved, strict=True):
            headers = [area.header for area in block.areas]
            words = list(zip(headers, (panel.words for panel in place.panels), strict=True))
            place_alike(headers, partial(_restore_headers, page, renderer, words))
        if not make_alike([_headers(block) for block in blocks], even=even):
            break


def _restore_headers(page: Page, renderer: RendererAgg, words: Sequence[tuple[Header, HeaderLayout]]) -> None:
    for header, lines in words:
        _restore_header(page, renderer, header, lines)


def _restore_header(page: Page, renderer: RendererAgg, header: Header, lines: HeaderLayout) -> None:
    header.saved = lines
    header.place(page, renderer, *lines.span, lines.bottom)
