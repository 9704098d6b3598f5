"""Distances and similarities between positions: functions of the lag, not matrices to fill."""

from typing import get_args

import numpy as np
from numpy.typing import ArrayLike

from peviewer.base.arrays import number_array
from peviewer.base.parameters import refused
from peviewer.base.work import check_cancelled
from peviewer.model.between.lags import Array, Metric, lag_squared, lag_squares, metric_from_squares, toeplitz
from peviewer.model.encodings.scheme import Scheme, Tabled, finite_array
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import Raster

_USUAL = 20  # the position that others are compared with
_HELD = 2**18  # cells of a table held at a time: 2 MB


def _checked(metric: str) -> None:
    if metric not in get_args(Metric):
        raise ValueError(refused("metric", metric, f"it must be one of {', '.join(get_args(Metric))}"))


def lag_profile(encoding: Turning, lags: ArrayLike, metric: Metric = "euclidean") -> Array:
    """Return how two positions compare that are `lags` apart, wherever they lie.

    Parameters
    ----------
    encoding : Turning
        With an even dimension: then only the lag matters.
    lags : array_like, shape (n,) or a scalar
        Differences of positions, any real numbers.
    metric : {"euclidean", "sse", "cosine", "dot"}
        Distance, squared distance, cosine similarity, dot product.

    Returns
    -------
    ndarray, shape of `lags`, float64
        dot = Σ cos ω_iΔ; sse = Σ 4·sin²(ω_iΔ/2), which does not cancel at small lags.

    Raises
    ------
    ValueError
        If d is odd (its last sine makes distances depend on the position too),
        a lag is not finite, or there is no such metric.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> lag_profile(Sinusoidal(dim=500), [1]).round(8)
    array([3.67198566])
    """
    _checked(metric)
    if not isinstance(encoding, Turning):
        known = encoding.title if isinstance(encoding, Scheme) else "an array"
        raise ValueError(f"encoding = {known} is not allowed: it must be sines and cosines, or lags alone say nothing")
    if encoding.dim % 2:
        allowed = "it must be even, for with odd d distances depend on the position as well as on the lag"
        raise ValueError(refused("dim", encoding.dim, allowed))
    distances = finite_array("lags", lags)
    squares = lag_squared(encoding, distances.reshape(-1))
    return metric_from_squares(squares, metric, encoding.dim // 2).reshape(distances.shape)


def pairwise(encoding_or_table: Tabled | ArrayLike, metric: Metric = "euclidean") -> Array:
    """Compare every position with every other.

    Parameters
    ----------
    encoding_or_table : Tabled or array_like, shape (L, d)
        An encoding, or rows of numbers.
    metric : {"euclidean", "sse", "cosine", "dot"}
        Distance, squared distance, cosine similarity, dot product.

    Returns
    -------
    ndarray, shape (L, L), float64
        Row t, column s. For an encoding of even dimension a read-only view of
        its 2L − 1 distinct numbers: no L×L memory is used.

    Raises
    ------
    ValueError
        If there is no such metric or the table is not two-dimensional.

    Examples
    --------
    >>> pairwise([[0.0, 3.0], [4.0, 0.0]])
    array([[0., 5.],
           [5., 0.]])
    """
    _checked(metric)
    encoding = encoding_or_table
    if isinstance(encoding, Turning) and encoding.dim % 2 == 0:
        values = metric_from_squares(lag_squares(encoding), metric, encoding.dim // 2)
        return toeplitz(np.concatenate([values[:0:-1], values]), encoding.length, encoding.length)
    table = _rows_of(encoding)
    return _compared_vectors(table, table, metric)


def _rows_of(encoding_or_table: Tabled | ArrayLike) -> Array:
    if isinstance(encoding_or_table, Tabled):
        return encoding_or_table.vectors()
    table = number_array("table", encoding_or_table)
    if table.ndim != 2:
        raise ValueError(f"table of shape {table.shape} is not allowed: it must have two axes, (L, d)")
    return table


def compared_rows(table: Raster, rows: range, columns: range, metric: Metric) -> Array:
    """Compare some rows of a table of positions × dimensions with others, in double precision and little memory."""
    values, dims = np.empty((len(rows), len(columns))), range(table.shape[1])
    step = max(1, _HELD // len(dims))
    for top in range(0, len(rows), step):
        left = table.exact(rows[top : top + step], dims)
        for start in range(0, len(columns), step):
            check_cancelled()
            right = table.exact(columns[start : start + step], dims)
            values[top : top + step, start : start + step] = _compared_vectors(left, right, metric)
    return values


def _compared_vectors(left: Array, right: Array, metric: Metric) -> Array:
    dots: Array = left @ right.T
    if metric == "dot":
        return dots
    if metric == "cosine":
        return dots / norms_or_one(left)[:, None] / norms_or_one(right)[None, :]
    norms = np.square(left).sum(axis=1)[:, None] + np.square(right).sum(axis=1)[None, :]
    squares = norms - 2 * dots
    close = np.argwhere(squares < 1e-3 * norms)  # there the difference of dots would cancel
    step = max(1, _HELD // left.shape[1])
    for start in range(0, len(close), step):
        row, column = close[start : start + step].T
        squares[row, column] = np.square(left[row] - right[column]).sum(axis=1)
    return squares if metric == "sse" else np.asarray(np.sqrt(squares))


def norms_or_one(table: Array) -> Array:
    """Return the norm of every row, and 1 for those of length 0."""
    norms = np.linalg.norm(table, axis=1)
    return np.where(norms > 0, norms, 1.0)


def profile(encoding_or_table: Tabled | ArrayLike, position: int | None = None, metric: Metric = "dot") -> Array:
    """Compare one position with all others.

    Parameters
    ----------
    encoding_or_table : Tabled or array_like, shape (L, d)
        An encoding, or rows of numbers.
    position : int, optional
        The position t (of a table: its row); None for 20, or the nearest there is.
    metric : {"euclidean", "sse", "cosine", "dot"}
        As for :func:`pairwise`.

    Returns
    -------
    ndarray, shape (L,), float64

    Raises
    ------
    ValueError
        If the position is not in the table, or there is no such metric.

    Examples
    --------
    >>> profile([[0.0, 3.0], [4.0, 0.0]], position=1, metric="sse")
    array([25.,  0.])
    """
    _checked(metric)
    encoding = encoding_or_table
    by_lag = isinstance(encoding, Turning) and encoding.dim % 2 == 0
    table = np.empty((0, 0)) if by_lag else _rows_of(encoding)
    places = encoding.positions if isinstance(encoding, Tabled) else range(len(table))
    position = min(max(_USUAL, places[0]), places[-1]) if position is None else position
    if position not in places:
        raise ValueError(refused("position", position, f"it must be from {places[0]} to {places[-1]}"))
    row = position - places[0]
    if isinstance(encoding, Turning) and by_lag:
        squares = lag_squares(encoding)[np.abs(np.arange(encoding.length) - row)]
        return metric_from_squares(squares, metric, encoding.dim // 2)
    return np.asarray(_compared_vectors(table[row : row + 1], table, metric)[0])
