"""Swin's relative position bias: a learned number per head for every offset within a window."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import prod
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import model_validator

from peviewer.base.arrays import finite_array
from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.parameters import parameter, redeclared
from peviewer.model.encodings.bases.common_fields import seed_field
from peviewer.model.encodings.dialect import MOST_IN_CODE, Dialect
from peviewer.model.encodings.grids.gridded import ByOffset, grid_side
from peviewer.model.encodings.lagged import Biased, check_learned, head_names, of_array
from peviewer.model.encodings.scheme import Array
from peviewer.model.sampling.raster import ArrayRaster, Raster, Reduce
from peviewer.model.stored.windows import Window, side_of, windows_of

Values = Literal["drawn", "ramp", "chosen"]
# The most other windows with the same number of offsets that are offered.
_MAX_OTHER_WINDOWS = 3

# The standard deviation of the numbers that training starts with.
_DEVIATION = 0.02


class Swin(ByOffset):
    """A bias that is learned in each head for every offset of two places in a window.

    Notes
    -----
    Liu et al. 2021, arXiv 2103.14030; Video Swin, arXiv 2106.13230, has frames, too. The index is
    as ``relative_position_index`` of the authors' code has it, for M × M places: (Δy + M − 1)·(2M −
    1) + Δx + M − 1, where Δy and Δx are the query's place less the key's. Offsets here are the
    key's less the query's, as everywhere in this program, so that the signs are the other way
    round. The table starts as normal numbers of deviation 0.02, cut off at ±2. ``learned`` may be
    an array of shape (offsets, heads).

    Examples
    --------
    >>> Swin(rows=2, columns=2).indices([0, 0, 1, -1], [0, 1, 0, -1])
    array([4, 3, 1, 8])
    >>> Swin(rows=2, columns=2, heads=1, values="chosen", learned=range(9)).by_offset(1, 0)
    array([1.])
    """

    names_for_users: ClassVar[tuple[str, ...]] = ("indices", "table")

    title: ClassVar[str] = "Swin bias"
    group: ClassVar[str] = Biased.group
    gives: ClassVar[str] = "a bias for every head and offset on a grid"
    panes: ClassVar[tuple[str, ...]] = ("offsets",)
    positional_fields: ClassVar[tuple[str, ...]] = ("rows", "columns", "heads", "frames")
    counted: ClassVar[str] = "heads"

    scheme: Literal["swin"] = "swin"
    length: int = redeclared(ByOffset, "length", 49)
    rows: int = grid_side(
        "Window rows", "How many places the window of attention has from top to bottom.", 7, 32
    )
    columns: int = grid_side("Window columns", "How many places it has from left to right.", 7, 32)
    frames: int = grid_side(
        "Window frames", "How many frames of a video it has; 1 for a picture.", 1, 32
    )
    heads: int = redeclared(
        Biased,
        "heads",
        3,
        help="How many attention heads there are, each with a table of its own.",
    )
    values: Values = parameter(
        "drawn",
        title="Values",
        labels={"drawn": "Drawn, untrained", "ramp": "Falling with distance", "chosen": "By hand"},
        help="The biases are learned; here they are drawn as before training, fall evenly with "
        "the distance as an "
        "example, or are given by hand.",
    )
    ramp: float = parameter(
        0.25,
        title="Fall",
        ge=-100,
        le=100,
        slider=(0, 2),
        only=("values", ("ramp",)),
        help="How much the biases of the first head fall per place; those of head h fall by 1/h "
        "of it.",
    )
    window: Literal["told", "guessed"] = parameter(
        "told",
        title="Window",
        labels={"told": "Told", "guessed": "Guessed"},
        hidden=True,
        help="Whether the window of learned biases is known, or is only one that has as many "
        "offsets.",
    )
    seed: int = seed_field("The seed of the random numbers.", ("values", ("drawn",)))
    learned: tuple[float, ...] = parameter(
        (),
        title="Biases",
        only=("values", ("chosen",)),
        help="The bias of each index in order, head by head. An empty list stands for zeros.",
    )

    @model_validator(mode="before")
    @classmethod
    def _of_array(cls, fields: Any) -> Any:
        def sides_of_window(rows: int) -> dict[str, int]:
            side = side_of(rows)
            return {"rows": side, "columns": side} if side else {}

        return of_array(fields, sides_of_window)

    @model_validator(mode="after")
    def _check_count_of_biases(self) -> "Swin":
        if self.values == "chosen":
            check_learned(self.learned, self.heads, self.offset_count, "offsets")
        return self

    @classmethod
    def sides_of(cls, fields: Mapping[str, Any]) -> tuple[str, ...]:
        return cls.sides if fields.get("frames", 1) == 1 else ("frames", *cls.sides)

    def fields_kept_with(self, changes: Mapping[str, object]) -> dict[str, object]:
        """Return the fields that stay; a window that the user sets is no longer guessed."""
        fields = super().fields_kept_with(changes)
        if changes.keys() & {"frames", "rows", "columns"}:
            del fields["window"]
        return fields

    @property
    def question(self) -> str:
        others = self._other_windows()
        if self.window == "told" or not others:
            return ""
        other_texts = " or ".join(map(_window_text, others))
        sides = _named_sides(others[0]).items()
        arguments = " ".join(f"{name}={side}" for name, side in sides if side > 1)
        return (
            f"{number(self.offset_count)} offsets are those of a window of "
            f"{_window_text(self.grid)}, "
            f"as shown, or of {other_texts}. Set its sides if it is another, as in {arguments}."
        )

    @property
    def answers(self) -> dict[str, dict[str, object]]:
        windows = self.grid, *self._other_windows()
        return {f"It is {_window_text(window)}": {**_named_sides(window)} for window in windows}

    def _other_windows(self) -> list[Window]:
        """Return a few other windows with the same number of offsets, the likeliest first."""
        others = (window for window in windows_of(self.offset_count) if window != self.grid)
        return list(islice(others, _MAX_OTHER_WINDOWS))

    @property
    def is_placeholder(self) -> bool:
        return self.values != "chosen" or not self.learned

    @property
    def extent(self) -> tuple[int, ...]:
        return *self.grid, self.heads

    @property
    def head_labels(self) -> tuple[str, ...]:
        return head_names(self.heads)

    @property
    def offset_count(self) -> int:
        """The number of offsets; a head has as many learned numbers."""
        return prod(2 * places - 1 for places in self.grid)

    def indices(self, *offsets: ArrayLike) -> NDArray[np.int64]:
        """Return the index into the table for keys at offsets, key less query, along each axis."""
        numbers = [finite_array("offsets", offset) for offset in offsets]
        along_axes = np.stack(np.broadcast_arrays(*numbers), axis=-1)
        most = np.array(self.grid) - 1
        is_refused = (np.abs(along_axes) > most) | (along_axes != np.rint(along_axes))
        has_refused = is_refused.any(axis=-1)
        if has_refused.any():
            wrong = ", ".join(f"{offset:g}" for offset in along_axes[has_refused][0])
            least_text = ", ".join(f"−{end}" for end in most)
            most_text = ", ".join(map(str, most))
            allowed = f"the window has whole ones from ({least_text}) to ({most_text})"
            raise ValueError(f"offset = ({wrong}) is not allowed: {allowed}")
        places = np.moveaxis((most - along_axes).astype(np.int64), -1, 0)
        return np.asarray(np.ravel_multi_index(tuple(places), tuple(2 * most + 1)))

    def table(self) -> Array:
        """Return the numbers by index, shape (offsets, heads), as the authors' code keeps them.

        Read-only.
        """
        return _table(self.from_zero)

    def by_offset(self, *offsets: ArrayLike) -> Array:
        return np.moveaxis(self.table()[self.indices(*offsets)], -1, 0)

    def formula(self) -> Formula:
        names = ("frame", "row", "column")[-len(self.grid) :]
        terms = []
        for axis, (name, side) in enumerate(zip(names, self.grid, strict=True)):
            step = prod(2 * other - 1 for other in self.grid[axis + 1 :])
            offset = rf"{side - 1} - \Delta_\mathrm{{{name}}}"
            terms.append(offset if step == 1 else rf"{step}\,({offset})")
        return Formula(rf"\mathrm{{index}} = {' + '.join(terms)}")

    @property
    def why_no_code(self) -> str:
        return (
            f"a table of {number(self.table().size)} numbers is too long for code: "
            f"{number(MOST_IN_CODE)} are most"
        )

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        if self.table().size > MOST_IN_CODE:
            return []
        says = (
            "Return what is added to the scores of queries t and keys s, shape (heads, places, "
            "places)."
        )
        lines = [
            "biases = [  # learned, a line an index, a column a head",
            *(f"    {row}," for row in self.table().tolist()),
            "]",
            f"window = {self.grid}",
            "places = np.stack(np.unravel_index(np.arange(np.prod(window)), window), -1)",
            "apart = places[:, None] - places[None, :] + np.array(window) - 1"
            "  # query less key, from 0",
            "indices = np.ravel_multi_index(tuple(np.moveaxis(apart, -1, 0)), "
            "tuple(2 * side - 1 for side in window))",
            "table = np.array(biases)[indices].transpose(2, 0, 1)",
        ]
        return dialect.function("attention_bias", {}, says, lines, before_return)


SCHEME = Swin


def _window_text(window: Window) -> str:
    return " × ".join(map(number, window))


def _named_sides(window: Window) -> dict[str, int]:
    frames, rows, columns = (1, *window)[-3:]
    return {"frames": frames, "rows": rows, "columns": columns}


@lru_cache(maxsize=8)
def _table(scheme: Swin) -> Array:
    """Return the numbers by index and head; read-only."""
    count = scheme.offset_count
    heads = scheme.heads
    if scheme.values == "drawn":
        # A seed gives the same first heads for any number of heads.
        numbers = np.random.default_rng(scheme.seed).standard_normal((heads, count)) * _DEVIATION
    elif scheme.values == "ramp":
        offsets_of_axes = [np.arange(1.0 - places, places) for places in scheme.grid]
        along_axes = np.meshgrid(*offsets_of_axes, indexing="ij")
        distances = np.sqrt(sum(np.square(offsets) for offsets in along_axes)).reshape(1, -1)
        numbers = -scheme.ramp * distances / np.arange(1, heads + 1)[:, None]
    else:
        numbers = np.array(scheme.learned or [0.0] * heads * count).reshape(heads, count)
    numbers = np.ascontiguousarray(numbers.T)
    numbers.setflags(write=False)
    return numbers


@dataclass(frozen=True)
class IndexRaster(Raster):
    """The matrix queries × keys of indices into a table of biases.

    An index is the query's place number minus the key's.
    """

    scheme: Swin

    @property
    def shape(self) -> tuple[int, int]:
        return self.scheme.length, self.scheme.length

    def sample(
        self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean"
    ) -> NDArray[np.float32]:
        scheme = self.scheme
        places = scheme.places(np.array(scheme.positions))
        middle = int(scheme.indices(*[0] * len(scheme.grid)))
        differences = (scheme.indices(*-places.T) - middle).astype(np.float64)
        numbers = ArrayRaster(differences[None])
        queries = numbers.sample([0], rows, reduce)[0]
        keys = numbers.sample([0], columns, reduce)[0]
        return np.asarray(middle + queries[:, None] - keys[None, :], dtype=np.float32)
