"""The table of turning pairs and their angles, never built: rasters of exact means, and each column as a curve."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, localcontext
from functools import lru_cache
from math import ceil, isqrt, pi
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
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

F = TypeVar("F", np.float32, np.float64)
_TURN = np.longdouble("6.283185307179586476925286766559")
_DEGREES = Decimal("57.2957795130823208767981548141051703324054724665643")  # in a radian
# Numbers of a picture that are worked on at a time.
_STRIP = 100_000
# Columns per pixel: with fewer, an odd sine shows.
FEW = 3
# Radians per pixel beyond which the envelope is drawn instead of the curve.
CROWDED = pi / 2
# Points per wave, at least, while the curve itself is drawn.
SMOOTH = 16


def aliased(frequencies: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return frequencies as whole positions alias them, from −π to π.

    Where a pair makes more than half a turn from one position to the next, a slower wave runs
    through the same numbers. Only of that one a pixel that holds 2.5 positions has a mean (see
    :func:`dirichlet`).
    """
    if _is_slow(frequencies):
        return frequencies
    return np.asarray(frequencies - np.rint(frequencies / _TURN) * _TURN, np.float64)


def _is_slow(frequencies: NDArray[np.float64]) -> bool:
    """Whether no pair makes more than half a turn from one position to the next."""
    return bool(max(frequencies.max(initial=0), -frequencies.min(initial=0)) <= np.pi)


def dirichlet(frequencies: NDArray[np.float64], run: float) -> NDArray[np.float64]:
    """Return D_n(ω) = sin(nω/2)/(n·sin(ω/2)), the factor of a sinusoid after averaging n neighbours.

    The mean over k = 0 … n−1 of e^{iω(t+k)} is e^{iω(t+(n−1)/2)}·D_n(ω); n = `run` may be real.
    """
    if run <= 1:
        return np.ones_like(frequencies)
    # Near whole turns both sines are only rounding errors.
    if run == int(run) and not _is_slow(frequencies):
        turns = np.rint(frequencies / _TURN).astype(np.float64)
        signs: NDArray[np.float64] = 1 - 2 * ((run - 1) * turns % 2)
        return dirichlet(aliased(frequencies), run) * signs
    below = run * np.sin(frequencies / 2)
    safe = np.abs(below) > 1e-12 * run
    return np.where(safe, np.sin(run * frequencies / 2) / np.where(safe, below, 1.0), 1.0)


@dataclass(frozen=True, eq=False)
class Waves:
    """Complex exponentials of some terms over evenly spaced rows, as the product of two short tables."""

    # Every n-th row, averaged over the rows' runs.
    coarse: NDArray[np.complex64]
    # The n rows between, cosines above sines.
    fine: NDArray[np.float32]

    @classmethod
    def over(
        cls,
        frequencies: NDArray[np.float64],
        top: float,
        spacing: float,
        height: int,
        run: float | None = None,
    ) -> "Waves":
        """Return the waves of (w, terms) frequencies at `height` rows from `top`, each the mean of `run` positions."""
        run = spacing if run is None else run
        frequencies = aliased(frequencies)
        step = max(1, isqrt(height))
        tops = top + spacing * step * np.arange(ceil(height / step))
        wide, terms = frequencies.shape
        coarse = np.empty((wide, len(tops), terms), np.complex64)
        fine = np.empty((wide, 2, terms, step), np.float32)
        for some in _strips(wide, terms * max(step, len(tops))):
            check_cancelled()
            turns = frequencies[some] / (2 * np.pi)
            coarse.real[some], coarse.imag[some] = cosines_and_sines(
                tops[None, :, None] * turns[:, None, :]
            )
            coarse[some] *= dirichlet(frequencies[some], run).astype(np.float32)[:, None, :]
            fine[some, 0], fine[some, 1] = cosines_and_sines(
                (spacing * np.arange(step))[None, None, :] * turns[:, :, None]
            )
        return cls(coarse, fine.reshape(wide, 2 * terms, step))

    def weighted(self, weights: Complex, height: int) -> NDArray[np.float32]:
        """Return Σ Re(weight·wave) over the terms: (height, w) pixels for (w, terms) weights."""
        wide, tops, terms = self.coarse.shape
        strips = []
        for some in _strips(wide, tops * terms):
            coarse = self.coarse[some] * weights[some].astype(np.complex64)[:, None, :]
            stacked = np.concatenate([coarse.real, -coarse.imag], axis=2)
            strips.append(np.matmul(stacked, self.fine[some]))  # Re of the complex product
        image = strips[0] if len(strips) == 1 else np.concatenate(strips)
        return image.reshape(wide, -1)[:, :height].T


