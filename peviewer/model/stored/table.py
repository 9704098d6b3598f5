"""The numbers of a table as they are stored, checked.

And interpolated for another length or grid.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.base.refusals import refused
from peviewer.base.work import check_cancelled
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.stored.entry import TableError, decoded

MOST_ROWS = 10_000_000
MOST_COLUMNS = 65_536
# The most cells of a table, or a view, that are all looked at; of more, an even sample of rows.
MOST_CELLS = 2**24
# A number above this counts as infinite: its square does not fit into single precision.
LARGEST = 1e30
AT_ONCE = 2**20
Interpolation = Literal["nearest", "bilinear", "bicubic"]
SIZE_FORM = "how many positions, as in 512, or rows x columns of a grid, as in 24x24"
_SIZE = re.compile(r"\s*(\d{1,5})\s*(?:[x×]\s*(\d{1,5})\s*)?", re.ASCII)
# The parameter a of Keys's cubic, as torch sets it without antialiasing and with it.
_SHARPNESS = {False: -0.75, True: -0.5}


@dataclass(frozen=True)
class StoredTable:
    """The numbers of a table; two are equal if they have the same source."""

    made_of: tuple[object, ...]
    stored: NDArray[Any] = field(compare=False, repr=False)
    kind: str = field(compare=False)  # "float32", "bfloat16" …
    # By size, of all or of the sample that is looked at.
    largest: float = field(default=0.0, compare=False)

    @classmethod
    def checked(cls, made_of: tuple[object, ...], stored: NDArray[Any], kind: str) -> Self:
        """Return a table whose size and numbers can be shown.

        Refuse a table that is too large or not finite.
        """
        length, dim = stored.shape
        for count, most, what in (
            (length, MOST_ROWS, "positions"),
            (dim, MOST_COLUMNS, "dimensions"),
        ):
            if count > most:
                raise TableError(f"it has {number(count)} {what}: at most {number(most)} are shown")
        largest = 0.0
        bad = 0
        first = (0, 0)
        for row_numbers, part in _looked_at(stored):
            check_cancelled()
            rows = decoded(part, kind)
            with np.errstate(invalid="ignore"):
                sizes = np.abs(rows.astype(np.float64))
            good = sizes <= LARGEST
            if not good.all():
                row, column = np.argwhere(~good)[0]
                first = first if bad else (int(row_numbers[row]), int(column))
                bad += int((~good).sum())
            largest = max(largest, float(sizes.max(initial=0.0, where=good)))
        if bad:
            those = "numbers that are" if bad > 1 else "number that is"
            where = f"the first in row {number(first[0])}, column {number(first[1])}"
            raise TableError(f"it has {number(bad)} {those} not finite, or beyond ±10³⁰: {where}")
        return cls(made_of, stored, kind, largest)

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and dimensions."""
        length, dim = self.stored.shape
        return length, dim

    def rows(
        self, index: NDArray[np.int64], columns: slice | NDArray[np.int64] = slice(None)
    ) -> NDArray[np.float64]:
        """Return some rows, or some columns of them, in double precision."""
        if not isinstance(columns, slice):
            low, high = (int(columns.min()), int(columns.max()) + 1) if len(columns) else (0, 0)
            return self.rows(index, slice(low, high))[:, columns - low]
        return decoded(self.stored[index, columns], self.kind).astype(np.float64)


