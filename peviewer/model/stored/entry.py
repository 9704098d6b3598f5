"""One array in a file, as described before any of its numbers is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import accumulate
from math import prod
from operator import mul
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from peviewer.base.parameters import CompleteError

MOST_READ = 2**28
"""Bytes of an array, or of a text, that are read whole; of a larger array rows are read whenever they are looked at."""
MOST_SAID = f"{MOST_READ // 2**20} MiB"
PART = 2**20
"""So many bytes are read between two words of how much has been, of what is read whole."""
MOST_AXES = 64
"""No array has more; of thousands, as a hostile file may claim, the product may take for ever."""
BFLOAT16 = "bfloat16"
"""A kind that NumPy has no type for: its numbers are kept as the upper halves of single precision's."""


class TableError(CompleteError):
    """A file or an array that cannot be shown as a table of positions; the message is one clear line."""


@dataclass(frozen=True, eq=False)
class Place:
    """Where in a file the numbers of an array are: its steps are the bytes from each to the next along every axis."""

    path: str
    dtype: np.dtype[Any]
    offset: int
    shape: tuple[int, ...]
    steps: tuple[int, ...]

    @classmethod
    def in_order(
        cls, path: Path, dtype: np.dtype[Any], offset: int, shape: tuple[int, ...], *, rows_first: bool = True
    ) -> Place:
        """Return the place of numbers that follow each other without gaps."""
        sizes = shape[::-1] if rows_first else shape
        steps = tuple(accumulate((dtype.itemsize, *sizes[:-1]), mul))[: len(shape)]
        return cls(str(path), dtype, offset, shape, steps[::-1] if rows_first else steps)

    @property
    def nbytes(self) -> int:
        return prod(self.shape) * self.dtype.itemsize

    def read(self) -> NDArray[Any]:
        """Return all numbers as a copy, since a mapped file that shrinks ends the program."""
        if not prod(self.shape):
            return np.empty(self.shape, self.dtype)
        count = sum((size - 1) * step for size, step in zip(self.shape, self.steps, strict=True)) + self.dtype.itemsize
        raw = np.fromfile(self.path, np.uint8, count, offset=self.offset)
        if len(raw) < count:
            raise TableError("it ends too early")
        return np.ndarray(self.shape, self.dtype, raw, 0, self.steps)


@dataclass(frozen=True, eq=False)
class Entry:
    """An array in a file."""

    shape: tuple[int, ...]
    kind: str  # "float32", "bfloat16" …
    load: Callable[[], NDArray[Any]]  # gives the numbers as they are stored: of bfloat16 as 16-bit whole numbers
    place: Place | None = None  # where the numbers are, if they are neither compressed nor text
    note: str = ""  # a sentence about parts that were left out or converted
    counts: bool = False  # whether its first column counts by 1, as positions do
    labels: tuple[str, ...] = ()  # words beside its rows

    @property
    def size_text(self) -> str:
        """Its shape in words: ``"1024 × 768"``."""
        return " × ".join(map(str, self.shape)) or "a single number"


@dataclass(frozen=True, eq=False)
class Contents:
    """The arrays of a file by their keys, and the reasons why others cannot be shown."""

    arrays: dict[str, Entry]
    refused: dict[str, str] = field(default_factory=dict)


def decoded(stored: NDArray[Any], kind: str) -> NDArray[np.floating[Any]]:
    """Return stored numbers as real numbers, in single precision or better if NumPy has no type for them.

    Of complex numbers, as Llama's code keeps its rotations, these are their angles.

    >>> decoded(np.array([0x3F80, 0xC040], np.uint16), "bfloat16")
    array([ 1., -3.], dtype=float32)
    """
    if stored.dtype.kind == "c":
        return np.angle(stored.astype(np.complex128))
    if kind == BFLOAT16:
        wide: NDArray[np.floating[Any]] = (stored.astype(np.uint32) << 16).view(np.float32)
        return wide
    return stored


def is_number(dtype: np.dtype[Any]) -> bool:
    """Whether an array's numbers can be shown: real, whole, Boolean as 0 and 1, complex as angles."""
    return 0 < dtype.itemsize <= {"f": 8, "i": 8, "u": 8, "b": 1, "c": 16}.get(dtype.kind, 0)
