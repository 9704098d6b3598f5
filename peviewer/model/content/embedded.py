"""What a model sees: token content plus encoding, shifted by M(φ) in a right or a wrong layout."""

from dataclasses import dataclass
from functools import lru_cache
from math import floor, log2

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.content.content import Content, noise
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.overlaps import overlaps
from peviewer.model.sampling.raster import Raster, Reduce, grid
from peviewer.model.shift.misapplied import MisappliedRaster, mixing
from peviewer.model.turning.layouts import Layout

_WHOLE = 1_500_000  # numbers drawn for random content cell by cell, before means of blocks stand for them
_DETAILS = 18  # a column's share of the drawing: one number for each level of its blocks
_PAIRS_A_PIXEL = 4  # of random content under M(φ), where more pairs share a pixel than can be drawn


NO_CONTENT = Content()


@dataclass(frozen=True)
class Embedded:
    """Content added to an encoding: x(t) + PE(t).

    Attributes
    ----------
    encoding : Turning
        PE.
    content : Content
        x; ``kind="none"`` adds nothing.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> Embedded(Sinusoidal(length=3, dim=2), Content(kind="ones")).table()[0]
    array([1., 2.])
    """

    encoding: Turning
    content: Content = NO_CONTENT

    @property
    def plain(self) -> bool:
        """Whether nothing is added."""
        return self.content.kind == "none"

    def table(self, positions: ArrayLike | None = None) -> NDArray[np.float64]:
        """Return x(t) + PE(t), shape (L, d); at real positions x is that of the nearest whole one."""
        table = self.encoding.table(positions)
        if self.plain:
            return table
        places = np.asarray(self.encoding.positions if positions is None else positions, dtype=np.float64)
        whole = _nearest(places.reshape(-1))
        return table + self.content.rows(whole, self.encoding.dim).reshape(table.shape)

    def cells(self, positions: ArrayLike, columns: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return ``table(positions)[:, columns]``, bit by bit, working out no other columns."""
        cells = self.encoding.cells(positions, columns)
        if self.plain:
            return cells
        whole = _nearest(np.asarray(positions, dtype=np.float64))
        return cells + self.content.cells(whole, columns, self.encoding.dim)

    def shifted(self, table: NDArray[np.float64], phi: float, operator: Layout | None = None) -> NDArray[np.float64]:
        """Return ``table @ M(φ).T``, with M made for the layout `operator` (None: the encoding's own)."""
        index, factor = mixing(self.encoding, operator or self.encoding.layout, phi)
        shifted: NDArray[np.float64] = table[..., index[:, 0]] * factor[:, 0] + table[..., index[:, 1]] * factor[:, 1]
        return shifted

    def raster(self, phi: float = 0.0, operator: Layout | None = None) -> Raster:
        """Return M(φ)·(x + PE), never built; with φ = 0 the table itself.

        Parameters
        ----------
        phi : float
            The shift in positions.
        operator : {"interleaved", "concatenated", "flipped"}, optional
            The layout that M was made for; None for the encoding's own.
        """
        if operator in (None, self.encoding.layout) or not phi:
            turned = self.encoding.raster(phi)
        else:
            turned = MisappliedRaster(self.encoding, operator, phi)
        return turned if self.plain else EmbeddedRaster(turned, self, float(phi), operator or self.encoding.layout)


def _nearest(positions: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the nearest whole positions; adding ½ to one beyond 2⁵² would round it to its neighbour."""
    below = np.floor(positions)
    return (below + (positions - below >= 0.5)).astype(np.int64)


@dataclass(frozen=True)
class EmbeddedRaster(Raster):
    """A turned encoding with its turned content added.

    Random content is exact cell by cell while a view holds some million cells;
    beyond, the means of dyadic blocks that fill each pixel stand for it, and
    under M(φ) up to four pairs a pixel.
    """

    turned: Raster
    embedded: Embedded
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
        if self.embedded.content.kind == "ones":
            return image + self._constants(across, width).astype(np.float32)[None, :]
        view = tuple(down.tolist()), run, tuple(across.tolist()), width
        first, second = _content(self.embedded, self.operator if self.phi else None, *view)
        return image + (self._turned_noise(first, second, across, width) if self.phi else first)

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return single cells in double precision; see :meth:`Raster.exact`."""
        encoding, content = self.embedded.encoding, self.embedded.content
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
        encoding = self.embedded.encoding
        constant = self.embedded.content.constant(encoding.dim)
        if not self.phi:
            return np.full(len(across), constant)
        _, factor = mixing(encoding, self.operator, self.phi)
        index, part = _pixel_columns(across, width, encoding.dim)
        summed: NDArray[np.float64] = (factor.sum(axis=1)[index] * part).sum(axis=1)
        return constant * summed

    def _turned_noise(
        self, first: NDArray[np.float32], second: NDArray[np.float32], across: NDArray[np.float64], width: float
    ) -> NDArray[np.float32]:
        """Add up M's two entries a column over each pixel; `first` and `second` are (h, w, m) content read by them."""
        _, factor = mixing(self.embedded.encoding, self.operator, self.phi)
        index, part = _picked(across, width, self.embedded.encoding.dim)
        left, right = ((factor[index, side] * part).astype(np.float32) for side in (0, 1))
        turned: NDArray[np.float32] = np.einsum("hwm,wm->hw", first, left) + np.einsum("hwm,wm->hw", second, right)
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
def _content(
    embedded: Embedded,
    operator: Layout | None,
    down: tuple[float, ...],
    run: float,
    across: tuple[float, ...],
    width: float,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return random content: (h, w) block means, or (h, w, m) of the two columns each row of M reads."""
    encoding, content = embedded.encoding, embedded.content
    factor = np.float32(content.factor(encoding.dim))
    centres, places = np.array(down), np.array(across)
    if operator is None and width < 1:
        single, _ = _pixel_columns(places, width, encoding.dim)
        return factor * content_means(embedded, centres, run, single[:, 0], 0), np.empty(0, np.float32)
    if operator is None:
        columns = _blocks(float(places[0]), width, len(places), 1 if _few(centres, run, places, width) else width)
        across_means = content_means(embedded, centres, run, columns.nodes, columns.level)
        return factor * columns.averaged(across_means.T).T, np.empty(0, np.float32)
    index, _ = _picked(places, width, encoding.dim)
    read, _ = mixing(encoding, operator, 0.0)
    both = []
    for side in (0, 1):
        wanted, back = np.unique(read[index, side], return_inverse=True)
        means = factor * content_means(embedded, centres, run, wanted, 0)
        both.append(means[:, back.reshape(index.shape)])
    return both[0], both[1]


def _few(centres: NDArray[np.float64], run: float, places: NDArray[np.float64], width: float) -> bool:
    return len(centres) * run * (len(places) * width + _DETAILS) <= _WHOLE


@dataclass(frozen=True, eq=False)
class _Blocks:
    """Dyadic blocks of one axis, and the blocks and shares, (pixels, m), that each pixel is made of."""

    level: int
    nodes: NDArray[np.int64]
    index: NDArray[np.int64]
    share: NDArray[np.float32]

    def averaged(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return each pixel's mean of its blocks' rows, (pixels, n) of (blocks, n)."""
        means = np.zeros((len(self.index), values.shape[1]), np.float32)
        for block, share in zip(self.index.T, self.share.T, strict=True):
            means += values[block] * share[:, None]
        return means


def _blocks(left: float, width: float, count: int, finest: float) -> _Blocks:
    """Cover pixels by the largest dyadic blocks that are no wider than `finest` cells."""
    level = max(0, floor(log2(finest)))
    size = 2**level
    first = floor((left - width / 2 + 0.5) / size)
    last = floor((left + width * (count - 0.5) + 0.5 - 1e-9) / size)
    index, part = overlaps((left + 0.5) / size - 0.5 - first, width / size, count, last - first + 1)
    share = (part / part.sum(axis=1, keepdims=True)).astype(np.float32)
    return _Blocks(level, first + np.arange(last - first + 1), index, share)


def content_means(
    embedded: Embedded, centres: NDArray[np.float64], run: float, columns: NDArray[np.int64], level: int = 0
) -> NDArray[np.float32]:
    """Return unscaled random content averaged over runs of positions, shape (h, len(columns))."""
    first = embedded.encoding.first
    if run <= 1:
        return noise(embedded.content.seed, first + np.floor(centres + 0.5).astype(np.int64), columns, 0, level)
    few = len(centres) * run * (len(columns) + _DETAILS) <= _WHOLE
    rows = _blocks(first + float(centres[0]), run, len(centres), 1 if few else run)
    blocks = noise(embedded.content.seed, rows.nodes, columns, rows.level, level)
    return rows.averaged(blocks)
