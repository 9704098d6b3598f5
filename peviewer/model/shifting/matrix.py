"""The shift PE(t+φ) = M(φ)·PE(t): the operator M and five ways to apply it."""

from collections.abc import Callable
from numbers import Real
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.arrays import number_array
from peviewer.base.parameters import abbreviated, refused
from peviewer.model.encodings.scheme import Paired, Scheme
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.pairs import exact_phasors

Method = Literal["pairs", "matrix", "packed", "swapped", "complex"]
Array = NDArray[np.float64]

USUAL_PHI = 100.0  # the default shift, in positions


def _turns(encoding: Turning, phi: float) -> tuple[Array, Array]:
    """Return cos ωφ and sin ωφ, shape (d/2,) each; a ValueError where there is no M(φ)."""
    _check_pairs(encoding)
    if encoding.dim % 2:
        allowed = "it must be even, for with odd d the last pair has no cosine and no M(φ) exists"
        raise ValueError(refused("dim", encoding.dim, allowed))
    if not isinstance(phi, Real) or not np.isfinite(phi):
        raise ValueError(refused("phi", phi, "it must be a finite number"))
    turns = exact_phasors(np.array([phi], dtype=np.float64), encoding.frequencies(), encoding.frequency_rests())[0]
    return turns.real, turns.imag


def _check_pairs(encoding: object) -> None:
    if not isinstance(encoding, Paired):
        known = encoding.title if isinstance(encoding, Scheme) else abbreviated(encoding)
        raise ValueError(f"encoding = {known} is not allowed: it must be a scheme of pairs that turn")


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
    """Return M₁ and M₂, shape (2, d/2): rows for the sine and the cosine of each pair.

    The new sines are the column sums of M₁ ⊙ [sines; cosines], the new cosines those of M₂ ⊙ [sines; cosines].
    """
    cosines, sines = _turns(encoding, phi)
    return np.stack([cosines, sines]), np.stack([-sines, cosines])


def swap_vectors(encoding: Turning, phi: float) -> tuple[Array, Array]:
    """Return a and b, shape (d,), of PE(t+φ) = a ⊙ f + b ⊙ swap(f), in the encoding's layout."""
    cosines, sines = _turns(encoding, phi)
    order = encoding.columns
    a, b = np.empty(encoding.dim), np.empty(encoding.dim)
    a[order.sines] = a[order.cosines] = cosines
    b[order.sines], b[order.cosines] = sines, -sines
    return a, b


Apply = Callable[[Array], Array]
"""What moves the rows of a table by the φ that it was made for."""


def _by_pairs(encoding: Turning, phi: float) -> Apply:
    cosines, sines = _turns(encoding, phi)
    blocks = np.stack([np.stack([cosines, sines], -1), np.stack([-sines, cosines], -1)], -2)  # (d/2, 2, 2)
    return lambda table: _in_columns(encoding, *np.einsum("pij,j...p->i...p", blocks, _in_pairs(encoding, table)))


def _by_matrix(encoding: Turning, phi: float) -> Apply:
    matrix = shift_matrix(encoding, phi)
    return lambda table: np.asarray(table @ matrix.T)


def _by_packed(encoding: Turning, phi: float) -> Apply:
    operators = packed_operators(encoding, phi)

    def apply(table: Array) -> Array:
        packed = _in_pairs(encoding, table)
        return _in_columns(encoding, *(np.einsum("jp,j...p->...p", operator, packed) for operator in operators))

    return apply


def _by_swapped(encoding: Turning, phi: float) -> Apply:
    a, b = swap_vectors(encoding, phi)
    return lambda table: np.asarray(a * table + b * _in_columns(encoding, *_in_pairs(encoding, table)[::-1]))


def _by_complex(encoding: Turning, phi: float) -> Apply:
    cosines, sines = _turns(encoding, phi)
    turn = cosines - 1j * sines  # e^{−iωφ}, which turns sin + i·cos

    def apply(table: Array) -> Array:
        if encoding.layout == "interleaved":  # memory already reads sin + i·cos = i·e^{−iθ}
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
        raise ValueError(f"table of shape {rows.shape} is not allowed: it must have {encoding.dim} columns")
    return WAYS[method](encoding, phi)(rows)
