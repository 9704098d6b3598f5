"""Draw shapes in the plane of a panel: rings, arrows, paths and words."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.patches import Circle, FancyArrowPatch

from peviewer.paper.text import typeset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.text import Text
    from numpy.typing import NDArray

    from peviewer.figures.grammar import Arrows, Path, Rings, Words
    from peviewer.paper.canvas import Canvas

# A fading line is drawn in this many pieces, each of one strength.
SHADES = 40
FAINTEST = 0.06
# The length of an arrow's head, in line widths, and the most of its arrow that it may take.
HEAD = 4.5
HEAD_SHARE = 0.45
SMALLEST_WORDS = 0.55


def rings(rings: Rings, canvas: Canvas) -> None:
    """Paint circles."""
    circles = [Circle((float(x), float(y)), rings.radius) for x, y in _points(rings.x, rings.y, canvas)]
    look: dict[str, Any] = {
        "facecolor": "none",
        "edgecolor": _color(rings, canvas),
        "linewidth": canvas.style.sizes.hair,
    }
    canvas.axes.add_collection(PatchCollection(circles, zorder=2, **look, **_clip(canvas)), autolim=False)


def arrows(arrows: Arrows, canvas: Canvas) -> None:
    """Paint arrows: strong ones with a head, others as thin lines."""
    starts = _points(arrows.x, arrows.y, canvas)
    ends = starts + np.column_stack([arrows.dx, arrows.dy]).reshape(-1, 2)
    width = canvas.style.sizes.line * (1.3 if arrows.strong else 0.6)
    if not arrows.strong:
        lines = LineCollection(list(np.stack([starts, ends], axis=1)), colors=_color(arrows, canvas),
                               linewidths=width, capstyle="round", zorder=3, **_clip(canvas))  # fmt: skip
        canvas.axes.add_collection(lines, autolim=False)
        return
    for start, end in zip(starts, ends, strict=True):
        _arrow(start, end, width, _color(arrows, canvas), canvas)


def _arrow(start: NDArray[np.float64], end: NDArray[np.float64], width: float, color: str, canvas: Canvas) -> None:
    """Paint one arrow whose tip lies exactly at its end; a short one has a small head."""
    to_page = canvas.axes.transData.transform
    length = float(np.hypot(*(to_page(end) - to_page(start)))) / canvas.pixel
    if length < 1e-3:
        return
    head = min(HEAD * width, HEAD_SHARE * length)
    style = f"-|>,head_length={head:.4g},head_width={0.42 * head:.4g}"
    canvas.axes.add_patch(
        FancyArrowPatch(tuple(start), tuple(end), arrowstyle=style, mutation_scale=1, shrinkA=0, shrinkB=0,
                        linewidth=width, color=color, capstyle="butt", joinstyle="miter", zorder=4, **_clip(canvas))
    )  # fmt: skip


def path(path: Path, canvas: Canvas) -> None:
    """Paint a line through points; a fading one in pieces that grow stronger."""
    points, color, width = _points(path.x, path.y, canvas), _color(path, canvas), canvas.style.sizes.line
    if len(points) < 2:
        return
    pieces = _pieces(points) if path.fading else [points]
    strengths = np.linspace(FAINTEST, 1, len(pieces)) if path.fading else [1.0]
    # Round ends would show as dots where two half-transparent pieces meet.
    ends = "butt" if path.fading else "round"
    canvas.axes.add_collection(
        LineCollection(pieces, colors=[(color, float(strength)) for strength in strengths], linewidths=width,
                       capstyle=ends, joinstyle="round", zorder=2.5, **_clip(canvas)),
        autolim=False,
    )  # fmt: skip


def _pieces(points: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Cut a line into at most `SHADES` pieces; each begins where the last one ends."""
    cuts = np.unique(np.linspace(0, len(points) - 1, min(SHADES, len(points) - 1) + 1).round().astype(int))
    return [points[low : high + 1] for low, high in pairwise(cuts)]


def words(words: Words, canvas: Canvas) -> None:
    """Paint short texts, all of one size: smaller where two beside each other would touch."""
    sizes, points = canvas.style.sizes, _points(words.x, words.y, canvas)
    size = sizes.tick * (0.85 if words.small else 1.0)
    look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": size, "color": _color(words, canvas)}
    texts = [
        canvas.axes.text(float(x), float(y), typeset(text), zorder=5, **look, **_clip(canvas))
        for (x, y), text in zip(points, words.texts, strict=True)
    ]
    share = _share(texts, canvas.axes.transData.transform(points).reshape(-1, 2), canvas)
    for text in texts:
        text.set_fontsize(size * share)


def _share(texts: Sequence[Text], places: NDArray[np.float64], canvas: Canvas) -> float:
    """Return how much smaller texts must be not to touch their neighbours on the same line."""
    renderer = canvas.axes.figure.canvas.get_renderer()  # type: ignore[attr-defined]  # an Agg canvas
    wide = [text.get_window_extent(renderer).width for text in texts]
    share = 1.0
    for first, (x, y) in enumerate(places):
        for second, (other, line) in enumerate(places[:first]):
            gap = abs(other - x)
            if abs(line - y) < 1 <= gap:
                share = min(share, 0.9 * gap / max(1.0, (wide[first] + wide[second]) / 2))
    return max(SMALLEST_WORDS, share)


def _points(x: Sequence[float], y: Sequence[float], canvas: Canvas) -> NDArray[np.float64]:
    """Return points in the page's coordinates, shape (n, 2)."""
    return np.column_stack([x, y]).astype(np.float64).reshape(-1, 2) - canvas.origin


def _color(mark: Rings | Arrows | Path | Words, canvas: Canvas) -> str:
    return canvas.style.palette.role(mark.color)


def _clip(canvas: Canvas) -> dict[str, Any]:
    """Cut at the frame where there is one: shapes may lie outside the window."""
    return {"clip_on": not canvas.panel.square}
