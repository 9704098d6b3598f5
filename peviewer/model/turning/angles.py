"""The angles ω·t of every pair at every position, as a matrix that is never built."""

from dataclasses import dataclass
from decimal import Decimal, localcontext
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.sampling.grid import even_grid, nearest_cells, overlaps
from peviewer.model.sampling.raster import Raster, Reduce
from peviewer.model.turning.pairs import TurningPairs, exact_phasors, phasors, start_angles
from peviewer.model.turning.table import Waves

F = TypeVar("F", np.float32, np.float64)
_DEGREES = Decimal("57.2957795130823208767981548141051703324054724665643")  # in a radian


def exact_frequency(encoding: TurningPairs, pair: int) -> Decimal:
    """Return ω of a pair, in rad/position, to about 30 digits."""
    with localcontext(prec=60):
        return Decimal(float(encoding.frequencies()[pair])) + Decimal(float(encoding.frequency_rests()[pair]))


def exact_angle(encoding: TurningPairs, position: int, pair: int) -> Decimal:
    """Return the angle ω·t of a pair at a position, in radians, to about 30 digits: every whole turn is counted."""
    with localcontext(prec=60):
        return exact_frequency(encoding, pair) * position


def whole_degrees(angle: Decimal) -> int:
    """Return an angle in radians as the nearest whole number of degrees."""
    with localcontext(prec=60):
        return round(angle * _DEGREES)


@dataclass(frozen=True)
class AngleRaster(Raster):
    """Angles ω_i·t, positions × pairs: in degrees modulo 360, or unwrapped in radians.

    Zoomed out, unwrapped angles are exact means. The mean of angles modulo 360°
    has no meaning (that of 1° and 359° is not 180°), so a pixel shows the
    circular mean: the angle of its mean phasor, which the Dirichlet kernel
    gives exactly. Where the angles in a pixel reach over a full turn there is no
    mean: the value is not a number.
    """

    encoding: TurningPairs
    unwrapped: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        return self.encoding.length, self.encoding.pairs

    @property
    def averaged(self) -> str:
        return "mean" if self.unwrapped else "circular mean"

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        down, run = even_grid(rows)
        across, width = even_grid(columns)
        if not len(down) or not len(across):
            return np.empty((len(down), len(across)), np.float32)
        frequencies, starts = self.encoding.frequencies(), start_angles(self.encoding)
        if reduce == "nearest" or (run <= 1 and width <= 1):
            pairs, steps = nearest_cells(across, self.encoding.pairs), np.floor(down + 0.5)[:, None]
            if self.unwrapped:
                return np.asarray((self.encoding.first + steps) * frequencies[pairs], np.float32)
            turns = steps * (frequencies[pairs] / (2 * np.pi)) + starts[pairs] / (2 * np.pi)
            return _below_a_turn(np.asarray(360 * (turns - np.floor(turns)), np.float32))
        index, part = overlaps(across[0], max(1.0, width), len(across), self.encoding.pairs)
        part = part / part.sum(axis=1, keepdims=True)
        if self.unwrapped:
            means = (frequencies[index] * part).sum(axis=1)
            return np.asarray((self.encoding.first + down)[:, None] * means, np.float32)
        reach = self._reach(down, run, across, width)
        if run <= 1:
            down, run = np.floor(down + 0.5), 1.0
        spacing = float(down[1] - down[0]) if len(down) > 1 else 1.0
        waves, weights = Waves.over(frequencies[index], down[0], spacing, len(down), run), part * phasors(starts)[index]
        cosines, sines = waves.weighted(weights, len(down)), waves.weighted(-1j * weights, len(down))
        angles = _below_a_turn(np.degrees(np.arctan2(sines, cosines)) % np.float32(360))
        angles[reach >= 2 * np.pi] = np.nan
        return angles

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        positions = self.encoding.first + np.array(rows, dtype=np.float64)
        frequencies = self.encoding.frequencies()[columns.start : columns.stop]
        if self.unwrapped:
            return positions[:, None] * frequencies[None, :]
        rests = self.encoding.frequency_rests()[columns.start : columns.stop]
        waves = exact_phasors(positions, frequencies, rests)
        return _below_a_turn(np.degrees(np.arctan2(waves.imag, waves.real)) % 360)

    def _reach(
        self, down: NDArray[np.float64], run: float, across: NDArray[np.float64], width: float
    ) -> NDArray[np.float64]:
        """Return about the largest difference of two angles in each pixel, in radians, shape (h, w)."""
        frequencies = self.encoding.frequencies()
        ends = across[:, None] + max(0.0, width - 1) / 2 * np.array([-1, 1])
        fastest, slowest = np.interp(ends, np.arange(len(frequencies)), frequencies).T
        positions = np.abs(self.encoding.first + down)
        return np.asarray(positions[:, None] * (fastest - slowest) + max(0.0, run - 1) * fastest)


def _below_a_turn(degrees: NDArray[F]) -> NDArray[F]:
    """Set angles that were rounded up to a full turn to 0."""
    degrees[degrees >= 360] = 0
    return degrees
