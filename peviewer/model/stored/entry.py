"""One array in a file: what is known of it before any of its numbers is read."""

from __future__ import annotations

import mmap
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from peviewer.base.parameters import CompleteError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

MOST_READ = 2**28
"""Bytes of a compressed array, or of a text, that are read at most: they cannot be mapped."""
MOST_SAID = f"{MOST_READ // 2**20} MiB"
PART = 2**20
"""So many bytes are read between two words of how much has been, of what is read whole."""
MOST_AXES = 64
"""No array has more; of thousands, as a hostile file may claim, the product may take for ever."""
_SCATTERED = 2**26  # bytes: of a larger array single rows are looked at
BFLOAT16 = "bfloat16"
"""A kind that NumPy has no type for: its numbers are kept as the upper halves of single precision's."""


class TableError(CompleteError):
    """A file or an array that cannot be shown as a table of positions; the message is one clear line."""


@dataclass(frozen=True, eq=False)
class Entry:
    """An array in a file.

    Attributes
    ----------
    shape : tuple of int
        How long each of its axes is.
    kind : str
        What its numbers are: ``"float32"``, ``"bfloat16"`` …
    mapped : bool
        Whether only what is looked at is read.
    load : callable
        Returns the numbers as they are stored: those of bfloat16 as 16-bit whole numbers.
    """

    shape: tuple[int, ...]
    kind: str
    mapped: bool
    load: Callable[[], NDArray[Any]]

    @property
    def size_text(self) -> str:
        """Its shape in words: ``"1024 × 768"``."""
        return " × ".join(map(str, self.shape)) or "a single number"


@dataclass(frozen=True, eq=False)
class Contents:
    """The arrays of a file by their keys; what is there, but cannot be shown, with the reason."""

    arrays: dict[str, Entry]
    refused: dict[str, str] = field(default_factory=dict)


def decoded(stored: NDArray[Any], kind: str) -> NDArray[np.floating[Any]]:
    """Return stored numbers as those they are, in single precision at least where NumPy has no type for them.

    >>> decoded(np.array([0x3F80, 0xC040], np.uint16), "bfloat16")
    array([ 1., -3.], dtype=float32)
    """
    if kind == BFLOAT16:
        wide: NDArray[np.floating[Any]] = (stored.astype(np.uint32) << 16).view(np.float32)
        return wide
    return stored


def mapped_array(
    path: str, dtype: np.dtype[Any], offset: int, shape: Sequence[int], *, rows_first: bool = True
) -> NDArray[Any]:
    """Return part of a file as an array, read where it is looked at."""
    if not (count := prod(shape)):
        return np.empty(tuple(shape), dtype)
    with open(path, "rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    if count * dtype.itemsize > _SCATTERED and hasattr(mapped, "madvise"):
        mapped.madvise(mmap.MADV_RANDOM)  # else each row that is looked at brings what lies around it, too
    return np.frombuffer(mapped, dtype, count, offset).reshape(tuple(shape), order="C" if rows_first else "F")


def is_number(dtype: np.dtype[Any]) -> bool:
    """Whether an array's numbers can be shown: real ones, whole ones, and truth values as 0 and 1."""
    return dtype.kind in "fiub" and dtype.itemsize <= 8
