"""Token content, which a model adds to the encoding, computed at any size."""

from functools import lru_cache
from math import sqrt
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.base.parameters import Constructed, parameter
from peviewer.base.words import number
from peviewer.model.encodings.scheme import Tabled

Pixels = NDArray[np.float32]

POSITIONS, DIMENSIONS = 4096, 2048
"""After how many positions, and after how many dimensions, the numbers repeat."""
Kind = Literal["none", "ones", "normal"]
Deviation = Literal["one", "inverse-root"]


def normals(seed: int, dim: int) -> Pixels:
    """Return the numbers that repeat, dimensions × positions; read-only.

    dim: the number of dimensions; the first ones are the same for any number.

    >>> bool((normals(0, 1)[0] == np.random.default_rng(0).standard_normal(4096, dtype=np.float32)).all())
    True
    """
    return _normals(seed, min(DIMENSIONS, 2 ** (dim - 1).bit_length()))  # the next power of two: few are drawn anew


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
    """Return the numbers averaged over runs of positions, dimensions × runs.

    first: the position of row 0.
    run: how many positions each is the mean of, parts of one counted as such; at most 1 for the nearest one.
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
        "none", title="Content", needs=Tabled, seldom=True,
        labels={"none": "None", "ones": "Ones", "normal": "Random normal"},
        help="Token embeddings that are added to the encoding; every pane of the table shows the sum.",
        formula="x(t) + PE(t)",
    )  # fmt: skip
    seed: int = parameter(
        0, title="Seed", needs=Tabled, seldom=True, ge=0, le=2**31, slider=(0, 100), only=("kind", ("normal",)),
        help="Which random numbers NumPy draws. "
             f"They repeat after {number(POSITIONS)} positions and after {number(DIMENSIONS)} dimensions.",
    )  # fmt: skip
    deviation: Deviation = parameter(
        "one", title="Deviation", needs=Tabled, seldom=True, only=("kind", ("normal",)),
        labels={"one": "1", "inverse-root": "1/√d, as embeddings start"},
        help="The standard deviation of the random numbers. Embeddings often start with 1/√d; scaled by √d, they "
             "then have a deviation of 1.",
        formula="x(t) ~ N(0, 1) or N(0, 1/d)",
    )  # fmt: skip
    scaled: bool = parameter(
        False, title="Scaled by √d", needs=Tabled, seldom=True, only=("kind", ("ones", "normal")),
        help="Multiply the content by √d, as the original paper does with its embeddings. This is comparable only "
             "with a deviation of 1/√d: content of deviation 1 becomes √d times too large.",
        formula="√d·x(t) + PE(t)",
    )  # fmt: skip

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

    def cells(self, positions: NDArray[np.int64], columns: NDArray[np.int64], dim: int) -> NDArray[np.float64]:
        """Return some columns of the content of some positions, shape (n, len(columns)), float64."""
        if self.kind != "normal":
            return np.full((len(positions), len(columns)), self.constant(dim))
        return self.factor(dim) * cells(self.seed, dim, positions, columns).astype(np.float64)
