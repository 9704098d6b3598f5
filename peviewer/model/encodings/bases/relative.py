"""Schemes with a vector for every lag; its product with a query is added to the score."""

from typing import ClassVar

import numpy as np

from peviewer.base.parameters import parameter
from peviewer.model.encodings.lagged import Biased
from peviewer.model.encodings.scheme import Array


def drawn_for_heads(seed: int, heads: int, dim: int) -> Array:
    """Return two standard normal vectors for each head, shape (2, heads, dim); read-only.

    A seed gives the same first heads for any number of heads.
    """
    drawn = np.random.default_rng(seed).standard_normal((heads, 2, dim)).transpose(1, 0, 2)
    drawn.setflags(write=False)
    return drawn


class Relative(Biased):
    """A scheme that gives a vector by lag s − t, as wide as a head."""

    names_for_users: ClassVar[tuple[str, ...]] = ("key_vectors", "value_vectors")

    positional_fields: ClassVar[tuple[str, ...]] = ("length", "dim", "heads")
    # The letter of a vector in formulas.
    letter: ClassVar[str] = "a"

    dim: int = parameter(
        64,
        title="Head dimensions",
        symbol="D",
        ge=2,
        le=1024,
        slider=(2, 256),
        scale="log",
        multiple=2,
        stops=(32, 64, 80, 96, 128, 256),
        help="How many numbers a query, a key or a vector by lag has.",
    )
    seed: int = parameter(
        0,
        title="Seed",
        ge=0,
        le=2**32 - 1,
        slider=(0, 100),
        help="The seed of the random numbers.",
    )

    def key_vectors(self, lags: Array) -> Array:
        """Return for each lag the vector that queries are multiplied by, shape (n, D)."""
        raise NotImplementedError

    def value_vectors(self, lags: Array) -> Array | None:
        """Return for each lag the vector that is added to values, shape (n, D).

        Return None if nothing is added.
        """
        return None

    def added_to_queries(self, head: int) -> tuple[Array, Array] | None:
        """Return the vectors that a head adds to queries: one for keys, one for vectors by lag.

        Both have the shape (D,). Return None if nothing is added.
        """
        return None
