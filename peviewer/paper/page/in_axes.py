"""Draw into somebody's own matplotlib figure: a panel into axes, or all panels of a Figure into a part of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib.axes import Axes

from peviewer.figures.grammar import Figure, Heatmap, Panel
from peviewer.paper.axes import draw_bar
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.catalog import is_without_axes
from peviewer.paper.marks.lines import sample
from peviewer.paper.page.painter import paint_panel
from peviewer.paper.page.panels import set_up_axes
from peviewer.paper.page.visible_parts import as_styled
from peviewer.paper.style import PRINTED_TYPE, SLIDE_TYPE, Style, StyleError
from peviewer.paper.text import typeset

if TYPE_CHECKING:
    from matplotlib.figure import FigureBase

SHARPNESS = 2  # samples of a raster a pixel: the figure may be made larger, or saved finer
BAR = (1.02, 0.0, 0.04, 1.0)  # left, bottom, width and height of a colour bar, in those of its axes


def draw_in(figure: Figure, target: Axes | FigureBase, look: Style) -> None:
    """Draw into axes, or into a figure or subfigure, in the type that matplotlib is set to."""
    figure = as_styled(figure, look)
    panels = [[panel for panel in row if not _is_text(panel)] for row in figure.rows]
    rows = [row for row in panels if row]
    count = sum(map(len, rows))
    if not count:
        raise StyleError("ax is not allowed: there is nothing but a table, which is not drawn into axes")
    if isinstance(target, Axes):
        if count > 1:
            raise StyleError(f"ax = Axes is not allowed: there are {count} plots; name a part, or give a subfigure")
        _draw_panel(rows[0][0], target, look)
        return
    widest = max(map(len, rows))
    grid = target.add_gridspec(len(rows), widest)
    for r, row in enumerate(rows):
        for k, panel in enumerate(row):
            place = grid[r, k:] if k == len(row) - 1 else grid[r, k]
            _draw_panel(panel, target.add_subplot(place), look)
    if figure.title:
        target.suptitle(typeset(figure.title))


def _is_text(panel: Panel) -> bool:
    """Whether a panel is a table or a note, whose letters are set in a place of a fixed size."""
    return is_without_axes(panel) and not panel.square


def _draw_panel(panel: Panel, axes: Axes, look: Style) -> None:
    style = _sized(look, axes)
    set_up_axes(axes, panel, style)
    paint_panel(Canvas(axes, panel, style, SHARPNESS * style.dpi))
    if panel.square:
        axes.set_aspect("equal", adjustable="datalim")
    title = "   ".join(filter(None, (panel.title, panel.fact_text)))
    if title:
        axes.set_title(typeset(title), loc="left", fontsize=style.sizes.axis)
    if panel.legend and panel.legend_marks:
        named = panel.legend_marks
        labels = [typeset(mark.label) for mark in named]
        axes.legend([sample(mark, style) for mark in named], labels, fontsize=style.sizes.tick)
    heat = next((mark for mark in panel.marks if isinstance(mark, Heatmap) and mark.bar is not None), None)
    if heat is not None:
        draw_bar(axes.inset_axes(BAR), heat, style)


def _sized(look: Style, axes: Axes) -> Style:
    """Return a style for axes as large as they are now, with type of the size that matplotlib is set to."""
    box = axes.bbox
    style = look.but(
        width=max(100, round(box.width)), height=max(100, round(box.height)), dpi=float(axes.figure.dpi), font_size=None
    )
    usual = PRINTED_TYPE if style.printed else SLIDE_TYPE
    return style.but(font_size=usual * float(mpl.rcParams["font.size"]) / style.sizes.axis)
