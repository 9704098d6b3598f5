"""Ticks of an axis: round numbers, three if there is room, and their texts."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from peviewer.base.numbers import decimals_between, mantissa, number, plain, power

TURN = 360.0  # degrees
FEW = 3  # numbers that show the range of an axis, and whether it is logarithmic
_FACTORS = 1, 2, 2.5, 5, 10, 20, 25, 50, 100
_LESS_ROUND = 4, 3, 6, 8, 15, 30, 40, 60, 80  # used if those give two ticks where three have room
SHARE = 0.4  # of a range that three values cover at least, unless they are less round
FARTHER = 1.15  # factor by which they must reach farther than rounder ones
_BETWEEN_POWERS = (1, 2, 5), (1, 3), (1, 5)
# Powers of ten are written for steps below, and for numbers from here on, that differ in few
# digits.
_FINE, _LARGE, _SHARE_OF_LARGE = 1e-4, 1e10, 1e-6
# Numbers on a logarithmic axis are written out where all lie between powers of ten with these
# exponents.
_WRITTEN_OUT = -4, 5
_DECIMALS = 6  # that they have then, at most


def linear(low: float, high: float, most: int, *, whole: bool = False) -> list[float]:
    """Return round values inside [low, high]."""
    span = high - low
    if not (math.isfinite(span) and span > 0):
        return []
    magnitude = 10.0 ** math.floor(math.log10(span / (most + 1)))
    finer: list[float] = []
    for step in _steps(_FACTORS, magnitude, whole):
        first, last = _inside(low, high, step)
        if last - first < most:
            break
        finer = [first * step, last * step]
    if most >= FEW > last - first + 1 and (three := _three(low, high, most, magnitude, whole)):
        return three
    if last == first and finer:
        return finer
    return [float(k * step) for k in range(first, last + 1)]


def _three(low: float, high: float, most: int, magnitude: float, whole: bool) -> list[float]:
    """Return three or more less round values; none if there are no three."""
    threes = list(far_apart(low, high, whole=whole))
    round_ones = [
        values for values in threes if values[-1] - values[0] >= SHARE * (high - low) and not whole
    ]
    if round_ones and not low <= 0 <= high:
        return round_ones[0]
    for step in _steps((*_FACTORS, *_LESS_ROUND), magnitude, whole):
        first, last = _inside(low, high, step)
        if FEW <= last - first + 1 <= most:
            return [float(k * step) for k in range(first, last + 1)]
    return next(iter(round_ones or threes[-1:]), [])


def far_apart(low: float, high: float, *, whole: bool = False) -> Iterator[list[float]]:
    """Yield three values that cover more and more of a range, with 0 if it is inside."""
    if not (math.isfinite(high - low) and high > low):
        return
    magnitude, reach = 10.0 ** math.floor(math.log10((high - low) / (FEW + 1))), 0.0
    for step in (factor * magnitude for factor in (10, 5, 2.5, 2, 1, 0.5)):
        if whole and not step.is_integer():
            continue
        first, last = _inside(low, high, step)
        apart, start = (last - first) // 2, first
        if first <= 0 <= last:
            apart, start = max((last // 2, 0), (min(-first, last), -1), (-first // 2, -2))
            start *= apart
        if 2 * apart * step > FARTHER * reach:
            reach = 2 * apart * step
            yield [float((start + k * apart) * step) for k in range(FEW)]


def _steps(factors: Iterable[float], magnitude: float, whole: bool) -> list[float]:
    steps = [magnitude * factor for factor in factors]
    return [1.0, *(step for step in steps if step > 1 and step.is_integer())] if whole else steps


def _inside(low: float, high: float, step: float) -> tuple[int, int]:
    """Return the first and the last multiple of a step between two numbers."""
    return math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)


def logarithmic(low: float, high: float, most: int, *, whole: bool = False) -> list[float]:
    """Return the exponents of round values between 10^low and 10^high: powers of ten, and more if these are few."""
    if not (math.isfinite(high - low) and high > low):
        return []
    first, last = _inside(low, high, 1)
    powers = [float(exponent) for exponent in range(first, last + 1)]
    if len(powers) >= FEW and high - low >= 2:
        return _thinned(powers, most)
    finest: list[float] = []
    for factors in _BETWEEN_POWERS:
        every = [k + math.log10(m) for k in range(first - 1, last + 2) for m in factors]
        exponents = [float(exponent) for exponent in every if low - 1e-9 <= exponent <= high + 1e-9]
        finest = finest or exponents
        if FEW <= len(exponents) <= most:
            return exponents
    if len(finest) >= FEW:
        return _thinned(finest, most)
    return [
        math.log10(value) for value in linear(10.0**low, 10.0**high, max(2, most), whole=whole)
    ] or finest


def _thinned(exponents: list[float], most: int) -> list[float]:
    """Return at most `most` of some exponents, evenly spread, multiples of a step if they are whole."""
    for step in range(1, len(exponents)):
        chosen = [e for e in exponents if e % step == 0] if step > 1 else exponents
        if min(FEW, most) <= len(chosen) <= most:
            return chosen
    if most < FEW:
        return [exponents[0], exponents[-1]]
    return exponents[:: (len(exponents) - 1) // 2][:FEW]


class Scale(NamedTuple):
    """The kind of numbers along an axis: powers of ten, whole numbers, groups of these, or quarters of a turn."""

    log: bool = False  # it runs over exponents then
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
            return [low + k * TURN / parts for k in range(parts + 1)]
        return self._placed(linear(*self._in_groups(low, high), most, whole=self._is_whole))

    def far_apart(self, low: float, high: float) -> list[list[float]]:
        """Return triples of values that cover more and more of a range."""
        if self.log:
            return []
        return [
            self._placed(values)
            for values in far_apart(*self._in_groups(low, high), whole=self._is_whole)
        ]

    @property
    def _is_whole(self) -> bool:
        return self.whole or self.group > 1

    def _in_groups(self, low: float, high: float) -> tuple[float, float]:
        middle = (self.group - 1) / 2
        return (low - middle) / self.group, (high - middle) / self.group

    def _placed(self, values: Sequence[float]) -> list[float]:
        return [value * self.group + (self.group - 1) / 2 for value in values]


def fitting(
    low: float,
    high: float,
    most: int,
    scale: Scale,
    are_apart: Callable[[Sequence[float], float, bool], bool],
) -> list[float]:
    """Return as many round values as fit, at least three; else three that are close, else two, else the last.

    are_apart: whether the numbers of values do not touch, the nearest two so large a share of the
    range apart; with the
        usual space between them, or with little.
    """

    def fits(values: Sequence[float], *, close: bool) -> bool:
        return are_apart(values, min(b - a for a, b in pairwise(values)) / (high - low), close)

    for count in range(most, FEW - 1, -1):
        ticks = scale.values(low, high, count)
        if len(ticks) >= FEW and fits(ticks, close=False):
            return ticks
    every = [scale.values(low, high, count) for count in range(most, 1, -1)]
    threes = [ticks for ticks in every if len(ticks) == FEW]
    ends = [[ticks[0], ticks[-1]] for ticks in every if len(ticks) > 1]
    few = (*threes, *scale.far_apart(low, high), *ends)
    return next((ticks for ticks in few if fits(ticks, close=True)), every[-1][-1:])


def tick_texts(values: Sequence[float], origin: int = 0) -> list[str]:
    """Write ticks, measured from an origin that is added exactly, with like decimals, or as powers of ten."""
    largest = max(map(abs, values), default=0.0)
    step = min((abs(b - a) for a, b in pairwise(values) if b != a), default=largest) or 1.0
    if not origin and (step < _FINE or (largest >= _LARGE and step >= _SHARE_OF_LARGE * largest)):
        return [_with_power(value, step, largest) for value in values]
    decimals = decimals_between(step)
    if any(abs(value - round(value, decimals)) > 1e-3 * step for value in values):
        decimals += 1
    if origin and decimals == 0:
        return [number(origin + round(value)) for value in values]
    return [plain(origin + value, decimals) for value in values]


def log_tick_texts(values: Sequence[float]) -> list[str]:
    """Write the ticks of a logarithmic axis alike: all written out, or all as powers of ten."""
    shortest, longest = (10.0**exponent for exponent in _WRITTEN_OUT)
    decimals = [decimals_between(value, _DECIMALS + 1) for value in values]
    if max(decimals, default=0) <= _DECIMALS and all(
        shortest * (1 - 1e-9) <= value <= longest * (1 + 1e-9) for value in values
    ):
        return [plain(value, count) for value, count in zip(values, decimals, strict=True)]
    return [_log_tick(value) for value in values]


def _log_tick(value: float) -> str:
    exponent = math.floor(math.log10(value) + 1e-9)
    text, shown = mantissa(value, decimals_between(value / 10.0**exponent))
    return power(shown) if text == "1" else f"{text}×{power(shown)}"


def _with_power(value: float, step: float, largest: float) -> str:
    if abs(value) < 1e-9 * largest or value == 0:
        return "0"
    size = 10.0 ** math.floor(math.log10(abs(value)) + 1e-9)
    text, exponent = mantissa(value, decimals_between(step / size, 15))
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text}×{power(exponent)}"
