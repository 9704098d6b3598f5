"""Draw shapes in the plane of a panel: rings, arrows and paths."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.patches import Circle, FancyArrowPatch

from peviewer.figures.grammar import Arrows, Path, Rings, layer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from peviewer.figures.grammar import Words
    from peviewer.paper.marks.canvas import Canvas

THIN = 0.5  # lines that only guide the eye, in widths of curves
# A fading line is drawn in this many pieces, each of one strength.
SHADES = 40
FAINTEST = 0.06
# The length of an arrow's head, in line widths, and the most of its arrow that it may take.
HEAD = 4.5
HEAD_SHARE = 0.45
STOUTEST = 0.07  # an arrow's line width, in lengths


def rings(rings: Rings, canvas: Canvas) -> None:
    """Paint circles."""
    circles = [Circle((float(x), float(y)), rings.radius) for x, y in points_of(rings.x, rings.y, canvas)]
    sizes, color = canvas.style.sizes, color_of(rings, canvas)
    width = sizes.hair if rings.color == "muted" else sizes.line
    outlines = PatchCollection(
        circles, facecolor="none", edgecolor=color, linewidth=width, zorder=layer(Rings), **clipping(canvas)
    )
    canvas.axes.add_collection(outlines, autolim=False)


def arrows(arrows: Arrows, canvas: Canvas) -> None:
    """Paint arrows: strong ones with a head, others as thin lines."""
    starts = points_of(arrows.x, arrows.y, canvas)
    ends = starts + np.column_stack([arrows.dx, arrows.dy]).reshape(-1, 2)
    width = canvas.style.sizes.line * (1.3 if arrows.strong else 0.6)
    look = {"zorder": layer(Arrows) - 0.5 * (not arrows.strong), **clipping(canvas)}  # hands lie on thin lines
    if not arrows.strong:
        lines = LineCollection(list(np.stack([starts, ends], axis=1)), colors=color_of(arrows, canvas),
                               linewidths=width, capstyle="round", **look)  # fmt: skip
        canvas.axes.add_collection(lines, autolim=False)
        return
    for start, end in zip(starts, ends, strict=True):
        _arrow(start, end, width, canvas, color=color_of(arrows, canvas), **look)


def _arrow(start: NDArray[np.float64], end: NDArray[np.float64], width: float, canvas: Canvas, **look: Any) -> None:
    """Paint one arrow whose tip lies exactly at its end; a short one has a small head."""
    to_page = canvas.axes.transData.transform
    length = float(np.hypot(*(to_page(end) - to_page(start)))) / canvas.pixel
    if length < 1e-3:
        return
    width = min(width, STOUTEST * length)
    head = min(HEAD * width, HEAD_SHARE * length)
    style = f"-|>,head_length={head:.4g},head_width={0.42 * head:.4g}"
    canvas.axes.add_patch(
        FancyArrowPatch(tuple(start), tuple(end), arrowstyle=style, mutation_scale=1, shrinkA=0, shrinkB=0,
                        linewidth=width, capstyle="butt", joinstyle="miter", **look)
    )  # fmt: skip


def path(path: Path, canvas: Canvas) -> None:
    """Paint a line through points; a fading one in pieces that grow stronger."""
    points, color = points_of(path.x, path.y, canvas), color_of(path, canvas)
    if len(points) < 2:
        return
    pieces = _pieces(points) if path.fading else [points]
    strengths = np.linspace(FAINTEST, 1, len(pieces)) if path.fading else [1.0]
    width = canvas.style.sizes.line * (THIN if path.color == "muted" else 1.0)
    # Round ends would show as dots where two half-transparent pieces meet.
    ends = "butt" if path.fading else "round"
    canvas.axes.add_collection(
        LineCollection(pieces, colors=[(color, float(strength)) for strength in strengths], linewidths=width,
                       capstyle=ends, joinstyle="round", zorder=layer(Path), **clipping(canvas)),
        autolim=False,
    )  # fmt: skip


def _pieces(points: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Cut a line into at most `SHADES` pieces; each begins where the last one ends."""
    cuts = np.unique(np.linspace(0, len(points) - 1, min(SHADES, len(points) - 1) + 1).round().astype(int))
    return [points[low : high + 1] for low, high in pairwise(cuts)]


def points_of(x: Sequence[float], y: Sequence[float], canvas: Canvas) -> NDArray[np.float64]:
    """Return points in the page's coordinates, shape (n, 2)."""
    return np.column_stack([x, y]).astype(np.float64).reshape(-1, 2) - canvas.origin


def color_of(mark: Rings | Arrows | Path | Words, canvas: Canvas) -> str:
    """Return the colour of a mark on the page."""
    return canvas.style.palette.role(mark.color)


def clipping(canvas: Canvas) -> dict[str, Any]:
    """Cut at the frame where there is one: shapes may lie outside the window."""
    return {"clip_on": not canvas.panel.square}
