"""Curves that are sampled where they are looked at, as rasters are."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.model.sampling.grid import cell_range, cells
from peviewer.model.sampling.raster import Raster, Reduce

Points = tuple[NDArray[np.float64], NDArray[np.float64]]

# From this many pixels between whole x on, cells are sampled one by one.
_CLOSE = 8

# The most numbers that are all computed for a view.
EVERY = 2**20

# The most terms that are added up for these numbers.
WORK = 2**26

# A part of a cell below this is only rounding.
_TOUCH = 1e-9


class Bounds(NamedTuple):
    """The least and the greatest number that each point of a curve represents, edge to edge."""

    edges: NDArray[np.float64]
    least: NDArray[np.float64]
    greatest: NDArray[np.float64]


class Runs(NamedTuple):
    """The whole numbers that each point of a curve represents, from its start up to below its stop.

    Shape (n,) each.
    """

    places: NDArray[np.float64]
    starts: NDArray[np.int64]
    stops: NDArray[np.int64]  # neighbours may share a number
    # How many numbers the fullest point represents.
    each: float
    # Whether all points but the last represent equally many numbers.
    even: bool = True

    @property
    def edges(self) -> NDArray[np.float64]:
        """The borders between runs, shape (n + 1,): midway between numbers, or on a shared one."""
        inner = (self.stops[:-1] + self.starts[1:]) / 2
        borders = np.concatenate([self.starts[:1], inner, self.stops[-1:]])
        return borders - 0.5

    @classmethod
    def around(cls, places: NDArray[np.float64], first: int, last: int) -> "Runs":
        """Return the runs of whole numbers nearest to each of `places`, from `first` to `last`."""
        middles = np.floor((places[1:] + places[:-1]) / 2)
        edges = middles.astype(np.int64) + 1
        starts = np.append(first, edges)
        stops = np.append(edges, last + 1)
        lengths = stops - starts
        longest = lengths.max()
        is_even = bool(longest - lengths.min() <= 1)
        return cls(places, starts, stops, float(longest), even=is_even)

    @classmethod
    def across(cls, columns: NDArray[np.float64], count: int, start: int) -> "Runs | None":
        """Return evenly spaced `columns` with the cells that each covers.

        There are `count` cells, numbered from `start` on. None where columns are at most one apart.
        """
        if len(columns) < 2 or columns[1] - columns[0] <= 1:
            return None
        half = float(columns[1] - columns[0]) / 2
        first_cells = np.floor(columns - half + 0.5 + _TOUCH)
        last_stops = np.ceil(columns + half + 0.5 - _TOUCH)
        starts = np.maximum(first_cells, 0).astype(np.int64)
        stops = np.minimum(last_stops, count).astype(np.int64)
        return cls(columns + start, starts + start, stops + start, 2 * half)


class Series(ABC):
    """A function of one coordinate, drawn as a curve at a cost of O(pixels); see :class:`Raster`.

    A point may represent a run of numbers.
    """

    @abstractmethod
    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return x and y, shapes (n,), for a window [low, high] shown on `pixels` pixels."""

    def runs(self, low: float, high: float, pixels: int) -> Runs | None:
        """Return the runs that the points of :meth:`sample` represent.

        Return None if every number is a point.
        """
        return None

    def every(self, first: int, stop: int) -> NDArray[np.float64]:
        """Return the number at every whole number from `first` up to below `stop`."""
        raise NotImplementedError

    @property
    def averaged(self) -> str:
        """How a point averages the numbers that it represents; empty if it shows one of them."""
        return "mean"

    @property
    def raw(self) -> bool:
        """Whether single numbers are drawn by the user's choice, without averages or bounds."""
        return False

    @property
    def most(self) -> int:
        """How many numbers are computed for one view at most."""
        return EVERY

    def is_banded(self, runs: Runs) -> bool:
        return not self.raw and 0 < int((runs.stops - runs.starts).sum()) <= self.most

    def bounds(self, low: float, high: float, pixels: int) -> Bounds | None:
        """Return the least and the greatest number that each point represents.

        Return None where these are too many to compute.
        """
        runs = self.runs(low, high, pixels)
        if runs is None or not self.is_banded(runs):
            return None
        first = int(runs.starts[0])
        numbers = self.every(first, int(runs.stops[-1]))
        least, greatest = extremes(numbers, runs.starts - first, runs.stops - first)
        return Bounds(runs.edges, least, greatest)

    def envelope(self, low: float, high: float, pixels: int) -> Bounds | None:
        """Return the envelope where it is drawn instead of the curve.

        Return None if the curve itself is drawn.
        """
        return None

    @property
    def sampled(self) -> str:
        """The sample that the exact numbers are, as ``"512 of 9000 positions"``.

        It is empty if it has all numbers.
        """
        return ""

    def exact(self, low: float, high: float) -> Points:
        """Return the numbers in [low, high) that a file keeps.

        By default they are the points of a view with a pixel for every whole x.
        """
        pixels = max(2, ceil(high - low))
        x, y = self.sample(low, high, pixels)
        is_inside = (x >= low) & (x < high)
        return x[is_inside], y[is_inside]

    def read(self, at: float) -> tuple[float, float] | None:
        """Return the curve's number at a whole x and the y that is drawn; None if it has none."""
        x, y = self.sample(at - 0.5, at + 0.5, _CLOSE)
        if not len(x):
            return None
        distances = np.abs(x - at)
        nearest = int(distances.argmin())
        if distances[nearest] >= 0.5:
            return None
        value = float(y[nearest])
        return value, value


