"""Sines and cosines of frames, rows and columns: the encoding of a video's patches, as two codes share it out."""

from collections.abc import Sequence
from typing import ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import model_validator

from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.grids.gridded import grid_side
from peviewer.model.encodings.grids.plane_waves import PlaneWaves, WaveColumns, shared_dimensions
from peviewer.model.encodings.scheme import Array

Convention = Literal["vjepa", "cogvideox"]
_AXES = ("frame", "row", "column")


class _Order(NamedTuple):
    """How one code shares the dimensions: the axes in the order of their columns, and each one's part of d."""

    axes: tuple[int, int, int]
    parts: tuple[tuple[int, int], tuple[int, int], tuple[int, int]]  # numerator and denominator

    @property
    def whole(self) -> int:
        """What d must be a multiple of, for whole pairs."""
        return 2 * max(below for _, below in self.parts)


_ORDERS: dict[str, _Order] = {
    "vjepa": _Order((0, 1, 2), ((1, 2), (1, 4), (1, 4))),
    "cogvideox": _Order((0, 2, 1), ((1, 4), (3, 8), (3, 8))),
}


class Sincos3D(PlaneWaves):
    """PE(frame, row, column): some of the columns are of the frame, as many each of the row and the column.

    Parameters
    ----------
    frames, rows, columns : int
        The grid of patches: 1 … 64 frames of 1 … 128 rows and columns.
    dim : int
        Dimensions d, a multiple of 8; of 16 in the convention of CogVideoX.
    convention : {"vjepa", "cogvideox"}
        Whose code: which share each axis has, and in what order.
    base : float
        Greater than 1.
    first : int
        The position of the first patch, frame by frame and row by row.

    Raises
    ------
    ValueError
        If an argument is out of range; it names the argument, the value and the range.

    Notes
    -----
    Of n columns ω_i = b^(−2i/n), i = 0 … n/2 − 1, sines, then cosines. As ``get_3d_sincos_pos_embed`` of V-JEPA has it,
    without ``uniform_power``: d/2 columns of the frame, d/4 of the row, d/4 of the column. The function of that name in
    diffusers, for CogVideoX: d/4 of the frame, 3d/8 of the column, 3d/8 of the row, as its ``meshgrid`` puts w first;
    without the scales that it can divide places by.

    Examples
    --------
    >>> Sincos3D(frames=2, rows=1, columns=1, dim=8).table().round(4)[:, :4]
    array([[0.    , 0.    , 1.    , 1.    ],
           [0.8415, 0.01  , 0.5403, 1.    ]])
    """

    title: ClassVar[str] = "3-D sine-cosine"
    panes: ClassVar[tuple[str, ...]] = ("tiles", "translation", "encoding", "distance")
    ordered: ClassVar[tuple[str, ...]] = ("frames", "rows", "columns", "dim")
    sides: ClassVar[tuple[str, ...]] = ("frames", "rows", "columns")

    scheme: Literal["sincos3d"] = "sincos3d"
    frames: int = grid_side("Frames", "How many frames there are, after one another.", 4, 64)
    rows: int = grid_side("Rows", "How many rows of patches a frame has.", 7)
    columns: int = grid_side("Columns", "How many columns of patches a frame has.", 7)
    dim: int = shared_dimensions(8)
    base: float = parameter(
        10_000.0, title="Base", symbol="b", gt=1, le=1e12, slider=(1.1, 1e7), scale="log",
        help="How far apart the fastest and the slowest pair of each axis are.", formula="ωᵢ = b^(−4i/d), b^(−8i/d)",
    )  # fmt: skip

    convention: Convention = parameter(
        "vjepa", title="Convention", labels={"vjepa": "JEPA: half of the frame", "cogvideox": "CogVideoX: a quarter"},
        help="Whose code it is: how much of the dimensions is of the frame, and whether the row or the column is next.",
    )  # fmt: skip

    @model_validator(mode="after")
    def _whole_pairs(self) -> "Sincos3D":
        if self.dim % self._order.whole:
            raise ValueError(
                f"dim = {self.dim} is not allowed: as in CogVideoX it is a multiple of {self._order.whole}"
            )
        return self

    @property
    def _order(self) -> _Order:
        return _ORDERS[self.convention]

    @property
    def axis_names(self) -> tuple[str, ...]:
        return "z", "y", "x"

    @property
    def _shares(self) -> tuple[int, int, int]:
        """How many pairs frames, rows and columns have, in the order of the table's columns."""
        first, second, third = (self.dim * above // (2 * below) for above, below in self._order.parts)
        return first, second, third

    def wave_vectors(self) -> Array:
        """Return w of every pair, shape (d/2, 3), in the order of the table's columns."""
        vectors = np.zeros((self.dim // 2, 3))
        start = 0
        for axis, count in zip(self._order.axes, self._shares, strict=True):
            vectors[start : start + count, axis] = self.base ** (-np.arange(count) / count)
            start += count
        return vectors

    def wave_columns(self) -> WaveColumns:
        counts = np.repeat(self._shares, 2)
        starts = np.repeat(np.cumsum((0, *self._shares))[:3], 2)
        pairs = [start + np.arange(count) for start, count in zip(starts, counts, strict=True)]
        return WaveColumns(np.concatenate(pairs), np.repeat(np.tile([False, True], 3), counts))

    def formula(self) -> Formula:
        """Return the order of the columns."""
        axes = [_AXES[axis] for axis in self._order.axes]
        parts = [f"sin ωᵢ·{axis} | cos ωᵢ·{axis}" for axis in axes]
        between = r"\;|\;".join(
            rf"\sin\,\omega_i\,\mathrm{{{axis}}}\;|\;\cos\,\omega_i\,\mathrm{{{axis}}}" for axis in axes
        )
        powers = {"vjepa": ("4i/d", "8i/d"), "cogvideox": ("8i/d", "16i/3d")}[self.convention]
        rates = Formula(
            f"ωᵢ = b^(−{powers[0]}), then b^(−{powers[1].replace('/3d', '/(3d)')})",
            rf"\omega_i = b^{{-{powers[0]}}},\ b^{{-{powers[1]}}}",
        )
        return Formula(f"PE = [{' | '.join(parts)}]", rf"PE = [\,{between}\,]").beside(rates)

    @property
    def about(self) -> str:
        """Return how the axes share the dimensions."""
        return {
            "vjepa": "As in V-JEPA, half of the dimensions are of the frame, a quarter each of the row and the column.",
            "cogvideox": "As in CogVideoX, a quarter of the dimensions is of the frame, 3/8 each of column and row.",
        }[self.convention]

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        """Return the lines of a function that makes the table; see :meth:`Scheme.code`."""
        module, typed = dialect.module, dialect.typed
        given = f"frames={self.frames}, rows={self.rows}, columns={self.columns}, dim={self.dim:_}, base={self.base:_}"
        lines = [
            f"def positional_encoding({given}):",
            f'    """Return the encoding of patches, frame by frame: of {_CODES[self.convention]}."""',
            *dialect.remarks,
        ]
        shapes = "[:, None, None, None]", "[None, :, None, None]", "[None, None, :, None]"
        waves = []
        for axis, (above, below) in zip(self._order.axes, self._order.parts, strict=True):
            name = _AXES[axis]
            pairs = f"{above} * dim // {2 * below}" if above > 1 else f"dim // {2 * below}"
            rates = f"base ** (-{module}.arange({pairs}{typed}) / ({pairs}))"
            lines.append(f"    {name}_angles = {module}.arange({name}s{typed}){shapes[axis]} * {rates}")
            waves.append(f"{module}.sin({name}_angles), {module}.cos({name}_angles)")
        joined = "concatenate" if module == "np" else "cat"
        lines += [
            "    waves = [",
            *(f"        {pair}," for pair in waves),
            "    ]",
            f"    places = [{module}.broadcast_to(wave, (frames, rows, columns, wave.shape[-1])) for wave in waves]",
            f"    table = {module}.{joined}(places, -1)",
        ]
        return [
            *lines,
            "    table = table.reshape(frames * rows * columns, dim)",
            *before_return,
            f"    return {dialect.returned.format('table')}",
        ]


_CODES = {
    "vjepa": "frames, of rows, then of columns",
    "cogvideox": "frames, of columns, then of rows",
}

SCHEME = Sincos3D
