"""The base class of tables of sines and cosines, each pair turning at its own frequency."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.scheme import USUAL_DIMS, Paired, Tabled, finite_array
from peviewer.model.sampling.raster import Raster
from peviewer.model.turning.frequencies import DoubleDouble
from peviewer.model.turning.pairs import Layout, exact_phasors, in_columns, pairs_at
from peviewer.model.turning.table import RotationRaster

_COLUMNS: dict[Layout, tuple[str, str]] = {
    "interleaved": ("0::2", "1::2"),
    "concatenated": (": (dim + 1) // 2", "(dim + 1) // 2 :"),
    "flipped": ("dim // 2 :", ": dim // 2"),
}
_ORDERS: dict[Layout, str] = {
    "interleaved": "sine and cosine side by side",
    "concatenated": "sines, then cosines",
    "flipped": "cosines, then sines",
}


def even_dimensions(who: str) -> Any:
    """Declare the field of even dimensions; for odd ones `who` adds a column of zeros, which no pair turns."""
    return parameter(
        256, title="Dimensions", symbol="d", ge=2, le=65_536, slider=(2, 65_536), scale="log", multiple=2,
        stops=USUAL_DIMS,
        help=f"How many numbers each position gets, an even number: {who} adds a column of zeros to an odd one.",
        formula="pairs i = 0 … d/2 − 1",
    )  # fmt: skip


class Turning(Tabled, Paired):
    """A rule that gives every position a vector of sines and cosines, all of which follows from :meth:`doubled`."""

    gives: ClassVar[str] = "a vector of sines and cosines for every position"
    coded: ClassVar[tuple[str, ...]] = ()  # the fields that `frequency_code` names, besides dim

    def doubled(self) -> DoubleDouble:
        """Return ω_i in rad/position, and their rounding errors, shape (⌈d/2⌉,) each; read-only."""
        raise NotImplementedError

    def frequencies(self) -> NDArray[np.float64]:
        """Return ω_i, shape (⌈d/2⌉,), in rad/position; read-only."""
        return self.doubled()[0]

    def frequency_rests(self) -> NDArray[np.float64]:
        return self.doubled()[1]

    def formula(self) -> Formula:
        """Return the rule as a formula: which columns hold which pair's sine and cosine."""
        sines_end, cosines_end = "d/2", "d/2"
        if self.dim % 2:
            sines_end, cosines_end = r"\lceil d/2\rceil", r"\lfloor d/2\rfloor"
        sine, cosine = {
            "interleaved": ("2i", "2i+1"),
            "concatenated": ("i", f"{sines_end}+i"),
            "flipped": (f"{cosines_end}+i", "i"),
        }[self.layout]
        sines = Formula(rf"PE(t, {sine}) = \sin\,\omega_i t")
        cosines = Formula(rf"PE(t, {cosine}) = \cos\,\omega_i t")
        if self.dim == 1:
            return sines
        return cosines.beside(sines) if self.layout == "flipped" else sines.beside(cosines)

    def frequency_code(self) -> str:
        """Return ω_i as an expression in ``pairs``, ``dim`` and the names of :attr:`coded`; empty for no code."""
        return ""

    def signature(self) -> str:
        """Return dimensions and own parameters as arguments in the head of a function."""
        return ", ".join(f"{name}={getattr(self, name):_}" for name in ("dim", *self.coded))

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        """Return the lines of a function that makes the table; see :meth:`Scheme.code`."""
        if not self.frequency_code():
            return []
        run = "first, first + length" if self.first else "length"
        sines, cosines = _COLUMNS[self.layout]
        lines = [
            "pairs = np.arange((dim + 1) // 2)",
            f"frequencies = {self.frequency_code()}  # radians per position",
            f"angles = np.arange({run})[:, None] * frequencies",
            "table = np.empty((length, dim))",
            f"table[:, {sines}] = np.sin(angles)",
            f"table[:, {cosines}] = np.cos(angles)[:, : dim // 2]",
        ]
        named = ("length", "dim", *self.coded, *(["first"] if self.first else []))
        arguments = {name: getattr(self, name) for name in named}
        says = f"Return the encoding of positions, shape (length, dim): {_ORDERS[self.layout]}."
        return dialect.function("positional_encoding", arguments, says, lines, before_return)

    def table(self, positions: ArrayLike | None = None, dtype: DTypeLike = np.float64) -> NDArray[Any]:
        """Return PE(t) of any real positions, by default of first … first + L − 1; their shape followed by d."""
        interleaved = self.layout == "interleaved"
        if positions is None:
            pairs = pairs_at(self.frequencies(), self.frequency_rests(), self.first, self.length)
            return in_columns(pairs, self.columns, interleaved).astype(dtype, copy=False)
        places = finite_array("positions", positions)
        waves = exact_phasors(places.reshape(-1), self.frequencies(), self.frequency_rests())
        table = in_columns(1j * waves.conj(), self.columns, interleaved)
        return table.reshape(*places.shape, self.dim).astype(dtype, copy=False)

    def cells(self, positions: ArrayLike, columns: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return ``table(positions)[:, columns]``, bit for bit, computing only these columns."""
        order = self.columns
        pairs, back = np.unique(order.pairs[columns], return_inverse=True)
        places = np.asarray(positions, dtype=np.float64)
        waves = exact_phasors(places, self.frequencies()[pairs], self.frequency_rests()[pairs])
        parts = waves.view(np.float64)  # cosine, sine, cosine, sine …
        return parts[:, 2 * back + ~order.is_cosine[columns]]

    def raster(self, phi: float = 0.0) -> Raster:
        """Return the table moved by φ, as a matrix that is never built: row r shows PE(first + r + φ)."""
        return RotationRaster(self, float(phi))
