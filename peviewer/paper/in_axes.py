"""Draw a panel into axes of a user's own figure, in the type that matplotlib is set to."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast
from weakref import WeakKeyDictionary

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colorbar import make_axes, make_axes_gridspec
from matplotlib.lines import Line2D

from peviewer.figures.compare.several import joint_axis, main_curve, value_names
from peviewer.figures.grammar import Curve, Figure, Panel, Role
from peviewer.figures.line_labels import has_names_above
from peviewer.model.encodings.scheme import Scheme
from peviewer.paper.axes import draw_bar, set_up_axis
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.catalog import is_without_axes
from peviewer.paper.marks.lines import sample
from peviewer.paper.marks.rules import NAME_HEIGHT, WEDGE_ROOM, margin_of_names
from peviewer.paper.page.painter import paint_panel
from peviewer.paper.page.panels import heatmap_with_bar, set_up_axes
from peviewer.paper.style import PRINTED_TYPE, SLIDE_TYPE, Style, StyleError
from peviewer.paper.text import typeset

# The samples of a raster per pixel: the figure may be enlarged, or saved at a finer resolution.
SHARPNESS = 2


@dataclass(frozen=True)
class _DrawnCurve:
    """What was drawn into axes by one call: `line` is that of its `curve`."""

    panel: Panel
    curve: Curve
    scheme: Scheme
    label: str
    line: Line2D


_DRAWN_CURVES: WeakKeyDictionary[Axes, list[_DrawnCurve]] = WeakKeyDictionary()


def draw_in(figure: Figure, axes: Axes, look: Style, scheme: Scheme, label: str = "") -> None:
    """Draw the one plot of a Figure into axes.

    Tables and notes are left out, because their letters need a fixed place. Where axes have a curve
    of an earlier call, only the curve is drawn, beside it and in the next colour.
    """
    panel = _only_plot(figure)
    heatmap = heatmap_with_bar(panel)
    if heatmap is not None:
        # The colour bar takes room from the axes, so these are measured afterwards.
        style = _fitted_style(look, axes)
        draw_bar(_bar_beside(axes, panel, style), heatmap, style)
    style = _fitted_style(look, axes)
    curve = main_curve(panel)
    if curve is None:
        _draw(panel, axes, style)
        return

    earlier = _DRAWN_CURVES.get(axes, [])
    color = cast("Role", f"curve-{len(earlier) % len(style.palette.curves)}")
    coloured_curve = replace(curve, color=color)
    lines_before = set(axes.lines)
    if earlier:
        panels = [each.panel for each in earlier]
        _draw_beside(coloured_curve, [*panels, panel], axes, style)
    else:
        marks = list(panel.marks)
        place = next(index for index, mark in enumerate(marks) if mark is curve)
        marks[place] = coloured_curve
        _draw(replace(panel, marks=tuple(marks)), axes, style)

    paint = style.palette.role(color)
    new_lines = [line for line in axes.lines if line not in lines_before]
    line = next(line for line in new_lines if line.get_color() == paint)
    drawn = [*earlier, _DrawnCurve(panel, coloured_curve, scheme, label, line)]
    _DRAWN_CURVES[axes] = drawn
    if earlier or label:
        _name_curves(drawn, axes, style)


def _only_plot(figure: Figure) -> Panel:
    """Return the one panel of a Figure that can be drawn into axes; refuse none and several."""
    plots = [panel for panel in figure.panels if panel.square or not is_without_axes(panel)]
    if not plots:
        reason = "there is nothing but a table, which is not drawn into axes"
        raise StyleError(f"ax is not allowed: {reason}")
    if len(plots) > 1:
        names = [f"{figure.name}.{part}" for part in dict.fromkeys(figure.names) if part]
        advice = f": name a part, as in {' or '.join(names)}" if names else ""
        raise StyleError(f"ax takes one plot, not {len(plots)}{advice}")
    return plots[0]


def _name_curves(drawn: Sequence[_DrawnCurve], axes: Axes, style: Style) -> None:
    """Name all curves of axes in a legend, and in one that a user may make later."""
    names = value_names([each.scheme for each in drawn])
    labels = [typeset(each.label or name) for each, name in zip(drawn, names, strict=True)]
    samples = [sample(each.curve, style) for each in drawn]
    for each, name in zip(drawn, labels, strict=True):
        each.line.set_label(name)
    axes.legend(samples, labels, fontsize=style.sizes.tick)


def _draw_beside(curve: Curve, panels: Sequence[Panel], axes: Axes, style: Style) -> None:
    """Draw the curve of the last panel beside the others, in limits and titles that suit all."""
    last = panels[-1]
    x = joint_axis([panel.x for panel in panels])
    y = joint_axis([panel.y for panel in panels])
    set_up_axis(axes, "x", x, style)
    set_up_axis(axes, "y", y, style)
    panel = replace(last, x=x, y=y, marks=(curve,))
    paint_panel(Canvas(axes, panel, style, SHARPNESS * style.dpi))

    title = typeset(last.title)
    earlier_title = axes.get_title(loc="left")
    if title not in earlier_title:
        _write_title(axes, f"{earlier_title} · {title}", last, style)


def _draw(panel: Panel, axes: Axes, style: Style) -> None:
    set_up_axes(axes, panel, style)
    paint_panel(Canvas(axes, panel, style, SHARPNESS * style.dpi))
    if panel.square:
        # The panel stays drawn to scale when the axes become larger.
        axes.set_aspect("equal", adjustable="datalim")
    title = "   ".join(filter(None, (panel.title, panel.fact_text)))
    if title:
        _write_title(axes, typeset(title), panel, style)
    marks = panel.legend_marks
    if panel.legend and marks:
        labels = [typeset(mark.label) for mark in marks]
        samples = [sample(mark, style) for mark in marks]
        axes.legend(samples, labels, fontsize=style.sizes.tick)


def _bar_beside(axes: Axes, panel: Panel, style: Style) -> Axes:
    """Return axes for a colour bar, which take room from `axes` as matplotlib's own bars do.

    Names of marks stand between the data and the bar.
    """
    width = float(axes.bbox.width)
    names_width = margin_of_names(panel, style.sizes.tick, style.dpi / 72, width)
    engine = axes.figure.get_layout_engine()
    makes_room_in_grid = engine is None or engine.colorbar_gridspec
    is_in_grid = axes.get_subplotspec() is not None
    make = make_axes_gridspec if is_in_grid and makes_room_in_grid else make_axes
    bar: Axes = make(axes, pad=0.03 + names_width / width)[0]
    return bar


def _write_title(axes: Axes, title: str, panel: Panel, style: Style) -> None:
    """Write a title above axes, and above what stands over these."""
    has_names = has_names_above(panel) and not panel.legend
    names_height = (NAME_HEIGHT + WEDGE_ROOM) * style.sizes.tick if has_names else 0
    pad = mpl.rcParams["axes.titlepad"] + names_height
    axes.set_title(title, loc="left", fontsize=style.sizes.axis, pad=pad)


def _fitted_style(look: Style, axes: Axes) -> Style:
    """Return a style of the present size of axes, with type of the size of matplotlib's."""
    style = look.but(
        width=max(100, round(axes.bbox.width)),
        height=max(100, round(axes.bbox.height)),
        dpi=float(axes.figure.dpi),
        font_size=None,
    )
    usual_size = PRINTED_TYPE if style.printed else SLIDE_TYPE
    ratio = float(mpl.rcParams["font.size"]) / style.sizes.axis
    return style.but(font_size=usual_size * ratio)
