"""A model's input: token content plus encoding, shifted by M(φ) made for a right or a wrong layout."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import TypeVar

from peviewer.base.work import check_cancelled
from peviewer.model.content.content import DIMENSIONS, Content, means
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import even_grid, linspace_indices, pixel_cells
from peviewer.model.sampling.raster import Raster, Reduce
from peviewer.model.shifting.operator import MisappliedRaster, mixing
from peviewer.model.turning.pairs import Layout

_HELD = 1024  # rows of means that are added up at a time, small enough for the processor's cache
NO_CONTENT = Content()
E = TypeVar("E", bound=Tabled, covariant=True, default=Tabled)
_TRIED_ROWS = 100
_TRIED_CELLS = 25_000  # of the table that are tried at every step of φ


@dataclass(frozen=True)
class EmbeddedRaster(Raster):
    """A turned encoding with its turned content added; a pixel is the exact mean of its cells."""

    turned: Raster
    encoding: Tabled
    content: Content
    phi: float
    operator: Layout

    @property
    def shape(self) -> tuple[int, int]:
        return self.turned.shape

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        down, run = even_grid(rows)
        across, width = even_grid(columns)
        image = self.turned.sample(down, across, reduce)
        if not image.size:
            return image
        if reduce == "nearest":
            run = width = 0.0
        index, part = pixel_cells(across, width, self.encoding.dim)
        sources, factor = self._mixing
        weights = factor[index] * part[..., None]
        if self.content.kind == "ones":
            constants: NDArray[np.float64] = self.content.constant(self.encoding.dim) * weights.sum(axis=(1, 2))
            return (image + constants[None, :]).astype(np.float32)
        drawn = _means(self.encoding, self.content, tuple(down.tolist()), run)
        added: NDArray[np.float32] = image + _combined(drawn, sources[index] % DIMENSIONS, weights)
        return added

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        positions, some = self.encoding.first + np.array(rows), slice(columns.start, columns.stop)
        cells = self.turned.exact(rows, columns)
        for sources, factor in zip(*(part[some].T for part in self._mixing), strict=True):
            cells = cells + self.content.cells(positions, sources, self.encoding.dim) * factor
        return cells

    @property
    def _mixing(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The columns of content that each column adds up, and what it multiplies them by, (d, 2) or (d, 1) each."""
        if self.phi and isinstance(self.encoding, Turning):
            return mixing(self.encoding, self.operator, self.phi)
        return np.arange(self.encoding.dim)[:, None], np.ones((self.encoding.dim, 1))


@lru_cache(maxsize=4)
def _means(encoding: Tabled, content: Content, down: tuple[float, ...], run: float) -> NDArray[np.float32]:
    """Return random content averaged over each pixel's positions, the dimensions that differ × pixels."""
    drawn = means(content.seed, encoding.dim, encoding.first, np.array(down), run)
    return np.float32(content.factor(encoding.dim)) * drawn


