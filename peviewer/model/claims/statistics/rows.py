"""A statistic of each position's row, and means and mean squares of rows, worked out or in closed form."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.words import whole
from peviewer.base.work import check_cancelled
from peviewer.model.between.position_matrices import last_sine_means
from peviewer.model.claims.statistics.ranges import (
    CELLS,
    exact_similarity_ranges,
    exactly_compared_with,
    similarity_ranges,
)
from peviewer.model.content.embedded import Embedded
from peviewer.model.sampling.grid import cell_range, cells
from peviewer.model.sampling.raster import Reduce
from peviewer.model.sampling.series import WORK, Points, Runs, Thinned, means
from peviewer.model.turning.table import column_means

Array = NDArray[np.float64]
Kind = Literal["norm", "mean", "deviation", "range"]

_CHUNK = 2**17  # cells of a table held at a time
_WORKED_OUT, _FEWEST = 2**19, 128  # cells of a view whose rows are, with random content; positions of it at least
_DEARER = 16  # times the work of a term of a closed form, that a cell of such a row takes


@dataclass(frozen=True, eq=False)
class Moments:
    """The mean of some cells and the mean of their squares, one entry a row of `dim` cells."""

    mean: Array
    square: Array
    dim: int

    def of(self, kind: Kind) -> Array:
        """Return the norm, the mean or the standard deviation of the rows."""
        if kind == "mean":
            return self.mean
        squares = self.dim * self.square if kind == "norm" else self.square - self.mean**2
        roots: Array = np.sqrt(np.maximum(squares, 0))
        return roots


def moments(embedded: Embedded, positions: ArrayLike) -> Moments:
    """Return the moments of rows x(t) + PE(t), exact, in little memory.

    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> moments(Embedded(Sinusoidal(dim=500)), [0, 7]).of("norm").round(6)
    array([15.811388, 15.811388])
    """
    places = np.atleast_1d(np.asarray(positions, dtype=np.float64))
    mean, square = np.empty(len(places)), np.empty(len(places))
    for part, rows in _table_rows(embedded, places):
        check_cancelled()
        mean[part] = rows.mean(axis=1)
        square[part] = np.square(rows).mean(axis=1)
    return Moments(mean, square, embedded.encoding.dim)


def _table_rows(embedded: Embedded, places: Array) -> Iterator[tuple[slice, Array]]:
    step = max(1, _CHUNK // embedded.encoding.dim)
    for start in range(0, len(places), step):
        part = slice(start, start + step)
        yield part, embedded.table(places[part])


def block_moments(embedded: Embedded, centres: Array, run: float) -> Moments:
    """Return the moments of all cells within `run` positions around evenly spaced rows, none of them worked out.

    embedded: the table, without random content.
    centres: evenly spaced row numbers, 0 for the first position.
    run: how many positions each covers; at most 1 for single rows.
    """
    encoding, content = embedded.turning, embedded.content
    mean = column_means(encoding, centres, run).astype(np.float64)
    square = np.full(len(centres), 0.5)
    if encoding.dim % 2:
        square = (encoding.dim // 2 + last_sine_means(encoding, centres, run)[1]) / encoding.dim
    constant = content.constant(encoding.dim)
    return Moments(mean + constant, square + 2 * constant * mean + constant**2, encoding.dim)


@dataclass(frozen=True)
class RowStatistic(Thinned):
    """A statistic of each position's row, over the positions.

    While a view holds at most a million cells every row is worked out. Beyond,
    and zoomed out, closed forms are used (see :func:`block_moments`): a
    pixel shows the mean, the root mean square of the norm, and the mean of the
    deviations; of a table of more than 67 million cells the standard deviation
    of all the cells it covers, which may be larger than any row's. The range of similarity is that of
    the pixel's middle position (see :func:`similarity_ranges`); so is, with
    random content, everything: no two rows are alike there.
    """

    embedded: Embedded
    kind: Kind
    reduce: Reduce = "mean"

    def sample(self, low: float, high: float, pixels: int) -> Points:
        first, (rows, pitch) = self.embedded.encoding.first, self._rows(low, high, pixels)
        if not len(rows):
            return np.empty(0), np.empty(0)
        if self.kind == "range":
            return rows + first, _ranges(self.embedded, tuple(rows.tolist()))
        if pitch > 1 and self._means_deviations:
            runs = Runs.across(rows, self.embedded.encoding.length, first)
            assert runs is not None
            return runs.places, means(self.every(int(runs.starts[0]), int(runs.stops[-1]), 1), runs)
        return rows + first, _kept_moments(self.embedded, tuple(rows.tolist()), pitch).of(self.kind)

    def _rows(self, low: float, high: float, pixels: int) -> tuple[Array, float]:
        """Return the rows of a view's points, from 0, and how many of them each is the mean of."""
        encoding = self.embedded.encoding
        if self._single:
            pixels = min(pixels, max(_FEWEST, _WORKED_OUT // encoding.dim))
        rows = cells(low - encoding.first - 1, high - encoding.first + 1, encoding.length, pixels)
        pitch = float(rows[1] - rows[0]) if len(rows) > 1 else 1.0
        if len(rows) and (self._single or self.kind == "range" or self.raw):
            return np.arange(np.ceil(rows[0]), rows[-1] + 1, np.ceil(pitch)), 1.0
        return rows, pitch

    @property
    def _single(self) -> bool:
        """Whether a view shows single positions: of what is only measured there is no closed form for several."""
        return self.embedded.measured

    @property
    def _means_deviations(self) -> bool:
        """Whether a point is the mean of deviations, all of which are worked out, not that of all its numbers."""
        return self.kind == "deviation" and self.embedded.encoding.length <= self.most

    @property
    def averaged(self) -> str:
        if self.raw or self._single or self.kind == "range":
            return ""
        if self.kind == "deviation":
            return "mean" if self._means_deviations else "standard deviation"
        return "root mean square" if self.kind == "norm" else "mean"

    @property
    def raw(self) -> bool:
        return self.reduce == "nearest"

    @property
    def terms(self) -> int:
        embedded = self.embedded
        if self.kind == "range":
            return 1 if embedded.by_lag else WORK  # else each is compared with hundreds of others
        return (_DEARER if self._single else 1) * embedded.encoding.dim

    def runs(self, low: float, high: float, pixels: int) -> Runs | None:
        encoding, (rows, pitch) = self.embedded.encoding, self._rows(low, high, pixels)
        if pitch > 1:
            return Runs.across(rows, encoding.length, encoding.first)
        if len(rows) < 2 or rows[1] - rows[0] <= 1:
            return None
        ends = max(ceil(low), encoding.first), min(floor(high), encoding.positions[-1])
        return Runs.around(rows + encoding.first, min(ends[0], int(rows[0]) + encoding.first),
                           max(ends[1], int(rows[-1]) + encoding.first))  # fmt: skip

    def every(self, first: int, stop: int, step: int) -> Array:
        rows = np.arange(first, stop, step, dtype=np.float64) - self.embedded.encoding.first
        if self.kind == "range":
            return similarity_ranges(self.embedded, self.embedded.encoding.first + rows)
        if self._single:
            return moments(self.embedded, self.embedded.encoding.first + rows).of(self.kind)
        return block_moments(self.embedded, rows, 1.0).of(self.kind)

    @property
    def sampled(self) -> str:
        compared, length = exactly_compared_with(self.embedded), self.embedded.encoding.length
        is_part = self.kind == "range" and compared < length
        return f"with {whole(compared)} of {whole(length)} positions" if is_part else ""

    def exact(self, low: float, high: float) -> Points:
        first = self.embedded.encoding.first
        positions = first + np.array(
            cell_range(low - first, high - first, self.embedded.encoding.length), dtype=np.float64
        )
        if self.kind == "range":
            return positions, exact_similarity_ranges(self.embedded, positions)
        return positions, moments(self.embedded, positions).of(self.kind)


@lru_cache(maxsize=4)
def _ranges(embedded: Embedded, rows: tuple[float, ...]) -> Array:
    return similarity_ranges(embedded, embedded.encoding.first + np.array(rows))


@lru_cache(maxsize=4)
def _kept_moments(embedded: Embedded, rows: tuple[float, ...], pitch: float) -> Moments:
    if embedded.measured or (pitch <= 1 and len(rows) * embedded.encoding.dim <= CELLS):
        return moments(embedded, embedded.encoding.first + np.array(rows))
    return block_moments(embedded, np.array(rows), pitch)
