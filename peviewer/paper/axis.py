"""Dress one axis: range, direction, logarithm, title, and as many ticks as have room."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from matplotlib.ticker import LogFormatterSciNotation, LogLocator, MaxNLocator, NullLocator

from peviewer.paper.text import Numbers, number, typeset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.axis import Axis as MatplotlibAxis

    from peviewer.figures.grammar import Axis, Direction
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


class Spaced(MaxNLocator):
    """As many round ticks as an axis has room for."""

    def __init__(self, direction: Direction, start: int, whole: bool, points: float) -> None:
        super().__init__(integer=whole, steps=[1, 2, 5, 10] if whole else [1, 2, 2.5, 5, 10])
        self._direction, self._start, self._whole, self._points = direction, start, whole, points

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        """Return the ticks between two ends."""
        axes = self.axis.axes  # type: ignore[union-attr]  # a locator at work has its axis
        kind = self._points * axes.figure.dpi / 72
        if self._direction == "y":
            room = axes.bbox.height / (2.6 * kind)
        else:
            longest = max(len(number(self._start + end, 0)) for end in (vmin, vmax))
            room = axes.bbox.width / ((0.62 * longest + 1.8) * kind)
        self.set_params(nbins=int(min(8, max(1, room))))
        low, high = min(vmin, vmax), max(vmin, vmax)
        margin = 1e-9 * (high - low)
        ticks = [float(tick) for tick in super().tick_values(vmin, vmax) if low - margin <= tick <= high + margin]
        if self._whole:
            # Over a single cell matplotlib divides even where only whole numbers make sense.
            ticks = [tick for tick in ticks if tick.is_integer()] or [float(math.ceil(low))]
        # Over few cells it shows more ticks than asked for.
        return ticks[:: max(1, math.ceil(len(ticks) / (2.2 * max(room, 0.5))))]


def dress(axes: Axes, direction: Direction, axis: Axis, style: Style, *, named: bool = True) -> None:
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
        _logarithmic(ours, low, high)
    else:
        ours.set_major_locator(Spaced(direction, start, axis.whole, sizes.tick))
        ours.set_major_formatter(Numbers(start))
    axes.tick_params(direction, **tick_look(style))
    if not named:
        axes.tick_params(direction, labelbottom=False, labelleft=False)
    if named and axis.label:
        axes.set(**{f"{direction}label": typeset(axis.label)})
        ours.label.set(fontsize=sizes.axis, color=style.palette.text)
        ours.labelpad = 0.3 * sizes.axis


def tick_look(style: Style) -> dict[str, Any]:
    """Return how ticks and their numbers look."""
    size, palette = style.sizes.tick, style.palette
    lengths = {"labelsize": size, "width": style.sizes.hair, "length": 0.3 * size, "pad": 0.3 * size}
    return lengths | {"color": palette.secondary, "labelcolor": palette.text}


def _logarithmic(ours: MatplotlibAxis, low: float, high: float) -> None:
    decades = math.log10(high / low)
    ours.set_minor_locator(NullLocator())
    if decades < 2:
        ours.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        ours.set_major_formatter(Numbers())
    else:
        ours.set_major_locator(LogLocator(numticks=7))
        ours.set_major_formatter(LogFormatterSciNotation())
