"""Random content: standard normal numbers drawn by NumPy, a table of them that repeats in both directions."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.float32]

POSITIONS, DIMENSIONS = 4096, 2048
"""After how many positions, and after how many dimensions, the numbers repeat."""


def normals(seed: int, dim: int) -> Pixels:
    """Return the numbers that repeat, dimensions × positions; read-only.

    Parameters
    ----------
    seed : int
        Of NumPy's ``default_rng``.
    dim : int
        How many dimensions are wanted; the first ones are the same however many they are.

    Returns
    -------
    ndarray, shape (n, POSITIONS), float32
        With n from min(dim, DIMENSIONS) to DIMENSIONS.

    Examples
    --------
    >>> bool((normals(0, 1)[0] == np.random.default_rng(0).standard_normal(4096, dtype=np.float32)).all())
    True
    """
    return _normals(seed, min(DIMENSIONS, 2 ** (dim - 1).bit_length()))  # the next power of two: few are drawn anew


@lru_cache(maxsize=2)  # 32 MB each at most
def _normals(seed: int, dimensions: int) -> Pixels:
    drawn = np.random.default_rng(seed).standard_normal((dimensions, POSITIONS), dtype=np.float32)
    drawn.setflags(write=False)
    return drawn


@lru_cache(maxsize=2)  # 64 MB each at most
def _sums(seed: int, dimensions: int) -> NDArray[np.float64]:
    """Return the sum of the numbers before each position, and last of all, shape (dimensions, POSITIONS + 1)."""
    sums = np.zeros((dimensions, POSITIONS + 1))
    np.cumsum(_normals(seed, dimensions), axis=1, dtype=np.float64, out=sums[:, 1:])
    return sums


def cells(seed: int, dim: int, positions: NDArray[np.int64], columns: NDArray[np.int64]) -> Pixels:
    """Return the numbers of some positions in some of `dim` dimensions, shape (n, m)."""
    return normals(seed, dim)[(columns % DIMENSIONS)[None, :], (positions % POSITIONS)[:, None]]


def means(seed: int, dim: int, first: int, centres: NDArray[np.float64], run: float) -> Pixels:
    """Return the numbers averaged over runs of positions, dimensions × runs.

    Parameters
    ----------
    seed, dim : int
        As for :func:`normals`.
    first : int
        The position of row 0.
    centres : ndarray, shape (h,)
        Evenly spaced rows, `run` apart.
    run : float
        How many positions each stands for, parts of one counted as such; at most 1 for the nearest one.
    """
    drawn = normals(seed, dim)
    if run <= 1:
        return drawn[:, (first + np.floor(centres + 0.5).astype(np.int64)) % POSITIONS]
    edges = np.append(centres - run / 2, centres[-1] + run / 2) + 0.5
    whole = np.floor(edges)
    turns, inside = np.divmod(first + whole.astype(np.int64), POSITIONS)
    before = _sums(seed, len(drawn))
    sums = before[:, inside]
    sums += (turns - turns[0]) * before[:, -1:] + (edges - whole) * drawn[:, inside]
    return (np.diff(sums, axis=1) / run).astype(np.float32)
