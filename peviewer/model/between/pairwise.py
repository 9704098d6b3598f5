"""Distances and similarities between positions: sums of waves by lag, not matrices to fill."""

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from peviewer.base.arrays import finite_array, number_array
from peviewer.base.refusals import refused
from peviewer.base.work import check_cancelled
from peviewer.model.between.lag_squares import squares_at_all_lags, squares_at_real_lags
from peviewer.model.between.lag_sums import Array
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import toeplitz
from peviewer.model.sampling.raster import Raster

Metric = Literal["euclidean", "sse", "cosine", "dot"]

# The position that others are compared with by default.
_USUAL_POSITION = 20

# How many cells of a table are held at a time: 2 MB.
_CELLS_AT_ONCE = 2**18


def metric_from_squares(squares: Array, metric: Metric, pairs: int) -> Array:
    """Turn squared distances between vectors of norm √pairs into a metric."""
    if metric == "sse":
        return squares
    if metric == "euclidean":
        return np.sqrt(squares)
    dots = pairs - squares / 2
    return dots / pairs if metric == "cosine" else dots


def _check_metric(metric: str) -> None:
    metrics = get_args(Metric)
    if metric not in metrics:
        raise ValueError(refused("metric", metric, f"it must be one of {', '.join(metrics)}"))


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
    _check_metric(metric)
    if not isinstance(encoding, Turning):
        name = encoding.title if isinstance(encoding, Scheme) else "an array"
        raise ValueError(
            f"encoding = {name} is not allowed: it must be sines and cosines, or lags alone "
            "say nothing"
        )
    if encoding.dim % 2:
        allowed = (
            "it must be even, for with odd d distances depend on the position as well as on the lag"
        )
        raise ValueError(refused("dim", encoding.dim, allowed))
    distances = finite_array("lags", lags)
    squares = squares_at_real_lags(encoding, distances.reshape(-1))
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
    _check_metric(metric)
    encoding = encoding_or_table
    if isinstance(encoding, Turning) and encoding.dim % 2 == 0 and not encoding.at:
        values = metric_from_squares(squares_at_all_lags(encoding), metric, encoding.dim // 2)
        return toeplitz(np.concatenate([values[:0:-1], values]), encoding.length, encoding.length)
    table = _rows_of(encoding)
    return _compare_vectors(table, table, metric)


def _rows_of(encoding_or_table: Tabled | ArrayLike) -> Array:
    if isinstance(encoding_or_table, Tabled):
        return encoding_or_table.vectors()
    table = number_array("table", encoding_or_table)
    if table.ndim != 2:
        raise ValueError(
            f"table of shape {table.shape} is not allowed: it must have two axes, (L, d)"
        )
    return table


def compare_rows(table: Raster, rows: range, columns: range, metric: Metric) -> Array:
    """Compare some `rows` of a table of positions × dimensions with others, `columns`.

    It takes little memory, and is in double precision.
    """
    values = np.empty((len(rows), len(columns)))
    dims = range(table.shape[1])
    step = max(1, _CELLS_AT_ONCE // len(dims))
    for top in range(0, len(rows), step):
        strip = slice(top, top + step)
        left = table.exact(rows[strip], dims)
        for start in range(0, len(columns), step):
            check_cancelled()
            block = slice(start, start + step)
            right = table.exact(columns[block], dims)
            values[strip, block] = _compare_vectors(left, right, metric)
    return values


def _compare_vectors(left: Array, right: Array, metric: Metric) -> Array:
    dots: Array = left @ right.T
    if metric == "dot":
        return dots
    if metric == "cosine":
        return dots / norms_or_one(left)[:, None] / norms_or_one(right)[None, :]
    left_squares = np.square(left).sum(axis=1)
    right_squares = np.square(right).sum(axis=1)
    squares_of_norms = left_squares[:, None] + right_squares[None, :]
    squares = squares_of_norms - 2 * dots
    # Where vectors are close, the difference of dots would cancel.
    close_cells = np.argwhere(squares < 1e-3 * squares_of_norms)
    step = max(1, _CELLS_AT_ONCE // left.shape[1])
    for start in range(0, len(close_cells), step):
        row, column = close_cells[start : start + step].T
        differences = left[row] - right[column]
        squares[row, column] = np.square(differences).sum(axis=1)
    return squares if metric == "sse" else np.asarray(np.sqrt(squares))


def norms_or_one(table: Array) -> Array:
    """Return the norm of every row, and 1 for those of length 0."""
    norms = np.linalg.norm(table, axis=1)
    return np.where(norms > 0, norms, 1.0)


def profile(
    encoding_or_table: Tabled | ArrayLike, position: int | None = None, metric: Metric = "dot"
) -> Array:
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
    _check_metric(metric)
    encoding = encoding_or_table
    if isinstance(encoding, Turning) and encoding.dim % 2 == 0 and not encoding.at:
        row = _row_of_position(position, encoding.positions)
        lags = np.abs(np.arange(encoding.length) - row)
        return metric_from_squares(squares_at_all_lags(encoding)[lags], metric, encoding.dim // 2)
    table = _rows_of(encoding)
    positions = encoding.positions if isinstance(encoding, Tabled) else range(len(table))
    row = _row_of_position(position, positions)
    return np.asarray(_compare_vectors(table[row : row + 1], table, metric)[0])


def _row_of_position(position: int | None, positions: range) -> int:
    first = positions[0]
    last = positions[-1]
    if position is None:
        position = min(max(_USUAL_POSITION, first), last)
    if position not in positions:
        raise ValueError(refused("position", position, f"it must be from {first} to {last}"))
    return position - first
