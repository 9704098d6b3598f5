"""Scalings of rotary frequencies: how pairs are slowed down for a context longer than the trained one."""

from math import ceil, floor, log, pi, sqrt

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def unscaled(pairs: int, dim: int, base: float) -> Array:
    """Return θ_i = base^(−2i/dim), shape (pairs,), in rad/position; Su et al. 2021, arXiv 2104.09864."""
    frequencies: Array = base ** (-2.0 * np.arange(pairs) / dim)
    return frequencies


def ntk_base(base: float, dim: int, factor: float) -> float:
    """Return b·f^(D/(D−2)), with which the slowest pair turns f times slower and the fastest as before.

    Peng et al. 2023, arXiv 2309.00071, equation 16. Of a single pair nothing is scaled.

    Examples
    --------
    >>> round(ntk_base(10_000.0, 128, 8.0))
    82685
    """
    return float(base * factor ** (dim / (dim - 2))) if dim > 2 else base


def dynamic_factor(length: int, trained: int, factor: float) -> float:
    """Return what stands for f in :func:`ntk_base` where it follows the length; 1 up to the trained length.

    As ``_compute_dynamic_ntk_parameters`` of transformers has it: f·L/L₀ − (f − 1).

    Examples
    --------
    >>> dynamic_factor(4096, 2048, 2.0), dynamic_factor(100, 2048, 2.0)
    (3.0, 1.0)
    """
    return max(1.0, factor * max(length, trained) / trained - (factor - 1))


def yarn_ends(dim: int, base: float, trained: int, fast: float, slow: float) -> tuple[int, float]:
    """Return the pairs between which YaRN's ramp rises from 0 to 1, as its code has them.

    The authors' code (github.com/jquesnelle/yarn) and transformers round them to whole pairs; the paper does not.

    Examples
    --------
    >>> yarn_ends(128, 10_000.0, 4096, 32.0, 1.0)
    (20, 46.0)
    """

    def turning(turns: float) -> float:
        return dim * log(trained / (turns * 2 * pi)) / (2 * log(base))

    low, high = max(floor(turning(fast)), 0), float(min(ceil(turning(slow)), dim - 1))
    return low, high if high != low else high + 0.001


def yarn_ramp(pairs: int, ends: tuple[int, float]) -> Array:
    """Return how much of each pair is slowed down, 0 … 1, shape (pairs,): a line over the pairs' numbers."""
    low, high = ends
    ramp: Array = np.clip((np.arange(pairs) - low) / (high - low), 0.0, 1.0)
    return ramp


def yarn_paper_ramp(frequencies: Array, trained: int, fast: float, slow: float) -> Array:
    """Return how much of each pair is slowed down, 0 … 1: a line over the turns within the trained length.

    arXiv 2309.00071, equations 18 to 20: 1 − γ(r), r = L₀/λ.
    """
    ramp: Array = 1 - np.clip((trained * frequencies / (2 * pi) - slow) / (fast - slow), 0.0, 1.0)
    return ramp


def blended(frequencies: Array, ramp: Array, factor: float) -> Array:
    """Return frequencies, so much of each slowed down: θ·(1 − ramp) + θ/f·ramp."""
    return frequencies * (1 - ramp) + frequencies / factor * ramp


def yarn_attention(factor: float) -> float:
    """Return 0.1·ln f + 1, by which YaRN multiplies queries and keys each; 1 where nothing is stretched."""
    return 0.1 * log(factor) + 1 if factor > 1 else 1.0


def longrope_attention(factor: float, trained: int) -> float:
    """Return √(1 + ln f/ln L₀), by which LongRoPE multiplies queries and keys each."""
    return sqrt(1 + log(factor) / log(trained)) if factor > 1 else 1.0
