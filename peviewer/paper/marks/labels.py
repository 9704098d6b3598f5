"""Where the label of a straight line may stand: beside it, inside the panel, and off curves and other labels."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from matplotlib.transforms import Bbox

from peviewer.figures.grammar import Curve, Diagonal, Rule
from peviewer.paper.marks.canvas import LineName, Way
from peviewer.paper.marks.shapes import PAD
from peviewer.paper.text import typeset, width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.figures.grammar import Panel
    from peviewer.paper.marks.canvas import Canvas

OFF = 4  # points between a rule, or its end, and its label
AWAY = 8, 2  # the same beside a diagonal, along and across
SHARES = 0.5, 0.7, 0.3, 0.85, 0.15  # of what is seen of a diagonal, where its label may stand, the best one first
BETWEEN = 0.75, 0.5, 0.25  # where the label of a rule may stand but at its ends, by the share of its length
HIGH = 1.5  # of its type, a label with its ground
PITCH = 1.2  # of its type, from one line of a label to the next
LABEL = "label"
SMALL = 0.7  # in sizes of type: a label that would otherwise touch a curve
MOST = 0.4  # of a panel's width: longer labels are small in any case
MOST_OF_DATA = 0.25  # the same of one across a heatmap
RULE_WEIGHT = 2  # a rule through a label counts as so many curves
SAMPLES = 64  # of a curve that may run through a label


class Place(NamedTuple):
    """A label beside a line: its words, its type in points, how it stands there, and what it covers, in pixels."""

    text: str
    size: float
    way: Way
    covers: Bbox


def straight_lines(panel: Panel) -> dict[LineName, Rule | Diagonal]:
    """Return the straight lines of a panel by their names.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import pane
    >>> profile = pane("distance").figure(Document()).panels[1]
    >>> [(*name, line.label) for name, line in straight_lines(profile).items()]
    [('x', 'mark', 0, '*t* = 50'), ('x', 'mark', 1, '*t* + *φ* = 150'), ('y', 'reference', 0, 'neighbours: 2.6712')]
    """
    seen = Counter[tuple[str, str]]()
    found = {}
    for mark in panel.marks:
        if isinstance(mark, Rule | Diagonal):
            kind = mark.direction if isinstance(mark, Rule) else "diagonal"
            found[LineName(kind, mark.color, seen[kind, mark.color])] = mark
            seen[kind, mark.color] += 1
    return found


def label_places(line: Rule | Diagonal, canvas: Canvas) -> list[Place]:
    """Return where a label is inside the panel, the best place first; none where a legend names the line."""
    if not line.label or canvas.panel.legend:
        return []
    found = _beside_rule(line, canvas) if isinstance(line, Rule) else _beside_diagonal(line, canvas)
    # That of an upright rule is as high as the panel lets it be.
    return [place for place in found if is_inside(place, canvas, upright=not _is_level(line))]


def label_place(line: Rule | Diagonal, canvas: Canvas) -> Place | None:
    """Return where the label of a line stands, off the labels that are there; None where it has no room.

    In a clip it stands as in the other frames, as long as it can.
    """
    taken = _grounds(canvas)
    free = [place for place in label_places(line, canvas) if not any(map(place.covers.overlaps, taken))]
    for way in _ways(line, canvas):
        if (same := next((place for place in free if place.way == way), None)) is not None:
            return same
    if isinstance(line, Rule):
        return _best_beside_rule(free, line, canvas)
    free = [place for place in free if place.way.is_small == is_long(place, line, canvas)]
    return next((place for place in free if is_inside(place, canvas)), next(iter(free), None))


def _ways(line: Rule | Diagonal, canvas: Canvas) -> tuple[Way, ...]:
    """Return how the label of a line stands in all frames of a clip."""
    if not canvas.ways:
        return ()
    names = straight_lines(canvas.panel).items()
    return next((canvas.ways.get(name, ()) for name, other in names if other is line), ())


def _best_beside_rule(free: list[Place], rule: Rule, canvas: Canvas) -> Place | None:
    """Return the place in which a label covers least.

    That of an upright rule stands further down where nothing at all runs through it, and lies on another rule only
    where there is no other place.
    """
    crossed = [crossings(place, rule, canvas) for place in free]
    some = [k for k, place in enumerate(free) if is_clear(place, rule, crossed[k])]
    if not _is_level(rule):
        # Rather over another rule than without a name, if nothing else runs through it: small, to leave that a place.
        over = [k for k, count in enumerate(crossed) if count == RULE_WEIGHT]
        some = some or [k for k in over if free[k].size == min(free[j].size for j in over)]
    if not some:
        return None
    small_first = is_long(free[0], rule, canvas)
    fewest = min(crossed[k] for k in some)
    least = [free[k] for k in some if crossed[k] == fewest]
    return least[-1 if small_first and fewest else 0]


def is_clear(place: Place, line: Rule | Diagonal, crossed: float) -> bool:
    """Whether so many curves and rules through a label leave it clear enough for its place."""
    if isinstance(line, Diagonal):
        return True
    if line.direction == "x":
        return crossed < (RULE_WEIGHT if place.way.end == 1 else 1 / SAMPLES)
    return place.way.end not in BETWEEN or not crossed  # between its ends only where nothing runs through


def is_long(place: Place, line: Rule | Diagonal, canvas: Canvas) -> bool:
    """Whether a label is so long that it is small in any case."""
    wide = canvas.axes.bbox.width
    if isinstance(line, Rule):
        return bool(place.covers.width > MOST * wide)
    return width(line.label, sizes_of_type(canvas)[0]) * canvas.pixel > MOST_OF_DATA * wide


def sizes_of_type(canvas: Canvas) -> tuple[float, float]:
    """Return the usual and the small type of labels, in points."""
    usual = canvas.style.sizes.tick
    return usual, max(canvas.style.sizes.least, SMALL * usual)


def is_inside(place: Place, canvas: Canvas, *, upright: bool = False) -> bool:
    """Whether a label is inside the panel, an `upright` one from left to right."""
    covers, data = place.covers, canvas.axes.bbox
    level = data.x0 <= covers.x0 and covers.x1 <= data.x1
    return bool(level and (upright or (data.y0 <= covers.y0 and covers.y1 <= data.y1)))


def _is_level(line: Rule | Diagonal) -> bool:
    return isinstance(line, Rule) and line.direction == "y"


def _beside_rule(rule: Rule, canvas: Canvas) -> list[Place]:
    """Return where a label may stand, the best place first.

    The best is the right end of a level rule, above it, and the top of an upright one, right of it; the last is between
    its ends.
    """
    low, high = (canvas.panel.x if rule.direction == "x" else canvas.panel.y).shown
    if not low <= rule.at <= high:
        return []
    sizes, texts = list(enumerate(sizes_of_type(canvas))), list(enumerate(wordings(rule)))
    if texts[1][1]:  # rather small than without its number
        written = [(*size, *text) for text in texts for size in sizes]
    else:
        written = [(*size, *text) for size in sizes for text in texts]
    ends = (0.0, 1.0) if rule.at_left and _is_level(rule) else (1.0, 0.0)
    return [
        _place_beside_rule(rule, text, size, Way(end, side, wording, bool(is_small)), canvas)
        for is_small, size, wording, text in written
        if text
        for end in (*ends, *BETWEEN)
        for side in (1, -1)
    ]


def wordings(rule: Rule) -> tuple[str, str, str]:
    r"""Return what a label may say: all, its name above its number, or less; what is empty it cannot say.

    >>> wordings(Rule("y", 2.5, "neighbours: 2.5", short="neighbours"))
    ('neighbours: 2.5', 'neighbours:\n2.5', 'neighbours')
    """
    name, colon, number = rule.label.partition(": ")
    return rule.label, f"{name}:\n{number}" if colon and _is_level(rule) else "", rule.short


def label_text(wording: str) -> str:
    """Return how a label is written: its mathematics set, line by line."""
    return "\n".join(map(typeset, wording.split("\n")))


def _place_beside_rule(rule: Rule, text: str, size: float, way: Way, canvas: Canvas) -> Place:
    axes, upright = canvas.axes, rule.direction == "x"
    at = rule.at - canvas.origin[0 if upright else 1]
    x, y = axes.transData.transform((at, axes.get_ylim()[0]) if upright else (axes.get_xlim()[0], at))
    box, off = axes.bbox, OFF * canvas.pixel
    lines = text.split("\n")
    wide = 1.05 * max(width(line, size) for line in lines) * canvas.pixel + off
    high = (HIGH + PITCH * (len(lines) - 1)) * size * canvas.pixel
    if upright:
        edge = off - PAD * size * canvas.pixel
        left = x + off if way.side > 0 else x - off - wide
        low = box.y0 + edge + way.end * (box.height - 2 * edge - high)
    else:
        left, low = box.x0 + off + way.end * (box.width - 2 * off - wide), (y + off if way.side > 0 else y - off - high)
    return Place(text, size, way, Bbox.from_bounds(left, low, wide, high))


def visible_ends(diagonal: Diagonal, panel: Panel) -> tuple[float, float]:
    """Return from which y to which y a diagonal is seen."""
    (left, right), (low, high) = panel.x.shown, panel.y.shown
    return max(low, left - diagonal.at), min(high, right - diagonal.at)


def point_on(diagonal: Diagonal, share: float, canvas: Canvas) -> tuple[float, float]:
    """Return the point at a share of what is seen of a diagonal, in the page's coordinates."""
    first, last = visible_ends(diagonal, canvas.panel)
    y = first + share * (last - first)
    return y + diagonal.at - canvas.origin[0], y - canvas.origin[1]


