"""How far a score reaches: the first lag at which it has fallen to 0."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from peviewer.base.words import whole
from peviewer.model.between.score import Terms, TurnedScore, summed

MOST = 2**26  # lags × pairs that are looked at one by one
_FEWEST_LAGS, _MOST_LAGS = 256, 4096  # worked out at a time: larger products wait for all cores, however busy


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
    return Reach(_first(terms._replace(still=terms.still - level), looked), looked)


def _first(terms: Terms, length: int) -> int | None:
    """Return the first lag below the length at which a score is 0 or less."""
    low, count = 0, _FEWEST_LAGS
    while low < length:
        below = np.flatnonzero(summed(terms, float(low), 1.0, min(count, length - low)) <= 0)
        if len(below):
            return low + int(below[0])
        low, count = low + count, min(4 * count, _MOST_LAGS)
    return None
