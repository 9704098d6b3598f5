"""The shift PE(t+φ) = M(φ)·PE(t): the operator M, five ways to apply it and their costs, and M as a picture."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import nan
from numbers import Real
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.arrays import number_array
from peviewer.base.parameters import abbreviated, refused
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Paired, Turning
from peviewer.model.sampling.grid import nearest_cells, overlaps
from peviewer.model.sampling.raster import Array, Pixels, Raster, Reduce
from peviewer.model.turning.pairs import (
    Complex,
    Layout,
    columns,
    exact_phasors,
    phasors,
    start_angles,
    table_cells,
)
from peviewer.model.turning.table import RotationRaster, Waves

Method = Literal["pairs", "matrix", "packed", "swapped", "complex"]

# The default shift, in positions.
USUAL_PHI = 100.0
# Dimensions up to which the d×d matrix is built: 32 MB.
_WIDEST = 2048
# Of a cell: a smaller overlap with a pixel is only rounding.
_EDGE = 1e-6


def _turns(encoding: Turning, phi: float) -> tuple[Array, Array]:
    """Return cos ωφ and sin ωφ, shape (d/2,) each; a ValueError where there is no M(φ)."""
    _check_pairs(encoding)
    if encoding.dim % 2:
        allowed = "it must be even, for with odd d the last pair has no cosine and no M(φ) exists"
        raise ValueError(refused("dim", encoding.dim, allowed))
    if not isinstance(phi, Real) or not np.isfinite(phi):
        raise ValueError(refused("phi", phi, "it must be a finite number"))
    turns = exact_phasors(
        np.array([phi], dtype=np.float64), encoding.frequencies(), encoding.frequency_rests()
    )[0]
    return turns.real, turns.imag


def _check_pairs(encoding: object) -> None:
    if not isinstance(encoding, Paired):
        known = encoding.title if isinstance(encoding, Scheme) else abbreviated(encoding)
        raise ValueError(
            f"encoding = {known} is not allowed: it must be a scheme of pairs that turn"
        )


def shift_matrix(encoding: Turning, phi: float) -> Array:
    """Return M(φ), the same for every position: PE(t+φ) = M(φ)·PE(t).

    Parameters
    ----------
    encoding : Turning
        With an even dimension.
    phi : float
        The shift in positions, any real number.

    Returns
    -------
    ndarray, shape (d, d), float64
        Orthogonal; per pair [[cos ωφ, sin ωφ], [−sin ωφ, cos ωφ]], in the
        encoding's own layout. A table shifts as ``table @ M.T``.

    Raises
    ------
    ValueError
        If d is odd (no such matrix exists) or φ is not finite.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> shift_matrix(Sinusoidal(dim=2), np.pi / 2).round(12)
    array([[ 0.,  1.],
           [-1.,  0.]])
    """
    cosines, sines = _turns(encoding, phi)
    order = encoding.columns
    matrix = np.zeros((encoding.dim, encoding.dim))
    matrix[order.sines, order.sines] = cosines
    matrix[order.sines, order.cosines] = sines
    matrix[order.cosines, order.sines] = -sines
    matrix[order.cosines, order.cosines] = cosines
    return matrix


def packed_operators(encoding: Turning, phi: float) -> tuple[Array, Array]:
    """Return M₁, M₂, (2, d/2) each: column sums of M₁ ⊙ [sines.

    Cosines] are the new sines, those of M₂ the cosines.
    """
    cosines, sines = _turns(encoding, phi)
    return np.stack([cosines, sines]), np.stack([-sines, cosines])


def swap_vectors(encoding: Turning, phi: float) -> tuple[Array, Array]:
    """Return a and b, shape (d,), of PE(t+φ) = a ⊙ f + b ⊙ swap(f), in the encoding's layout."""
    cosines, sines = _turns(encoding, phi)
    order = encoding.columns
    a = np.empty(encoding.dim)
    b = np.empty(encoding.dim)
    a[order.sines] = a[order.cosines] = cosines
    b[order.sines], b[order.cosines] = sines, -sines
    return a, b


# What moves the rows of a table by the φ that it was made for.
Apply = Callable[[Array], Array]


def _by_pairs(encoding: Turning, phi: float) -> Apply:
    cosines, sines = _turns(encoding, phi)
    blocks = np.stack(
        [np.stack([cosines, sines], -1), np.stack([-sines, cosines], -1)], -2
    )  # (d/2, 2, 2)
    return lambda table: _in_columns(
        encoding, *np.einsum("pij,j...p->i...p", blocks, _in_pairs(encoding, table))
    )


def _by_matrix(encoding: Turning, phi: float) -> Apply:
    matrix = shift_matrix(encoding, phi)
    return lambda table: np.asarray(table @ matrix.T)


