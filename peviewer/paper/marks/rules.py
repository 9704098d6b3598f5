"""Draw straight lines across a panel: rules and diagonals, with their labels beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from matplotlib.patheffects import withStroke
from matplotlib.transforms import Bbox

from peviewer.figures.grammar import Curve, Rule, Words, layer
from peviewer.paper.marks.lines import line
from peviewer.paper.typography.measure import width
from peviewer.paper.typography.text import typeset

if TYPE_CHECKING:
    from peviewer.figures.grammar import Diagonal
    from peviewer.paper.marks.canvas import Canvas

HALO = 2.6  # of a line: the ground's colour around it, so that it is seen on data of any colour
OFF = 4  # points between a rule, or the end of it, and its label
HIGH = 1.5  # of its type, a label with its ground
LABEL = "label"
SMALL = 0.7  # of its type, where it would else run into a curve
MOST = 0.4  # of a panel's width, that a label may take before it is small in any case
MOST_OF_DATA = 0.25  # the same of one that stands amid colours
SAMPLES = 64  # of a curve, to see whether it runs through a label


class Place(NamedTuple):
    """Where a label stands: at which end of the rule, on which side, in which type, and what it covers, in pixels."""

    end: int
    side: int
    size: float
    covers: Bbox


def rule(rule: Rule, canvas: Canvas) -> None:
    """Paint a straight line across the panel, and its label where it has room and no legend names it."""
    axes, upright = canvas.axes, rule.direction == "x"
    at = rule.at - canvas.origin[0 if upright else 1]
    look = _over_data(rule, canvas)
    if upright:
        axes.axvline(at, **look)
    else:
        axes.axhline(at, **look)
    low, high = (canvas.panel.x if upright else canvas.panel.y).shown
    if not rule.label or canvas.panel.legend or not low <= rule.at <= high:
        return
    natural = canvas.style.sizes.tick
    sizes = natural, max(canvas.style.sizes.least, SMALL * natural)
    places = [place for size in sizes for place in _places(rule, at, canvas, size)]
    places = [place for place in places if _is_inside(place.covers, canvas.axes.bbox, upright)]
    places = [place for place in places if not _is_taken(place.covers, canvas)]
    if not places:
        return
    small_first = places[0].covers.width > MOST * canvas.axes.bbox.width
    crossed = [_crossings(place.covers, rule, canvas) for place in places]
    fewest = [place for place, count in zip(places, crossed, strict=True) if count == min(crossed)]
    place = fewest[-1 if small_first and min(crossed) else 0]
    away = OFF * place.side, -OFF * (2 * place.end - 1)
    sides = ("left" if place.side > 0 else "right"), ("top" if place.end else "bottom")
    if not upright:
        away = away[::-1]
        sides = ("right" if place.end else "left"), ("bottom" if place.side > 0 else "top")
    text = axes.annotate(
        typeset(rule.label),
        (at, place.end) if upright else (place.end, at),
        xycoords=axes.get_xaxis_transform() if upright else axes.get_yaxis_transform(),
        xytext=away,
        textcoords="offset points",
        ha=sides[0],
        va=sides[1],
        **_words(look, canvas) | {"fontsize": place.size},
    )
    text.set_gid(LABEL)


def _places(rule: Rule, at: float, canvas: Canvas, size: float) -> list[Place]:
    """Return where a label may stand, the best place first: a level rule's at its right end, above it."""
    axes, upright = canvas.axes, rule.direction == "x"
    x, y = axes.transData.transform((at, axes.get_ylim()[0]) if upright else (axes.get_xlim()[0], at))
    box, off = axes.bbox, OFF * canvas.pixel
    wide, high = 1.05 * width(rule.label, size) * canvas.pixel + off, HIGH * size * canvas.pixel
    places = []
    for end in (1,) if upright else (0, 1) if rule.at_left else (1, 0):
        for side in (1, -1):
            if upright:
                left, low = (x + off if side > 0 else x - off - wide), box.y1 - off - high
            else:
                left, low = (box.x1 - off - wide if end else box.x0 + off), (y + off if side > 0 else y - off - high)
            places.append(Place(end, side, size, Bbox.from_bounds(left, low, wide, high)))
    return places


