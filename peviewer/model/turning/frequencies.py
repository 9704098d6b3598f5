"""Frequencies of turning pairs: schedules, scalings for long contexts, and powers to thirty digits."""

from collections.abc import Callable
from decimal import Decimal, localcontext
from functools import lru_cache
from math import ceil, floor, isqrt, log, pi, sqrt
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
DoubleDouble = tuple[Array, Array]  # a rounded number and its rounding error
Schedule = Literal["paper", "endpoint"]


def product_rest(left: Array, right: Array) -> Array:
    """Return the rounding error of left·right (broadcast) by Dekker's exact product.

    >>> float(product_rest(np.array(1e8 + 1), np.array(1e8 + 1)))  # (10⁸ + 1)² = 10¹⁶ + 2·10⁸ + 1
    1.0
    """
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
    """Return numbers multiplied by a factor, with their rounding errors.

    >>> product, rest = multiply(3.0, inverse_powers(10_000.0, 1, 4, 2))  # 3·0.1 is not 0.3
    >>> float(rest[1]) == float(Decimal("0.3") - Decimal(float(product[1])))
    True
    """
    numbers, rests = doubled
    products = factor * numbers
    return read_only(products, product_rest(np.array(factor), numbers) + factor * rests)


def read_only(numbers: Array, rests: Array) -> DoubleDouble:
    numbers.setflags(write=False)
    rests.setflags(write=False)
    return numbers, rests


@lru_cache(maxsize=8)  # 1.7 ms for 32 768 pairs, up to half a megabyte each
def inverse_powers(base: float, numerator: int, denominator: int, count: int) -> DoubleDouble:
    """Return base^(−i·numerator/denominator), i = 0 … count−1, to about 30 digits.

    >>> powers, rests = inverse_powers(10_000.0, 1, 4, 3)
    >>> powers
    array([1.  , 0.1 , 0.01])
    >>> float(rests[1]) == float(Decimal("0.1") - Decimal(0.1))
    True
    """
    with localcontext() as context:
        context.prec = 50
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
    """Return ω_i = base^(−2i/d): the schedule of the original paper.

    frequencies, rests: in rad/position, from 1 down to base^(−(d−2)/d); and their rounding errors.

    Vaswani et al. 2017, arXiv 1706.03762, section 3.5.

    >>> (1 / paper(3, 6, 10_000.0)[0]).round(4)
    array([  1.    ,  21.5443, 464.1589])
    """
    return inverse_powers(base, 2, dim, pairs)


def endpoint(pairs: int, dim: int, base: float) -> DoubleDouble:
    """Return ω_i = base^(−i/(⌈d/2⌉−1)): from 1 to exactly 1/base.

    tensor2tensor, ``common_attention.get_timing_signal_1d``; the TensorFlow tutorial.

    >>> endpoint(3, 6, 10_000.0)[0]
    array([1.e+00, 1.e-02, 1.e-04])
    """
    return inverse_powers(base, 1, max(1, pairs - 1), pairs)


SCHEDULES: dict[str, Callable[[int, int, float], DoubleDouble]] = {
    "paper": paper,
    "endpoint": endpoint,
}
assert tuple(SCHEDULES) == get_args(Schedule)


def rotary_frequencies(pairs: int, dim: int, base: float) -> Array:
    """Return θ_i = base^(−2i/dim), shape (pairs,), in rad/position; Su et al. 2021, arXiv 2104.09864."""
    frequencies: Array = base ** (-2.0 * np.arange(pairs) / dim)
    return frequencies


def turns_within(frequencies: Array, length: ArrayLike) -> Array:
    """Return the number of turns of pairs from the first of `length` positions to the last: (L − 1)/λ_i.

    >>> turns_within(np.array([np.pi]), 7)
    array([3.])
    """
    turns: Array = frequencies * (np.asarray(length) - 1) / (2 * np.pi)
    return turns


def ntk_base(base: float, dim: int, factor: float) -> float:
    """Return b·f^(D/(D−2)), with which the slowest pair turns f times slower and the fastest as before.

    Peng et al. 2023, arXiv 2309.00071, equation 16. Of a single pair nothing is scaled.

    >>> round(ntk_base(10_000.0, 128, 8.0))
    82685
    """
    return float(base * factor ** (dim / (dim - 2))) if dim > 2 else base


def dynamic_factor(length: int, trained: int, factor: float) -> float:
    """Return f of :func:`ntk_base` where it follows the length; 1 up to the trained length.

    As ``_compute_dynamic_ntk_parameters`` of transformers has it: f·L/L₀ − (f − 1).

    >>> dynamic_factor(4096, 2048, 2.0), dynamic_factor(100, 2048, 2.0)
    (3.0, 1.0)
    """
    return max(1.0, factor * max(length, trained) / trained - (factor - 1))


def yarn_ends(
    dim: int, base: float, trained: int, fast: float, slow: float, *, truncate: bool = True
) -> tuple[float, float]:
    """Return the pairs between which YaRN's ramp rises from 0 to 1, as its code has them.

    The authors' code (github.com/jquesnelle/yarn) and transformers round them to whole pairs unless `truncate` is
    false; the paper does not.

    >>> yarn_ends(128, 10_000.0, 4096, 32.0, 1.0)
    (20, 46)
    """

    def turning(turns: float) -> float:
        return dim * log(trained / (turns * 2 * pi)) / (2 * log(base))

    low, high = turning(fast), turning(slow)
    if truncate:
        low, high = floor(low), ceil(high)
    low, high = max(low, 0), min(high, dim - 1)
    return low, high if high != low else high + 0.001


def yarn_ramp(pairs: int, ends: tuple[float, float]) -> Array:
    """Return the share of each frequency that is slowed down, 0 … 1, shape (pairs,): linear in the pair's number."""
    low, high = ends
    ramp: Array = np.clip((np.arange(pairs) - low) / (high - low), 0.0, 1.0)
    return ramp


def yarn_paper_ramp(frequencies: Array, trained: int, fast: float, slow: float) -> Array:
    """Return the share of each frequency that is slowed down, 0 … 1: linear in the turns within the trained length.

    arXiv 2309.00071, equations 18 to 20: 1 − γ(r), r = L₀/λ.
    """
    ramp: Array = 1 - np.clip((trained * frequencies / (2 * pi) - slow) / (fast - slow), 0.0, 1.0)
    return ramp


def blended(frequencies: Array, ramp: Array, factor: float) -> Array:
    """Return frequencies blended by a ramp: θ·(1 − ramp) + θ/f·ramp."""
    return frequencies * (1 - ramp) + frequencies / factor * ramp


def yarn_attention(factor: float) -> float:
    """Return 0.1·ln f + 1, by which YaRN multiplies queries and keys; 1 if nothing is stretched."""
    return 0.1 * log(factor) + 1 if factor > 1 else 1.0


def longrope_attention(factor: float, trained: int) -> float:
    """Return √(1 + ln f/ln L₀), by which LongRoPE multiplies queries and keys."""
    return sqrt(1 + log(factor) / log(trained)) if factor > 1 else 1.0
