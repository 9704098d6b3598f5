"""One column of a table as a curve over all real positions; where it crowds, how far it reaches."""

from math import ceil, pi

import numpy as np
from numpy.typing import NDArray

from peviewer.base.dataclasses import dataclass
from peviewer.model.sampling.raster import Reduce
from peviewer.model.sampling.series import Points, Series
from peviewer.model.turning.pairs import TurningPairs
from peviewer.model.turning.runs import exact_phasors

CROWDED = pi / 2  # radians a pixel, beyond which how far the curve reaches is drawn in its place
SMOOTH = 16  # points a wave, at least, while the curve itself is drawn


@dataclass(frozen=True)
class ColumnCurve(Series):
    """One column of an encoding, a sine or a cosine, at every real position.

    As soon as a pixel holds more than a quarter of a wave there is no curve left
    to see, but its beats with the pixels: then each pixel has two points, −1 and 1,
    which it or one within two of it holds.
    With ``reduce="nearest"`` a pixel shows one value, whatever it holds.
    """

    encoding: TurningPairs
    column: int
    reduce: Reduce = "mean"

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return the curve, or its envelope; see :meth:`Series.sample`."""
        wide = max(2, pixels)
        swept = float(self._frequency[0]) * (high - low) / wide  # radians a pixel
        if self.reduce == "mean" and swept > CROWDED:
            edges = np.linspace(low, high, wide + 1)
            return np.repeat((edges[:-1] + edges[1:]) / 2, 2), np.tile([-1.0, 1.0], wide)
        each = 1 if self.reduce == "nearest" else max(1, ceil(SMOOTH * swept / (2 * pi)))
        positions = np.linspace(low, high, wide * each)
        return positions, self._values(positions)

    def exact(self, low: float, high: float) -> Points:
        """Return the column at whole positions; see :meth:`Series.exact`."""
        positions = np.arange(ceil(low), ceil(high), dtype=np.float64)
        return positions, self._values(positions)

    def read(self, at: float) -> tuple[float, float]:
        """Return the column at a position; see :meth:`Series.read`."""
        value = float(self._values(np.array([at]))[0])
        return value, value

    def _values(self, positions: NDArray[np.float64]) -> NDArray[np.float64]:
        waves = exact_phasors(positions, self._frequency, self._rest)[:, 0]
        return waves.real if self.encoding.columns.is_cosine[self.column] else waves.imag

    @property
    def _frequency(self) -> NDArray[np.float64]:
        return self.encoding.frequencies()[self._pair]

    @property
    def _rest(self) -> NDArray[np.float64]:
        return self.encoding.frequency_rests()[self._pair]

    @property
    def _pair(self) -> slice:
        pair = int(self.encoding.columns.pairs[self.column])
        return slice(pair, pair + 1)
