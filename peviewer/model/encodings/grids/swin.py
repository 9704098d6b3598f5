"""Swin's relative position bias: a learned number per head for every offset within a window."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import model_validator

from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter, redeclared
from peviewer.base.words import number
from peviewer.model.encodings.dialect import MOST_IN_CODE, Dialect
from peviewer.model.encodings.grids.gridded import ByOffset, grid_side
from peviewer.model.encodings.lagged import Biased, check_learned, head_names, of_array
from peviewer.model.encodings.scheme import Array, drawn_seed, finite_array
from peviewer.model.sampling.raster import ArrayRaster, Raster, Reduce
from peviewer.model.stored.families import window_of

Values = Literal["drawn", "ramp", "chosen"]
_DEVIATION = 0.02  # standard deviation of the numbers that training starts with


class Swin(ByOffset):
    """A bias that is learned in each head for every offset of two places in a window.

    Notes
    -----
    Liu et al. 2021, arXiv 2103.14030; the index as ``relative_position_index`` of the authors' code has it, for M × M
    places: (Δy + M − 1)·(2M − 1) + Δx + M − 1, where Δy and Δx are the query's place less the key's. Offsets here are
    the key's less the query's, as everywhere in this program, so that the signs are the other way round. The table
    starts as normal numbers of deviation 0.02, cut off at ±2. ``learned`` may be an array of shape (offsets, heads).

    Examples
    --------
    >>> Swin(rows=2, columns=2).indices([0, 0, 1, -1], [0, 1, 0, -1])
    array([4, 3, 1, 8])
    >>> Swin(rows=2, columns=2, heads=1, values="chosen", learned=range(9)).by_offset(1, 0)
    array([1.])
    """

    title: ClassVar[str] = "Swin bias"
    group: ClassVar[str] = Biased.group
    gives: ClassVar[str] = "a bias for every head and offset on a grid"
    panes: ClassVar[tuple[str, ...]] = ("offsets",)
    ordered: ClassVar[tuple[str, ...]] = ("rows", "columns", "heads")
    counted: ClassVar[str] = "heads"

    scheme: Literal["swin"] = "swin"
    length: int = redeclared(ByOffset, "length", 49)
    rows: int = grid_side("Window rows", "How many places the window of attention has from top to bottom.", 7, 32)
    columns: int = grid_side("Window columns", "How many places it has from left to right.", 7, 32)
    heads: int = redeclared(
        Biased, "heads", 3,
        help="How many attention heads there are, each with a table of its own.",
    )  # fmt: skip
    values: Values = parameter(
        "drawn", title="Values",
        labels={"drawn": "Drawn, untrained", "ramp": "Falling with distance", "chosen": "By hand"},
        help="The biases are learned; here they are drawn as before training, fall evenly with the distance as an "
             "example, or are given by hand.",
    )  # fmt: skip
    ramp: float = parameter(
        0.25, title="Fall", ge=-100, le=100, slider=(0, 2), only=("values", ("ramp",)),
        help="How much the biases of the first head fall per place; those of head h fall by 1/h of it.",
    )  # fmt: skip
    seed: int = drawn_seed("The seed of the random numbers.", ("values", ("drawn",)))
    learned: tuple[float, ...] = parameter(
        (), title="Biases", only=("values", ("chosen",)),
        help="The bias of each index in order, head by head. An empty list stands for zeros.",
    )  # fmt: skip

    @model_validator(mode="before")
    @classmethod
    def _of_array(cls, fields: Any) -> Any:
        def follow(rows: int) -> dict[str, int]:
            return {"rows": window, "columns": window} if (window := window_of(rows)) else {}

        return of_array(fields, follow)

    @model_validator(mode="after")
    def _as_many_as_there_are(self) -> "Swin":
        if self.values == "chosen":
            check_learned(self.learned, self.heads, self.offset_count, "offsets")
        return self

    @property
    def is_placeholder(self) -> bool:
        return self.values != "chosen" or not self.learned

    @property
    def extent(self) -> tuple[int, ...]:
        return *self.grid, self.heads

    @property
    def heads_named(self) -> tuple[str, ...]:
        return head_names(self.heads)

    @property
    def offset_count(self) -> int:
        """The number of offsets, which is that of learned numbers in a head."""
        return prod(2 * places - 1 for places in self.grid)

    def indices(self, down: ArrayLike, right: ArrayLike) -> NDArray[np.int64]:
        """Return the index into the table for keys so many rows below and columns right of the query."""
        y, x = np.broadcast_arrays(finite_array("offsets", down), finite_array("offsets", right))
        low, wide = self.rows - 1, self.columns - 1
        if (outside := (np.abs(y) > low) | (np.abs(x) > wide) | (y != np.rint(y)) | (x != np.rint(x))).any():
            wrong = f"({y[outside][0]:g}, {x[outside][0]:g})"
            ends = f"(−{low}, −{wide}) to ({low}, {wide})"
            raise ValueError(f"offset = {wrong} is not allowed: the window has whole ones from {ends}")
        return np.asarray((low - y) * (2 * wide + 1) + wide - x, dtype=np.int64)

    def table(self) -> Array:
        """Return the numbers by index, shape (offsets, heads), as the authors' code keeps them; read-only."""
        return _table(self.from_zero)

    def by_offset(self, *offsets: ArrayLike) -> Array:
        return np.moveaxis(self.table()[self.indices(*offsets)], -1, 0)

    def formula(self) -> Formula:
        return Formula(
            rf"\mathrm{{index}} = {2 * self.columns - 1}\,({self.rows - 1} - \Delta_\mathrm{{row}})"
            rf" + {self.columns - 1} - \Delta_\mathrm{{column}}"
        )

    @property
    def why_no_code(self) -> str:
        return f"a table of {number(self.table().size)} numbers is too long for code: {number(MOST_IN_CODE)} are most"

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        if self.table().size > MOST_IN_CODE:
            return []
        says = "Return what is added to the scores of queries t and keys s, shape (heads, places, places)."
        lines = [
            "biases = [  # learned, a line an index, a column a head",
            *(f"    {row}," for row in self.table().tolist()),
            "]",
            f"places = np.arange({self.rows} * {self.columns})",
            f"rows, columns = places // {self.columns}, places % {self.columns}",
            f"down = rows[:, None] - rows[None, :] + {self.rows - 1}",
            f"right = columns[:, None] - columns[None, :] + {self.columns - 1}",
            f"table = np.array(biases)[down * {2 * self.columns - 1} + right].transpose(2, 0, 1)",
        ]
        return dialect.function("attention_bias", {}, says, lines, before_return)


SCHEME = Swin


@lru_cache(maxsize=8)
def _table(scheme: Swin) -> Array:
    """Return the numbers by index and head; read-only."""
    count, heads = scheme.offset_count, scheme.heads
    if scheme.values == "drawn":
        # A seed gives the same first heads for any number of heads.
        numbers = np.random.default_rng(scheme.seed).standard_normal((heads, count)) * _DEVIATION
    elif scheme.values == "ramp":
        down, right = (np.arange(1.0 - places, places) for places in scheme.grid)
        numbers = -scheme.ramp * np.hypot(down[:, None], right).reshape(1, -1) / np.arange(1, heads + 1)[:, None]
    else:
        numbers = np.array(scheme.learned or [0.0] * heads * count).reshape(heads, count)
    numbers = np.ascontiguousarray(numbers.T)
    numbers.setflags(write=False)
    return numbers


@dataclass(frozen=True)
class IndexRaster(Raster):
    """The matrix queries × keys of indices into a table of biases: a number of the query less one of the key."""

    scheme: Swin

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
