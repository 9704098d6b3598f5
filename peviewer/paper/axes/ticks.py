"""Where the ticks of an axis stand: round values, as many as there is room for."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from matplotlib.ticker import Locator, MaxNLocator

from peviewer.base.ticks import FEW, linear, log_tick_texts, logarithmic
from peviewer.base.words import fixed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from peviewer.figures.grammar import Direction

# Where labels stand clear of each other: beside, with so much of the usual room; above, with lines so far apart.
BESIDE, ABOVE = 0.75, 0.95
LINE = 2.6  # of its type, the usual room of a label above others
FINE = 4  # steps to choose two round numbers from
LONGEST = 6  # letters of a number on a logarithmic axis, as in 10\u2009000


class Spaced(MaxNLocator):
    """As many round ticks as an axis has room for."""

    def __init__(self, direction: Direction, start: int, whole: bool, points: float) -> None:
        super().__init__(integer=whole, steps=[1, 2, 5, 10] if whole else [1, 2, 2.5, 5, 10])
        self._direction, self._start, self._whole, self._points = direction, start, whole, points

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        """Return the ticks between two ends."""
        axes = self.axis.axes  # type: ignore[union-attr]  # a locator at work has its axis
        longest = max(len(fixed(self._start + end, 0)) for end in (vmin, vmax))
        room = _room(axes, self._direction, self._points, longest)
        self.set_params(nbins=int(min(8, max(1, room))))
        low, high = min(vmin, vmax), max(vmin, vmax)
        margin = 1e-9 * (high - low)
        ticks = [float(tick) for tick in super().tick_values(vmin, vmax) if low - margin <= tick <= high + margin]
        if self._whole:
            # Over a single cell matplotlib divides even where only whole numbers make sense.
            ticks = [tick for tick in ticks if tick.is_integer()] or [float(math.ceil(low))]
        # Over few cells it shows more ticks than asked for.
        some = ticks[:: max(1, math.ceil(len(ticks) / (2.2 * max(room, 0.5))))]
        if len(some) >= FEW:
            return some
        three = linear(low, high, FEW, whole=self._whole)[0]
        if len(three) == FEW and _are_clear(self._direction, room, low, high, three):
            return three
        if len(some) > 1 or not (two := self._two(low, high)):
            return some
        return two if _are_clear(self._direction, room, low, high, two) else []

    def _two(self, low: float, high: float) -> list[float]:
        """Return the outermost round numbers between two ends: a single one says nothing of the scale."""
        self.set_params(nbins=FINE)
        ticks = [float(tick) for tick in super().tick_values(low, high) if low <= tick <= high]
        ticks = [tick for tick in ticks if tick.is_integer()] if self._whole else ticks
        return [ticks[0], ticks[-1]] if len(ticks) > 1 else []


class LogSpaced(Locator):
    """Powers of ten, and round numbers between over few decades, as many as an axis has room for."""

    def __init__(self, direction: Direction, points: float) -> None:
        self._direction, self._points = direction, points

    def __call__(self) -> Sequence[float]:
        """Return the ticks of the range shown."""
        return self.tick_values(*self.axis.get_view_interval())  # type: ignore[union-attr]  # it has its axis

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        """Return the ticks between two ends."""
        low, high = math.log10(min(vmin, vmax)), math.log10(max(vmin, vmax))
        axes = self.axis.axes  # type: ignore[union-attr]  # it has its axis
        if (most := int(min(8, _room(axes, self._direction, self._points, LONGEST)))) > FEW:
            return self._values(low, high, most)
        for most in (FEW, 2):
            values = self._values(low, high, most)
            longest = max(map(len, log_tick_texts(values)), default=0)
            room = _room(axes, self._direction, self._points, longest)
            if _are_clear(self._direction, room, low, high, [math.log10(value) for value in values]):
                return values
        return []

    def _values(self, low: float, high: float, most: int) -> list[float]:
        return [10.0**exponent for exponent in logarithmic(low, high, most)]


def _are_clear(direction: Direction, room: float, low: float, high: float, ticks: Sequence[float]) -> bool:
    """Whether labels of ticks between two ends of an axis stand clear of each other."""
    share = min((b - a for a, b in pairwise(ticks)), default=math.inf) / (high - low)
    if direction == "y":
        return LINE * room * share >= ABOVE
    return room >= BESIDE if len(ticks) < FEW else room * share >= BESIDE


def _room(axes: Axes, direction: Direction, points: float, letters: int) -> float:
    """Return how many labels of so many letters fit along an axis."""
    kind = points * axes.figure.dpi / 72
    if direction == "y":
        return axes.bbox.height / (LINE * kind)
    return axes.bbox.width / ((0.62 * letters + 1.8) * kind)
