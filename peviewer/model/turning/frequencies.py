"""Frequencies of turning pairs: schedules, and powers to thirty digits."""

from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import ceil, isqrt
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
# A rounded number and its rounding error.
DoubleDouble = tuple[Array, Array]
Schedule = Literal["paper", "endpoint", "wavelengths"]

# Frequencies are exact to about thirty digits.
_PI = Decimal("3.14159265358979323846264338327950288419716939937510")


def product_rest(left: Array, right: Array) -> Array:
    """Return the rounding error of left·right (broadcast) by Dekker's exact product."""
    left_high, left_low = _halves(left)
    right_high, right_low = _halves(right)
    rest = left_high * right_high - left * right
    rest = rest + left_high * right_low
    rest = rest + left_low * right_high
    return np.asarray(rest + left_low * right_low)


def _halves(number: Array) -> DoubleDouble:
    """Split a number into its upper 26 bits and the rest, whose products are exact."""
    upper_bits = number.view(np.int64) & -(1 << 27)
    high = upper_bits.view(np.float64)
    return high, number - high


def multiply(factor: float, double_double: DoubleDouble) -> DoubleDouble:
    """Return numbers multiplied by a factor, with their rounding errors."""
    numbers, rounding_errors = double_double
    products = factor * numbers
    return read_only(products, product_rest(np.array(factor), numbers) + factor * rounding_errors)


def read_only(numbers: Array, rounding_errors: Array) -> DoubleDouble:
    numbers.setflags(write=False)
    rounding_errors.setflags(write=False)
    return numbers, rounding_errors


# 1.7 ms for 32 768 pairs, up to half a megabyte each.
@lru_cache(maxsize=8)
def inverse_powers(base: float, numerator: int, denominator: int, count: int) -> DoubleDouble:
    """Return base^(−i·numerator/denominator), i = 0 … count−1, to about 30 digits."""
    with localcontext(prec=50):
        ratio = (-Decimal(base).ln() * numerator / denominator).exp()
        block = max(1, isqrt(count))
        powers_in_block, block_ratio = _chain(ratio, block)
        block_powers, _ = _chain(block_ratio, ceil(count / block))
        row, row_rest = _split(powers_in_block)
        block_starts, block_rests = _split(block_powers)
    column = block_starts[:, None]
    column_rest = block_rests[:, None]
    product = column * row
    cross_terms = column * row_rest + column_rest * row
    rest = product_rest(column, row[None, :]) + cross_terms
    powers = product + rest
    power_rests = rest - (powers - product)
    return read_only(powers.ravel()[:count], power_rests.ravel()[:count])


def _chain(ratio: Decimal, count: int) -> tuple[list[Decimal], Decimal]:
    """Return ratio^0 … ratio^(count−1), and the next power."""
    powers = [Decimal(1)]
    for _ in range(count):
        powers.append(powers[-1] * ratio)
    return powers[:-1], powers[-1]


def _split(numbers: list[Decimal]) -> DoubleDouble:
    rounded = [float(number) for number in numbers]
    rounding_errors = [
        float(number - Decimal(near)) for number, near in zip(numbers, rounded, strict=True)
    ]
    return np.array(rounded), np.array(rounding_errors)


def paper(pairs: int, dim: int, base: float) -> DoubleDouble:
    """Return ω_i = base^(−2i/d) with its rounding errors.

    It is the schedule of the paper (arXiv 1706.03762, section 3.5).
    """
    return inverse_powers(base, 2, dim, pairs)


def endpoint(pairs: int, dim: int, base: float) -> DoubleDouble:
    """Return ω_i = base^(−i/(⌈d/2⌉−1)), from 1 to exactly 1/base, as tensor2tensor has it."""
    return inverse_powers(base, 1, max(1, pairs - 1), pairs)


@lru_cache(maxsize=8)
def of_wavelengths(wavelengths: tuple[Fraction, ...]) -> DoubleDouble:
    """Return 2π/λ of exact wavelengths, with their rounding errors."""
    with localcontext(prec=50):
        turn = 2 * _PI
        frequencies = [turn * wave.denominator / wave.numerator for wave in wavelengths]
        return read_only(*_split(frequencies))


@lru_cache(maxsize=8)
def between_wavelengths(pairs: int, least: float, greatest: float) -> DoubleDouble:
    """Return 2π/λ_i, λ_i from `least` to `greatest` by equal factors, with the rounding errors."""
    with localcontext(prec=50):
        shortest = Decimal(repr(least))
        ratio = Decimal(repr(greatest)) / shortest
        step = (-ratio.ln() / max(1, pairs - 1)).exp()
        powers, _ = _chain(step, pairs)
        return read_only(*_split([2 * _PI / shortest * power for power in powers]))


SCHEDULES: dict[Schedule, Callable[[int, int, float], DoubleDouble]] = {
    "paper": paper,
    "endpoint": endpoint,
}


def rotary_frequencies(pairs: int, dim: int, base: float) -> Array:
    """Return θ_i = base^(−2i/dim), shape (pairs,), in rad/position.

    Su et al. 2021, arXiv 2104.09864.
    """
    return base ** (-2.0 * np.arange(pairs) / dim)


def turns_within(frequencies: Array, length: ArrayLike) -> Array:
    """Return how often pairs turn from the first of `length` positions to the last: (L − 1)/λ_i."""
    return np.asarray(frequencies * (np.asarray(length) - 1) / (2 * np.pi))
