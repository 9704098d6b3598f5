"""The least base with which a score stays at 0 or above at every lag."""

from functools import lru_cache
from math import inf

from peviewer.model.between.lags import Terms, summed
from peviewer.model.between.score import TurnedScore
from peviewer.model.encodings.scheme import Paired
from peviewer.model.turning.pairs import exponentials

_MOST = 2**26  # lags × pairs that are looked at for one base
_PER_DECADE, _DECADES = 900, 12  # bases of three digits, from 1.01 up to 10¹²
_NEAR, _AT_ONCE = 256, 4096  # lags about the last that failed, which most likely fails again, and lags at a time


def least_base(scheme: Paired) -> float | None:
    """Return the smallest base of three digits whose score, all pairs alike, is 0 or more at every lag of the length.

    All but the base of `scheme` is as it is. 1 stands for any base, infinity for none up to 10¹²; None where there are
    too many lags and pairs to look at, or no base.

    Men et al. 2024, arXiv 2405.14591, equation 11. Larger bases may fail again, even a hundredth above, so all are
    tried from the smallest up.
    """
    rebased = scheme.rebased(10_000.0)  # so that all bases share what is kept
    if rebased is None or scheme.dim < 2 or scheme.length * scheme.pairs > _MOST:
        return None
    return _least(rebased.from_zero)


@lru_cache(maxsize=128)
def _least(scheme: Paired) -> float:
    failed = scheme.length - 1
    for place in range(1, _PER_DECADE * _DECADES + 1):
        base = float(f"{100 + place % _PER_DECADE}e{place // _PER_DECADE - 2}")
        rebased = scheme.rebased(base)
        assert rebased is not None
        lag = _failing(TurnedScore(rebased).terms, scheme.length, failed)
        if lag is None:
            return base if place > 1 else 1.0  # with the fastest pairs of all bases
        failed = lag
    return inf


def _failing(terms: Terms, length: int, failed: int) -> int | None:
    """Return a lag below the length at which a sum is below 0, looked for at the one that failed before at first."""
    if terms.still + (exponentials(terms.rates * failed) @ terms.weights).real < 0:
        return failed
    near = max(0, failed - _NEAR // 2)
    for low, high in ((near, near + _NEAR), (near + _NEAR, length), (0, near)):
        count, high = _NEAR, min(high, length)
        while low < high:
            sums = summed(terms, float(low), 1.0, min(count, high - low))
            least = int(sums.argmin())
            if sums[least] < 0:
                return low + least
            low, count = low + count, min(4 * count, _AT_ONCE)
    return None
