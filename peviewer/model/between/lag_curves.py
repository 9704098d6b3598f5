"""Scores, their bound and attention weights as curves over the lag."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, log2

import numpy as np
from numpy.typing import NDArray

from peviewer.base.words import number
from peviewer.model.between.attention import Attended
from peviewer.model.between.score import TurnedScore
from peviewer.model.encodings.scheme import Attending
from peviewer.model.sampling.raster import Reduce
from peviewer.model.sampling.series import WORK, Points, Runs, Series, Thinned

Array = NDArray[np.float64]
_AT_ONCE = 2**16  # lags worked out at a time where numbers are wanted, not pixels
_DEARER = 8  # times the work of one term of a score, for one term of a bound
_BOUNDS = 2**22  # pairs × lags at which a bound is worked out in one view
_KEPT = 4096  # lags at which bounds and weights are kept as numbers


@dataclass(frozen=True)
class _OfScore(Thinned):
    """Numbers of a score over the lag, at whole lags."""

    score: TurnedScore
    log: bool = False

    def numbers(self, first: int, stop: int) -> Array:
        raise NotImplementedError

    @property
    def terms(self) -> int:
        return len(self.score.terms.rates)

    def every(self, first: int, stop: int) -> Array:
        return _whole(self)[first:stop] if self.score.scheme.length <= self.most else self.numbers(first, stop)


@lru_cache(maxsize=4)
def _whole(curve: _OfScore) -> Array:
    numbers = curve.numbers(0, curve.score.scheme.length)
    numbers.setflags(write=False)
    return numbers


@dataclass(frozen=True)
class ScoreOverLag(_OfScore):
    """A score over the lag; zoomed out each point is the mean of a run of lags, or its first alone."""

    reduce: Reduce = "mean"

    def sample(self, low: float, high: float, pixels: int) -> Points:
        lags, values = [], []
        for start, step, count in _runs(*self.score.within(low, high), pixels, self.log):
            run = step if self.reduce == "mean" else 1
            lags.append(start + (run - 1) / 2 + step * np.arange(count, dtype=np.float64))
            values.append(self.score.spaced(float(start), float(step), count, run))
        return (np.concatenate(lags), np.concatenate(values)) if lags else (np.empty(0), np.empty(0))

    @property
    def averaged(self) -> str:
        return "" if self.raw else "mean"

    @property
    def raw(self) -> bool:
        return self.reduce == "nearest"

    def runs(self, low: float, high: float, pixels: int) -> Runs | None:
        starts, lengths = [], []
        for start, step, count in _runs(*self.score.within(low, high), pixels, self.log):
            starts.append(start + step * np.arange(count))
            lengths.append(np.full(count, step))
        if not starts or max(map(np.max, lengths)) == 1:
            return None
        begins, each = np.concatenate(starts), np.concatenate(lengths)
        middles = begins + np.zeros(len(each)) if self.raw else begins + (each - 1) / 2
        return Runs(middles, begins, begins + each, float(each.max()), even=not self.log)

    def numbers(self, first: int, stop: int) -> Array:
        starts = range(first, stop, _AT_ONCE)
        parts = [self.score.spaced(start, 1, min(_AT_ONCE, stop - start)) for start in starts]
        return np.concatenate(parts) if parts else np.empty(0)

    def exact(self, low: float, high: float) -> Points:
        first, last = self.score.within(low, high)
        stop = last + (last < high)
        return np.arange(first, stop, dtype=np.float64), self.numbers(first, stop)


@dataclass(frozen=True)
class BoundOverLag(_OfScore):
    """RoFormer's bound at single lags: unlike a score it has no closed form of its mean."""

    def sample(self, low: float, high: float, pixels: int) -> Points:
        lags = self._lags(low, high, pixels)
        return lags, self.score.bound(lags)

    @property
    def averaged(self) -> str:
        return ""

    @property
    def terms(self) -> int:
        return _DEARER * super().terms

    def runs(self, low: float, high: float, pixels: int) -> Runs | None:
        lags, (first, last) = self._lags(low, high, pixels), self.score.within(low, high)
        return Runs.around(lags, first, last) if 1 < len(lags) <= last - first else None

    def numbers(self, first: int, stop: int) -> Array:
        return self.score.bound(np.arange(first, stop, dtype=np.float64))

    def _lags(self, low: float, high: float, pixels: int) -> Array:
        most = max(16, min(pixels, _BOUNDS // max(1, len(self.score.terms.rates))))
        return spaced_lags(*self.score.within(low, high), most, self.log)

    @property
    def sampled(self) -> str:
        length = self.score.scheme.length
        return f"{number(_KEPT)} of {number(length)} lags" if length > _KEPT else ""

    def exact(self, low: float, high: float) -> Points:
        first, last = self.score.within(low, high)
        lags = spaced_lags(first, last - (last == high), _KEPT, self.log)
        return lags, self.score.bound(lags)


@dataclass(frozen=True)
class LossOverLag(Series):
    """The remaining share of one pair after a lag, e^(rate·lag); `rate` is below 0."""

    rate: float
    last: int
    log: bool = False

    def sample(self, low: float, high: float, pixels: int) -> Points:
        lags = spaced_lags(max(0, ceil(low)), min(floor(high), self.last), pixels, self.log)
        return lags, np.exp(self.rate * lags)


def _runs(first: int, last: int, pixels: int, log: bool) -> Iterator[tuple[int, int, int]]:
    """Yield where runs of lags begin, how long each is and how many there are, so that a pixel holds about one."""
    if last < first:
        return
    octaves = log2((last + 1) / max(1, first)) if log else 1.0
    while first <= last:
        end = min(last, 2 * max(1, first) - 1) if log else last
        share = log2((end + 1) / max(1, first)) / octaves if log and octaves else 1.0
        many = end + 1 - first
        step = max(1, many // max(4, round(pixels * share)))
        yield first, step, many // step
        if many % step:
            yield end + 1 - many % step, many % step, 1
        first = end + 1


def spaced_lags(first: int, last: int, most: int, log: bool) -> Array:
    """Return whole lags from the first to the last, at most so many, evenly chosen, or by octaves.

    >>> spaced_lags(0, 3, 9, log=True), spaced_lags(0, 1000, 5, log=True)
    (array([0., 1., 2., 3.]), array([   0.,    1.,   10.,  100., 1000.]))
    """
    if last < first:
        return np.empty(0)
    if last - first < most:
        return np.arange(first, last + 1, dtype=np.float64)
    if not log:
        return np.unique(np.rint(np.linspace(first, last, most)))
    chosen = np.rint(np.geomspace(max(1, first), last, most - (first < 1)))
    return np.unique(np.append(chosen, first) if first < 1 else chosen)


class SingleLags(Thinned):
    """A curve over the lag s − t: every lag where these are few, otherwise one a pixel, and lag 0."""

    scheme: Attending

    def numbers(self, lags: Array) -> Array:
        raise NotImplementedError

    def ends(self, low: float, high: float) -> tuple[float, float]:
        return np.ceil(low), np.floor(high)

    def sample(self, low: float, high: float, pixels: int) -> Points:
        lags = self._lags(low, high, pixels)
        return lags, self.numbers(lags)

    def _lags(self, low: float, high: float, pixels: int) -> Array:
        first, last = self.ends(low, high)
        if last - first < 2 * pixels:
            lags = np.arange(first, last + 1)
        else:
            lags = np.unique(np.rint(np.linspace(first, last, pixels)))
        return np.union1d(lags, [0.0]) if first < 0 < last else lags

    @property
    def averaged(self) -> str:
        return ""

    @property
    def terms(self) -> int:
        """So many that a view computes no more lags than the scheme does at once."""
        return ceil(WORK / self.scheme.lags_at_once)

    def runs(self, low: float, high: float, pixels: int) -> Runs | None:
        first, last = self.ends(low, high)
        if not self.scheme.swings or last - first < 2 * pixels:
            return None
        return Runs.around(self._lags(low, high, pixels), int(first), int(last))

    def every(self, first: int, stop: int) -> Array:
        return self.numbers(np.arange(first, stop, dtype=np.float64))


@dataclass(frozen=True)
class WeightOverLag(SingleLags):
    """The weight of each key in one head, by its lag."""

    attended: Attended
    head: int

    @property
    def scheme(self) -> Attending:  # type: ignore[override]  # read only
        return self.attended.scheme

    def numbers(self, lags: Array) -> Array:
        return self.attended.weights(lags, self.head)

    def ends(self, low: float, high: float) -> tuple[float, float]:
        return max(np.ceil(low), -self.attended.before), min(np.floor(high), self.attended.after)

    @property
    def sampled(self) -> str:
        return f"{_KEPT} of {self.attended.keys} keys" if self.attended.keys > _KEPT else ""

    def exact(self, low: float, high: float) -> Points:
        first, last = self.ends(low, high)
        first, last = max(first, -_KEPT // 2 if self.attended.after else 1 - _KEPT), min(last, _KEPT // 2)
        lags = np.arange(first, last + (last < high), dtype=np.float64)
        return lags, self.numbers(lags)


@dataclass(frozen=True)
class ShareOfNearest(Series):
    """The share of a head's weight that the nearest keys hold, by octaves."""

    attended: Attended
    head: int

    def sample(self, low: float, high: float, pixels: int) -> Points:
        keys, shares = self.attended.shares(self.head)
        places = np.searchsorted(keys, np.geomspace(max(low, 0.5), max(high, 1.0), max(2, pixels)))
        chosen = np.unique(np.clip(np.append(places, places[0] - 1), 0, len(keys) - 1))
        return keys[chosen], shares[chosen]

    @property
    def sampled(self) -> str:
        count = len(self.attended.shares(self.head)[0])
        return f"{number(count)} of {number(self.attended.keys)} numbers of keys" if count < self.attended.keys else ""

    def exact(self, low: float, high: float) -> Points:
        keys, shares = self.attended.shares(self.head)
        inside = (keys >= low) & (keys < high)
        return keys[inside], shares[inside]
