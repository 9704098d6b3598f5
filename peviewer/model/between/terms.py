"""What attention's scores are made of: matrices that add up to them, the weights, the outputs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.model.encodings.bases.attending import Attending
from peviewer.model.encodings.bases.given_positions import GivenPositions
from peviewer.model.encodings.bases.relative import Relative
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.grids.gridded import ByOffset
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Rotating
from peviewer.model.turning.pairs import columns

Array = NDArray[np.float64]
Joined = Literal["added", "concatenated"]
Matrices = Literal["none", "drawn", "blocks"]

# The most numbers of a head's queries and keys, where matrices that make them are drawn.
HEAD_WIDTH = 64
# The numbers of a word where the scheme says nothing about vectors.
WORD_WIDTH = 16
# Rows are equal up to rounding if they differ by less than this share of the largest number.
_ROUNDING = 1e-12


class Term(NamedTuple):
    """One of the matrices, queries × keys, whose sum the scores are."""

    key: str
    name: str
    scores: Array


class _Part(NamedTuple):
    """Content or position, one row a word, and the matrices that make queries and keys of it.

    A matrix is None if it is left out: queries or keys are then the rows themselves.
    """

    name: str
    rows: Array
    to_queries: Array | None
    to_keys: Array | None

    @property
    def queries(self) -> Array:
        return _times(self.rows, self.to_queries)

    @property
    def keys(self) -> Array:
        return _times(self.rows, self.to_keys)


def _times(rows: Array, matrix: Array | None) -> Array:
    """Return rows multiplied by a matrix, or as they are where it is left out."""
    return rows if matrix is None else rows @ matrix


def content_width(scheme: Scheme, matrices: Matrices) -> int:
    """Return how many numbers a word's vector has."""
    width = int(getattr(scheme, "dim", WORD_WIDTH))
    if isinstance(scheme, Tabled) or matrices == "none":
        return width
    return min(width, HEAD_WIDTH)


