"""Build a page that is laid out, without marks: panels with axes, texts and colour bars, each at its place."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.textpath import text_to_path

from peviewer.base.formula import on_lines
from peviewer.figures.grammar import Heatmap
from peviewer.paper.axes import draw_bar, set_limits, set_up_axis, set_up_far_side
from peviewer.paper.marks.canvas import BASE, LINE
from peviewer.paper.marks.catalog import is_without_axes
from peviewer.paper.marks.lines import legend
from peviewer.paper.page.blocks import Area, Block, Frame, Spacing, with_tables
from peviewer.paper.page.header import Header
from peviewer.paper.page.item import Item
from peviewer.paper.page.layout import arrange, restore_layout
from peviewer.paper.page.page import Page, inches
from peviewer.paper.page.visible_parts import legend_entries
from peviewer.paper.style import StyleError
from peviewer.paper.text import FormulaText, balanced_lines, typeset, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import RendererAgg

    from peviewer.figures.grammar import Direction, Figure, Panel
    from peviewer.paper.page.composition import CommonHeader, PageContent, Rows, SharedBar
    from peviewer.paper.style import Style


# The gap between panes, more than between panels of one pane, in gaps before a colour bar.
AIR = 1.5
# The most lines of a panel's title, or of its fact.
LINES = 3
# In sizes of an axis title: the title of one Figure below the title of all, and the space between them.
BELOW, LEAD = 1.1, 0.5
# The most of a page's height that a header with a formula on several lines may take.
TALL = 0.2
# The space above a caption, in lines.
CAPTION_LEAD = 0.6
# Bold type is wider than what is measured by so much.
BOLD = 1.15


def lay_out(shown: PageContent) -> tuple[Page, list[Block]]:
    """Return a page whose panels are placed, without marks; the settings of the style must be in force."""
    style = shown.style
    page = Page(figsize=inches(style.width, style.height, style.dpi), dpi=style.dpi, facecolor=style.ground)
    renderer: RendererAgg = FigureCanvasAgg(page).get_renderer()  # type: ignore[no-untyped-call]
    renderer.mathtext_parser = text_to_path.mathtext_parser  # its cache holds formulas of earlier pages
    return page, _blocks(page, shown, style)


def _blocks(page: Page, shown: PageContent, style: Style) -> list[Block]:
    spacing = _spacing(style)
    rows, shared = shown.rows, shown.bars
    margin = spacing.gutter
    captions = " ".join(figure.caption for row in rows for figure in row).strip()
    caption_height = draw_caption(page, style.caption if isinstance(style.caption, str) else captions, style, margin)
    header_height = _common_header(page, shown.header, style, margin)
    bars = [_bar(page, bar.heat, style) for bar in shared]
    inner = Frame(margin, margin + caption_height, page.bbox.width - margin, page.bbox.height - margin - header_height)
    bars_width = max((_bar_width(page, bar, spacing) for bar in bars), default=0.0)
    frames = (
        _equal_frames(rows, inner, bars_width, spacing)
        if shown.even
        else _frames(rows, shared, inner, bars_width, spacing)
    )
    blocks = [
        [
            _block(page, figure, frame, style, below=bool(shown.header.title))
            for figure, frame in zip(*both, strict=True)
        ]
        for both in zip(rows, frames, strict=True)
    ]
    if shown.saved is None:
        arrange(page, [block for row in blocks for block in row], spacing, even=shown.even)
    else:
        restore_layout(page, [block for row in blocks for block in row], shown.saved, style.sizes, even=shown.even)
    for bar, ours in zip(bars, shared, strict=True):
        _place_shared_bar(page, bar, [block for k in ours.rows for block in blocks[k]], spacing)
    return with_tables([block for row in blocks for block in row], style)


def _spacing(style: Style) -> Spacing:
    sizes, pixel = style.sizes, style.dpi / 72
    return Spacing(
        gutter=sizes.pad * pixel,
        bar_gap=0.6 * sizes.axis * pixel,
        bar_width=max(3.0, 0.9 * sizes.axis * pixel),
        sizes=sizes,
        point=pixel,
    )


def _frames(
    rows: Rows, shared: tuple[SharedBar, ...], inner: Frame, bars_width: float, spacing: Spacing
) -> list[list[Frame]]:
    """Divide the page among its Figures, with a strip at the right for the colour bars they share."""
    gap = spacing.gutter + AIR * spacing.bar_gap
    tall = (inner.top - inner.bottom - gap * (len(rows) - 1)) / len(rows)
    barred = {k for bar in shared for k in bar.rows}
    frames = []
    for k, row in enumerate(rows):
        top = inner.top - k * (tall + gap)
        wide = (inner.right - inner.left - bars_width - gap * (len(row) - 1)) / len(row)
        starts = [inner.left + c * (wide + gap) for c in range(len(row))]
        line = [Frame(start, top - tall, start + wide, top) for start in starts]
        if k not in barred:
            line[-1] = line[-1]._replace(right=inner.right)
        frames.append(line)
    return frames


def _equal_frames(rows: Rows, inner: Frame, bars_width: float, spacing: Spacing) -> list[list[Frame]]:
    """Divide the page into frames of equally many whole pixels, with a strip at the right for the bars."""
    gap = round(spacing.gutter + AIR * spacing.bar_gap)
    most = max(map(len, rows))
    wide = math.floor((inner.right - inner.left - bars_width - gap * (most - 1)) / most)
    tall = math.floor((inner.top - inner.bottom - gap * (len(rows) - 1)) / len(rows))
    left, top = round(inner.left), math.floor(inner.top)
    corners = [[(left + c * (wide + gap), top - r * (tall + gap)) for c in range(len(row))]
               for r, row in enumerate(rows)]  # fmt: skip
    return [[Frame(x, y - tall, x + wide, y) for x, y in row] for row in corners]


def _block(page: Page, figure: Figure, frame: Frame, style: Style, *, below: bool) -> Block:
    """Add a Figure to the page; its title is smaller `below` a common one."""
    grid = tuple(
        tuple(_area(page, panel, style, _shared(figure, r, k)) for k, panel in enumerate(row))
        for r, row in enumerate(figure.rows)
    )
    for row in grid:
        for area in row:
            others = [other.panel for other in row if other is not area and not other.panel.legend]
            area.header.names_row = any(legend_entries(area.panel) & legend_entries(panel) for panel in others)
    page.align_ylabels([row[0].axes for row in grid])
    size = BELOW * style.sizes.axis if below else style.sizes.title
    return Block(grid, figure.heights, _title(page, figure.title, figure.formula, style, size), frame)


class Shared(NamedTuple):
    """The directions whose numbers, or whose title, are at a neighbouring panel."""

    numbers: frozenset[Direction] = frozenset()
    titles: frozenset[Direction] = frozenset()


def _shared(figure: Figure, r: int, k: int) -> Shared:
    """Return what is at the panel right below, or at the left: a title also where the ranges differ."""
    row = figure.rows[r]
    numbers: set[Direction] = set()
    titles: set[Direction] = set()
    if r + 1 < len(figure.rows) and len(figure.rows[r + 1]) == len(row):
        below = figure.rows[r + 1][k]
        if below.x == row[k].x and not is_without_axes(below):
            numbers.add("x")
            titles.add("x")
    if k and not is_without_axes(row[k - 1]):
        left, own = row[k - 1].y, row[k].y
        if left == own:
            numbers.add("y")
        if left.label == own.label:
            titles.add("y")
    return Shared(frozenset(numbers), frozenset(titles))


def _common_header(page: Page, common: CommonHeader, style: Style, margin: float) -> float:
    """Write the title, formula and legend of all panes; return their height, in pixels."""
    if not (common.formula or common.legend):
        return draw_heading(page, common.title, style, margin)
    header = _title(page, common.title, common.formula, style, style.sizes.title)
    if (key := legend(page, common.legend, style)) is not None:
        item = Item(key, wrapped=partial(legend, page, common.legend, style), least=style.sizes.least)
        header = replace(header, items=(*header.items, item))
    renderer: RendererAgg = page.canvas.get_renderer()  # type: ignore[attr-defined]  # an Agg canvas
    left, right = margin, page.bbox.width - margin
    height = header.place(page, renderer, left, right, 0.0)
    broken = bool(common.legend) or any("\n" in text.get_text() for item in header.items for text in item.texts)
    if (broken and height > TALL * page.bbox.height) or any(item.is_small for item in header.items):
        raise StyleError(f"size = {style.width}x{style.height} is not allowed: too small for its title and formula")
    header.place(page, renderer, left, right, page.bbox.height - margin - height)
    return height + LEAD * style.sizes.axis * style.dpi / 72


def draw_heading(page: Page, text: str, style: Style, margin: float) -> float:
    """Write a title above all panes; return its height, in pixels."""
    if not text:
        return 0.0
    size, pixel = style.sizes.title, style.dpi / 72
    lines = wrapped(text, (page.bbox.width - 2 * margin) / (BOLD * size * pixel))
    pitch = LINE * size * pixel
    for number, line in enumerate(lines):
        base = page.bbox.height - margin - (number + 0.5) * pitch - BASE * size * pixel
        page.text(margin / page.bbox.width, base / page.bbox.height, typeset(line), fontsize=size,
                  fontweight="bold", ha="left", va="baseline")  # fmt: skip
    return (len(lines) + CAPTION_LEAD / 2) * pitch


def draw_caption(page: Page, text: str, style: Style, margin: float) -> float:
    """Write a caption at the bottom of a page; return its height, in pixels."""
    if not text:
        return 0.0
    size, pixel = style.sizes.tick, style.dpi / 72
    lines = wrapped(text, (page.bbox.width - 2 * margin) / (size * pixel))
    pitch = LINE * size * pixel
    for number, line in enumerate(reversed(lines)):
        base = margin + (number + 0.5) * pitch - BASE * size * pixel
        page.text(margin / page.bbox.width, base / page.bbox.height, typeset(line), fontsize=size,
                  color=style.palette.text, ha="left", va="baseline")  # fmt: skip
    return (len(lines) + CAPTION_LEAD) * pitch


def _title(page: Page, words: str, mathtext: str, style: Style, size: float) -> Header:
    sizes, items = style.sizes, []
    if words:
        title = page.text(0, 0, typeset(words), fontsize=size, fontweight="bold")
        broken = tuple("\n".join(map(typeset, lines)) for lines in title_lines(words))
        items.append(Item(title, broken=broken, least=sizes.least))
    if mathtext:
        formula = FormulaText(0, 0, f"${mathtext}$", fontsize=sizes.axis * 1.1, color=style.palette.secondary)
        page.add_artist(formula)
        broken = tuple("\n".join(f"${line}$" for line in lines) for lines in on_lines(mathtext))
        items.append(Item(formula, broken=broken, spare=True, least=sizes.least))
    return Header(tuple(items), 0.5 * sizes.title * style.dpi / 72)


def title_lines(title: str) -> Iterator[list[str]]:
    """Yield a title that names A and B as ever more lines.

    Examples
    --------
    >>> list(title_lines("Angles · A: base 10 · B: base 9"))
    [['Angles', 'A: base 10 · B: base 9'], ['Angles', 'A: base 10', 'B: base 9']]
    """
    what, _, sides = title.partition(" · A: ")
    a, _, b = sides.partition(" · B: ")
    if a and b:
        yield [what, f"A: {a} · B: {b}"]
        yield [what, f"A: {a}", f"B: {b}"]


def _area(page: Page, panel: Panel, style: Style, shared: Shared) -> Area:
    axes = page.add_axes((0.1, 0.1, 0.8, 0.8), facecolor="none")
    set_up_axes(axes, panel, style, shared)
    heat = next((mark for mark in panel.marks if isinstance(mark, Heatmap) and mark.bar is not None), None)
    return Area(panel, axes, None if heat is None else _bar(page, heat, style), panel_header(page, panel, style))


def _bar(page: Page, heat: Heatmap, style: Style) -> Axes:
    bar = page.add_axes((0.92, 0.1, 0.02, 0.8))
    draw_bar(bar, heat, style)
    return bar


def _bar_width(page: Page, bar: Axes, spacing: Spacing) -> float:
    """Return the width of a colour bar with its gap, numbers and title."""
    box = bar.get_tightbbox(page.canvas.get_renderer())  # type: ignore[attr-defined]  # an Agg canvas
    assert box is not None  # visible axes have an extent
    return spacing.bar_gap + spacing.bar_width + float(box.x1 - bar.bbox.x1)


def _place_shared_bar(page: Page, bar: Axes, blocks: list[Block], spacing: Spacing) -> None:
    """Place a shared colour bar right of its heatmaps, from the lowest to the highest."""
    heats = [area.axes.bbox for block in blocks for area in block.areas if area.panel.heatmap is not None]
    low, high = min(box.y0 for box in heats), max(box.y1 for box in heats)
    left, wide = round(max(block.frame.right for block in blocks) + spacing.bar_gap), round(spacing.bar_width)
    width, height = page.bbox.width, page.bbox.height
    bar.set_position((left / width, low / height, wide / width, (high - low) / height))


def panel_header(page: Page, panel: Panel, style: Style) -> Header:
    """Return a panel's title, fact and legend, not placed yet."""
    sizes, items = style.sizes, []
    if panel.title:
        title = page.text(0, 0, typeset(panel.title), fontsize=sizes.axis)
        items.append(Item(title, broken=_broken(panel.title), least=sizes.least))
    if panel.fact:
        fact = page.text(0, 0, typeset(panel.fact), fontsize=sizes.axis, color=style.palette.secondary)
        items.append(Item(fact, right=True, broken=_broken(panel.fact), least=sizes.least))
    if panel.legend and (key := legend(page, panel.legend_marks, style)) is not None:
        items.append(Item(key, wrapped=partial(legend, page, panel.legend_marks, style), least=sizes.least))
    return Header(tuple(items), 0.35 * sizes.axis * style.dpi / 72)


