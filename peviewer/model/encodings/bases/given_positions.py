"""Positions that are given one by one: time stamps, coordinates, or several sequences in a row."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import model_validator

from peviewer.base.numbers import number, plain
from peviewer.base.parameters import parameter
from peviewer.base.refusals import CompleteError, refused
from peviewer.base.typed_values import read_numbers
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.stored.columns import column

Array = NDArray[np.float64]

MOST_POSITIONS = 4096
# Of a table at these positions, which is computed whole.
MOST_CELLS = 2**24
_FARTHEST = 1e15
FORM = (
    f"at most {number(MOST_POSITIONS)} numbers as in 0, 0.3, 2.7, runs as in 0..9, or a column of "
    "a file as in times.csv:hours"
)


class GivenPositions(Scheme):
    """A closed form, which has a value at any real position."""

    at: tuple[float, ...] = parameter(
        (),
        title="Given positions",
        form=FORM,
        seldom=True,
        help="The positions in their order, instead of one after the other: time stamps, "
        "coordinates, “0..9, 0..4” for two sequences in a row; or a column, as times.csv:hours.",
    )

    @model_validator(mode="before")
    @classmethod
    def _a_row_a_position(cls, fields: Any) -> Any:
        if not isinstance(fields, Mapping) or fields.get("at") is None:
            return fields
        at = read_positions(fields["at"])
        return {"length": len(at), **fields, "at": at} if len(at) else fields

    @model_validator(mode="after")
    def _fits_the_positions(self) -> "GivenPositions":
        if not self.at:
            return self
        if self.length != len(self.at):
            why = f"at has {number(len(self.at))} positions"
            raise ValueError(refused("length", self.length, why))
        if self.first:
            raise ValueError(refused("first", self.first, "at gives the positions"))
        if len(self.at) * getattr(self, "dim", 1) > MOST_CELLS:
            why = f"with so many dimensions at has at most {MOST_CELLS // getattr(self, 'dim', 1)}"
            raise ValueError(refused("at", f"{len(self.at)} positions", why))
        return self

    def fields_kept_with(self, changes: Mapping[str, object]) -> dict[str, object]:
        kept = super().fields_kept_with(changes)
        if "at" in changes:
            kept.pop("length", None)
            kept["first"] = 0
        return kept

    def places(self) -> Array:
        """Return the position of each row, shape (L,)."""
        if self.at:
            return np.array(self.at)
        return np.arange(self.first, self.first + self.length, dtype=np.float64)

    @property
    def farthest_position(self) -> float:
        """How far from 0 the farthest position is."""
        ends = self.at or (self.first, self.positions[-1])
        return float(max(map(abs, ends)))

    @property
    def positions_code(self) -> str:
        """The positions as code."""
        return f"np.array({list(self.at)})" if self.at else "np.arange(length)"

    @property
    def why_no_code(self) -> str:
        why = "given positions have no code with this scheme"
        return why if self.at else super().why_no_code

    @property
    def sequences(self) -> NDArray[np.int64]:
        """The number of the sequence of each row.

        A new one begins where whole positions fall that otherwise rise.
        """
        steps = np.diff(self.places(), prepend=self.places()[:1])
        are_packed = bool((steps > 0).any() and (np.mod(self.places(), 1) == 0).all())
        return np.cumsum((steps < 0) & are_packed)

    @property
    def words(self) -> tuple[str, ...]:
        return super().words or self.place_names

    def position_text(self, position: int) -> str:
        return self.word_at(position) if self.at else super().position_text(position)

    @property
    def place_names(self) -> tuple[str, ...]:
        """What the given positions are called; empty where none are given."""
        return tuple(plain(position) for position in self.at)


def read_positions(value: Any) -> tuple[float, ...]:
    """Return positions that were given as numbers, typed, or named as the column of a file.

    >>> read_positions("0, 0.3; 2..4"), read_positions([1, 2.5])
    ((0, 0.3, 2, 3, 4), (1.0, 2.5))
    """
    if isinstance(value, str):
        numbers = read_numbers(value)
        return column(value, MOST_POSITIONS) if numbers is None else _few(numbers)
    try:
        array = np.asarray(value, dtype=np.float64).reshape(-1)
    except (ValueError, TypeError):
        raise CompleteError(refused("at", value, f"it must be {FORM}")) from None
    if not np.isfinite(array).all():
        raise CompleteError(
            f"at is not allowed: it has a number that is not finite; it must be {FORM}"
        )
    return _few(tuple(array.tolist()))


def _few(numbers: tuple[float, ...]) -> tuple[float, ...]:
    if len(numbers) > MOST_POSITIONS:
        counted = f"{number(len(numbers))} positions"
        raise CompleteError(f"at = {counted} is not allowed: it must be {FORM}")
    farthest = max(numbers, key=abs, default=0.0)
    if abs(farthest) > _FARTHEST:
        raise CompleteError(refused("at", farthest, "a position must be from −10¹⁵ to 10¹⁵"))
    return numbers
