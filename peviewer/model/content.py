"""Token content, and a model's input: content plus encoding, moved by M(φ) made for a right or a wrong layout."""

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import ClassVar, Generic, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import TypeVar

from peviewer.base.parameters import Constructed, parameter
from peviewer.base.words import number
from peviewer.base.work import check_cancelled
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import linspace_indices, pixel_cells
from peviewer.model.sampling.raster import Array, Pixels, Raster, Reduce
from peviewer.model.shifting import MisappliedRaster, mixing
from peviewer.model.turning.pairs import Layout

# After how many positions, and after how many dimensions, the numbers repeat.
POSITIONS = 4096
DIMENSIONS = 2048
Kind = Literal["none", "ones", "normal"]
Deviation = Literal["one", "inverse-root"]
E = TypeVar("E", bound=Tabled, covariant=True, default=Tabled)
# Rows of means that are added up at a time, small enough for the processor's cache.
_HELD = 1024
_TRIED_ROWS = 100
# Of the table that are tried at every step of φ.
_TRIED_CELLS = 25_000


def normals(seed: int, dim: int) -> Pixels:
    """Return the numbers that repeat, dimensions × positions, the first the same for any `dim`; read-only."""
    # The next power of two: few are drawn anew.
    return _normals(seed, min(DIMENSIONS, 2 ** (dim - 1).bit_length()))


@lru_cache(maxsize=2)  # 32 MB each at most
def _normals(seed: int, dimensions: int) -> Pixels:
    drawn = np.random.default_rng(seed).standard_normal((dimensions, POSITIONS), dtype=np.float32)
    drawn.setflags(write=False)
    return drawn


@lru_cache(maxsize=1)  # 64 MB at most
def _sums(seed: int, dimensions: int) -> NDArray[np.float64]:
    """Return the cumulative sums before each position, shape (dimensions, POSITIONS + 1)."""
    sums = np.zeros((dimensions, POSITIONS + 1))
    np.cumsum(_normals(seed, dimensions), axis=1, dtype=np.float64, out=sums[:, 1:])
    return sums


def cells(seed: int, dim: int, positions: NDArray[np.int64], columns: NDArray[np.int64]) -> Pixels:
    """Return the numbers of some positions in some of `dim` dimensions, shape (n, m)."""
    return normals(seed, dim)[(columns % DIMENSIONS)[None, :], (positions % POSITIONS)[:, None]]


def means(seed: int, dim: int, first: int, centres: NDArray[np.float64], run: float) -> Pixels:
    """Return the numbers averaged over runs of rows, dimensions × runs.

    Of a run of at most 1 the nearest one.
    """
    drawn = normals(seed, dim)
    if run <= 1:
        return drawn[:, (first + np.floor(centres + 0.5).astype(np.int64)) % POSITIONS]
    edges = np.append(centres - run / 2, centres[-1] + run / 2) + 0.5
    whole = np.floor(edges)
    turns, inside = np.divmod(first + whole.astype(np.int64), POSITIONS)
    before = _sums(seed, len(drawn))
    sums = before[:, inside]
    sums += (turns - turns[0]) * before[:, -1:] + (edges - whole) * drawn[:, inside]
    return (np.diff(sums, axis=1) / run).astype(np.float32)


class Content(Constructed):
    """Token embeddings added to the encoding.

    Examples
    --------
    >>> Content(kind="ones", scaled=True).factor(dim=16)
    4.0
    >>> Content(kind="normal", deviation="inverse-root", scaled=True).factor(dim=16)
    1.0
    """

    ordered: ClassVar[tuple[str, ...]] = ("kind",)

    kind: Kind = parameter(
        "none",
        title="Content",
        needs=Tabled,
        seldom=True,
        labels={"none": "None", "ones": "Ones", "normal": "Random normal"},
        help="Token embeddings that are added to the encoding; every pane of the table shows the sum.",
        formula="x(t) + PE(t)",
    )
    seed: int = parameter(
        0,
        title="Seed",
        needs=Tabled,
        seldom=True,
        ge=0,
        le=2**31,
        slider=(0, 100),
        only=("kind", ("normal",)),
        help="Which random numbers NumPy draws. "
        f"They repeat after {number(POSITIONS)} positions and after {number(DIMENSIONS)} dimensions.",
    )
    deviation: Deviation = parameter(
        "one",
        title="Deviation",
        needs=Tabled,
        seldom=True,
        only=("kind", ("normal",)),
        labels={"one": "1", "inverse-root": "1/√d (as embeddings start)"},
        help="The standard deviation of the random numbers. Embeddings often start with 1/√d; scaled by √d, they "
        "then have a deviation of 1.",
        formula="x(t) ~ N(0, 1) or N(0, 1/d)",
    )
    scaled: bool = parameter(
        False,
        title="Scaled by √d",
        needs=Tabled,
        seldom=True,
        only=("kind", ("ones", "normal")),
        help="Multiply the content by √d, as the original paper does with its embeddings. This is comparable only "
        "with a deviation of 1/√d: content of deviation 1 becomes √d times too large.",
        formula="√d·x(t) + PE(t)",
    )

    def factor(self, dim: int) -> float:
        """Return the scale of the content: √d, 1 or 1/√d."""
        small = self.kind == "normal" and self.deviation == "inverse-root"
        return sqrt(dim) ** (self.scaled - small)

    def constant(self, dim: int) -> float:
        """Return the number added to every cell, 0 unless the content is ones."""
        return self.factor(dim) if self.kind == "ones" else 0.0

    def rows(self, positions: NDArray[np.int64], dim: int) -> NDArray[np.float64]:
        """Return the content of some positions, shape (n, dim), float64."""
        return self.cells(positions, np.arange(dim), dim)

    def cells(
        self, positions: NDArray[np.int64], columns: NDArray[np.int64], dim: int
    ) -> NDArray[np.float64]:
        """Return some columns of the content of some positions, shape (n, len(columns)), float64."""
        if self.kind != "normal":
            return np.full((len(positions), len(columns)), self.constant(dim))
        return self.factor(dim) * cells(self.seed, dim, positions, columns).astype(np.float64)


