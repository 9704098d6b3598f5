"""Schemes that give numbers by lag: one row of them a head, or one number a bucket of lags."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.words import in_unit
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.scheme import Array, Attending
from peviewer.model.sampling.finite import finite
from peviewer.model.sampling.lag_blocks import steps_means


class Lagged(Attending):
    """A scheme that gives numbers by lag s − t: one row of them a head.

    It says by ``counted`` what it has so many of as ``extent`` tells, by ``made``
    the shape of what its code returns, and by :meth:`bias_code` how that is made.
    """

    group: ClassVar[str] = "Biases"
    counted: ClassVar[str] = "heads"
    made: ClassVar[str] = "(heads, length, length)"

    @property
    def size(self) -> str:
        """How large it is, in words: ``"200 positions, 8 heads"``."""
        positions, others = super().size.split(" × ")
        return f"{in_unit(positions, 'positions')}, {in_unit(others, self.counted)}"

    def arguments(self) -> dict[str, int]:
        """Return the names and values that :meth:`bias_code` uses."""
        return {"length": self.length}

    def bias_code(self, dialect: Dialect) -> list[str]:
        """Return the lines that make ``table`` of the names of :meth:`arguments`; empty for no code."""
        return []

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        """Return the lines of a function that makes the biases; see :meth:`Scheme.code`."""
        lines = self.bias_code(dialect)
        if not lines:
            return []
        arguments = ", ".join(f"{name}={value:_}" for name, value in self.arguments().items())
        return [
            f"def attention_bias({arguments}):",
            f'    """Return what is added to the scores of queries t and keys s, shape {self.made}."""',
            *(f"    {line}" for line in lines),
            *before_return,
            f"    return {dialect.returned.format('table')}",
        ]

    @property
    def heads_named(self) -> tuple[str, ...]:
        """What each row of numbers is called: ``("head 1", …)``."""
        raise NotImplementedError

    def by_lag(self, lags: ArrayLike) -> Array:
        """Return the numbers of some lags, in positions.

        Parameters
        ----------
        lags : array_like of float, shape (n,)
            s − t; negative for positions before.

        Returns
        -------
        ndarray, shape (rows, n), float64
            A row for each of ``heads_named``.
        """
        raise NotImplementedError

    def block_means(self, lags: Array, down: float, across: float, head: int) -> Array:
        """Return one head's mean over blocks of `down` × `across` positions whose centres lie `lags` apart.

        Parameters
        ----------
        lags : ndarray, any shape
            Lags between the centres.
        down, across : float
            How many positions t and how many s a block covers; 1 for single cells.
        head : int
            The row of ``by_lag``, from 0.

        Returns
        -------
        ndarray, shape of `lags`, float64
        """
        raise NotImplementedError


class Bucketed(Lagged):
    """A scheme by lag that has one number for all lags of a bucket."""

    counted: ClassVar[str] = "buckets"
    made: ClassVar[str] = "(length, length)"

    def starts(self) -> NDArray[np.int64]:
        """Return the lags at which a bucket begins, rising: before the first lies one bucket more."""
        raise NotImplementedError

    def order(self) -> NDArray[np.int64]:
        """Return which bucket lies between those starts, from the lowest lags up."""
        raise NotImplementedError

    def biases(self) -> Array:
        """Return the number of each bucket."""
        raise NotImplementedError

    def buckets(self, lags: ArrayLike) -> NDArray[np.int64]:
        """Return the bucket of each lag, rounded to whole positions; shape of `lags`."""
        places = np.searchsorted(self.starts(), np.rint(finite("lags", lags)), side="right")
        return np.asarray(self.order()[places])

    def by_lag(self, lags: ArrayLike) -> Array:
        """Return the numbers of the lags' buckets, shape (1, n); see :meth:`Lagged.by_lag`."""
        return np.asarray(self.biases()[self.buckets(lags)][None, :])

    def block_means(self, lags: Array, down: float, across: float, head: int) -> Array:
        """Return the exact block means; see :meth:`Lagged.block_means`."""
        values = self.biases()[self.order()]
        return steps_means(self.starts(), values, lags, down, across)
