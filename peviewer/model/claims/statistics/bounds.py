"""What no cell, norm or comparison of a table x + PE exceeds: found exactly, or bounded in closed form."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from peviewer.model.claims.statistics.ends import Ends, lone_sine, row_sums, smallest_dot
from peviewer.model.content.embedded import Embedded
from peviewer.model.content.noise import noise
from peviewer.model.encodings.turning import Turning

Array = NDArray[np.float64]

_DRAWN = 2**18  # cells of random content that are looked at one by one
_COMPARED = 2**26  # products of random content that are multiplied out
_MULTIPLIED = 2**24  # as many with constant content, for which there are ends in closed form, a little farther out
_COUNTED = 512  # dimensions of random content that a view counts at least; what it says of more scatters as of so many
_SURE = 7.0  # were the bounds on random numbers sharp, they would fail in one Document of e⁷


@dataclass(frozen=True)
class Bounds:
    """Ends that hold every value of a table x + PE over all its positions.

    Exact where that is cheap; else each pair counts with its largest amplitude,
    and random content by the tails of normal and of noncentral χ² numbers, as
    many as there are (Birgé 2001, lemma 8.1).
    """

    embedded: Embedded

    @property
    def _encoding(self) -> Turning:
        return self.embedded.encoding

    @property
    def _factor(self) -> float:
        """What random content is multiplied by; 0 where there is none."""
        content = self.embedded.content
        return content.factor(self._encoding.dim) if content.kind == "normal" else 0.0

    @property
    def _constant(self) -> float:
        return self.embedded.content.constant(self._encoding.dim)

    @cached_property
    def cell(self) -> float:
        """The largest absolute value of a cell."""
        if self._table is not None:
            return float(np.abs(self._table).max())
        return 1 + self._constant + self._factor * (self._drawn[0] if self._factor else 0.0)

    def turned_cell(self, own: bool) -> float:
        """Return the largest absolute value of a cell under any M(φ), of the table's `own` layout or another."""
        plain = 1.0 if own else sqrt(2)
        return plain + sqrt(2) * self._constant + self._factor * (self._drawn[1] if self._factor else 0.0)

    @cached_property
    def _drawn(self) -> Ends:
        """The largest absolute random number, and the largest length of any two of a row."""
        encoding = self._encoding
        count = encoding.length * encoding.dim
        if count > _DRAWN:
            most = sqrt(2 * (log(count) + _SURE))
            return most, sqrt(2 * (2 * log(encoding.dim) + log(encoding.length) + _SURE))
        rows = np.abs(noise(self.embedded.content.seed, np.array(encoding.positions), np.arange(encoding.dim)))
        two = np.partition(rows, -2, axis=1)[:, -2:] if encoding.dim > 1 else rows
        return float(rows.max()), float(np.linalg.norm(two, axis=1).max())

    @cached_property
    def means(self) -> Ends:
        """The mean of a row."""
        if self._table is not None:
            means = self._table.mean(axis=1)
            return float(means.min()), float(means.max())
        low, high = row_sums(self._encoding)
        dim = self._encoding.dim
        stray = self._factor * sqrt(2 * (log(self._encoding.length) + _SURE) / dim)
        return low / dim + self._constant - stray, high / dim + self._constant + stray

    @cached_property
    def squares(self) -> Ends:
        """The squared norm of a row."""
        dim, constant, sums = self._encoding.dim, self._constant, row_sums(self._encoding)
        low, high = (dim // 2 + square for square in self._lone_squares)
        if constant:
            return low + 2 * constant * sums[0] + constant**2 * dim, high + 2 * constant * sums[1] + constant**2 * dim
        if not self._factor:
            return low, high
        if self._table is not None:
            norms = np.square(self._table).sum(axis=1)
            return float(norms.min()), float(norms.max())
        return self._scattered(low, 1.0, 1)[0], self._scattered(high, 1.0, 1)[1]

    @cached_property
    def dots(self) -> Ends:
        """The dot product of two rows; the largest is that of a row with itself."""
        worked_out = self._compared
        if worked_out is not None:
            return float(worked_out.min()), float(worked_out.max())
        encoding = self._encoding
        sines = np.outer(lone_sine(encoding), lone_sine(encoding))
        low = smallest_dot(encoding) + (float(sines.min()) if encoding.dim % 2 else 0.0)
        if self._constant:
            low += 2 * self._constant * row_sums(encoding)[0] + self._constant**2 * encoding.dim
        if self._factor:  # a·b = (‖a + b‖² − ‖a − b‖²)/4
            together = 2 * (encoding.dim // 2) + 2 * low
            low = (self._scattered(max(0.0, together), 2.0, 2)[0] - self.distances[1]) / 4
        return low, self.squares[1]

    @cached_property
    def distances(self) -> Ends:
        """The squared distance of two rows; constant content cancels."""
        worked_out = self._compared if self._factor else None
        if worked_out is not None:
            norms = np.diag(worked_out)
            return 0.0, float((norms[:, None] + norms[None, :] - 2 * worked_out).max())
        encoding = self._encoding
        low, high = lone_sine(encoding)
        largest = 2 * (encoding.dim // 2 - smallest_dot(encoding)) + (high - low) ** 2
        return 0.0, self._scattered(largest, 2.0, 2)[1] if self._factor else largest

    @cached_property
    def deviations(self) -> Ends:
        """The standard deviation of a row's cells; constant content changes nothing."""
        if self._constant:
            return Bounds(Embedded(self._encoding)).deviations
        dim, (low, high) = self._encoding.dim, self.means
        nearest, farthest = (0.0 if low < 0 < high else min(low**2, high**2)), max(low**2, high**2)
        least, most = (square / dim for square in self.squares)
        return sqrt(max(0.0, least - farthest)), sqrt(max(0.0, most - nearest))

    @cached_property
    def ranges(self) -> Ends:
        """How far a position's cosine similarity with all positions ranges, itself included."""
        if self._compared is not None and self._encoding.dim <= _COUNTED:
            norms = np.sqrt(np.diag(self._compared))
            both = np.outer(norms, norms)
            similar = np.divide(self._compared, both, out=np.ones_like(both), where=both > 0)
            return 0.0, min(2.0, 1 - float(similar.min()))
        (low, _), (least, most) = self.dots, self.squares
        norm = least if low < 0 else most
        return 0.0, min(2.0, 1 - low / norm) if norm > 0 else 2.0

    @property
    def _lone_squares(self) -> Ends:
        low, high = lone_sine(self._encoding)
        return (0.0 if low <= 0 <= high else min(low**2, high**2)), max(low**2, high**2)

    @cached_property
    def _compared(self) -> Array | None:
        """Dot products of all rows with content, where there are few."""
        encoding = self._encoding
        most = _COMPARED if self._factor else _MULTIPLIED * (encoding.dim <= _COUNTED)
        few = encoding.length * encoding.dim <= _DRAWN and encoding.length**2 * encoding.dim <= most
        if self.embedded.plain or not few:
            return None
        table = self._table if self._table is not None else self.embedded.table()
        return table @ table.T

    @cached_property
    def _table(self) -> Array | None:
        """The table with random content, where it is small."""
        encoding = self._encoding
        if not self._factor or encoding.length * encoding.dim > _DRAWN:
            return None
        return self.embedded.table()

    def _scattered(self, square: float, scale: float, rows: int) -> Ends:
        """Return ends of ‖v + z‖², for ‖v‖² = `square` and random z of variance `scale`·factor² a cell.

        As many as there are choices of `rows` of the table.
        """
        unlikely = rows * log(self._encoding.length) + _SURE
        dim = min(self._encoding.dim, _COUNTED)
        variance = scale * self._factor**2 * self._encoding.dim / dim
        middle = square + dim * variance
        swing = 2 * sqrt((dim * variance + 2 * square) * variance * unlikely)
        return max(0.0, middle - swing), middle + swing + 2 * variance * unlikely


@lru_cache(maxsize=8)
def bounds(embedded: Embedded) -> Bounds:
    """Return the ends of a table's values, which keep what has been worked out."""
    return Bounds(embedded)
