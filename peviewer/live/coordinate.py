"""One axis in screen units: its limits, and the ranges after panning and zooming."""

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from peviewer.figures.grammar import Axis

Range = tuple[float, float]
MIN_CELLS = 2.0
MAX_EXPONENT = sys.float_info.max_10_exp

# The narrowest range of an axis without cells, as a share of its whole range.
MIN_RANGE_SHARE = 1e-6


@dataclass(frozen=True)
class Coordinate:
    """An :class:`Axis` in screen units: its own, or their logarithms to base ten.

    >>> cells = Coordinate(Axis("position", "", (-0.5, 99.5), whole=True))
    >>> cells.panned((0, 10), -5)
    (-0.5, 9.5)
    >>> cells.zoomed((0, 10), 5, 0.01)
    (4.0, 6.0)
    """

    axis: Axis

    @property
    def zoomable(self) -> bool:
        return self.axis.quantity != "value"

    @cached_property
    def limits(self) -> Range:
        return self.range_to_screen(self.axis.limits)

    @property
    def shown(self) -> Range:
        """The range the Figure asks for, in screen units and inside the limits."""
        return self.fitted(self.range_to_screen(self.axis.shown))

    @cached_property
    def narrowest(self) -> float:
        """The narrowest range that can be shown: two cells, or a millionth of the whole."""
        low, high = self.limits
        whole_range = high - low
        has_cells = self.axis.whole or self.axis.cursor is not None
        if has_cells and not self.axis.log:
            return min(whole_range, MIN_CELLS)
        return min(whole_range, whole_range * MIN_RANGE_SHARE)

    def to_screen(self, values: Any) -> Any:
        return np.log10(np.maximum(values, 1e-300)) if self.axis.log else values

    def raw(self, place: float) -> float:
        """Return the axis's own value at a place in screen units, which may be far outside."""
        return float(10.0 ** min(place, MAX_EXPONENT)) if self.axis.log else place

    def range_to_screen(self, values: Range) -> Range:
        low = float(self.to_screen(values[0]))
        high = float(self.to_screen(values[1]))
        return (low, high) if high > low else (low - 0.5, low + 0.5)

    def from_screen(self, values: Range) -> Range:
        """Return a range in screen units converted to the axis's own units.

        The whole range is exactly the limits.
        """
        low, high = self.limits
        slack = 1e-9 * (high - low)
        if abs(values[0] - low) <= slack and abs(values[1] - high) <= slack:
            return self.axis.limits
        return self.raw(values[0]), self.raw(values[1])

    def fitted(self, values: Range) -> Range:
        """Return the nearest allowed range: moved, narrowed or widened."""
        low, high = self.limits
        width = values[1] - values[0]
        is_inside = low <= values[0] and values[1] <= high
        if is_inside and width >= self.narrowest:
            return values

        fitted_width = min(max(width, self.narrowest), high - low)
        start = (values[0] + values[1] - fitted_width) / 2
        start = min(max(start, low), high - fitted_width)
        return start, start + fitted_width

    def panned(self, values: Range, by: float) -> Range:
        return self.fitted((values[0] + by, values[1] + by))

    def zoomed(self, values: Range, centre: float, factor: float) -> Range:
        """Return a range whose width is multiplied by `factor` about `centre`."""
        low, high = self.limits
        width = values[1] - values[0]
        factor = min(max(width * factor, self.narrowest), high - low) / width
        start = centre + (values[0] - centre) * factor
        end = centre + (values[1] - centre) * factor
        return self.fitted((start, end))

    def cursor_place(self, cursor: Mapping[str, int]) -> float | None:
        """Return the coordinate of a cursor along the axis, in screen units.

        Return None if it has none.
        """
        axis = self.axis
        if axis.cursor is None or axis.cursor not in cursor:
            return None
        if axis.lag_origin is not None and "position" in cursor and "other" in cursor:
            return float(axis.lag_origin + cursor["other"] - cursor["position"])
        cell = axis.cell_at(cursor[axis.cursor])
        if axis.log and cell <= 0:
            return None
        return float(self.to_screen(float(cell)))

    def cell_at(self, place: float) -> int:
        """Return the cell (whole number) at a place in screen units, clipped to the limits."""
        first_cell = math.ceil(self.axis.limits[0])
        last_cell = math.floor(self.axis.limits[1])
        cell = math.floor(self.raw(place) + 0.5)
        return min(max(cell, first_cell), last_cell)
