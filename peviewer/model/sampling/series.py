"""Curves that are sampled where they are looked at, as rasters are."""

from abc import ABC, abstractmethod
from math import ceil

import numpy as np
from numpy.typing import NDArray

from peviewer.base.dataclasses import dataclass
from peviewer.model.sampling.raster import Raster, Reduce, cells, run

Points = tuple[NDArray[np.float64], NDArray[np.float64]]

_CLOSE = 8  # pixels from one whole x to the next: so few cells are sampled one by one


class Series(ABC):
    """A function of one coordinate, drawn as a curve at a cost of O(pixels)."""

    @abstractmethod
    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return x and y, shapes (n,), for a window [low, high] shown on `pixels` pixels."""

    def measured(self, low: float, high: float, pixels: int) -> Points:
        """Return the same, but 0 where something else is drawn in its place."""
        return self.sample(low, high, pixels)

    @property
    def sampled(self) -> str:
        """Of what the exact numbers are where that is not all there is: ``"512 of 9000 positions"``; else empty."""
        return ""

    def exact(self, low: float, high: float) -> Points:
        """Return the curve in [low, high) as numbers to keep: each of its points, or its value at every whole x.

        A series that does not work them out by itself returns what a view shows
        that has a pixel for every whole x.
        """
        x, y = self.sample(low, high, max(2, ceil(high - low)))
        inside = (x >= low) & (x < high)
        return x[inside], y[inside]

    def read(self, at: float) -> tuple[float, float] | None:
        """Return the number that the curve stands for at a whole x, and the y that is drawn; None where it has none."""
        x, y = self.sample(at - 0.5, at + 0.5, _CLOSE)
        nearest = int(np.abs(x - at).argmin()) if len(x) else -1
        if nearest < 0 or abs(x[nearest] - at) >= 0.5:
            return None
        return float(y[nearest]), float(y[nearest])


@dataclass(frozen=True, eq=False)
class Samples(Series):
    """Given points (x ascending), thinned to each pixel's extremes where they crowd."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]

    def __eq__(self, other: object) -> bool:
        """Compare point by point."""
        return isinstance(other, Samples) and np.array_equal(self.x, other.x) and np.array_equal(self.y, other.y)

    def __hash__(self) -> int:
        return hash((len(self.x), self.y.tobytes()[:64]))

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return the points of the window and one on each side; see :meth:`Series.sample`."""
        first = max(0, int(np.searchsorted(self.x, low)) - 1)
        stop = min(len(self.x), int(np.searchsorted(self.x, high, side="right")) + 1)
        x, y = self.x[first:stop], self.y[first:stop]
        run = len(x) // max(1, pixels)
        if run < 4:
            return x, y
        whole = len(x) // run * run
        blocks = y[:whole].reshape(-1, run)
        extremes = np.stack([blocks.min(axis=1), blocks.max(axis=1)], axis=1).ravel()
        places = np.repeat(x[:whole].reshape(-1, run)[:, run // 2], 2)
        return np.append(places, x[whole:]), np.append(extremes, y[whole:])

    def exact(self, low: float, high: float) -> Points:
        """Return the points themselves; see :meth:`Series.exact`."""
        inside = (self.x >= low) & (self.x < high)
        return self.x[inside], self.y[inside]


@dataclass(frozen=True)
class RasterRow(Series):
    """One row of a raster; `start` is the coordinate of its first cell."""

    raster: Raster
    row: int
    start: float = 0.0
    reduce: Reduce = "mean"

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Sample the row's cells, or their means where they crowd; see :meth:`Series.sample`."""
        columns = cells(low - self.start - 1, high - self.start + 1, self.raster.shape[1], pixels)
        if not len(columns):
            return np.empty(0), np.empty(0)
        values = self.raster.sample([self.row], columns, self.reduce)[0]
        return columns + self.start, values.astype(np.float64)

    def exact(self, low: float, high: float) -> Points:
        """Return the row's cells in double precision; see :meth:`Series.exact`."""
        columns = run(low - self.start, high - self.start, self.raster.shape[1])
        values = self.raster.exact(range(self.row, self.row + 1), columns)[0]
        return self.start + np.array(columns, dtype=np.float64), values
