"""Two matrices or two curves made one: their difference or their ratio."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.sampling.raster import Raster, Reduce
from peviewer.model.sampling.series import Points, Runs, Samples, Series

Cell = tuple[int, int]
# Cells along each side of which the largest is taken; of more cells a grid of so many.
CELLS = 128


@dataclass(frozen=True)
class DifferenceRaster(Raster):
    """A − B, cell by cell of a window of `size` cells on each; of numbers with a `period` the shorter way round."""

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
        of_a, of_b = (
            raster.sample(down + top, across + left, reduce)
            for raster, (top, left) in ((self.a, self.at_a), (self.b, self.at_b))
        )
        return self._apart(of_a, of_b).astype(np.float32)

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        of_a, of_b = (
            raster.exact(_moved(rows, top), _moved(columns, left))
            for raster, (top, left) in ((self.a, self.at_a), (self.b, self.at_b))
        )
        return self._apart(of_a, of_b)

    def _apart(self, a: NDArray[np.floating], b: NDArray[np.floating]) -> NDArray[Any]:
        apart = a - b
        if self.period:
            apart -= self.period * np.round(apart / self.period)
        return apart


def _moved(cells: range, by: int) -> range:
    return range(cells.start + by, cells.stop + by)


@dataclass(frozen=True)
class CombinedCurve(Series):
    """A − B, or A / B if `ratio`: NaN where B is 0, and where A is 0, which a logarithmic scale cannot show."""

    a: Series
    b: Series
    ratio: bool = False

    def sample(self, low: float, high: float, pixels: int) -> Points:
        envelopes = [side.envelope(low, high, pixels) for side in (self.a, self.b)]
        edges = next((envelope.edges for envelope in envelopes if envelope is not None), None)
        if edges is None or self.ratio:
            x, y = self._together(
                self.a.sample(low, high, pixels), self.b.sample(low, high, pixels)
            )
            return x, np.where(y == 0, np.nan, y) if self.ratio else y
        places = (edges[1:] + edges[:-1]) / 2
        ends = []
        for side, envelope in zip((self.a, self.b), envelopes, strict=True):
            itself = (
                np.interp(places, *side.sample(low, high, pixels)) if envelope is None else places
            )
            ends.append(
                (itself, itself) if envelope is None else (envelope.least, envelope.greatest)
            )
        (least_a, greatest_a), (least_b, greatest_b) = ends
        both = np.stack([least_a - greatest_b, greatest_a - least_b], axis=1)
        return np.repeat(places, 2), both.ravel()

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
        a = self.a.runs(low, high, pixels)
        b = self.b.runs(low, high, pixels)
        return a if a is not None and b is not None and np.array_equal(a.places, b.places) else None

    def every(self, first: int, stop: int) -> NDArray[np.float64]:
        return self.combine(self.a.every(first, stop), self.b.every(first, stop))

    def exact(self, low: float, high: float) -> Points:
        return self._together(self.a.exact(low, high), self.b.exact(low, high))

    def read(self, at: float) -> tuple[float, float] | None:
        a = self.a.read(at)
        b = self.b.read(at)
        if a is None or b is None:
            return None
        made = float(self.combine(np.array([a[0]]), np.array([b[0]]))[0])
        return made, made

    def _together(self, a: Points, b: Points) -> Points:
        (x, y), (x_b, y_b) = a, b
        if np.array_equal(x, x_b):
            return x, self.combine(y, y_b)
        if not len(x_b):
            return x[:0], y[:0]
        inside = (x >= x_b[0]) & (x <= x_b[-1])
        return x[inside], self.combine(y[inside], np.interp(x[inside], x_b, y_b))

    def combine(self, a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the combination of numbers at the same places."""
        return np.divide(a, b, out=np.full_like(a, np.nan), where=b != 0) if self.ratio else a - b


def combined(a: Series, b: Series, *, ratio: bool) -> Series:
    """Return A − B or A / B, point by point if both are points mostly at the same places."""
    made = CombinedCurve(a, b, ratio)
    if isinstance(a, Samples) and isinstance(b, Samples):
        shared, of_a, of_b = np.intersect1d(a.x, b.x, return_indices=True)
        if 2 * len(shared) >= min(len(a.x), len(b.x)):
            return Samples(shared, made.combine(a.y[of_a], b.y[of_b]))
    return made


@lru_cache(maxsize=16)
def largest(raster: Raster) -> tuple[float, bool]:
    """Return the largest absolute value of a matrix, and whether it is of every cell or of a grid of them."""
    height, width = raster.shape
    if height * width <= CELLS * CELLS:
        return float(np.abs(raster.exact(range(height), range(width))).max(initial=0.0)), True
    # In whole steps, so that a matrix by lag needs few lags.
    rows, columns = (
        max(1, (size - 1) // (CELLS - 1)) * np.arange(min(size, CELLS)) for size in (height, width)
    )
    return float(np.abs(raster.sample(rows, columns, "nearest")).max(initial=0.0)), False
