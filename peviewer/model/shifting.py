"""The shift PE(t+φ) = M(φ)·PE(t): the operator M, and five ways to apply it with their costs."""

from collections.abc import Callable
from math import nan
from numbers import Real
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.arrays import number_array
from peviewer.base.refusals import abbreviated, refused
from peviewer.model.encodings.scheme import Array, Scheme
from peviewer.model.encodings.turning import Paired, Turning
from peviewer.model.turning.pairs import Complex, Layout, columns, exact_phasors

Method = Literal["pairs", "matrix", "packed", "swapped", "complex"]

# The default shift, in positions.
USUAL_PHI = 100.0

# The most dimensions with which the d×d matrix is built: 32 MB.
_WIDEST = 2048


def _turns(encoding: Turning, phi: float) -> tuple[Array, Array]:
    """Return cos ωφ and sin ωφ, shape (d/2,) each; raise ValueError where there is no M(φ)."""
    _check_pairs(encoding)
    if encoding.dim % 2:
        allowed = "it must be even, for with odd d the last pair has no cosine and no M(φ) exists"
        raise ValueError(refused("dim", encoding.dim, allowed))
    if not isinstance(phi, Real) or not np.isfinite(phi):
        raise ValueError(refused("phi", phi, "it must be a finite number"))
    turns = _phasors_of_shift(encoding, phi)
    return turns.real, turns.imag


def _phasors_of_shift(encoding: Turning, phi: float) -> Complex:
    """Return e^{iωφ} of each pair."""
    positions = np.array([phi], dtype=np.float64)
    phasors = exact_phasors(positions, encoding.frequencies(), encoding.frequency_rounding_errors())
    return np.asarray(phasors[0])


def _check_pairs(encoding: object) -> None:
    if not isinstance(encoding, Paired):
        name = encoding.title if isinstance(encoding, Scheme) else abbreviated(encoding)
        raise ValueError(
            f"encoding = {name} is not allowed: it must be a scheme of pairs that turn"
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
        Orthogonal; for rotary schemes it is the inverse of the turn that queries and keys take from
        t to t + φ, which is ``M.T``. Per pair [[cos ωφ, sin ωφ], [−sin ωφ, cos ωφ]], in the
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
    """Return M₁ and M₂, shape (2, d/2) each.

    With f packed as [sines; cosines], the column sums of M₁ ⊙ f are the new sines, and those of
    M₂ ⊙ f the new cosines.
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
    b[order.sines] = sines
    b[order.cosines] = -sines
    return a, b


# A function that moves the rows of a table by the φ that it was made for.
Apply = Callable[[Array], Array]


def _by_pairs(encoding: Turning, phi: float) -> Apply:
    cosines, sines = _turns(encoding, phi)
    upper_rows = np.stack([cosines, sines], -1)
    lower_rows = np.stack([-sines, cosines], -1)
    blocks = np.stack([upper_rows, lower_rows], -2)  # (d/2, 2, 2)

    def apply(table: Array) -> Array:
        moved = np.einsum("pij,j...p->i...p", blocks, _in_pairs(encoding, table))
        return _in_columns(encoding, *moved)

    return apply


def _by_matrix(encoding: Turning, phi: float) -> Apply:
    matrix = shift_matrix(encoding, phi)
    return lambda table: np.asarray(table @ matrix.T)


def _by_packed(encoding: Turning, phi: float) -> Apply:
    operators = packed_operators(encoding, phi)

    def apply(table: Array) -> Array:
        packed = _in_pairs(encoding, table)
        moved = [np.einsum("jp,j...p->...p", operator, packed) for operator in operators]
        return _in_columns(encoding, *moved)

    return apply


def _by_swapped(encoding: Turning, phi: float) -> Apply:
    a, b = swap_vectors(encoding, phi)

    def apply(table: Array) -> Array:
        sines, cosines = _in_pairs(encoding, table)
        swapped = _in_columns(encoding, cosines, sines)
        return np.asarray(a * table + b * swapped)

    return apply


def _by_complex(encoding: Turning, phi: float) -> Apply:
    cosines, sines = _turns(encoding, phi)
    # e^{−iωφ}, which turns sin + i·cos.
    turn = cosines - 1j * sines

    def apply(table: Array) -> Array:
        if encoding.layout == "interleaved":
            # Memory already reads sin + i·cos = i·e^{−iθ}.
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
    table[..., order.sines] = sines
    table[..., order.cosines] = cosines
    return table


WAYS: dict[Method, Callable[[Turning, float], Apply]] = {
    "pairs": _by_pairs,
    "matrix": _by_matrix,
    "packed": _by_packed,
    "swapped": _by_swapped,
    "complex": _by_complex,
}


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


class Mixing(NamedTuple):
    """The columns that each row of M(φ) reads, and the factors of these, shape (n, 2) each."""

    sources: NDArray[np.int64]
    factors: Array

    def of_rows(self, rows: slice | NDArray[np.int64]) -> "Mixing":
        return Mixing(self.sources[rows], self.factors[rows])


def mixing(encoding: Turning, operator: Layout, phi: float) -> Mixing:
    """Return the two columns that each row of M(φ) reads, and their factors, shape (d, 2) each.

    M is made for the layout `operator`.
    """
    order = columns(operator, encoding.dim)
    turns = _phasors_of_shift(encoding, phi)[order.pairs]
    sources = np.stack([order.sines[order.pairs], order.cosines[order.pairs]], axis=1)
    factors_of_cosines = np.stack([-turns.imag, turns.real], 1)
    factors_of_sines = np.stack([turns.real, turns.imag], 1)
    is_cosine = order.is_cosine[:, None]
    return Mixing(sources, np.where(is_cosine, factors_of_cosines, factors_of_sines))


def costs(dim: int) -> dict[Method, tuple[int, int]]:
    """Return for each way of applying M(φ) the real products per row, and the memory in bytes."""
    costs_of_ways: dict[Method, tuple[int, int]] = dict.fromkeys(WAYS, (2 * dim, 16 * dim))
    costs_of_ways["matrix"] = (dim * dim, 8 * dim * dim)
    # Each of d/2 complex products is four real ones.
    costs_of_ways["complex"] = (2 * dim, 8 * dim)
    return costs_of_ways


def errors_of_ways(before: Array, after: Array, made: Turning, phi: float) -> dict[Method, float]:
    """Return the error of each way of shifting the row `before` to the row `after` by φ.

    The encoding `made` has the layout that M(φ) is made for. The error is nan if the matrix is
    not built.
    """
    errors: dict[Method, float] = {}
    for way in WAYS:
        is_built = way != "matrix" or made.dim <= _WIDEST
        if is_built:
            moved = shift(before, made, phi, way)
            errors[way] = float(np.abs(moved - after).max())
        else:
            errors[way] = nan
    return errors
