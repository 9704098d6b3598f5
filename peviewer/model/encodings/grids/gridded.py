"""The capabilities of schemes whose positions are places on a grid."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt, prod
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import field_validator, model_validator

from peviewer.base.formula import Formula
from peviewer.base.parameters import abbreviated, parameter, redeclared, refused
from peviewer.base.words import in_unit, number
from peviewer.model.encodings.scheme import Array, Scheme, Tabled, finite_array
from peviewer.model.sampling.raster import ArrayRaster, Raster, Reduce


def _nearly_square(length: object, axes: int) -> tuple[int, ...]:
    """Return the sides of a grid of `length` positions, the last two as equal as possible; none if it is no number.

    >>> _nearly_square(60, 2), _nearly_square(7, 3), _nearly_square("x", 2)
    ((6, 10), (1, 1, 7), ())
    """
    try:
        count = int(str(length))
    except ValueError:
        return ()
    if count < 1:
        return ()
    if axes == 1:
        return (count,)
    rows = next(side for side in range(isqrt(count), 0, -1) if count % side == 0)
    return (*(1,) * (axes - 2), rows, count // rows)


def grid_side(
    title: str, help: str, default: int = 14, most: int = 128, only: tuple[str, tuple[Any, ...]] | None = None
) -> Any:
    """Declare how many places a grid has along one axis."""
    return parameter(default, title=title, ge=1, le=most, slider=(1, 32), only=only, help=help)


class Gridded(Scheme):
    """Positions on a grid, counted row by row (the last axis fastest).

    A scheme declares the fields that are the sides of its grid; its length follows from them. A length that is given
    without sides chooses the most nearly square grid that has it.
    """

    sides: ClassVar[tuple[str, ...]] = ("rows", "columns")
    derived: ClassVar[tuple[str, ...]] = ("length", "sentence")

    length: int = parameter(
        196, title="Length", symbol="L", unit="positions", ge=1, le=10_000_000, hidden=True,
        help="How many positions the grid has.",
    )  # fmt: skip
    sentence: str = redeclared(Scheme, "sentence", "", hidden=True)

    @field_validator("sentence")
    @classmethod
    def _in_words(cls, sentence: str) -> str:
        if sentence:
            raise ValueError("empty, as positions on a grid have no sentence")
        return sentence

    @classmethod
    def sides_of(cls, fields: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the names of the fields that are the sides, where a choice among the given fields adds an axis."""
        return cls.sides

    @model_validator(mode="before")
    @classmethod
    def _fill_the_grid(cls, fields: Any) -> Any:
        if not isinstance(fields, Mapping):
            return fields
        defaults, chosen, names = cls.model_fields, fields, cls.sides_of(fields)
        if "length" in fields and not any(name in fields for name in names):
            chosen = dict(zip(names, _nearly_square(fields["length"], len(names)), strict=False))
        sides = [chosen.get(name, defaults[name].default) for name in names]
        try:
            length = prod(map(int, sides))
        except (TypeError, ValueError, OverflowError):
            length = 0
        if length < 1:
            return fields  # a side is not allowed, which its field says
        if str(fields.get("length", length)) != str(length):
            named = " × ".join(abbreviated(int(side)) for side in sides)
            chosen_length, count = abbreviated(fields["length"]), abbreviated(length)
            raise ValueError(f"length = {chosen_length} is not allowed: a grid of {named} has {count} positions")
        return {**fields, **chosen, "length": length}

    def kept_beside(self, changes: Mapping[str, object]) -> dict[str, object]:
        """Return the fields that stay; if only a length is chosen, the sides follow from it."""
        sides = self.sides_of({**dict(self), **changes})
        alone = "length" in changes and not changes.keys() & set(sides)
        return {name: value for name, value in super().kept_beside(changes).items() if not (alone and name in sides)}

    @property
    def grid(self) -> tuple[int, ...]:
        """The shape of the grid: rows and columns, before them layers where it has any; their product is L."""
        return tuple(getattr(self, name) for name in self.sides_of(dict(self)))

    @property
    def axis_names(self) -> tuple[str, ...]:
        """The names of the grid's axes, in order."""
        return ("t", "y", "x")[-len(self.grid) :]

    def places(self, positions: ArrayLike) -> NDArray[np.int64]:
        """Return the grid coordinates of positions, counted from 0 along each axis, shape (…, axes)."""
        numbers = finite_array("positions", positions)
        index = numbers - self.first
        wrong = (index < 0) | (index >= self.length) | (index != np.floor(index))
        if wrong.any():
            ends = f"{number(self.first)} to {number(self.first + self.length - 1)}"
            raise ValueError(refused("position", numbers[wrong][0], f"the grid has whole ones from {ends}"))
        return np.stack(np.unravel_index(index.astype(np.int64), self.grid), axis=-1)


class PatchTable(Tabled):
    """A scheme that gives every position a vector, and whose positions may be patches on a grid."""

    @property
    def grid(self) -> tuple[int, ...]:
        """The shape of the grid; empty if the positions are no patches."""
        return ()


