"""Draw lines along an axis: curves, rules and bands."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke
from matplotlib.transforms import ScaledTranslation

from peviewer.figures.grammar import Curve, Rule
from peviewer.paper.typography.measure import width
from peviewer.paper.typography.text import typeset

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peviewer.figures.grammar import Band, Diagonal
    from peviewer.paper.marks.canvas import Canvas
    from peviewer.paper.style import Style

HALO = 2.6  # of a line: the ground's colour around it, so that it is seen on data of any colour
FRAME = 1.6  # of a hair: a frame stands on colours
THIN_HALO = 1.9  # of a frame, which may be around a single thin row


def curve(curve: Curve, canvas: Canvas) -> None:
    """Paint a series, sampled at the pixels of the page."""
    low, high = canvas.panel.x.shown
    x, y = curve.series.sample(low, high, canvas.samples()[0])
    if not len(x):
        return
    x = x - canvas.origin[0]
    if curve.style == "step":
        x, y = _widened(x, y)
    canvas.axes.plot(x, y - canvas.origin[1], scalex=False, scaley=False, zorder=3, **line(curve, canvas.style))


def _widened(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give the first and the last step their outer halves."""
    first, last = (x[1] - x[0], x[-1] - x[-2]) if len(x) > 1 else (1.0, 1.0)
    return np.concatenate([[x[0] - first], x, [x[-1] + last]]), np.concatenate([y[:1], y, y[-1:]])


def line(mark: Curve | Rule | Diagonal, style: Style) -> dict[str, Any]:
    """Return how the line of a curve or a rule looks, in the panel and in the legend."""
    look: dict[str, Any] = {"color": style.palette.role(mark.color), "linewidth": style.sizes.line}
    if not isinstance(mark, Curve):
        return look | {"linewidth": 0.7 * style.sizes.line, "linestyle": (0, (5, 3)) if mark.dashed else "-"}
    if mark.style == "points":
        return look | {
            "linestyle": "none",
            "marker": "o",
            "markersize": 2.4 * style.sizes.line,
            "markeredgewidth": 0,
        }
    kinds: dict[str, dict[str, Any]] = {
        "line": {},
        "dashed": {"linestyle": (0, (4, 2.5))},
        "step": {"drawstyle": "steps-mid"},
    }
    return look | {"solid_joinstyle": "round"} | kinds[mark.style]


def _over_data(mark: Rule | Diagonal, style: Style) -> dict[str, Any]:
    """Return how a straight line looks on the data: what marks something has a halo."""
    look = line(mark, style) | {"zorder": 4}
    if mark.color != "mark":
        return look
    halo = withStroke(linewidth=HALO * look["linewidth"], foreground=style.ground)
    return look | {"path_effects": [halo]}


def rule(rule: Rule, canvas: Canvas) -> None:
    """Paint a straight line across the panel, and its label where it has room and no legend names it."""
    axes, sizes = canvas.axes, canvas.style.sizes
    upright = rule.direction == "x"
    at = rule.at - canvas.origin[0 if upright else 1]
    look = _over_data(rule, canvas.style)
    if upright:
        axes.axvline(at, **look)
    else:
        axes.axhline(at, **look)
    low, high = (canvas.panel.x if upright else canvas.panel.y).shown
    if not rule.label or canvas.panel.legend or not low <= rule.at <= high:
        return
    before, behind, needed = _around(rule, canvas)
    if max(before, behind) < needed:
        return
    near, far = ((4, -4), ("left", "top")) if upright else ((-4, 4), ("right", "bottom"))
    if behind < needed:
        near, far = (-4, -4), ("right", "top")
    axes.annotate(
        typeset(rule.label),
        (at, 1) if upright else (1, at),
        xycoords=axes.get_xaxis_transform() if upright else axes.get_yaxis_transform(),
        xytext=near,
        textcoords="offset points",
        ha=far[0],
        va=far[1],
        fontsize=sizes.tick,
        color=look["color"],
        bbox=_ground(canvas),
        zorder=5,
    )