@dataclass(frozen=True, eq=False)
class Samples(Series):
    """Given points, x ascending; if there are more than pixels, each pixel shows its extremes."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Samples):
            return False
        return np.array_equal(self.x, other.x) and np.array_equal(self.y, other.y, equal_nan=True)

    def __hash__(self) -> int:
        return hash((len(self.x), self.y.tobytes()[:64]))

    def sample(self, low: float, high: float, pixels: int) -> Points:
        # One neighbour on each side is kept, towards which the curve leaves the window.
        after_low = int(np.searchsorted(self.x, low))
        after_high = int(np.searchsorted(self.x, high, side="right"))
        window = slice(max(0, after_low - 1), min(len(self.x), after_high + 1))
        x = self.x[window]
        y = self.y[window]
        run = len(x) // max(1, pixels)
        if run < 4:
            return x, y

        in_blocks = len(x) // run * run
        x_blocks = x[:in_blocks].reshape(-1, run)
        y_blocks = y[:in_blocks].reshape(-1, run)
        ends = np.stack([y_blocks.min(axis=1), y_blocks.max(axis=1)], axis=1)
        middles = np.repeat(x_blocks[:, run // 2], 2)
        return np.append(middles, x[in_blocks:]), np.append(ends.ravel(), y[in_blocks:])

    def exact(self, low: float, high: float) -> Points:
        is_inside = (self.x >= low) & (self.x < high)
        return self.x[is_inside], self.y[is_inside]


def most_of(terms: int) -> int:
    """Return how many numbers are computed for a view if each is a sum of `terms` terms."""
    return min(EVERY, max(1, WORK // max(1, terms)))


def extremes(
    numbers: NDArray[np.float64], starts: NDArray[np.int64], stops: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the least and the greatest of the `numbers` in each run; runs may overlap."""
    # A run may end after the last number.
    padded = np.append(numbers, numbers[-1:])
    # The odd stretches lie between the runs, and are left out again.
    stretches = np.stack([starts, stops], axis=1).ravel()
    least = np.minimum.reduceat(padded, stretches)[::2]
    greatest = np.maximum.reduceat(padded, stretches)[::2]
    return least, greatest


@dataclass(frozen=True)
class RasterRow(Series):
    """One row of a raster; `start` is the coordinate of its first cell."""

    raster: Raster
    row: int
    start: float = 0.0
    reduce: Reduce = "mean"

    def sample(self, low: float, high: float, pixels: int) -> Points:
        columns = self._columns(low, high, pixels)
        if not len(columns):
            return np.empty(0), np.empty(0)
        values = self.raster.sample([self.row], columns, self.reduce)[0]
        return columns + self.start, values.astype(np.float64)

    @property
    def averaged(self) -> str:
        return "" if self.raw else self.raster.averaged

    @property
    def raw(self) -> bool:
        return self.reduce == "nearest"

    @property
    def most(self) -> int:
        return most_of(self.raster.terms)

    def runs(self, low: float, high: float, pixels: int) -> Runs | None:
        columns = self._columns(low, high, pixels)
        return Runs.across(columns, self.raster.shape[1], round(self.start))

    def every(self, first: int, stop: int) -> NDArray[np.float64]:
        start = round(self.start)
        return self._values(range(first - start, stop - start))

    def exact(self, low: float, high: float) -> Points:
        columns = cell_range(low - self.start, high - self.start, self.raster.shape[1])
        return self.start + np.array(columns, dtype=np.float64), self._values(columns)

    def _columns(self, low: float, high: float, pixels: int) -> NDArray[np.float64]:
        """Return the cells that `pixels` pixels show, with one more at each end."""
        width = self.raster.shape[1]
        return cells(low - self.start - 1, high - self.start + 1, width, pixels)

    def _values(self, columns: range) -> NDArray[np.float64]:
        return np.asarray(self.raster.exact(range(self.row, self.row + 1), columns)[0])