def _beside_diagonal(diagonal: Diagonal, canvas: Canvas) -> list[Place]:
    first, last = visible_ends(diagonal, canvas.panel)
    if first >= last:
        return []
    found = []
    for is_small, size in enumerate(sizes_of_type(canvas)):
        wide, high = 1.05 * width(diagonal.label, size) * canvas.pixel, HIGH * size * canvas.pixel
        for way in (Way(share, side, 0, bool(is_small)) for share in SHARES for side in (1, -1)):
            point = canvas.axes.transData.transform(point_on(diagonal, way.end, canvas))
            across, up = point + np.multiply(AWAY, way.side * canvas.pixel)
            left, low = across - wide * (way.side < 0), up - high * (way.side < 0)
            found.append(Place(diagonal.label, size, way, Bbox.from_bounds(left, low, wide, high)))
    return found


def _grounds(canvas: Canvas) -> list[Bbox]:
    """Return what the labels of other lines cover, with their grounds."""
    renderer = canvas.axes.figure.canvas.get_renderer()  # type: ignore[attr-defined]  # an Agg canvas
    labels = [text for text in canvas.axes.texts if text.get_gid() == LABEL]
    # Each ground is larger than its words by a share of its type.
    return [
        text.get_window_extent(renderer).padded(2 * PAD * float(text.get_fontsize()) * canvas.pixel) for text in labels
    ]