def _ground(canvas: Canvas) -> dict[str, Any]:
    return {"boxstyle": "round,pad=0.2", "facecolor": canvas.style.ground, "edgecolor": "none", "alpha": 0.9}


def _around(rule: Rule, canvas: Canvas) -> tuple[float, float, float]:
    """Return the room left of (below) a rule, that right of (above) it, and what its label needs; in points."""
    upright, axes, size = rule.direction == "x", canvas.axes, canvas.style.sizes.tick
    at = rule.at - canvas.origin[0 if upright else 1]
    x, y = axes.transData.transform((at, axes.get_ylim()[0]) if upright else (axes.get_xlim()[0], at))
    box, pixel = axes.bbox, canvas.pixel
    if upright:
        return (x - box.x0) / pixel, (box.x1 - x) / pixel, 1.05 * width(rule.label, size) + 8
    return (y - box.y0) / pixel, (box.y1 - y) / pixel, 1.5 * size + 4


def diagonal(diagonal: Diagonal, canvas: Canvas) -> None:
    """Paint the places whose x − y is one number, and the label beside the middle of what is seen of them."""
    (left, right), (low, high) = canvas.panel.x.shown, canvas.panel.y.shown
    first, last = max(low, left - diagonal.at), min(high, right - diagonal.at)
    if first >= last:
        return
    look = _over_data(diagonal, canvas.style)
    x, y = np.array([first, last]) + diagonal.at - canvas.origin[0], np.array([first, last]) - canvas.origin[1]
    canvas.axes.plot(x, y, scalex=False, scaley=False, **look)
    if not diagonal.label or canvas.panel.legend:
        return
    size, box = canvas.style.sizes.tick, canvas.axes.bbox
    middle = canvas.axes.transData.transform((x.mean(), y.mean()))
    is_left = box.x1 - middle[0] < (1.05 * width(diagonal.label, size) + 12) * canvas.pixel
    canvas.axes.annotate(
        typeset(diagonal.label),
        (x.mean(), y.mean()),
        xytext=(-8, -2) if is_left else (8, 2),
        textcoords="offset points",
        ha="right" if is_left else "left",
        va="top" if is_left else "bottom",
        fontsize=size,
        color=look["color"],
        bbox=_ground(canvas),
        zorder=5,
    )


def band(band: Band, canvas: Canvas) -> None:
    """Paint a shaded stretch, or its frame."""
    start = canvas.origin[0 if band.direction == "x" else 1]
    if band.framed:
        _frame(band, start, canvas)
        return
    look: dict[str, Any] = {
        "facecolor": canvas.style.palette.role(band.color),
        "alpha": 0.16,
        "linewidth": 0,
        "zorder": 2,
    }
    span = canvas.axes.axvspan if band.direction == "x" else canvas.axes.axhspan
    span(band.low - start, band.high - start, **look)


def _frame(band: Band, start: int, canvas: Canvas) -> None:
    """Paint the edges of a stretch, outside it: it may be as thin as they are."""
    axes, upright, width = canvas.axes, band.direction == "x", FRAME * canvas.style.sizes.hair
    ends = axes.get_xlim() if upright else axes.get_ylim()
    towards = math.copysign(width / 2 / 72, ends[1] - ends[0])
    along = axes.get_xaxis_transform() if upright else axes.get_yaxis_transform()
    for at, off in ((band.low - start, -towards), (band.high - start, towards)):
        aside = (off, 0.0) if upright else (0.0, off)
        moved = ScaledTranslation(aside[0], aside[1], axes.figure.dpi_scale_trans)
        place = ((at, at), (0, 1)) if upright else ((0, 1), (at, at))
        color = canvas.style.palette.role(band.color)
        halo = withStroke(linewidth=THIN_HALO * width, foreground=canvas.style.ground)
        frame = Line2D(*place, color=color, linewidth=width, transform=along + moved, zorder=2, path_effects=[halo])
        axes.add_line(frame)
