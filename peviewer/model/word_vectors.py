"""The vectors of words: drawn, equal for equal words, or from a table with a row for each word."""

from functools import lru_cache
from unicodedata import category, normalize

import numpy as np
from numpy.typing import NDArray

from peviewer.model.encodings.learned import Learned
from peviewer.model.encodings.scheme import Array


def spelling(word: str) -> str:
    """Return what identifies a word: neither its case nor the punctuation around it counts.

    >>> spelling("The"), spelling("“mat.”"), spelling("don't"), spelling("…")
    ('the', 'mat', "don't", '…')
    """
    folded = normalize("NFC", word.casefold())
    punctuation = "".join(letter for letter in folded if category(letter).startswith("P"))
    return folded.strip(punctuation) or folded


@lru_cache(maxsize=8)
def drawn_vectors(words: tuple[str, ...], width: int, seed: int) -> NDArray[np.float32]:
    """Return a random vector for each word, width × (words + 1); read-only.

    Equal words have equal vectors in every sentence; a narrower vector is the beginning of a wider
    one.
    The last column is 0, for positions without a word.
    """
    spellings = [spelling(word) for word in words]
    vectors = np.zeros((width, len(words) + 1), np.float32)
    drawn = {
        spelled: np.random.default_rng([seed, *spelled.encode()]).standard_normal(
            width, dtype=np.float32
        )
        for spelled in dict.fromkeys(spellings)
    }
    for place, spelled in enumerate(spellings):
        vectors[:, place] = drawn[spelled]
    vectors.setflags(write=False)
    return vectors


def rows_of_words(table: Learned, words: tuple[str, ...]) -> list[int | None]:
    """Return the row of each word in a table; None where it has none.

    A table with names of rows is searched for the word. In other tables row t is the t-th word's.
    """
    if not table.words:
        return [place if place < table.length else None for place in range(len(words))]
    rows: dict[str, int] = {}
    for row, name in enumerate(table.words[: table.length]):
        rows.setdefault(spelling(name), row)
    return [rows.get(spelling(word)) for word in words]


@lru_cache(maxsize=4)
def read_vectors(table: Learned, words: tuple[str, ...], dim: int) -> Array:
    """Return the vector of each word in a table, dim × (words + 1); read-only.

    Numbers are 0 where the table has no such word or dimension, and in the last column.
    """
    vectors = np.zeros((dim, len(words) + 1))
    columns = np.arange(min(dim, table.dim))
    for place, row in enumerate(rows_of_words(table, words)):
        if row is not None:
            vectors[columns, place] = table.cells([table.first + row], columns)[0]
    vectors.setflags(write=False)
    return vectors


def places_of_words(places: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Return the columns of the words at some places, counted from the first of `count` words."""
    has_word = (places >= 0) & (places < count)
    return np.where(has_word, places, count)


def means_of_words(vectors: Array | NDArray[np.float32], centres: Array, run: float) -> Array:
    """Return the vectors averaged over runs of `run` places around `centres`, dimensions × runs.

    A run of at most one place gives the nearest vector.
    """
    count = vectors.shape[1] - 1
    if run <= 1:
        nearest = np.floor(centres + 0.5).astype(np.int64)
        return np.asarray(vectors[:, places_of_words(nearest, count)], dtype=np.float64)
    edges = np.append(centres - run / 2, centres[-1] + run / 2) + 0.5
    edges = np.clip(edges, 0, count)
    whole_edges = np.floor(edges).astype(np.int64)
    sums_before = np.zeros(vectors.shape)
    np.cumsum(vectors[:, :-1], axis=1, dtype=np.float64, out=sums_before[:, 1:])
    part_of_edge_word = (edges - whole_edges) * vectors[:, whole_edges]
    sums = sums_before[:, whole_edges] + part_of_edge_word
    return np.asarray(np.diff(sums, axis=1) / run)
