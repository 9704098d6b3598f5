"""What few bits cost, as curves: errors of angles by pair and of scores by lag, and how far numbers lie apart."""

from dataclasses import dataclass
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from peviewer.model.sampling.evenly import evenly
from peviewer.model.sampling.series import Crowd, Points, Series
from peviewer.model.turning.formats import NumberFormat
from peviewer.model.turning.pairs import TurningPairs
from peviewer.model.turning.precision import Rounded, angle_errors, score_errors

MOST = 128  # pairs or lags that a window shows the errors of
KEPT = 1024  # that a file has
_NEXT_TO_0 = -20  # the power of two from which on steps are drawn: at 0 itself numbers lie closer than anywhere


@dataclass(frozen=True)
class Spacing(Series):
    """How far apart the numbers of a format are at each position."""

    kept: NumberFormat

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return the ends of the steps there are, at the powers of two; see :meth:`Series.sample`."""
        powers = 2.0 ** np.arange(_NEXT_TO_0, 63)
        bends = np.concatenate([-powers[::-1], powers])
        bends = np.concatenate([bends, np.nextafter(bends, 0)])
        places = np.unique(
            np.concatenate([[low, high, *([0.0] * (low < 0 < high))], bends[(bends > low) & (bends < high)]])
        )
        return places, self.at(places)

    def exact(self, low: float, high: float) -> Points:
        """Return some whole positions; see :meth:`Series.exact`."""
        places = np.array(kept_of(ceil(low), ceil(high), KEPT), dtype=np.float64)
        return places, self.at(places)

    def read(self, at: float) -> tuple[float, float] | None:
        """Return the spacing at a position; see :meth:`Series.read`."""
        found = float(self.at(np.array([at]))[0])
        return (found, found) if np.isfinite(found) else None

    def at(self, positions: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the spacing at some positions."""
        return self.kept.spacing(positions)


@dataclass(frozen=True)
class Errors(Series):
    """Errors of one format, found for some of what runs along the axis.

    Those below `floor` are drawn at it; where there is none at all the curve has a gap: a log axis has no 0.
    """

    encoding: TurningPairs
    kept: NumberFormat
    rounded: Rounded
    floor: float

    @property
    def count(self) -> int:
        """How many there are along the axis."""
        raise NotImplementedError

    def found(self, places: tuple[int, ...]) -> NDArray[np.float64]:
        """Return the errors of some."""
        raise NotImplementedError

    def largest(self) -> NDArray[np.float64]:
        """Return the errors of those that are drawn where all are shown."""
        return self.found(kept_of(0, self.count, MOST))

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return the errors of some of the window and one on each side; see :meth:`Series.sample`."""
        places, errors = self.measured(low, high, pixels)
        return places, np.where(errors == 0, np.nan, np.maximum(errors, self.floor))

    def measured(self, low: float, high: float, pixels: int) -> Points:
        """Return them as they are; see :meth:`Series.measured`."""
        places = self._places(low, high)
        return np.array(places, dtype=np.float64), self.found(places)

    def crowd(self, low: float, high: float, pixels: int) -> Crowd:
        """Return of how many each point is one; see :meth:`Series.crowd`."""
        places = self._places(low, high)
        return Crowd("", (places[-1] - places[0]) / (len(places) - 1)) if len(places) > 1 else Crowd()

    def _places(self, low: float, high: float) -> tuple[int, ...]:
        return kept_of(max(floor(low), 0), ceil(high) + 1, MOST, self.count)

    def exact(self, low: float, high: float) -> Points:
        """Return the errors of some; see :meth:`Series.exact`."""
        places = kept_of(max(ceil(low), 0), ceil(high), KEPT, self.count)
        return np.array(places, dtype=np.float64), self.found(places)

    def read(self, at: float) -> tuple[float, float] | None:
        """Return the error of one; see :meth:`Series.read`."""
        if not 0 <= at < self.count:
            return None
        error = float(self.found((int(at),))[0])
        return error, max(error, self.floor)


class AngleErrors(Errors):
    """The largest error of each pair's angle."""

    @property
    def count(self) -> int:
        """How many pairs there are."""
        return self.encoding.pairs

    def found(self, places: tuple[int, ...]) -> NDArray[np.float64]:
        """Return the errors of some pairs."""
        return angle_errors(self.encoding, self.kept, self.rounded, places)


class ScoreErrors(Errors):
    """The largest error of a score at each lag."""

    @property
    def count(self) -> int:
        """How many lags there are, of one sign."""
        return self.encoding.length

    def found(self, places: tuple[int, ...]) -> NDArray[np.float64]:
        """Return the errors at some lags."""
        return score_errors(self.encoding, self.kept, self.rounded, places)


def kept_of(low: int, stop: int, most: int, count: int | None = None) -> tuple[int, ...]:
    """Return the whole numbers from `low` up to `stop`, at most up to `count`, or `most` of them."""
    stop = stop if count is None else min(stop, count)
    return tuple((low + evenly(stop - low, most)).tolist()) if stop > low else ()
