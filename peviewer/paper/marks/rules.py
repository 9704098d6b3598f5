"""Draw straight lines across a panel, and their names."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke

from peviewer.figures.grammar import HALOED, Diagonal, Panel, Rule, Words, layer
from peviewer.figures.line_labels import LineName, has_names_above, place_names, wordings
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.lines import line_look
from peviewer.paper.marks.words import LINE_NAME, ground
from peviewer.paper.text import typeset, width

# The width of a line's halo, which keeps it visible on any data, in widths of the line.
HALO = 2.6
# The height of a name with its ground, in sizes of its type.
NAME_HEIGHT = 1.5
# From the edge of a name's ground to its words, in sizes of its type.
PAD = 0.25
# Names may be wider by this factor than measured.
NAME_SLACK = 1.05
# The least distance from the middle of cells to the lines of their outline, in widths of a line.
LEAST_OUTLINE = 1.5


def draw_rule(rule: Rule, canvas: Canvas) -> None:
    """Paint a straight line across the panel, or the outline of the cells that it marks."""
    axes = canvas.axes
    is_upright = rule.direction == "x"
    place = rule.at - canvas.origin[0 if is_upright else 1]
    look = _look_on_data(rule, canvas)
    places: tuple[float, ...] = (place,)
    if canvas.panel.outlines_cells(rule):
        places = _outline(place, look["linewidth"], canvas, is_upright)
    for each_place in places:
        ends = (each_place, each_place)
        if is_upright:
            line = Line2D(ends, (0, 1), transform=axes.get_xaxis_transform(), **look)
        else:
            line = Line2D((0, 1), ends, transform=axes.get_yaxis_transform(), **look)
        axes.add_artist(line)


def _outline(
    middle: float, line_width: float, canvas: Canvas, is_upright: bool
) -> tuple[float, float]:
    """Return the coordinates of the lines before and after a row of cells."""
    box = canvas.axes.bbox
    axis = canvas.panel.x if is_upright else canvas.panel.y
    length = box.width if is_upright else box.height
    width_in_cells = axis.extent / length * canvas.pixel * line_width
    distance = max(LEAST_OUTLINE * width_in_cells, 0.5) + width_in_cells / 2
    return middle - distance, middle + distance


def draw_diagonal(diagonal: Diagonal, canvas: Canvas) -> None:
    """Paint the line of points whose x − y is one number."""
    first, last = visible_ends(diagonal, canvas.panel)
    if first >= last:
        return
    ends = np.array([first, last])
    x = ends + diagonal.at - canvas.origin[0]
    y = ends - canvas.origin[1]
    canvas.axes.plot(x, y, scalex=False, scaley=False, **_look_on_data(diagonal, canvas))


def visible_ends(diagonal: Diagonal, panel: Panel) -> tuple[float, float]:
    """Return from which y to which y a diagonal is seen."""
    left, right = panel.x.shown
    low, high = panel.y.shown
    return max(low, left - diagonal.at), min(high, right - diagonal.at)


def _look_on_data(mark: Rule | Diagonal, canvas: Canvas) -> dict[str, Any]:
    """Return how a straight line looks on the data: marking lines have a halo."""
    look = line_look(mark, canvas.style)
    if mark.color not in HALOED:
        return look
    halo = withStroke(linewidth=HALO * look["linewidth"], foreground=canvas.behind)
    return look | {"path_effects": [halo]}


class _End(NamedTuple):
    """A point of a line, and on which side of the data it is: 0 in view."""

    x: float
    y: float
    side: int = 0


class _NamedLine(NamedTuple):
    """A line with the ways to word its name, and the name as it is to be placed."""

    mark: Rule | Diagonal
    texts: list[str]
    name: LineName


def write_names(canvas: Canvas) -> None:
    """Write the names of straight lines in their colours, where they have room.

    Where the panel has a legend, that names the lines.
    """
    if canvas.panel.legend:
        return
    lines = _named_lines(canvas)
    names = [line.name for line in lines]
    box = canvas.axes.bbox
    is_above = has_names_above(canvas.panel)
    has_cells = canvas.panel.heatmap is not None
    places = place_names(names, box.width, box.height, above=is_above, cells=has_cells)

    size = canvas.style.sizes.tick
    for line, place in zip(lines, places, strict=True):
        if place is None:
            continue
        _, height = line.name.sizes[place.wording]
        left = place.left + PAD * size * canvas.pixel
        middle = place.top + height / 2
        string = typeset(line.texts[place.wording])
        text = canvas.axes.text(left / box.width, 1 - middle / box.height, string, fontsize=size)
        text.set(transform=canvas.axes.transAxes, ha="left", va="center_baseline")
        text.set(color=canvas.style.palette.role(line.mark.color), bbox=ground(canvas))
        text.set(zorder=layer(Words), gid=LINE_NAME)


def _named_lines(canvas: Canvas) -> list[_NamedLine]:
    """Return the lines of a panel whose names are to be written."""
    lines = []
    for mark in canvas.panel.marks:
        if not isinstance(mark, Rule | Diagonal) or not mark.label:
            continue
        end = _end(mark, canvas.panel)
        if end is None:
            continue
        texts = wordings(mark, end.side)
        name = LineName(mark, _pixel_of(end, canvas), _sizes(texts, canvas))
        lines.append(_NamedLine(mark, texts, name))
    return lines


def _pixel_of(end: _End, canvas: Canvas) -> tuple[float, float]:
    """Return the place of an end from the upper left corner of the data, moved into view."""
    box = canvas.axes.bbox
    page_point = (end.x - canvas.origin[0], end.y - canvas.origin[1])
    x, y = canvas.axes.transData.transform(page_point)
    return min(max(x - box.x0, 0.0), box.width), min(max(box.y1 - y, 0.0), box.height)


def _sizes(texts: Sequence[str], canvas: Canvas) -> list[tuple[float, float]]:
    """Return the width and height of the wordings of a name with their ground, in pixels."""
    size = canvas.style.sizes.tick
    height = NAME_HEIGHT * size * canvas.pixel
    widths = [NAME_SLACK * width(text, size) + 2 * PAD * size for text in texts]
    return [(canvas.pixel * name_width, height) for name_width in widths]


def _end(mark: Rule | Diagonal, panel: Panel) -> _End | None:
    """Return the point of a line that has its name; None where it has no name there."""
    if isinstance(mark, Diagonal):
        return _upper_end(mark, panel)
    is_upright = mark.direction == "x"
    axis = panel.x if is_upright else panel.y
    low, high = axis.shown
    side = int(mark.at > high) - int(mark.at < low)
    if side and mark.color != "mark":
        return None
    # Sides are counted on the page, to the right and downwards.
    if is_upright:
        return _End(mark.at, panel.y.shown[0], -side if axis.inverted else side)
    return _End(panel.x.shown[0], mark.at, side if axis.inverted else -side)


def _upper_end(diagonal: Diagonal, panel: Panel) -> _End | None:
    first, last = visible_ends(diagonal, panel)
    if first >= last:
        return None
    y = first if panel.y.inverted else last
    return _End(y + diagonal.at, y)
