"""Scores of turned queries and keys by the lag, their reach, and the least base for a length."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, inf
from typing import Literal, NamedTuple

import numpy as np

from peviewer.base.numbers import number
from peviewer.base.work import check_cancelled
from peviewer.model.between.lag_sums import (
    WAVES_AT_ONCE,
    Array,
    Terms,
    sum_at_lags,
    sums_in_growing_runs,
)
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.turning import Paired, Rotating
from peviewer.model.turning.pairs import Complex, exponentials

Vectors = Literal["equal", "same", "drawn"]
Part = Literal["whole", "before", "loss"]

# The most lags × pairs that are looked at one by one.
MAX_LAGS_BY_PAIRS = 2**26

# The fewest lags that are computed at a time.
_FEWEST_LAGS = 256

# Bases with three digits, from 1.01 up to 10¹²: how many there are in a decade, and how many
# decades.
_PER_DECADE = 900
_DECADES = 12

# How many lags around the last failing one are tried first: one of them most likely fails again.
_LAGS_NEAR_FAILURE = 256


@dataclass(frozen=True)
class TurnedScore:
    """q·k of a query turned to t and a key turned to s, as a function of the lag t − s.

    The lag is how far back the key is. The score is divided by ‖q‖·‖k‖. Pairs of a head that do not
    turn add the same at every lag: their cosine is cos 0 = 1.
    """

    scheme: Paired

    # Query and key: with the same product in every pair, one drawn vector for both, or two.
    vectors: Vectors = "equal"
    seed: int = 1

    # The whole score; the score before frequencies are scaled and pairs decay; or the loss alone,
    # the decay of pairs that do not turn.
    part: Part = "whole"

    @property
    def terms(self) -> Terms:
        """The score as a sum of terms weight·e^(rate·lag), one for each pair that turns."""
        scheme = self.scheme
        part = self.part
        # With odd d the last sine has no cosine, so its product is no function of the lag.
        count = scheme.dim // 2
        frequencies = scheme.frequencies()
        if part == "before" and isinstance(scheme, Rope):
            frequencies = scheme.unscaled_frequencies()
        rates = 1j * frequencies[:count] * (part != "loss")
        products = products_of_pairs(count, self.vectors, self.seed)
        turning_pairs = len(rates)
        turned_products = products[:turning_pairs]
        unrotated_part = float(products[turning_pairs:].real.sum())
        if part != "before" and isinstance(scheme, Rotating):
            rates = rates + scheme.log_decays()[:count]
            turned_products = turned_products * scheme.attention_factor**2
            unrotated_part *= scheme.still_factor**2
        return Terms(np.asarray(rates, np.complex128), turned_products, unrotated_part)

    def within(self, low: float, high: float) -> tuple[int, int]:
        """Return the first and the last whole lag between `low` and `high` that the scheme has."""
        return max(0, ceil(low)), min(floor(high), self.scheme.length - 1)

    def at(self, lags: Array) -> Array:
        """Return the score at any lags from 0 on, shape (n,)."""
        terms = self.terms
        return terms.unrotated_part + self._over(lags, lambda waves: (waves @ terms.weights).real)

    def at_even_lags(self, start: float, step: float, count: int, run: int = 1) -> Array:
        """Return the score at `count` evenly spaced lags, or its means over `run` lags around them.

        See :func:`~peviewer.model.between.lag_sums.sum_at_lags`.
        """
        return sum_at_lags(self.terms, start, step, count, run)

    def bound(self, lags: Array) -> Array:
        """Return RoFormer's bound: the mean over j of |Σ_{i<j} e^{i·ω_i·lag}|.

        See arXiv 2104.09864, section 3.4.3.
        """
        return self._over(lags, lambda waves: np.abs(waves.cumsum(axis=1)).mean(axis=1))

    def _over(self, lags: Array, of_waves: Callable[[Complex], Array]) -> Array:
        """Return what `of_waves` gives for e^(rate·lag), lags × pairs, some lags at a time."""
        rates = self.terms.rates
        numbers = np.empty(len(lags))
        lags_at_once = max(1, WAVES_AT_ONCE // max(1, len(rates)))
        for start in range(0, len(lags), lags_at_once):
            check_cancelled()
            strip = slice(start, start + lags_at_once)
            waves = exponentials(lags[strip, None] * rates)
            numbers[strip] = of_waves(waves)
        return numbers


def products_of_pairs(count: int, vectors: Vectors, seed: int) -> Complex:
    """Return q_i·conj(k_i) of each pair of two vectors of length 1, shape (count,)."""
    if vectors == "equal":
        return np.full(count, 1 / max(1, count), np.complex128)
    drawn = np.random.default_rng(seed).standard_normal((2, count, 2))
    query, key = drawn[..., 0] + 1j * drawn[..., 1]
    if vectors == "same":
        key = query
    norms = np.linalg.norm(query) * np.linalg.norm(key)
    return np.asarray(query * key.conj() / norms)


class Reach(NamedTuple):
    """The first lag at which a score has fallen to a level.

    ``lag`` is None if there is none among the first ``lags_looked_at`` lags.
    """

    lag: int | None
    lags_looked_at: int

    def text(self, length: int) -> str:
        """Write the lag, or up to which lag there is none."""
        if self.lag is not None:
            return number(self.lag)
        return (
            "none" if self.lags_looked_at == length else f"none up to {number(self.lags_looked_at)}"
        )

    @property
    def value(self) -> float:
        return np.nan if self.lag is None else self.lag


@lru_cache(maxsize=16)
def reach(score: TurnedScore, level: float = 0.0, length: int | None = None) -> Reach:
    """Return the first lag below `length` at which a score has fallen to `level`.

    By default `length` is that of the scheme.
    """
    terms = score.terms
    longest = score.scheme.length if length is None else length
    most_lags = max(1, MAX_LAGS_BY_PAIRS // max(1, len(terms.rates)))
    lags_looked_at = min(longest, most_lags)
    above_level = terms._replace(unrotated_part=terms.unrotated_part - level)
    return Reach(_first_at_or_below_0(above_level, lags_looked_at), lags_looked_at)


def _first_at_or_below_0(terms: Terms, length: int) -> int | None:
    """Return the first lag below the length at which a score is 0 or less."""
    for low, sums in sums_in_growing_runs(terms, 0, length, _FEWEST_LAGS):
        below = np.flatnonzero(sums <= 0)
        if len(below):
            return low + int(below[0])
    return None


def least_base(scheme: Paired) -> float | None:
    """Return the smallest base of three digits whose score is 0 or more at every lag.

    Every lag below the scheme's length counts, and all pairs have the same product. 1 stands for
    any base, infinity for none up to 10¹². None if there are too many lags and pairs to look at, or
    if the scheme has no base. Men et al. 2024, arXiv 2405.14591, equation 11. A base one hundredth
    larger may fail again, so bases are tried one by one from the smallest up.
    """
    # The scheme's own base does not count: schemes that differ only in it share one cached answer.
    rebased = scheme.with_base(10_000.0)
    if rebased is None or scheme.dim < 2 or scheme.length * scheme.pairs > MAX_LAGS_BY_PAIRS:
        return None
    return _least_base(rebased.from_zero)


@lru_cache(maxsize=128)
def _least_base(scheme: Paired) -> float:
    failed = scheme.length - 1
    for number_of_base in range(1, _PER_DECADE * _DECADES + 1):
        digits = 100 + number_of_base % _PER_DECADE
        base = float(f"{digits}e{number_of_base // _PER_DECADE - 2}")
        rebased = scheme.with_base(base)
        assert rebased is not None
        lag = _failing_lag(TurnedScore(rebased).terms, scheme.length, failed)
        if lag is None:
            # Pairs turn fastest with the smallest base: where even that one passes, all do.
            return base if number_of_base > 1 else 1.0
        failed = lag
    return inf


def _failing_lag(terms: Terms, length: int, last_failed: int) -> int | None:
    """Return a lag below `length` at which the sum is below 0; None if there is none.

    The lag `last_failed` is tried first, then the lags around it.
    """
    waves = exponentials(terms.rates * last_failed)
    if terms.unrotated_part + (waves @ terms.weights).real < 0:
        return last_failed
    near = max(0, last_failed - _LAGS_NEAR_FAILURE // 2)
    for low, high in (
        (near, near + _LAGS_NEAR_FAILURE),
        (near + _LAGS_NEAR_FAILURE, length),
        (0, near),
    ):
        for start, sums in sums_in_growing_runs(terms, low, min(high, length), _LAGS_NEAR_FAILURE):
            least = int(sums.argmin())
            if sums[least] < 0:
                return start + least
    return None
