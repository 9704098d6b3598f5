"""Transformer-XL: queries are multiplied by sinusoids of how far back a key lies."""

from math import sqrt
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike

from peviewer.base.arrays import finite_array
from peviewer.base.formula import Formula
from peviewer.base.parameters import redeclared
from peviewer.base.work import check_cancelled
from peviewer.model.encodings.bases.relative import Relative, drawn_for_heads
from peviewer.model.encodings.scheme import Array
from peviewer.model.turning.waves import dirichlet

_AT_ONCE = 2**20


class TransformerXL(Relative):
    """(q + u)·k + (q + v)·R: R are the sinusoids of t − s, and u, v are learned in every head.

    Notes
    -----
    Dai et al. 2019, arXiv 1901.02860, section 3.3, with i = t and j = s: sines of i − j = t − s
    change their sign against the lag s − t, and stand before all cosines. R is multiplied by a
    learned matrix W_R, which is left out here. What a head adds whatever its query is, v·R/√D, is
    its bias. u and v are drawn.

    Examples
    --------
    >>> TransformerXL(dim=4).key_vectors([-1, 0, 1]).round(3)
    array([[ 0.841,  0.01 ,  0.54 ,  1.   ],
           [ 0.   ,  0.   ,  1.   ,  1.   ],
           [-0.841, -0.01 ,  0.54 ,  1.   ]])
    """

    names_for_users: ClassVar[tuple[str, ...]] = ("frequencies",)

    title: ClassVar[str] = "Transformer-XL"
    panes: ClassVar[tuple[str, ...]] = ("bias", "attention")
    gives: ClassVar[str] = "a bias for every head and lag, and a vector that meets the query"
    oscillates: ClassVar[bool] = True
    letter: ClassVar[str] = "R"
    query_note: ClassVar[str] = (
        "It is *vₕ*·*R*/√*D*, the same for every query; what a query adds, *q*·*R*, is not in it."
    )

    scheme: Literal["transformer_xl"] = "transformer_xl"
    heads: int = redeclared(
        Relative,
        "heads",
        4,
        help="How many attention heads there are, each with its own u and v.",
    )
    seed: int = redeclared(
        Relative, "seed", 0, help="The seed of u and v, which a model learns in every head."
    )

    @property
    def is_placeholder(self) -> bool:
        return True

    @property
    def lags_at_once(self) -> int:
        return max(2**12, min(2**16, 2**23 // self.dim))

    def frequencies(self) -> Array:
        """Return ω_i = 10,000^(−2i/D), shape (D/2,), in rad/position."""
        return np.asarray(10_000.0 ** (-np.arange(0, self.dim, 2) / self.dim))

    def key_vectors(self, lags: ArrayLike) -> Array:
        back = 0.0 - finite_array("lags", lags)
        angles = back[..., None] * self.frequencies()
        return np.concatenate([np.sin(angles), np.cos(angles)], axis=-1)

    def added_to_queries(self, head: int) -> tuple[Array, Array]:
        u, v = drawn_for_heads(self.seed, self.heads, self.dim)[:, head]
        return u, v

    def bias_of_row(self, lags: Array, row: int) -> Array:
        return self.head_numbers(lags, row)

    def block_means(self, lags: Array, block_height: float, block_width: float, head: int) -> Array:
        frequencies = self.frequencies()
        row_factors = dirichlet(frequencies, max(1.0, block_height))
        factors = row_factors * dirichlet(frequencies, max(1.0, block_width))
        _, v = self.added_to_queries(head)
        weights = v * np.tile(factors, 2) / sqrt(self.dim)
        return self._times(np.asarray(lags, dtype=np.float64), weights)

    def by_lag(self, lags: ArrayLike) -> Array:
        _, biases = drawn_for_heads(self.seed, self.heads, self.dim)
        return self._times(finite_array("lags", lags), biases.T / sqrt(self.dim)).T

    def _times(self, lags: Array, weights: Array) -> Array:
        """Return the vectors of lags, shape (n, D), multiplied by `weights`, some at a time."""
        flat = lags.ravel()
        numbers = np.empty((len(flat), *weights.shape[1:]))
        step = max(1, _AT_ONCE // self.dim)
        for start in range(0, len(flat), step):
            check_cancelled()
            chosen = slice(start, start + step)
            numbers[chosen] = self.key_vectors(flat[chosen]) @ weights
        return numbers.reshape(*lags.shape, *weights.shape[1:])

    def formula(self) -> Formula:
        score = Formula(r"\ell = ((q + u_h)\cdot k + (q + v_h)\cdot R_{t-s})/\sqrt{D}")
        bias = score.joined_with(r"\mathrm{bias} = v_h\cdot R_{t-s}/\sqrt{D}")
        waves = r"R_{t-s} = (\sin\,\omega_i(t-s)\,|\,\cos\,\omega_i(t-s))"
        return bias.joined_with(waves, r"\omega_i = 10\,000^{-2i/D}")

    @property
    def why_no_code(self) -> str:
        return "its numbers need a query and learned vectors, which only a model has"


SCHEME = TransformerXL