class ByOffset(Gridded):
    """A scheme that acts on attention by how far the key lies from the query along each axis of a grid."""

    @property
    def size(self) -> str:
        """How large it is, in words: ``"14 × 14 positions, 64 dimensions"``."""
        others = [in_unit(number(count), counted) for count, counted in self.counted()]
        return ", ".join([in_unit(" × ".join(map(number, self.grid)), "positions"), *others])

    def counted(self) -> tuple[tuple[int, str], ...]:
        """Return the second number of its size and its unit, as 64 dimensions."""
        return ()

    @property
    def heads_named(self) -> tuple[str, ...]:
        """The names of the rows of numbers."""
        return ("one head",)

    def offsets_along(self, axis: int) -> NDArray[np.int64]:
        """Return all offsets along one axis of the grid: 1 − side … side − 1."""
        return np.arange(1 - self.grid[axis], self.grid[axis])

    def offset_maps(self) -> Array:
        """Return the numbers by the offset in rows and in columns, within one frame; shape (heads, 2 rows − 1, …)."""
        return _offset_maps(self.from_zero)

    def place_map(self, head: int, position: int) -> Array:
        """Return what one head gives a query at some position for the keys of its frame; shape (rows, columns)."""
        places = self.places(position)[-2:].tolist()
        down, right = (np.arange(side) - place for side, place in zip(self.grid[-2:], places, strict=True))
        return np.asarray(self.in_one_frame(down, right)[head])

    def in_one_frame(self, down: NDArray[np.int64], right: NDArray[np.int64]) -> Array:
        """Return the numbers of keys so many rows below and columns right of the query, in its own frame."""
        return self.by_offset(*[0] * (len(self.grid) - 2), down[:, None], right)

    def by_offset(self, *offsets: ArrayLike) -> Array:
        """Return the numbers of keys at offsets along each axis, key less query, a row for each of ``heads_named``."""
        raise NotImplementedError


@lru_cache(maxsize=8)
def _offset_maps(scheme: ByOffset) -> Array:
    return scheme.in_one_frame(scheme.offsets_along(-2), scheme.offsets_along(-1))


class TurningByAxis(ByOffset):
    """A scheme that turns pairs of queries and keys on a grid, each by its place along one axis alone."""

    dim: int = parameter(
        64, title="Head dimensions", symbol="D", ge=4, le=4096, slider=(4, 512), scale="log", multiple=4,
        stops=(32, 64, 80, 96, 128, 256), help="How many numbers a query or a key of one head has; it must be a "
                                               "multiple of 4.",
        formula="pairs i = 0 … D/2 − 1",
    )  # fmt: skip

    @property
    def extent(self) -> tuple[int, ...]:
        return *self.grid, self.dim

    def counted(self) -> tuple[tuple[int, str], ...]:
        return ((self.dim, "dimensions"),)

    @property
    def pairs(self) -> int:
        """How many pairs turn, D/2."""
        return self.dim // 2

    def frequencies(self) -> Array:
        """Return ω_i, shape (D/2,), in rad a place along the axis that the pair turns by."""
        raise NotImplementedError

    def turned_by(self) -> NDArray[np.int64]:
        """Return which axis of :attr:`axis_names` each pair turns by, shape (D/2,)."""
        raise NotImplementedError

    def frequency_formula(self) -> Formula:
        """Return ω_i as a formula."""
        raise NotImplementedError

    def angles(self) -> Array:
        """Return the angle of each pair at each position, shape (L, D/2), in radians, not wrapped."""
        places = self.places(np.arange(self.first, self.first + self.length))
        return np.asarray(places[:, self.turned_by()] * self.frequencies())

    def along(self, axis: int, offsets: ArrayLike) -> Array:
        """Return the contribution of one axis's pairs to the mean score of all pairs; shape of `offsets`."""
        numbers = finite_array("offsets", offsets)
        rates = self.frequencies()[self.turned_by() == axis]
        turned = [np.cos(rates * offset).sum() for offset in numbers.ravel().tolist()]
        return np.array(turned, dtype=np.float64).reshape(numbers.shape) / self.pairs

    def by_offset(self, *offsets: ArrayLike) -> Array:
        """Return the score of equal query and key whose pairs are all the same, divided by their norms.

        It is the mean of cos(ω_i·Δ) over the pairs, each with the offset along its own axis; see
        :meth:`ByOffset.by_offset`.
        """
        parts = [self.along(axis, offset) for axis, offset in enumerate(offsets)]
        return np.asarray(sum(parts[1:], parts[0]))[None]


class Indexed(ByOffset):
    """A scheme that has a learned number in each head for every offset in a window, looked up by an index."""

    @property
    def offset_count(self) -> int:
        """The number of offsets, which is that of learned numbers in a head."""
        return prod(2 * places - 1 for places in self.grid)

    def indices(self, down: ArrayLike, right: ArrayLike) -> NDArray[np.int64]:
        """Return the index into the table for keys so many rows below and columns right of the query."""
        raise NotImplementedError


@dataclass(frozen=True)
class IndexRaster(Raster):
    """The matrix queries × keys of indices into a table of biases.

    An index is a number of the query less one of the key, so that the mean of a block is a difference of two means.
    """

    scheme: Indexed

    @property
    def shape(self) -> tuple[int, int]:
        return self.scheme.length, self.scheme.length

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        scheme = self.scheme
        places = scheme.places(np.array(scheme.positions))
        middle = int(scheme.indices(0, 0))
        numbers = ArrayRaster((scheme.indices(*-places.T) - middle).astype(np.float64)[None])
        queries, keys = (numbers.sample([0], points, reduce)[0] for points in (rows, columns))
        return np.asarray(middle + queries[:, None] - keys[None, :], dtype=np.float32)
