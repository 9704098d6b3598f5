"""Biases by lag of cyclic sequences, whose lags wrap."""

import numpy as np
from numpy.typing import ArrayLike

from peviewer.base.arrays import finite_array
from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.parameters import parameter
from peviewer.model.encodings.lagged import Biased, second_difference
from peviewer.model.encodings.scheme import Array


class Ringed(Biased):
    """A rule by lag whose positions may lie on a ring, where lags wrap."""

    ring: int = parameter(
        0,
        title="Ring",
        unit="positions",
        ge=0,
        le=65_536,
        slider=(0, 1000),
        zero="no ring",
        seldom=True,
        help="After so many positions a cyclic sequence is where it began: the lag is counted the "
        "shorter way round.",
        formula=r"\Delta = s - t,\ \mathrm{the\ shorter\ way\ round}",
    )

    def wrapped(self, lags: Array) -> Array:
        """Return lags as they are counted: on a ring the shorter way round."""
        if not self.ring:
            return lags
        half = (self.ring - 1) // 2
        return np.asarray(np.mod(lags + half, self.ring) - half)

    def bias(self, lags: ArrayLike, head: int = 1) -> Array:
        return super().bias(self.wrapped(finite_array("lags", lags)), head)

    def by_lag(self, lags: ArrayLike) -> Array:
        return super().by_lag(self.wrapped(finite_array("lags", lags)))

    def block_means(self, lags: Array, block_height: float, block_width: float, head: int) -> Array:
        if not self.ring:
            return super().block_means(lags, block_height, block_width, head)
        if max(block_height, block_width) <= 1:
            return np.asarray(self.by_lag(lags.ravel())[head].reshape(lags.shape))
        numbers = self.by_lag(np.arange(self.ring, dtype=np.float64))[head]
        return ring_block_means(numbers, lags, block_height, block_width)

    @property
    def remarks(self) -> str:
        if not self.ring:
            return ""
        return f"Lags are counted the shorter way round a ring of {number(self.ring)} positions."

    def ring_formula(self) -> Formula:
        """Return how lags are counted; empty where they are not wrapped."""
        return Formula(rf"s - t\ \mathrm{{mod}}\ {self.ring}" if self.ring else "")

    @property
    def lag_code(self) -> str:
        """The lag s − t of all queries and keys, as code."""
        lags = "positions[None, :] - positions[:, None]"
        half = (self.ring - 1) // 2
        return f"(({lags} + {half}) % {self.ring} - {half})" if self.ring else lags


def ring_block_means(numbers: Array, lags: Array, block_height: float, block_width: float) -> Array:
    """Return the means over blocks of a function of the lag that repeats after all `numbers`.

    Those are of the lags 0, 1, 2 …; see :func:`block_means`.
    """
    rows = max(1, round(block_height))
    columns = max(1, round(block_width))
    mean = numbers.mean()
    # Of what has the mean 0, sums repeat as well; so do their sums.
    summed = np.cumsum(numbers - mean)
    summed_twice = np.append(0.0, np.cumsum(summed - summed.mean())[:-1])
    places = np.arange(len(numbers))

    def sums_at(lags: Array) -> Array:
        return np.asarray(np.interp(lags, places, summed_twice, period=len(numbers)))

    sums = second_difference(sums_at, lags, (rows + columns) / 2, abs(rows - columns) / 2)
    return np.asarray(mean + sums / (rows * columns))