@dataclass(frozen=True, eq=False)
class Composition:
    """The attention of one head to a few words, at the first positions of a scheme."""

    scheme: Scheme
    # A vector a word, shape (n, content_width).
    content: Array
    joined: Joined = "added"
    matrices: Matrices = "none"
    seed: int = 0
    head: int = 0
    causal: bool = False

    @property
    def count(self) -> int:
        return len(self.content)

    @property
    def positions(self) -> Array:
        """The position of each word: one after the other, or those that are given."""
        if isinstance(self.scheme, GivenPositions):
            return self.scheme.places()[: self.count]
        return self.scheme.first + np.arange(self.count, dtype=np.float64)

    @property
    def lags(self) -> Array:
        """The lag s − t of every query and key, shape (n, n)."""
        return np.asarray(self.positions - self.positions[:, None], dtype=np.float64)

    def reordered(self, order: Sequence[int]) -> "Composition":
        """Return it with the words in another order, at the same positions."""
        return replace(self, content=self.content[list(order)])

    @property
    def is_divided(self) -> bool:
        """Whether products are divided by √D before the softmax."""
        return not isinstance(self.scheme, Attending) or self.scheme.divides_scores

    @property
    def head_width(self) -> int:
        """How many numbers a query and a key have."""
        if not isinstance(self.scheme, Tabled):
            return int(getattr(self.scheme, "dim", WORD_WIDTH))
        width = self.scheme.dim * (2 if self.joined == "concatenated" else 1)
        return width if self.matrices == "none" else min(width, HEAD_WIDTH)

    @property
    def divisor(self) -> float:
        return sqrt(self.head_width) if self.is_divided else 1.0

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The matrices whose sum enters the softmax, without those that are all zero."""
        if isinstance(self.scheme, Tabled):
            return self._of_parts()
        if isinstance(self.scheme, Rotating | AxialRope):
            return (Term("rotated", "*q*·*k*, both turned", self._turned() / self.divisor),)
        queries, keys = self._queries_and_keys()
        if isinstance(self.scheme, Relative):
            return self._of_vectors_by_lag(self.scheme, queries, keys)
        content = Term("content", "content · content", queries @ keys.T / self.divisor)
        if isinstance(self.scheme, Lagged):
            bias = self.scheme.head_numbers(self.lags, self.head)
            return content, Term("bias", "bias", np.asarray(bias))
        if isinstance(self.scheme, ByOffset):
            return content, Term("bias", "bias", self._bias_by_offset(self.scheme))
        return (content,)

    @cached_property
    def scores(self) -> Array:
        """The numbers that enter the softmax, shape (n, n); nan where the mask hides a key."""
        sums = np.asarray(sum(term.scores for term in self.terms))
        return np.where(self.is_hidden, np.nan, sums)

    @property
    def is_hidden(self) -> NDArray[np.bool_]:
        """Which keys the mask hides from each query."""
        rows = np.arange(self.count)
        is_hidden = (rows > rows[:, None]) & self.causal
        if isinstance(self.scheme, GivenPositions) and self.scheme.at:
            sequences = self.scheme.sequences[: self.count]
            is_hidden |= sequences != sequences[:, None]
        return np.asarray(is_hidden)

    @cached_property
    def weights(self) -> Array:
        scores = np.where(self.is_hidden, -np.inf, self.scores)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True))

    @cached_property
    def outputs(self) -> Array:
        """The values of the keys, weighted, shape (n, width of a value)."""
        outputs = self.weights @ self._values()
        added = None
        if isinstance(self.scheme, Relative):
            added = self.scheme.value_vectors(self.lags)
        if added is not None:
            outputs = outputs + np.einsum("ts,tsj->tj", self.weights, added)
        return np.asarray(outputs)

    def _drawn(self, rows: int, width: int, which: int) -> Array:
        generator = np.random.default_rng([self.seed, self.head, which])
        return np.asarray(generator.standard_normal((rows, width)) / sqrt(rows))

    def _queries_and_keys(self) -> tuple[Array, Array]:
        """Return the queries and keys of content alone."""
        if self.matrices == "none":
            return self.content, self.content
        rows = self.content.shape[1]
        to_queries, to_keys = (self._drawn(rows, self.head_width, which) for which in (0, 1))
        return self.content @ to_queries, self.content @ to_keys

    @cached_property
    def _table(self) -> Array:
        """The vectors of the positions; a number that is not finite in a file counts as 0."""
        assert isinstance(self.scheme, Tabled)
        return np.nan_to_num(np.asarray(self.scheme.vectors(self.positions), dtype=np.float64))

    def _parts(self) -> tuple[_Part, _Part]:
        """Return content and position, each with the matrices that make queries and keys of it."""
        content_to_queries, position_to_queries = self._to_heads(0)
        content_to_keys, position_to_keys = self._to_heads(1)
        return (
            _Part("content", self.content, content_to_queries, content_to_keys),
            _Part("position", self._table, position_to_queries, position_to_keys),
        )

    def _to_heads(self, which: int) -> tuple[Array | None, Array | None]:
        """Return the matrix for content and the one for positions; None if matrices are left out.

        `which` is 0 for queries and 1 for keys. Vectors side by side need a matrix with rows for
        both: the upper half is for content, the lower for positions.
        """
        if self.matrices == "none":
            return None, None
        rows = self.content.shape[1]
        if self.joined == "added":
            matrix = self._drawn(rows, self.head_width, which)
            return matrix, matrix
        matrix = self._drawn(2 * rows, self.head_width, which)
        if self.matrices == "blocks":
            half = self.head_width // 2
            matrix[:rows, half:] = 0
            matrix[rows:, :half] = 0
        return matrix[:rows], matrix[rows:]

    @property
    def parts_stay_apart(self) -> bool:
        """Whether content is compared only with content, and position only with position.

        That is so where their vectors stand side by side and no full matrix mixes them.
        """
        return self.joined == "concatenated" and self.matrices != "drawn"

    def _of_parts(self) -> tuple[Term, ...]:
        """Return the products of queries and keys of content and position: two or four terms."""
        parts = self._parts()
        terms = []
        for of_query in parts:
            for of_key in parts:
                if of_query is not of_key and self.parts_stay_apart:
                    continue
                scores = of_query.queries @ of_key.keys.T / self.divisor
                key = f"{of_query.name}_{of_key.name}"
                terms.append(Term(key, f"{of_query.name} · {of_key.name}", scores))
        return tuple(terms)

    def _turned(self) -> Array:
        """Return q·k where both are turned, pair by pair as complex numbers."""
        scheme = self.scheme
        queries, keys = self._queries_and_keys()
        if isinstance(scheme, Rotating):
            order = scheme.columns
            rates = 1j * scheme.frequencies() + scheme.log_decays()
            powers = -self.lags[..., None] * rates
            factor = scheme.attention_factor**2
            still_factor = scheme.still_factor**2
        else:
            assert isinstance(scheme, AxialRope)
            order = columns(scheme.layout, scheme.dim)
            places = scheme.places(self.positions)[:, scheme.turned_by()]
            powers = 1j * (places[:, None] - places[None, :]) * scheme.frequencies()
            factor = still_factor = 1.0
        of_queries, of_keys = (
            rows[:, order.sines] + 1j * rows[:, order.cosines] for rows in (queries, keys)
        )
        products = of_queries[:, None] * of_keys[None, :].conj()
        turned = (products * np.exp(powers)).sum(axis=-1).real
        is_still = np.ones(scheme.dim, np.bool_)
        is_still[order.sines] = False
        is_still[order.cosines] = False
        still = queries[:, is_still] @ keys[:, is_still].T
        return np.asarray(factor * turned + still_factor * still)

    def _of_vectors_by_lag(self, scheme: Relative, queries: Array, keys: Array) -> tuple[Term, ...]:
        vectors = scheme.key_vectors(self.lags)
        letter = f"*{scheme.letter}*"
        added = scheme.added_to_queries(self.head)
        if added is not None and self.matrices != "none":
            vectors = vectors @ self._drawn(scheme.dim, scheme.dim, 3)
        meets_vectors = np.einsum("tj,tsj->ts", queries, vectors)
        terms = [
            Term("content", "*q*·*k*", queries @ keys.T / self.divisor),
            Term("query_lag", f"*q*·{letter}", meets_vectors / self.divisor),
        ]
        if added is not None:
            u, v = added
            of_keys = np.broadcast_to(keys @ u, (self.count, self.count))
            terms.append(Term("all_content", "*uₕ*·*k*", of_keys / self.divisor))
            terms.append(Term("all_lag", f"*vₕ*·{letter}", vectors @ v / self.divisor))
        return tuple(terms)

    def _bias_by_offset(self, scheme: ByOffset) -> Array:
        places = scheme.places(self.positions)
        offsets = places[None, :] - places[:, None]
        return np.asarray(scheme.by_offset(*np.moveaxis(offsets, -1, 0))[self.head])

    def _values(self) -> Array:
        """Return the values, the vectors that keys add to outputs, one row a key."""
        rows = self.content
        if isinstance(self.scheme, Tabled):
            is_sum = self.joined == "added"
            rows = rows + self._table if is_sum else np.hstack([rows, self._table])
        if self.matrices == "none":
            return rows
        return rows @ self._drawn(rows.shape[1], self.head_width, 2)


class EqualRows(NamedTuple):
    """Which words have the same output in two orders, by their place in the second order."""

    # The outputs in the second order, one row a word.
    outputs: Array

    # The largest difference between each row and the same word's row in the first order.
    differences: Array
    are_equal: NDArray[np.bool_]

    @property
    def rounding(self) -> float:
        """The largest difference among words whose outputs count as equal."""
        return float(self.differences[self.are_equal].max(initial=0.0))

    @property
    def equal_count(self) -> int:
        return int(self.are_equal.sum())

    @property
    def are_all(self) -> bool:
        return bool(self.are_equal.all())


def equal_rows(here: Composition, order: Sequence[int]) -> EqualRows:
    """Compare the output of each word with its output where the words have another order."""
    there = here.reordered(order).outputs
    differences = np.abs(here.outputs[list(order)] - there).max(axis=1)
    largest = np.abs(here.outputs).max(initial=0.0)
    are_equal = differences <= _ROUNDING * max(largest, np.finfo(float).tiny)
    return EqualRows(there, differences, are_equal)
