"""Sines and cosines of rows and columns: the encodings of image patches, in the column orders of three codes."""

from collections.abc import Sequence
from typing import ClassVar, Literal, NamedTuple

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.grids.gridded import grid_side
from peviewer.model.encodings.grids.plane_waves import PlaneWaves, WaveColumns, shared_dimensions
from peviewer.model.encodings.scheme import Array

Convention = Literal["mae", "detr", "detr-plain", "timm", "timm-interleaved"]


class _Order(NamedTuple):
    """How one code orders its columns, in blocks of d/4, or with a sine and its cosine side by side in halves.

    blocks: the axis of each, and whether it has cosines; of two halves only the axis counts.
    """

    blocks: tuple[tuple[str, bool], ...]
    interleaved: bool = False
    normalised: bool = False
    from_one: bool = False


_ORDERS: dict[str, _Order] = {
    "mae": _Order((("x", False), ("x", True), ("y", False), ("y", True))),
    "detr": _Order((("y", False), ("x", False)), interleaved=True, normalised=True, from_one=True),
    "detr-plain": _Order((("y", False), ("x", False)), interleaved=True, from_one=True),
    "timm": _Order((("y", False), ("x", False), ("y", True), ("x", True))),
    "timm-interleaved": _Order((("y", False), ("y", True), ("x", False), ("x", True))),
}
_AXES = {"y": "row", "x": "column"}
_EPSILON = 1e-6  # what DETR adds to the last place before it divides by it


