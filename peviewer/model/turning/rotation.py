"""The table of turning pairs as a raster: sampled at pixels, or single cells in double precision."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.sampling.overlaps import overlaps
from peviewer.model.sampling.raster import Raster, Reduce, grid
from peviewer.model.turning.layouts import columns
from peviewer.model.turning.pairs import TurningPairs
from peviewer.model.turning.runs import Complex, phasors, start_angles, turning
from peviewer.model.turning.waves import Waves

FEW = 3  # columns a pixel: of fewer, one more sine than cosines is seen


@dataclass(frozen=True)
class RotationRaster(Raster):
    """The table of an encoding of turning pairs, moved by φ, never built.

    Attributes
    ----------
    encoding : Turning
        Gives the frequencies, the layout, the length and the first position.
    phi : float
        The shift in positions: row r shows PE(first + r + φ).
    """

    encoding: TurningPairs
    phi: float = 0.0

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and dimensions."""
        return self.encoding.length, self.encoding.dim

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        """Return cells or exact block means; see :meth:`Raster.sample`.

        Where the pitch p along positions is above 1, a block is the p positions
        around its centre (p may be real: see :func:`dirichlet`); along dimensions
        each column counts by the part of it that lies in the block.
        """
        down, run = grid(rows)
        across, width = grid(columns)
        if not len(down) or not len(across):
            return np.empty((len(down), len(across)), np.float32)
        if reduce == "nearest" or run < 1 or width < 1:
            return self._nearest(down, across)
        if run == 1:
            down = np.floor(down + 0.5)
        waves, frequencies, weights = _factors(self.encoding, down[0], run, len(down), across[0], width, len(across))
        turned = weights * phasors(frequencies * self.phi) if self.phi else weights
        return waves.weighted(turned, len(down))

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return single cells in double precision; see :meth:`Raster.exact`."""
        first = self.encoding.first
        return turning(self.encoding, range(first + rows.start, first + rows.stop), np.array(columns), self.phi)

    def _nearest(self, down: NDArray[np.float64], across: NDArray[np.float64]) -> NDArray[np.float32]:
        order = columns(self.encoding.layout, self.encoding.dim)
        picked = np.clip(np.floor(across + 0.5).astype(np.int64), 0, self.encoding.dim - 1)
        steps = np.floor(down + 0.5) + self.phi
        turns = steps[:, None] * (self.encoding.frequencies()[order.pairs[picked]] / (2 * np.pi))[None, :]
        turns += start_angles(self.encoding)[order.pairs[picked]] / (2 * np.pi) + 0.25 * order.is_cosine[picked]
        turns -= np.round(turns)
        image: NDArray[np.float32] = np.sin(turns.astype(np.float32) * np.float32(2 * np.pi))
        return image


@lru_cache(maxsize=6)
def _factors(
    encoding: TurningPairs, top: float, run: float, height: int, left: float, width: float, count: int
) -> tuple[Waves, NDArray[np.float64], Complex]:
    """Return all of a picture that does not depend on φ: waves, and (count, terms) frequencies and weights."""
    frequencies, weights = _terms(encoding, left, width, count)
    return Waves.over(frequencies, top, run, height), frequencies, weights


def column_means(encoding: TurningPairs, centres: NDArray[np.float64], run: float) -> NDArray[np.float32]:
    """Return the mean over all columns of evenly spaced rows, averaged over `run` positions, shape (h,)."""
    frequencies, weights = _terms(encoding, (encoding.dim - 1) / 2, float(encoding.dim), 1)
    step = float(centres[1] - centres[0]) if len(centres) > 1 else 1.0
    waves = Waves.over(frequencies, float(centres[0]), step, len(centres), run)
    return waves.weighted(weights, len(centres))[:, 0]


def _terms(encoding: TurningPairs, left: float, width: float, count: int) -> tuple[NDArray[np.float64], Complex]:
    """Return frequencies and weights, (count, terms), of the sinusoids each pixel column adds up.

    The real part of weight·e^{iωr} is the mean over the pixel's columns at row r: −i gives a sine, 1 a cosine, each
    turned as far as the first row.
    Interleaved and more than a column to the pixel, a pair's two columns make one term. Up to three columns the two
    in the middle stand for the pixel: of one and a half, or of two and a quarter, now sines and now cosines would be
    the greater part, a dozen stripes that are not in the table.
    """
    order = columns(encoding.layout, encoding.dim)
    together = encoding.layout == "interleaved" and width > 1
    index, part = overlaps(left, width, count, encoding.dim, wide=2.0 if together and width < FEW else None)
    weights: Complex = part * order.units[index]
    pairs = order.pairs[index]
    if together:
        pairs, weights = _paired(pairs, weights, encoding.pairs)
    weights *= phasors(start_angles(encoding))[pairs]
    return encoding.frequencies()[pairs], weights / part.sum(axis=1, keepdims=True)


def _paired(pairs: NDArray[np.int64], weights: Complex, size: int) -> tuple[NDArray[np.int64], Complex]:
    """Add up the weights of neighbouring columns of one pair: half the terms remain."""
    slots = pairs - pairs[:, :1]
    merged = np.zeros((len(pairs), pairs.shape[1] // 2 + 1), np.complex128)
    np.add.at(merged, (np.arange(len(pairs))[:, None], slots), weights)
    return np.minimum(pairs[:, :1] + np.arange(merged.shape[1])[None, :], size - 1), merged
