"""Sandwich: the dot products of sinusoidal vectors as a bias, of a strength for each head."""

from functools import lru_cache
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike

from peviewer.base.arrays import finite_array
from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter
from peviewer.base.work import check_cancelled
from peviewer.model.encodings.bases.given_positions import GivenPositions
from peviewer.model.encodings.bases.ringed import Ringed
from peviewer.model.encodings.scheme import Array
from peviewer.model.turning.waves import dirichlet

Terms = Literal["paper", "code"]

# How many lags × waves are computed at a time.
_AT_ONCE = 2**20

# The most lags whose sums are cached: as many as a curve has, but not a matrix.
_KEPT = 2**16


class Sandwich(Ringed, GivenPositions):
    """(Σ cos(ωᵢ·|s − t|) − d/2)·H/(8h): the dot product of sinusoidal vectors, less that at lag 0.

    Notes
    -----
    Chi et al. 2023, arXiv 2212.10356, with ωᵢ = 10,000^(−2i/d), i = 1 … d/2, and d their d̄.
    NVIDIA's code has one wave less but subtracts d/2 as well, so that lag 0 itself is
    below zero.

    Examples
    --------
    >>> Sandwich(heads=2, waves=4).by_lag([0, 1, 100]).round(4)
    array([[ 0.    , -0.    , -0.1149],
           [ 0.    , -0.    , -0.0575]])
    >>> Sandwich(heads=1, waves=4, terms="code").by_lag([0.0])
    array([[-0.125]])
    """

    names_for_users: ClassVar[tuple[str, ...]] = ("frequencies",)

    title: ClassVar[str] = "Sandwich"
    panes: ClassVar[tuple[str, ...]] = ("bias", "attention")
    oscillates: ClassVar[bool] = True

    scheme: Literal["sandwich"] = "sandwich"
    waves: int = parameter(
        128,
        title="Dimensions",
        symbol="d",
        ge=4,
        le=2048,
        slider=(4, 2048),
        scale="log",
        multiple=2,
        help="The dimensions of the sinusoidal vectors that are compared: twice the number of "
        "waves.",
        formula=r"\omega_i = 10\,000^{-2i/d}",
    )
    terms: Terms = parameter(
        "paper",
        title="Waves",
        labels={"paper": "Paper: i = 1 … d/2", "code": "Code: i = 1 … d/2 − 1"},
        help="Which waves are added up: NVIDIA's code leaves out the slowest one, and still "
        "subtracts d/2.",
        formula=r"\sum_i \cos(\omega_i\,|s - t|) - d/2",
    )

    def frequencies(self) -> Array:
        """Return the ωᵢ that are added up, in rad/position."""
        count = self.waves // 2 - (self.terms == "code")
        return np.asarray(10_000.0 ** (-2 * np.arange(1, count + 1) / self.waves))

    @property
    def lags_at_once(self) -> int:
        return max(2**12, min(_KEPT, 2**23 // self.waves, 2**23 // self.heads))

    def bias_of_row(self, lags: Array, row: int) -> Array:
        return self.head_numbers(lags, row)

    def by_lag(self, lags: ArrayLike) -> Array:
        sums = self._sums_less_half(self.wrapped(finite_array("lags", lags)), 1, 1)
        heads = np.arange(1, self.heads + 1)
        return np.asarray(self.heads / (8 * heads)[:, None] * sums)

    def block_means(self, lags: Array, block_height: float, block_width: float, head: int) -> Array:
        if self.ring:
            return super().block_means(lags, block_height, block_width, head)
        strength = self.heads / (8 * (head + 1))
        return self._sums_less_half(lags, block_height, block_width) * strength

    def _sums_less_half(self, lags: Array, down: float, across: float) -> Array:
        """Return the means of Σ cos(ωᵢ·lag) − d/2 over blocks of `down` × `across` cells.

        The means at the lags of a curve are computed once for all heads.
        """
        frequencies = self.frequencies()
        row_factors = dirichlet(frequencies, max(1.0, down))
        column_factors = dirichlet(frequencies, max(1.0, across))
        factors = row_factors * column_factors
        sums_of = _kept_sums if lags.size <= _KEPT else _sums
        sums = sums_of(frequencies.tobytes(), factors.tobytes(), np.abs(lags).tobytes())
        return sums.reshape(lags.shape) - self.waves / 2

    def formula(self) -> Formula:
        last = "d/2" if self.terms == "paper" else "d/2-1"
        bias = Formula(
            r"\mathrm{bias} = \frac{H}{8h}\,(\sum_i \cos\,\omega_i(s - t) - d/2)"
            rf",\ i = 1\,\ldots\,{last}"
        )
        return bias.joined_with(self.ring_formula(), r"\omega_i = 10\,000^{-2i/d}")

    def arguments(self) -> dict[str, int]:
        return {**super().arguments(), "heads": self.heads, "dim": self.waves}

    def bias_code(self) -> list[str]:
        if self.at:
            return []
        return [
            f"waves = np.arange(1, dim // 2{' + 1' if self.terms == 'paper' else ''})",
            "frequencies = 10_000 ** (-2 * waves / dim)  # radians per position",
            "by_lag = np.cos(np.arange(length)[:, None] * frequencies).sum(1) - dim / 2",
            "strengths = heads / (8 * np.arange(1, heads + 1))",
            "positions = np.arange(length)",
            f"table = strengths[:, None, None] * by_lag[abs({self.lag_code})]",
        ]


SCHEME = Sandwich


def _sums(frequencies: bytes, weights: bytes, lags: bytes) -> Array:
    """Return Σ weight·cos(ω·lag) of arrays of float64, shape (n,)."""
    wave_frequencies = np.frombuffer(frequencies)
    wave_weights = np.frombuffer(weights)
    distances = np.frombuffer(lags)
    sums = np.empty(len(distances))
    lags_at_once = max(1, _AT_ONCE // len(wave_frequencies))
    for start in range(0, len(distances), lags_at_once):
        check_cancelled()
        chosen = slice(start, start + lags_at_once)
        cosines = np.cos(distances[chosen, None] * wave_frequencies[None, :])
        sums[chosen] = cosines @ wave_weights
    return sums


_kept_sums = lru_cache(maxsize=4)(_sums)
