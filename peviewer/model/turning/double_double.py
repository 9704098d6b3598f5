"""Numbers carried with what rounding took from them: far out, an angle ω·t loses ω's last digits t times over."""

from decimal import Decimal, localcontext
from math import ceil, isqrt

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Doubled = tuple[Array, Array]  # a rounded number, and what its rounding took


def product_rest(left: Array, right: Array) -> Array:
    """Return what rounding takes from left·right (broadcast), as Dekker's exact product gives it.

    Examples
    --------
    >>> float(product_rest(np.array(1e8 + 1), np.array(1e8 + 1)))  # (10⁸ + 1)² = 10¹⁶ + 2·10⁸ + 1
    1.0
    """
    (left_high, left_low), (right_high, right_low) = _halves(left), _halves(right)
    rest = left_high * right_high - left * right
    rest = rest + left_high * right_low
    rest = rest + left_low * right_high
    return np.asarray(rest + left_low * right_low)


def _halves(number: Array) -> Doubled:
    """Part a number into its upper 26 bits and the rest, whose products are exact."""
    high = (number.view(np.int64) & -(1 << 27)).view(np.float64)
    return high, number - high


def times(factor: float, doubled: Doubled) -> Doubled:
    """Return numbers times a factor, with what rounding took from each.

    Examples
    --------
    >>> product, rest = times(3.0, inverse_powers(10_000.0, 1, 4, 2))  # 3·0.1 is not 0.3
    >>> float(rest[1]) == float(Decimal("0.3") - Decimal(float(product[1])))
    True
    """
    numbers, rests = doubled
    products = factor * numbers
    return products, product_rest(np.array(factor), numbers) + factor * rests


def inverse_powers(base: float, numerator: int, denominator: int, count: int) -> Doubled:
    """Return base^(−i·numerator/denominator), i = 0 … count−1, to about 30 digits.

    Returns
    -------
    powers, rests : ndarray, shape (count,)
        The nearest float64, and what rounding took from it.

    Examples
    --------
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
        (tall, tall_rest), (short, short_rest) = _parted(coarse), _parted(fine)
    tall, tall_rest = tall[:, None], tall_rest[:, None]
    product = tall * short
    rest = product_rest(tall, short[None, :]) + (tall * short_rest + tall_rest * short)
    powers = product + rest
    return powers.ravel()[:count], (rest - (powers - product)).ravel()[:count]


def _chain(ratio: Decimal, count: int) -> tuple[list[Decimal], Decimal]:
    """Return ratio^0 … ratio^(count−1), and the next power."""
    powers = [Decimal(1)]
    for _ in range(count):
        powers.append(powers[-1] * ratio)
    return powers[:-1], powers[-1]


def _parted(numbers: list[Decimal]) -> Doubled:
    rounded = [float(number) for number in numbers]
    rests = [float(number - Decimal(near)) for number, near in zip(numbers, rounded, strict=True)]
    return np.array(rounded), np.array(rests)
