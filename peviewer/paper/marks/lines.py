"""Draw curves and bands, and the legend that names lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.patheffects import withStroke
from matplotlib.transforms import ScaledTranslation
from numpy.typing import NDArray

from peviewer.figures.grammar import Band, Curve, Diagonal, Named, Rule, layer
from peviewer.figures.palette import BAND_STRENGTH, SHADE_STRENGTH, WIDE_STRENGTH
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.style import Style
from peviewer.paper.text import typeset

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure as Page
    from matplotlib.legend import Legend


FRAME = 1.6  # of a hairline: the width of a frame, which is drawn over colours
THIN_HALO = 1.9  # of a frame: the width of its halo
WIDE = 4.0  # of a line: the width of a pale one behind it
POINT = 2.4  # of a line: the width of a point
PIXELS = 4  # of a screen, a point's width: points are equally close in every format
FEW, LARGE = 6, 1.3  # where there is room for FEW times as many points, they are LARGE times as wide


def curve(curve: Curve, canvas: Canvas) -> None:
    """Paint a series, sampled at the pixels of the page."""
    low, high = canvas.panel.x.shown
    look = line(curve, canvas.style)
    room = canvas.axes.bbox.width / canvas.pixel / look.get("markersize", 1)
    x, y = curve.series.sample(low, high, round(PIXELS * room) if "marker" in look else canvas.samples()[0])
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


def _widened(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Add the outer halves of the first and the last step."""
    first, last = (x[1] - x[0], x[-1] - x[-2]) if len(x) > 1 else (1.0, 1.0)
    return np.concatenate([[x[0] - first], x, [x[-1] + last]]), np.concatenate([y[:1], y, y[-1:]])


def line(mark: Curve | Rule | Diagonal, style: Style) -> dict[str, Any]:
    """Return how the line of a curve or a rule looks, in the panel and in the legend."""
    look: dict[str, Any] = {"color": style.palette.role(mark.color), "linewidth": style.sizes.line}
    look["zorder"] = layer(type(mark))
    if not isinstance(mark, Curve):
        return look | {"linewidth": 0.7 * style.sizes.line, "linestyle": (0, (5, 3)) if mark.dashed else "-"}
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
        "wide": {"linewidth": WIDE * style.sizes.line, "alpha": WIDE_STRENGTH, "solid_capstyle": "round"},
    }
    return look | {"solid_joinstyle": "round"} | kinds[mark.style]


def band(band: Band, canvas: Canvas) -> None:
    """Paint a shaded stretch, or its frame."""
    start = canvas.origin[0 if band.direction == "x" else 1]
    if band.framed:
        _frame(band, start, canvas)
        return
    span = canvas.axes.axvspan if band.direction == "x" else canvas.axes.axhspan
    span(band.low - start, band.high - start, zorder=layer(Band), **_shading(band, canvas.style))


def _shading(band: Band, style: Style) -> dict[str, Any]:
    return {"facecolor": style.palette.role(band.color), "alpha": SHADE_STRENGTH, "linewidth": 0}


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
        look: dict[str, Any] = {"color": color, "linewidth": width, "zorder": layer(Band), "path_effects": [halo]}
        axes.add_line(Line2D(*place, transform=along + moved, **look))


def sample(mark: Named, style: Style) -> Artist:
    """Return the sample of a mark in a legend."""
    return Patch(**_shading(mark, style)) if isinstance(mark, Band) else Line2D([], [], **line(mark, style))


def legend(page: Page, named: Sequence[Named], style: Style, size: float, columns: int) -> Legend | None:
    """Return the legend of labelled lines and shading in columns, not placed yet; None if there are none."""
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
