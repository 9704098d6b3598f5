"""The L×L matrix of numbers that depend on the lag alone, sampled where it is looked at."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.between.lags import toeplitz
from peviewer.model.between.pairwise_raster import Blocks
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.sampling.raster import Raster, Reduce

_LAGS = 2**15  # worked out at most for one picture whose rows and columns are spaced otherwise


@dataclass(frozen=True)
class LagRaster(Raster):
    """One head of a scheme by lag, as a matrix of positions t × s; row t, column s holds the number of lag s − t.

    Examples
    --------
    >>> from peviewer.model.encodings.alibi import Alibi
    >>> LagRaster(Alibi(length=3, heads=4), 0).exact(range(3), range(3))
    array([[-0.  , -0.25, -0.5 ],
           [-0.25, -0.  , -0.25],
           [-0.5 , -0.25, -0.  ]])
    """

    scheme: Lagged
    head: int

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and positions."""
        return self.scheme.length, self.scheme.length

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        """Return cells or block means; see :meth:`Raster.sample`."""
        blocks = Blocks.of(rows, columns, reduce)
        if not len(blocks.down) or not len(blocks.across):
            return np.empty((len(blocks.down), len(blocks.across)), np.float32)
        if blocks.alike:
            _, _, first, step, count = blocks.lags
            return toeplitz(self._means(first, step, count, blocks), *blocks.shape)
        if blocks.high == blocks.wide == 1:
            return self._single(blocks)
        if len(blocks.down) * len(blocks.across) <= _LAGS:
            lags = blocks.across[None, :] - blocks.down[:, None]
            return self.scheme.block_means(lags, blocks.high, blocks.wide, self.head).astype(np.float32)
        return blocks.interpolated(lambda low, step, count: self._means(low, step, count, blocks), _LAGS)

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return single cells in double precision; see :meth:`Raster.exact`."""
        lags = np.arange(columns.start - rows.stop + 1, columns.stop - rows.start, dtype=np.float64)
        return toeplitz(self.scheme.block_means(lags, 1, 1, self.head), len(rows), len(columns))

    def _means(self, first: float, step: float, count: int, blocks: Blocks) -> NDArray[np.float32]:
        """Return block means at evenly spaced lags."""
        lags = first + step * np.arange(count, dtype=np.float64)
        return self.scheme.block_means(lags, blocks.high, blocks.wide, self.head).astype(np.float32)

    def _single(self, blocks: Blocks) -> NDArray[np.float32]:
        """Return single cells, spaced anyhow: of few lags each once."""
        lags = blocks.across[None, :] - blocks.down[:, None]
        low, top = float(lags.min()), float(lags.max())
        if top - low >= lags.size:
            return self.scheme.block_means(lags, 1, 1, self.head).astype(np.float32)
        return self._means(low, 1.0, int(top - low) + 1, blocks)[(lags - low).astype(np.int64)]
