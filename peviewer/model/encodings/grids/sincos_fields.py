"""The fields of sines and cosines over a grid, and how the columns are shared by its axes."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Self

import numpy as np
from pydantic import model_validator

from peviewer.base.constructed import Published
from peviewer.base.numbers import number
from peviewer.base.parameters import parameter
from peviewer.base.refusals import refused
from peviewer.base.words import in_unit
from peviewer.model.encodings.bases.common_fields import USUAL_DIMS, seed_field
from peviewer.model.encodings.bases.turning_fields import frequency_base
from peviewer.model.encodings.grids.coordinates import (
    Span,
    Times,
    coordinate_offset,
    coordinate_scales,
    coordinate_span,
    coordinate_times,
)
from peviewer.model.encodings.grids.gridded import Gridded, PatchTable, grid_side
from peviewer.model.encodings.scheme import Array

# The fields that are sides of the grid, and what a coordinate along each is called.
SIDES = "frames", "rows", "columns"
SIDE_NAMES = "frame", "row", "column"

# The most octaves: more overflow double precision.
_MOST_OCTAVES = 1000


class SincosFields(Gridded, PatchTable):
    """The fields of sines and cosines over a grid, and the columns that follow from them."""

    published: ClassVar[Published] = {
        "rates": {
            "octaves": {
                "dim": 40,
                "span": "signed",
                "offset": 0.5,
                "times": "pi",
                "layout": "interleaved",
            },
            "drawn": {"span": "unit", "times": "2pi"},
        },
    }

    axes: int = parameter(
        2,
        title="Axes",
        ge=1,
        le=3,
        slider=(1, 3),
        help="1: columns alone. 2: rows and columns. 3: frames, rows and columns.",
    )
    frames: int = grid_side(
        "Frames", "How many frames there are, after one another.", 4, only=("axes", (3,))
    )
    rows: int = grid_side("Rows", "How many rows of places there are.", only=("axes", (2, 3)))
    columns: int = grid_side("Columns", "How many columns of places there are.")
    dim: int = parameter(
        256,
        title="Dimensions",
        symbol="d",
        ge=2,
        le=65_536,
        slider=(4, 4096),
        scale="log",
        step=4,
        stops=USUAL_DIMS,
        help="How many numbers each place gets.",
    )
    rates: Literal["powers", "octaves", "drawn"] = parameter(
        "powers",
        title="Frequencies",
        labels={"powers": "Powers of a base", "octaves": "Octaves", "drawn": "Drawn"},
        help="The paper's frequencies for each axis; octaves, each twice as fast as the one "
        "before, as in NeRF; or "
        "waves in random directions.",
    )
    base: float = frequency_base(
        only=("rates", ("powers",)),
        help="A larger base widens the range of frequencies of each axis; some codes call it "
        "temperature.",
    )
    spread: float = parameter(
        2.0,
        title="Spread",
        gt=0,
        le=1000,
        slider=(0.1, 100),
        scale="log",
        only=("rates", ("drawn",)),
        help="The standard deviation of the number of turns that drawn waves make across the grid.",
    )
    seed: int = seed_field("The seed of the random waves.", ("rates", ("drawn",)))
    order: Literal["rows", "columns"] = parameter(
        "columns",
        title="Order",
        labels={"rows": "Rows first", "columns": "Columns first"},
        help="Which numbers come first in a vector: those of the row, as in DETR, or those of the "
        "column, as in MAE.",
    )
    layout: Literal["concatenated", "interleaved", "functions", "frequencies"] = parameter(
        "concatenated",
        title="Columns are",
        labels={
            "concatenated": "By axis: sin | cos",
            "interleaved": "By axis: sin cos …",
            "functions": "All sin | all cos",
            "frequencies": "By frequency",
        },
        help="The order of sines and cosines in a vector.",
    )
    shares: tuple[int, ...] = parameter(
        (),
        title="Shares",
        seldom=True,
        help="How the dimensions are shared among the axes: 2, 1, 1 gives half of them to frames. "
        "Empty: the same for "
        "each.",
    )
    span: Span = coordinate_span("What the sines are taken of")
    offset: float = coordinate_offset()
    epsilon: float = parameter(
        0.0,
        title="Added to the side",
        ge=0,
        le=1,
        slider=(0, 1),
        seldom=True,
        only=("span", ("unit", "signed")),
        help="Added to the length of the side before coordinates are divided by it; DETR has 10⁻⁶.",
    )
    scale: float = parameter(
        1.0,
        title="Scale",
        gt=0,
        le=1e6,
        slider=(0.1, 100),
        seldom=True,
        help="Coordinates are multiplied by this, for example to keep those of a picture of "
        "another size.",
    )
    times: Times = coordinate_times("their sines are taken")
    kept: bool = parameter(
        False,
        title="Coordinates kept",
        seldom=True,
        help="Whether the coordinates themselves are the first columns.",
    )

    @classmethod
    def sides_of(cls, fields: Mapping[str, Any]) -> tuple[str, ...]:
        axes = fields.get("axes", 2)
        return SIDES[-axes:] if axes in (1, 2, 3) else SIDES[1:]

    @model_validator(mode="after")
    def _check_fields(self) -> Self:
        has_wrong_shares = len(self.shares) != self.axes or min(self.shares, default=1) < 1
        if self.shares and has_wrong_shares:
            axes = in_unit(number(self.axes), "axes")
            raise ValueError(refused("shares", self.shares, f"{axes} need a number from 1 on each"))
        if self.layout == "frequencies" and len(set(self.axis_shares)) > 1:
            raise ValueError(
                refused("shares", self.shares, "frequency by frequency all axes share alike")
            )
        if self.dim <= self.coordinate_count:
            allowed = f"beside {self.coordinate_count} coordinates there is no sine"
            raise ValueError(refused("dim", self.dim, allowed))
        if self.rates == "octaves" and max(self.pair_counts) > _MOST_OCTAVES:
            wave_columns = 2 * _MOST_OCTAVES * sum(self.axis_shares) // max(self.axis_shares)
            most = wave_columns + self.coordinate_count
            raise ValueError(refused("dim", self.dim, f"with octaves it must be at most {most}"))
        return self

    @property
    def grid(self) -> tuple[int, ...]:
        """The shape of the grid; a grid of one axis is a single row."""
        return (1, self.columns) if self.axes == 1 else super().grid

    @property
    def axis_names(self) -> tuple[str, ...]:
        return ("z", "y", "x")[-len(self.grid) :]

    @property
    def coordinate_count(self) -> int:
        """The number of columns that are coordinates."""
        return self.axes if self.kept else 0

    @property
    def axis_shares(self) -> tuple[int, ...]:
        """The share of each axis in the dimensions; equal shares if none were chosen."""
        return self.shares or (1,) * self.axes

    @property
    def axes_in_column_order(self) -> tuple[int, ...]:
        """The axes of the grid that have pairs, in the order of their columns."""
        axes = tuple(range(len(self.grid)))[-self.axes :]
        if self.order == "rows" or self.axes == 1:
            return axes
        *frames, row, column = axes
        return *frames, column, row

    @property
    def pair_counts(self) -> tuple[int, ...]:
        """The number of pairs of each axis, in the order of :attr:`axes_in_column_order`.

        Random waves have no axis.
        """
        columns = self.dim - self.coordinate_count
        if self.rates == "drawn":
            return (-(-columns // 2),)
        first_axis = len(self.grid) - self.axes
        share_sum = sum(self.axis_shares)
        shares = [self.axis_shares[axis - first_axis] for axis in self.axes_in_column_order]
        return tuple(-(-columns * share // (2 * share_sum)) for share in shares)

    @property
    def side_names(self) -> tuple[str, ...]:
        """The noun for the coordinate along each axis of the grid: row, column."""
        return SIDE_NAMES[-len(self.grid) :]

    @property
    def is_whole(self) -> bool:
        """Whether every column belongs to a pair that has both its sine and its cosine."""
        return not self.kept and self.dim == 2 * sum(self.pair_counts)

    def scales(self) -> tuple[Array, Array]:
        """Return the first coordinate and the step of coordinates, shape (axes of the grid,)."""
        start, step = coordinate_scales(self.span, np.array(self.grid) + self.epsilon, self.offset)
        return start * self.scale, step * self.scale
