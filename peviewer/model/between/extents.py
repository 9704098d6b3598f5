"""The ranges of a table x + PE and of its rows' similarities, for axes and colours."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import isqrt, sqrt

import numpy as np
from numpy.typing import NDArray

from peviewer.model.between.lag_squares import squares_at_all_lags
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.stored import Stored
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.shifting import mixing
from peviewer.model.turning.pairs import Layout

Array = NDArray[np.float64]
Ends = tuple[float, float]

# The most rows of a table that are looked at, and the most numbers multiplied to compare them.
_ROWS = 2048
_PRODUCTS = 2**27

# The most lags × pairs for which the closed form is computed.
_LAGS = 2**26

# By which share of a sample's range other rows may lie outside it, by the kind of content.
_BEYOND = {
    "none": 0.02,
    "ones": 0.02,
    "normal": 0.25,
    "words": 0.25,
}


@dataclass(frozen=True)
class Extents:
    """The least and the greatest numbers, in closed form or of a sample of rows."""

    embedded: Embedded

    @cached_property
    def cell(self) -> float:
        embedded = self.embedded
        if isinstance(embedded.encoding, Stored) and embedded.has_no_content:
            return embedded.encoding.stored.largest
        if embedded.has_no_closed_form:
            return float(np.abs(self.rows).max())
        return 1 + embedded.content.constant(embedded.encoding.dim)

    @cached_property
    def dots(self) -> Ends:
        """The dot product of two rows; the largest is that of a row with itself."""
        if self.embedded.by_lag:
            return smallest_dot(self.embedded.turning), self.embedded.encoding.dim / 2
        return self._ends(self._compared)

    @cached_property
    def distances(self) -> Ends:
        """The squared distance of two rows."""
        encoding = self.embedded.encoding
        if (
            not self.embedded.content_varies
            and isinstance(encoding, Turning)
            and encoding.dim % 2 == 0
        ):
            return 0.0, encoding.dim - 2 * smallest_dot(encoding)
        squares = np.diag(self._compared)
        distances = squares[:, None] + squares[None, :] - 2 * self._compared
        _, greatest = self._ends(distances)
        return 0.0, greatest

    @cached_property
    def ranges(self) -> Ends:
        """The range of a position's cosine similarities with all positions, itself included."""
        if self.embedded.by_lag:
            return 0.0, 1 - 2 * smallest_dot(self.embedded.turning) / self.embedded.encoding.dim
        norms = np.sqrt(np.diag(self._compared))
        products = np.outer(norms, norms)
        zeros = np.zeros_like(products)
        cosines = np.divide(self._compared, products, out=zeros, where=products > 0)
        least, _ = self._ends(cosines)
        return 0.0, min(2.0, 1 - least)

    @cached_property
    def rows(self) -> Array:
        """The sample: a quarter of it around position 0, the rest spread evenly, with words added.

        About position 0 every cosine is near 1.
        """
        encoding = self.embedded.encoding
        most = min(_ROWS, isqrt(_PRODUCTS // encoding.dim))
        places = linspace_indices(encoding.length, most)
        if len(places) < encoding.length:
            near = most // 4
            row_of_0 = -encoding.first
            start = min(max(row_of_0 - near // 2, 0), encoding.length - near)
            spread = linspace_indices(encoding.length, most - near)
            places = np.union1d(spread, start + np.arange(near))
        if self.embedded.kind == "words":
            words = min(encoding.length, len(encoding.words), most)
            places = np.union1d(places, np.arange(words))
        rows = self.embedded.table(encoding.first + places)
        # Not every number of a large file was looked at when it was opened.
        is_finite = np.isfinite(rows).all(axis=1)
        return rows[is_finite] if is_finite.any() else np.nan_to_num(rows)

    @cached_property
    def _compared(self) -> Array:
        return np.asarray(self.rows @ self.rows.T)

    def _ends(self, numbers: Array) -> Ends:
        """Return the least and the greatest number, with a little room beyond those of a sample."""
        low = float(numbers.min())
        high = float(numbers.max())
        if len(numbers) == self.embedded.encoding.length:
            return low, high
        room = _BEYOND[self.embedded.kind] * (high - low)
        return low - room, high + room


@lru_cache(maxsize=4)
def extents(embedded: Embedded) -> Extents:
    return Extents(embedded)


@lru_cache(maxsize=4)
def largest_turned_cell(embedded: Embedded[Turning], operator: Layout) -> float:
    """Return the largest absolute value of a cell under any M(φ) made for the layout `operator`."""
    if embedded.content_varies:
        rows = extents(embedded).rows
        left, right = mixing(embedded.encoding, operator, 0.0).sources.T
        return float(np.hypot(rows[:, left], rows[:, right]).max())
    of_encoding = 1.0 if operator == embedded.encoding.layout else sqrt(2)
    return of_encoding + sqrt(2) * embedded.content.constant(embedded.encoding.dim)


@lru_cache(maxsize=8)
def smallest_dot(encoding: Turning) -> float:
    """Return the smallest Σ cos ω·lag of the pairs with a cosine.

    With very many lags return the bound −⌊d/2⌋ instead.
    """
    pairs = encoding.dim // 2
    if encoding.length * pairs > _LAGS:
        return -float(pairs)
    return pairs - float(squares_at_all_lags(encoding).max()) / 2
