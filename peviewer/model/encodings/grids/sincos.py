"""Sines and cosines over a grid, with the coordinates and column orders of many models."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray
from pydantic import model_validator

from peviewer.base.arrays import finite_array
from peviewer.base.constructed import Published
from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.parameters import parameter
from peviewer.base.refusals import refused
from peviewer.base.words import in_unit
from peviewer.model.encodings.bases.common_fields import USUAL_DIMS, seed_field
from peviewer.model.encodings.bases.turning_fields import frequency_base
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.grids.coordinates import (
    TIMES,
    TIMES_CODE,
    Span,
    Times,
    coordinate_code,
    coordinate_formula,
    coordinate_offset,
    coordinate_scales,
    coordinate_span,
    coordinate_times,
    typeset,
)
from peviewer.model.encodings.grids.gridded import Gridded, PatchTable, grid_side
from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.stored import TableRaster
from peviewer.model.sampling.raster import Raster

_NAMES = "frame", "row", "column"

# More octaves overflow double precision.
_MOST_OCTAVES = 1000


class Sincos(Gridded, PatchTable):
    """PE(place): sines and cosines of the coordinates of a place, each axis with its own pairs.

    Notes
    -----
    The defaults are MAE's ``get_2d_sincos_pos_embed``, whose ``meshgrid`` puts columns first.
    DETR's ``PositionEmbeddingSine`` is order="rows", layout="interleaved", span="unit", offset=1,
    epsilon=1e-6, times="2pi"; Deformable DETR's has offset=0.5. timm's ``build_sincos2d_pos_embed``
    is order="rows" with layout="functions", or "concatenated" where it interleaves. PixArt and SD3
    (diffusers' ``get_2d_sincos_pos_embed``) are MAE's with span="unit" and scale =
    base_size/interpolation_scale. V-JEPA has shares=(2, 1, 1) with order="rows", CogVideoX (2, 3,
    3). NeRF's equation 4 (arXiv 2003.08934) has rates="octaves", span="signed", offset=0.5,
    times="pi"; its code has times="1", kept and layout="frequencies". Drawn waves: Tancik et al.
    2020, arXiv 2006.10739. tatp22's package ``positional-encodings`` is order="rows",
    layout="interleaved".

    Examples
    --------
    Sine and cosine of the column, then of the row:

    >>> Sincos(rows=1, columns=2, dim=4).table().round(4)
    array([[0.    , 1.    , 0.    , 1.    ],
           [0.8415, 0.5403, 0.    , 1.    ]])
    """

    title: ClassVar[str] = "Sine-cosine on a grid"
    gives: ClassVar[str] = "a vector of sines and cosines for every place of a grid"
    panes: ClassVar[tuple[str, ...]] = ("tiles", "encoding", "distance")
    positional_fields: ClassVar[tuple[str, ...]] = ("frames", "rows", "columns", "dim")
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

    scheme: Literal["sincos"] = "sincos"
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
        return _SIDES[-axes:] if axes in (1, 2, 3) else _SIDES[1:]

    @model_validator(mode="after")
    def _fits(self) -> "Sincos":
        has_wrong_shares = len(self.shares) != self.axes or min(self.shares, default=1) < 1
        if self.shares and has_wrong_shares:
            axes = in_unit(number(self.axes), "axes")
            raise ValueError(refused("shares", self.shares, f"{axes} need a number from 1 on each"))
        if self.layout == "frequencies" and len(set(self._parts)) > 1:
            raise ValueError(
                refused("shares", self.shares, "frequency by frequency all axes share alike")
            )
        if self.dim <= self._own:
            raise ValueError(
                refused("dim", self.dim, f"beside {self._own} coordinates there is no sine")
            )
        if self.rates == "octaves" and max(self._counts) > _MOST_OCTAVES:
            most = 2 * _MOST_OCTAVES * sum(self._parts) // max(self._parts) + self._own
            raise ValueError(refused("dim", self.dim, f"with octaves it must be at most {most}"))
        return self

    @property
    def grid(self) -> tuple[int, ...]:
        """The shape of the grid, of one axis as a single row."""
        return (1, self.columns) if self.axes == 1 else super().grid

    @property
    def axis_names(self) -> tuple[str, ...]:
        return ("z", "y", "x")[-len(self.grid) :]

    @property
    def _own(self) -> int:
        """The number of columns that are coordinates."""
        return self.axes if self.kept else 0

    @property
    def _parts(self) -> tuple[int, ...]:
        return self.shares or (1,) * self.axes

    @property
    def _ordered(self) -> tuple[int, ...]:
        """The axes of the grid that have pairs, in the order of their columns."""
        axes = tuple(range(len(self.grid)))[-self.axes :]
        if self.order == "rows" or self.axes == 1:
            return axes
        *frames, row, column = axes
        return *frames, column, row

    @property
    def _counts(self) -> tuple[int, ...]:
        """The number of pairs of each axis, in the order of :attr:`_ordered`.

        Random waves have no axis.
        """
        columns = self.dim - self._own
        if self.rates == "drawn":
            return (-(-columns // 2),)
        first = len(self.grid) - self.axes
        whole = 2 * sum(self._parts)
        parts = [self._parts[axis - first] for axis in self._ordered]
        return tuple(-(-columns * part // whole) for part in parts)

    def wave_columns(self) -> NDArray[np.int64]:
        """Return each column's pair, whether it is the cosine, and its axis, shape (d, 3).

        A coordinate has pair −1. The array is read-only.
        """
        return _wave_columns(self)

    @property
    def is_whole(self) -> bool:
        """Whether every column is of a pair that has both its sine and its cosine."""
        return not self.kept and self.dim == 2 * sum(self._counts)

    def scales(self) -> tuple[Array, Array]:
        """Return the first coordinate and the step of coordinates, shape (axes of the grid,)."""
        start, step = coordinate_scales(self.span, np.array(self.grid) + self.epsilon, self.offset)
        return start * self.scale, step * self.scale

    def turns(self) -> Array:
        """Return the angle of every pair between neighbouring places, in radians.

        The shape is (pairs, axes of the grid).
        """
        _, steps = self.scales()
        turns: Array = _wave_vectors(self) * steps[None, :]
        return turns

    def largest_angles(self, beyond: float = 0.0) -> Array:
        """Return the size of the largest angle of each pair, shape (pairs,).

        The places reach `beyond` the grid by so many.
        """
        start, step = self.scales()
        last = start + step * (np.array(self.grid) - 1 + beyond)
        farthest = np.maximum(np.abs(start), np.abs(last))
        return np.asarray(np.abs(_wave_vectors(self)) @ farthest)

    def at(self, places: ArrayLike, columns: NDArray[np.int64] | None = None) -> Array:
        """Return the vectors of any real places, or some columns of them, shape (n, d).

        Places are counted from 0 along each axis.
        """
        start, step = self.scales()
        wave_columns = self.wave_columns()
        if columns is not None:
            wave_columns = wave_columns[columns]
        pair, is_cosine, axis = wave_columns.T
        pairs, indices = np.unique(np.maximum(pair, 0), return_inverse=True)
        coordinates = start + step * finite_array("places", places)
        angles = coordinates @ _wave_vectors(self)[pairs].T
        waves = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
        by_place = waves.reshape(len(angles), -1)
        vectors: Array = by_place[:, 2 * indices.reshape(-1) + is_cosine]
        is_coordinate = pair < 0
        vectors[:, is_coordinate] = coordinates[:, axis[is_coordinate]]
        return vectors

    def shifted(self, vectors: Array, moved: ArrayLike) -> Array:
        """Return vectors, shape (…, d), moved by M(φ) some places along each axis.

        All pairs must be whole.
        """
        pair, is_cosine, _ = self.wave_columns().T
        by_pair = np.lexsort((is_cosine, pair))
        sines = by_pair[::2]
        cosines = by_pair[1::2]
        angles = self.turns() @ np.asarray(moved, dtype=np.float64)
        waves = vectors[..., cosines] + 1j * vectors[..., sines]
        turned = waves * np.exp(1j * angles)
        shifted: Array = np.empty_like(vectors)
        shifted[..., cosines] = turned.real
        shifted[..., sines] = turned.imag
        return shifted

    def table(
        self, positions: ArrayLike | None = None, dtype: DTypeLike = np.float64
    ) -> NDArray[Any]:
        numbers = np.asarray(self.positions if positions is None else positions)
        rows = self.at(self.places(numbers.reshape(-1)))
        return rows.reshape(*numbers.shape, self.dim).astype(dtype, copy=False)

    def cells(self, positions: ArrayLike, columns: NDArray[np.int64]) -> Array:
        return self.at(self.places(np.asarray(positions).reshape(-1)), columns)

    def raster(self, phi: float = 0.0) -> Raster:
        if phi:
            raise ValueError(
                refused("phi", phi, "a grid is moved along its axes, not along its positions")
            )
        return TableRaster(self)

    @property
    def _names(self) -> tuple[str, ...]:
        return _NAMES[-len(self.grid) :]

    @property
    def remarks(self) -> str:
        # An axis with a single place has no neighbours.
        has_neighbours = np.array(self.grid) > 1
        turns = np.abs(self.turns()) * has_neighbours
        is_fast = (turns > np.pi * (1 + 1e-9)).any(axis=1)
        fast = int(is_fast.sum())
        if not fast:
            return ""
        return (
            f"{number(fast)} of {number(len(turns))} pairs turn by more than half a turn from one "
            "place to the next."
        )

    def formula(self) -> Formula:
        rate = {"powers": r"\omega_i", "octaves": "2^i", "drawn": r"\mathrm{wave}"}[self.rates]
        rate = {"1": "", "pi": r"\pi", "2pi": r"2\pi"}[self.times] + rate
        angles = [rf"{rate}\,\mathrm{{{axis}}}" for axis in self._angle_names]
        parts = self._in_layout(angles, r"\sin\,", r"\cos\,")
        several = r",\ldots" if len(parts[0]) > 1 else ""
        written = r"\;|\;".join(r",\ ".join(part) + several for part in parts)
        if self.kept:
            written = rf"{typeset(', '.join(self._names[-self.axes :]))}\;|\;{written}"
        formula = Formula(rf"PE = [\,{written}\,]")
        return formula.joined_with(self._rate_formula(), self._coordinate_formula())

    @property
    def _angle_names(self) -> list[str]:
        """What has angles: each axis, in the order of :attr:`_ordered`, or the place as a whole."""
        return ["place"] if self.rates == "drawn" else [self._names[axis] for axis in self._ordered]

    def _in_layout(self, angles: Sequence[str], sine: str, cosine: str) -> list[list[str]]:
        """Return the sines and cosines of angles in the order of the columns.

        Those of a group take turns.
        """
        by_angle = [[f"{sine}{angle}", f"{cosine}{angle}"] for angle in angles]
        sines = [f"{sine}{angle}" for angle in angles]
        cosines = [f"{cosine}{angle}" for angle in angles]
        if self.rates == "drawn" or self.layout == "functions":
            return [[wave] for wave in (*sines, *cosines)]
        if self.layout == "frequencies":
            return [[*sines, *cosines]]
        if self.layout == "interleaved":
            return by_angle
        return [[wave] for waves in by_angle for wave in waves]

    def _rate_formula(self) -> Formula:
        if self.rates != "powers":
            return Formula()
        if len(set(self._counts)) > 1:
            return Formula(r"\omega_i = b^{-i/n}\ \mathrm{of}\ n\ \mathrm{pairs\ of\ an\ axis}")
        return Formula(rf"\omega_i = b^{{-i/{self._counts[0]}}}")

    def _coordinate_formula(self) -> Formula:
        several = "row, column" if self.axes > 1 else "column"
        name = "place" if self.rates == "drawn" else several
        return coordinate_formula(name, self.span, self.offset, self.epsilon, self.scale)

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        sides = self.sides_of(self.by_field())
        more = {"powers": ("base",), "octaves": (), "drawn": ("spread", "seed")}[self.rates]
        names = [_NAMES[_SIDES.index(side)] for side in sides]
        lines = [
            f"places = np.meshgrid({', '.join(f'np.arange({side})' for side in sides)}, "
            "indexing='ij')"
        ]
        for index, (name, side) in enumerate(zip(names, sides, strict=True)):
            lines.append(
                f"{name} = {self._coordinate_code(f'places[{index}].reshape(-1, 1)', side)}"
            )
        left = f"(dim - {self._own})" if self._own else "dim"
        turned = TIMES_CODE[self.times]
        if self.rates == "drawn":
            lines += [
                f"pairs = -(-{left} // 2)",
                "waves = spread * np.random.default_rng(seed).standard_normal((pairs, "
                f"{len(self.grid)}))",
                f"place_angles = {turned}np.hstack([{', '.join(names)}]) @ waves[:, "
                f"-{self.axes}:].T",
            ]
        else:
            rate = "base ** (-pairs / len(pairs))" if self.rates == "powers" else "2.0**pairs"
            for name, axis in zip(self._angle_names, self._ordered, strict=True):
                share = self._parts[axis - len(self.grid) + self.axes]
                counted = f"{left} * {share}" if share > 1 else left
                lines.append(f"pairs = np.arange(-(-{counted} // {2 * sum(self._parts)}))")
                lines.append(f"{name}_angles = {turned}{name} * {rate}")
        groups = self._in_layout(
            [f"{name}_angles)" for name in self._angle_names], "np.sin(", "np.cos("
        )
        rows = f"reshape(len({names[-1]}), -1)"
        parts = [
            f"np.stack([{', '.join(waves)}], -1).{rows}" if len(waves) > 1 else waves[0]
            for waves in groups
        ]
        parts = [*(names if self.kept else []), *parts]
        lines += [
            "parts = [",
            *(f"    {part}," for part in parts),
            "]",
            "table = np.hstack(parts)[:, :dim]",
        ]
        arguments = {name: getattr(self, name) for name in (*sides, "dim", *more)}
        says = "Return the vectors of all places, the last axis fastest, shape (places, dim)."
        return dialect.function("positional_encoding", arguments, says, lines, before_return)

    def _coordinate_code(self, place: str, side: str) -> str:
        return coordinate_code(place, side, self.span, self.offset, self.epsilon, self.scale)


SCHEME = Sincos
_SIDES = "frames", "rows", "columns"


@lru_cache(maxsize=8)
def _wave_vectors(scheme: Sincos) -> Array:
    """Return w of every pair, shape (pairs, axes of the grid), in radians for each coordinate.

    Read-only.
    """
    times = TIMES[scheme.times]
    if scheme.rates == "drawn":
        shape = scheme._counts[0], len(scheme.grid)
        drawn = np.random.default_rng(scheme.seed).standard_normal(shape)
        drawn[:, : len(scheme.grid) - scheme.axes] = 0.0
        return np.asarray(drawn * (times * scheme.spread))
    vectors = np.zeros((sum(scheme._counts), len(scheme.grid)))
    start = 0
    for axis, count in zip(scheme._ordered, scheme._counts, strict=True):
        steps = np.arange(count)
        rates = scheme.base ** (-steps / count) if scheme.rates == "powers" else 2.0**steps
        vectors[start : start + count, axis] = times * rates
        start += count
    vectors.setflags(write=False)
    return vectors


@lru_cache(maxsize=8)
def _wave_columns(scheme: Sincos) -> NDArray[np.int64]:
    """Return each column's pair, whether it is the cosine, and its axis, shape (d, 3)."""
    counts = scheme._counts
    pair_count = sum(counts)
    # Of each wave, first all sines, then all cosines.
    is_cosine = np.repeat([0, 1], pair_count)
    pair = np.tile(np.arange(pair_count), 2)
    group = np.tile(np.repeat(np.arange(len(counts)), counts), 2)
    pair_in_group = np.tile(np.concatenate([np.arange(count) for count in counts]), 2)
    sorting_keys = {
        "concatenated": (pair_in_group, is_cosine, group),
        "interleaved": (is_cosine, pair_in_group, group),
        "functions": (pair_in_group, group, is_cosine),
        "frequencies": (group, is_cosine, pair_in_group),
    }
    layout = "functions" if scheme.rates == "drawn" else scheme.layout
    order = np.lexsort(sorting_keys[layout])
    axis = np.array(scheme._ordered)[group]
    waves = np.stack([pair, is_cosine, axis], axis=-1)[order]

    first_axis = len(scheme.grid) - scheme.axes
    coordinates = np.zeros((scheme._own, 3), dtype=np.int64)
    coordinates[:, 0] = -1
    coordinates[:, 2] = first_axis + np.arange(scheme._own)
    columns = np.concatenate([coordinates, waves])[: scheme.dim]
    columns.setflags(write=False)
    return columns
