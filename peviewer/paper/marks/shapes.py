"""Draw shapes in the plane of a panel, rings, arrows and paths, and the words beside them."""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from matplotlib.collections import LineCollection, PatchCollection, PolyCollection
from matplotlib.patches import Circle, FancyArrowPatch
from matplotlib.patheffects import withStroke
from matplotlib.text import Text
from matplotlib.transforms import Bbox
from numpy.typing import NDArray

from peviewer.figures.fitting import spread_clocks
from peviewer.figures.grammar import Arrows, Dials, Path, Rings, Words, layer
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.text import typeset, width

LABEL = "label"  # of the names of lines, their group
HALO = 2.2  # of what frames a place among data: its halo in the background's colour
PAD = 0.2  # of its type, by which the ground of a label is larger on each side
THIN = 0.5  # of a curve: the width of muted lines
# A fading line is drawn in this many pieces, each of one opacity.
SHADES = 40
FAINTEST = 0.06
# The length of an arrow's head, in line widths, and the most of its arrow that it may take.
HEAD = 4.5
HEAD_SHARE = 0.45
DIAL, DIAL_TINT = (
    1.5,
    0.18,
)  # of a small clock: its radius in sizes of type, and the strength of its sector
STOUTEST = 0.07  # an arrow's line width, in lengths


def rings(rings: Rings, canvas: Canvas) -> None:
    circles = [
        Circle((float(x), float(y)), rings.radius) for x, y in points_of(rings.x, rings.y, canvas)
    ]
    sizes, color = canvas.style.sizes, color_of(rings, canvas)
    width = sizes.hair if rings.color == "muted" else sizes.line
    outlines = PatchCollection(
        circles,
        facecolor="none",
        edgecolor=color,
        linewidth=width,
        zorder=layer(Rings),
        **clipping(canvas),
    )
    canvas.axes.add_collection(outlines, autolim=False)


def arrows(arrows: Arrows, canvas: Canvas) -> None:
    starts = points_of(arrows.x, arrows.y, canvas)
    ends = starts + np.column_stack([arrows.dx, arrows.dy]).reshape(-1, 2)
    width = canvas.style.sizes.line * (1.3 if arrows.strong else 0.6)
    look = {
        "zorder": layer(Arrows) - 0.5 * (not arrows.strong),
        **clipping(canvas),
    }  # strong ones above
    if not arrows.strong:
        lines = LineCollection(list(np.stack([starts, ends], axis=1)), colors=color_of(arrows, canvas),
                               linewidths=width, capstyle="round", **look)  # fmt: skip
        canvas.axes.add_collection(lines, autolim=False)
        return
    for start, end in zip(starts, ends, strict=True):
        _arrow(start, end, width, canvas, color=color_of(arrows, canvas), **look)


def _arrow(
    start: NDArray[np.float64], end: NDArray[np.float64], width: float, canvas: Canvas, **look: Any
) -> None:
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


