"""The capabilities of schemes whose positions are places on a grid."""

from collections.abc import Mapping
from functools import lru_cache
from math import prod
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import field_validator, model_validator

from peviewer.base.arrays import finite_array
from peviewer.base.former_names import FormerName
from peviewer.base.numbers import number
from peviewer.base.parameters import parameter, redeclared
from peviewer.base.refusals import abbreviated, refused
from peviewer.base.words import in_unit
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.scheme import Array, Scheme


def grid_side(
    title: str,
    help: str,
    default: int = 14,
    most: int = 128,
    only: tuple[str, tuple[Any, ...]] | None = None,
) -> Any:
    """Declare how many places a grid has along one axis."""
    return parameter(default, title=title, ge=1, le=most, slider=(1, 32), only=only, help=help)


class Gridded(Scheme):
    """Positions on a grid, counted row by row (the last axis fastest).

    Its length follows from the sides.
    """

    names_for_users: ClassVar[tuple[str, ...]] = ("places",)

    sides: ClassVar[tuple[str, ...]] = ("rows", "columns")  # the fields that are the sides
    derived_fields: ClassVar[tuple[str, ...]] = ("length", "sentence")

    length: int = parameter(
        196,
        title="Length",
        symbol="L",
        unit="positions",
        ge=1,
        le=10_000_000,
        hidden=True,
        help="How many positions the grid has.",
    )
    sentence: str = redeclared(Scheme, "sentence", "", hidden=True)

    @field_validator("sentence")
    @classmethod
    def _in_words(cls, sentence: str) -> str:
        if sentence:
            raise ValueError("empty, as positions on a grid have no sentence")
        return sentence

    @classmethod
    def sides_of(cls, fields: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the names of the fields that are the sides.

        A choice among the given fields may add an axis.
        """
        return cls.sides

    @model_validator(mode="before")
    @classmethod
    def _follow_the_grid(cls, fields: Any) -> Any:
        if not isinstance(fields, Mapping):
            return fields
        sides = [fields.get(name, cls.model_fields[name].default) for name in cls.sides_of(fields)]
        try:
            length = prod(map(int, sides))
        except (TypeError, ValueError, OverflowError):
            length = 0
        if length < 1:
            # One of the sides is not allowed; its own field refuses it.
            return fields
        if str(fields.get("length", length)) != str(length):
            size = " × ".join(abbreviated(int(side)) for side in sides)
            allowed = f"a grid of {size} has {abbreviated(length)} positions"
            raise ValueError(refused("length", fields["length"], allowed))
        return {**fields, "length": length}

    @property
    def grid(self) -> tuple[int, ...]:
        """The shape of the grid: rows and columns, and before them layers if it has any.

        Their product is L.
        """
        return tuple(getattr(self, name) for name in self.sides_of(self.by_field()))

    @property
    def axis_names(self) -> tuple[str, ...]:
        """The names of the grid's axes, in order."""
        return ("t", "y", "x")[-len(self.grid) :]

    def places(self, positions: ArrayLike) -> NDArray[np.int64]:
        """Return the grid coordinates of positions, from 0 along each axis, shape (…, axes)."""
        rows = self.row_numbers(finite_array("positions", positions), "the grid")
        return np.stack(np.unravel_index(rows, self.grid), axis=-1)


class PatchTable(Tabled):
    """A scheme that gives every position a vector, and whose positions may be patches on a grid."""

    @property
    def grid(self) -> tuple[int, ...]:
        """The shape of the grid; empty if the positions are no patches."""
        return ()


class ByOffset(Gridded):
    """A scheme that acts on attention by the offset of the key from the query on a grid."""

    names_for_users: ClassVar[tuple[str, ...]] = ("by_offset", "head_labels")

    heads_named: ClassVar[FormerName] = FormerName("head_labels")

    # A noun for what the last number of `extent` counts.
    counted: ClassVar[str] = "dimensions"

    @property
    def size(self) -> str:
        """How large it is, in words: ``"14 × 14 positions, 64 dimensions"``."""
        *sides, count = self.extent
        grid = " × ".join(map(number, sides))
        return f"{in_unit(grid, 'positions')}, {in_unit(number(count), self.counted)}"

    @property
    def head_labels(self) -> tuple[str, ...]:
        """The names of the rows of numbers."""
        return ("one head",)

    def offsets_along(self, axis: int) -> NDArray[np.int64]:
        """Return all offsets along one axis of the grid: 1 − side … side − 1."""
        return np.arange(1 - self.grid[axis], self.grid[axis])

    def offset_maps(self) -> Array:
        """Return the numbers by the offset in rows and in columns, within one frame.

        Shape (heads, 2 rows − 1, …).
        """
        return _offset_maps(self.from_zero)

    def place_map(self, head: int, position: int) -> Array:
        """Return one head's numbers for a query at `position` and all keys of its frame.

        Shape (rows, columns).
        """
        *_, row, column = self.places(position).tolist()
        *_, rows, columns = self.grid
        down = np.arange(rows) - row
        right = np.arange(columns) - column
        return np.asarray(self.in_one_frame(down, right)[head])

    def in_one_frame(self, down: NDArray[np.int64], right: NDArray[np.int64]) -> Array:
        """Return the numbers of keys `down` rows below and `right` columns right of the query.

        The keys are in the query's own frame.
        """
        return self.by_offset(*[0] * (len(self.grid) - 2), down[:, None], right)

    def by_offset(self, *offsets: ArrayLike) -> Array:
        """Return the numbers of keys at offsets along each axis, key less query.

        There is a row for each of ``head_labels``.
        """
        raise NotImplementedError


@lru_cache(maxsize=8)
def _offset_maps(scheme: ByOffset) -> Array:
    return scheme.in_one_frame(scheme.offsets_along(-2), scheme.offsets_along(-1))
