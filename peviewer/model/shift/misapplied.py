"""M(φ) built for one column layout, applied to a table in another: a classic bug."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.overlaps import overlaps
from peviewer.model.sampling.raster import Raster, Reduce, grid
from peviewer.model.turning.layouts import Layout, columns
from peviewer.model.turning.runs import Complex, exact_phasors, phasors, start_angles, turning
from peviewer.model.turning.waves import Waves


def mixing(encoding: Turning, operator: Layout, phi: float) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the two entries of each row of M(φ), made for the layout `operator`.

    Returns
    -------
    index : ndarray, shape (d, 2), int64
        The two columns of the table that a row of M reads.
    factor : ndarray, shape (d, 2), float64
        What it multiplies them by.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> mixing(Sinusoidal(dim=4), "concatenated", 0.0)[0].tolist()
    [[0, 2], [1, 3], [0, 2], [1, 3]]
    """
    order = columns(operator, encoding.dim)
    turns = exact_phasors(np.array([phi], dtype=np.float64), encoding.frequencies(), encoding.frequency_rests())[0]
    index = np.stack([order.sines[order.pairs], order.cosines[order.pairs]], axis=1)
    cosines, sines = turns.real[order.pairs], turns.imag[order.pairs]
    is_cosine = order.is_cosine[:, None]
    factor = np.where(is_cosine, np.stack([-sines, cosines], 1), np.stack([cosines, sines], 1))
    return index, factor


@dataclass(frozen=True)
class MisappliedRaster(Raster):
    """The table times an M(φ) that expects its columns in the layout `operator`."""

    encoding: Turning
    operator: Layout
    phi: float

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and dimensions."""
        return self.encoding.length, self.encoding.dim

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        """Return cells or exact block means; see :meth:`Raster.sample`."""
        down, run = grid(rows)
        across, width = grid(columns)
        if reduce == "nearest" or run < 1 or width < 1:
            return self._nearest(down, across)
        if run == 1:
            down = np.floor(down + 0.5)
        waves, index, part = _waves(
            self.encoding, self.operator, down[0], run, len(down), across[0], width, len(across)
        )
        return waves.weighted(self._weights(index, part), len(down))

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return single cells in double precision; see :meth:`Raster.exact`."""
        positions = range(self.encoding.first + rows.start, self.encoding.first + rows.stop)
        read, factor = mixing(self.encoding, self.operator, self.phi)
        some = slice(columns.start, columns.stop)
        left, right = (turning(self.encoding, positions, read[some, side]) * factor[some, side] for side in (0, 1))
        cells: NDArray[np.float64] = left + right
        return cells

    def _nearest(self, down: NDArray[np.float64], across: NDArray[np.float64]) -> NDArray[np.float32]:
        picked = np.clip(np.floor(across + 0.5).astype(np.int64), 0, self.encoding.dim - 1)
        read, factor = mixing(self.encoding, self.operator, self.phi)
        source = self.encoding.raster()
        image = np.zeros((len(down), len(picked)), np.float32)
        for side in (0, 1):
            for place, column in enumerate(read[picked, side]):
                image[:, place] += factor[picked[place], side] * source.sample(down, [column], "nearest")[:, 0]
        return image

    def _weights(self, index: NDArray[np.int64], part: NDArray[np.float64]) -> Complex:
        read, factor = mixing(self.encoding, self.operator, self.phi)
        order = self.encoding.columns
        unit: Complex = (order.units * phasors(start_angles(self.encoding))[order.pairs])[read] * factor  # (d, 2)
        weights = unit[index] * part[..., None]
        return weights.reshape(len(index), -1)


@lru_cache(maxsize=2)
def _waves(
    encoding: Turning, operator: Layout, top: float, run: float, height: int, left: float, width: float, count: int
) -> tuple[Waves, NDArray[np.int64], NDArray[np.float64]]:
    index, part = overlaps(left, width, count, encoding.dim)
    read, _ = mixing(encoding, operator, 0.0)
    frequencies = encoding.frequencies()[encoding.columns.pairs[read]][index].reshape(count, -1)
    return Waves.over(frequencies, top, run, height), index, part / part.sum(1, keepdims=True)
