"""A model's input: content plus encoding, moved by a right or wrong M(φ)."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import TypeVar

from peviewer.base.work import check_cancelled
from peviewer.model.content import NO_CONTENT, Content, Kind, means
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import linspace_indices, pixel_cells
from peviewer.model.sampling.raster import Array, Pixels, Raster, Reduce
from peviewer.model.shifted_rasters import MisappliedRaster
from peviewer.model.shifting import Mixing, mixing
from peviewer.model.turning.pairs import Layout
from peviewer.model.word_vectors import means_of_words

E = TypeVar("E", bound=Tabled, covariant=True, default=Tabled)

# How many rows of means are added up at a time, so that they fit the processor's cache.
_HELD = 1024

# The most rows, and the most cells, on which a shift is tried at every step of φ.
_TRIED_ROWS = 100
_TRIED_CELLS = 25_000


@dataclass(frozen=True)
class EmbeddedRaster(Raster):
    """M(φ) times an encoding with its content; a pixel is the exact mean of its cells.

    ``turned`` is M(φ) times the encoding alone; the turned content is added to it.
    """

    turned: Raster
    encoding: Tabled
    content: Content
    phi: float
    operator: Layout

    @property
    def shape(self) -> tuple[int, int]:
        return self.turned.shape

    def pixels(
        self,
        row_centres: Array,
        block_height: float,
        column_centres: Array,
        block_width: float,
        reduce: Reduce,
    ) -> Pixels:
        image = self.turned.sample(row_centres, column_centres, reduce)
        dim = self.encoding.dim
        columns, shares = pixel_cells(column_centres, block_width, dim)
        mixed = self._mixing.of_rows(columns)
        weights = mixed.factors * shares[..., None]
        if self.embedded.kind == "ones":
            constants: Array = self.content.constant(dim) * weights.sum(axis=(1, 2))
            return (image + constants[None, :]).astype(np.float32)
        drawn = _means(self.embedded, tuple(row_centres.tolist()), block_height)
        combined = _combined(drawn, mixed.sources % len(drawn), weights)
        return np.asarray(image + combined)

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        positions = self.encoding.first + np.array(rows)
        mixed = self._mixing.of_rows(slice(columns.start, columns.stop))
        cells = self.turned.exact(rows, columns)
        for sources, factors in zip(mixed.sources.T, mixed.factors.T, strict=True):
            content = self.embedded.content_cells(positions, sources)
            cells = cells + content * factors
        return cells

    @property
    def embedded(self) -> "Embedded":
        """The encoding with its content, before M(φ) turns both."""
        return Embedded(self.encoding, self.content)

    @property
    def _mixing(self) -> Mixing:
        """The columns of content whose sum each turned column is, and their factors.

        Shapes are (d, 2), or (d, 1) where nothing turns.
        """
        if self.phi and isinstance(self.encoding, Turning):
            return mixing(self.encoding, self.operator, self.phi)
        dim = self.encoding.dim
        return Mixing(np.arange(dim)[:, None], np.ones((dim, 1)))


@lru_cache(maxsize=4)
def _means(
    embedded: "Embedded", row_centres: tuple[float, ...], block_height: float
) -> NDArray[np.float32]:
    """Return varying content, averaged over each pixel's positions: dimensions × pixels.

    Dimensions repeat after a number of them; each is there once.
    """
    encoding, content = embedded.encoding, embedded.content
    factor = np.float32(content.factor(encoding.dim))
    if embedded.kind == "words":
        vectors = content.word_vectors(encoding.words, encoding.dim)
        of_words = means_of_words(vectors, np.array(row_centres), block_height)
        return factor * of_words.astype(np.float32)
    centres = np.array(row_centres)
    return factor * means(content.seed, encoding.dim, encoding.first, centres, block_height)


def _combined(
    means: NDArray[np.float32], rows: NDArray[np.int64], weights: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Return weighted sums of rows of `means`, one sum for each column of pixels; shape (h, w).

    `rows` are the rows that the sum of a column adds up, with `weights`; both have the shape
    (w, m, k) for m cells a pixel and k terms a cell.
    """
    width = len(rows)
    rows = rows.reshape(width, -1)
    factors = weights.reshape(width, 1, -1).astype(np.float32)
    combined = np.empty((width, 1, means.shape[1]), np.float32)
    step = max(1, _HELD // rows.shape[1])
    for start in range(0, width, step):
        check_cancelled()
        strip = slice(start, start + step)
        np.matmul(factors[strip], means[rows[strip]], out=combined[strip])
    return combined[:, 0].T


@dataclass(frozen=True)
class Embedded(Generic[E]):
    """Content added to an encoding: x(t) + PE(t)."""

    encoding: E
    content: Content = NO_CONTENT

    @property
    def kind(self) -> Kind:
        """The kind of its content; ``"none"`` for words without a sentence."""
        lacks_words = self.content.kind == "words" and not self.encoding.words
        return "none" if lacks_words else self.content.kind

    @property
    def has_no_content(self) -> bool:
        """Whether there is no content."""
        return self.kind == "none"

    @property
    def content_varies(self) -> bool:
        """Whether its content differs from position to position."""
        return self.kind in ("normal", "words")

    @property
    def has_no_closed_form(self) -> bool:
        """Whether its numbers have no closed form, as with random content or a stored table."""
        return self.content_varies or not isinstance(self.encoding, Turning)

    @property
    def turning(self) -> Turning:
        """The encoding, where that is one of sines and cosines."""
        assert isinstance(self.encoding, Turning)
        return self.encoding

    @property
    def by_lag(self) -> bool:
        """Whether the similarity of two rows is a closed form of their lag alone."""
        return (
            self.has_no_content
            and isinstance(self.encoding, Turning)
            and self.encoding.dim % 2 == 0
        )

    def table(self, positions: ArrayLike | None = None) -> NDArray[np.float64]:
        """Return x(t) + PE(t), shape (L, d).

        At real positions x is that of the nearest whole one.
        """
        table = self.encoding.vectors(positions)
        if self.has_no_content:
            return table
        chosen_positions = self.encoding.positions if positions is None else positions
        whole = _nearest(np.asarray(chosen_positions, dtype=np.float64).reshape(-1))
        return table + self.content_rows(whole).reshape(table.shape)

    def content_rows(self, positions: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return x(t), the content of some positions, shape (n, d)."""
        return self.content_cells(positions, np.arange(self.encoding.dim))

    def content_cells(
        self, positions: NDArray[np.int64], columns: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Return some columns of the content of some positions, shape (n, m)."""
        encoding = self.encoding
        return self.content.cells(positions, columns, encoding.dim, encoding.words, encoding.first)

    def cells(self, positions: ArrayLike, columns: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return ``table(positions)[:, columns]``, bit for bit, computing only these columns."""
        cells = self.encoding.cells(positions, columns)
        if self.has_no_content:
            return cells
        whole = _nearest(np.asarray(positions, dtype=np.float64))
        return cells + self.content_cells(whole, columns)

    def shifted(
        self: "Embedded[Turning]",
        table: NDArray[np.float64],
        phi: float,
        operator: Layout | None = None,
    ) -> NDArray[np.float64]:
        """Return ``table @ M(φ).T``, with M made for the layout `operator`.

        The operator None stands for the encoding's own layout.
        """
        mixed = mixing(self.encoding, operator or self.encoding.layout, phi)
        left_sources, right_sources = mixed.sources.T
        left_factors, right_factors = mixed.factors.T
        left: Array = table[..., left_sources] * left_factors
        right: Array = table[..., right_sources] * right_factors
        return left + right

    def raster(self, phi: float = 0.0, operator: Layout | None = None) -> Raster:
        """Return M(φ)·(x + PE), never built, with M made for the layout `operator`.

        The operator None stands for the encoding's own layout.
        """
        encoding = self.encoding
        if not isinstance(encoding, Turning):
            table = encoding.raster(phi)
            if self.has_no_content:
                return table
            return EmbeddedRaster(table, encoding, self.content, 0.0, "interleaved")

        operator = operator or encoding.layout
        fits_layout = operator == encoding.layout or not phi
        turned = encoding.raster(phi) if fits_layout else MisappliedRaster(encoding, phi, operator)
        if self.has_no_content:
            return turned
        return EmbeddedRaster(turned, encoding, self.content, float(phi), operator)


def _nearest(positions: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the nearest whole positions; above 2⁵² adding ½ would round to the neighbour."""
    below = np.floor(positions)
    rounds_up = positions - below >= 0.5
    return (below + rounds_up).astype(np.int64)


class ShiftError(NamedTuple):
    """The worst of the rows that were tried."""

    # The largest difference between M(φ)·row t and row t+φ, over all rows tried.
    error: float

    # Row t, and row t+φ, where that is.
    before: NDArray[np.float64]
    after: NDArray[np.float64]

    # The positions t that were tried, whole numbers or given ones.
    positions: NDArray[Any]

    # Whether only rows t whose row t+φ is in the table were tried, though there are others.
    stays_inside: bool


# Panes that are open together need the same results, and of up to eight compared encodings.
@lru_cache(maxsize=8)
def worst_shift_error(embedded: Embedded[Turning], operator: Layout, phi: float) -> ShiftError:
    """Try M(φ), made for the layout `operator`, on evenly spread rows.

    Rows whose shifted rows lie in the table are preferred, if there are any.
    """
    encoding = embedded.encoding
    most_rows = max(2, min(_TRIED_ROWS, _TRIED_CELLS // encoding.dim))
    positions = encoding.positions_of_rows(linspace_indices(encoding.length, most_rows))
    shifted_positions = positions + phi
    ends = encoding.positions
    is_inside = (shifted_positions >= ends[0]) & (shifted_positions <= ends[-1])
    # Given positions have no row between them, at which a shifted row could be looked up.
    stays_inside = bool(is_inside.any() and not is_inside.all() and not encoding.at)
    if stays_inside:
        positions = positions[is_inside]

    before = embedded.table(positions)
    after = embedded.table(positions + phi)
    differences = np.abs(embedded.shifted(before, phi, operator) - after)
    errors = differences.max(axis=1)
    worst = int(errors.argmax())
    return ShiftError(float(errors[worst]), before[worst], after[worst], positions, stays_inside)