def _is_inside(place: Bbox, data: Bbox, upright: bool) -> bool:
    """Whether a label stands in the panel, but for the top of an upright rule's in a low one."""
    level = data.x0 <= place.x0 and place.x1 <= data.x1
    return bool(level and (upright or (data.y0 <= place.y0 and place.y1 <= data.y1)))


def _is_taken(place: Bbox, canvas: Canvas) -> bool:
    """Whether the label of another rule stands there."""
    renderer = canvas.axes.figure.canvas.get_renderer()  # type: ignore[attr-defined]  # an Agg canvas
    labels = [text for text in canvas.axes.texts if text.get_gid() == LABEL]
    return any(place.overlaps(text.get_window_extent(renderer)) for text in labels)


def _crossings(place: Bbox, rule: Rule, canvas: Canvas) -> float:
    """Return how many curves run through what a label would cover, by the share of it, and other rules, twice."""
    axes, (left, below) = canvas.axes, canvas.origin
    ends = axes.transData.inverted().transform([(place.x0, place.y0), (place.x1, place.y1)]) + np.array((left, below))
    low, high = ends.min(axis=0), ends.max(axis=0)
    count = 0.0
    for mark in canvas.panel.marks:
        if isinstance(mark, Rule) and mark != rule:
            side = 0 if mark.direction == "x" else 1
            count += 2 * bool(low[side] <= mark.at <= high[side])
        if not isinstance(mark, Curve):
            continue
        x, y = mark.series.sample(float(low[0]), float(high[0]), SAMPLES)
        if not len(x):
            continue
        heights = axes.transData.transform(np.column_stack([x - left, y + (mark.y0 - below)]))[:, 1]
        if np.nanmin(heights) <= place.y1 and np.nanmax(heights) >= place.y0:
            # What jumps over it runs through it, too.
            count += max(1 / SAMPLES, float(np.mean((place.y0 <= heights) & (heights <= place.y1))))
    return count


def diagonal(diagonal: Diagonal, canvas: Canvas) -> None:
    """Paint the places whose x − y is one number, and the label beside the middle of what is seen of them."""
    (left, right), (low, high) = canvas.panel.x.shown, canvas.panel.y.shown
    first, last = max(low, left - diagonal.at), min(high, right - diagonal.at)
    if first >= last:
        return
    look = _over_data(diagonal, canvas)
    x, y = np.array([first, last]) + diagonal.at - canvas.origin[0], np.array([first, last]) - canvas.origin[1]
    canvas.axes.plot(x, y, scalex=False, scaley=False, **look)
    if not diagonal.label or canvas.panel.legend:
        return
    size, box = canvas.style.sizes.tick, canvas.axes.bbox
    if width(diagonal.label, size) * canvas.pixel > MOST_OF_DATA * box.width:
        size = max(canvas.style.sizes.least, SMALL * size)
    middle = canvas.axes.transData.transform((x.mean(), y.mean()))
    is_left = box.x1 - middle[0] < (1.05 * width(diagonal.label, size) + 12) * canvas.pixel
    canvas.axes.annotate(
        typeset(diagonal.label),
        (x.mean(), y.mean()),
        xytext=(-8, -2) if is_left else (8, 2),
        textcoords="offset points",
        ha="right" if is_left else "left",
        va="top" if is_left else "bottom",
        **_words(look, canvas) | {"fontsize": size},
    )


def _over_data(mark: Rule | Diagonal, canvas: Canvas) -> dict[str, Any]:
    """Return how a straight line looks on the data: what marks something has a halo."""
    look = line(mark, canvas.style)
    if mark.color != "mark":
        return look
    halo = withStroke(linewidth=HALO * look["linewidth"], foreground=canvas.behind)
    return look | {"path_effects": [halo]}


def _words(look: dict[str, Any], canvas: Canvas) -> dict[str, Any]:
    """Return how a label looks, in the colour of its line."""
    ground = {"boxstyle": "round,pad=0.2", "facecolor": canvas.behind, "edgecolor": "none", "alpha": 0.9}
    return {"fontsize": canvas.style.sizes.tick, "color": look["color"], "bbox": ground, "zorder": layer(Words)}
