"""Scores, their bound and attention weights as curves over the lag."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, log2
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.model.between.attention import Attended
from peviewer.model.between.score import TurnedScore
from peviewer.model.sampling.raster import Reduce
from peviewer.model.sampling.series import Points, Runs, Series, most_of

Array = NDArray[np.float64]

# The most pairs × lags at which a bound is computed for one view.
_BOUND_TERMS = 2**22

# How many lags of a bound or of weights are written into files.
_LAGS_IN_FILES = 4096


@dataclass(frozen=True)
class ScoreOverLag(Series):
    """A score over the lag.

    Zoomed out, each point is the mean over a run of lags, or with ``reduce="nearest"`` the score at
    the first lag of the run.
    """

    score: TurnedScore
    reduce: Reduce = "mean"

    def sample(self, low: float, high: float, pixels: int) -> Points:
        lags = [np.empty(0)]
        values = [np.empty(0)]
        for start, step, count in _runs(*self.score.within(low, high), pixels):
            run = 1 if self.raw else step
            lags.append(start + (run - 1) / 2 + step * np.arange(count, dtype=np.float64))
            values.append(self.score.at_even_lags(float(start), float(step), count, run))
        return np.concatenate(lags), np.concatenate(values)

    @property
    def averaged(self) -> str:
        return "" if self.raw else "mean"

    @property
    def raw(self) -> bool:
        return self.reduce == "nearest"

    @property
    def most(self) -> int:
        return most_of(len(self.score.terms.rates))

    def runs(self, low: float, high: float, pixels: int) -> Runs | None:
        starts_of_octaves = []
        lengths_of_octaves = []
        for start, step, count in _runs(*self.score.within(low, high), pixels):
            starts_of_octaves.append(start + step * np.arange(count))
            lengths_of_octaves.append(np.full(count, step))
        if not starts_of_octaves or max(map(np.max, lengths_of_octaves)) == 1:
            return None
        starts = np.concatenate(starts_of_octaves)
        lengths = np.concatenate(lengths_of_octaves)
        offsets = np.zeros(len(lengths)) if self.raw else (lengths - 1) / 2
        longest = float(lengths.max())
        return Runs(starts + offsets, starts, starts + lengths, longest, even=False)

    def every(self, first: int, stop: int) -> Array:
        if self.score.scheme.length <= self.most:
            return _all_scores(self.score)[first:stop]
        return self.score.at_even_lags(first, 1, stop - first)

    def exact(self, low: float, high: float) -> Points:
        first, last = self.score.within(low, high)
        lags = np.arange(first, last + (last < high), dtype=np.float64)
        return lags, self.score.at_even_lags(first, 1, len(lags))


@lru_cache(maxsize=4)
def _all_scores(score: TurnedScore) -> Array:
    scores = score.at_even_lags(0, 1, score.scheme.length)
    scores.setflags(write=False)
    return scores


def _runs(first: int, last: int, pixels: int) -> Iterator[tuple[int, int, int]]:
    """Yield for each octave of lags the first lag, the length of a run, and the number of runs.

    A pixel holds about one run. A shorter run at the end of an octave is yielded by itself.
    """
    if last < first:
        return
    octaves = log2((last + 1) / max(1, first))
    while first <= last:
        end = min(last, 2 * max(1, first) - 1)
        share = log2((end + 1) / max(1, first)) / octaves if octaves else 1.0
        pixels_of_octave = max(4, round(pixels * share))
        lags = end + 1 - first
        step = max(1, lags // pixels_of_octave)
        count, rest = divmod(lags, step)
        yield first, step, count
        if rest:
            yield end + 1 - rest, rest, 1
        first = end + 1


def spaced_lags(first: float, last: float, most: int, by_octaves: bool) -> Array:
    """Return at most `most` whole lags from `first` to `last`, evenly spread, or by octaves."""
    if last - first < most:
        return np.arange(first, last + 1, dtype=np.float64)
    if not by_octaves:
        return np.unique(np.rint(np.linspace(first, last, most)))
    # Octaves begin at lag 1, so lag 0 is added by itself.
    if first >= 1:
        return np.unique(np.rint(np.geomspace(first, last, most)))
    spread = np.rint(np.geomspace(1, last, most - 1))
    return np.unique(np.append(spread, first))


class SingleLags(Series):
    """A curve over the lag whose means have no closed form.

    It is drawn at every lag in view, or if these are too many, at some single lags and lag 0.
    """

    # Whether single lags are chosen by octaves, for a logarithmic axis.
    by_octaves: ClassVar[bool] = False

    def numbers(self, lags: Array) -> Array:
        """Return the curve's numbers at whole lags, shape (n,)."""
        raise NotImplementedError

    def ends(self, low: float, high: float) -> tuple[int, int]:
        """Return the first and the last lag of the curve between `low` and `high`."""
        return ceil(low), floor(high)

    @property
    def oscillates(self) -> bool:
        """Whether the curve oscillates, so that single lags say nothing about lags between them."""
        return True

    def sample(self, low: float, high: float, pixels: int) -> Points:
        lags = self._lags(low, high, pixels)
        return lags, self.numbers(lags)

    def _lags(self, low: float, high: float, pixels: int) -> Array:
        first, last = self.ends(low, high)
        most = max(16, min(2 * pixels, self.most))
        lags = spaced_lags(first, last, most, self.by_octaves)
        return np.union1d(lags, [0.0]) if first < 0 < last else lags

    @property
    def averaged(self) -> str:
        return ""

    def runs(self, low: float, high: float, pixels: int) -> Runs | None:
        lags = self._lags(low, high, pixels)
        first, last = self.ends(low, high)
        leaves_lags_out = 1 < len(lags) <= last - first
        return Runs.around(lags, first, last) if self.oscillates and leaves_lags_out else None

    def every(self, first: int, stop: int) -> Array:
        return self.numbers(np.arange(first, stop, dtype=np.float64))

    def exact(self, low: float, high: float) -> Points:
        first, last = self.ends(low, high)
        lags = np.arange(first, last + (last < high), dtype=np.float64)
        return lags, self.numbers(lags)


