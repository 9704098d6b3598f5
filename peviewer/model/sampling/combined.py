"""The difference or the ratio of two matrices, or of two curves."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.sampling.raster import Raster, Reduce
from peviewer.model.sampling.series import Points, Runs, Samples, Series

Array = NDArray[np.float64]
Cell = tuple[int, int]

# The most rows and columns among which the largest cell is looked for.
CELLS = 128


@dataclass(frozen=True)
class DifferenceRaster(Raster):
    """A − B, cell by cell of a window of `size` cells on each.

    Numbers with a `period` are subtracted the shorter way round.
    """

    a: Raster
    b: Raster
    size: tuple[int, int]
    at_a: Cell = (0, 0)
    at_b: Cell = (0, 0)
    period: float = 0.0

    @property
    def shape(self) -> tuple[int, int]:
        return self.size

    @property
    def averaged(self) -> str:
        kind = self.a.averaged
        return kind if kind == "mean" else f"difference of {kind}s"

    def sample(
        self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean"
    ) -> NDArray[np.float32]:
        down = np.asarray(rows, np.float64)
        across = np.asarray(columns, np.float64)
        top_a, left_a = self.at_a
        top_b, left_b = self.at_b
        cells_a = self.a.sample(down + top_a, across + left_a, reduce)
        cells_b = self.b.sample(down + top_b, across + left_b, reduce)
        return self._difference(cells_a, cells_b).astype(np.float32)

    def exact(self, rows: range, columns: range) -> Array:
        top_a, left_a = self.at_a
        top_b, left_b = self.at_b
        cells_a = self.a.exact(_moved(rows, top_a), _moved(columns, left_a))
        cells_b = self.b.exact(_moved(rows, top_b), _moved(columns, left_b))
        return self._difference(cells_a, cells_b)

    def _difference(self, a: NDArray[np.floating], b: NDArray[np.floating]) -> NDArray[Any]:
        difference = a - b
        if self.period:
            difference -= self.period * np.round(difference / self.period)
        return difference


def _moved(cells: range, distance: int) -> range:
    return range(cells.start + distance, cells.stop + distance)


@dataclass(frozen=True)
class CombinedCurve(Series):
    """A − B, or A / B if `ratio`.

    A ratio is NaN where B is 0. It is also NaN where A is 0: a logarithmic scale has no place for
    0.
    """

    a: Series
    b: Series
    ratio: bool = False

    def sample(self, low: float, high: float, pixels: int) -> Points:
        envelopes = [side.envelope(low, high, pixels) for side in (self.a, self.b)]
        edges = next((envelope.edges for envelope in envelopes if envelope is not None), None)
        if edges is None or self.ratio:
            points_a = self.a.sample(low, high, pixels)
            points_b = self.b.sample(low, high, pixels)
            x, y = self._combine_points(points_a, points_b)
            return x, np.where(y == 0, np.nan, y) if self.ratio else y

        middles = (edges[1:] + edges[:-1]) / 2
        bounds = []
        for side, envelope in zip((self.a, self.b), envelopes, strict=True):
            if envelope is None:
                curve = np.interp(middles, *side.sample(low, high, pixels))
                bounds.append((curve, curve))
            else:
                bounds.append((envelope.least, envelope.greatest))
        (least_a, greatest_a), (least_b, greatest_b) = bounds
        ends = np.stack([least_a - greatest_b, greatest_a - least_b], axis=1)
        return np.repeat(middles, 2), ends.ravel()

    @property
    def sampled(self) -> str:
        return self.a.sampled or self.b.sampled

    @property
    def averaged(self) -> str:
        return self.a.averaged if self.a.averaged == self.b.averaged else ""

    @property
    def raw(self) -> bool:
        return self.a.raw or self.b.raw

    @property
    def most(self) -> int:
        return min(self.a.most, self.b.most)

    def runs(self, low: float, high: float, pixels: int) -> Runs | None:
        runs_a = self.a.runs(low, high, pixels)
        runs_b = self.b.runs(low, high, pixels)
        if runs_a is None or runs_b is None:
            return None
        return runs_a if np.array_equal(runs_a.places, runs_b.places) else None

    def every(self, first: int, stop: int) -> Array:
        return self.combine(self.a.every(first, stop), self.b.every(first, stop))

    def exact(self, low: float, high: float) -> Points:
        return self._combine_points(self.a.exact(low, high), self.b.exact(low, high))

    def read(self, at: float) -> tuple[float, float] | None:
        reading_a = self.a.read(at)
        reading_b = self.b.read(at)
        if reading_a is None or reading_b is None:
            return None
        number_a, _ = reading_a
        number_b, _ = reading_b
        combined_number = float(self.combine(np.array([number_a]), np.array([number_b]))[0])
        return combined_number, combined_number

    def _combine_points(self, points_a: Points, points_b: Points) -> Points:
        """Return the combination at the x of `points_a`, inside the range of `points_b`."""
        x_a, y_a = points_a
        x_b, y_b = points_b
        if np.array_equal(x_a, x_b):
            return x_a, self.combine(y_a, y_b)
        if not len(x_b):
            return x_a[:0], y_a[:0]
        is_inside = (x_a >= x_b[0]) & (x_a <= x_b[-1])
        x = x_a[is_inside]
        return x, self.combine(y_a[is_inside], np.interp(x, x_b, y_b))

    def combine(self, a: Array, b: Array) -> Array:
        """Return the combination of the numbers `a` and `b` at the same places."""
        if self.ratio:
            return np.divide(a, b, out=np.full_like(a, np.nan), where=b != 0)
        return a - b


def combined(a: Series, b: Series, *, ratio: bool) -> Series:
    """Return A − B or A / B; point by point if both are points at mostly the same places."""
    curve = CombinedCurve(a, b, ratio)
    if not (isinstance(a, Samples) and isinstance(b, Samples)):
        return curve
    shared_x, indices_a, indices_b = np.intersect1d(a.x, b.x, return_indices=True)
    if 2 * len(shared_x) < min(len(a.x), len(b.x)):
        return curve
    return Samples(shared_x, curve.combine(a.y[indices_a], b.y[indices_b]))


@lru_cache(maxsize=16)
def largest(raster: Raster) -> tuple[float, bool]:
    """Return the largest absolute value of a matrix, and whether every cell was looked at.

    Only a grid of cells of a large matrix is looked at.
    """
    height, width = raster.shape
    if height * width <= CELLS * CELLS:
        cells = raster.exact(range(height), range(width))
        return float(np.abs(cells).max(initial=0.0)), True
    sampled = raster.sample(_spread(height), _spread(width), "nearest")
    return float(np.abs(sampled).max(initial=0.0)), False


def _spread(size: int) -> NDArray[np.int64]:
    """Return evenly spaced indices below `size`; whole steps let a matrix by lag need few lags."""
    step = max(1, (size - 1) // (CELLS - 1))
    return step * np.arange(min(size, CELLS))
