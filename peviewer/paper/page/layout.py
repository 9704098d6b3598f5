"""Place panels on a page: even margins, aligned data areas, whole pixels, nothing clipped."""

import itertools
import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure as Page

from peviewer.base.sharing import share_length
from peviewer.base.work import check_cancelled
from peviewer.figures.fitting import square_cell_sizes, width_shares
from peviewer.figures.grammar import Listing, Note, Numbers, Panel
from peviewer.figures.line_labels import has_names_above
from peviewer.paper.marks.catalog import NOTE_LEADING, note_lines
from peviewer.paper.marks.listing_layout import heights_wanted
from peviewer.paper.marks.numbers import height_at_most
from peviewer.paper.marks.rules import NAME_HEIGHT
from peviewer.paper.page.heading import row_headings
from peviewer.paper.page.panels import Area, Block, Sides, Spacing, barred
from peviewer.paper.style import Sizes, StyleError
from peviewer.paper.text import typeset

# Tick labels depend on the room and the room on the labels. From the third round on margins only
# grow, as labels that come and go with the room would never settle.
ROUNDS, SETTLED = 5, 2
SMALLEST_SIDE = 16  # pixels
BETWEEN = 1.0  # of its type, the space between the words above neighbouring panels
# An axis title that would be smaller than this, by its size, is shortened to its letter.
CLOSE = 0.85
MOST = 0.7  # of the height that a table may take below other panels

Columns = list[tuple[float, float]]


class Divided(NamedTuple):
    """The columns' edges and the rows' heights of a block, and the height there is for all rows, in pixels."""

    columns: list[Columns]
    heights: list[float]
    room: float


def arrange(page: Page, blocks: Sequence[Block], spacing: Spacing) -> None:
    """Give every panel its place.

    The outer data edges of all rows are aligned, and those of blocks whose frames are; panels of a
    row are equally wide, and every data area covers whole pixels.
    """
    renderer: RendererAgg = page.canvas.get_renderer()  # type: ignore[attr-defined]  # an Agg canvas
    tick, axis = spacing.sizes.tick * spacing.point, spacing.sizes.axis * spacing.point
    for block in blocks:
        block.borders = [
            [Sides(3 * tick + axis, tick, tick + 1.5 * axis, 2 * axis) for _ in row]
            for row in block.grid
        ]
    before: list[object] = []
    for number in range(ROUNDS):
        check_cancelled()
        _divide(page, blocks, spacing, renderer)
        earlier = [block.borders for block in blocks]
        axes = [area.axes for block in blocks for area in block.areas]
        labels = [
            (label.get_text(), label.get_fontsize())
            for one in axes
            for label in (one.xaxis.label, one.yaxis.label)
        ]
        placed: list[object] = [*labels, *(one.get_position().bounds for one in axes)]
        for block in blocks:
            measure(block, renderer, spacing)
        if placed == before:
            break
        before = placed
        if SETTLED <= number < ROUNDS - 1:
            for block, old in zip(blocks, earlier, strict=True):
                rows = zip(block.borders, old, strict=True)
                block.borders = [
                    [Sides(*map(max, *both)) for both in zip(*row, strict=True)] for row in rows
                ]
    if min(min(area.pixels) for block in blocks for area in block.areas) < SMALLEST_SIDE:
        raise StyleError("too small for what this picture shows")


def _divide(page: Page, blocks: Sequence[Block], spacing: Spacing, renderer: RendererAgg) -> None:
    """Place the panels of all blocks by the borders that these have."""
    rims = _aligned(blocks, [block.rim(spacing.point) for block in blocks])
    alone = len(blocks) == 1
    divided = [
        divide(block, rim, spacing, alone=alone) for block, rim in zip(blocks, rims, strict=True)
    ]
    for block, rim, parts in zip(blocks, rims, divided, strict=True):
        _place(page, block, rim, parts, spacing)
        for area in block.areas:
            fit_labels(area, renderer, spacing.sizes)


def _aligned(blocks: Sequence[Block], rims: Sequence[Sides]) -> list[Sides]:
    """Align the data edges of blocks whose frames have an edge in common.

    Those that begin with a row drawn to scale, without axes, keep their own upper edge, and those
    with nothing below their data keep no room there.
    """
    every = list(zip(blocks, rims, strict=True))
    aligned = []
    for block, own in every:
        alike = [[rim[side] for other, rim in every if other.frame[side] == block.frame[side]]
                 for side in range(4)]  # fmt: skip
        sides = Sides(*map(max, alike))
        free = all(area.panel.square for area in block.grid[0])
        aligned.append(
            sides._replace(
                top=own.top if free else sides.top, bottom=sides.bottom if own.bottom else 0.0
            )
        )
    return aligned


