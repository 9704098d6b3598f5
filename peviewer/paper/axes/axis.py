"""Dress one axis: range, direction, logarithm, title, and as many ticks as have room."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from matplotlib.ticker import FuncFormatter, NullLocator

from peviewer.figures.averaging import averaging_notes
from peviewer.paper.axes.ticks import LogSpaced, Spaced
from peviewer.paper.typography.measure import width
from peviewer.paper.typography.text import Numbers, typeset

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from peviewer.figures.grammar import Axis, Direction, Panel
    from peviewer.paper.style import Style

# Beyond this many times its own length from zero, a window is measured from a round
# number near it: page coordinates are products of doubles and would lose the cells.
FAR = 1e6


def origin(axis: Axis) -> int:
    """Return the round number an axis is measured from on the page; 0 unless it is far out.

    Examples
    --------
    >>> from peviewer.figures.grammar import Axis
    >>> origin(Axis("position", "", (0, 200))), origin(Axis("position", "", (10**15 + 7, 10**15 + 207)))
    (0, 1000000000000000)
    """
    low, high = axis.shown
    span = high - low
    if axis.log or span <= 0 or max(abs(low), abs(high)) < FAR * max(1.0, span):
        return 0
    step = int(10 ** math.ceil(math.log10(max(1.0, span))))
    return int(low) // step * step


def set_up_axis(axes: Axes, direction: Direction, axis: Axis, style: Style, *, named: bool = True) -> None:
    """Set up one axis of a panel.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        The panel's axes.
    direction : {"x", "y"}
        Which of the two.
    axis : Axis
        What runs along it.
    style : Style
        The type sizes and colours.
    named : bool
        False where a neighbouring panel carries the title and the numbers.
    """
    low, high = axis.shown
    start, sizes = origin(axis), style.sizes
    ends = (high - start, low - start) if axis.inverted else (low - start, high - start)
    ours = axes.xaxis if direction == "x" else axes.yaxis
    if axis.log:
        axes.set(**{f"{direction}scale": "log"})
    axes.set(**{f"{direction}lim": ends})
    if axis.log:
        ours.set_minor_locator(NullLocator())
        ours.set_major_locator(LogSpaced(direction, sizes.tick))
        ours.set_major_formatter(Numbers(log=True))
    else:
        ours.set_major_locator(Spaced(direction, start, axis.whole, sizes.tick))
        ours.set_major_formatter(Numbers(start))
    if names := axis.names:
        ours.set_major_formatter(FuncFormatter(lambda value, _place: names[round(value)]))
    axes.tick_params(direction, **tick_look(style))
    if not named:
        axes.tick_params(direction, labelbottom=False, labelleft=False)
    if named and axis.label:
        axes.set(**{f"{direction}label": typeset(axis.label)})
        ours.label.set(fontsize=sizes.axis, color=style.palette.text)
        ours.labelpad = 0.3 * sizes.axis


def name_crowding(axes: Axes, panel: Panel, samples: tuple[int, int], style: Style) -> None:
    """Add to the titles of a panel's axes what a sample stands for, where it covers several cells and there is room."""
    directions: tuple[Direction, Direction] = ("x", "y")
    sides = (axes.xaxis, panel.x, samples[0], axes.bbox.width), (axes.yaxis, panel.y, samples[1], axes.bbox.height)
    for direction, (ours, axis, count, room) in zip(directions, sides, strict=True):
        words = averaging_notes(panel, direction, axis.shown, count) if ours.get_label_text() else ()
        titles = (f"{axis.label}: {few}" for few in words)
        fitting = (title for title in titles if width(title, style.sizes.axis) * style.dpi / 72 <= room)
        if title := next(fitting, ""):
            ours.set_label_text(typeset(title))


def tick_look(style: Style) -> dict[str, Any]:
    """Return how ticks and their numbers look."""
    size, palette = style.sizes.tick, style.palette
    lengths = {"labelsize": size, "width": style.sizes.hair, "length": 0.3 * size, "pad": 0.3 * size}
    return lengths | {"color": palette.secondary, "labelcolor": palette.text}
