"""Standard normal numbers known by rule: any cell of an endless table, and any dyadic block's mean, by hashing."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled

_AT_ONCE = 400_000  # numbers held at a time
_CACHED = 16_384  # of them hashed at a time, within reach of the processor
_ROW_TOP, _COLUMN_TOP = 24, 17  # 2^24 positions and 2^17 dimensions, no more, share a detail
Pixels = NDArray[np.float32]


def noise(
    seed: int, rows: NDArray[np.int64], columns: NDArray[np.int64], row_level: int = 0, column_level: int = 0
) -> NDArray[np.float32]:
    """Return independent standard normal numbers, or exact means of dyadic blocks of them.

    The numbers are a tensor product of Haar details, each drawn by hashing its
    place: so the mean over a block of 2^a × 2^b cells costs as little as a cell,
    and equals the mean of its cells.

    Parameters
    ----------
    seed : int
        Which numbers.
    rows, columns : ndarray of int
        Block indices: block k covers cells k·2^level … (k+1)·2^level − 1.
    row_level, column_level : int
        Sizes of the blocks as powers of two; 0 for single cells.

    Returns
    -------
    ndarray, shape (len(rows), len(columns)), float32
        Of variance 2^−(row_level + column_level).

    Examples
    --------
    >>> cells = noise(1, np.arange(8, 16), np.arange(4))
    >>> mean = noise(1, np.array([1]), np.array([0]), 3, 2)[0, 0]
    >>> bool(abs(cells.mean() - mean) < 1e-6)
    True
    """
    across, column_order = _halvings(columns, column_level, _COLUMN_TOP)
    keys = np.concatenate([_keys(seed, halving.level, halving.nodes) for halving in across])
    cells = np.empty((len(rows), len(columns)), np.float32)
    most = max(1, _AT_ONCE // max(1, len(keys)))
    for start in range(0, len(rows), most):  # in strips, so that memory stays small
        strip = slice(start, start + most)
        cells[strip] = _across(_down(seed, rows[strip], row_level, keys), across)[:, column_order]
    return cells


class _Halving(NamedTuple):
    """One level of details: its blocks, and for each half that is wanted its block's place and the detail's weight."""

    level: int
    nodes: NDArray[np.int64]
    parents: NDArray[np.intp]
    weights: Pixels


def _halvings(blocks: NDArray[np.int64], start: int, top: int) -> tuple[list[_Halving], NDArray[np.intp]]:
    """Return the levels from the whole to the blocks, and the place of each block among the halves of the last."""
    halves, order = np.unique(blocks, return_inverse=True)
    found = []
    for level in range(start + 1, top + 1):
        nodes, parents = _distinct(halves >> 1)
        weights = np.where(halves & 1, -1, 1) * 2.0 ** (-level / 2)
        found.append(_Halving(level, nodes, parents, weights.astype(np.float32)))
        halves = nodes
    whole = np.full(len(halves), 2.0 ** (-top / 2), np.float32)
    found.append(_Halving(top + 1, halves, np.arange(len(halves)), whole))
    return found[::-1], order.reshape(-1)


def _distinct(ascending: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """Return the distinct ones of ascending numbers, and the place of each number among them."""
    new = np.diff(ascending, prepend=ascending[:1] - 1) != 0
    return ascending[new], np.cumsum(new) - 1


def _down(seed: int, rows: NDArray[np.int64], level: int, keys: NDArray[np.uint64]) -> Pixels:
    """Return each row's sum of its details, for every key of the details across, shape (len(rows), len(keys))."""
    halvings, order = _halvings(rows, level, _ROW_TOP)
    sums = np.zeros((len(halvings[0].nodes), len(keys)), np.float32)
    for halving in halvings:
        check_cancelled()
        details = _normals(_keys(seed, halving.level + 32, halving.nodes), keys)
        sums = sums[halving.parents] + details[halving.parents] * halving.weights[:, None]
    return sums[order]


def _across(details: Pixels, halvings: list[_Halving]) -> Pixels:
    """Return the sums over each column's details, shape (rows, columns): a detail is added to both of its halves."""
    cells = np.zeros((len(details), len(halvings[0].nodes)), np.float32)
    start = 0
    for halving in halvings:
        some = details[:, start : start + len(halving.nodes)]
        cells = cells.take(halving.parents, axis=1) + some.take(halving.parents, axis=1) * halving.weights
        start += len(halving.nodes)
    return cells


def _keys(seed: int, level: int, nodes: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return a well-mixed number for each node of a level."""
    salt = np.array([seed * 64 + level], np.uint64)
    _mix(salt)
    keys = nodes.astype(np.uint64) ^ salt
    _mix(keys)
    return keys


def _normals(down: NDArray[np.uint64], across: NDArray[np.uint64]) -> Pixels:
    """Return one standard normal number for each pair of keys, by hashing and Box–Muller."""
    normals = np.empty((len(down), len(across)), np.float32)
    for rows, columns in _pieces(*normals.shape):
        bits = down[rows, None] ^ (across[columns] << np.uint64(1))
        _mix(bits)
        radius = ((bits >> np.uint64(40)) + np.uint64(1)).astype(np.float32)
        radius *= np.float32(2.0**-24)
        np.log(radius, out=radius)
        radius *= -2
        np.sqrt(radius, out=radius)
        bits &= np.uint64(0xFFFFFF)
        turn = bits.astype(np.float32)
        turn *= np.float32(2 * np.pi * 2.0**-24)
        np.cos(turn, out=turn)
        np.multiply(radius, turn, out=normals[rows, columns])
    return normals


def _pieces(height: int, width: int) -> Iterator[tuple[slice, slice]]:
    """Yield parts of a table that are as large as can be held close to the processor."""
    wide = min(width, _CACHED)
    high = max(1, _CACHED // max(1, wide))
    for top in range(0, height, high):
        for left in range(0, width, max(1, wide)):
            yield slice(top, top + high), slice(left, left + wide)


def _mix(bits: NDArray[np.uint64]) -> None:
    """Replace each number by its splitmix64 finaliser (Steele, Lea and Flood 2014)."""
    shifted = np.empty_like(bits)
    bits += np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        np.right_shift(bits, np.uint64(shift), out=shifted)
        bits ^= shifted
        bits *= np.uint64(factor)
    np.right_shift(bits, np.uint64(31), out=shifted)
    bits ^= shifted
