"""The table of turning pairs, never built: a raster of exact means, and each column as a curve."""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, pi
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.model.sampling.grid import nearest_cells, overlaps
from peviewer.model.sampling.raster import Array, Pixels, Raster, Reduce
from peviewer.model.sampling.series import Bounds, Points, Series
from peviewer.model.turning.pairs import (
    Complex,
    TurningPairs,
    exact_phasors,
    phasors,
    start_angles,
    table_cells,
)
from peviewer.model.turning.waves import Waves

# With fewer columns per pixel than this, a sine shows without its cosine.
FEW = 3

# The most radians per pixel of a curve; beyond them its envelope is drawn instead.
CROWDED = pi / 2

# The fewest points per wave while the curve itself is drawn.
SMOOTH = 16


@dataclass(frozen=True)
class RotationRaster(Raster):
    """The table of an encoding of turning pairs, moved by φ: row r shows PE(first + r + φ)."""

    encoding: TurningPairs
    phi: float = 0.0

    @property
    def shape(self) -> tuple[int, int]:
        return self.encoding.length, self.encoding.dim

    def pixels(
        self,
        row_centres: Array,
        block_height: float,
        column_centres: Array,
        block_width: float,
        reduce: Reduce,
    ) -> Pixels:
        if reduce == "nearest" or block_height < 1 or block_width < 1:
            return self._nearest(row_centres, column_centres)
        top = float(np.floor(row_centres[0] + 0.5)) if block_height == 1 else row_centres[0]
        return self._means(
            top, block_height, len(row_centres), column_centres[0], block_width, len(column_centres)
        )

    def _means(
        self,
        top: float,
        block_height: float,
        height: int,
        left: float,
        block_width: float,
        count: int,
    ) -> Pixels:
        """Return `height` × `count` pixels, each the mean of `block_height` × `block_width` cells.

        The first row of pixels starts at `top`, the first column is centred on `left`.
        """
        parts = _parts_without_phi(
            self.encoding, top, block_height, height, left, block_width, count
        )
        weights = parts.weights
        if self.phi:
            weights = weights * phasors(parts.frequencies * self.phi)
        return parts.waves.weighted(weights, height)

    def exact(self, rows: range, columns: range) -> Array:
        first = self.encoding.first
        positions = range(first + rows.start, first + rows.stop)
        return table_cells(self.encoding, positions, np.array(columns), self.phi)

    def _nearest(self, row_centres: Array, column_centres: Array) -> Pixels:
        """Return the single cells that lie nearest to coordinates."""
        order = self.encoding.columns
        columns = nearest_cells(column_centres, self.encoding.dim)
        pairs = order.pairs[columns]
        rates = self.encoding.frequencies()[pairs] / (2 * np.pi)
        start_turns = start_angles(self.encoding)[pairs] / (2 * np.pi)
        rows = np.floor(row_centres + 0.5) + self.phi
        turns = rows[:, None] * rates[None, :]
        # A cosine is a sine a quarter of a turn ahead.
        turns += start_turns + 0.25 * order.is_cosine[columns]
        turns -= np.round(turns)
        image: Pixels = np.sin(turns.astype(np.float32) * np.float32(2 * np.pi))
        return image


class _Parts(NamedTuple):
    """The parts of a picture that do not depend on φ; arrays have the shape (width, terms)."""

    waves: Waves
    frequencies: Array
    weights: Complex


