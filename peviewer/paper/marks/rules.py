"""Draw straight lines across a panel, rules and diagonals, with their names as on the screen."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.patheffects import withStroke

from peviewer.figures.grammar import HALOED, Diagonal, Panel, Rule, Words, layer
from peviewer.figures.line_labels import LineName, has_names_above, place_names, wordings
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.lines import line
from peviewer.paper.marks.shapes import LABEL, ground
from peviewer.paper.text import typeset, width

HALO = 2.6  # of a line: the width of its halo in the background's colour, so that it is visible on any data
HIGH = 1.5  # of its type, a name with its ground
PAD = 0.25  # of its type, from the edge of its ground to its words
LEAST_OUTLINE = 1.5  # of a line's width, from the middle of a row of cells to each line of its outline, at least


def rule(rule: Rule, canvas: Canvas) -> None:
    """Paint a straight line across the panel, or the outline of the cells that it marks."""
    axes, upright = canvas.axes, rule.direction == "x"
    at = rule.at - canvas.origin[0 if upright else 1]
    look = _over_data(rule, canvas)
    for place in _outline(at, look["linewidth"], canvas, upright) if _marks_cells(rule, canvas) else (at,):
        if upright:
            axes.axvline(place, **look)
        else:
            axes.axhline(place, **look)


def _marks_cells(rule: Rule, canvas: Canvas) -> bool:
    axis = canvas.panel.x if rule.direction == "x" else canvas.panel.y
    return rule.color == "mark" and canvas.panel.heatmap is not None and axis.whole


def _outline(at: float, thick: float, canvas: Canvas, upright: bool) -> tuple[float, float]:
    """Return the coordinates of the lines before and after a row of cells."""
    box = canvas.axes.bbox
    extent, length = (canvas.panel.x.extent, box.width) if upright else (canvas.panel.y.extent, box.height)
    unit = extent / length * canvas.pixel * thick  # the width of the line, in cells
    away = max(LEAST_OUTLINE * unit, 0.5) + unit / 2
    return at - away, at + away


def diagonal(diagonal: Diagonal, canvas: Canvas) -> None:
    """Paint the line of points whose x − y is one number."""
    first, last = visible_ends(diagonal, canvas.panel)
    if first >= last:
        return
    look = _over_data(diagonal, canvas)
    x, y = np.array([first, last]) + diagonal.at - canvas.origin[0], np.array([first, last]) - canvas.origin[1]
    canvas.axes.plot(x, y, scalex=False, scaley=False, **look)


def _over_data(mark: Rule | Diagonal, canvas: Canvas) -> dict[str, Any]:
    """Return how a straight line looks on the data: marking lines have a halo."""
    look = line(mark, canvas.style)
    if mark.color not in HALOED:
        return look
    halo = withStroke(linewidth=HALO * look["linewidth"], foreground=canvas.behind)
    return look | {"path_effects": [halo]}


def write_names(canvas: Canvas) -> None:
    """Write the names of straight lines in their colours, where they have room and no legend names the lines."""
    if canvas.panel.legend:
        return
    style, box = canvas.style, canvas.axes.bbox
    named = [mark for mark in canvas.panel.marks if isinstance(mark, Rule | Diagonal) and mark.label]
    names = [(mark, texts, name) for mark in named for texts, name in _names(mark, canvas)]
    of_names, has_cells = [name for *_, name in names], canvas.panel.heatmap is not None
    places = place_names(of_names, box.width, box.height, above=has_names_above(canvas.panel), cells=has_cells)
    for (mark, texts, name), place in zip(names, places, strict=True):
        if place is None:
            continue
        left, middle = place.left + PAD * style.sizes.tick * canvas.pixel, place.top + name.sizes[place.wording][1] / 2
        text = canvas.axes.text(
            left / box.width, 1 - middle / box.height, typeset(texts[place.wording]), transform=canvas.axes.transAxes,
            ha="left", va="center_baseline", color=style.palette.role(mark.color), bbox=ground(canvas),
            zorder=layer(Words), fontsize=style.sizes.tick,
        )  # fmt: skip
        text.set_gid(LABEL)


def _names(line: Rule | Diagonal, canvas: Canvas) -> list[tuple[list[str], LineName]]:
    """Return the name of a line to be placed, with its wordings; empty if it has none."""
    end = _upper_end(line, canvas.panel) if isinstance(line, Diagonal) else _end(line, canvas)
    if end is None:
        return []
    (x, y), side = end
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