NO_CONTENT = Content()


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

    def pixels(
        self, down: Array, high: float, across: Array, wide: float, reduce: Reduce
    ) -> Pixels:
        image = self.turned.sample(down, across, reduce)
        index, part = pixel_cells(across, wide, self.encoding.dim)
        sources, factor = self._mixing
        weights = factor[index] * part[..., None]
        if self.content.kind == "ones":
            constants: NDArray[np.float64] = self.content.constant(self.encoding.dim) * weights.sum(
                axis=(1, 2)
            )
            return (image + constants[None, :]).astype(np.float32)
        drawn = _means(self.encoding, self.content, tuple(down.tolist()), high)
        added: NDArray[np.float32] = image + _combined(drawn, sources[index] % DIMENSIONS, weights)
        return added

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        positions = self.encoding.first + np.array(rows)
        some = slice(columns.start, columns.stop)
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
def _means(
    encoding: Tabled, content: Content, down: tuple[float, ...], run: float
) -> NDArray[np.float32]:
    """Return random content averaged over each pixel's positions, the dimensions that differ × pixels."""
    drawn = means(content.seed, encoding.dim, encoding.first, np.array(down), run)
    return np.float32(content.factor(encoding.dim)) * drawn


def _combined(
    means: NDArray[np.float32], rows: NDArray[np.int64], weights: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Return the weighted sums of the rows of `means` that each pixel reads, (h, w); the rest has shape (w, m, k)."""
    rows, factors = (
        rows.reshape(len(rows), -1),
        weights.reshape(len(rows), 1, -1).astype(np.float32),
    )
    combined = np.empty((len(rows), 1, means.shape[1]), np.float32)
    step = max(1, _HELD // rows.shape[1])
    for start in range(0, len(rows), step):
        check_cancelled()
        some = slice(start, start + step)
        np.matmul(factors[some], means[rows[some]], out=combined[some])
    return combined[:, 0].T


@dataclass(frozen=True)
class Embedded(Generic[E]):
    """Content added to an encoding: x(t) + PE(t)."""

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
        """Return x(t) + PE(t), shape (L, d).

        At real positions x is that of the nearest whole one.
        """
        table = self.encoding.vectors(positions)
        if self.plain:
            return table
        places = np.asarray(
            self.encoding.positions if positions is None else positions, dtype=np.float64
        )
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
        self: "Embedded[Turning]",
        table: NDArray[np.float64],
        phi: float,
        operator: Layout | None = None,
    ) -> NDArray[np.float64]:
        """Return ``table @ M(φ).T``, with M made for the layout `operator` (None: the encoding's own)."""
        index, factor = mixing(self.encoding, operator or self.encoding.layout, phi)
        shifted: NDArray[np.float64] = (
            table[..., index[:, 0]] * factor[:, 0] + table[..., index[:, 1]] * factor[:, 1]
        )
        return shifted

    def raster(self, phi: float = 0.0, operator: Layout | None = None) -> Raster:
        """Return M(φ)·(x + PE), never built, with M made for the layout `operator` (None: the encoding's own)."""
        encoding = self.encoding
        if not isinstance(encoding, Turning):
            rows = encoding.raster(phi)
            return (
                rows
                if self.plain
                else EmbeddedRaster(rows, encoding, self.content, 0.0, "interleaved")
            )
        operator = operator or encoding.layout
        own = operator == encoding.layout or not phi
        turned = encoding.raster(phi) if own else MisappliedRaster(encoding, phi, operator)
        return (
            turned
            if self.plain
            else EmbeddedRaster(turned, encoding, self.content, float(phi), operator)
        )


def _nearest(positions: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the nearest whole positions; above 2⁵² adding ½ would round to the neighbour."""
    below = np.floor(positions)
    return (below + (positions - below >= 0.5)).astype(np.int64)


class ShiftError(NamedTuple):
    """The worst of the rows that were tried."""

    # The largest difference between M(φ)·row t and row t+φ, over all rows tried.
    error: float
    # Row t, and row t+φ, where that is.
    before: NDArray[np.float64]
    after: NDArray[np.float64]
    positions: NDArray[np.int64]
    # Whether only rows t whose row t+φ is in the table were tried, though there are others.
    stays_inside: bool


# Panes that are open together need the same results, of all that is compared.
@lru_cache(maxsize=8)
def worst_shift_error(embedded: Embedded[Turning], operator: Layout, phi: float) -> ShiftError:
    """Try M(φ), made for the layout `operator`, on even rows whose shifted rows are in the table, if any are."""
    encoding = embedded.encoding
    ends = embedded.encoding.positions
    positions = encoding.first + linspace_indices(
        encoding.length, max(2, min(_TRIED_ROWS, _TRIED_CELLS // encoding.dim))
    )
    inside = (positions + phi >= ends[0]) & (positions + phi <= ends[-1])
    stays_inside = bool(inside.any() and not inside.all())
    positions = positions[inside] if stays_inside else positions
    before = embedded.table(positions)
    after = embedded.table(positions + phi)
    errors = np.abs(embedded.shifted(before, phi, operator) - after).max(axis=1)
    worst = int(errors.argmax())
    return ShiftError(float(errors[worst]), before[worst], after[worst], positions, stays_inside)