@lru_cache(maxsize=6)
def _parts_without_phi(
    encoding: TurningPairs,
    top: float,
    block_height: float,
    height: int,
    left: float,
    block_width: float,
    count: int,
) -> _Parts:
    """Return the parts of a picture; the arguments are those of :meth:`RotationRaster._means`.

    The real part of weight·e^{iωr} is the mean over the pixel's columns at row r: −i gives a sine,
    1 a cosine. Interleaved and more than a column to the pixel, a pair's two columns make one term.
    Up to three columns the two in the middle represent the pixel, or stripes that are not in the
    table appear where sines or cosines prevail.
    """
    order = encoding.columns
    merges_pairs = encoding.layout == "interleaved" and block_width > 1
    shows_middle = merges_pairs and block_width < FEW
    wide = 2.0 if shows_middle else None
    columns, shares = overlaps(left, block_width, count, encoding.dim, wide=wide)
    weights: Complex = shares * order.units[columns]
    pairs = order.pairs[columns]
    if merges_pairs:
        # A pair's two columns are one term, so half of the terms remain.
        slots = pairs - pairs[:, :1]
        merged = np.zeros((count, pairs.shape[1] // 2 + 1), np.complex128)
        np.add.at(merged, (np.arange(count)[:, None], slots), weights)
        weights = merged
        following = pairs[:, :1] + np.arange(merged.shape[1])
        pairs = np.minimum(following, encoding.pairs - 1)
    weights *= phasors(start_angles(encoding))[pairs]
    frequencies = encoding.frequencies()[pairs]
    waves = Waves.over(frequencies, top, block_height, height)
    return _Parts(waves, frequencies, weights / shares.sum(axis=1, keepdims=True))


@dataclass(frozen=True)
class ColumnCurve(Series):
    """One column of an encoding, a sine or a cosine, from the first position to the last.

    These are the encoding's, or the `ends` where its positions are given one by one.

    As soon as a pixel holds more than a quarter of a wave there is no curve left to see, but its
    beats with the pixels: then each pixel shows from −1 to 1. With ``reduce="nearest"`` it shows
    one value, whatever it holds.
    """

    encoding: TurningPairs
    column: int
    reduce: Reduce = "mean"
    ends: tuple[float, float] | None = None

    def sample(self, low: float, high: float, pixels: int) -> Points:
        envelope = self.envelope(low, high, pixels)
        if envelope is not None:
            middles = (envelope.edges[1:] + envelope.edges[:-1]) / 2
            ends = np.stack([envelope.least, envelope.greatest], axis=1)
            return np.repeat(middles, 2), ends.ravel()
        # A wave begins at the first position and ends at the last, not at the edges of their cells.
        run = (self.encoding.first, self.encoding.first + self.encoding.length - 1)
        first, last = self.ends or run
        low = max(low, first)
        high = min(high, last)
        if high < low:
            return np.empty(0), np.empty(0)
        points_per_pixel = 1
        if self.reduce != "nearest":
            waves_per_pixel = self._swept(low, high, pixels) / (2 * pi)
            points_per_pixel = max(1, ceil(SMOOTH * waves_per_pixel))
        positions = np.linspace(low, high, max(2, pixels) * points_per_pixel)
        return positions, self._values(positions)

    def _swept(self, low: float, high: float, pixels: int) -> float:
        """Return the angle that the pair turns by over a pixel, in radians."""
        frequency = float(self.encoding.frequencies()[self._pair])
        return frequency * (high - low) / max(2, pixels)

    def envelope(self, low: float, high: float, pixels: int) -> Bounds | None:
        if self.reduce != "mean" or self._swept(low, high, pixels) <= CROWDED:
            return None
        width = max(2, pixels)
        edges = np.linspace(low, high, width + 1)
        return Bounds(edges, np.full(width, -1.0), np.full(width, 1.0))

    def exact(self, low: float, high: float) -> Points:
        positions = np.arange(ceil(low), ceil(high), dtype=np.float64)
        return positions, self._values(positions)

    def read(self, at: float) -> tuple[float, float]:
        value = float(self._values(np.array([at]))[0])
        return value, value

    def _values(self, positions: NDArray[np.float64]) -> NDArray[np.float64]:
        pair = slice(self._pair, self._pair + 1)
        frequencies = self.encoding.frequencies()[pair]
        rounding_errors = self.encoding.frequency_rounding_errors()[pair]
        waves = exact_phasors(positions, frequencies, rounding_errors)
        is_cosine = self.encoding.columns.is_cosine[self.column]
        return (waves.real if is_cosine else waves.imag)[:, 0]

    @property
    def _pair(self) -> int:
        return int(self.encoding.columns.pairs[self.column])
