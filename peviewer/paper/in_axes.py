"""Draw a panel into axes of somebody's own matplotlib figure, in the type that matplotlib is set to."""

from dataclasses import dataclass, replace
from typing import cast
from weakref import WeakKeyDictionary

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colorbar import make_axes, make_axes_gridspec

from peviewer.figures.compare.several import joint_axis, main_curve, value_names
from peviewer.figures.grammar import Curve, Figure, Panel, Role
from peviewer.figures.line_labels import has_names_above
from peviewer.model.encodings.scheme import Scheme
from peviewer.paper.axes import draw_bar, set_up_axis
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.catalog import is_without_axes
from peviewer.paper.marks.lines import sample
from peviewer.paper.page.painter import paint_panel
from peviewer.paper.page.panels import barred, set_up_axes
from peviewer.paper.style import PRINTED_TYPE, SLIDE_TYPE, Style, StyleError
from peviewer.paper.text import typeset

SHARPNESS = 2  # samples of a raster a pixel: the figure may be made larger, or saved finer
NAMES_ABOVE = 1.3  # of their type: the height of what upright lines are called, above axes


@dataclass(frozen=True)
class _Drawn:
    """What was drawn into axes by one call."""

    panel: Panel
    curve: Curve
    scheme: Scheme
    label: str


_DRAWN: WeakKeyDictionary[Axes, list[_Drawn]] = WeakKeyDictionary()


def draw_in(figure: Figure, axes: Axes, look: Style, scheme: Scheme, label: str = "") -> None:
    """Draw the one plot of a Figure into axes; tables and notes are left out, as their letters need a fixed place.

    Where axes have a curve of an earlier call, only the curve is drawn, beside it and in the next
    colour.
    """
    plots = [panel for panel in figure.panels if panel.square or not is_without_axes(panel)]
    if not plots:
        raise StyleError(
            "ax is not allowed: there is nothing but a table, which is not drawn into axes"
        )
    if len(plots) > 1:
        parts = " or ".join(f"{figure.name}.{part}" for part in dict.fromkeys(figure.names) if part)
        raise StyleError(
            f"ax takes one plot, not {len(plots)}{parts and f': name a part, as in {parts}'}"
        )
    panel = plots[0]
    if (
        heat := barred(panel)
    ) is not None:  # before the axes are measured, as it takes room of theirs
        draw_bar(_bar_beside(axes), heat, _sized(look, axes))
    style = _sized(look, axes)
    curve, before = main_curve(panel), _DRAWN.get(axes, [])
    if curve is None:
        _draw(panel, axes, style)
        return
    coloured = replace(
        curve, color=cast("Role", f"curve-{len(before) % len(style.palette.curves)}")
    )
    drawn = _DRAWN[axes] = [*before, _Drawn(panel, coloured, scheme, label)]
    if before:
        _draw_beside(drawn, axes, style)
    else:
        marks = tuple(coloured if mark is curve else mark for mark in panel.marks)
        _draw(replace(panel, marks=marks), axes, style)
    if before or label:
        names = value_names([each.scheme for each in drawn])
        labels = [typeset(each.label or name) for each, name in zip(drawn, names, strict=True)]
        axes.legend(
            [sample(each.curve, style) for each in drawn], labels, fontsize=style.sizes.tick
        )


def _draw_beside(drawn: list[_Drawn], axes: Axes, style: Style) -> None:
    """Draw the last curve where others are, within the limits of all and with the titles of all."""
    last = drawn[-1]
    x, y = (joint_axis([getattr(each.panel, side) for each in drawn]) for side in ("x", "y"))
    set_up_axis(axes, "x", x, style)
    set_up_axis(axes, "y", y, style)
    shown = replace(last.panel, x=x, y=y, marks=(last.curve,))
    paint_panel(Canvas(axes, shown, style, SHARPNESS * style.dpi))
    if (title := typeset(last.panel.title)) not in (earlier := axes.get_title(loc="left")):
        _write_title(axes, f"{earlier} · {title}", last.panel, style)


def _draw(panel: Panel, axes: Axes, style: Style) -> None:
    set_up_axes(axes, panel, style)
    paint_panel(Canvas(axes, panel, style, SHARPNESS * style.dpi))
    if panel.square:  # also where the axes become larger
        axes.set_aspect("equal", adjustable="datalim")
    if title := "   ".join(filter(None, (panel.title, panel.fact_text))):
        _write_title(axes, typeset(title), panel, style)
    if panel.legend and (named := panel.legend_marks):
        labels = [typeset(mark.label) for mark in named]
        axes.legend([sample(mark, style) for mark in named], labels, fontsize=style.sizes.tick)


def _bar_beside(axes: Axes) -> Axes:
    """Return axes for a colour bar, for which axes give room as they do for one of matplotlib."""
    engine = axes.figure.get_layout_engine()
    in_grid = axes.get_subplotspec() is not None and (engine is None or engine.colorbar_gridspec)
    bar: Axes = (make_axes_gridspec if in_grid else make_axes)(axes, pad=0.03)[0]
    return bar


def _write_title(axes: Axes, title: str, panel: Panel, style: Style) -> None:
    """Write a title above axes, and above what stands over these."""
    above = NAMES_ABOVE * style.sizes.tick if has_names_above(panel) else 0
    axes.set_title(
        title, loc="left", fontsize=style.sizes.axis, pad=mpl.rcParams["axes.titlepad"] + above
    )


def _sized(look: Style, axes: Axes) -> Style:
    """Return a style for axes as large as they are now, with type of the size that matplotlib is set to."""
    box = axes.bbox
    style = look.but(
        width=max(100, round(box.width)),
        height=max(100, round(box.height)),
        dpi=float(axes.figure.dpi),
        font_size=None,
    )
    usual = PRINTED_TYPE if style.printed else SLIDE_TYPE
    return style.but(font_size=usual * float(mpl.rcParams["font.size"]) / style.sizes.axis)
