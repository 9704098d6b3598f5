"""Token content: what a model adds to the encoding, known by rule at any size."""

from math import sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.base.parameters import Parameters, parameter
from peviewer.model.encodings.scheme import Tabled

Kind = Literal["none", "ones", "normal"]


class Content(Parameters):
    """Token embeddings added to the encoding.

    Examples
    --------
    >>> Content(kind="ones", scaled=True).factor(dim=16)
    4.0
    """

    kind: Kind = parameter(
        "none", title="Content", needs=Tabled, labels={"none": "None", "ones": "Ones", "normal": "Random normal"},
        help="Token embeddings added to the encoding: every pane follows.", formula="x(t) + PE(t)",
    )  # fmt: skip
    seed: int = parameter(
        0, title="Seed", needs=Tabled, ge=0, le=2**31, slider=(0, 100), only=("kind", ("normal",)),
        help="Which random content is drawn.",
    )  # fmt: skip
    scaled: bool = parameter(
        False, title="Scaled by √d", needs=Tabled, only=("kind", ("ones", "normal")),
        help="Multiply the content by √d, as the original paper does.",
        formula="√d·x(t) + PE(t)",
    )  # fmt: skip

    def factor(self, dim: int) -> float:
        """Return what the content is multiplied by: √d or 1."""
        return sqrt(dim) if self.scaled else 1.0

    def constant(self, dim: int) -> float:
        """Return the number added to every cell, 0 unless the content is ones."""
        return self.factor(dim) if self.kind == "ones" else 0.0

    def rows(self, positions: NDArray[np.int64], dim: int) -> NDArray[np.float64]:
        """Return the content of some positions, shape (n, dim), float64."""
        return self.cells(positions, np.arange(dim), dim)

    def cells(self, positions: NDArray[np.int64], columns: NDArray[np.int64], dim: int) -> NDArray[np.float64]:
        """Return some columns of the content of some positions, shape (n, len(columns)), float64."""
        if self.kind != "normal":
            return np.full((len(positions), len(columns)), self.constant(dim))
        return self.factor(dim) * noise(self.seed, positions, columns).astype(np.float64)


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
    most = max(1, _AT_ONCE // max(1, len(columns)))
    if len(rows) > most:  # in strips, so that memory stays small
        strips = [rows[start : start + most] for start in range(0, len(rows), most)]
        return np.concatenate([noise(seed, strip, columns, row_level, column_level) for strip in strips])
    across = _details(columns, column_level, _COLUMN_TOP)
    keys = np.concatenate([_keys(seed, level, nodes) for level, nodes, _, _ in across])
    starts = np.cumsum([0, *(len(nodes) for _, nodes, _, _ in across)])
    result = np.zeros((len(rows), len(columns)), np.float32)
    for level, nodes, back, weights in _details(rows, row_level, _ROW_TOP):
        drawn = _normals(_keys(seed, level + 32, nodes), keys)
        strip = np.zeros((len(nodes), len(columns)), np.float32)
        for start, (_, _, column_back, column_weights) in zip(starts, across, strict=False):
            strip += drawn[:, start + column_back] * column_weights
        result += strip[back] * weights[:, None]
    return result


_AT_ONCE = 400_000
_ROW_TOP, _COLUMN_TOP = 24, 17  # 2^24 positions and 2^17 dimensions, no more, share a detail


def _details(
    blocks: NDArray[np.int64], start: int, top: int
) -> list[tuple[int, NDArray[np.int64], NDArray[np.intp], NDArray[np.float32]]]:
    """Return, for each level of details above `start`: its number, nodes, and each block's node and weight."""
    details = []
    for level in range(start + 1, top + 2):
        apex = level == top + 1
        index = blocks >> (top - start if apex else level - start)
        nodes, back = np.unique(index, return_inverse=True)
        side = 1 if apex else 1 - 2 * ((blocks >> (level - 1 - start)) & 1)
        scale = 2.0 ** (-(top if apex else level) / 2)
        weights = np.broadcast_to(np.asarray(side * scale, np.float32), blocks.shape)
        details.append((level, nodes, back, weights))
    return details


def _keys(seed: int, level: int, nodes: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return a well-mixed number for each node of a level."""
    salt = _mixed(np.array([seed * 64 + level], np.uint64))
    return _mixed(nodes.astype(np.uint64) ^ salt)


def _normals(down: NDArray[np.uint64], across: NDArray[np.uint64]) -> NDArray[np.float32]:
    """Return one standard normal number for each pair of keys, by hashing and Box–Muller."""
    bits = _mixed(down[:, None] ^ (across << np.uint64(1))[None, :])
    radius = np.sqrt(-2 * np.log(((bits >> np.uint64(40)) + np.uint64(1)).astype(np.float32) * np.float32(2.0**-24)))
    turn = (bits & np.uint64(0xFFFFFF)).astype(np.float32) * np.float32(2 * np.pi * 2.0**-24)
    product: NDArray[np.float32] = radius * np.cos(turn)
    return product


def _mixed(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the splitmix64 finaliser of each number (Steele, Lea and Flood 2014)."""
    with np.errstate(over="ignore"):
        bits = (bits + np.uint64(0x9E3779B97F4A7C15)).astype(np.uint64)
        bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: NDArray[np.uint64] = bits ^ (bits >> np.uint64(31))
    return mixed
