"""Draw straight lines across a panel: rules and diagonals, with their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.patheffects import withStroke

from peviewer.figures.grammar import HALOED, Words, layer
from peviewer.paper.marks.labels import LABEL, placed_name, visible_ends
from peviewer.paper.marks.lines import line
from peviewer.paper.marks.shapes import ground
from peviewer.paper.text import typeset

if TYPE_CHECKING:
    from peviewer.figures.grammar import Diagonal, Rule
    from peviewer.paper.marks.canvas import Canvas

HALO = 2.6  # of a line: the width of its halo in the background's colour, so that it is visible on any data
LEAST_OUTLINE = 1.5  # of a line's width, from the middle of a row of cells to each line of its outline, at least


def rule(rule: Rule, canvas: Canvas) -> None:
    """Paint a straight line across the panel, or the outline of the cells that it marks, and its name."""
    axes, upright = canvas.axes, rule.direction == "x"
    at = rule.at - canvas.origin[0 if upright else 1]
    look = _over_data(rule, canvas)
    for place in _outline(at, look["linewidth"], canvas, upright) if _marks_cells(rule, canvas) else (at,):
        if upright:
            axes.axvline(place, **look)
        else:
            axes.axhline(place, **look)
    _write_name(rule, canvas, look["color"])


def _marks_cells(rule: Rule, canvas: Canvas) -> bool:
    axis = canvas.panel.x if rule.direction == "x" else canvas.panel.y
    return rule.color == "mark" and canvas.panel.heatmap is not None and axis.whole


def _outline(at: float, thick: float, canvas: Canvas, upright: bool) -> tuple[float, float]:
    """Return where the lines before and behind a row of cells are."""
    box = canvas.axes.bbox
    extent, length = (canvas.panel.x.extent, box.width) if upright else (canvas.panel.y.extent, box.height)
    unit = extent / length * canvas.pixel * thick  # the width of the line, in cells
    away = max(LEAST_OUTLINE * unit, 0.5) + unit / 2
    return at - away, at + away


def diagonal(diagonal: Diagonal, canvas: Canvas) -> None:
    """Paint the line of points whose x − y is one number, and its name at its upper end."""
    first, last = visible_ends(diagonal, canvas.panel)
    if first >= last:
        return
    look = _over_data(diagonal, canvas)
    x, y = np.array([first, last]) + diagonal.at - canvas.origin[0], np.array([first, last]) - canvas.origin[1]
    canvas.axes.plot(x, y, scalex=False, scaley=False, **look)
    _write_name(diagonal, canvas, look["color"])


def _over_data(mark: Rule | Diagonal, canvas: Canvas) -> dict[str, Any]:
    """Return how a straight line looks on the data: marking lines have a halo."""
    look = line(mark, canvas.style)
    if mark.color not in HALOED:
        return look
    halo = withStroke(linewidth=HALO * look["linewidth"], foreground=canvas.behind)
    return look | {"path_effects": [halo]}


def _write_name(mark: Rule | Diagonal, canvas: Canvas, color: str) -> None:
    """Write the name of a line in its colour, where it has room."""
    if (name := placed_name(mark, canvas)) is None:
        return
    text = canvas.axes.text(name.left, name.middle, typeset(name.text), transform=canvas.axes.transAxes, ha="left",
                            va="center_baseline", color=color, bbox=ground(canvas), zorder=layer(Words),
                            fontsize=name.size)  # fmt: skip
    text.set_gid(LABEL)
