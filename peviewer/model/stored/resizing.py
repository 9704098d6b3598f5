"""A table of positions for another length or another grid, by the rules of torch.nn.functional.interpolate."""

import re
from functools import lru_cache
from math import prod
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.base.parameters import refused
from peviewer.base.words import number
from peviewer.model.stored.table import MOST_CELLS, StoredTable

Interpolation = Literal["bilinear", "bicubic"]
SIZE_FORM = "how many positions, as in 512, or rows x columns of a grid, as in 24x24"
_SIZE = re.compile(r"\s*(\d{1,5})\s*(?:[x×]\s*(\d{1,5})\s*)?", re.ASCII)
_SHARPNESS = {False: -0.75, True: -0.5}  # Keys's a, in torch without antialiasing and with it


def read_size(text: str) -> tuple[int, ...]:
    """Return the sides of a size as it is typed; none where it is empty.

    >>> read_size("24x32"), read_size("512"), read_size("")
    ((24, 32), (512,), ())
    """
    if not text.strip():
        return ()
    size = _SIZE.fullmatch(text)
    sides = tuple(int(side) for side in size.groups() if side) if size else (0,)
    if min(sides) < 1:
        raise ValueError(refused("resize", text, f"it must be {SIZE_FORM}"))
    return sides


def weights(
    count: int, new: int, interpolation: Interpolation, antialias: bool, align_corners: bool
) -> NDArray[np.float64]:
    """Return what each of `count` places along an axis gives to each of `new` ones, shape (new, count); rows sum to 1.

    antialias: where there are fewer places, each is a mean over as many as it stands for.
    align_corners: the first and the last place stay where they are, rather than the edges of the outer ones.
    """
    shares, reach = np.zeros((new, count)), 1 if interpolation == "bilinear" else 2
    step = (count - 1) / (new - 1) if align_corners and new > 1 else 0.0 if align_corners else count / new
    if antialias:
        width = max(1.0, step)
        middles = step * (np.arange(new) + 0.5)
        for row, middle in enumerate(middles):
            low = max(int(middle - reach * width + 0.5), 0)
            near = np.arange(low, min(int(middle + reach * width + 0.5), count))
            shares[row, near] = _kernel((near - middle + 0.5) / width, interpolation, antialias)
        shares /= shares.sum(axis=1, keepdims=True)
        return shares
    middles = step * np.arange(new) if align_corners else step * (np.arange(new) + 0.5) - 0.5
    if interpolation == "bilinear":
        middles = np.maximum(middles, 0)  # beyond the edge the edge goes on
    for offset in range(1 - reach, 1 + reach):
        near = np.floor(middles) + offset
        part = _kernel(middles - near, interpolation, antialias)
        np.add.at(shares, (np.arange(new), np.clip(near, 0, count - 1).astype(int)), part)
    return shares


def _kernel(apart: NDArray[np.float64], interpolation: Interpolation, antialias: bool) -> NDArray[np.float64]:
    """Return the share of a place that lies so many places away: a tent, or Keys's cubic."""
    x = np.abs(apart)
    if interpolation == "bilinear":
        return np.asarray(np.maximum(1 - x, 0))
    a = _SHARPNESS[antialias]
    near, far = ((a + 2) * x - (a + 3)) * x * x + 1, a * (((x - 5) * x + 8) * x - 4)
    return np.where(x <= 1, near, np.where(x < 2, far, 0.0))


@lru_cache(maxsize=8)
def resized(
    table: StoredTable,
    grid: tuple[int, ...],
    size: tuple[int, ...],
    interpolation: Interpolation,
    antialias: bool,
    align_corners: bool,
) -> StoredTable:
    """Return a table whose positions are places of `grid`, counted row by row, for a grid of another size."""
    dim = table.shape[1]
    if max(table.stored.size, prod(size) * dim) > MOST_CELLS:
        most = number(MOST_CELLS // dim)
        raise ValueError(f"resize is not allowed: with {number(dim)} dimensions a table has at most {most} positions")
    numbers = table.rows(np.arange(prod(grid))).reshape(*grid, dim)
    for axis, (count, new) in enumerate(zip(grid, size, strict=True)):
        shares = weights(count, new, interpolation, antialias, align_corners)
        numbers = np.moveaxis(np.tensordot(shares, numbers, (1, axis)), 0, axis)
    made_of = ("resized", table.made_of, grid, size, interpolation, antialias, align_corners)
    return StoredTable.checked(made_of, numbers.reshape(-1, dim), "float64")
