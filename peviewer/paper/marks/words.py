"""Write words in the plane of a panel, in type of a size in which no two of them touch."""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from matplotlib.patheffects import AbstractPathEffect, withStroke
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from peviewer.figures.fitting.beside import Pixels, place_beside
from peviewer.figures.grammar import Rings, Words, layer
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.shapes import clipping, color_of, points_of
from peviewer.paper.text import typeset

# The group, in matplotlib's sense, of texts that are names of lines.
LINE_NAME = "label"
# By how much the background of words is larger than they on each side, in sizes of type.
PAD = 0.2
# The type of small words, as a share of that of tick labels.
SMALL = 0.85
# The factors by which words and small words may grow.
LARGEST_WORDS = 1.4
LARGEST_SMALL_WORDS = 1.2
# Words side by side may grow until they fill this share of the distance between their centres.
AIR = 0.82
# In the smallest type words may fill this share of the distance; then some are hidden.
CLEAR = 0.94
# The diameter of a dot that marks a point of a path, in sizes of the type of ticks.
DOT = 0.31
# The distance from a dot to its text, in the same sizes.
OFF = 0.31
# Kinds of words: small muted ones, other small ones, and those in full type.
MINOR = "minor"
SHORT = "small"
FULL = "full"
# The order in which kinds are hidden where words would touch even in the smallest type.
HIDING_ORDER = (MINOR, SHORT, FULL)


def draw_words(words: Words, canvas: Canvas) -> None:
    """Paint short texts centred on points; see :func:`fit_words` for their size."""
    sizes = canvas.style.sizes
    look: dict[str, Any] = {
        "fontsize": max(sizes.least, SMALL * sizes.tick) if words.small else sizes.tick,
        "color": color_of(words, canvas),
        "label": _kind(words),
    }
    points = points_of(words.x, words.y, canvas)
    for number, ((x, y), string) in enumerate(zip(points, words.texts, strict=True)):
        text = canvas.axes.text(float(x), float(y), typeset(string), **look)
        text.set(ha="center", va="center_baseline", zorder=layer(Words), **clipping(canvas))
        if words.tangents:
            _mark_point(text, Pixels(*words.tangents[number]), canvas, beyond=words.beyond)


def _mark_point(text: Text, tangent: Pixels, canvas: Canvas, *, beyond: bool) -> None:
    """Mark the point of a path at which a text stands by a dot, and move the text beside it.

    `tangent` is the direction of the path there. `beyond`: whether the text goes on in that
    direction, rather than stand at the side of the path.
    """
    axes = canvas.axes
    x, y = text.get_position()
    size = DOT * canvas.style.sizes.tick
    look: dict[str, Any] = {"marker": "o", "markersize": size, "markeredgewidth": 0, "label": "_"}
    (dot,) = axes.plot([x], [y], scalex=False, scaley=False, color=text.get_color(), **look)
    dot.set(zorder=layer(Words), path_effects=[outline(canvas)])
    text.add_callback(lambda changed: dot.set_visible(changed.get_visible()))

    at, ahead = axes.transData.transform([(x, y), (x + tangent.x, y + tangent.y)])
    corner = axes.bbox.min
    text_box = _box(text, canvas)
    middle = place_beside(
        Pixels(*(at - corner)),
        Pixels(*(ahead - at)),
        Pixels(text_box.width, text_box.height),
        Pixels(axes.bbox.width, axes.bbox.height),
        (size / 2 + OFF * canvas.style.sizes.tick) * canvas.pixel,
        beyond=beyond,
    )
    x, y = axes.transData.inverted().transform(corner + middle)
    text.set_position((float(x), float(y)))
    text.set_path_effects([outline(canvas)])


def _kind(words: Words) -> str:
    if not words.small:
        return FULL
    return MINOR if words.color == "muted" else SHORT


# The outline of letters on data, in sizes of their type.
OUTLINE = 0.3


def outline(canvas: Canvas) -> AbstractPathEffect:
    """Return an outline of letters that keeps them readable on data."""
    width = OUTLINE * canvas.style.sizes.tick
    return withStroke(linewidth=width, foreground=canvas.behind)


def fit_words(canvas: Canvas) -> None:
    """Choose the size of a panel's words so that no two touch, and hide those without room."""
    words = [text for text in canvas.axes.texts if text.get_label() in HIDING_ORDER]
    if not words:
        return

    if not canvas.panel.square:
        _hide_obstructed(words, canvas)
    boxes = {word: _box(word, canvas) for word in words if word.get_visible()}
    if not boxes:
        return

    boxes = _hide_crowded(boxes, canvas)
    if boxes:
        _scale(boxes, canvas)
        return

    # A panel drawn to scale shows nothing without its words, unless it has rings.
    has_rings = any(isinstance(mark, Rings) for mark in canvas.panel.marks)
    if canvas.panel.square and not has_rings:
        canvas.axes.set_visible(False)