def _by_packed(encoding: Turning, phi: float) -> Apply:
    operators = packed_operators(encoding, phi)

    def apply(table: Array) -> Array:
        packed = _in_pairs(encoding, table)
        return _in_columns(
            encoding, *(np.einsum("jp,j...p->...p", operator, packed) for operator in operators)
        )

    return apply


def _by_swapped(encoding: Turning, phi: float) -> Apply:
    a, b = swap_vectors(encoding, phi)
    return lambda table: np.asarray(
        a * table + b * _in_columns(encoding, *_in_pairs(encoding, table)[::-1])
    )


def _by_complex(encoding: Turning, phi: float) -> Apply:
    cosines, sines = _turns(encoding, phi)
    # E^{−iωφ}, which turns sin + i·cos.
    turn = cosines - 1j * sines

    def apply(table: Array) -> Array:
        # Memory already reads sin + i·cos = i·e^{−iθ}.
        if encoding.layout == "interleaved":
            return (table.view(np.complex128) * turn).view(np.float64)
        sine, cosine = _in_pairs(encoding, table)
        turned = (sine + 1j * cosine) * turn
        return _in_columns(encoding, turned.real, turned.imag)

    return apply


def _in_pairs(encoding: Turning, table: Array) -> Array:
    """Return the sines and the cosines of rows, shape (2, …, d/2)."""
    order = encoding.columns
    return np.stack([table[..., order.sines], table[..., order.cosines]])


def _in_columns(encoding: Turning, sines: Array, cosines: Array) -> Array:
    order = encoding.columns
    table = np.empty((*sines.shape[:-1], encoding.dim))
    table[..., order.sines], table[..., order.cosines] = sines, cosines
    return table


WAYS: dict[Method, Callable[[Turning, float], Apply]] = {
    "pairs": _by_pairs, "matrix": _by_matrix, "packed": _by_packed, "swapped": _by_swapped, "complex": _by_complex,
}  # fmt: skip


def shift(table: ArrayLike, encoding: Turning, phi: float, method: Method = "complex") -> Array:
    """Move every row of a table by φ positions: PE(t) becomes PE(t+φ).

    Parameters
    ----------
    table : array_like, shape (…, d)
        Rows in the encoding's own layout.
    encoding : Turning
        Gives the frequencies and the layout; d must be even.
    phi : float
        The shift in positions, any real number.
    method : {"pairs", "matrix", "packed", "swapped", "complex"}
        As 2×2 matrices; as the d×d matrix; packed as M₁, M₂; as
        a ⊙ f + b ⊙ swap(f); as one complex product a pair. All give the same
        result.

    Returns
    -------
    ndarray, shape (…, d), float64
        A new table.

    Raises
    ------
    ValueError
        If d is odd, the table has another width, φ is not finite, or there is
        no such method.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> encoding = Sinusoidal(length=20, dim=8)
    >>> moved = shift(encoding.table(), encoding, 2.5)
    >>> bool(np.allclose(moved[4], encoding.table(positions=6.5)))
    True
    """
    _check_pairs(encoding)
    if method not in WAYS:
        raise ValueError(refused("method", method, f"it must be one of {', '.join(WAYS)}"))
    rows = np.ascontiguousarray(number_array("table", table))
    if rows.ndim == 0 or rows.shape[-1] != encoding.dim:
        raise ValueError(
            f"table of shape {rows.shape} is not allowed: it must have {encoding.dim} columns"
        )
    return WAYS[method](encoding, phi)(rows)


