"""The names of straight lines on paper, at the places that they have on the screen, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from peviewer.figures.grammar import Diagonal, Rule
from peviewer.figures.line_labels import LineName, has_names_above, place_names, wordings
from peviewer.paper.text import width

if TYPE_CHECKING:
    from peviewer.figures.grammar import Panel
    from peviewer.paper.marks.canvas import Canvas

LABEL = "label"
HIGH = 1.5  # of its type, a name with its ground
PAD = 0.25  # of its type, from the edge of its ground to its words


class PlacedName(NamedTuple):
    """A name, its type in points, and where its left is and its middle, as shares of the data."""

    text: str
    size: float
    left: float
    middle: float


def placed_name(line: Rule | Diagonal, canvas: Canvas) -> PlacedName | None:
    """Return how the name of a line is written; None where it has no room, or a legend names the line."""
    if not line.label or canvas.panel.legend:
        return None
    size, box = canvas.style.sizes.tick, canvas.axes.bbox
    named = [mark for mark in canvas.panel.marks if isinstance(mark, Rule | Diagonal) and mark.label]
    names = [(mark, texts, name) for mark in named for texts, name in _names(mark, canvas)]
    of_names, has_cells = [name for *_, name in names], canvas.panel.heatmap is not None
    places = place_names(of_names, box.width, box.height, above=has_names_above(canvas.panel), cells=has_cells)
    for (mark, texts, name), place in zip(names, places, strict=True):
        if mark is line and place is not None:
            left = place.left + PAD * size * canvas.pixel
            middle = place.top + name.sizes[place.wording][1] / 2
            return PlacedName(texts[place.wording], size, left / box.width, 1 - middle / box.height)
    return None


def _names(line: Rule | Diagonal, canvas: Canvas) -> list[tuple[list[str], LineName]]:
    """Return the name of a line as it is to be placed, with its wordings; nothing where it has none."""
    found = _upper_end(line, canvas.panel) if isinstance(line, Diagonal) else _end(line, canvas)
    if found is None:
        return []
    (x, y), side = found
    size, box = canvas.style.sizes.tick, canvas.axes.bbox
    across, up = canvas.axes.transData.transform((x - canvas.origin[0], y - canvas.origin[1]))
    at = min(max(across - box.x0, 0.0), box.width), min(max(box.y1 - up, 0.0), box.height)
    texts = wordings(line, side)
    sizes = [(canvas.pixel * (1.05 * width(text, size) + 2 * PAD * size), HIGH * size * canvas.pixel) for text in texts]
    return [(texts, LineName(line, at, sizes))]


def _end(rule: Rule, canvas: Canvas) -> tuple[tuple[float, float], int] | None:
    """Return a point of a rule, and on which side of the data it is, 0 in view; None where it has no name there."""
    x, y = canvas.panel.x, canvas.panel.y
    axis = x if rule.direction == "x" else y
    low, high = axis.shown
    side = -1 if rule.at < low else 1 if rule.at > high else 0
    if side and rule.color != "mark":
        return None
    if rule.direction == "x":
        return (rule.at, y.shown[0]), -side if axis.inverted else side
    return (x.shown[0], rule.at), side if axis.inverted else -side


def visible_ends(diagonal: Diagonal, panel: Panel) -> tuple[float, float]:
    """Return from which y to which y a diagonal is seen."""
    (left, right), (low, high) = panel.x.shown, panel.y.shown
    return max(low, left - diagonal.at), min(high, right - diagonal.at)


def _upper_end(diagonal: Diagonal, panel: Panel) -> tuple[tuple[float, float], int] | None:
    first, last = visible_ends(diagonal, panel)
    if first >= last:
        return None
    y = first if panel.y.inverted else last
    return (y + diagonal.at, y), 0
