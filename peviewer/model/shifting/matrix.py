"""The shift PE(t+φ) = M(φ)·PE(t): the operator M and five ways to apply it."""

from collections.abc import Callable
from numbers import Real
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.arrays import number_array
from peviewer.base.parameters import abbreviated, refused
from peviewer.model.encodings.scheme import Paired, Scheme
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.pairs import Complex, exact_phasors

Method = Literal["pairs", "matrix", "packed", "swapped", "complex"]
Array = NDArray[np.float64]

USUAL_PHI = 100.0  # the default shift, in positions


def _turns(encoding: Turning, phi: float) -> tuple[Array, Array]:
    """Return cos ωφ and sin ωφ, shape (d/2,) each; a ValueError where there is no M(φ)."""
    _check_pairs(encoding)
    if encoding.dim % 2:
        raise ValueError(
            refused(
                "dim", encoding.dim, "it must be even, for with odd d the last pair has no cosine and no M(φ) exists"
            )
        )
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


def _turn(encoding: Turning, phi: float) -> Complex:
    """Return e^{−iωφ}, shape (d/2,), which turns sin + i·cos."""
    cosines, sines = _turns(encoding, phi)
    return cosines - 1j * sines


def _by_complex(table: Array, encoding: Turning, turn: Complex) -> Array:
    order = encoding.columns
    shifted = np.empty_like(table)
    if encoding.layout == "interleaved":  # memory already reads sin + i·cos = i·e^{−iθ}
        np.multiply(table.view(np.complex128), turn, out=shifted.view(np.complex128))
        return shifted
    pairs = (table[..., order.sines] + 1j * table[..., order.cosines]) * turn
    shifted[..., order.sines], shifted[..., order.cosines] = pairs.real, pairs.imag
    return shifted


def _blocks(encoding: Turning, phi: float) -> Array:
    """Return every pair's rotation, shape (d/2, 2, 2)."""
    cosines, sines = _turns(encoding, phi)
    return np.stack([np.stack([cosines, sines], -1), np.stack([-sines, cosines], -1)], -2)


def _by_pairs(table: Array, encoding: Turning, blocks: Array) -> Array:
    order = encoding.columns
    pairs = np.stack([table[..., order.sines], table[..., order.cosines]], -1)
    turned = np.einsum("pij,...pj->...pi", blocks, pairs)
    shifted = np.empty_like(table)
    shifted[..., order.sines], shifted[..., order.cosines] = turned[..., 0], turned[..., 1]
    return shifted


def _by_matrix(table: Array, _encoding: Turning, matrix: Array) -> Array:
    shifted: Array = table @ matrix.T
    return shifted


def _by_packed(table: Array, encoding: Turning, operators: tuple[Array, Array]) -> Array:
    for_sines, for_cosines = operators
    order = encoding.columns
    packed = np.stack([table[..., order.sines], table[..., order.cosines]], -2)
    shifted = np.empty_like(table)
    shifted[..., order.sines] = (for_sines * packed).sum(-2)
    shifted[..., order.cosines] = (for_cosines * packed).sum(-2)
    return shifted


def _by_swapped(table: Array, encoding: Turning, vectors: tuple[Array, Array]) -> Array:
    a, b = vectors
    order = encoding.columns
    swapped = np.empty_like(table)
    swapped[..., order.sines], swapped[..., order.cosines] = (
        table[..., order.cosines],
        table[..., order.sines],
    )
    shifted: Array = a * table + b * swapped
    return shifted


class Way(NamedTuple):
    """One way of shifting: what is prepared once for φ, and how it is applied to a table's rows."""

    build: Callable[[Turning, float], Any]
    apply: Callable[[Array, Turning, Any], Array]


WAYS: dict[Method, Way] = {
    "pairs": Way(_blocks, _by_pairs),
    "matrix": Way(shift_matrix, _by_matrix),
    "packed": Way(packed_operators, _by_packed),
    "swapped": Way(swap_vectors, _by_swapped),
    "complex": Way(_turn, _by_complex),
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
        raise ValueError(f"table of shape {rows.shape} is not allowed: it must have {encoding.dim} columns")
    way = WAYS[method]
    return way.apply(rows, encoding, way.build(encoding, phi))
