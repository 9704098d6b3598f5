"""How far a score reaches: the first lag at which it has fallen to 0, and the base that keeps it above."""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, floor, inf, log10, sqrt
from typing import NamedTuple

import numpy as np

from peviewer.base.words import whole
from peviewer.model.between.score import Terms, TurnedScore, summed
from peviewer.model.encodings.scheme import Paired

MOST = 2**26  # lags × pairs that are looked at one by one
MOST_FOR_BASE, MOST_PAIRS = 2**27, 2**11  # as many, and so many pairs, for every base that is tried
_LOWEST, _HIGHEST = 1.5, 1e12
_ABOVE_1 = 1.01  # of a base of 1 all pairs turn alike, and a scaling may divide by its logarithm
_CLOSE, _BACK = 1.05, 3.0  # how far halving goes, and how much below what it finds a finer look begins
_MOST_LAGS = 4096  # worked out at a time: larger products wait for all cores, however busy
_NEAR = 256  # lags about the last that failed, which most likely fails again


class Reach(NamedTuple):
    """The first lag at which a score has fallen to a level, None where there is none below `looked`."""

    lag: int | None
    looked: int

    def told(self, length: int) -> str:
        """Write the lag, or that there is none as far as was looked, of so many.

        Examples
        --------
        >>> Reach(12, 50).told(50), Reach(None, 50).told(50), Reach(None, 50).told(99)
        ('12', 'none', 'none up to 50')
        """
        if self.lag is not None:
            return whole(self.lag)
        return "none" if self.looked == length else f"none up to {whole(self.looked)}"

    @property
    def value(self) -> float:
        """The lag; not a number where there is none."""
        return np.nan if self.lag is None else self.lag


@lru_cache(maxsize=16)
def reach(score: TurnedScore, level: float = 0.0) -> Reach:
    """Return how far a score reaches before it falls to a level, of the lags within its scheme's length.

    Examples
    --------
    >>> from peviewer.model.encodings.rope import Rope
    >>> reach(TurnedScore(Rope(dim=2, length=10)))
    Reach(lag=2, looked=10)
    """
    terms, length = score.terms, score.scheme.length
    looked = min(length, max(1, MOST // max(1, len(terms.rates))))
    return Reach(_first(terms._replace(still=terms.still - level), 0, looked, strict=False), looked)


def least_base(scheme: Paired) -> float | None:
    """Return the smallest base whose score, all pairs alike, is 0 or more at every lag below the length.

    Parameters
    ----------
    scheme : Paired
        All but its base is as it is: the length, the scaling, the pairs that turn.

    Returns
    -------
    float or None
        Of those of three digits, 4.29e3 as well as 4.3e3; 1 where any will do, infinity where none up to 10¹² will.
        None where the frequencies have no base, and where there are too many lags and pairs to look at.

    Notes
    -----
    Men et al. 2024, arXiv 2405.14591, equation 11. Larger ones may fail again, even a hundredth above.
    """
    known = scheme.rebased(10_000.0)
    if known is None or scheme.dim < 2 or scheme.pairs > MOST_PAIRS or scheme.length * scheme.pairs > MOST_FOR_BASE:
        return None
    return _least_base(known.from_zero)


@lru_cache(maxsize=16)
def _least_base(scheme: Paired) -> float:
    trial = _Trial(scheme)
    if trial.holds(1 + 1e-9):
        return 1.0
    if not trial.holds(_HIGHEST):
        return inf
    low, high = _LOWEST, _HIGHEST
    while high > _CLOSE * low:  # which ends at one of the bases where it begins to hold
        middle = sqrt(low * high)
        low, high = (low, middle) if trial.holds(middle) else (middle, high)
    return next(filter(trial.holds, _bases(max(high / _BACK, _ABOVE_1), high)), high)


def _bases(low: float, high: float) -> Iterator[float]:
    """Yield the numbers of three digits from `low` on, and at last one that is `high` or more."""
    power = floor(log10(low)) - 2
    digits = ceil(low / 10.0**power)
    while (base := float(f"{digits}e{power}")) < high:
        yield base
        digits, power = (digits + 1, power) if digits < 999 else (100, power + 1)
    yield base


class _Trial:
    """Tries bases, each at first at the lags at which the last one failed."""

    def __init__(self, scheme: Paired) -> None:
        self._scheme = scheme
        self._failed = 0

    def holds(self, base: float) -> bool:
        """Whether the sum is nowhere below 0."""
        scheme, failed, length = self._scheme.rebased(base), self._failed, self._scheme.length
        assert scheme is not None
        terms, near = TurnedScore(scheme).terms, max(0, failed - _NEAR // 2)
        for low, high in ((near, near + _NEAR), (near, length), (0, near)):
            lag = _first(terms, low, min(high, length), strict=True)
            if lag is not None:
                self._failed = lag
                return False
        return True


def _first(terms: Terms, low: int, high: int, *, strict: bool) -> int | None:
    """Return the first lag from `low` up to below `high` at which a score is 0 or less, or only less if `strict`."""
    count = _NEAR
    while low < high:
        found = summed(terms, float(low), 1.0, min(count, high - low))
        below = np.flatnonzero(found < 0 if strict else found <= 0)
        if len(below):
            return low + int(below[0])
        low, count = low + count, min(4 * count, _MOST_LAGS)
    return None
