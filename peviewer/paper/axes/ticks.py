"""Where the ticks of an axis stand: round values, as many as there is room for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from matplotlib.ticker import Locator, MaxNLocator

from peviewer.base.words import fixed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from peviewer.figures.grammar import Direction

# Below this ratio of its ends a logarithmic axis has ticks between the powers of ten.
FEW_DECADES = 100.0
FEWEST = 2  # numbers that say what an axis runs over
# Where two labels stand clear of each other: beside, with so much of the usual room; above, with lines so far apart.
BESIDE, ABOVE = 0.75, 0.95
LINE = 2.6  # of its type, the usual room of a label above others
FINE = 4  # steps to choose two round numbers from
LONGEST = 6  # letters of a number on such an axis, as in 10\u2009000


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
        if len(some) >= FEWEST or not (two := self._two(low, high)):
            return some
        return two if _are_clear(self._direction, room, (two[1] - two[0]) / (high - low)) else []

    def _two(self, low: float, high: float) -> list[float]:
        """Return the outermost round numbers between two ends: a single one says nothing of the scale."""
        self.set_params(nbins=FINE)
        ticks = [float(tick) for tick in super().tick_values(low, high) if low <= tick <= high]
        ticks = [tick for tick in ticks if tick.is_integer()] if self._whole else ticks
        return [ticks[0], ticks[-1]] if len(ticks) >= FEWEST else []


class LogSpaced(Locator):
    """Powers of ten, and 2 and 5 times them over few decades, as many as an axis has room for."""

    def __init__(self, direction: Direction, points: float) -> None:
        self._direction, self._points = direction, points

    def __call__(self) -> Sequence[float]:
        """Return the ticks of the range shown."""
        return self.tick_values(*self.axis.get_view_interval())  # type: ignore[union-attr]  # it has its axis

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        """Return the ticks between two ends."""
        low, high = min(vmin, vmax) * (1 - 1e-9), max(vmin, vmax) * (1 + 1e-9)
        room = _room(self.axis.axes, self._direction, self._points, LONGEST)  # type: ignore[union-attr]  # it has its axis
        most = int(min(8, max(1, room)))
        powers = range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1)
        if high / low < FEW_DECADES:
            between = range(powers.start - 1, powers.stop + 1)
            fine = [tick for k in between for m in (1, 2, 5) if low <= (tick := m * 10.0**k) <= high]
            if len(fine) <= most or len(powers) < FEWEST:
                some = fine[:: max(1, math.ceil(len(fine) / most))]
                return some if len(some) >= FEWEST else self._ends(fine, room, high / low)
        step = max(1, math.ceil(len(powers) / most))
        some = [10.0**k for k in powers if k % step == 0]
        return some if len(some) >= FEWEST else self._ends([10.0**k for k in powers], room, high / low)

    def _ends(self, ticks: list[float], room: float, ratio: float) -> list[float]:
        """Return the outermost of some ticks; none where two have no room."""
        if len(ticks) < FEWEST:
            return ticks
        share = math.log(ticks[-1] / ticks[0]) / math.log(ratio)
        return [ticks[0], ticks[-1]] if _are_clear(self._direction, room, share) else []


def _are_clear(direction: Direction, room: float, share: float) -> bool:
    """Whether two labels so far apart, as a share of an axis, stand clear of each other."""
    return room >= BESIDE if direction == "x" else LINE * room * share >= ABOVE


def _room(axes: Axes, direction: Direction, points: float, letters: int) -> float:
    """Return how many labels of so many letters fit along an axis."""
    kind = points * axes.figure.dpi / 72
    if direction == "y":
        return axes.bbox.height / (LINE * kind)
    return axes.bbox.width / ((0.62 * letters + 1.8) * kind)
