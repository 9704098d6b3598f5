"""A statistic of each position's row as a series over the positions."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from peviewer.base.dataclasses import dataclass
from peviewer.model.claims.statistics.moments import Kind, Moments, block_moments, moments
from peviewer.model.claims.statistics.ranges import exact_similarity_ranges, exactly_compared_with, similarity_ranges
from peviewer.model.claims.statistics.sampled import CELLS
from peviewer.model.content.embedded import Embedded
from peviewer.model.sampling.raster import Reduce, cells, run
from peviewer.model.sampling.series import Points, Series

Array = NDArray[np.float64]

_DRAWN = 256  # positions of a view whose similarity is looked at, where content has to be drawn for each
_CONTENT = 2**19  # cells of random content that are drawn for a view
_FEWEST = 128  # positions of a view, of which so many at least are drawn or none


@dataclass(frozen=True)
class RowStatistic(Series):
    """A statistic of each position's row, over the positions.

    While a view holds at most a million cells every row is worked out. Beyond,
    and zoomed out, closed forms stand for them (see :func:`block_moments`): a
    pixel shows the mean, the root mean square of the norm, and the standard
    deviation, of all the cells it covers. The range of similarity is that of
    the pixel's middle position (see :func:`similarity_ranges`); so is, with
    random content, everything (but where rows are too long for that, see
    :func:`draws_rows`): no two rows are alike there.
    """

    embedded: Embedded
    kind: Kind
    reduce: Reduce = "mean"

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return the statistic at the positions, or at the pixels; see :meth:`Series.sample`."""
        encoding = self.embedded.encoding
        first = encoding.first
        drawn = self.embedded.content.kind == "normal" and (self.kind == "range" or draws_rows(self.embedded))
        if drawn:
            pixels = min(pixels, _DRAWN if self.kind == "range" else max(_FEWEST, _CONTENT // encoding.dim))
        rows = cells(low - first - 1, high - first + 1, encoding.length, pixels)
        if not len(rows):
            return np.empty(0), np.empty(0)
        pitch = float(rows[1] - rows[0]) if len(rows) > 1 else 1.0
        if drawn or self.kind == "range" or self.reduce == "nearest":
            rows, pitch = np.arange(np.ceil(rows[0]), rows[-1] + 1, np.ceil(pitch)), 1.0
        if self.kind == "range":
            return rows + first, _ranges(self.embedded, tuple(rows.tolist()))
        return rows + first, _moments(self.embedded, tuple(rows.tolist()), pitch).of(self.kind)

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
