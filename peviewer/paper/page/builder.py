"""Build a page that is laid out, without marks: panels with axes, texts and colour bars, each at its place."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.textpath import text_to_path

from peviewer.base.formula import on_lines
from peviewer.figures.grammar import Heatmap
from peviewer.paper.axes import draw_bar, set_up_axis
from peviewer.paper.marks.canvas import BASE, LINE
from peviewer.paper.marks.catalog import bare
from peviewer.paper.marks.lines import legend
from peviewer.paper.page.blocks import Area, Block, Frame, Spacing
from peviewer.paper.page.header import Header, Item
from peviewer.paper.page.layout import arrange, put
from peviewer.paper.page.page import Page, inches
from peviewer.paper.style import StyleError
from peviewer.paper.text import broken_evenly, typeset, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import RendererAgg

    from peviewer.figures.grammar import Direction, Figure, Panel
    from peviewer.paper.page.composition import Arranged, Head, Rows, SharedBar
    from peviewer.paper.style import Style


# Panes stand farther apart than a pane's own panels, by this many times the gap before a colour bar.
AIR = 1.5
# A panel's title, or its fact, stands on so many lines at most.
LINES = 3
# The title of one of several below the title of all, and the space between them, in sizes of an axis title.
BELOW, LEAD = 1.1, 0.5
# Of a page: what is above its panels is no taller with a formula on several lines, or does without it.
TALL = 0.2
# The space above a caption, in lines.
CAPTION_LEAD = 0.6
# Bold type is wider than what is measured by so much.
BOLD = 1.15


def lay_out(shown: Arranged) -> tuple[Page, list[Block]]:
    """Return a page whose panels have their places but no marks yet; the settings of the style are in force."""
    style = shown.style
    page = Page(figsize=inches(style.width, style.height, style.dpi), dpi=style.dpi, facecolor=style.ground)
    renderer: RendererAgg = FigureCanvasAgg(page).get_renderer()  # type: ignore[no-untyped-call]
    renderer.mathtext_parser = text_to_path.mathtext_parser  # it has what was set for another page, as large
    return page, _blocks(page, shown, style)


def _blocks(page: Page, shown: Arranged, style: Style) -> list[Block]:
    """Put all panels, colour bars and the caption on the page, each at its place."""
    spacing = _spacing(style)
    rows, shared = shown.rows, shown.bars
    margin = spacing.gutter
    captions = " ".join(figure.caption for row in rows for figure in row).strip()
    foot = draw_caption(page, style.caption if isinstance(style.caption, str) else captions, style, margin)
    head = _head(page, shown.head, style, margin)
    bars = [_bar(page, bar.heat, style) for bar in shared]
    whole = Frame(margin, margin + foot, page.bbox.width - margin, page.bbox.height - margin - head)
    strip = max((_strip(page, bar, spacing) for bar in bars), default=0.0)
    frames = _equal_frames(rows, whole, strip, spacing) if shown.even else _frames(rows, shared, whole, strip, spacing)
    blocks = [
        [_block(page, figure, frame, style, below=bool(shown.head.title)) for figure, frame in zip(*both, strict=True)]
        for both in zip(rows, frames, strict=True)
    ]
    if shown.kept is None:
        arrange(page, [block for row in blocks for block in row], spacing, even=shown.even)
    else:
        put(page, [block for row in blocks for block in row], shown.kept, style.sizes)
    for bar, ours in zip(bars, shared, strict=True):
        _beside(page, bar, [block for k in ours.rows for block in blocks[k]], spacing)
    return [block for row in blocks for block in row]


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
    rows: Rows, shared: tuple[SharedBar, ...], whole: Frame, strip: float, spacing: Spacing
) -> list[list[Frame]]:
    """Divide the page among its Figures, with a strip at the right for the bars they share."""
    gap = spacing.gutter + AIR * spacing.bar_gap
    tall = (whole.top - whole.bottom - gap * (len(rows) - 1)) / len(rows)
    barred = {k for bar in shared for k in bar.rows}
    frames = []
    for k, row in enumerate(rows):
        top = whole.top - k * (tall + gap)
        wide = (whole.right - whole.left - strip - gap * (len(row) - 1)) / len(row)
        starts = [whole.left + c * (wide + gap) for c in range(len(row))]
        line = [Frame(start, top - tall, start + wide, top) for start in starts]
        if k not in barred:
            line[-1] = line[-1]._replace(right=whole.right)
        frames.append(line)
    return frames


def _equal_frames(rows: Rows, whole: Frame, strip: float, spacing: Spacing) -> list[list[Frame]]:
    """Divide the page into places of equally many whole pixels, with a strip at the right for the bars."""
    gap = round(spacing.gutter + AIR * spacing.bar_gap)
    most = max(map(len, rows))
    wide = math.floor((whole.right - whole.left - strip - gap * (most - 1)) / most)
    tall = math.floor((whole.top - whole.bottom - gap * (len(rows) - 1)) / len(rows))
    left, top = round(whole.left), math.floor(whole.top)
    corners = [[(left + c * (wide + gap), top - r * (tall + gap)) for c in range(len(row))]
               for r, row in enumerate(rows)]  # fmt: skip
    return [[Frame(x, y - tall, x + wide, y) for x, y in row] for row in corners]


def _block(page: Page, figure: Figure, frame: Frame, style: Style, *, below: bool) -> Block:
    """Put a Figure on the page; its title is smaller `below` one of all."""
    grid = tuple(
        tuple(_area(page, panel, style, _shared(figure, r, k)) for k, panel in enumerate(row))
        for r, row in enumerate(figure.rows)
    )
    page.align_ylabels([row[0].axes for row in grid])
    size = BELOW * style.sizes.axis if below else style.sizes.title
    return Block(grid, figure.heights, _title(page, figure.title, figure.formula, style, size), frame)


def _shared(figure: Figure, r: int, k: int) -> frozenset[Direction]:
    """Return the directions whose title and numbers the panel right below, or left beside, carries."""
    row = figure.rows[r]
    shared: set[Direction] = set()
    if r + 1 < len(figure.rows) and len(figure.rows[r + 1]) == len(row):
        below = figure.rows[r + 1][k]
        if below.x == row[k].x and not bare(below):
            shared.add("x")
    if k and row[k - 1].y == row[k].y and not bare(row[k - 1]):
        shared.add("y")
    return frozenset(shared)


def _head(page: Page, head: Head, style: Style, margin: float) -> float:
    """Write what stands above all panes; return how far it reaches below the margin, in pixels."""
    if not (head.formula or head.legend):
        return draw_heading(page, head.title, style, margin)
    header = _title(page, head.title, head.formula, style, style.sizes.title)
    if (key := legend(page, head.legend, style)) is not None:
        item = Item(key, wrapped=partial(legend, page, head.legend, style), least=style.sizes.least)
        header = replace(header, items=(*header.items, item))
    renderer: RendererAgg = page.canvas.get_renderer()  # type: ignore[attr-defined]  # an Agg canvas
    left, right = margin, page.bbox.width - margin
    height = header.place(page, renderer, left, right, 0.0)
    broken = bool(head.legend) or any("\n" in text.get_text() for item in header.items for text in item.texts)
    if (broken and height > TALL * page.bbox.height) or any(item.is_small for item in header.items):
        raise StyleError(f"size = {style.width}x{style.height} is not allowed: too small for its title and formula")
    header.place(page, renderer, left, right, page.bbox.height - margin - height)
    return height + LEAD * style.sizes.axis * style.dpi / 72


def draw_heading(page: Page, text: str, style: Style, margin: float) -> float:
    """Write a text above all panes; return how far it reaches below the margin, in pixels."""
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
    """Write a caption at the foot of a page; return how high it reaches above the margin, in pixels."""
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
        formula = page.text(0, 0, f"${mathtext}$", fontsize=sizes.axis * 1.1, color=style.palette.secondary)
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


def _area(page: Page, panel: Panel, style: Style, shared: frozenset[Direction]) -> Area:
    axes = page.add_axes((0.1, 0.1, 0.8, 0.8), facecolor="none")
    _set_up_axes(axes, panel, style, shared)
    heat = next((mark for mark in panel.marks if isinstance(mark, Heatmap) and mark.bar is not None), None)
    return Area(panel, axes, None if heat is None else _bar(page, heat, style), words_above(page, panel, style))


def _bar(page: Page, heat: Heatmap, style: Style) -> Axes:
    bar = page.add_axes((0.92, 0.1, 0.02, 0.8))
    draw_bar(bar, heat, style)
    return bar


def _strip(page: Page, bar: Axes, spacing: Spacing) -> float:
    """Return how much room a colour bar takes with the numbers and words right of it."""
    box = bar.get_tightbbox(page.canvas.get_renderer())  # type: ignore[attr-defined]  # an Agg canvas
    assert box is not None  # visible axes have an extent
    return spacing.bar_gap + spacing.bar_width + float(box.x1 - bar.bbox.x1)


def _beside(page: Page, bar: Axes, blocks: list[Block], spacing: Spacing) -> None:
    """Put a shared colour bar right of the heatmaps it is for, as tall as they reach."""
    heats = [area.axes.bbox for block in blocks for area in block.areas if area.panel.heatmap is not None]
    low, high = min(box.y0 for box in heats), max(box.y1 for box in heats)
    left, wide = round(max(block.frame.right for block in blocks) + spacing.bar_gap), round(spacing.bar_width)
    width, height = page.bbox.width, page.bbox.height
    bar.set_position((left / width, low / height, wide / width, (high - low) / height))


def words_above(page: Page, panel: Panel, style: Style) -> Header:
    """Return a panel's title, fact and legend, to be moved to their place."""
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
    """Return what stands above a panel on two lines and on three, ready to be set."""
    return tuple("\n".join(map(typeset, lines)) for lines in broken_evenly(text, LINES))


def _set_up_axes(axes: Axes, panel: Panel, style: Style, shared: frozenset[Direction]) -> None:
    """Set up both axes and the frame."""
    if bare(panel):
        axes.set(xticks=[], yticks=[])
        axes.spines[:].set_visible(False)
        return
    palette, hair = style.palette, style.sizes.hair
    set_up_axis(axes, "x", panel.x, style, named="x" not in shared)
    set_up_axis(axes, "y", panel.y, style, named="y" not in shared)
    heat = panel.heatmap is not None
    faint = heat and not panel.square_cells  # the square is to be seen, whatever its cells
    axes.spines[:].set(color=palette.line if faint else palette.secondary, linewidth=hair, zorder=6)
    if not heat:
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(True, axis="y", color=palette.line, linewidth=0.7 * hair)
    axes.set_axisbelow(True)
