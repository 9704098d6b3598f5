"""Draw straight lines across a panel: rules and diagonals, with their labels beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.patheffects import withStroke

from peviewer.figures.grammar import HALOED, Words, layer
from peviewer.paper.marks.labels import AWAY, HIGH, LABEL, OFF, label_place, label_text, point_on, visible_ends
from peviewer.paper.marks.lines import line
from peviewer.paper.marks.shapes import PAD, ground

if TYPE_CHECKING:
    from peviewer.figures.grammar import Diagonal, Rule
    from peviewer.paper.marks.canvas import Canvas
    from peviewer.paper.marks.labels import Place

HALO = 2.6  # of a line: the width of its halo in the background's colour, so that it is visible on any data


def rule(rule: Rule, canvas: Canvas) -> None:
    """Paint a straight line across the panel, and its label where it has room and no legend names it.

    Where the label would cover a curve, its short one stands there.
    """
    axes, upright = canvas.axes, rule.direction == "x"
    at = rule.at - canvas.origin[0 if upright else 1]
    look = _over_data(rule, canvas)
    if upright:
        axes.axvline(at, **look)
    else:
        axes.axhline(at, **look)
    if (place := label_place(rule, canvas)) is None:
        return
    end, side = place.way.end, place.way.side
    # At a share of the rule, the middle of the label is where its place is.
    if upright:
        middle = OFF + (HIGH / 2 - PAD) * place.size
        away: tuple[float, float] = OFF * side, {0.0: OFF, 1.0: -OFF}.get(end, (1 - 2 * end) * middle)
        aligned = ("left" if side > 0 else "right"), {0.0: "bottom", 1.0: "top"}.get(end, "center")
    else:
        wide = OFF + (place.covers.width / canvas.pixel - OFF) / 2
        away = {0.0: OFF, 1.0: -OFF}.get(end, (1 - 2 * end) * wide), OFF * side
        aligned = {0.0: "left", 1.0: "right"}.get(end, "center"), ("bottom" if side > 0 else "top")
    point = (at, end) if upright else (end, at)
    coordinates = axes.get_xaxis_transform() if upright else axes.get_yaxis_transform()
    _write(place, canvas, look["color"], point, away, aligned, xycoords=coordinates)


def diagonal(diagonal: Diagonal, canvas: Canvas) -> None:
    """Paint the line of points whose x − y is one number, and its label beside the middle of the visible part."""
    first, last = visible_ends(diagonal, canvas.panel)
    if first >= last:
        return
    look = _over_data(diagonal, canvas)
    x, y = np.array([first, last]) + diagonal.at - canvas.origin[0], np.array([first, last]) - canvas.origin[1]
    canvas.axes.plot(x, y, scalex=False, scaley=False, **look)
    if (place := label_place(diagonal, canvas)) is None:
        return
    side = place.way.side
    aligned = ("left", "bottom") if side > 0 else ("right", "top")
    away = AWAY[0] * side, AWAY[1] * side
    _write(place, canvas, look["color"], point_on(diagonal, place.way.end, canvas), away, aligned)


def _over_data(mark: Rule | Diagonal, canvas: Canvas) -> dict[str, Any]:
    """Return how a straight line looks on the data: marking lines have a halo."""
    look = line(mark, canvas.style)
    if mark.color not in HALOED:
        return look
    halo = withStroke(linewidth=HALO * look["linewidth"], foreground=canvas.behind)
    return look | {"path_effects": [halo]}


def _write(
    place: Place,
    canvas: Canvas,
    color: str,
    point: tuple[float, float],
    away: tuple[float, float],
    aligned: tuple[str, str],
    **coordinates: Any,
) -> None:
    """Write a label in the colour of its line, so many points `away` from a point."""
    text = canvas.axes.annotate(
        label_text(place.text),
        point,
        xytext=away,
        textcoords="offset points",
        ha=aligned[0],
        va=aligned[1],
        color=color,
        bbox=ground(canvas),
        zorder=layer(Words),
        fontsize=place.size,
        **coordinates,
    )
    text.set_gid(LABEL)
