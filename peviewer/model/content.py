"""Token content: nothing, ones, random numbers, or a vector a word."""

from collections.abc import Mapping
from functools import lru_cache
from math import sqrt
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import model_validator

from peviewer.base.constructed import Constructed
from peviewer.base.numbers import number
from peviewer.base.parameters import parameter, redeclared
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.learned import Learned
from peviewer.model.sampling.raster import Array, Pixels
from peviewer.model.word_vectors import (
    drawn_vectors,
    places_of_words,
    read_vectors,
)

Kind = Literal["none", "ones", "normal", "words"]
Deviation = Literal["one", "inverse-root"]

# After how many positions, and dimensions, random numbers repeat.
POSITIONS = 4096
DIMENSIONS = 2048


def normals(seed: int, dim: int) -> Pixels:
    """Return the random numbers, dimensions × positions, which repeat beyond these; read-only.

    The first dimensions are the same for any `dim`.
    """
    return _normals(seed, drawn_width(dim))


def drawn_width(dim: int) -> int:
    """Return how many of `dim` dimensions are drawn; the others repeat them.

    It is a power of two, so that few numbers are drawn again when `dim` changes.
    """
    next_power: int = 2 ** (dim - 1).bit_length()
    return min(DIMENSIONS, next_power)


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
    repeated_columns = columns % DIMENSIONS
    repeated_positions = positions % POSITIONS
    return normals(seed, dim)[repeated_columns[None, :], repeated_positions[:, None]]


def means(seed: int, dim: int, first: int, centres: NDArray[np.float64], run: float) -> Pixels:
    """Return the numbers averaged over runs of `run` rows around `centres`, dimensions × runs.

    Rows are counted from the position `first`. A run of at most one row gives the nearest number.
    """
    drawn = normals(seed, dim)
    if run <= 1:
        rows = np.floor(centres + 0.5).astype(np.int64)
        return drawn[:, (first + rows) % POSITIONS]
    edges = np.append(centres - run / 2, centres[-1] + run / 2) + 0.5
    whole_edges = np.floor(edges)
    repeats, places = np.divmod(first + whole_edges.astype(np.int64), POSITIONS)
    sums_before = _sums(seed, len(drawn))
    sum_of_all = sums_before[:, -1:]
    part_of_edge_row = (edges - whole_edges) * drawn[:, places]
    sums = sums_before[:, places]
    sums += (repeats - repeats[0]) * sum_of_all + part_of_edge_row
    return (np.diff(sums, axis=1) / run).astype(np.float32)


