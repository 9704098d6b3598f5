"""Documents with the rotation between queries or keys before and after they were turned."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.document.arrays.rotations import Layout, with_waves
from peviewer.document.document import Document
from peviewer.model.stored.choice import Choice
from peviewer.model.stored.entry import TableError, as_numbers
from peviewer.model.turning.recognition import even_rotation

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]


class _Turns(NamedTuple):
    """By what each pair is multiplied at every position, shape (rows, pairs)."""

    waves: Complex
    layout: Layout
    still_pairs: int


def with_turned_vectors(document: Document, choice: Choice) -> tuple[Document, str]:
    """Return a Document with the rotation between two arrays of vectors, and a sentence on it."""
    assert choice.turned is not None
    before = choice.numbers()
    after = as_numbers(choice.turned.load(), choice.turned.kind)
    for turns in _possible_turns(before, after):
        # Pairs of the wrong columns do not turn evenly.
        if even_rotation(turns.waves) or even_rotation(turns.waves.conj()):
            return with_waves(document, choice, turns.waves, turns.layout, turns.still_pairs)
    why = "is not turned into the other array: no pairs of columns turn evenly with positions"
    raise TableError(f"{choice.key} of {choice.path.name} {why}")


def _possible_turns(before: Array, after: Array) -> Iterator[_Turns]:
    """Yield the turns of each layout and share, with positions on either of two axes."""
    dim = before.shape[-1]
    changed = np.flatnonzero((before != after).reshape(-1, dim).any(axis=0))
    width = int(changed[-1]) + 1 if len(changed) else dim
    widths = dict.fromkeys((width + width % 2, dim))
    for axis in range(before.ndim - 2, max(-1, before.ndim - 4), -1):
        sides = [np.moveaxis(part, axis, 0) for part in (before, after)]
        first, second = (part.reshape(len(part), -1, dim) for part in sides)
        for turned in widths:
            for layout in ("concatenated", "interleaved"):
                waves = _ratios(first[..., :turned], second[..., :turned], layout)
                if waves is not None:
                    yield _Turns(waves, layout, (dim - turned) // 2)


def _ratios(before: Array, after: Array, layout: Layout) -> Complex | None:
    """Return by what pairs of `before`, rows × vectors × columns, are multiplied in `after`.

    Return None where a pair is 0 in all vectors of a row.
    """
    pairs_before = _pairs(before, layout)
    sizes = np.square(np.abs(pairs_before)).sum(axis=1)
    if not sizes.all():
        return None
    return np.asarray((_pairs(after, layout) * pairs_before.conj()).sum(axis=1) / sizes)


def _pairs(vectors: Array, layout: Layout) -> Complex:
    half = vectors.shape[-1] // 2
    if layout == "interleaved":
        return np.asarray(vectors[..., 0::2] + 1j * vectors[..., 1::2])
    return np.asarray(vectors[..., :half] + 1j * vectors[..., half:])
