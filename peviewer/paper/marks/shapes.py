"""Draw shapes in the plane of a panel: rings, arrows, paths and words."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.patches import Circle, FancyArrowPatch

from peviewer.figures.grammar import Rings
from peviewer.paper.typography.text import typeset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.text import Text
    from matplotlib.transforms import Bbox
    from numpy.typing import NDArray

    from peviewer.figures.grammar import Arrows, Path, Words
    from peviewer.paper.marks.canvas import Canvas

THIN = 0.5  # lines that only guide the eye, in widths of curves
# A fading line is drawn in this many pieces, each of one strength.
SHADES = 40
FAINTEST = 0.06
# The length of an arrow's head, in line widths, and the most of its arrow that it may take.
HEAD = 4.5
HEAD_SHARE = 0.45
STOUTEST = 0.07  # an arrow's line width, in lengths
SMALL = 0.85
# How far words may shrink or grow; ``AIR`` keeps those beside each other apart.
LARGEST_WORDS, LARGEST_SMALL_WORDS = 1.4, 1.2
AIR = 0.75
STEPS = 9  # sizes that are tried between theirs and the smallest
WORDS = "words"
# Kinds of words, in the order in which they give way where even the smallest type would touch.
GIVING_WAY = MINOR, SHORT, FULL = "minor", "small", "full"


def rings(rings: Rings, canvas: Canvas) -> None:
    """Paint circles."""
    circles = [Circle((float(x), float(y)), rings.radius) for x, y in _points(rings.x, rings.y, canvas)]
    sizes, color = canvas.style.sizes, _color(rings, canvas)
    width = sizes.hair if rings.color == "muted" else sizes.line
    outlines = PatchCollection(circles, facecolor="none", edgecolor=color, linewidth=width, zorder=2, **_clip(canvas))
    canvas.axes.add_collection(outlines, autolim=False)


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
    width = min(width, STOUTEST * length)
    head = min(HEAD * width, HEAD_SHARE * length)
    style = f"-|>,head_length={head:.4g},head_width={0.42 * head:.4g}"
    canvas.axes.add_patch(
        FancyArrowPatch(tuple(start), tuple(end), arrowstyle=style, mutation_scale=1, shrinkA=0, shrinkB=0,
                        linewidth=width, color=color, capstyle="butt", joinstyle="miter", zorder=4, **_clip(canvas))
    )  # fmt: skip


def path(path: Path, canvas: Canvas) -> None:
    """Paint a line through points; a fading one in pieces that grow stronger."""
    points, color = _points(path.x, path.y, canvas), _color(path, canvas)
    if len(points) < 2:
        return
    pieces = _pieces(points) if path.fading else [points]
    strengths = np.linspace(FAINTEST, 1, len(pieces)) if path.fading else [1.0]
    width = canvas.style.sizes.line * (THIN if path.color == "muted" else 1.0)
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
    """Paint short texts centred on points; see :func:`fit_words` for their size."""
    size = canvas.style.sizes.tick * (SMALL if words.small else 1.0)
    look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": size, "color": _color(words, canvas)}
    for (x, y), text in zip(_points(words.x, words.y, canvas), words.texts, strict=True):
        painted = canvas.axes.text(float(x), float(y), typeset(text), zorder=5, **look, **_clip(canvas))
        painted.set_gid(WORDS)
        painted.set_label(MINOR if words.small and words.color == "muted" else SHORT if words.small else FULL)


def fit_words(canvas: Canvas) -> None:
    """Make all words of a panel smaller where two of them would touch; on slides larger in square ones with room.

    Where they would touch in the smallest type, too, those that are missed least are left out.
    """
    texts = [text for text in canvas.axes.texts if text.get_gid() == WORDS]
    if not texts:
        return
    renderer = canvas.axes.figure.canvas.get_renderer()  # type: ignore[attr-defined]  # an Agg canvas
    least = canvas.style.sizes.least
    for kind in GIVING_WAY:
        if _are_apart(texts, renderer, 0.0, least, air=1.0):
            break
        for text in texts:
            text.set_visible(text.get_visible() and text.get_label() != kind)
        texts = [text for text in texts if text.get_visible()]
    if not texts and not any(isinstance(mark, Rings) for mark in canvas.panel.marks):
        canvas.axes.set_visible(False)  # what only framed them goes with them
    share = _share(texts, renderer)
    if any(share * float(text.get_fontsize()) < least for text in texts):  # small ones stay, others come down to them
        share = next((one for one in np.linspace(share, 0, STEPS) if _are_apart(texts, renderer, one, least)), 0.0)
    # On paper sizes are fixed: what has room there is not larger than the caption.
    natural, grows = canvas.style.sizes.tick, canvas.panel.square and not canvas.style.printed
    for text in texts:
        size = float(text.get_fontsize())
        most = LARGEST_WORDS if size == natural else LARGEST_SMALL_WORDS
        text.set_fontsize(max(min(size, least), size * min(share, most if grows else 1.0)))


def _share(texts: Sequence[Text], renderer: RendererAgg) -> float:
    """Return the size of type in which no two texts touch, as a share of their own."""
    boxes = [text.get_window_extent(renderer) for text in texts]
    return min((_apart(first, second, AIR) for first, second in combinations(boxes, 2)), default=LARGEST_WORDS)


def _are_apart(texts: Sequence[Text], renderer: RendererAgg, share: float, least: float, air: float = AIR) -> bool:
    """Whether no two texts touch in such a share of their size, those that would be smaller being `least` points."""
    boxes = []
    for text in texts:
        box, size = text.get_window_extent(renderer), float(text.get_fontsize())
        factor = max(share, min(1.0, least / size))
        boxes.append(box.expanded(factor, factor))
    return all(_apart(first, second, air) >= 1 for first, second in combinations(boxes, 2))


def _apart(first: Bbox, second: Bbox, air: float) -> float:
    """Return by how much two boxes may grow around their centres before they come close."""
    across = abs(first.x0 + first.x1 - second.x0 - second.x1) / (first.width + second.width)
    up = abs(first.y0 + first.y1 - second.y0 - second.y1) / (first.height + second.height)
    return float(max(air * across, up))


def _points(x: Sequence[float], y: Sequence[float], canvas: Canvas) -> NDArray[np.float64]:
    """Return points in the page's coordinates, shape (n, 2)."""
    return np.column_stack([x, y]).astype(np.float64).reshape(-1, 2) - canvas.origin


def _color(mark: Rings | Arrows | Path | Words, canvas: Canvas) -> str:
    return canvas.style.palette.role(mark.color)


def _clip(canvas: Canvas) -> dict[str, Any]:
    """Cut at the frame where there is one: shapes may lie outside the window."""
    return {"clip_on": not canvas.panel.square}
