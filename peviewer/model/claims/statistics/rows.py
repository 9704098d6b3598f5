"""A statistic of each position's row as a series over the positions."""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from peviewer.model.claims.statistics.moments import Kind, Moments, block_moments, moments
from peviewer.model.claims.statistics.ranges import exact_similarity_ranges, exactly_compared_with, similarity_ranges
from peviewer.model.claims.statistics.sampled import CELLS
from peviewer.model.content.embedded import Embedded
from peviewer.model.sampling.raster import Reduce, cells, run
from peviewer.model.sampling.series import Points
from peviewer.model.sampling.thinned import WORK, Runs, Thinned, means

Array = NDArray[np.float64]

_DRAWN = 256  # positions of a view whose similarity is looked at, where content has to be drawn for each
_CONTENT = 2**19  # cells of random content that are drawn for a view
_DEARER = 32  # times the work of a number, that drawing a random one takes
_FEWEST = 128  # positions of a view, of which so many at least are drawn or none


@dataclass(frozen=True)
class RowStatistic(Thinned):
    """A statistic of each position's row, over the positions.

    While a view holds at most a million cells every row is worked out. Beyond,
    and zoomed out, closed forms stand for them (see :func:`block_moments`): a
    pixel shows the mean, the root mean square of the norm, and the mean of the
    deviations; of a table of more than 67 million cells the standard deviation
    of all the cells it covers, which may be larger than any row's. The range of similarity is that of
    the pixel's middle position (see :func:`similarity_ranges`); so is, with
    random content, everything (but where rows are too long for that, see
    :func:`draws_rows`): no two rows are alike there.
    """

    embedded: Embedded
    kind: Kind
    reduce: Reduce = "mean"

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return the statistic at the positions, or at the pixels; see :meth:`Series.sample`."""
        first, (rows, pitch) = self.embedded.encoding.first, self._rows(low, high, pixels)
        if not len(rows):
            return np.empty(0), np.empty(0)
        if self.kind == "range":
            return rows + first, _ranges(self.embedded, tuple(rows.tolist()))
        if pitch > 1 and self._means_deviations:
            runs = Runs.across(rows, self.embedded.encoding.length, first)
            assert runs is not None
            return runs.places, means(self.every(int(runs.starts[0]), int(runs.stops[-1]), 1), runs)
        return rows + first, _moments(self.embedded, tuple(rows.tolist()), pitch).of(self.kind)

    def _rows(self, low: float, high: float, pixels: int) -> tuple[Array, float]:
        """Return the rows of a view's points, from 0, and how many of them each is the mean of."""
        encoding = self.embedded.encoding
        if self._draws:
            pixels = min(pixels, _DRAWN if self.kind == "range" else max(_FEWEST, _CONTENT // encoding.dim))
        rows = cells(low - encoding.first - 1, high - encoding.first + 1, encoding.length, pixels)
        pitch = float(rows[1] - rows[0]) if len(rows) > 1 else 1.0
        if len(rows) and (self._draws or self.kind == "range" or self.raw):
            return np.arange(np.ceil(rows[0]), rows[-1] + 1, np.ceil(pitch)), 1.0
        return rows, pitch

    @property
    def _draws(self) -> bool:
        """Whether a view shows single positions because their random content has to be drawn."""
        return self.embedded.content.kind == "normal" and (self.kind == "range" or draws_rows(self.embedded))

    @property
    def _means_deviations(self) -> bool:
        """Whether a point is the mean of deviations, all of which are worked out, not that of all its numbers."""
        return self.kind == "deviation" and self.embedded.encoding.length <= self.most

    @property
    def averaged(self) -> str:
        """What a point is of the positions it stands for; see :attr:`Thinned.averaged`."""
        if self.raw or self._draws or self.kind == "range":
            return ""
        if self.kind == "deviation":
            return "mean" if self._means_deviations else "standard deviation"
        return "root mean square" if self.kind == "norm" else "mean"

    @property
    def raw(self) -> bool:
        """Whether single positions are drawn; see :attr:`Thinned.raw`."""
        return self.reduce == "nearest"

    @property
    def terms(self) -> int:
        """How many numbers a statistic is of, which may have to be drawn first; see :attr:`Thinned.terms`."""
        embedded = self.embedded
        if self.kind == "range":
            is_by_lag = embedded.plain and embedded.encoding.dim % 2 == 0
            return 1 if is_by_lag else WORK  # else each is compared with hundreds of others
        return (_DEARER if embedded.content.kind == "normal" else 1) * embedded.encoding.dim

    def runs(self, low: float, high: float, pixels: int) -> Runs | None:
        """Return the positions of each point; see :meth:`Thinned.runs`."""
        encoding, (rows, pitch) = self.embedded.encoding, self._rows(low, high, pixels)
        if pitch > 1:
            return Runs.across(rows, encoding.length, encoding.first)
        if len(rows) < 2 or rows[1] - rows[0] <= 1:
            return None
        ends = max(ceil(low), encoding.first), min(floor(high), encoding.positions[-1])
        return Runs.around(rows + encoding.first, min(ends[0], int(rows[0]) + encoding.first),
                           max(ends[1], int(rows[-1]) + encoding.first))  # fmt: skip

    def every(self, first: int, stop: int, step: int) -> Array:
        """Return the statistic of some positions; see :meth:`Thinned.every`."""
        rows = np.arange(first, stop, step, dtype=np.float64) - self.embedded.encoding.first
        if self.kind == "range":
            return similarity_ranges(self.embedded, self.embedded.encoding.first + rows)
        if self._draws:
            return moments(self.embedded, self.embedded.encoding.first + rows).of(self.kind)
        return block_moments(self.embedded, rows, 1.0).of(self.kind)

    @property
    def sampled(self) -> str:
        """With how many positions each is compared, where a file has no time for all; see :attr:`Series.sampled`."""
        compared, length = exactly_compared_with(self.embedded), self.embedded.encoding.length
        return f"with {compared} of {length} positions" if self.kind == "range" and compared < length else ""

    def exact(self, low: float, high: float) -> Points:
        """Return the statistic of every position, rows worked out; see :meth:`Series.exact`."""
        first = self.embedded.encoding.first
        positions = first + np.array(run(low - first, high - first, self.embedded.encoding.length), dtype=np.float64)
        if self.kind == "range":
            return positions, exact_similarity_ranges(self.embedded, positions)
        return positions, moments(self.embedded, positions).of(self.kind)


def draws_rows(embedded: Embedded) -> bool:
    """Whether a view shows norms and deviations of the very rows, not of what random content is on average."""
    cells_in_all = embedded.encoding.length * embedded.encoding.dim
    return embedded.content.kind != "normal" or _FEWEST * embedded.encoding.dim <= _CONTENT or cells_in_all <= CELLS


@lru_cache(maxsize=4)
def _ranges(embedded: Embedded, rows: tuple[float, ...]) -> Array:
    return similarity_ranges(embedded, embedded.encoding.first + np.array(rows))


@lru_cache(maxsize=4)
def _moments(embedded: Embedded, rows: tuple[float, ...], pitch: float) -> Moments:
    if pitch <= 1 and len(rows) * embedded.encoding.dim <= CELLS:
        return moments(embedded, embedded.encoding.first + np.array(rows))
    return block_moments(embedded, np.array(rows), pitch)