class Content(Constructed):
    """Token embeddings added to the encoding.

    Examples
    --------
    >>> Content(kind="ones", scaled=True).factor(dim=16)
    4.0
    >>> Content(kind="normal", deviation="inverse-root", scaled=True).factor(dim=16)
    1.0
    >>> the, cat, other_the = Content(kind="words").of_words(("The", "cat", "the"), dim=4)
    >>> bool((the == other_the).all()), bool((the == cat).any())
    (True, False)
    """

    positional_fields: ClassVar[tuple[str, ...]] = ("kind",)

    kind: Kind = parameter(
        "none",
        title="Content",
        needs=Tabled,
        seldom=True,
        labels={"none": "None", "ones": "Ones", "normal": "Random normal", "words": "Words"},
        help="Token embeddings that are added to the encoding; every pane of the table shows "
        "the sum. Random normal: a vector a position. Words: a vector a word of the sentence, the "
        "same wherever the word stands; neither its case nor the punctuation around it counts. "
        "Where there is no word, nothing is added.",
        formula=r"x(t) + PE(t)",
    )
    seed: int = parameter(
        0,
        title="Seed",
        needs=Tabled,
        seldom=True,
        ge=0,
        le=2**31,
        slider=(0, 100),
        only=("kind", ("normal", "words")),
        help=f"Which random numbers NumPy draws. They repeat after {number(POSITIONS)} positions "
        f"and after {number(DIMENSIONS)} dimensions.",
    )
    deviation: Deviation = parameter(
        "one",
        title="Deviation",
        needs=Tabled,
        seldom=True,
        only=("kind", ("normal", "words")),
        labels={"one": "1", "inverse-root": "1/√d (as embeddings start)"},
        help="The standard deviation of the random numbers. Embeddings often start with 1/√d; "
        "scaled by √d, they then have a deviation of 1.",
        formula=r"x(t)\ \sim\ N(0, 1)\ \mathrm{or}\ N(0, 1/d)",
    )
    scaled: bool = parameter(
        False,
        title="Scaled by √d",
        needs=Tabled,
        seldom=True,
        only=("kind", ("ones", "normal", "words")),
        help="Multiply the content by √d, as the original paper does with its embeddings. This is "
        "comparable only with a deviation of 1/√d: content of deviation 1 becomes √d times too "
        "large.",
        formula=r"\sqrt{d}\,x(t) + PE(t)",
    )

    path: str = parameter(
        "",
        title="Word vectors",
        needs=Tabled,
        seldom=True,
        typed=True,
        only=("kind", ("words",)),
        form="a file of a table, or an array, a row a word",
        help="A file with a vector a word, in place of drawn ones. Where a text has a word before "
        "the numbers of each row, that names the row; otherwise row t is that of the t-th word.",
    )
    key: str = redeclared(Learned, "key", "")
    data: str = redeclared(Learned, "data", "")
    fingerprint: str = redeclared(Learned, "fingerprint", "")

    @model_validator(mode="before")
    @classmethod
    def _read_the_vectors(cls, arguments: Any) -> Any:
        """Find the table that `path` names, or keep the numbers of an array."""
        path = arguments.get("path", "") if isinstance(arguments, dict) else ""
        if isinstance(path, str) and not path:
            return arguments
        names = ("key", "fingerprint")
        given = {name: arguments[name] for name in names if name in arguments}
        table = Learned(path=path, **given)
        read = {name: getattr(table, name) for name in ("path", "data", *names)}
        return {**arguments, **read}

    def fields_kept_with(self, changes: Mapping[str, object]) -> dict[str, object]:
        """Return the fields that stay when others change; another file resets the old one's."""
        anew = ("key", "data", "fingerprint") if "path" in changes else ()
        return {name: value for name, value in self if name not in anew}

    @property
    def table(self) -> Learned | None:
        """The table with one row for each word; None where the vectors of words are drawn."""
        if self.kind != "words" or not (self.path or self.data):
            return None
        return _table(self.path, self.key, self.fingerprint, self.data)

    def factor(self, dim: int) -> float:
        """Return the scale of the content: √d, 1 or 1/√d."""
        is_drawn = self.kind in ("normal", "words") and self.table is None
        is_small = is_drawn and self.deviation == "inverse-root"
        return sqrt(dim) ** (self.scaled - is_small)

    def constant(self, dim: int) -> float:
        """Return the number added to every cell, 0 unless the content is ones."""
        return self.factor(dim) if self.kind == "ones" else 0.0

    def rows(self, positions: NDArray[np.int64], dim: int) -> NDArray[np.float64]:
        """Return the content of some positions, shape (n, dim), float64."""
        return self.cells(positions, np.arange(dim), dim)

    def cells(
        self,
        positions: NDArray[np.int64],
        columns: NDArray[np.int64],
        dim: int,
        words: tuple[str, ...] = (),
        first: int = 0,
    ) -> NDArray[np.float64]:
        """Return some columns of the content of some positions, shape (n, m), float64.

        The words are those of the positions from `first` on.
        """
        if self.kind == "normal":
            drawn = cells(self.seed, dim, positions, columns)
            return self.factor(dim) * drawn.astype(np.float64)
        if self.kind == "words":
            vectors = self.word_vectors(words, dim)
            places = places_of_words(positions - first, len(words))
            of_words = vectors[(columns % len(vectors))[None, :], places[:, None]]
            return self.factor(dim) * of_words.astype(np.float64)
        return np.full((len(positions), len(columns)), self.constant(dim))

    def of_words(self, words: tuple[str, ...], dim: int) -> NDArray[np.float64]:
        """Return the content of words, shape (words, dim)."""
        return self.cells(np.arange(len(words)), np.arange(dim), dim, words)

    def word_vectors(self, words: tuple[str, ...], dim: int) -> Array | Pixels:
        """Return the vectors of words before they are scaled, dimensions × (words + 1).

        The last column is 0, for positions without a word; drawn dimensions repeat.
        """
        if self.table is not None:
            return read_vectors(self.table, words, dim)
        return drawn_vectors(words, drawn_width(dim), self.seed)


@lru_cache(maxsize=4)
def _table(path: str, key: str, known: str, data: str) -> Learned:
    return Learned(path=path, key=key, fingerprint=known) if path else Learned(data=data)


NO_CONTENT = Content()
