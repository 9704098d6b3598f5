"""Distances and similarities once content is added: no longer functions of the lag alone."""

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.between.lags import Array, Metric, Pixels
from peviewer.model.between.pairwise import compared_rows
from peviewer.model.between.pairwise_raster import APPROXIMATE, Blocks, PairwiseRaster, compared
from peviewer.model.content.embedded import Embedded
from peviewer.model.content.means import blocks, content_means, few
from peviewer.model.content.noise import noise
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import Raster, Reduce
from peviewer.model.turning.rotation import column_means
from peviewer.model.turning.runs import start_angles
from peviewer.model.turning.waves import dirichlet, seen

Products = tuple[Pixels, Pixels, Pixels]
_DRAWN = 32  # times the work of one product, that drawing a random number takes
_COLUMNS = 1024  # dimensions of random content that are multiplied out; more are sampled evenly


def pairwise_raster(embedded: Embedded, metric: Metric) -> Raster:
    """Return the L×L matrix of a metric, never built, with or without content."""
    cancels = embedded.content.kind == "ones" and metric in ("euclidean", "sse")
    if embedded.plain or cancels:
        return PairwiseRaster(embedded.encoding, metric)
    return ContentPairwiseRaster(embedded, metric)


def dimensions_compared(embedded: Embedded) -> int:
    """Return in how many dimensions a view compares rows: all, or an even sample where random content has more.

    Examples
    --------
    >>> from peviewer.model.content.content import Content
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> [dimensions_compared(Embedded(Sinusoidal(dim=4096), Content(kind=kind))) for kind in ("ones", "normal")]
    [4096, 1024]
    """
    dim = embedded.encoding.dim
    return len(_columns(dim)) if embedded.content.kind == "normal" else dim


def products_off(embedded: Embedded) -> float:
    """Return by how much a view's products of rows may be off, as a share of the largest there are.

    Five deviations of what the squares of so many random numbers add up to; 0 where all dimensions count.
    """
    compared = dimensions_compared(embedded)
    return 5 * sqrt(2 / compared) if compared < embedded.encoding.dim else 0.0


@dataclass(frozen=True)
class ContentPairwiseRaster(Raster):
    """The L×L matrix of a metric between rows x(t) + PE(t), never built.

    With constant content every pixel is exact. Of random content up to 1,024
    dimensions are multiplied out, of more an even sample; over blocks of
    positions, where they hold too many cells to draw, the squared norm of
    random content is taken at its expectation.
    """

    embedded: Embedded
    metric: Metric = "euclidean"

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and positions."""
        return self.embedded.encoding.length, self.embedded.encoding.length

    @property
    def averaged(self) -> str:
        """What stands for a block of cells."""
        return {"euclidean": "root mean square", "cosine": APPROXIMATE}.get(self.metric, "mean")

    @property
    def terms(self) -> int:
        """How many products a cell is the sum of, each of numbers that may have to be drawn first."""
        return (_DRAWN if self.embedded.content.kind == "normal" else 1) * self.embedded.encoding.dim

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> Pixels:
        """Return cells or block means; see :meth:`Raster.sample`."""
        pixels = Blocks.of(rows, columns, reduce)
        if not len(pixels.down) or not len(pixels.across):
            return np.empty(pixels.shape, np.float32)
        dots, left, right = PairwiseRaster(self.embedded.encoding, "dot").products(pixels)
        if self.embedded.content.kind == "ones":
            return compared(*self._with_constant(pixels, dots, left, right), self.metric)
        return compared(*self._with_noise(pixels, dots, left, right), self.metric)

    def exact(self, rows: range, columns: range) -> Array:
        """Return single cells in double precision, all dimensions multiplied out; see :meth:`Raster.exact`."""
        return compared_rows(self.embedded.raster(), rows, columns, self.metric)

    def _with_constant(self, blocks: Blocks, dots: Pixels, left: Pixels, right: Pixels) -> Products:
        encoding = self.embedded.encoding
        constant = np.float32(self.embedded.content.constant(encoding.dim))
        square = np.float32(constant * constant * encoding.dim)
        sums = constant * encoding.dim
        down: Pixels = sums * column_means(encoding, blocks.down, blocks.high)[:, None]
        across: Pixels = sums * column_means(encoding, blocks.across, blocks.wide)[None, :]
        return dots + (down + across + square), left + (2 * down + square), right + (2 * across + square)

    def _with_noise(self, blocks: Blocks, dots: Pixels, left: Pixels, right: Pixels) -> Products:
        down, down_square = _vectors(self.embedded, tuple(blocks.down.tolist()), blocks.high)
        across, across_square = _vectors(self.embedded, tuple(blocks.across.tolist()), blocks.wide)
        mixed: Pixels = down.both @ across.both.T - down.plain @ across.plain.T
        return (
            dots + np.float32(down.scale) * mixed,
            left + down_square[:, None],
            right + across_square[None, :],
        )


@dataclass(frozen=True, eq=False)
class _Vectors:
    """Block means of rows with and without content, of the dimensions that are multiplied out."""

    both: Pixels
    plain: Pixels
    scale: float


@lru_cache(maxsize=4)
def _vectors(embedded: Embedded, centres: tuple[float, ...], run: float) -> tuple[_Vectors, NDArray[np.float32]]:
    """Return block means of rows, and what content adds to their mean squared norm."""
    encoding = embedded.encoding
    columns = _columns(encoding.dim)
    scale = encoding.dim / len(columns)
    plain = _turning(encoding, np.array(centres), run, columns)
    drawn = content_means(embedded.content.seed, encoding.first, np.array(centres), run, columns)
    both = plain + np.float32(embedded.content.factor(encoding.dim)) * drawn
    if run <= 1:
        added = scale * (np.square(both).sum(1) - np.square(plain).sum(1))
    else:
        added = _added_squares(embedded, np.array(centres), run)
    return _Vectors(both, plain, scale), added.astype(np.float32)


def _columns(dim: int) -> NDArray[np.int64]:
    return np.arange(0, dim, -(-dim // _COLUMNS))


def _added_squares(embedded: Embedded, centres: Array, run: float) -> Array | Pixels:
    """Return what random content adds to the squared norm of rows on average over runs of them, shape (h,)."""
    encoding, content = embedded.encoding, embedded.content
    factor = content.factor(encoding.dim)
    if not few(centres, run, encoding.dim):
        return np.full(len(centres), encoding.dim * factor**2)
    rows, columns = blocks(float(centres[0]), run, len(centres), 1.0, encoding.first), np.arange(encoding.dim)
    drawn = np.float32(factor) * noise(content.seed, rows.nodes, columns)
    turning = _turning(encoding, (rows.nodes - encoding.first).astype(np.float64), 1.0, columns)
    return rows.averaged((drawn * (drawn + 2 * turning)).sum(axis=1, keepdims=True))[:, 0]


def _turning(encoding: Turning, centres: Array, run: float, columns: NDArray[np.int64]) -> Pixels:
    """Return single columns of the encoding averaged over runs of positions, shape (h, len(columns))."""
    order = encoding.columns
    frequencies = seen(encoding.frequencies()[order.pairs[columns]])
    starts = start_angles(encoding)[order.pairs[columns]] + order.is_cosine[columns] * (np.pi / 2)
    angles = centres[:, None] * frequencies[None, :] + starts
    means: Pixels = (np.sin(angles) * dirichlet(frequencies, run)).astype(np.float32)
    return means
