"""Biased: the common ground of schemes that add a number to every attention score, of its own in each head."""

from functools import partial
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from peviewer.base.parameters import parameter
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.scheme import Array
from peviewer.model.sampling import lag_blocks
from peviewer.model.sampling.finite import finite


class Biased(Lagged):
    """A rule that adds a bias to the score of query t and key s, by head and lag s − t.

    A scheme declares its name, its own parameters and :meth:`bias`, and says the
    rule as a formula and as code; everything else follows.
    """

    ordered: ClassVar[tuple[str, ...]] = ("length", "heads")
    gives: ClassVar[str] = "a bias for every head and lag"

    heads: int = parameter(
        8, title="Heads", symbol="H", ge=1, le=1024, slider=(1, 128), scale="log",
        help="How many attention heads there are, each with a bias of its own.",
    )  # fmt: skip

    @property
    def extent(self) -> tuple[int, ...]:
        """Positions and heads, ``(L, H)``."""
        return self.length, self.heads

    @property
    def heads_named(self) -> tuple[str, ...]:
        """``("head 1", …)``."""
        return tuple(f"head {head}" for head in range(1, self.heads + 1))

    def bias(self, lags: Array, head: int) -> Array:
        """Return what one head, counted from 0, adds at some lags; shape of `lags`."""
        raise NotImplementedError

    def by_lag(self, lags: ArrayLike) -> Array:
        """Return every head's bias, shape (H, n); see :meth:`Lagged.by_lag`."""
        wanted = finite("lags", lags)
        return np.stack([self.bias(wanted, head) for head in range(self.heads)])

    def block_means(self, lags: Array, down: float, across: float, head: int) -> Array:
        """Return one head's block means; see :meth:`Lagged.block_means` and :mod:`lag_blocks`."""
        return lag_blocks.block_means(partial(self.bias, head=head), lags, down, across)
