"""Which cells pixels overlap, and by how much."""

import numpy as np
from numpy.typing import NDArray


def overlaps(
    left: float, width: float, count: int, size: int, *, wide: float | None = None
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the cells that evenly spaced pixels overlap, and the part of each cell that lies in each.

    Parameters
    ----------
    left, width : float
        The first pixel's centre and the pixels' pitch, in cells.
    count : int
        How many pixels.
    size : int
        How many cells there are.
    wide : float, optional
        How many cells around its centre each pixel stands for; by default those it covers.

    Returns
    -------
    index : ndarray, shape (count, m), int64
        Clipped to real cells.
    part : ndarray, shape (count, m), float64
        From 0 to 1; 0 for padding.

    Examples
    --------
    >>> overlaps(0.25, 1.5, 2, 3)[1]
    array([[1. , 0.5],
           [0.5, 1. ]])
    """
    around = width if wide is None else wide
    begin = left - around / 2 + width * np.arange(count)
    if wide is not None:  # as many at the ends as elsewhere
        begin = np.clip(begin, -0.5, max(-0.5, size - 0.5 - around))
    end = begin + around
    first = np.floor(begin + 0.5 + 1e-9).astype(np.int64)
    last = np.ceil(end + 0.5 - 1e-9).astype(np.int64)
    cell = first[:, None] + np.arange(max(1, int((last - first).max())))[None, :]
    part = np.minimum(end[:, None], cell + 0.5) - np.maximum(begin[:, None], cell - 0.5)
    return np.clip(cell, 0, size - 1), np.where((cell >= 0) & (cell < size), np.clip(part, 0, 1), 0.0)
