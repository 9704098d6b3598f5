"""The least base with which a score stays at 0 or above at every lag."""

from functools import lru_cache
from math import inf, pi, sqrt
from typing import NamedTuple

import numpy as np

from peviewer.model.between.score import Terms, TurnedScore, summed
from peviewer.model.encodings.scheme import Paired
from peviewer.model.turning.pairs import exponentials

MOST, MOST_PAIRS = 2**27, 2**11  # lags × pairs that are looked at for one base, and pairs
MOST_IN_ALL = 2**29  # lags × pairs of all bases: about a second
_PER_DECADE = 900  # bases of three digits
_HIGHEST = 12 * _PER_DECADE  # 10¹²
_CLOSE = 1.05  # how far halving goes
_NEAR, _AT_ONCE = 256, 4096  # lags about the last that failed, which most likely fails again, and lags at a time


class LeastBase(NamedTuple):
    """A base of three digits that keeps a score at 0 or above: infinity where none up to 10¹² does.

    certain: whether every smaller base was shown to fail; otherwise a smaller one may do as well.
    """

    base: float
    certain: bool


def least_base(scheme: Paired) -> LeastBase | None:
    """Return the smallest base whose score, all pairs alike, is 0 or more at every lag below the length.

    scheme: all but its base is as it is: the length, the scaling, the pairs that turn.

    Men et al. 2024, arXiv 2405.14591, equation 11. Larger ones may fail again, even a hundredth above, so all are
    tried from the smallest up; those between two that fail at one lag are left out where no frequency between
    theirs could make a sum of 0 there.

    >>> from peviewer.model.encodings.rope import Rope
    >>> least_base(Rope(dim=16, length=200))
    LeastBase(base=8300.0, certain=True)
    """
    known = scheme.rebased(10_000.0)
    if known is None or scheme.dim < 2 or scheme.pairs > MOST_PAIRS or scheme.length * scheme.pairs > MOST:
        return None
    return _least(known.from_zero, scheme.length)


@lru_cache(maxsize=128)
def _least(scheme: Paired, lags: int) -> LeastBase:
    """Return the base for the first lags, starting from the base for half as many, which is never larger."""
    trial = _Trial(scheme, lags)
    if trial.is_held_by_the_unturned() or (trial.is_short(1 + 1e-9) and trial.is_short(_base(_HIGHEST))):
        return LeastBase(1.0, True)
    place = 1  # not base 1: all its pairs turn alike, and a scaling may divide by its logarithm
    if lags > 2:
        fewer = 1 << ((lags - 1).bit_length() - 1)  # a power of two, which similar lengths share
        for_fewer = _least(_as_long(scheme, fewer), fewer)
        if not for_fewer.certain:
            return LeastBase(_halved(trial), False)
        place = max(place, _place(for_fewer.base))
    return _searched(trial, place)


def _as_long(scheme: Paired, length: int) -> Paired:
    """Return the scheme with another length where that changes no frequency."""
    other = scheme.model_copy(update={"length": length})
    return other if np.array_equal(other.frequencies(), scheme.frequencies()) else scheme


def _searched(trial: "_Trial", place: int) -> LeastBase:
    step, own = 1, trial.terms(_base(place))
    while not trial.holds(own):
        if place == _HIGHEST:
            return LeastBase(inf, True)
        if trial.looked > MOST_IN_ALL:
            return LeastBase(_halved(trial), False)
        step = min(step, _HIGHEST - place)
        ahead = trial.terms(_base(place + step))
        while step > 1 and not trial.fails_between(own, ahead):
            step //= 2
            ahead = trial.terms(_base(place + step))
        place, own, step = place + step, ahead, 2 * step
    return LeastBase(_base(place), True)


def _halved(trial: "_Trial") -> float:
    """Return by bisection a base that keeps the score at 0 or above; infinity if the largest does not."""
    low, high = 1, _HIGHEST
    if not trial.holds(trial.terms(_base(high))):
        return inf
    while high - low > 1 and _base(high) > _CLOSE * _base(low):
        middle = _place(sqrt(_base(low) * _base(high)))
        low, high = (low, middle) if trial.holds(trial.terms(_base(middle))) else (middle, high)
    return _base(high)


def _base(place: int) -> float:
    """Return the n-th number of three digits, counted from 1.

    >>> _base(0), _base(899), _base(900), _base(_place(42_900.0))
    (1.0, 9.99, 10.0, 42900.0)
    """
    return float(f"{100 + place % _PER_DECADE}e{place // _PER_DECADE - 2}")


def _place(base: float) -> int:
    """Return the place of the number of three digits next to a base."""
    if base == inf:
        return _HIGHEST
    digits, power = f"{base:.2e}".split("e")
    return round(100 * float(digits)) - 100 + _PER_DECADE * int(power)


class _Trial:
    """Tries bases at some lags, each at first at those at which the last one failed.

    looked: how many lags × pairs were looked at.
    """

    def __init__(self, scheme: Paired, lags: int) -> None:
        self._scheme, self._lags = scheme, lags
        self._failed = lags - 1
        self.looked = 0

    def terms(self, base: float) -> Terms:
        scheme = self._scheme.rebased(base)
        assert scheme is not None
        return TurnedScore(scheme).terms

    def is_held_by_the_unturned(self) -> bool:
        """Whether the pairs that do not turn outweigh all others together, whatever the base."""
        terms = self.terms(_base(1))
        return bool(terms.still >= np.abs(terms.weights).sum())

    def is_short(self, base: float) -> bool:
        """Whether every pair stays within a quarter of a turn, so that every cosine is 0 or more."""
        return bool(self.terms(base).rates.imag.max(initial=0.0) * (self._lags - 1) <= pi / 2)

    def holds(self, terms: Terms) -> bool:
        at_failed = exponentials(terms.rates * self._failed) @ terms.weights
        if terms.still + at_failed.real < 0:
            return False
        near = max(0, self._failed - _NEAR // 2)
        return not any(
            self._is_below(terms, low, min(high, self._lags))
            for low, high in ((near, near + _NEAR), (near + _NEAR, self._lags), (0, near))
        )

    def _is_below(self, terms: Terms, low: int, high: int) -> bool:
        """Whether the sum is below 0 at a lag in [low, high); the lag of the least sum is kept."""
        count = _NEAR
        while low < high:
            sums = summed(terms, float(low), 1.0, min(count, high - low))
            self.looked += len(sums) * len(terms.rates)
            least = int(sums.argmin())
            if sums[least] < 0:
                self._failed = low + least
                return True
            low, count = low + count, min(4 * count, _AT_ONCE)
        return False

    def fails_between(self, own: Terms, ahead: Terms) -> bool:
        """Whether every base between these two fails at the lag that failed last.

        Frequencies fall, or stay, as the base grows; YaRN's ramp has one jump, by which the fastest rises for good.
        """
        fast, slow = (terms.rates.imag * (self._failed / (2 * pi)) for terms in (own, ahead))  # turns
        if (slow > fast).any():
            return False
        most = np.maximum(np.cos(2 * pi * fast), np.cos(2 * pi * slow))
        most[np.floor(fast) >= np.ceil(slow)] = 1.0  # a whole turn lies between
        kept = np.exp(own.rates.real * self._failed) * own.weights.real
        return bool(own.still + most @ kept < 0)
