"""Figure and Style in, a matplotlib page out: never pyplot, no global state left behind."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Page

from peviewer.figures.grammar import Heatmap
from peviewer.paper.axis import dress, origin
from peviewer.paper.bar import draw_bar
from peviewer.paper.canvas import Canvas
from peviewer.paper.header import Header, Item
from peviewer.paper.layout import Area, Spacing, arrange
from peviewer.paper.legend import legend
from peviewer.paper.marks import bare, draw
from peviewer.paper.shapes import fit_words
from peviewer.paper.text import typeset

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from peviewer.figures.grammar import Direction, Figure, Panel
    from peviewer.paper.style import Style


def paint(figure: Figure, style: Style, *, resolution: float | None = None) -> Page:
    """Paint a Figure.

    Parameters
    ----------
    figure : Figure
        What to show.
    style : Style
        How large, and how it looks.
    resolution : float, optional
        Samples of rasters an inch, for vector formats; None for one a pixel.

    Returns
    -------
    matplotlib.figure.Figure
        Of exactly ``style.width`` × ``style.height`` pixels, with an Agg canvas.

    Raises
    ------
    StyleError
        If the picture is too small for what it shows.
    """
    with mpl.rc_context(settings(style)):
        page = Page(figsize=_inches(style), dpi=style.dpi, facecolor=style.ground)
        FigureCanvasAgg(page)
        pixel = style.dpi / 72
        spacing = Spacing(
            margin=style.sizes.pad * pixel,
            gutter=style.sizes.pad * pixel,
            bar_gap=0.6 * style.sizes.axis * pixel,
            bar_width=max(3.0, 0.9 * style.sizes.axis * pixel),
            label=style.sizes.axis,
        )
        grid = tuple(
            tuple(_area(page, panel, style, _shared(figure, r, k)) for k, panel in enumerate(row))
            for r, row in enumerate(figure.rows)
        )
        page.align_ylabels([row[0].axes for row in grid])
        arrange(page, grid, figure.heights, _title(page, figure, style), spacing)
        for area in (area for row in grid for area in row):
            canvas = Canvas(area.axes, area.panel, style, resolution)
            if area.panel.square:
                _square(canvas)
            for mark in area.panel.marks:
                draw(mark, canvas)
            fit_words(canvas)
        return page


def settings(style: Style) -> dict[Any, Any]:
    """Return matplotlib's settings for a style: its defaults, so that no user file changes a picture."""
    fixed = {key: value for key, value in dict.items(mpl.rcParamsDefault) if "backend" not in key}
    serif = not style.titled
    return fixed | {
        "font.family": ["STIXGeneral", "DejaVu Serif"] if serif else ["DejaVu Sans"],
        "mathtext.fontset": "stix" if serif else "dejavusans",
        "font.size": style.sizes.axis,
        "svg.fonttype": "none",
        "svg.hashsalt": "peviewer",
        "pdf.fonttype": 42,
        "path.simplify": False,
        "text.color": style.palette.text,
        "axes.unicode_minus": True,
    }


def _inches(style: Style) -> tuple[float, float]:
    """Return the page's sides; matplotlib cuts pixels down to whole ones, so never a hair too few."""

    def side(pixels: int) -> float:
        inches = pixels / style.dpi
        while int(inches * style.dpi) < pixels:
            inches = math.nextafter(inches, math.inf)
        return inches

    return side(style.width), side(style.height)


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


def _title(page: Page, figure: Figure, style: Style) -> Header:
    if not style.titled:
        return Header((), 0.0)
    sizes = style.sizes
    items = [page.text(0, 0, typeset(figure.title), fontsize=sizes.title, fontweight="bold")]
    if figure.formula:
        items.append(page.text(0, 0, f"${figure.formula}$", fontsize=sizes.axis * 1.1, color=style.palette.secondary))
    return Header(tuple(map(Item, items)), 0.5 * sizes.title * style.dpi / 72)


def _area(page: Page, panel: Panel, style: Style, shared: frozenset[Direction]) -> Area:
    axes = page.add_axes((0.1, 0.1, 0.8, 0.8), facecolor="none")
    _dress(axes, panel, style, shared)
    heat = next((mark for mark in panel.marks if isinstance(mark, Heatmap) and mark.bar is not None), None)
    bar = None
    if heat is not None:
        bar = page.add_axes((0.92, 0.1, 0.02, 0.8))
        draw_bar(bar, heat, style)
    return Area(panel, axes, bar, _words(page, panel, style))


def _words(page: Page, panel: Panel, style: Style) -> Header:
    sizes, items = style.sizes, []
    if panel.title:
        items.append(Item(page.text(0, 0, typeset(panel.title), fontsize=sizes.axis)))
    if panel.fact:
        fact = page.text(0, 0, typeset(panel.fact), fontsize=sizes.axis, color=style.palette.secondary)
        items.append(Item(fact, right=True))
    if panel.legend and (key := legend(page, panel, style)) is not None:
        items.append(Item(key))
    return Header(tuple(items), 0.35 * sizes.axis * style.dpi / 72)


def _dress(axes: Axes, panel: Panel, style: Style, shared: frozenset[Direction]) -> None:
    """Set up both axes and the frame."""
    if bare(panel):
        axes.set(xticks=[], yticks=[])
        axes.spines[:].set_visible(False)
        return
    palette, hair = style.palette, style.sizes.hair
    dress(axes, "x", panel.x, style, named="x" not in shared)
    dress(axes, "y", panel.y, style, named="y" not in shared)
    heat = any(isinstance(mark, Heatmap) for mark in panel.marks)
    axes.spines[:].set(color=palette.line if heat else palette.secondary, linewidth=hair, zorder=6)
    if not heat:
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(True, axis="y", color=palette.line, linewidth=0.7 * hair)
    axes.set_axisbelow(True)


def _square(canvas: Canvas) -> None:
    """Make a unit as long upwards as sideways: the range fills one direction and is centred in the other."""
    sides = canvas.axes.bbox.width, canvas.axes.bbox.height
    spans = [axis.shown[1] - axis.shown[0] for axis in (canvas.panel.x, canvas.panel.y)]
    unit = min(side / span for side, span in zip(sides, spans, strict=True))
    for direction, axis, side in zip("xy", (canvas.panel.x, canvas.panel.y), sides, strict=True):
        middle, half = sum(axis.shown) / 2 - origin(axis), side / unit / 2
        ends = (middle + half, middle - half) if axis.inverted else (middle - half, middle + half)
        canvas.axes.set(**{f"{direction}lim": ends})