def _strips(wide: int, each: int) -> Iterator[slice]:
    """Yield strips of pixel columns, with `each` numbers per column, so many as fit the memory."""
    most = max(1, _STRIP // max(1, each))
    for start in range(0, wide, most):
        yield slice(start, start + most)


def cosines_and_sines(
    turns: NDArray[np.float64],
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return cosines and sines of angles in turns, right to about 10⁻⁷; `turns` is overwritten."""
    # Sines in single precision are many times faster; what rounding takes from their angles is put
    # back.
    turns -= np.round(turns)
    turns *= 2 * np.pi
    angles = turns.astype(np.float32)
    turns -= angles
    rests = turns.astype(np.float32)
    cosines = np.cos(angles)
    sines = np.sin(angles)
    return cosines - rests * sines, sines + rests * cosines


@dataclass(frozen=True)
class RotationRaster(Raster):
    """The table of an encoding of turning pairs, moved by φ: row r shows PE(first + r + φ)."""

    encoding: TurningPairs
    phi: float = 0.0

    @property
    def shape(self) -> tuple[int, int]:
        return self.encoding.length, self.encoding.dim

    def pixels(
        self, down: Array, high: float, across: Array, wide: float, reduce: Reduce
    ) -> Pixels:
        if reduce == "nearest" or high < 1 or wide < 1:
            return self._nearest(down, across)
        if high == 1:
            down = np.floor(down + 0.5)
        return self._means(down[0], high, len(down), across[0], wide, len(across))

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        first = self.encoding.first
        return table_cells(
            self.encoding, range(first + rows.start, first + rows.stop), np.array(columns), self.phi
        )

    def _means(
        self, top: float, run: float, height: int, left: float, width: float, count: int
    ) -> NDArray[np.float32]:
        """Return the means over pixels: `height` of `run` positions from `top`, `count` of `width` columns."""
        waves, frequencies, weights = _factors(self.encoding, top, run, height, left, width, count)
        return waves.weighted(
            weights * phasors(frequencies * self.phi) if self.phi else weights, height
        )

    def _nearest(
        self, down: NDArray[np.float64], across: NDArray[np.float64]
    ) -> NDArray[np.float32]:
        order = self.encoding.columns
        picked = nearest_cells(across, self.encoding.dim)
        steps = np.floor(down + 0.5) + self.phi
        turns = (
            steps[:, None]
            * (self.encoding.frequencies()[order.pairs[picked]] / (2 * np.pi))[None, :]
        )
        turns += (
            start_angles(self.encoding)[order.pairs[picked]] / (2 * np.pi)
            + 0.25 * order.is_cosine[picked]
        )
        turns -= np.round(turns)
        image: NDArray[np.float32] = np.sin(turns.astype(np.float32) * np.float32(2 * np.pi))
        return image


@lru_cache(maxsize=6)
def _factors(
    encoding: TurningPairs,
    top: float,
    run: float,
    height: int,
    left: float,
    width: float,
    count: int,
) -> tuple[Waves, NDArray[np.float64], Complex]:
    """Return the parts of a picture that do not depend on φ: waves, and (count, terms) frequencies and weights.

    The real part of weight·e^{iωr} is the mean over the pixel's columns at row r: −i gives a sine,
    1 a cosine. Interleaved and more than a column to the pixel, a pair's two columns make one term.
    Up to three columns the two in the middle represent the pixel, or stripes that are not in the
    table appear where sines or cosines prevail.
    """
    order = encoding.columns
    together = encoding.layout == "interleaved" and width > 1
    index, part = overlaps(
        left, width, count, encoding.dim, wide=2.0 if together and width < FEW else None
    )
    weights: Complex = part * order.units[index]
    pairs = order.pairs[index]
    if together:  # half the terms remain
        slots = pairs - pairs[:, :1]
        merged = np.zeros((count, pairs.shape[1] // 2 + 1), np.complex128)
        np.add.at(merged, (np.arange(count)[:, None], slots), weights)
        pairs, weights = (
            np.minimum(pairs[:, :1] + np.arange(merged.shape[1]), encoding.pairs - 1),
            merged,
        )
    weights *= phasors(start_angles(encoding))[pairs]
    frequencies = encoding.frequencies()[pairs]
    return (
        Waves.over(frequencies, top, run, height),
        frequencies,
        weights / part.sum(axis=1, keepdims=True),
    )


@dataclass(frozen=True)
class ColumnCurve(Series):
    """One column of an encoding, a sine or a cosine, at every real position.

    As soon as a pixel holds more than a quarter of a wave there is no curve left to see, but its
    beats with the pixels: then each pixel shows from −1 to 1. With ``reduce="nearest"`` it shows
    one value, whatever it holds.
    """

    encoding: TurningPairs
    column: int
    reduce: Reduce = "mean"

    def sample(self, low: float, high: float, pixels: int) -> Points:
        if (ends := self.envelope(low, high, pixels)) is not None:
            middles = (ends.edges[1:] + ends.edges[:-1]) / 2
            return np.repeat(middles, 2), np.stack([ends.least, ends.greatest], axis=1).ravel()
        each = (
            1
            if self.reduce == "nearest"
            else max(1, ceil(SMOOTH * self._swept(low, high, pixels) / (2 * pi)))
        )
        positions = np.linspace(low, high, max(2, pixels) * each)
        return positions, self._values(positions)

    def _swept(self, low: float, high: float, pixels: int) -> float:
        """Return the angle that the pair turns by over a pixel, in radians."""
        return float(self.encoding.frequencies()[self._pair]) * (high - low) / max(2, pixels)

    def envelope(self, low: float, high: float, pixels: int) -> Bounds | None:
        wide = max(2, pixels)
        if self.reduce != "mean" or self._swept(low, high, pixels) <= CROWDED:
            return None
        return Bounds(np.linspace(low, high, wide + 1), np.full(wide, -1.0), np.full(wide, 1.0))

    def exact(self, low: float, high: float) -> Points:
        positions = np.arange(ceil(low), ceil(high), dtype=np.float64)
        return positions, self._values(positions)

    def read(self, at: float) -> tuple[float, float]:
        value = float(self._values(np.array([at]))[0])
        return value, value

    def _values(self, positions: NDArray[np.float64]) -> NDArray[np.float64]:
        pair = slice(self._pair, self._pair + 1)
        waves = exact_phasors(
            positions, self.encoding.frequencies()[pair], self.encoding.frequency_rests()[pair]
        )
        return (waves.real if self.encoding.columns.is_cosine[self.column] else waves.imag)[:, 0]

    @property
    def _pair(self) -> int:
        return int(self.encoding.columns.pairs[self.column])


def exact_frequency(encoding: TurningPairs, pair: int) -> Decimal:
    """Return ω of a pair, in rad/position, to about 30 digits."""
    with localcontext(prec=60):
        return Decimal(float(encoding.frequencies()[pair])) + Decimal(
            float(encoding.frequency_rests()[pair])
        )


def exact_angle(encoding: TurningPairs, position: int | Decimal, pair: int) -> Decimal:
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

    Zoomed out, unwrapped angles are exact means. Of angles modulo 360° (1° and 359° do not have the
    mean 180°) a pixel shows the circular mean, the angle of its mean phasor; where they reach over
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
        self, down: Array, high: float, across: Array, wide: float, reduce: Reduce
    ) -> Pixels:
        frequencies = self.encoding.frequencies()
        starts = start_angles(self.encoding)
        if reduce == "nearest" or (high <= 1 and wide <= 1):
            pairs = nearest_cells(across, self.encoding.pairs)
            steps = np.floor(down + 0.5)[:, None]
            if self.unwrapped:
                return np.asarray((self.encoding.first + steps) * frequencies[pairs], np.float32)
            turns = steps * (frequencies[pairs] / (2 * np.pi)) + starts[pairs] / (2 * np.pi)
            return _below_a_turn(np.asarray(360 * (turns - np.floor(turns)), np.float32))
        index, part = overlaps(across[0], max(1.0, wide), len(across), self.encoding.pairs)
        part = part / part.sum(axis=1, keepdims=True)
        if self.unwrapped:
            means = (frequencies[index] * part).sum(axis=1)
            return np.asarray((self.encoding.first + down)[:, None] * means, np.float32)
        reach = self._reach(down, high, across, wide)
        if high <= 1:
            down, high = np.floor(down + 0.5), 1.0
        spacing = float(down[1] - down[0]) if len(down) > 1 else 1.0
        waves = Waves.over(frequencies[index], down[0], spacing, len(down), high)
        weights = part * phasors(starts)[index]
        cosines = waves.weighted(weights, len(down))
        sines = waves.weighted(-1j * weights, len(down))
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
