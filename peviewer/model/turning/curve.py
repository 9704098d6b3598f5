"""One column of a table as a curve over all real positions; where it crowds, how far it reaches."""

from dataclasses import dataclass
from math import ceil, pi

import numpy as np
from numpy.typing import NDArray

from peviewer.model.sampling.raster import Reduce
from peviewer.model.sampling.series import Bounds, Points, Series
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
        if (ends := self.envelope(low, high, pixels)) is not None:
            middles = (ends.edges[1:] + ends.edges[:-1]) / 2
            return np.repeat(middles, 2), np.stack([ends.least, ends.greatest], axis=1).ravel()
        swept = float(self._frequency[0]) * (high - low) / wide  # radians a pixel
        each = 1 if self.reduce == "nearest" else max(1, ceil(SMOOTH * swept / (2 * pi)))
        positions = np.linspace(low, high, wide * each)
        return positions, self._values(positions)

    def envelope(self, low: float, high: float, pixels: int) -> Bounds | None:
        """Return −1 and 1 in each pixel where these hold much of a wave; see :meth:`Series.envelope`."""
        wide = max(2, pixels)
        if self.reduce != "mean" or float(self._frequency[0]) * (high - low) / wide <= CROWDED:
            return None
        return Bounds(np.linspace(low, high, wide + 1), np.full(wide, -1.0), np.full(wide, 1.0))

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
