"""The looks of lines, on the data and in the legend."""

from collections.abc import Sequence
from typing import Any

from matplotlib.artist import Artist
from matplotlib.figure import Figure as MatplotlibFigure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from peviewer.figures.grammar import Band, Curve, Diagonal, Named, Rule, layer
from peviewer.figures.palette import SHADE_STRENGTH, WIDE_STRENGTH
from peviewer.paper.style import Style
from peviewer.paper.text import typeset

# The width of a rule, in widths of a curve.
RULE = 0.7
# The width of a pale line behind others, in widths of a curve.
WIDE = 4.0
# The width of a point, in widths of a curve.
POINT = 2.4
# Dashes and the gaps between them, in line widths.
CURVE_DASHES = (0, (4, 2.5))
RULE_DASHES = (0, (5, 3))
# The dashes of several lines, one after the other, where print is grey.
SEVERAL_DASHES: tuple[Any, ...] = (
    "-",
    (0, (4, 1.5)),
    (0, (1, 1)),
    (0, (6, 1.5, 1, 1.5)),
    (0, (3, 1, 1, 1, 1, 1)),
    (0, (8, 3)),
)

# The distances in a legend that matplotlib takes, in sizes of its type.
LEGEND_SPACING = {
    "borderpad": 0,
    "borderaxespad": 0,
    "handlelength": 1.6,
    "handletextpad": 0.5,
    "columnspacing": 1.4,
    "labelspacing": 0.3,
}


def line_look(mark: Curve | Rule | Diagonal, style: Style) -> dict[str, Any]:
    """Return how the line of a curve or a rule looks, in the panel and in the legend."""
    width = style.sizes.line
    look: dict[str, Any] = {"color": style.palette.role(mark.color), "zorder": layer(type(mark))}
    if isinstance(mark, Curve):
        curve_look = _curve_look(mark, width)
        if style.printed and mark.style == "line":
            curve_look["linestyle"] = SEVERAL_DASHES[mark.dash % len(SEVERAL_DASHES)]
        return look | curve_look
    return look | {"linewidth": RULE * width, "linestyle": RULE_DASHES if mark.dashed else "-"}


def _curve_look(curve: Curve, width: float) -> dict[str, Any]:
    """Return the look of a curve whose usual line has `width` points."""
    look: dict[str, Any] = {"linewidth": width}
    if curve.style == "points":
        points = {"marker": "o", "markersize": POINT * width, "markeredgewidth": 0}
        return look | {"linestyle": "none"} | points

    look["solid_joinstyle"] = "round"
    if curve.style == "dashed":
        look["linestyle"] = CURVE_DASHES
    elif curve.style == "step":
        look["drawstyle"] = "steps-mid"
    elif curve.style == "wide":
        look["linewidth"] = WIDE * width
        look["alpha"] = WIDE_STRENGTH
        look["solid_capstyle"] = "round"
    return look


def shading_look(band: Band, style: Style) -> dict[str, Any]:
    strength = 1.0 if band.solid else SHADE_STRENGTH
    return {"facecolor": style.palette.role(band.color), "alpha": strength, "linewidth": 0}


def sample(mark: Named, style: Style) -> Artist:
    """Return the artist that stands for a mark in a legend."""
    if isinstance(mark, Band):
        return Patch(**shading_look(mark, style))
    return Line2D([], [], **line_look(mark, style))


def legend(
    page: MatplotlibFigure, marks: Sequence[Named], style: Style, size: float, columns: int
) -> Legend | None:
    """Return the legend of labelled lines and shading in columns, not placed yet.

    Return None if there are no labels.
    """
    if not marks:
        return None
    look: dict[str, Any] = {
        "ncols": columns,
        "frameon": False,
        "fontsize": size,
        "labelcolor": style.palette.text,
        **LEGEND_SPACING,
    }
    samples = [sample(mark, style) for mark in marks]
    labels = [typeset(mark.label) for mark in marks]
    return page.legend(samples, labels, loc="lower left", **look)
