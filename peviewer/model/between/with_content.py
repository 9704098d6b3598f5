"""Distances and similarities once content is added: no longer functions of the lag alone."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from peviewer.base.work import check_cancelled
from peviewer.model.between.lags import Array, Metric, Pixels
from peviewer.model.between.pairwise import compared_rows
from peviewer.model.between.pairwise_raster import APPROXIMATE, Blocks, PairwiseRaster, compared, lone_sine
from peviewer.model.content.embedded import Embedded
from peviewer.model.sampling.overlaps import overlaps
from peviewer.model.sampling.raster import Raster, Reduce
from peviewer.model.turning.rotation import column_means

Products = tuple[Pixels, Pixels, Pixels]
_DEARER = 16  # times the work of a term of a closed form, that a cell of the table takes
_DIMENSIONS = 1024  # whose products are added up at a time
_CELLS, _HELD = 2**22, 2**18  # of a view, whose squares are added up one by one, and of them at a time


def pairwise_raster(embedded: Embedded, metric: Metric) -> Raster:
    """Return the L×L matrix of a metric, never built, with or without content."""
    cancels = embedded.content.kind == "ones" and metric in ("euclidean", "sse")
    if embedded.plain or cancels:
        return PairwiseRaster(embedded.encoding, metric)
    return ContentPairwiseRaster(embedded, metric)


@dataclass(frozen=True)
class ContentPairwiseRaster(Raster):
    """The L×L matrix of a metric between rows x(t) + PE(t), never built.

    A dot product is its exact mean over a block. Where a view holds too many cells
    of random content to square them one by one, those count as squares do on average.
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
        """How many products a cell is the sum of, each of cells that have to be worked out first."""
        return _DEARER * self.embedded.encoding.dim

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> Pixels:
        """Return cells or block means; see :meth:`Raster.sample`."""
        blocks = Blocks.of(rows, columns, reduce)
        if not len(blocks.down) or not len(blocks.across):
            return np.empty(blocks.shape, np.float32)
        if self.embedded.content.kind == "ones":
            return compared(*self._with_constant(blocks), self.metric)
        dots, left, right = self._multiplied(rows, columns, reduce)
        if blocks.high > 1:
            left = self._squares(blocks.down, blocks.high)[:, None]
        if blocks.wide > 1:
            right = self._squares(blocks.across, blocks.wide)[None, :]
        return compared(dots, left, right, self.metric)

    def exact(self, rows: range, columns: range) -> Array:
        """Return single cells in double precision; see :meth:`Raster.exact`."""
        return compared_rows(self.embedded.raster(), rows, columns, self.metric)

    def _with_constant(self, blocks: Blocks) -> Products:
        encoding = self.embedded.encoding
        dots, left, right = PairwiseRaster(encoding, "dot").products(blocks)
        constant = np.float32(self.embedded.content.constant(encoding.dim))
        square = np.float32(constant * constant * encoding.dim)
        sums = constant * encoding.dim
        down: Pixels = sums * column_means(encoding, blocks.down, blocks.high)[:, None]
        across: Pixels = sums * column_means(encoding, blocks.across, blocks.wide)[None, :]
        return dots + (down + across + square), left + (2 * down + square), right + (2 * across + square)

    def _multiplied(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce) -> Products:
        """Return dot products of means of rows, and their squared norms, some dimensions at a time."""
        table, dim = self.embedded.raster(), self.embedded.encoding.dim
        dots = left = right = np.zeros((1, 1), np.float32)
        for start in range(0, dim, _DIMENSIONS):
            check_cancelled()
            some = np.arange(start, min(start + _DIMENSIONS, dim))
            down, across = (table.sample(centres, some, reduce) for centres in (rows, columns))
            dots = dots + down @ across.T
            left = left + np.square(down).sum(axis=1, keepdims=True)
            right = right + np.square(across).sum(axis=1)[None, :]
        return dots, left, right

    def _squares(self, centres: Array, run: float) -> Pixels:
        """Return mean squared norms over runs of rows, shape (h,)."""
        encoding, table = self.embedded.encoding, self.embedded.raster()
        first, stop = round(centres[0] - run / 2), round(centres[-1] + run / 2) + 1
        rows = np.arange(max(0, first), min(stop, encoding.length))
        if len(rows) * encoding.dim > _CELLS:
            lone = lone_sine(encoding, centres, run)[1] if encoding.dim % 2 else np.zeros(len(centres), np.float32)
            return lone + np.float32(encoding.dim // 2 + encoding.dim * self.embedded.content.factor(encoding.dim) ** 2)
        squares, step = np.empty(len(rows)), max(1, _HELD // encoding.dim)
        for start in range(0, len(rows), step):
            check_cancelled()
            some = slice(start, start + step)
            squares[some] = np.square(table.sample(rows[some], np.arange(encoding.dim), "nearest")).sum(axis=1)
        index, part = overlaps(centres[0] - rows[0], run, len(centres), len(rows))
        means: Pixels = ((squares[index] * part).sum(axis=1) / part.sum(axis=1)).astype(np.float32)
        return means
