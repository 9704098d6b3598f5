"""Draw curves and bands, and the legend that names lines."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.figure import Figure as Page
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.patheffects import withStroke
from matplotlib.transforms import ScaledTranslation
from numpy.typing import NDArray

from peviewer.figures.grammar import HALOED, Band, Curve, Diagonal, Named, Panel, Rule, Words, layer
from peviewer.figures.line_labels import LineName, has_names_above, place_names, wordings
from peviewer.figures.palette import BAND_STRENGTH, SHADE_STRENGTH, WIDE_STRENGTH
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.shapes import LABEL, ground
from peviewer.paper.style import Style
from peviewer.paper.text import typeset, width

FRAME = 1.6  # of a hairline: the width of a frame, which is drawn over colours
THIN_HALO = 1.9  # of a frame: the width of its halo
WIDE = 4.0  # of a line: the width of a pale one behind it
POINT = 2.4  # of a line: the width of a point
PIXELS = 4  # of a screen, a point's width: points are equally close in every format
FEW, LARGE = (
    6,
    1.3,
)  # where there is room for FEW times as many points, they are LARGE times as wide


def curve(curve: Curve, canvas: Canvas) -> None:
    low, high = canvas.panel.x.shown
    look = line(curve, canvas.style)
    room = canvas.axes.bbox.width / canvas.pixel / look.get("markersize", 1)
    x, y = curve.series.sample(
        low, high, round(PIXELS * room) if "marker" in look else canvas.samples()[0]
    )
    if not len(x):
        return
    _spread(curve, canvas)
    if "marker" in look and FEW * len(x) < room:
        look["markersize"] *= LARGE
    x = x - canvas.origin[0]
    if curve.style == "step":
        x, y = _widened(x, y)
    y = y + (curve.y0 - canvas.origin[1])
    canvas.axes.plot(x, y, scalex=False, scaley=False, **look)


def _spread(curve: Curve, canvas: Canvas) -> None:
    """Paint the range of the values that each point of a curve is the mean of, behind all curves."""
    bounds = curve.series.bounds(*canvas.panel.x.shown, canvas.samples()[0])
    if bounds is None:
        return
    x, up = np.repeat(bounds.edges - canvas.origin[0], 2)[1:-1], curve.y0 - canvas.origin[1]
    canvas.axes.fill_between(
        x, np.repeat(bounds.least + up, 2), np.repeat(bounds.greatest + up, 2),
        facecolor=canvas.style.palette.role(curve.color), alpha=BAND_STRENGTH, linewidth=0, zorder=layer(Curve) - 0.5,
    )  # fmt: skip


def _widened(
    x: NDArray[np.float64], y: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Add the outer halves of the first and the last step."""
    first, last = (x[1] - x[0], x[-1] - x[-2]) if len(x) > 1 else (1.0, 1.0)
    return np.concatenate([[x[0] - first], x, [x[-1] + last]]), np.concatenate([y[:1], y, y[-1:]])


def line(mark: Curve | Rule | Diagonal, style: Style) -> dict[str, Any]:
    """Return how the line of a curve or a rule looks, in the panel and in the legend."""
    look: dict[str, Any] = {"color": style.palette.role(mark.color), "linewidth": style.sizes.line}
    look["zorder"] = layer(type(mark))
    if not isinstance(mark, Curve):
        return look | {
            "linewidth": 0.7 * style.sizes.line,
            "linestyle": (0, (5, 3)) if mark.dashed else "-",
        }
    if mark.style == "points":
        return look | {
            "linestyle": "none",
            "marker": "o",
            "markersize": POINT * style.sizes.line,
            "markeredgewidth": 0,
        }
    kinds: dict[str, dict[str, Any]] = {
        "line": {},
        "dashed": {"linestyle": (0, (4, 2.5))},
        "step": {"drawstyle": "steps-mid"},
        "wide": {
            "linewidth": WIDE * style.sizes.line,
            "alpha": WIDE_STRENGTH,
            "solid_capstyle": "round",
        },
    }
    return look | {"solid_joinstyle": "round"} | kinds[mark.style]