@dataclass(frozen=True)
class BoundOverLag(SingleLags):
    """RoFormer's bound of a score."""

    by_octaves: ClassVar[bool] = True

    score: TurnedScore

    def numbers(self, lags: Array) -> Array:
        return self.score.bound(lags)

    def ends(self, low: float, high: float) -> tuple[int, int]:
        return self.score.within(low, high)

    @property
    def most(self) -> int:
        return _BOUND_TERMS // max(1, len(self.score.terms.rates))

    @property
    def sampled(self) -> str:
        length = self.score.scheme.length
        return (
            f"{number(_LAGS_IN_FILES)} of {number(length)} lags" if length > _LAGS_IN_FILES else ""
        )

    def exact(self, low: float, high: float) -> Points:
        first, last = self.ends(low, high)
        lags = spaced_lags(first, last - (last == high), _LAGS_IN_FILES, self.by_octaves)
        return lags, self.numbers(lags)


@dataclass(frozen=True)
class WeightOverLag(SingleLags):
    """The weight of each key in one head, by its lag."""

    attended: Attended
    head: int

    def numbers(self, lags: Array) -> Array:
        return self.attended.weights(lags, self.head)

    def ends(self, low: float, high: float) -> tuple[int, int]:
        return max(ceil(low), -self.attended.before), min(floor(high), self.attended.after)

    @property
    def oscillates(self) -> bool:
        return self.attended.scheme.oscillates

    @property
    def most(self) -> int:
        return self.attended.scheme.lags_at_once

    @property
    def sampled(self) -> str:
        return (
            f"{_LAGS_IN_FILES} of {self.attended.keys} keys"
            if self.attended.keys > _LAGS_IN_FILES
            else ""
        )

    def exact(self, low: float, high: float) -> Points:
        half = _LAGS_IN_FILES // 2
        farthest_before = -half if self.attended.after else 1 - _LAGS_IN_FILES
        return super().exact(max(low, farthest_before), min(high, half + 1))