def _place(page: Page, block: Block, rim: Sides, divided: Divided, spacing: Spacing) -> None:
    columns, heights = divided.columns, divided.heights
    sizes = [
        [(x1 - x0, tall) for x0, x1 in row] for row, tall in zip(columns, heights, strict=True)
    ]
    sizes = square_cell_sizes([[area.panel for area in row] for row in block.grid], sizes)
    titled = block.heading.height > 0
    air = (divided.room - sum(heights)) / (
        len(heights) + titled
    )  # panels drawn to scale may not fill the page
    top = block.frame.top - rim.top + max(border.top for border in block.borders[0]) - air * titled
    for k, (row, edges) in enumerate(zip(block.grid, block.borders, strict=True)):
        top -= max(edge.top for edge in edges)
        for area, (x0, x1), (wide, tall) in zip(row, columns[k], sizes[k], strict=True):
            start = (x0 + x1 - wide) / 2
            _put(page, area, Sides(*map(_nearest, (start, start + wide, top - tall, top))), spacing)
        top -= heights[k] + max(edge.bottom for edge in edges) + spacing.gutter + air


def _nearest(edge: float) -> int:
    """Return the pixel nearest to an edge.

    A half is rounded up wherever it is, so that equal panels are equal.
    """
    return math.floor(edge + 0.5 + 1e-6)


def _put(page: Page, area: Area, edges: Sides, spacing: Spacing) -> None:
    width, height = page.bbox.width, page.bbox.height
    wide, high = max(1.0, edges.right - edges.left), max(1.0, edges.top - edges.bottom)
    area.axes.set_position((edges.left / width, edges.bottom / height, wide / width, high / height))
    if area.bar is not None:
        start, wide = round(edges.right + spacing.bar_gap), round(spacing.bar_width)
        area.bar.set_position((start / width, edges.bottom / height, wide / width, high / height))


def measure(block: Block, renderer: RendererAgg, spacing: Spacing) -> None:
    """Measure the borders of a block's data areas, and break the words above its rows for their room."""
    every = [[_border(area, renderer, spacing) for area in row] for row in block.grid]
    for row in block.grid:
        for k, area in enumerate(row):
            area.span = area.axes.bbox.x0, _right_edge(row, k, block.frame.right, spacing)
    break_words(block, spacing)
    block.borders, block.lows = [], []
    for row, borders, headings in zip(block.grid, every, block.headings, strict=True):
        above = max(border.top for border in borders)
        high = above + headings.height * spacing.point
        block.lows.append(max(area.axes.bbox.y1 for area in row) + above)
        block.borders.append([border._replace(top=high) for border in borders])


def break_words(block: Block, spacing: Spacing) -> None:
    """Break the words above the rows of a block for their room, with all legends beside titles, or none."""
    for beside in (True, False):
        block.headings = []
        for row in block.grid:
            rooms = [(right - left) / spacing.point for left, right in (area.span for area in row)]
            whole, panels = (
                (row[-1].span[1] - row[0].span[0]) / spacing.point,
                [area.panel for area in row],
            )
            block.headings.append(
                row_headings(panels, rooms, whole, spacing.sizes, keys_beside=beside)
            )
        if all(headings.has_keys_beside for headings in block.headings):
            break


def _right_edge(row: Sequence[Area], k: int, right: float, spacing: Spacing) -> float:
    """Return the right limit of the words above a panel of a row.

    Those of panels drawn to scale reach over neighbours without words; a title alone, and those of
    square cells, which may be narrow, as far as the next panel.
    """
    panel, edge, others = row[k].panel, float(row[k].axes.bbox.x1), row[k + 1 :]
    if panel.square:
        over = itertools.takewhile(
            lambda other: not (other.panel.title or other.panel.fact), others
        )
        return max([edge, *(float(other.axes.bbox.x1) for other in over)])
    if panel.square_cells or not (panel.fact or panel.legend):
        apart = BETWEEN * spacing.sizes.axis * spacing.point
        return max(edge, float(others[0].axes.bbox.x0) - apart if others else right)
    return edge


def _border(area: Area, renderer: RendererAgg, spacing: Spacing) -> Sides:
    """Measure the numbers, titles and the bar around one data area."""
    data, whole = area.axes.bbox, area.axes.get_tightbbox(renderer)
    assert whole is not None  # visible axes have an extent
    right, top = whole.x1 - data.x1, whole.y1 - data.y1
    if area.bar is not None and (box := area.bar.get_tightbbox(renderer)) is not None:
        right = spacing.bar_gap + spacing.bar_width + max(0.0, float(box.x1 - area.bar.bbox.x1))
        top = max(top, 0.5 * spacing.sizes.tick * spacing.point)
    if has_names_above(area.panel) and not area.panel.legend:
        top = max(top, NAME_HEIGHT * spacing.sizes.tick * spacing.point)
    return Sides(
        *(max(0.0, float(side)) for side in (data.x0 - whole.x0, right, data.y0 - whole.y0, top))
    )


