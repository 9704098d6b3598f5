"""Angles of turning pairs: single ones to about 30 digits, and all of them as a raster."""

from dataclasses import dataclass
from decimal import Decimal, localcontext
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from peviewer.model.sampling.grid import nearest_cells, overlaps
from peviewer.model.sampling.raster import Array, Pixels, Raster, Reduce
from peviewer.model.turning.pairs import TurningPairs, exact_phasors, phasors, start_angles
from peviewer.model.turning.waves import Waves

F = TypeVar("F", np.float32, np.float64)

# Degrees in a radian.
_DEGREES = Decimal("57.2957795130823208767981548141051703324054724665643")


def exact_frequency(encoding: TurningPairs, pair: int) -> Decimal:
    """Return ω of a pair, in rad/position, to about 30 digits."""
    rounded = float(encoding.frequencies()[pair])
    rest = float(encoding.frequency_rounding_errors()[pair])
    with localcontext(prec=60):
        return Decimal(rounded) + Decimal(rest)


def exact_angle(encoding: TurningPairs, position: int | Decimal, pair: int) -> Decimal:
    """Return the angle ω·t of a pair at a position, in radians, to about 30 digits.

    Whole turns count, so the angle grows beyond 2π.
    """
    with localcontext(prec=60):
        return exact_frequency(encoding, pair) * position


def whole_degrees(angle: Decimal) -> int:
    """Return an angle in radians as the nearest whole number of degrees."""
    with localcontext(prec=60):
        return round(angle * _DEGREES)


@dataclass(frozen=True)
class AngleRaster(Raster):
    """Angles ω_i·t, positions × pairs: in degrees modulo 360, or unwrapped in radians.

    Zoomed out, unwrapped angles are exact means. Of angles modulo 360° (1° and 359° do not have
    the
    mean 180°) a pixel shows the circular mean, the angle of its mean phasor; where angles reach
    over
    a full turn there is none, but NaN.
    """

    encoding: TurningPairs
    unwrapped: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        return self.encoding.length, self.encoding.pairs

    @property
    def averaged(self) -> str:
        return "mean" if self.unwrapped else "circular mean"

    def pixels(
        self,
        row_centres: Array,
        block_height: float,
        column_centres: Array,
        block_width: float,
        reduce: Reduce,
    ) -> Pixels:
        if reduce == "nearest" or (block_height <= 1 and block_width <= 1):
            return self._nearest(row_centres, column_centres)
        pairs, shares = overlaps(
            column_centres[0], max(1.0, block_width), len(column_centres), self.encoding.pairs
        )
        shares = shares / shares.sum(axis=1, keepdims=True)
        frequencies = self.encoding.frequencies()
        if self.unwrapped:
            means = (frequencies[pairs] * shares).sum(axis=1)
            return np.asarray((self.encoding.first + row_centres)[:, None] * means, np.float32)

        reach = self._reach(row_centres, block_height, column_centres, block_width)
        if block_height <= 1:
            row_centres = np.floor(row_centres + 0.5)
            block_height = 1.0
        spacing = float(row_centres[1] - row_centres[0]) if len(row_centres) > 1 else 1.0
        height = len(row_centres)
        waves = Waves.over(frequencies[pairs], row_centres[0], spacing, height, block_height)
        weights = shares * phasors(start_angles(self.encoding))[pairs]
        cosines = waves.weighted(weights, height)
        sines = waves.weighted(-1j * weights, height)
        angles = _below_a_turn(np.degrees(np.arctan2(sines, cosines)) % np.float32(360))
        angles[reach >= 2 * np.pi] = np.nan
        return angles

    def _nearest(self, row_centres: Array, column_centres: Array) -> Pixels:
        """Return the single angles that lie nearest to coordinates."""
        pairs = nearest_cells(column_centres, self.encoding.pairs)
        rows = np.floor(row_centres + 0.5)[:, None]
        frequencies = self.encoding.frequencies()[pairs]
        if self.unwrapped:
            return np.asarray((self.encoding.first + rows) * frequencies, np.float32)
        start_turns = start_angles(self.encoding)[pairs] / (2 * np.pi)
        turns = rows * (frequencies / (2 * np.pi)) + start_turns
        degrees = 360 * (turns - np.floor(turns))
        return _below_a_turn(np.asarray(degrees, np.float32))

    def exact(self, rows: range, columns: range) -> Array:
        positions = self.encoding.first + np.array(rows, dtype=np.float64)
        pairs = slice(columns.start, columns.stop)
        frequencies = self.encoding.frequencies()[pairs]
        if self.unwrapped:
            return positions[:, None] * frequencies[None, :]
        rounding_errors = self.encoding.frequency_rounding_errors()[pairs]
        waves = exact_phasors(positions, frequencies, rounding_errors)
        return _below_a_turn(np.degrees(np.arctan2(waves.imag, waves.real)) % 360)

    def _reach(
        self, row_centres: Array, block_height: float, column_centres: Array, block_width: float
    ) -> Array:
        """Return about the largest difference of two angles in each pixel, in radians.

        Pixels hold `block_height` positions × `block_width` pairs; shape (h, w).
        """
        frequencies = self.encoding.frequencies()
        half_width = max(0.0, block_width - 1) / 2
        ends = column_centres[:, None] + half_width * np.array([-1, 1])
        fastest, slowest = np.interp(ends, np.arange(len(frequencies)), frequencies).T
        distances = np.abs(self.encoding.first + row_centres)
        across_pairs = distances[:, None] * (fastest - slowest)
        along_positions = max(0.0, block_height - 1) * fastest
        return np.asarray(across_pairs + along_positions)


def _below_a_turn(degrees: NDArray[F]) -> NDArray[F]:
    """Set angles to 0 that were rounded up to a full turn."""
    degrees[degrees >= 360] = 0
    return degrees