def dials(dials: Dials, canvas: Canvas) -> None:
    """Paint small clocks in a row, as many as fit without touching, with names beside them if there is room."""
    axes, sizes, palette = canvas.axes, canvas.style.sizes, canvas.style.palette
    box, size = axes.bbox, sizes.least
    radius = min(DIAL * sizes.tick * canvas.pixel, box.height / 2)
    centres = (
        axes.transData.transform([(x - canvas.origin[0], 0.0) for x in dials.x])[:, 0] - box.x0
    )
    names = max(width(name, size) for name in dials.names) * canvas.pixel
    shown, named = spread_clocks(
        centres.tolist(), box.width, radius, names, size * canvas.pixel / 2
    )

    def at(k: int, angles: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return points of a clock's rim, as shares of the axes."""
        x, y = centres[k] + radius * np.cos(angles), box.height / 2 + radius * np.sin(angles)
        return np.column_stack([x / box.width, y / box.height])

    look: dict[str, Any] = {"transform": axes.transAxes, "clip_on": False, "zorder": layer(Dials)}
    sectors, rims, hands = [], [], []
    for k in shown:
        before, after = dials.before[k], dials.before[k] + dials.turned[k]
        centre, rim = (
            np.array([[centres[k] / box.width, 0.5]]),
            at(k, np.linspace(0, 2 * np.pi, 60)),
        )
        turn = at(k, np.linspace(before, after, 60)) if abs(dials.turned[k]) < 2 * np.pi else rim
        sectors.append(np.concatenate([centre, turn]))
        rims.append(rim)
        hands += [np.concatenate([centre, at(k, np.array([angle]))]) for angle in (before, after)]
        if named:
            axes.text((centres[k] + radius + size * canvas.pixel / 3) / box.width, 0.5, typeset(dials.names[k]),
                      fontsize=size, color=palette.secondary, va="center", **look)  # fmt: skip
    color, muted = palette.role(dials.color), palette.role("muted")
    thick = [0.7 * sizes.line, 1.3 * sizes.line]
    for lines in (
        PolyCollection(sectors, facecolor=color, linewidth=0, alpha=DIAL_TINT, **look),
        LineCollection(rims, colors=muted, linewidths=sizes.hair, **look),
        LineCollection(hands, colors=[muted, color], linewidths=thick, capstyle="round", **look),
    ):
        axes.add_collection(lines, autolim=False)


def path(path: Path, canvas: Canvas) -> None:
    """Paint a line through points; a fading one in pieces that grow stronger."""
    points, color = points_of(path.x, path.y, canvas), color_of(path, canvas)
    if len(points) < 2:
        return
    pieces = _pieces(points) if path.fading else [points]
    strengths = np.linspace(FAINTEST, 1, len(pieces)) if path.fading else [1.0]
    width = canvas.style.sizes.line * (THIN if path.color == "muted" else 1.0)
    # Round ends would overlap as dots where two half-transparent pieces meet.
    ends = "butt" if path.fading else "round"
    halo = (
        [withStroke(linewidth=HALO * width, foreground=canvas.behind)]
        if path.color == "mark"
        else []
    )
    canvas.axes.add_collection(
        LineCollection(pieces, colors=[(color, float(strength)) for strength in strengths], linewidths=width,
                       capstyle=ends, joinstyle="round", path_effects=halo, zorder=layer(Path), **clipping(canvas)),
        autolim=False,
    )  # fmt: skip


def _pieces(points: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Cut a line into at most `SHADES` pieces; each begins where the last one ends."""
    cuts = np.unique(
        np.linspace(0, len(points) - 1, min(SHADES, len(points) - 1) + 1).round().astype(int)
    )
    return [points[low : high + 1] for low, high in pairwise(cuts)]


def points_of(x: Sequence[float], y: Sequence[float], canvas: Canvas) -> NDArray[np.float64]:
    """Return points in the page's coordinates, shape (n, 2)."""
    return np.column_stack([x, y]).astype(np.float64).reshape(-1, 2) - canvas.origin


def color_of(mark: Rings | Arrows | Path | Words, canvas: Canvas) -> str:
    return canvas.style.palette.role(mark.color)


def ground(canvas: Canvas) -> dict[str, Any]:
    """Return the halo of words on data, in the background's colour."""
    return {
        "boxstyle": f"round,pad={PAD}",
        "facecolor": canvas.behind,
        "edgecolor": "none",
        "alpha": 0.9,
    }


def clipping(canvas: Canvas) -> dict[str, Any]:
    """Cut at the frame where there is one: shapes may lie outside the window."""
    return {"clip_on": not canvas.panel.square}


SMALL = 0.85
# How far words may grow; ``AIR`` keeps those side by side apart.
LARGEST_WORDS, LARGEST_SMALL_WORDS = 1.4, 1.2
AIR = 0.82
CLEAR = 0.94  # so far apart are words in the smallest type, or some are hidden
# Kinds of words, in the order in which they are hidden where even the smallest type would touch.
HIDING_ORDER = MINOR, SHORT, FULL = "minor", "small", "full"


def words(words: Words, canvas: Canvas) -> None:
    """Paint short texts centred on points; see :func:`fit_words` for their size."""
    sizes = canvas.style.sizes
    size = max(sizes.least, SMALL * sizes.tick) if words.small else sizes.tick
    look: dict[str, Any] = {
        "ha": "center",
        "va": "center_baseline",
        "fontsize": size,
        "color": color_of(words, canvas),
    }
    if not canvas.panel.square and any(isinstance(mark, Path) for mark in canvas.panel.marks):
        look["bbox"] = ground(canvas)
    for (x, y), text in zip(points_of(words.x, words.y, canvas), words.texts, strict=True):
        kind = MINOR if words.small and words.color == "muted" else SHORT if words.small else FULL
        canvas.axes.text(
            float(x),
            float(y),
            typeset(text),
            label=kind,
            zorder=layer(Words),
            **look,
            **clipping(canvas),
        )


def fit_words(canvas: Canvas) -> None:
    """Make all words of a panel smaller where two of them would touch; on slides larger in square ones with room.

    Where they would touch in the smallest type, too, some are hidden, the least important kind
    first.
    """
    texts = [text for text in canvas.axes.texts if text.get_label() in HIDING_ORDER]
    if not texts:
        return
    renderer = canvas.axes.figure.canvas.get_renderer()  # type: ignore[attr-defined]  # an Agg canvas
    least, data = canvas.style.sizes.least, canvas.axes.bbox
    cell = math.inf if canvas.panel.heatmap is None else data.height / canvas.panel.y.extent
    names = [
        text.get_window_extent(renderer).padded(PAD * float(text.get_fontsize()) * canvas.pixel)
        for text in canvas.axes.texts
        if text.get_gid() == LABEL
    ]
    for text in (
        texts if not canvas.panel.square else ()
    ):  # rather none than a part, where a frame cuts
        box = text.get_window_extent(renderer)
        is_inside = (
            data.x0 <= box.x0 and box.x1 <= data.x1 and data.y0 <= box.y0 and box.y1 <= data.y1
        )
        has_room = is_inside and float(text.get_fontsize()) * canvas.pixel <= cell
        text.set_visible(
            (has_room or text.get_label() == FULL) and not any(box.overlaps(name) for name in names)
        )
    boxes = {text: text.get_window_extent(renderer) for text in texts if text.get_visible()}
    if not boxes:
        return
    for kind in HIDING_ORDER:
        if _are_apart(boxes, least):
            break
        for text in boxes:
            text.set_visible(text.get_visible() and text.get_label() != kind)
        boxes = {text: box for text, box in boxes.items() if text.get_visible()}
    if (
        not boxes
        and canvas.panel.square
        and not any(isinstance(mark, Rings) for mark in canvas.panel.marks)
    ):
        canvas.axes.set_visible(False)  # without its words the panel shows nothing
    pairs = combinations(boxes.values(), 2)
    share = min((_apart(first, second, AIR) for first, second in pairs), default=LARGEST_WORDS)
    # In print type does not grow beyond that of the caption.
    natural, grows = canvas.style.sizes.tick, canvas.panel.square and not canvas.style.printed
    for text, box in boxes.items():
        size, within = float(text.get_fontsize()), canvas.axes.bbox.width / box.width
        most = LARGEST_WORDS if size == natural else LARGEST_SMALL_WORDS
        text.set_fontsize(max(min(size, least), size * min(share, within, most if grows else 1.0)))


def _are_apart(boxes: Mapping[Text, Bbox], least: float) -> bool:
    """Whether no two texts touch in type of `least` points, or their own if that is smaller."""
    factors = [min(1.0, least / float(text.get_fontsize())) for text in boxes]
    small = [
        box.expanded(factor, factor) for box, factor in zip(boxes.values(), factors, strict=True)
    ]
    return all(_apart(first, second, CLEAR) >= 1 for first, second in combinations(small, 2))


def _apart(first: Bbox, second: Bbox, air: float) -> float:
    """Return the factor by which two boxes may grow around their centres before they come close."""
    across = abs(first.x0 + first.x1 - second.x0 - second.x1) / (first.width + second.width)
    up = abs(first.y0 + first.y1 - second.y0 - second.y1) / (first.height + second.height)
    return float(max(air * across, up))