def _combined(means: NDArray[np.float32], rows: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the weighted sums of the rows of `means` that each pixel reads, (h, w); the rest has shape (w, m, k)."""
    rows, factors = rows.reshape(len(rows), -1), weights.reshape(len(rows), 1, -1).astype(np.float32)
    combined = np.empty((len(rows), 1, means.shape[1]), np.float32)
    step = max(1, _HELD // rows.shape[1])
    for start in range(0, len(rows), step):
        check_cancelled()
        some = slice(start, start + step)
        np.matmul(factors[some], means[rows[some]], out=combined[some])
    return combined[:, 0].T


@dataclass(frozen=True)
class Embedded(Generic[E]):
    """Content added to an encoding: x(t) + PE(t).

    encoding: PE.
    content: x; ``kind="none"`` adds nothing.
    """

    encoding: E
    content: Content = NO_CONTENT

    @property
    def plain(self) -> bool:
        """Whether there is no content."""
        return self.content.kind == "none"

    @property
    def measured(self) -> bool:
        """Whether its numbers have no closed form, as with random content or a stored table."""
        return self.content.kind == "normal" or not isinstance(self.encoding, Turning)

    @property
    def turning(self) -> Turning:
        """The encoding, where that is one of sines and cosines."""
        assert isinstance(self.encoding, Turning)
        return self.encoding

    @property
    def by_lag(self) -> bool:
        """Whether the similarity of two rows is a closed form of their lag alone."""
        return self.plain and isinstance(self.encoding, Turning) and self.encoding.dim % 2 == 0

    def table(self, positions: ArrayLike | None = None) -> NDArray[np.float64]:
        """Return x(t) + PE(t), shape (L, d); at real positions x is that of the nearest whole one."""
        table = self.encoding.vectors(positions)
        if self.plain:
            return table
        places = np.asarray(self.encoding.positions if positions is None else positions, dtype=np.float64)
        whole = _nearest(places.reshape(-1))
        return table + self.content.rows(whole, self.encoding.dim).reshape(table.shape)

    def cells(self, positions: ArrayLike, columns: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return ``table(positions)[:, columns]``, bit for bit, computing only these columns."""
        cells = self.encoding.cells(positions, columns)
        if self.plain:
            return cells
        whole = _nearest(np.asarray(positions, dtype=np.float64))
        return cells + self.content.cells(whole, columns, self.encoding.dim)

    def shifted(
        self: "Embedded[Turning]", table: NDArray[np.float64], phi: float, operator: Layout | None = None
    ) -> NDArray[np.float64]:
        """Return ``table @ M(φ).T``, with M made for the layout `operator` (None: the encoding's own)."""
        index, factor = mixing(self.encoding, operator or self.encoding.layout, phi)
        shifted: NDArray[np.float64] = table[..., index[:, 0]] * factor[:, 0] + table[..., index[:, 1]] * factor[:, 1]
        return shifted

    def raster(self, phi: float = 0.0, operator: Layout | None = None) -> Raster:
        """Return M(φ)·(x + PE), never built; with φ = 0 the table itself.

        operator: the layout that M was made for; None for the encoding's own.
        """
        encoding = self.encoding
        if not isinstance(encoding, Turning):
            rows = encoding.raster(phi)
            return rows if self.plain else EmbeddedRaster(rows, encoding, self.content, 0.0, "interleaved")
        operator = operator or encoding.layout
        own = operator == encoding.layout or not phi
        turned = encoding.raster(phi) if own else MisappliedRaster(encoding, phi, operator)
        return turned if self.plain else EmbeddedRaster(turned, encoding, self.content, float(phi), operator)


def _nearest(positions: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the nearest whole positions; above 2⁵² adding ½ would round to the neighbour."""
    below = np.floor(positions)
    return (below + (positions - below >= 0.5)).astype(np.int64)


class ShiftError(NamedTuple):
    """The worst of the rows that were tried."""

    error: float  # the largest difference between M(φ)·row t and row t+φ, over all rows tried
    before: NDArray[np.float64]  # row t, and row t+φ, where that is
    after: NDArray[np.float64]
    positions: NDArray[np.int64]


@lru_cache(maxsize=2)  # panes that are open together need the same results, of A and of B
def worst_shift_error(embedded: Embedded[Turning], operator: Layout, phi: float) -> ShiftError:
    """Try M(φ), made for the layout `operator`, on even rows whose shifted rows are in the table, if any are."""
    encoding, ends = embedded.encoding, embedded.encoding.positions
    positions = encoding.first + linspace_indices(
        encoding.length, max(2, min(_TRIED_ROWS, _TRIED_CELLS // encoding.dim))
    )
    inside = (positions + phi >= ends[0]) & (positions + phi <= ends[-1])
    positions = positions[inside] if inside.any() else positions
    before, after = embedded.table(positions), embedded.table(positions + phi)
    errors = np.abs(embedded.shifted(before, phi, operator) - after).max(axis=1)
    worst = int(errors.argmax())
    return ShiftError(float(errors[worst]), before[worst], after[worst], positions)
