"""Schemes that give numbers by lag: one row of them a head, or one number a bucket of lags."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.encodings.scheme import Array, Scheme
from peviewer.model.sampling.lag_blocks import steps_means


class Lagged(Scheme):
    """A scheme that gives numbers by lag s − t: one row of them a head."""

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
        ndarray, shape (k, n), float64
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

    def starts(self) -> NDArray[np.int64]:
        """Return the lags at which a bucket begins, rising, shape (k − 1,): before the first lies one bucket more."""
        raise NotImplementedError

    def order(self) -> NDArray[np.int64]:
        """Return which bucket lies between those starts, from the lowest lags up, shape (k,)."""
        raise NotImplementedError

    def biases(self) -> Array:
        """Return the number of each bucket, shape (k,)."""
        raise NotImplementedError

    def buckets_of(self, lags: ArrayLike) -> NDArray[np.int64]:
        """Return the bucket of each lag, rounded to whole positions; shape of `lags`."""
        places = np.searchsorted(self.starts(), np.rint(np.asarray(lags, dtype=np.float64)), side="right")
        return np.asarray(self.order()[places])

    def by_lag(self, lags: ArrayLike) -> Array:
        """Return the numbers of the lags' buckets, shape (1, n); see :meth:`Lagged.by_lag`."""
        return np.asarray(self.biases()[self.buckets_of(lags)][None, :])

    def block_means(self, lags: Array, down: float, across: float, head: int) -> Array:
        """Return the exact block means; see :meth:`Lagged.block_means`."""
        values = self.biases()[self.order()]
        return steps_means(self.starts(), values, lags, down, across)
