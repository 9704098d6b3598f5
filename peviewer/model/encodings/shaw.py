"""Shaw et al.: a learned vector for every clipped lag, which queries are multiplied by."""

from functools import lru_cache
from math import sqrt
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import model_validator

from peviewer.base.arrays import finite_array
from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.parameters import parameter, redeclared
from peviewer.base.refusals import refused
from peviewer.base.words import in_unit
from peviewer.model.encodings.bases.relative import Relative, drawn_for_heads
from peviewer.model.encodings.bases.ringed import Ringed
from peviewer.model.encodings.lagged import step_block_means
from peviewer.model.encodings.scheme import Array

# How many numbers a session holds.
MOST_NUMBERS = 2**18


class Shaw(Relative, Ringed):
    """Relative position representations: q·a is added to scores, with a vector a for each lag.

    Notes
    -----
    Shaw et al. 2018, arXiv 1803.02155, where K is k: all heads of a layer share 2K + 1 vectors for
    keys, and as many for values; (q·k + q·a)/√D enters the softmax, with the vector of the lag
    s − t clipped to −K … K. Both are learned; here they are drawn, or given as arrays of shape
    (2K + 1, D), from lag −K to K. What a lag adds to a score depends on the query, so each head has
    one drawn query.

    Examples
    --------
    >>> scheme = Shaw(keys=[[1, 0], [0, 0], [0, 2]], length=5)
    >>> scheme.farthest, scheme.key_vectors([-4, 0, 3]).tolist()
    (1, [[1.0, 0.0], [0.0, 0.0], [0.0, 2.0]])
    """

    names_for_users: ClassVar[tuple[str, ...]] = ("learned",)

    title: ClassVar[str] = "Shaw"
    panes: ClassVar[tuple[str, ...]] = ("bias", "attention")
    gives: ClassVar[str] = "a vector for every lag up to K, which a query makes a number of"
    query_note: ClassVar[str] = (
        "It is *q*·*a*/√*D*, and each head has one drawn query *q*, the same at every position."
    )

    scheme: Literal["shaw"] = "shaw"
    heads: int = redeclared(
        Relative,
        "heads",
        4,
        help="How many attention heads there are, each with a query of its own; they share the "
        "vectors.",
    )
    farthest: int = parameter(
        16,
        title="Clipped at",
        symbol="K",
        unit="positions",
        ge=0,
        le=1024,
        slider=(1, 128),
        scale="log",
        help="Lags beyond K share the vector of K, and those before −K that of −K.",
        formula=r"a(\mathrm{clip}(s - t,\ -K,\ K))",
    )
    vectors: Literal["drawn", "chosen"] = parameter(
        "drawn",
        title="Vectors",
        labels={"drawn": "Drawn, untrained", "chosen": "Given"},
        help="The vectors are learned; here they are drawn, or given.",
    )
    seed: int = redeclared(
        Relative, "seed", 0, help="The seed of the random queries, and of vectors that are drawn."
    )
    keys: tuple[float, ...] = parameter(
        (),
        title="Vectors of keys",
        hidden=True,
        help="Those from lag −K to K, one after the other. An empty list stands for zeros.",
    )
    values: tuple[float, ...] = parameter(
        (),
        title="Vectors of values",
        hidden=True,
        help="Those from lag −K to K, one after the other. An empty list stands for zeros.",
    )

    @model_validator(mode="before")
    @classmethod
    def _of_arrays(cls, fields: Any) -> Any:
        if not isinstance(fields, dict):
            return fields
        with_flat_arrays = dict(fields)
        for name in ("keys", "values"):
            if np.ndim(fields.get(name, ())) == 2:
                array = finite_array(name, fields[name])
                with_flat_arrays |= _fields_of_array(name, array, with_flat_arrays)
        return with_flat_arrays

    @model_validator(mode="after")
    def _fit_the_size(self) -> "Shaw":
        expected = (2 * self.farthest + 1) * self.dim
        for name in ("keys", "values"):
            count = len(getattr(self, name))
            if self.vectors == "chosen" and count not in (0, expected):
                shape = f"(2K + 1, D) = ({2 * self.farthest + 1}, {self.dim})"
                counted = in_unit(number(count), "numbers")
                raise ValueError(f"{name} = {counted} is not allowed: it must have shape {shape}")
            if count > MOST_NUMBERS:
                raise ValueError(f"{name} has {number(count)} numbers: {MOST_NUMBERS} are most")
        return self

    @property
    def extent(self) -> tuple[int, ...]:
        return self.length, self.heads

    @property
    def is_placeholder(self) -> bool:
        return self.vectors == "drawn" or not self.keys

    def queries(self) -> Array:
        """Return the drawn query of every head, shape (H, D)."""
        queries, _ = drawn_for_heads(self.seed, self.heads, self.dim)
        return np.asarray(queries)

    def learned(self) -> tuple[Array, Array]:
        """Return the vectors of keys and of values from lag −K to K, shape (2K + 1, D) each."""
        if self.vectors == "drawn":
            key_vectors, value_vectors = _drawn_vectors(self.seed, self.farthest, self.dim)
            return key_vectors, value_vectors
        return self._given(self.keys), self._given(self.values)

    def _given(self, numbers: tuple[float, ...]) -> Array:
        shape = 2 * self.farthest + 1, self.dim
        return np.array(numbers).reshape(shape) if numbers else np.zeros(shape)

    def rows_of_lags(self, lags: ArrayLike) -> NDArray[np.int64]:
        """Return which of the 2K + 1 vectors each lag has; shape of `lags`."""
        whole_lags = self.wrapped(np.rint(finite_array("lags", lags)))
        clipped = np.clip(whole_lags, -self.farthest, self.farthest)
        return clipped.astype(np.int64) + self.farthest

    def key_vectors(self, lags: ArrayLike) -> Array:
        return np.asarray(self.learned()[0][self.rows_of_lags(lags)])

    def value_vectors(self, lags: ArrayLike) -> Array:
        return np.asarray(self.learned()[1][self.rows_of_lags(lags)])

    def by_lag(self, lags: ArrayLike) -> Array:
        return np.asarray(self._scores_by_vector()[:, self.rows_of_lags(lags)])

    def bias_of_row(self, lags: Array, row: int) -> Array:
        return np.asarray(self._scores_by_vector()[row, self.rows_of_lags(lags)])

    def block_means(self, lags: Array, block_height: float, block_width: float, head: int) -> Array:
        if self.ring:
            return super().block_means(lags, block_height, block_width, head)
        starts = np.arange(1 - self.farthest, self.farthest + 1)
        scores = self._scores_by_vector()[head]
        return step_block_means(starts, scores, lags, block_height, block_width)

    def _scores_by_vector(self) -> Array:
        """Return q·a/√D of every head's query with every vector a, shape (H, 2K + 1)."""
        return np.asarray(self.queries() @ self.learned()[0].T / sqrt(self.dim))

    def formula(self) -> Formula:
        score = r"\ell = (q\cdot k + q\cdot a(\mathrm{clip}(s-t,\ -K,\ K)))/\sqrt{D}"
        return Formula(score).joined_with(self.ring_formula())

    @property
    def why_no_code(self) -> str:
        return "its numbers need a query, which only a model has"


SCHEME = Shaw


def _fields_of_array(name: str, array: Array, fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a scheme to which an array of vectors is given, lags × dimensions."""
    rows, dim = array.shape
    if not rows % 2:
        allowed = "it must have shape (2K + 1, D): an odd number of lags, from −K to K"
        raise ValueError(refused(name, f"an array of shape {array.shape}", allowed))
    size = {"vectors": "chosen", "farthest": rows // 2, "dim": dim}
    return {**size, **fields, name: tuple(array.ravel().tolist())}


@lru_cache(maxsize=8)
def _drawn_vectors(seed: int, farthest: int, dim: int) -> Array:
    """Return drawn vectors of keys and of values, shape (2, 2K + 1, D); read-only.

    A seed gives near lags the same vectors for any K: lags are drawn in the order 0, −1, 1, −2 …
    """
    lags = np.arange(-farthest, farthest + 1)
    order = np.where(lags > 0, 2 * lags, -2 * lags - 1)
    order[farthest] = 0
    drawn = np.random.default_rng([seed, 1]).standard_normal((2 * farthest + 1, 2, dim))
    vectors = drawn[order].transpose(1, 0, 2)
    vectors.setflags(write=False)
    return vectors
