"""Frequencies of turning pairs: schedules, scalings for long contexts, and powers to thirty digits."""

from collections.abc import Callable
from decimal import Decimal, localcontext
from functools import lru_cache
from math import ceil, floor, isqrt, log, pi, sqrt
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
DoubleDouble = tuple[Array, Array]  # a rounded number and its rounding error
Schedule = Literal["paper", "endpoint"]


def product_rest(left: Array, right: Array) -> Array:
    """Return the rounding error of left·right (broadcast) by Dekker's exact product."""
    (left_high, left_low), (right_high, right_low) = _halves(left), _halves(right)
    rest = left_high * right_high - left * right
    rest = rest + left_high * right_low
    rest = rest + left_low * right_high
    return np.asarray(rest + left_low * right_low)


def _halves(number: Array) -> DoubleDouble:
    """Split a number into its upper 26 bits and the rest, whose products are exact."""
    high = (number.view(np.int64) & -(1 << 27)).view(np.float64)
    return high, number - high


def multiply(factor: float, doubled: DoubleDouble) -> DoubleDouble:
    """Return numbers multiplied by a factor, with their rounding errors."""
    numbers, rests = doubled
    products = factor * numbers
    return read_only(products, product_rest(np.array(factor), numbers) + factor * rests)


def read_only(numbers: Array, rests: Array) -> DoubleDouble:
    numbers.setflags(write=False)
    rests.setflags(write=False)
    return numbers, rests


@lru_cache(maxsize=8)  # 1.7 ms for 32 768 pairs, up to half a megabyte each
def inverse_powers(base: float, numerator: int, denominator: int, count: int) -> DoubleDouble:
    """Return base^(−i·numerator/denominator), i = 0 … count−1, to about 30 digits."""
    with localcontext(prec=50):
        ratio = (-Decimal(base).ln() * numerator / denominator).exp()
        block = max(1, isqrt(count))
        fine, leap = _chain(ratio, block)
        coarse, _ = _chain(leap, ceil(count / block))
        (tall, tall_rest), (short, short_rest) = _split(coarse), _split(fine)
    tall, tall_rest = tall[:, None], tall_rest[:, None]
    product = tall * short
    rest = product_rest(tall, short[None, :]) + (tall * short_rest + tall_rest * short)
    powers = product + rest
    return read_only(powers.ravel()[:count], (rest - (powers - product)).ravel()[:count])


def _chain(ratio: Decimal, count: int) -> tuple[list[Decimal], Decimal]:
    """Return ratio^0 … ratio^(count−1), and the next power."""
    powers = [Decimal(1)]
    for _ in range(count):
        powers.append(powers[-1] * ratio)
    return powers[:-1], powers[-1]


def _split(numbers: list[Decimal]) -> DoubleDouble:
    rounded = [float(number) for number in numbers]
    rests = [float(number - Decimal(near)) for number, near in zip(numbers, rounded, strict=True)]
    return np.array(rounded), np.array(rests)


def paper(pairs: int, dim: int, base: float) -> DoubleDouble:
    """Return ω_i = base^(−2i/d) with its rounding errors: the schedule of the paper (arXiv 1706.03762, section 3.5)."""
    return inverse_powers(base, 2, dim, pairs)


def endpoint(pairs: int, dim: int, base: float) -> DoubleDouble:
    """Return ω_i = base^(−i/(⌈d/2⌉−1)), from 1 to exactly 1/base, as tensor2tensor has it."""
    return inverse_powers(base, 1, max(1, pairs - 1), pairs)


SCHEDULES: dict[Schedule, Callable[[int, int, float], DoubleDouble]] = {"paper": paper, "endpoint": endpoint}


def rotary_frequencies(pairs: int, dim: int, base: float) -> Array:
    """Return θ_i = base^(−2i/dim), shape (pairs,), in rad/position; Su et al. 2021, arXiv 2104.09864."""
    return base ** (-2.0 * np.arange(pairs) / dim)


def turns_within(frequencies: Array, length: ArrayLike) -> Array:
    """Return the number of turns of pairs from the first of `length` positions to the last: (L − 1)/λ_i."""
    return np.asarray(frequencies * (np.asarray(length) - 1) / (2 * np.pi))


def ntk_base(base: float, dim: int, factor: float) -> float:
    """Return b·f^(D/(D−2)), with which the slowest pair turns f times slower (arXiv 2309.00071, equation 16)."""
    return float(base * factor ** (dim / (dim - 2))) if dim > 2 else base


def dynamic_factor(length: int, trained: int, factor: float) -> float:
    """Return f of :func:`ntk_base` where it follows the length, as transformers has it; at least 1."""
    return max(1.0, factor * max(length, trained) / trained - (factor - 1))


def yarn_ends(
    dim: int, base: float, trained: int, fast: float, slow: float, *, truncate: bool = True
) -> tuple[float, float]:
    """Return the pairs between which YaRN's ramp rises from 0 to 1; the authors' code rounds them to whole ones."""

    def turning(turns: float) -> float:
        return dim * log(trained / (turns * 2 * pi)) / (2 * log(base))

    low, high = turning(fast), turning(slow)
    if truncate:
        low, high = floor(low), ceil(high)
    low, high = max(low, 0), min(high, dim - 1)
    return low, high if high != low else high + 0.001


def yarn_ramp(pairs: int, ends: tuple[float, float]) -> Array:
    """Return the share of each frequency that is slowed down: linear in the number of the pair."""
    low, high = ends
    return np.clip((np.arange(pairs) - low) / (high - low), 0.0, 1.0)


def yarn_paper_ramp(frequencies: Array, trained: int, fast: float, slow: float) -> Array:
    """Return the same, linear in the turns within the trained length (arXiv 2309.00071, equations 18 to 20)."""
    return 1 - np.clip((trained * frequencies / (2 * pi) - slow) / (fast - slow), 0.0, 1.0)


def blended(frequencies: Array, ramp: Array, factor: float) -> Array:
    return frequencies * (1 - ramp) + frequencies / factor * ramp


def yarn_attention(factor: float) -> float:
    """Return 0.1·ln f + 1, by which YaRN multiplies queries and keys; 1 if nothing is stretched."""
    return 0.1 * log(factor) + 1 if factor > 1 else 1.0


def longrope_attention(factor: float, trained: int) -> float:
    """Return √(1 + ln f/ln L₀), by which LongRoPE multiplies queries and keys."""
    return sqrt(1 + log(factor) / log(trained)) if factor > 1 else 1.0