def _hide_obstructed(words: Sequence[Text], canvas: Canvas) -> None:
    """Hide words that the name of a line covers.

    Less important words are also hidden if the frame cuts them, or a cell is too low for them.
    """
    frame = canvas.axes.bbox
    row_count = canvas.panel.y.extent
    cell_height = math.inf if canvas.panel.heatmap is None else frame.height / row_count
    line_names = [text for text in canvas.axes.texts if text.get_gid() == LINE_NAME]
    name_boxes = [_box(name, canvas).padded(PAD * _height(name, canvas)) for name in line_names]

    for word in words:
        box = _box(word, canvas)
        is_within_width = frame.x0 <= box.x0 and box.x1 <= frame.x1
        is_within_height = frame.y0 <= box.y0 and box.y1 <= frame.y1
        is_whole = is_within_width and is_within_height
        fits_cell = _height(word, canvas) <= cell_height
        is_covered = any(box.overlaps(name_box) for name_box in name_boxes)

        may_stay = word.get_label() == FULL or (is_whole and fits_cell)
        word.set_visible(may_stay and not is_covered)


def _hide_crowded(boxes: Mapping[Text, Bbox], canvas: Canvas) -> dict[Text, Bbox]:
    """Hide kinds of words until the others have room in the smallest type; return their boxes."""
    visible_boxes = dict(boxes)
    for kind in HIDING_ORDER:
        if _have_room(visible_boxes, canvas.style.sizes.least):
            break
        for word in visible_boxes:
            if word.get_label() == kind:
                word.set_visible(False)
        visible_boxes = {word: box for word, box in visible_boxes.items() if word.get_visible()}
    return visible_boxes


def _scale(boxes: Mapping[Text, Bbox], canvas: Canvas) -> None:
    """Shrink words where two would touch.

    On slides, words of a panel drawn to scale grow if they have room.
    """
    pairs = combinations(boxes.values(), 2)
    growths = (_room_to_grow(first, second, AIR) for first, second in pairs)
    growth_until_touching = min(growths, default=LARGEST_WORDS)
    sizes = canvas.style.sizes
    # In print type does not grow beyond that of the caption.
    may_grow = canvas.panel.square and not canvas.style.printed

    for word, box in boxes.items():
        size = float(word.get_fontsize())
        growth_within_axes = canvas.axes.bbox.width / box.width
        max_growth = 1.0
        if may_grow:
            max_growth = LARGEST_WORDS if size == sizes.tick else LARGEST_SMALL_WORDS

        fitting_size = size * min(growth_until_touching, growth_within_axes, max_growth)
        least_size = min(size, sizes.least)
        word.set_fontsize(max(least_size, fitting_size))


def _have_room(boxes: Mapping[Text, Bbox], least_size: float) -> bool:
    """Whether no two words touch in type of at most `least_size` points."""
    smallest_boxes = []
    for word, box in boxes.items():
        factor = min(1.0, least_size / float(word.get_fontsize()))
        smallest_boxes.append(box.expanded(factor, factor))
    pairs = combinations(smallest_boxes, 2)
    return all(_room_to_grow(first, second, CLEAR) >= 1 for first, second in pairs)


def _room_to_grow(first: Bbox, second: Bbox, air: float) -> float:
    """Return the factor by which two boxes may grow around their centres before they come close.

    Side by side they may fill the share `air` of the distance between their centres.
    """
    horizontal_distance = abs(first.x0 + first.x1 - second.x0 - second.x1)
    vertical_distance = abs(first.y0 + first.y1 - second.y0 - second.y1)
    horizontal_growth = horizontal_distance / (first.width + second.width)
    vertical_growth = vertical_distance / (first.height + second.height)
    return float(max(air * horizontal_growth, vertical_growth))


def _box(text: Text, canvas: Canvas) -> Bbox:
    """Return the rectangle that a text takes on the page, in pixels."""
    agg_canvas: Any = canvas.axes.figure.canvas
    return text.get_window_extent(agg_canvas.get_renderer())


def _height(text: Text, canvas: Canvas) -> float:
    """Return the size of a text's type in pixels."""
    return float(text.get_fontsize()) * canvas.pixel
