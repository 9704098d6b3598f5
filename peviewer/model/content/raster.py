"""The table of content plus encoding under M(φ), sampled at pixels."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.content.content import Content
from peviewer.model.content.means import blocks, content_means, few
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.overlaps import overlaps
from peviewer.model.sampling.raster import Raster, Reduce, grid
from peviewer.model.shift.misapplied import mixing
from peviewer.model.turning.layouts import Layout

_PAIRS_A_PIXEL = 4  # of random content under M(φ), where more pairs share a pixel than can be drawn


@dataclass(frozen=True)
class EmbeddedRaster(Raster):
    """A turned encoding with its turned content added.

    Random content is exact cell by cell while a view holds some million cells;
    beyond, the means of dyadic blocks that fill each pixel stand for it, and
    under M(φ) up to four pairs a pixel.
    """

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
        if self.content.kind == "ones":
            return image + self._constants(across, width).astype(np.float32)[None, :]
        view = tuple(down.tolist()), run, tuple(across.tolist()), width
        return image + (self._turned_noise(*view) if self.phi else _noise(self.encoding, self.content, *view))

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return single cells in double precision; see :meth:`Raster.exact`."""
        encoding, content = self.encoding, self.content
        positions, some = encoding.first + np.array(rows), np.array(columns)
        cells = self.turned.exact(rows, columns)
        if not self.phi:
            return cells + content.cells(positions, some, encoding.dim)
        read, factor = (part[some] for part in mixing(encoding, self.operator, self.phi))
        for side in (0, 1):
            cells = cells + content.cells(positions, read[:, side], encoding.dim) * factor[:, side]
        return cells

    def _constants(self, across: NDArray[np.float64], width: float) -> NDArray[np.float64]:
        """Return the mean over each pixel's columns of M·(constant vector)."""
        encoding = self.encoding
        constant = self.content.constant(encoding.dim)
        if not self.phi:
            return np.full(len(across), constant)
        _, factor = mixing(encoding, self.operator, self.phi)
        index, part = _pixel_columns(across, width, encoding.dim)
        summed: NDArray[np.float64] = (factor.sum(axis=1)[index] * part).sum(axis=1)
        return constant * summed

    def _turned_noise(
        self, down: tuple[float, ...], run: float, across: tuple[float, ...], width: float
    ) -> NDArray[np.float32]:
        """Add up M's two entries a column over each pixel."""
        both = _read_noise(self.encoding, self.content, self.operator, down, run, across, width)
        _, factor = mixing(self.encoding, self.operator, self.phi)
        index, part = _picked(np.array(across), width, self.encoding.dim)
        left, right = ((factor[index, side] * part).astype(np.float32) for side in (0, 1))
        turned: NDArray[np.float32] = np.einsum("hwm,wm->hw", both[0], left) + np.einsum("hwm,wm->hw", both[1], right)
        return turned


def _pixel_columns(
    across: NDArray[np.float64], width: float, dim: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the columns of each pixel and their shares; a width under 1 stands for single columns."""
    if width < 1:
        return np.clip(np.floor(across + 0.5).astype(np.int64), 0, dim - 1)[:, None], np.ones((len(across), 1))
    index, part = overlaps(float(across[0]), width, len(across), dim)
    return index, part / part.sum(axis=1, keepdims=True)


def _picked(across: NDArray[np.float64], width: float, dim: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return up to 2·_PAIRS_A_PIXEL columns a pixel, with weights that keep the mean's variance."""
    index, part = _pixel_columns(across, width, dim)
    most = 2 * _PAIRS_A_PIXEL
    if index.shape[1] <= most:
        return index, part
    chosen = np.linspace(0, index.shape[1] - 1, most).astype(np.int64)
    few = part[:, chosen]
    return index[:, chosen], few * np.sqrt((part**2).sum(1) / np.maximum((few**2).sum(1), 1e-12))[:, None]


@lru_cache(maxsize=4)
def _noise(
    encoding: Turning, content: Content, down: tuple[float, ...], run: float, across: tuple[float, ...], width: float
) -> NDArray[np.float32]:
    """Return random content, shape (h, w), averaged over each pixel."""
    factor = np.float32(content.factor(encoding.dim))
    centres, places = np.array(down), np.array(across)
    if width < 1:
        single, _ = _pixel_columns(places, width, encoding.dim)
        return factor * content_means(content.seed, encoding.first, centres, run, single[:, 0])
    finest = 1.0 if few(centres, run, len(places) * width) else width
    columns = blocks(float(places[0]), width, len(places), finest)
    means = content_means(content.seed, encoding.first, centres, run, columns.nodes, columns.level)
    return factor * columns.averaged(means.T).T


@lru_cache(maxsize=4)
def _read_noise(
    encoding: Turning,
    content: Content,
    operator: Layout,
    down: tuple[float, ...],
    run: float,
    across: tuple[float, ...],
    width: float,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return random content of the two columns that each row of M reads, both of shape (h, w, m)."""
    factor = np.float32(content.factor(encoding.dim))
    index, _ = _picked(np.array(across), width, encoding.dim)
    read, _ = mixing(encoding, operator, 0.0)

    def column(side: int) -> NDArray[np.float32]:
        wanted, back = np.unique(read[index, side], return_inverse=True)
        means = factor * content_means(content.seed, encoding.first, np.array(down), run, wanted)
        return means[:, back.reshape(index.shape)]

    return column(0), column(1)