def crossings(place: Place, line: Rule | Diagonal, canvas: Canvas) -> float:
    """Return how many curves, by the share of the width, and rules a label would cover; 0 beside a diagonal.

    A rule between the label and its own counts, too: the label would seem to belong to it.
    """
    if isinstance(line, Diagonal):
        return 0.0
    axes, covers, (left, below) = canvas.axes, place.covers, canvas.origin
    corners: Sequence[tuple[float, float]] = [(covers.x0, covers.y0), (covers.x1, covers.y1)]
    ends = axes.transData.inverted().transform(corners) + np.array((left, below))
    low, high = ends.min(axis=0), ends.max(axis=0)
    count = 0.0
    for mark in canvas.panel.marks:
        if isinstance(mark, Rule) and mark != line:
            side = 0 if mark.direction == "x" else 1
            reach = [low[side], high[side], *((line.at,) if mark.direction == line.direction else ())]
            count += RULE_WEIGHT * bool(min(reach) <= mark.at <= max(reach))
        if not isinstance(mark, Curve):
            continue
        x, y = mark.series.sample(float(low[0]), float(high[0]), SAMPLES)
        if not np.isfinite(y).any():  # nor where there are none
            continue
        heights = axes.transData.transform(np.column_stack([x - left, y + (mark.y0 - below)]))[:, 1]
        if np.nanmin(heights) <= covers.y1 and np.nanmax(heights) >= covers.y0:
            # A curve that jumps over the label counts as well.
            count += max(1 / SAMPLES, float(np.mean((covers.y0 <= heights) & (heights <= covers.y1))))
    return count
