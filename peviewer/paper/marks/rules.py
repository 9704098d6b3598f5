"""Draw straight lines across a panel: rules and diagonals, with their labels beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from matplotlib.patheffects import withStroke
from matplotlib.transforms import Bbox

from peviewer.figures.grammar import HALOED, Curve, Rule, Words, layer
from peviewer.paper.marks.lines import line
from peviewer.paper.marks.shapes import PAD, ground
from peviewer.paper.text import typeset, width

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peviewer.figures.grammar import Diagonal
    from peviewer.paper.marks.canvas import Canvas

HALO = 2.6  # of a line: the width of its halo in the background's colour, so that it is visible on any data
OFF = 4  # points between a rule, or its end, and its label
AWAY = 8, 2  # the same beside a diagonal, along and across
SHARES = 0.5, 0.7, 0.3, 0.85, 0.15  # of what is seen of a diagonal, where its label may stand, the best one first
BETWEEN = 0.75, 0.5, 0.25  # where the label of a rule may stand but at its ends, by the share of its length
HIGH = 1.5  # of its type, a label with its ground
PITCH = 1.2  # of its type, from one line of a label to the next
LABEL = "label"
SMALL = 0.7  # in sizes of type: a label that would otherwise touch a curve
MOST = 0.4  # of a panel's width: longer labels are small in any case
MOST_OF_DATA = 0.25  # the same over a heatmap
RULE_WEIGHT = 2  # a rule through a label counts as so many curves
SAMPLES = 64  # of a curve that may run through a label


class Place(NamedTuple):
    """A label beside a rule: how far along, on which side, in which type, and what it covers, in pixels."""

    text: str
    end: float
    side: int
    size: float
    covers: Bbox


def rule(rule: Rule, canvas: Canvas) -> None:
    """Paint a straight line across the panel, and its label where it has room and no legend names it.

    The label of an upright one stands further down where nothing at all runs through it, and lies on another rule
    only where there is no other place.
    Where the label would cover a curve, its short one stands there.
    """
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
    wordings = [(size, text) for size in sizes for text in (rule.label, rule.short)]
    if number := "" if upright else _on_two_lines(rule.label):  # rather small than without its number
        wordings = [(size, text) for text in (rule.label, number, rule.short) for size in sizes]
    places = [place for size, text in wordings if text for place in _places(rule, text, at, canvas, size)]
    places = [place for place in places if _is_inside(place.covers, canvas.axes.bbox, upright)]
    places = [place for place in places if not _is_taken(place.covers, canvas)]
    if not places:
        return
    small_first = places[0].covers.width > MOST * canvas.axes.bbox.width
    crossed = [_crossings(place.covers, rule, canvas) for place in places]
    if upright:
        some = [k for k, place in enumerate(places) if crossed[k] < (RULE_WEIGHT if place.end == 1 else 1 / SAMPLES)]
        # Rather over another rule than without a name, if nothing else runs through it: small, to leave that a place.
        over = [k for k, count in enumerate(crossed) if count == RULE_WEIGHT]
        some = some or [k for k in over if places[k].size == min(places[j].size for j in over)]
    else:  # between its ends only where nothing runs through
        some = [k for k, place in enumerate(places) if place.end not in BETWEEN or not crossed[k]]
    places, crossed = [places[k] for k in some], [crossed[k] for k in some]
    if not places:
        return
    fewest = [place for place, count in zip(places, crossed, strict=True) if count == min(crossed)]
    place = fewest[-1 if small_first and min(crossed) else 0]
    # At a share of the rule, the middle of the label is where _places has it.
    middle = OFF + (HIGH / 2 - PAD) * place.size
    away: tuple[float, float] = OFF * place.side, {0.0: OFF, 1.0: -OFF}.get(place.end, (1 - 2 * place.end) * middle)
    heights = {0.0: "bottom", 1.0: "top"}
    sides = ("left" if place.side > 0 else "right"), heights.get(place.end, "center")
    if not upright:
        wide = OFF + (place.covers.width / canvas.pixel - OFF) / 2
        away = {0.0: OFF, 1.0: -OFF}.get(place.end, (1 - 2 * place.end) * wide), OFF * place.side
        across = {0.0: "left", 1.0: "right"}.get(place.end, "center")
        sides = across, ("bottom" if place.side > 0 else "top")
    text = axes.annotate(
        "\n".join(map(typeset, place.text.split("\n"))),
        (at, place.end) if upright else (place.end, at),
        xycoords=axes.get_xaxis_transform() if upright else axes.get_yaxis_transform(),
        xytext=away,
        textcoords="offset points",
        ha=sides[0],
        va=sides[1],
        **_words(look, canvas) | {"fontsize": place.size},
    )
    text.set_gid(LABEL)


def _on_two_lines(label: str) -> str:
    """Return a name and its number one below the other; nothing of a label that has no number."""
    name, colon, number = label.partition(": ")
    return f"{name}:\n{number}" if colon else ""


def _places(rule: Rule, text: str, at: float, canvas: Canvas, size: float) -> list[Place]:
    """Return where a label may stand, the best place first.

    The best is the right end of a level rule, above it, and the top of an upright one, right of it; the last is between
    its ends.
    """
    axes, upright = canvas.axes, rule.direction == "x"
    x, y = axes.transData.transform((at, axes.get_ylim()[0]) if upright else (axes.get_xlim()[0], at))
    box, off = axes.bbox, OFF * canvas.pixel
    lines = text.split("\n")
    wide = 1.05 * max(width(line, size) for line in lines) * canvas.pixel + off
    high = (HIGH + PITCH * (len(lines) - 1)) * size * canvas.pixel
    places = []
    ends = (0.0, 1.0) if rule.at_left and not upright else (1.0, 0.0)
    for end in (*ends, *BETWEEN):
        for side in (1, -1):
            if upright:
                left = x + off if side > 0 else x - off - wide
                edge = off - PAD * size * canvas.pixel
                low = box.y0 + edge + end * (box.height - 2 * edge - high)
            else:
                left, low = box.x0 + off + end * (box.width - 2 * off - wide), (y + off if side > 0 else y - off - high)
            places.append(Place(text, end, side, size, Bbox.from_bounds(left, low, wide, high)))
    return places


def _is_inside(place: Bbox, data: Bbox, upright: bool) -> bool:
    """Whether a label is inside the panel, for an upright rule only from left to right."""
    level = data.x0 <= place.x0 and place.x1 <= data.x1
    return bool(level and (upright or (data.y0 <= place.y0 and place.y1 <= data.y1)))


def _is_taken(place: Bbox, canvas: Canvas) -> bool:
    """Whether the label of another rule, with its ground, is there."""
    renderer = canvas.axes.figure.canvas.get_renderer()  # type: ignore[attr-defined]  # an Agg canvas
    labels = [text for text in canvas.axes.texts if text.get_gid() == LABEL]
    # Each ground is larger than its words by a share of its type.
    grounds = [
        text.get_window_extent(renderer).padded(2 * PAD * float(text.get_fontsize()) * canvas.pixel) for text in labels
    ]
    return any(place.overlaps(ground) for ground in grounds)


def _crossings(place: Bbox, rule: Rule, canvas: Canvas) -> float:
    """Return how many curves, by the share of the width, and rules a label would cover.

    A rule between the label and its own counts, too: the label would seem to belong to it.
    """
    axes, (left, below) = canvas.axes, canvas.origin
    ends = axes.transData.inverted().transform([(place.x0, place.y0), (place.x1, place.y1)]) + np.array((left, below))
    low, high = ends.min(axis=0), ends.max(axis=0)
    count = 0.0
    for mark in canvas.panel.marks:
        if isinstance(mark, Rule) and mark != rule:
            side = 0 if mark.direction == "x" else 1
            reach = [low[side], high[side], *((rule.at,) if mark.direction == rule.direction else ())]
            count += RULE_WEIGHT * bool(min(reach) <= mark.at <= max(reach))
        if not isinstance(mark, Curve):
            continue
        x, y = mark.series.sample(float(low[0]), float(high[0]), SAMPLES)
        if not np.isfinite(y).any():  # nor where there are none
            continue
        heights = axes.transData.transform(np.column_stack([x - left, y + (mark.y0 - below)]))[:, 1]
        if np.nanmin(heights) <= place.y1 and np.nanmax(heights) >= place.y0:
            # A curve that jumps over the label counts as well.
            count += max(1 / SAMPLES, float(np.mean((place.y0 <= heights) & (heights <= place.y1))))
    return count


def diagonal(diagonal: Diagonal, canvas: Canvas) -> None:
    """Paint the line of points whose x − y is one number, and its label beside the middle of the visible part."""
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
    ends = np.column_stack([x, y])
    beside = [_beside(diagonal, ends, share, side, size, canvas) for share in SHARES for side in (1, -1)]
    inside = [(at, place) for at, place in beside if _is_inside(place.covers, box, upright=True)]
    free = [(at, place) for at, place in inside if not _is_taken(place.covers, canvas)]
    if not free:
        return
    at, place = next((found for found in free if _is_inside(found[1].covers, box, upright=False)), free[0])
    text = canvas.axes.annotate(
        typeset(diagonal.label),
        at,
        xytext=(AWAY[0] * place.side, AWAY[1] * place.side),
        textcoords="offset points",
        ha="left" if place.side > 0 else "right",
        va="bottom" if place.side > 0 else "top",
        **_words(look, canvas) | {"fontsize": size},
    )
    text.set_gid(LABEL)


def _beside(
    diagonal: Diagonal, ends: NDArray[np.float64], share: float, side: int, size: float, canvas: Canvas
) -> tuple[tuple[float, float], Place]:
    """Return where a label at a share of a diagonal's visible part begins, and its box."""
    first, last = ends
    x, y = first + share * (last - first)
    across, up = canvas.axes.transData.transform((x, y)) + np.multiply(AWAY, side * canvas.pixel)
    wide, high = 1.05 * width(diagonal.label, size) * canvas.pixel, HIGH * size * canvas.pixel
    covers = Bbox.from_bounds(across - wide * (side < 0), up - high * (side < 0), wide, high)
    return (float(x), float(y)), Place(diagonal.label, share, side, size, covers)


def _over_data(mark: Rule | Diagonal, canvas: Canvas) -> dict[str, Any]:
    """Return how a straight line looks on the data: marking lines have a halo."""
    look = line(mark, canvas.style)
    if mark.color not in HALOED:
        return look
    halo = withStroke(linewidth=HALO * look["linewidth"], foreground=canvas.behind)
    return look | {"path_effects": [halo]}


def _words(look: dict[str, Any], canvas: Canvas) -> dict[str, Any]:
    """Return how a label looks, in the colour of its line."""
    size, color = canvas.style.sizes.tick, look["color"]
    return {"fontsize": size, "color": color, "bbox": ground(canvas), "zorder": layer(Words)}
