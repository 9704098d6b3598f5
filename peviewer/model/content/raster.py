"""The table of content plus encoding under M(φ), sampled at pixels."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.content.content import Content
from peviewer.model.content.normals import DIMENSIONS, means
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.overlaps import overlaps
from peviewer.model.sampling.raster import Raster, Reduce, grid
from peviewer.model.shift.misapplied import mixing
from peviewer.model.turning.layouts import Layout

_HELD = 1024  # rows of means that are added up at a time, within reach of the processor


@dataclass(frozen=True)
class EmbeddedRaster(Raster):
    """A turned encoding with its turned content added; a pixel is the exact mean of its cells."""

    turned: Raster
    encoding: Turning
    content: Content
    phi: float
    operator: Layout

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and dimensions."""
        return self.turned.shape

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        """Return cells or block means; see :meth:`Raster.sample`."""
        down, run = grid(rows)
        across, width = grid(columns)
        image = self.turned.sample(down, across, reduce)
        if not image.size:
            return image
        if reduce == "nearest":
            run = width = 0.0
        index, part = _pixel_columns(across, width, self.encoding.dim)
        read, factor = self._mixing
        weights = factor[index] * part[..., None]
        if self.content.kind == "ones":
            constants: NDArray[np.float64] = self.content.constant(self.encoding.dim) * weights.sum(axis=(1, 2))
            return (image + constants[None, :]).astype(np.float32)
        drawn = _means(self.encoding, self.content, tuple(down.tolist()), run)
        added: NDArray[np.float32] = image + _combined(drawn, read[index] % DIMENSIONS, weights)
        return added

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return single cells in double precision; see :meth:`Raster.exact`."""
        positions, some = self.encoding.first + np.array(rows), slice(columns.start, columns.stop)
        cells = self.turned.exact(rows, columns)
        for read, factor in zip(*(part[some].T for part in self._mixing), strict=True):
            cells = cells + self.content.cells(positions, read, self.encoding.dim) * factor
        return cells

    @property
    def _mixing(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The columns of content that each column adds up, and what it multiplies them by, (d, 2) or (d, 1) each."""
        if self.phi:
            return mixing(self.encoding, self.operator, self.phi)
        return np.arange(self.encoding.dim)[:, None], np.ones((self.encoding.dim, 1))


def _pixel_columns(
    across: NDArray[np.float64], width: float, dim: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the columns of each pixel and their shares; a width under 1 stands for single columns."""
    if width < 1:
        return np.clip(np.floor(across + 0.5).astype(np.int64), 0, dim - 1)[:, None], np.ones((len(across), 1))
    index, part = overlaps(float(across[0]), width, len(across), dim)
    return index, part / part.sum(axis=1, keepdims=True)


@lru_cache(maxsize=4)
def _means(encoding: Turning, content: Content, down: tuple[float, ...], run: float) -> NDArray[np.float32]:
    """Return random content averaged over each pixel's positions, the dimensions that differ × pixels."""
    drawn = means(content.seed, encoding.dim, encoding.first, np.array(down), run)
    return np.float32(content.factor(encoding.dim)) * drawn


def _combined(means: NDArray[np.float32], read: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the weighted sums of the rows of `means` that each pixel reads, (h, w); the rest has shape (w, m, k)."""
    read, factors = read.reshape(len(read), -1), weights.reshape(len(read), 1, -1).astype(np.float32)
    combined = np.empty((len(read), 1, means.shape[1]), np.float32)
    step = max(1, _HELD // read.shape[1])
    for start in range(0, len(read), step):
        check_cancelled()
        some = slice(start, start + step)
        np.matmul(factors[some], means[read[some]], out=combined[some])
    return combined[:, 0].T
