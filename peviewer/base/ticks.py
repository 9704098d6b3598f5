"""Ticks of an axis: round numbers, three if there is room, and their texts."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from peviewer.base.numbers import decimals_between, mantissa, number, plain, power, without_zeros

# A full turn in degrees.
TURN = 360.0

# How many ticks with numbers show the range of an axis, and whether it is logarithmic.
FEW = 3

# Steps between ticks, as multiples of a power of ten.
_FACTORS = 1, 2, 2.5, 5, 10, 20, 25, 50, 100

# Factors that are also used if the round ones give two ticks though three have room.
_LESS_ROUND_FACTORS = 4, 3, 6, 8, 15, 30, 40, 60, 80

# The share of a range that three round values must cover; otherwise less round ones are taken.
MIN_COVERED_SHARE = 0.4

# Less round values must reach farther than rounder ones by this factor.
MIN_REACH_RATIO = 1.15

# Mantissas of ticks on a logarithmic axis that has few powers of ten.
_MANTISSAS = (1, 2, 5), (1, 3), (1, 5)

# Ticks are written with powers of ten if they are closer than this.
_FINE_STEP = 1e-4

# Ticks from this size on are also written with powers of ten, if the step is at least a share of
# it.
_LARGE = 1e10
_MIN_STEP_SHARE = 1e-6

# Numbers on a logarithmic axis are written out where all lie between powers of ten with these
# exponents, and where none needs more decimals than this.
_EXPONENTS_WRITTEN_OUT = -4, 5
_MAX_DECIMALS = 6


def linear(low: float, high: float, most: int, *, whole: bool = False) -> list[float]:
    """Return round values inside [low, high]."""
    span = high - low
    if not (math.isfinite(span) and span > 0):
        return []
    magnitude = 10.0 ** math.floor(math.log10(span / (most + 1)))
    ends_of_finer: list[float] = []
    for step in _steps(_FACTORS, magnitude, whole):
        first, last = _multiples_inside(low, high, step)
        if last - first < most:
            break
        ends_of_finer = [first * step, last * step]

    count = last - first + 1
    if most >= FEW > count and (three := _three(low, high, most, magnitude, whole)):
        return three
    if count == 1 and ends_of_finer:
        return ends_of_finer
    return [float(multiple * step) for multiple in range(first, last + 1)]


def _three(low: float, high: float, most: int, magnitude: float, whole: bool) -> list[float]:
    """Return three or more less round values; none if there are no three."""
    triples = list(far_apart(low, high, whole=whole))
    min_length = MIN_COVERED_SHARE * (high - low)
    wide_triples = [triple for triple in triples if triple[-1] - triple[0] >= min_length]
    if whole:
        wide_triples = []
    if wide_triples and not low <= 0 <= high:
        return wide_triples[0]

    for step in _steps((*_FACTORS, *_LESS_ROUND_FACTORS), magnitude, whole):
        first, last = _multiples_inside(low, high, step)
        if FEW <= last - first + 1 <= most:
            return [float(multiple * step) for multiple in range(first, last + 1)]
    if wide_triples:
        return wide_triples[0]
    return triples[-1] if triples else []


def far_apart(low: float, high: float, *, whole: bool = False) -> Iterator[list[float]]:
    """Yield three values that cover more and more of a range, with 0 if it is inside."""
    if not (math.isfinite(high - low) and high > low):
        return
    magnitude = 10.0 ** math.floor(math.log10((high - low) / (FEW + 1)))
    reach = 0.0
    for factor in (10, 5, 2.5, 2, 1, 0.5):
        step = factor * magnitude
        if whole and not step.is_integer():
            continue
        first, last = _multiples_inside(low, high, step)
        start, distance = _three_multiples(first, last)
        new_reach = 2 * distance * step
        if new_reach > MIN_REACH_RATIO * reach:
            reach = new_reach
            yield [float((start + index * distance) * step) for index in range(FEW)]


def _three_multiples(first: int, last: int) -> tuple[int, int]:
    """Return the first of three whole numbers from `first` to `last`, and how far apart they are.

    The three are as far apart as possible; 0 is among them if it is in the range.
    """
    if not first <= 0 <= last:
        return first, (last - first) // 2
    with_zero_first = last // 2, 0
    with_zero_between = min(-first, last), -1
    with_zero_last = -first // 2, -2
    distance, start = max(with_zero_first, with_zero_between, with_zero_last)
    return start * distance, distance


def _steps(factors: Iterable[float], magnitude: float, whole: bool) -> list[float]:
    steps = [magnitude * factor for factor in factors]
    if not whole:
        return steps
    return [1.0, *(step for step in steps if step > 1 and step.is_integer())]


def _multiples_inside(low: float, high: float, step: float) -> tuple[int, int]:
    """Return the first and the last multiple of a step between two numbers."""
    return math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)


def logarithmic(low: float, high: float, most: int, *, whole: bool = False) -> list[float]:
    """Return the exponents of round values between 10^low and 10^high.

    These are powers of ten, with values between them if there are few powers.
    """
    if not (math.isfinite(high - low) and high > low):
        return []
    first, last = _multiples_inside(low, high, 1)
    powers = [float(exponent) for exponent in range(first, last + 1)]
    if len(powers) >= FEW and high - low >= 2:
        return _thinned(powers, most)
    finest: list[float] = []
    for mantissas in _MANTISSAS:
        exponents = []
        for whole_exponent in range(first - 1, last + 2):
            for mantissa_exponent in map(math.log10, mantissas):
                exponent = whole_exponent + mantissa_exponent
                if low - 1e-9 <= exponent <= high + 1e-9:
                    exponents.append(exponent)
        finest = finest or exponents
        if FEW <= len(exponents) <= most:
            return exponents
    if len(finest) >= FEW:
        return _thinned(finest, most)
    values = linear(10.0**low, 10.0**high, max(2, most), whole=whole)
    return [math.log10(value) for value in values] or finest


def _thinned(exponents: list[float], most: int) -> list[float]:
    """Return at most `most` of some exponents, evenly spread.

    Whole exponents are multiples of a step.
    """
    for step in range(1, len(exponents)):
        kept_exponents = exponents
        if step > 1:
            kept_exponents = [exponent for exponent in exponents if exponent % step == 0]
        if min(FEW, most) <= len(kept_exponents) <= most:
            return kept_exponents
    if most < FEW:
        return [exponents[0], exponents[-1]]
    return exponents[:: (len(exponents) - 1) // 2][:FEW]


class Scale(NamedTuple):
    """The kind of numbers along an axis.

    These are any numbers, powers of ten, whole numbers, groups of whole numbers or parts of a turn.
    A logarithmic axis runs over exponents.
    """

    log: bool = False
    whole: bool = False
    group: int = 1
    turns: bool = False

    def values(self, low: float, high: float, most: int) -> list[float]:
        """Return round values inside [low, high], at `most` so many.

        >>> Scale(group=14).values(-0.5, 195.5, 3), Scale(turns=True).values(0, 360, 5)
        ([6.5, 76.5, 146.5], [0.0, 90.0, 180.0, 270.0, 360.0])
        """
        if self.log:
            return logarithmic(low, high, most, whole=self.whole)
        if self.turns and high - low == TURN:
            parts = 4 if most > 4 else 2
            return [low + part * TURN / parts for part in range(parts + 1)]
        groups = linear(*self._in_groups(low, high), most, whole=self._is_whole)
        return self._centres(groups)

    def far_apart(self, low: float, high: float) -> list[list[float]]:
        """Return triples of values that cover more and more of a range."""
        if self.log:
            return []
        triples = far_apart(*self._in_groups(low, high), whole=self._is_whole)
        return [self._centres(groups) for groups in triples]

    @property
    def _is_whole(self) -> bool:
        return self.whole or self.group > 1

    def _in_groups(self, low: float, high: float) -> tuple[float, float]:
        """Return coordinates along the axis as numbers of groups."""
        middle = (self.group - 1) / 2
        return (low - middle) / self.group, (high - middle) / self.group

    def _centres(self, groups: Sequence[float]) -> list[float]:
        """Return the coordinates of the middles of groups."""
        middle = (self.group - 1) / 2
        return [group * self.group + middle for group in groups]


def fitting(
    low: float,
    high: float,
    most: int,
    scale: Scale,
    are_apart: Callable[[Sequence[float], float, bool], bool],
) -> list[float]:
    """Return as many round values as fit, at least three.

    If fewer fit, return three close ones, or two, or the last one.

    are_apart: whether the texts of values do not touch. Its arguments are the values, the distance
    of the nearest two as a share of the range, and whether they may be close.
    """

    def fits(values: Sequence[float], *, close: bool) -> bool:
        least_distance = min(after - before for before, after in pairwise(values))
        return are_apart(values, least_distance / (high - low), close)

    for count in range(most, FEW - 1, -1):
        ticks = scale.values(low, high, count)
        if len(ticks) >= FEW and fits(ticks, close=False):
            return ticks

    candidates = [scale.values(low, high, count) for count in range(most, 1, -1)]
    triples = [ticks for ticks in candidates if len(ticks) == FEW]
    ends = [[ticks[0], ticks[-1]] for ticks in candidates if len(ticks) > 1]
    for ticks in (*triples, *scale.far_apart(low, high), *ends):
        if fits(ticks, close=True):
            return ticks
    return candidates[-1][-1:]


def tick_texts(values: Sequence[float], origin: int = 0) -> list[str]:
    """Write ticks with the same number of decimals, or all as powers of ten.

    Ticks are measured from `origin`, which is added exactly.
    """
    largest = max(map(abs, values), default=0.0)
    steps = [abs(after - before) for before, after in pairwise(values) if after != before]
    step = min(steps, default=largest) or 1.0
    are_large = largest >= _LARGE and step >= _MIN_STEP_SHARE * largest
    if not origin and (step < _FINE_STEP or are_large):
        return [_with_power(value, step, largest) for value in values]
    decimals = decimals_between(step)
    if any(abs(value - round(value, decimals)) > 1e-3 * step for value in values):
        decimals += 1
    if origin and decimals == 0:
        return [number(origin + round(value)) for value in values]
    return [plain(origin + value, decimals) for value in values]


def log_tick_texts(values: Sequence[float]) -> list[str]:
    """Write the ticks of a logarithmic axis alike: all written out, or all as powers of ten."""
    smallest, largest = (10.0**exponent for exponent in _EXPONENTS_WRITTEN_OUT)
    are_in_range = all(smallest * (1 - 1e-9) <= value <= largest * (1 + 1e-9) for value in values)
    decimals = [decimals_between(value, _MAX_DECIMALS + 1) for value in values]
    if not are_in_range or max(decimals, default=0) > _MAX_DECIMALS:
        return [_log_tick(value) for value in values]
    return [plain(value, count) for value, count in zip(values, decimals, strict=True)]


def _log_tick(value: float) -> str:
    exponent = math.floor(math.log10(value) + 1e-9)
    text, shown = mantissa(value, decimals_between(value / 10.0**exponent))
    return power(shown) if text == "1" else f"{text}×{power(shown)}"


def _with_power(value: float, step: float, largest: float) -> str:
    if abs(value) < 1e-9 * largest or value == 0:
        return "0"
    size = 10.0 ** math.floor(math.log10(abs(value)) + 1e-9)
    text, exponent = mantissa(value, decimals_between(step / size, 15))
    return f"{without_zeros(text)}×{power(exponent)}"
