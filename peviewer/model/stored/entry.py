"""One array in a file, as described before any of its numbers is read."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from peviewer.base.refusals import CompleteError

# The most bytes of an array, or a text, that are read whole; a larger array is mapped if possible.
MOST_READ = 2**28
MOST_READ_TEXT = f"{MOST_READ // 2**20} MiB"

# The most axes of an array: multiplying thousands, as a hostile file may claim, takes for ever.
MOST_AXES = 64

# The most letters of an array's name, or of a part of it: a longer one fits into no line.
LONGEST_NAME = 300

# NumPy has no type for bfloat16: its numbers are kept as the upper halves of single precision.
BFLOAT16 = "bfloat16"

# The kind of numbers that are written by digits.
TEXT = "text"

# The significant bits of a number in double precision, and in other types.
DOUBLE_BITS = 53
BITS_OF_KINDS = {BFLOAT16: 8, "float16": 11, "float32": 24, "complex64": 24}


class TableError(CompleteError):
    """A file or an array that cannot be shown as a table of positions.

    The message is one clear line.
    """


@dataclass(frozen=True, eq=False)
class Entry:
    """An array in a file."""

    shape: tuple[int, ...]

    # The type of its numbers: "float32", "bfloat16" …
    kind: str

    # Returns the numbers as they are stored; those of bfloat16 are 16-bit whole numbers.
    load: Callable[[], NDArray[Any]]

    # A sentence about parts that were left out or converted.
    note: str = ""

    # The words that a text file has beside its rows.
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Contents:
    """The arrays of a file by their keys, and the reasons why others cannot be shown."""

    arrays: dict[str, Entry]
    refused: dict[str, str] = field(default_factory=dict)


def decoded(stored: NDArray[Any], kind: str) -> NDArray[np.floating[Any]]:
    """Return stored numbers as real numbers, in single precision or better.

    NumPy need not have a type for them.
    """
    # Llama's code keeps its rotations as complex numbers.
    if stored.dtype.kind == "c":
        return np.angle(stored.astype(np.complex128))
    if kind == BFLOAT16:
        wide: NDArray[np.floating[Any]] = (stored.astype(np.uint32) << 16).view(np.float32)
        return wide
    return stored


def as_numbers(stored: NDArray[Any], kind: str) -> NDArray[np.float64]:
    """Return stored numbers in double precision."""
    return decoded(stored, kind).astype(np.float64)


def rounding_of(kind: str) -> float:
    """Return the largest relative rounding error of a type of numbers."""
    return 2.0 ** -BITS_OF_KINDS.get(kind, DOUBLE_BITS)


def without_ones(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sides of an array without axes of length 1, as long as two are left."""
    of_one = [place for place, size in enumerate(shape) if size == 1]
    spare = set(of_one[: max(0, len(shape) - 2)])
    return tuple(size for place, size in enumerate(shape) if place not in spare)


def is_count(value: object) -> TypeGuard[int]:
    """Whether a value is a plausible count.

    A count of millions of digits would take for ever to multiply.
    """
    return type(value) is int and 0 <= value < 2**63


def is_number(dtype: np.dtype[Any]) -> bool:
    """Whether an array's numbers can be shown.

    That is so for real, whole and Boolean numbers (0 and 1), and for complex ones (angles).
    """
    return 0 < dtype.itemsize <= {"f": 8, "i": 8, "u": 8, "b": 1, "c": 16}.get(dtype.kind, 0)
