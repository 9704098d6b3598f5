"""Curves that are sampled where they are looked at, as rasters are."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Points = tuple[NDArray[np.float64], NDArray[np.float64]]

_CLOSE = 8  # pixels from one whole x to the next: so few cells are sampled one by one


class Bounds(NamedTuple):
    """The least and the greatest number that each point of a curve stands for, shape (n,) each.

    The k-th reaches from ``edges[k]`` to ``edges[k + 1]``: there is one edge more.
    """

    edges: NDArray[np.float64]
    least: NDArray[np.float64]
    greatest: NDArray[np.float64]


class Crowd(NamedTuple):
    """What the points of a curve are: of so many numbers the `averaged` one, or one of them where that is empty.

    Where they are not ``even``, `each` is how many the fullest is of. ``banded`` says that there are :meth:`bounds`.
    """

    averaged: str = ""
    each: float = 1.0
    even: bool = True
    banded: bool = False


class Series(ABC):
    """A function of one coordinate, drawn as a curve at a cost of O(pixels)."""

    @abstractmethod
    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return x and y, shapes (n,), for a window [low, high] shown on `pixels` pixels."""

    def measured(self, low: float, high: float, pixels: int) -> Points:
        """Return the same, but 0 where something else is drawn in its place."""
        return self.sample(low, high, pixels)

    def bounds(self, low: float, high: float, pixels: int) -> Bounds | None:
        """Return between which numbers lie those that each point of :meth:`sample` stands for.

        None where each is one number, and none is left out that the line between two would not show.
        """
        return None

    def envelope(self, low: float, high: float, pixels: int) -> Bounds | None:
        """Return from where to where the curve reaches where that is drawn in its place; None where it is itself."""
        return None

    def crowd(self, low: float, high: float, pixels: int) -> Crowd:
        """Return what each point of :meth:`sample` is, of how many numbers."""
        return Crowd()

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