def _broken(text: str) -> tuple[str, ...]:
    """Return the text on two lines and on more, for matplotlib."""
    return tuple("\n".join(map(typeset, lines)) for lines in balanced_lines(text, LINES))


def set_up_axes(axes: Axes, panel: Panel, style: Style, shared: Shared | None = None) -> None:
    """Give axes the ranges, titles, ticks and lines of a panel, but what a neighbour shows."""
    if is_without_axes(panel):
        set_limits(axes, "x", panel.x)
        set_limits(axes, "y", panel.y)
        axes.set(xticks=[], yticks=[])
        axes.spines[:].set_visible(False)
        return
    palette, hair = style.palette, style.sizes.hair
    numbers, titles = shared or Shared()
    set_up_axis(axes, "x", panel.x, style, numbered="x" not in numbers, titled="x" not in titles)
    set_up_axis(axes, "y", panel.y, style, numbered="y" not in numbers, titled="y" not in titles)
    set_up_far_side(axes, panel.x, style)
    heat = panel.heatmap is not None
    faint = heat and not panel.square_cells  # a square of cells is always framed
    axes.spines[:].set(color=palette.line if faint else palette.secondary, linewidth=hair, zorder=6)
    if not heat:
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(True, axis="y", color=palette.line, linewidth=0.7 * hair)
    axes.set_axisbelow(True)