class Sincos2D(PlaneWaves):
    """PE(row, column): half of the columns are sines and cosines of the row, half of the column.

    Parameters
    ----------
    rows, columns : int
        The grid of patches, 1 … 128 each.
    dim : int
        Dimensions d, a multiple of 4.
    base : float
        Greater than 1; DETR's and timm's ``temperature``.
    convention : {"mae", "detr", "detr-plain", "timm", "timm-interleaved"}
        Whose code: the order of the columns, and what the places of the grid are counted by.
    first : int
        The position of the first patch, row by row.

    Raises
    ------
    ValueError
        If an argument is out of range; it names the argument, the value and the range.

    Notes
    -----
    All have ω_i = b^(−4i/d), i = 0 … d/4 − 1, along both axes. MAE's ``get_2d_sincos_pos_embed`` has the columns' half
    first, for its ``meshgrid`` puts w first, though it calls that half ``emb_h``; sines, then cosines. DETR's
    ``PositionEmbeddingSine`` counts places from 1, has the rows' half first, sine and cosine side by side, and as DETR
    calls it (``normalize``) divides places by the last, times 2π; ``detr-plain`` is without that. timm's
    ``build_sincos2d_pos_embed`` has sines of rows, sines of columns, then their cosines; with ``interleave_sin_cos``
    the rows' half comes first, sines, then cosines. Its ``reverse_coord`` counts patches column by column.

    Examples
    --------
    >>> Sincos2D(rows=1, columns=2, dim=4).table().round(4)  # sine and cosine of the column, then of the row
    array([[0.    , 1.    , 0.    , 1.    ],
           [0.8415, 0.5403, 0.    , 1.    ]])
    """

    title: ClassVar[str] = "2-D sine-cosine"
    panes: ClassVar[tuple[str, ...]] = ("tiles", "translation", "encoding", "distance")
    ordered: ClassVar[tuple[str, ...]] = ("rows", "columns", "dim")

    scheme: Literal["sincos2d"] = "sincos2d"
    rows: int = grid_side("Rows", "How many rows of patches there are.")
    columns: int = grid_side("Columns", "How many columns of patches there are.")
    dim: int = shared_dimensions(4)
    base: float = parameter(
        10_000.0, title="Base", symbol="b", gt=1, le=1e12, slider=(1.1, 1e7), scale="log",
        help="How far apart the fastest and the slowest pair of each axis are; some codes call it temperature.",
        formula="ωᵢ = b^(−4i/d)",
    )  # fmt: skip
    convention: Convention = parameter(
        "mae", title="Convention",
        labels={"mae": "MAE: column, then row", "detr": "DETR: row, then column, 0 … 2π", "detr-plain":
                "DETR, not normalised", "timm": "timm: sines, then cosines", "timm-interleaved": "timm, interleaved"},
        help="Whose code it is: the order of the columns, and what places are counted by.",
    )  # fmt: skip

    @property
    def _order(self) -> _Order:
        return _ORDERS[self.convention]

    def frequencies(self) -> Array:
        """Return ω_i of each axis, shape (d/4,), in radians along its coordinate."""
        quarter = self.dim // 4
        found: Array = self.base ** (-np.arange(quarter) / quarter)
        return found

    def wave_vectors(self) -> Array:
        """Return w of every pair, shape (d/2, 2): first the pairs of the rows, then those of the columns."""
        rates, zeros = self.frequencies(), np.zeros(self.dim // 4)
        return np.concatenate([np.stack([rates, zeros], axis=1), np.stack([zeros, rates], axis=1)])

    def wave_columns(self) -> WaveColumns:
        order, quarter = self._order, self.dim // 4
        starts = {"y": 0, "x": quarter}
        pairs, cosines = [], []
        for axis, is_cosine in order.blocks:
            own = starts[axis] + np.arange(quarter)
            pairs.append(np.repeat(own, 2) if order.interleaved else own)
            cosines.append(np.tile([False, True], quarter) if order.interleaved else np.full(quarter, is_cosine))
        return WaveColumns(np.concatenate(pairs), np.concatenate(cosines))

    def scales(self) -> tuple[Array, Array]:
        order = self._order
        step = 2 * np.pi / (np.array(self.grid) + _EPSILON) if order.normalised else np.ones(2)
        return step * float(order.from_one), step

    def column_name(self, column: int) -> str:
        """Return whose sine or cosine a column is: ``"row, pair 6, sin"``."""
        order, quarter = self.wave_columns(), self.dim // 4
        axis, pair = divmod(int(order.pairs[column]), quarter)
        return f"{('row', 'column')[axis]}, pair {pair}, {'cos' if order.is_cosine[column] else 'sin'}"

    def formula(self) -> Formula:
        """Return the order of the columns, with what rows and columns are counted by."""
        order = self._order
        if order.interleaved:
            parts = [f"sin ωᵢ·{_AXES[axis]}, cos ωᵢ·{_AXES[axis]}, …" for axis, _ in order.blocks]
            set_parts = [
                rf"\sin\,\omega_i\,\mathrm{{{_AXES[axis]}}},\ \cos\,\omega_i\,\mathrm{{{_AXES[axis]}}},\ldots"
                for axis, _ in order.blocks
            ]
        else:
            names = [("cos" if cosine else "sin", _AXES[axis]) for axis, cosine in order.blocks]
            parts = [f"{function} ωᵢ·{axis}" for function, axis in names]
            set_parts = [rf"\{function}\,\omega_i\,\mathrm{{{axis}}}" for function, axis in names]
        between = r"\;|\;".join(set_parts)
        rule = Formula(f"PE = [{' | '.join(parts)}]", rf"PE = [\,{between}\,]")
        return rule.beside(Formula("ωᵢ = b^(−4i/d)", r"\omega_i = b^{-4i/d}"))

    @property
    def about(self) -> str:
        """Return what is particular to the code."""
        return {
            "mae": "MAE’s code calls the first half that of the rows, but it holds sines and cosines of the column.",
            "detr": "DETR counts rows and columns from 1, and divides by how many there are: 2π is the last.",
            "detr-plain": "DETR counts rows and columns from 1.",
            "timm": "timm has the sines of both axes first, then their cosines.",
            "timm-interleaved": "With interleave_sin_cos timm has all of the rows first, then all of the columns.",
        }[self.convention]

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        """Return the lines of a function that makes the table; see :meth:`Scheme.code`."""
        module, typed, order = dialect.module, dialect.typed, self._order
        start = "1, {0} + 1" if order.from_one else "{0}"
        scale = f" * (2 * {module}.pi / ({{0}} + {_EPSILON}))" if order.normalised else ""
        counted = f"({module}.arange({start}{typed}){scale})" if scale else f"{module}.arange({start}{typed})"
        lines = [
            f"def positional_encoding(rows={self.rows}, columns={self.columns}, dim={self.dim:_}, base={self.base:_}):",
            f'    """Return the encoding of patches, row by row: {_CODES[self.convention]}."""',
            *dialect.remarks,
            f"    frequencies = base ** (-{module}.arange(dim // 4{typed}) / (dim // 4))  # radians per row or column",
            f"    row_angles = {counted.format('rows')}[:, None, None] * frequencies",
            f"    column_angles = {counted.format('columns')}[None, :, None] * frequencies",
            f"    table = {module}.empty((rows, columns, dim){typed})",
        ]
        half, quarter = "dim // 2", "dim // 4"
        for place, (axis, is_cosine) in enumerate(order.blocks):
            angles = f"{_AXES[axis]}_angles"
            if order.interleaved:
                head, tail = (("", half), (half, ""))[place]
                odd = f"{half} + 1" if head else "1"
                lines.append(f"    table[:, :, {head}:{tail}:2] = {module}.sin({angles})")
                lines.append(f"    table[:, :, {odd}:{tail}:2] = {module}.cos({angles})")
            else:
                ends = ["", quarter, half, f"3 * {quarter}", ""]
                function = "cos" if is_cosine else "sin"
                lines.append(f"    table[:, :, {ends[place]}:{ends[place + 1]}] = {module}.{function}({angles})")
        return [
            *lines,
            "    table = table.reshape(rows * columns, dim)",
            *before_return,
            f"    return {dialect.returned.format('table')}",
        ]


_CODES = {
    "mae": "sin, cos of columns, then of rows",
    "detr": "rows' pairs, then columns'",
    "detr-plain": "rows' pairs, then columns'",
    "timm": "sines of rows, of columns, then cosines",
    "timm-interleaved": "sin, cos of rows, then of columns",
}

SCHEME = Sincos2D
