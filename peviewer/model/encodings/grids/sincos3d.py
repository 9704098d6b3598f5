"""Sines and cosines of frames, rows and columns: the encoding of a video's patches."""

from collections.abc import Sequence
from typing import ClassVar, Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.grids.gridded import grid_side
from peviewer.model.encodings.grids.plane_waves import PlaneWaves, WaveColumns, shared_dimensions
from peviewer.model.encodings.scheme import Array


class Sincos3D(PlaneWaves):
    """PE(frame, row, column): half of the columns are of the frame, a quarter each of the row and the column.

    Parameters
    ----------
    frames, rows, columns : int
        The grid of patches: 1 … 64 frames of 1 … 128 rows and columns.
    dim : int
        Dimensions d, a multiple of 8.
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
    As ``get_3d_sincos_pos_embed`` of V-JEPA has it, without ``uniform_power``: d/2 columns of the frame, d/4 of the
    row, d/4 of the column, each sines, then cosines; of n columns ω_i = b^(−2i/n), i = 0 … n/2 − 1.

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

    @property
    def axis_names(self) -> tuple[str, ...]:
        return "z", "y", "x"

    @property
    def _shares(self) -> tuple[int, int, int]:
        """How many pairs frames, rows and columns have."""
        return self.dim // 4, self.dim // 8, self.dim // 8

    def wave_vectors(self) -> Array:
        """Return w of every pair, shape (d/2, 3): those of frames, then of rows, then of columns."""
        vectors = np.zeros((self.dim // 2, 3))
        start = 0
        for axis, count in enumerate(self._shares):
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
        axes = ("frame", "row", "column")
        parts = [f"sin ωᵢ·{axis} | cos ωᵢ·{axis}" for axis in axes]
        between = r"\;|\;".join(
            rf"\sin\,\omega_i\,\mathrm{{{axis}}}\;|\;\cos\,\omega_i\,\mathrm{{{axis}}}" for axis in axes
        )
        rates = Formula("ωᵢ = b^(−4i/d), then b^(−8i/d)", r"\omega_i = b^{-4i/d},\ b^{-8i/d}")
        return Formula(f"PE = [{' | '.join(parts)}]", rf"PE = [\,{between}\,]").beside(rates)

    @property
    def about(self) -> str:
        """Return how the axes share the dimensions."""
        return "As in V-JEPA, half of the dimensions are of the frame, a quarter each of the row and the column."

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        """Return the lines of a function that makes the table; see :meth:`Scheme.code`."""
        module, typed = dialect.module, dialect.typed
        given = f"frames={self.frames}, rows={self.rows}, columns={self.columns}, dim={self.dim:_}, base={self.base:_}"
        lines = [
            f"def positional_encoding({given}):",
            '    """Return the encoding of patches, frame by frame: of frames, of rows, then of columns."""',
            *dialect.remarks,
            f"    table = {module}.empty((frames, rows, columns, dim){typed})",
        ]
        for name, shape, pairs, start in (
            ("frame", "[:, None, None, None]", "dim // 4", "0"),
            ("row", "[None, :, None, None]", "dim // 8", "dim // 2"),
            ("column", "[None, None, :, None]", "dim // 8", "3 * (dim // 4)"),
        ):
            rates = f"base ** (-{module}.arange({pairs}{typed}) / ({pairs}))"
            lines.append(f"    {name}_angles = {module}.arange({name}s{typed}){shape} * {rates}")
            middle, stop = f"{start} + {pairs}", f"{start} + 2 * ({pairs})"
            lines.append(f"    table[..., {start} : {middle}] = {module}.sin({name}_angles)")
            lines.append(f"    table[..., {middle} : {stop}] = {module}.cos({name}_angles)")
        return [
            *lines,
            "    table = table.reshape(frames * rows * columns, dim)",
            *before_return,
            f"    return {dialect.returned.format('table')}",
        ]


SCHEME = Sincos3D