def band(band: Band, canvas: Canvas) -> None:
    start = canvas.origin[0 if band.direction == "x" else 1]
    if band.framed:
        _frame(band, start, canvas)
        return
    span = canvas.axes.axvspan if band.direction == "x" else canvas.axes.axhspan
    span(band.low - start, band.high - start, zorder=layer(Band), **_shading(band, canvas.style))


def _shading(band: Band, style: Style) -> dict[str, Any]:
    strength = 1.0 if band.solid else SHADE_STRENGTH
    return {"facecolor": style.palette.role(band.color), "alpha": strength, "linewidth": 0}


def _frame(band: Band, start: int, canvas: Canvas) -> None:
    """Paint the edges of a stretch outside it, as it may be as thin as they are."""
    axes, upright, width = canvas.axes, band.direction == "x", FRAME * canvas.style.sizes.hair
    ends = axes.get_xlim() if upright else axes.get_ylim()
    towards = math.copysign(width / 2 / 72, ends[1] - ends[0])
    along = axes.get_xaxis_transform() if upright else axes.get_yaxis_transform()
    for at, off in ((band.low - start, -towards), (band.high - start, towards)):
        aside = (off, 0.0) if upright else (0.0, off)
        moved = ScaledTranslation(aside[0], aside[1], axes.figure.dpi_scale_trans)
        place = ((at, at), (0, 1)) if upright else ((0, 1), (at, at))
        color = canvas.style.palette.role(band.color)
        halo = withStroke(linewidth=THIN_HALO * width, foreground=canvas.behind)
        look: dict[str, Any] = {
            "color": color,
            "linewidth": width,
            "zorder": layer(Band),
            "path_effects": [halo],
        }
        axes.add_line(Line2D(*place, transform=along + moved, **look))


def sample(mark: Named, style: Style) -> Artist:
    return (
        Patch(**_shading(mark, style))
        if isinstance(mark, Band)
        else Line2D([], [], **line(mark, style))
    )


def legend(
    page: Page, named: Sequence[Named], style: Style, size: float, columns: int
) -> Legend | None:
    """Return the legend of labelled lines and shading in columns, not placed yet.

    None if there are none.
    """
    if not named:
        return None
    return page.legend(
        [sample(mark, style) for mark in named],
        [typeset(mark.label) for mark in named],
        loc="lower left",
        ncols=columns,
        frameon=False,
        borderpad=0,
        borderaxespad=0,
        handlelength=1.6,
        handletextpad=0.5,
        columnspacing=1.4,
        labelspacing=0.3,
        fontsize=size,
        labelcolor=style.palette.text,
    )


HALO = 2.6  # of a line: the width of its halo in the background's colour, so that it is visible on any data
HIGH = 1.5  # of its type, a name with its ground
PAD = 0.25  # of its type, from the edge of its ground to its words
LEAST_OUTLINE = 1.5  # of a line's width, from the middle of a row of cells to each line of its outline, at least


def rule(rule: Rule, canvas: Canvas) -> None:
    """Paint a straight line across the panel, or the outline of the cells that it marks."""
    axes, upright = canvas.axes, rule.direction == "x"
    axis = canvas.panel.x if upright else canvas.panel.y
    at = rule.at - canvas.origin[0 if upright else 1]
    look = _over_data(rule, canvas)
    marks_cells = (
        rule.color == "mark"
        and not rule.outside
        and canvas.panel.heatmap is not None
        and axis.whole
    )
    for place in _outline(at, look["linewidth"], canvas, upright) if marks_cells else (at,):
        ends = ((place, place), (0, 1)) if upright else ((0, 1), (place, place))
        across = axes.get_xaxis_transform() if upright else axes.get_yaxis_transform()
        axes.add_artist(Line2D(*ends, transform=across, **look))


def _outline(at: float, thick: float, canvas: Canvas, upright: bool) -> tuple[float, float]:
    """Return the coordinates of the lines before and after a row of cells."""
    box = canvas.axes.bbox
    extent, length = (
        (canvas.panel.x.extent, box.width) if upright else (canvas.panel.y.extent, box.height)
    )
    unit = extent / length * canvas.pixel * thick  # the width of the line, in cells
    away = max(LEAST_OUTLINE * unit, 0.5) + unit / 2
    return at - away, at + away


