"""Draw a panel into axes of somebody's own matplotlib figure, in the type that matplotlib is set to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib as mpl

from peviewer.figures.grammar import Figure
from peviewer.paper.axes import draw_bar
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.catalog import is_without_axes
from peviewer.paper.marks.lines import sample
from peviewer.paper.page.painter import paint_panel
from peviewer.paper.page.panels import barred, set_up_axes
from peviewer.paper.style import PRINTED_TYPE, SLIDE_TYPE, Style, StyleError
from peviewer.paper.text import typeset

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHARPNESS = 2  # samples of a raster a pixel: the figure may be made larger, or saved finer
BAR = (1.02, 0.0, 0.04, 1.0)  # left, bottom, width and height of a colour bar, in those of its axes


def draw_in(figure: Figure, axes: Axes, look: Style) -> None:
    """Draw the one plot of a Figure into axes; tables and notes are left out, as their letters need a fixed place."""
    plots = [panel for panel in figure.panels if panel.square or not is_without_axes(panel)]
    if not plots:
        raise StyleError("ax is not allowed: there is nothing but a table, which is not drawn into axes")
    if len(plots) > 1:
        raise StyleError(f"ax = Axes is not allowed: there are {len(plots)} plots; name a part (see peviewer panes)")
    panel, style = plots[0], _sized(look, axes)
    set_up_axes(axes, panel, style)
    paint_panel(Canvas(axes, panel, style, SHARPNESS * style.dpi))
    if panel.square:  # also where the axes become larger
        axes.set_aspect("equal", adjustable="datalim")
    if title := "   ".join(filter(None, (panel.title, panel.fact_text))):
        axes.set_title(typeset(title), loc="left", fontsize=style.sizes.axis)
    if panel.legend and (named := panel.legend_marks):
        labels = [typeset(mark.label) for mark in named]
        axes.legend([sample(mark, style) for mark in named], labels, fontsize=style.sizes.tick)
    if (heat := barred(panel)) is not None:
        draw_bar(axes.inset_axes(BAR), heat, style)


def _sized(look: Style, axes: Axes) -> Style:
    """Return a style for axes as large as they are now, with type of the size that matplotlib is set to."""
    box = axes.bbox
    style = look.but(
        width=max(100, round(box.width)), height=max(100, round(box.height)), dpi=float(axes.figure.dpi), font_size=None
    )
    usual = PRINTED_TYPE if style.printed else SLIDE_TYPE
    return style.but(font_size=usual * float(mpl.rcParams["font.size"]) / style.sizes.axis)