def _looked_at(
    stored: NDArray[Any],
) -> Iterator[tuple[Sequence[int] | NDArray[np.int64], NDArray[Any]]]:
    """Yield rows with their numbers, a part at a time.

    These are all rows, or an even sample of a large table.
    """
    length, dim = stored.shape
    step = max(1, AT_ONCE // dim)
    if stored.size <= MOST_CELLS:
        for start in range(0, length, step):
            yield range(start, min(start + step, length)), stored[start : start + step]
        return
    sample = linspace_indices(length, max(2, AT_ONCE // dim))
    for start in range(0, len(sample), step):
        row_numbers = sample[start : start + step]
        yield row_numbers, stored[row_numbers]


def read_size(text: str) -> tuple[int, ...]:
    """Return the sides of a size as it is typed; none where it is empty."""
    if not text.strip():
        return ()
    size = _SIZE.fullmatch(text)
    sides = tuple(int(side) for side in size.groups() if side) if size else (0,)
    if min(sides) < 1:
        raise ValueError(refused("resize", text, f"it must be {SIZE_FORM}"))
    return sides


def weights(
    count: int, new: int, interpolation: Interpolation, antialias: bool, align_corners: bool
) -> NDArray[np.float64]:
    """Return the weights of `count` places along an axis in each of `new` ones, (new, count).

    Rows sum to 1.
    """
    if interpolation == "nearest":
        nearest_places = _nearest_places(count, new)
        return np.asarray(np.arange(count) == nearest_places[:, None], dtype=np.float64)
    shares = np.zeros((new, count))
    reach = 1 if interpolation == "bilinear" else 2
    step = (
        (count - 1) / (new - 1)
        if align_corners and new > 1
        else 0.0
        if align_corners
        else count / new
    )
    if antialias:
        width = max(1.0, step)
        middles = step * (np.arange(new) + 0.5)
        for row, middle in enumerate(middles):
            low = max(int(middle - reach * width + 0.5), 0)
            near = np.arange(low, min(int(middle + reach * width + 0.5), count))
            shares[row, near] = _kernel((near - middle + 0.5) / width, interpolation, antialias)
        shares /= shares.sum(axis=1, keepdims=True)
        return shares
    middles = step * np.arange(new) if align_corners else step * (np.arange(new) + 0.5) - 0.5
    if interpolation == "bilinear":
        # Places beyond the edge have the values at the edge.
        middles = np.maximum(middles, 0)
    for offset in range(1 - reach, 1 + reach):
        near = np.floor(middles) + offset
        part = _kernel(middles - near, interpolation, antialias)
        np.add.at(shares, (np.arange(new), np.clip(near, 0, count - 1).astype(int)), part)
    return shares


def _nearest_places(count: int, new: int) -> NDArray[np.int64]:
    """Return which of `count` places each of `new` ones gets, in single precision as in torch."""
    step = np.float32(count) / np.float32(new)
    starts = np.arange(new, dtype=np.float32) * step
    return np.minimum(starts.astype(np.int64), count - 1)


def _kernel(
    apart: NDArray[np.float64], interpolation: Interpolation, antialias: bool
) -> NDArray[np.float64]:
    """Return the weight of a place by its distance in places: a tent, or Keys's cubic."""
    x = np.abs(apart)
    if interpolation == "bilinear":
        return np.asarray(np.maximum(1 - x, 0))
    a = _SHARPNESS[antialias]
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = a * (((x - 5) * x + 8) * x - 4)
    return np.where(x <= 1, near, np.where(x < 2, far, 0.0))


@lru_cache(maxsize=8)
def resized(
    table: StoredTable,
    grid: tuple[int, ...],
    size: tuple[int, ...],
    interpolation: Interpolation,
    antialias: bool,
    align_corners: bool,
) -> StoredTable:
    """Return a table whose positions are places of `grid`, row by row, for another grid."""
    dim = table.shape[1]
    if max(table.stored.size, prod(size) * dim) > MOST_CELLS:
        most = number(MOST_CELLS // dim)
        raise ValueError(
            f"resize is not allowed: with {number(dim)} dimensions a table has at most {most} "
            "positions"
        )
    numbers = table.rows(np.arange(prod(grid))).reshape(*grid, dim)
    for axis, (count, new) in enumerate(zip(grid, size, strict=True)):
        shares = weights(count, new, interpolation, antialias, align_corners)
        numbers = np.moveaxis(np.tensordot(shares, numbers, (1, axis)), 0, axis)
    made_of = ("resized", table.made_of, grid, size, interpolation, antialias, align_corners)
    return StoredTable.checked(made_of, numbers.reshape(-1, dim), "float64")