def fit_labels(area: Area, renderer: RendererAgg, sizes: Sizes) -> None:
    """Shorten the title of an axis or a bar to its letter, or make it smaller, where it is longer than that."""
    axes, panel = area.axes, area.panel
    labels = [
        (axes.xaxis.label, panel.x.label, axes.bbox.width, "width"),
        (axes.yaxis.label, panel.y.label, axes.bbox.height, "height"),
    ]
    if area.bar is not None and (heat := barred(panel)) is not None:
        labels.append((area.bar.yaxis.label, heat.bar or "", area.bar.bbox.height, "height"))
    for label, text, room, side in labels:
        if not label.get_text():
            continue
        letter = re.search(r"\*[^*]+\*", text)
        for words in (text, letter[0] if letter else text):
            label.set(text=typeset(words), fontsize=sizes.axis)
            length = getattr(label.get_window_extent(renderer), side)
            if CLOSE * length <= room:
                break
        if length > room:
            label.set_fontsize(max(sizes.least, room / length * sizes.axis))


def divide(block: Block, rim: Sides, spacing: Spacing, *, alone: bool) -> Divided:
    """Divide the space of a Figure, `alone` on its page or one of several, inside its `rim`."""
    frame, borders = block.frame, block.borders
    between = sum(max(b.top for b in row) for row in borders[1:]) + sum(
        max(b.bottom for b in row) for row in borders[:-1]
    )
    room = (
        frame.top
        - rim.top
        - frame.bottom
        - rim.bottom
        - between
        - spacing.gutter * (len(block.grid) - 1)
    )
    left, right = frame.left + rim.left, frame.right - rim.right
    columns = [_columns(block, k, left, right, spacing) for k in range(len(block.grid))]
    return Divided(columns, _heights(block, room, columns, spacing, alone=alone), room)


def _columns(block: Block, k: int, left: float, right: float, spacing: Spacing) -> Columns:
    """Return the data edges of a row's panels; rows of as many panels have the same gaps."""
    panels = [area.panel for area in block.grid[k]]
    count, spans = len(panels), width_shares(panels)
    alike = [row for row in block.borders if len(row) == count]
    apart = (
        spacing.sizes.axis * spacing.point if any(area.panel.fact for area in block.areas) else 0.0
    )
    gaps = [
        max(apart, spacing.gutter + max(row[c].right + row[c + 1].left for row in alike))
        for c in range(count - 1)
    ]
    unit = (right - left - sum(gaps)) / sum(spans)
    starts = [left + unit * sum(spans[:c]) + sum(gaps[:c]) for c in range(count)]
    return [(start, start + unit * span) for start, span in zip(starts, spans, strict=True)]


def _heights(
    block: Block, room: float, columns: list[Columns], spacing: Spacing, *, alone: bool
) -> list[float]:
    """Divide the height among rows by their shares.

    A table beside other rows takes what it needs.
    """
    shares, sizes, point = (
        [room * share / sum(block.figure.heights) for share in block.figure.heights],
        spacing.sizes,
        spacing.point,
    )
    fixed, most = dict[int, float](), dict[int, float]()
    for k, row in enumerate(block.grid if len(shares) > 1 else ()):
        panel, wide = row[0].panel, (columns[k][0][1] - columns[k][0][0]) / point
        mark = panel.marks[0] if len(row) == 1 and panel.marks else None
        if isinstance(mark, Note):
            lines = len(note_lines(mark, wide / sizes.axis)) + 0.5
            fixed[k] = lines * NOTE_LEADING * sizes.axis * point
        elif isinstance(mark, Numbers):  # a table of a few numbers, at their largest
            most[k] = height_at_most(panel, sizes) * point
        elif isinstance(mark, Listing):
            heights = (high * point for high in heights_wanted(mark, wide, sizes))
            fixed[k] = next(
                (high for high in heights if high <= max(shares[k], MOST * room)), shares[k]
            )
    if len(fixed) == len(shares) and sum(fixed.values()) < room:
        return [
            high * room / sum(fixed.values()) for high in fixed.values()
        ]  # rows of tables are spread
    others = [k for k in range(len(shares)) if k not in fixed]
    for k in others:
        if (
            tall := _filling_height([area.panel for area in block.grid[k]], columns[k], alone=alone)
        ) is not None:
            most[k] = tall
    caps = {others.index(k): high for k, high in most.items()}
    free = share_length(room - sum(fixed.values()), [shares[k] for k in others], maxima=caps)
    heights_of = fixed | dict(zip(others, free, strict=True))
    return [heights_of[k] for k in range(len(shares))]


def _filling_height(row: Sequence[Panel], columns: Columns, *, alone: bool) -> float | None:
    """Return the height that a row drawn to scale fills, or one of square cells in a Figure `alone`; None of others."""
    wide = [(x1 - x0) / panel.x.extent for panel, (x0, x1) in zip(row, columns, strict=True)]
    if all(panel.square for panel in row):
        return min(wide) * max(panel.y.extent for panel in row)
    if alone and all(panel.square_cells for panel in row):
        # Beside other Figures such rows stay at the top of their share, on one line with the
        # others.
        return max(unit * panel.y.extent for unit, panel in zip(wide, row, strict=True))
    return None