def diagonal(diagonal: Diagonal, canvas: Canvas) -> None:
    """Paint the line of points whose x − y is one number."""
    first, last = visible_ends(diagonal, canvas.panel)
    if first >= last:
        return
    look = _over_data(diagonal, canvas)
    x, y = (
        np.array([first, last]) + diagonal.at - canvas.origin[0],
        np.array([first, last]) - canvas.origin[1],
    )
    canvas.axes.plot(x, y, scalex=False, scaley=False, **look)


def _over_data(mark: Rule | Diagonal, canvas: Canvas) -> dict[str, Any]:
    """Return how a straight line looks on the data: marking lines have a halo."""
    look = line(mark, canvas.style)
    if mark.color not in HALOED:
        return look
    halo = withStroke(linewidth=HALO * look["linewidth"], foreground=canvas.behind)
    return look | {"path_effects": [halo]}


def write_names(canvas: Canvas) -> None:
    """Write the names of straight lines in their colours, where they have room and no legend names the lines."""
    if canvas.panel.legend:
        return
    style, box = canvas.style, canvas.axes.bbox
    named = [
        mark for mark in canvas.panel.marks if isinstance(mark, Rule | Diagonal) and mark.label
    ]
    names = [(mark, texts, name) for mark in named for texts, name in _names(mark, canvas)]
    of_names, has_cells = [name for *_, name in names], canvas.panel.heatmap is not None
    places = place_names(
        of_names, box.width, box.height, above=has_names_above(canvas.panel), cells=has_cells
    )
    for (mark, texts, name), place in zip(names, places, strict=True):
        if place is None:
            continue
        left, middle = (
            place.left + PAD * style.sizes.tick * canvas.pixel,
            place.top + name.sizes[place.wording][1] / 2,
        )
        text = canvas.axes.text(
            left / box.width, 1 - middle / box.height, typeset(texts[place.wording]), transform=canvas.axes.transAxes,
            ha="left", va="center_baseline", color=style.palette.role(mark.color), bbox=ground(canvas),
            zorder=layer(Words), fontsize=style.sizes.tick,
        )  # fmt: skip
        text.set_gid(LABEL)


def _names(line: Rule | Diagonal, canvas: Canvas) -> list[tuple[list[str], LineName]]:
    """Return the name of a line to be placed, with its wordings; empty if it has none."""
    end = _upper_end(line, canvas.panel) if isinstance(line, Diagonal) else _end(line, canvas)
    if end is None:
        return []
    (x, y), side = end
    size, box = canvas.style.sizes.tick, canvas.axes.bbox
    across, up = canvas.axes.transData.transform((x - canvas.origin[0], y - canvas.origin[1]))
    at = min(max(across - box.x0, 0.0), box.width), min(max(box.y1 - up, 0.0), box.height)
    texts = wordings(line, side)
    sizes = [
        (canvas.pixel * (1.05 * width(text, size) + 2 * PAD * size), HIGH * size * canvas.pixel)
        for text in texts
    ]
    return [(texts, LineName(line, at, sizes))]


def _end(rule: Rule, canvas: Canvas) -> tuple[tuple[float, float], int] | None:
    """Return a point of a rule, and on which side of the data it is, 0 in view.

    None where it has no name there.
    """
    x, y = canvas.panel.x, canvas.panel.y
    axis = x if rule.direction == "x" else y
    low, high = axis.shown
    side = -1 if rule.at < low else 1 if rule.at > high else 0
    if side and rule.color != "mark":
        return None
    if rule.direction == "x":
        return (rule.at, y.shown[0]), -side if axis.inverted else side
    return (x.shown[0], rule.at), side if axis.inverted else -side


def visible_ends(diagonal: Diagonal, panel: Panel) -> tuple[float, float]:
    """Return from which y to which y a diagonal is seen."""
    (left, right), (low, high) = panel.x.shown, panel.y.shown
    return max(low, left - diagonal.at), min(high, right - diagonal.at)


def _upper_end(diagonal: Diagonal, panel: Panel) -> tuple[tuple[float, float], int] | None:
    first, last = visible_ends(diagonal, panel)
    if first >= last:
        return None
    y = first if panel.y.inverted else last
    return (y + diagonal.at, y), 0
