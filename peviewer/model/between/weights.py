"""Weights of attention as curves: over the lag, and added up from the nearest key on."""

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from peviewer.model.between.attended import Attended
from peviewer.model.sampling.series import Points, Series
from peviewer.model.sampling.thinned import WORK, Runs, Thinned

_KEPT = 4096  # weights that are kept as numbers


@dataclass(frozen=True)
class WeightOverLag(Thinned):
    """The weight of each key in one head, by its lag."""

    attended: Attended
    head: int

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return whole lags, or as many as there are pixels, lag 0 among them; see :meth:`Series.sample`."""
        lags = self._lags(low, high, pixels)
        return lags, self.attended.weights(lags, self.head)

    @property
    def averaged(self) -> str:
        """Nothing: a point is one of the keys it stands for; see :attr:`Thinned.averaged`."""
        return ""

    @property
    def terms(self) -> int:
        """So many that no more lags are worked out than a scheme does at once; see :attr:`Thinned.terms`."""
        return ceil(WORK / self.attended.scheme.lags_at_once)

    def runs(self, low: float, high: float, pixels: int) -> Runs | None:
        """Return the keys nearest to each point, of weights that swing; see :meth:`Thinned.runs`."""
        first, last = self._ends(low, high)
        is_told = not self.attended.scheme.swings or last - first < 2 * pixels
        return None if is_told else Runs.around(self._lags(low, high, pixels), int(first), int(last))

    def every(self, first: int, stop: int, step: int) -> NDArray[np.float64]:
        """Return the weights of some keys; see :meth:`Thinned.every`."""
        return self.attended.weights(np.arange(first, stop, step, dtype=np.float64), self.head)

    def _lags(self, low: float, high: float, pixels: int) -> NDArray[np.float64]:
        """Return the lags of a view's points."""
        first, last = self._ends(low, high)
        if last - first < 2 * pixels:
            lags = np.arange(first, last + 1)
        else:
            lags = np.unique(np.rint(np.linspace(first, last, pixels)))
        return np.union1d(lags, [0.0]) if first < 0 < last else lags

    @property
    def sampled(self) -> str:
        """Of how many keys the numbers are, where that is not all."""
        return f"{_KEPT} of {self.attended.keys} keys" if self.attended.keys > _KEPT else ""

    def exact(self, low: float, high: float) -> Points:
        """Return every key, or the nearest; see :meth:`Series.exact`."""
        first, last = self._ends(low, high)
        first, last = max(first, -_KEPT // 2 if self.attended.after else 1 - _KEPT), min(last, _KEPT // 2)
        lags = np.arange(first, last + (last < high), dtype=np.float64)
        return lags, self.attended.weights(lags, self.head)

    def _ends(self, low: float, high: float) -> tuple[float, float]:
        return max(np.ceil(low), -self.attended.before), min(np.floor(high), self.attended.after)


@dataclass(frozen=True)
class ShareOfNearest(Series):
    """The share of a head's weight that the nearest keys hold, by octaves."""

    attended: Attended
    head: int

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return about a point a pixel; see :meth:`Series.sample`."""
        keys, shares = self.attended.shares(self.head)
        wanted = np.searchsorted(keys, np.geomspace(max(low, 0.5), max(high, 1.0), max(2, pixels)))
        chosen = np.unique(np.clip(np.append(wanted, wanted[0] - 1), 0, len(keys) - 1))
        return keys[chosen], shares[chosen]

    @property
    def sampled(self) -> str:
        """Of how many numbers of keys there are shares, where that is not all."""
        count = len(self.attended.shares(self.head)[0])
        return f"{count} of {self.attended.keys} numbers of keys" if count < self.attended.keys else ""

    def exact(self, low: float, high: float) -> Points:
        """Return all that are kept; see :meth:`Series.exact`."""
        keys, shares = self.attended.shares(self.head)
        inside = (keys >= low) & (keys < high)
        return keys[inside], shares[inside]