def mixing(
    encoding: Turning, operator: Layout, phi: float
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return for each row of M(φ), made for the layout `operator`, the two columns that it reads, and their factors."""
    order = columns(operator, encoding.dim)
    turns = exact_phasors(
        np.array([phi], dtype=np.float64), encoding.frequencies(), encoding.frequency_rests()
    )[0]
    index = np.stack([order.sines[order.pairs], order.cosines[order.pairs]], axis=1)
    cosines = turns[order.pairs].real
    sines = turns[order.pairs].imag
    of_cosines = np.stack([-sines, cosines], 1)
    of_sines = np.stack([cosines, sines], 1)
    return index, np.where(order.is_cosine[:, None], of_cosines, of_sines)


@dataclass(frozen=True)
class MisappliedRaster(RotationRaster):
    """The table times an M(φ) that expects its columns in the layout `operator`."""

    encoding: Turning
    operator: Layout = "interleaved"

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        positions = range(self.encoding.first + rows.start, self.encoding.first + rows.stop)
        sources, factor = (part[columns.start : columns.stop].T for part in self._mixing)
        left, right = (
            table_cells(self.encoding, positions, source) * by
            for source, by in zip(sources, factor, strict=True)
        )
        return np.asarray(left + right)

    @property
    def _mixing(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        return mixing(self.encoding, self.operator, self.phi)

    def _nearest(
        self, down: NDArray[np.float64], across: NDArray[np.float64]
    ) -> NDArray[np.float32]:
        sources, factor = (part[nearest_cells(across, self.encoding.dim)] for part in self._mixing)
        table = RotationRaster(self.encoding)
        entries = [table.sample(down, [column], "nearest")[:, 0] for column in sources.ravel()]
        image = np.stack(entries, axis=1).reshape(len(down), *sources.shape)
        return np.asarray((image * factor).sum(axis=2), np.float32)

    def _means(
        self, top: float, run: float, height: int, left: float, width: float, count: int
    ) -> NDArray[np.float32]:
        sources, factor = self._mixing
        waves, index, part = _waves(
            self.encoding, self.operator, top, run, height, left, width, count
        )
        order = self.encoding.columns
        unit: Complex = (order.units * phasors(start_angles(self.encoding))[order.pairs])[
            sources
        ] * factor  # (d, 2)
        return waves.weighted((unit[index] * part[..., None]).reshape(count, -1), height)


@lru_cache(maxsize=2)
def _waves(
    encoding: Turning,
    operator: Layout,
    top: float,
    run: float,
    height: int,
    left: float,
    width: float,
    count: int,
) -> tuple[Waves, NDArray[np.int64], NDArray[np.float64]]:
    index, part = overlaps(left, width, count, encoding.dim)
    sources, _ = mixing(encoding, operator, 0.0)
    frequencies = encoding.frequencies()[encoding.columns.pairs[sources]][index].reshape(count, -1)
    return Waves.over(frequencies, top, run, height), index, part / part.sum(1, keepdims=True)


@dataclass(frozen=True)
class OperatorRaster(Raster):
    """The d×d matrix M(φ), two entries a row.

    A pixel shows the entry farthest from 0, as a mean would fade.
    """

    encoding: Turning
    operator: Layout
    phi: float

    @property
    def shape(self) -> tuple[int, int]:
        return self.encoding.dim, self.encoding.dim

    @property
    def averaged(self) -> str:
        return "extreme"

    def pixels(
        self, down: Array, high: float, across: Array, wide: float, reduce: Reduce
    ) -> Pixels:
        image = np.zeros((len(down), len(across)), dtype=np.float32)
        (entry_rows, entry_columns), entries = self.entries()
        row, in_row = _pixels(entry_rows, down, high)
        column, in_column = _pixels(entry_columns, across, wide)
        place = np.broadcast_arrays(row[:, :, None], column[:, None, :], entries[:, None, None])
        inside = in_row[:, :, None] & in_column[:, None, :]
        pixel_rows, pixel_columns, entries = (part[inside][::-1] for part in place)
        # The last value written to a pixel stays.
        order = np.argsort(np.abs(entries), kind="stable")
        image[pixel_rows[order], pixel_columns[order]] = entries[order]
        return image

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        cells = np.zeros((len(rows), len(columns)))
        (row, column), numbers = self.entries()
        inside = (
            (row >= rows.start)
            & (row < rows.stop)
            & (column >= columns.start)
            & (column < columns.stop)
        )
        cells[row[inside] - rows.start, column[inside] - columns.start] = numbers[inside]
        return cells

    def entries(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the rows and columns, shape (2, n), of the entries that may differ from 0, and the entries."""
        index, factor = mixing(self.encoding, self.operator, self.phi)
        return np.stack([np.repeat(np.arange(self.encoding.dim), 2), index.ravel()]), factor.ravel()


def _pixels(
    cells: NDArray[np.int64], centres: NDArray[np.float64], width: float
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the two pixels that each cell may lie in, on a last axis, and whether it lies in them."""
    last = len(centres) - 1
    if width <= 1:
        place = np.clip(np.searchsorted(np.floor(centres + 0.5), cells), 0, last)
        return place[..., None], (np.floor(centres[place] + 0.5) == cells)[..., None]
    ends = cells[..., None] + np.array([_EDGE - 0.5, 0.5 - _EDGE])
    place = np.floor((ends - (centres[0] - width / 2)) / width).astype(np.int64)
    inside = (place >= 0) & (place <= last)
    inside[..., 1] &= place[..., 1] > place[..., 0]
    return np.clip(place, 0, last), inside


def costs(dim: int) -> dict[Method, tuple[int, int]]:
    """Return the real products for one row, and the memory in bytes, of each way of applying M(φ)."""
    numbers: dict[Method, int] = dict.fromkeys(WAYS, 2 * dim) | {
        "matrix": dim * dim,
        "complex": dim,
    }
    return {
        way: (2 * dim if way == "complex" else count, 8 * count) for way, count in numbers.items()
    }


def errors_of_ways(before: Array, after: Array, made: Turning, phi: float) -> dict[Method, float]:
    """Return the error of each way of shifting a row with an encoding in the layout of M(φ).

    Nan if not built.
    """
    is_built = {way: way != "matrix" or made.dim <= _WIDEST for way in WAYS}
    return {
        way: float(np.abs(shift(before, made, phi, way) - after).max()) if is_built[way] else nan
        for way in WAYS
    }
