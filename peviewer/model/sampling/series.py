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

# Pixels between whole x from which on cells are sampled one by one.
_CLOSE = 8
# Numbers that are all computed for a view.
EVERY = 2**20
# Terms of them all that are added up for that.
WORK = 2**26
# The part of a cell that is only rounding.
_TOUCH = 1e-9


class Bounds(NamedTuple):
    """The least and the greatest of the numbers that each point of a curve represents, from edge to edge."""

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
    # How many the fullest represents.
    each: float
    # Whether all represent as many, but for the last.
    even: bool = True

    @property
    def edges(self) -> NDArray[np.float64]:
        """The borders between runs, shape (n + 1,): midway between numbers, or on a shared one."""
        return (
            np.concatenate(
                [self.starts[:1], (self.stops[:-1] + self.starts[1:]) / 2, self.stops[-1:]]
            )
            - 0.5
        )

    @classmethod
    def around(cls, places: NDArray[np.float64], first: int, last: int) -> "Runs":
        """Return whole places with what lies nearest to each, from the first number there is to the last."""
        edges = np.floor((places[1:] + places[:-1]) / 2).astype(np.int64) + 1
        starts = np.append(first, edges)
        stops = np.append(edges, last + 1)
        lengths = stops - starts
        return cls(
            places,
            starts,
            stops,
            float(lengths.max()),
            even=bool(lengths.max() - lengths.min() <= 1),
        )

    @classmethod
    def across(cls, columns: NDArray[np.float64], count: int, start: int) -> "Runs | None":
        """Return evenly spaced cells with those that each covers.

        None where they are no farther than one apart.
        """
        if len(columns) < 2 or columns[1] - columns[0] <= 1:
            return None
        half = float(columns[1] - columns[0]) / 2
        starts = np.floor(columns - half + 0.5 + _TOUCH)
        stops = np.ceil(columns + half + 0.5 - _TOUCH)
        return cls(
            columns + start,
            np.maximum(starts, 0).astype(np.int64) + start,
            np.minimum(stops, count).astype(np.int64) + start,
            2 * half,
        )


class Series(ABC):
    """A function of one coordinate, drawn as a curve at a cost of O(pixels).

    A point may represent a run of numbers.
    """

    @abstractmethod
    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return x and y, shapes (n,), for a window [low, high] shown on `pixels` pixels."""

    def runs(self, low: float, high: float, pixels: int) -> Runs | None:
        """Return the runs that the points of :meth:`sample` represent; None if every number is a point."""
        return None

    def every(self, first: int, stop: int) -> NDArray[np.float64]:
        """Return the number at every whole number from `first` up to below `stop`."""
        raise NotImplementedError

    @property
    def averaged(self) -> str:
        """The kind of average of the numbers that a point represents; empty for one of them."""
        return "mean"

    @property
    def raw(self) -> bool:
        """Whether single numbers are drawn by the user's choice, without averages or bounds."""
        return False

    @property
    def most(self) -> int:
        """The number of numbers that are computed for a view."""
        return EVERY

    def is_banded(self, runs: Runs) -> bool:
        return not self.raw and 0 < int((runs.stops - runs.starts).sum()) <= self.most

    def bounds(self, low: float, high: float, pixels: int) -> Bounds | None:
        """Return the least and the greatest number that each point represents.

        None where they are too many.
        """
        runs = self.runs(low, high, pixels)
        if runs is None or not self.is_banded(runs):
            return None
        first = int(runs.starts[0])
        least, greatest = extremes(
            self.every(first, int(runs.stops[-1])), runs.starts - first, runs.stops - first
        )
        return Bounds(runs.edges, least, greatest)

    def envelope(self, low: float, high: float, pixels: int) -> Bounds | None:
        """Return the envelope if that is drawn instead of the curve.

        None if the curve itself is drawn.
        """
        return None

    @property
    def sampled(self) -> str:
        """What the exact numbers are a sample of, as ``"512 of 9000 positions"``.

        Empty if they are all.
        """
        return ""

    def exact(self, low: float, high: float) -> Points:
        """Return the numbers in [low, high) to keep, by default the points of a view with a pixel for every whole x."""
        x, y = self.sample(low, high, max(2, ceil(high - low)))
        inside = (x >= low) & (x < high)
        return x[inside], y[inside]

    def read(self, at: float) -> tuple[float, float] | None:
        """Return the curve's number at a whole x and the y that is drawn; None if it has none."""
        x, y = self.sample(at - 0.5, at + 0.5, _CLOSE)
        nearest = int(np.abs(x - at).argmin()) if len(x) else -1
        if nearest < 0 or abs(x[nearest] - at) >= 0.5:
            return None
        return float(y[nearest]), float(y[nearest])


@dataclass(frozen=True, eq=False)
class Samples(Series):
    """Given points (x ascending), reduced to each pixel's extremes if there are more points than pixels."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Samples):
            return False
        return np.array_equal(self.x, other.x) and np.array_equal(self.y, other.y, equal_nan=True)

    def __hash__(self) -> int:
        return hash((len(self.x), self.y.tobytes()[:64]))

    def sample(self, low: float, high: float, pixels: int) -> Points:
        first = max(0, int(np.searchsorted(self.x, low)) - 1)
        stop = min(len(self.x), int(np.searchsorted(self.x, high, side="right")) + 1)
        x = self.x[first:stop]
        y = self.y[first:stop]
        run = len(x) // max(1, pixels)
        if run < 4:
            return x, y
        whole = len(x) // run * run
        blocks = y[:whole].reshape(-1, run)
        extremes = np.stack([blocks.min(axis=1), blocks.max(axis=1)], axis=1).ravel()
        places = np.repeat(x[:whole].reshape(-1, run)[:, run // 2], 2)
        return np.append(places, x[whole:]), np.append(extremes, y[whole:])

    def exact(self, low: float, high: float) -> Points:
        inside = (self.x >= low) & (self.x < high)
        return self.x[inside], self.y[inside]


def most_of(terms: int) -> int:
    """Return the number of numbers that are computed for a view, where each is a sum of so many terms."""
    return min(EVERY, max(1, WORK // max(1, terms)))


def extremes(
    numbers: NDArray[np.float64], begins: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the least and the greatest of each stretch of some numbers, which may overlap."""
    # A run may end after the last number.
    padded = np.append(numbers, numbers[-1:])
    both = np.stack([begins, ends], axis=1).ravel()
    return np.minimum.reduceat(padded, both)[::2], np.maximum.reduceat(padded, both)[::2]


@dataclass(frozen=True)
class RasterRow(Series):
    """One row of a raster; `start` is the coordinate of its first cell."""

    raster: Raster
    row: int
    start: float = 0.0
    reduce: Reduce = "mean"

    def sample(self, low: float, high: float, pixels: int) -> Points:
        columns = cells(low - self.start - 1, high - self.start + 1, self.raster.shape[1], pixels)
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
        columns = cells(low - self.start - 1, high - self.start + 1, self.raster.shape[1], pixels)
        return Runs.across(columns, self.raster.shape[1], round(self.start))

    def every(self, first: int, stop: int) -> NDArray[np.float64]:
        start = round(self.start)
        return np.asarray(
            self.raster.exact(range(self.row, self.row + 1), range(first - start, stop - start))[0]
        )

    def exact(self, low: float, high: float) -> Points:
        columns = cell_range(low - self.start, high - self.start, self.raster.shape[1])
        values = self.raster.exact(range(self.row, self.row + 1), columns)[0]
        return self.start + np.array(columns, dtype=np.float64), values
