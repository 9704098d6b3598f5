"""A matrix that is never built, only sampled where it is looked at."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import ceil
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Reduce = Literal["mean", "nearest"]


def cells(low: float, high: float, size: int, pixels: int) -> NDArray[np.float64]:
    """Return the cell coordinates that `pixels` pixels over [low, high] should show.

    Cell ``k`` is centred on the integer ``k`` and covers ``[k − ½, k + ½)``.

    Parameters
    ----------
    low, high : float
        The window along one axis, in cells.
    size : int
        How many cells the axis has; the window is clipped to them.
    pixels : int
        How many pixels show the window.

    Returns
    -------
    ndarray, shape (n,), float64
        Evenly spaced: whole numbers 1 apart where cells are at least a pixel
        wide (the painter enlarges them), else the centres of the pixels. Empty
        where the window misses the matrix.

    Examples
    --------
    >>> cells(-0.5, 3.5, 4, 100)
    array([0., 1., 2., 3.])
    >>> cells(-0.5, 99.5, 100, 4)
    array([12., 37., 62., 87.])
    """
    if high <= low or pixels < 1:
        return np.empty(0)
    pitch = (high - low) / pixels
    if pitch <= 1:
        first, last = max(0, int(np.floor(low + 0.5))), min(size - 1, int(np.ceil(high - 0.5)))
        return np.arange(first, last + 1, dtype=np.float64)
    start, stop = max(low, -0.5), min(high, size - 0.5)
    count = max(1, round((stop - start) / pitch)) if stop > start else 0
    step = (stop - start) / count if count else 0.0
    return start + step * (np.arange(count, dtype=np.float64) + 0.5)


def run(low: float, high: float, size: int) -> range:
    """Return the cells whose centres lie in [low, high).

    Examples
    --------
    >>> run(-0.5, 3.5, 100), run(2.0, 1e9, 4)
    (range(0, 4), range(2, 4))
    """
    first = min(max(0, ceil(low)), size)
    return range(first, min(max(first, ceil(high)), size))


def grid(coordinates: ArrayLike) -> tuple[NDArray[np.float64], float]:
    """Return evenly spaced coordinates as an array, with their pitch (1 for a single one).

    Raises
    ------
    ValueError
        If they are not one-dimensional and evenly spaced, upwards.
    """
    points = np.atleast_1d(np.asarray(coordinates, dtype=np.float64))
    if points.ndim != 1 or not np.all(np.isfinite(points)):
        raise ValueError("rows and columns must be one-dimensional, finite cell coordinates")
    if len(points) < 2:
        return points, 1.0
    pitch = float(points[-1] - points[0]) / (len(points) - 1)
    even = points[0] + pitch * np.arange(len(points))
    if pitch <= 0 or np.abs(points - even).max() > 1e-6 * max(1.0, pitch):
        raise ValueError("rows and columns must be evenly spaced, upwards")
    return points, pitch


class Raster(ABC):
    """A matrix known by rule: any window of it, at any resolution, costs O(pixels).

    Subclasses are frozen dataclasses, so that two rasters compare equal when
    they show the same cells.
    """

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the whole matrix."""

    @property
    def averaged(self) -> str:
        """What stands for a block of cells."""
        return "mean"

    @property
    def terms(self) -> int:
        """How many numbers a cell is about the sum of: what it costs to work one out."""
        return 1

    @abstractmethod
    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        """Return the cells, or the means of blocks of cells, centred on `rows` × `columns`.

        Parameters
        ----------
        rows, columns : array_like, shape (h,) and (w,)
            Evenly spaced cell coordinates (cell k is centred on k). Where
            their pitch p is above 1 each stands for the p cells around it.
        reduce : {"mean", "nearest"}
            The exact mean over the block, or its middle cell alone.

        Returns
        -------
        ndarray, shape (h, w), float32
        """

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return single cells in double precision, as numbers to keep rather than to look at.

        A raster that does not work them out by itself returns what it samples,
        which is right to seven digits.

        Parameters
        ----------
        rows, columns : range
            Runs of cells, of step 1.

        Returns
        -------
        ndarray, shape (len(rows), len(columns)), float64
            May be read-only.
        """
        if not len(rows) or not len(columns):
            return np.empty((len(rows), len(columns)))
        return self.sample(np.array(rows), np.array(columns), "nearest").astype(np.float64)

    def minus(self, other: "Raster") -> "Raster | None":
        """Return its difference from another one, where that is not simply the difference of their pixels."""
        return None

    @property
    def transposed(self) -> "Raster":
        """The same matrix with rows and columns exchanged."""
        return TransposedRaster(self)


@dataclass(frozen=True)
class TransposedRaster(Raster):
    """Another raster with its axes exchanged."""

    source: Raster

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns, exchanged."""
        rows, columns = self.source.shape
        return columns, rows

    @property
    def averaged(self) -> str:
        """What stands for a block of the source's cells."""
        return self.source.averaged

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        """Sample the source and transpose; see :meth:`Raster.sample`."""
        return self.source.sample(columns, rows, reduce).T

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return the source's cells, transposed; see :meth:`Raster.exact`."""
        return self.source.exact(columns, rows).T

    @property
    def transposed(self) -> Raster:
        """The source itself."""
        return self.source
