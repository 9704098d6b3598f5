"""Arrays of three axes that are grids of patches: which axis their channels are."""

from dataclasses import dataclass
from math import prod
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.model.stored.entry import as_numbers

Array = NDArray[np.float64]
Channels = Literal["last", "first"]
# Widths of models are multiples of 32, from 64 on.
_STEP = 32
_LEAST = 64
# By how much neighbours along rows and columns are more alike than along channels.
_CLEARLY = 0.2
# How many places along each axis are compared.
_CORNER = 128


@dataclass(frozen=True)
class GridArray:
    """An array of rows, columns and channels, or of channels, rows and columns."""

    # The sides in their stored order, without axes of length 1.
    sides: tuple[int, int, int]
    channels: Channels
    # Whether neither widths nor numbers tell which axis the channels are.
    is_channels_axis_unknown: bool = False

    @property
    def grid(self) -> tuple[int, int]:
        """Its rows and columns."""
        return self.sides[:2] if self.channels == "last" else self.sides[1:]

    @property
    def shape(self) -> tuple[int, int]:
        """Its patches and channels."""
        width = self.sides[2] if self.channels == "last" else self.sides[0]
        return prod(self.grid), width

    def flat(self, stored: NDArray[np.generic]) -> NDArray[np.generic]:
        """Return the stored numbers as patches × channels."""
        count, width = self.shape
        if self.channels == "last":
            return stored.reshape(count, width)
        return stored.reshape(width, count).T


def sides_of(shape: tuple[int, ...]) -> tuple[int, int, int] | None:
    """Return the three sides of an array of three axes, or of four of which the first is 1.

    Return None for others.
    """
    sides = shape[1:] if len(shape) == 4 and shape[0] == 1 else shape
    if len(sides) != 3 or min(sides) < 2:
        return None
    return sides[0], sides[1], sides[2]


def is_usual_width(size: int) -> bool:
    return size >= _LEAST and size % _STEP == 0


def channels_by_width(sides: tuple[int, int, int]) -> Channels | None:
    """Return which axis has the channels, by the widths of the axes.

    The width of models tells it: only the first, or only the last, axis may have one.
    """
    is_first = is_usual_width(sides[0])
    is_last = is_usual_width(sides[2])
    if is_first == is_last:
        return None
    return "first" if is_first else "last"


def channels_by_likeness(stored: NDArray[Any], kind: str) -> Channels | None:
    """Return which axis has the channels: the one along which neighbours are clearly least alike.

    Only a corner of a large array is examined.
    """
    corner = as_numbers(stored[:_CORNER, :_CORNER, :_CORNER], kind)
    first = _likeness(corner, 0)
    last = _likeness(corner, 2)
    if abs(first - last) < _CLEARLY:
        return None
    return "first" if first < last else "last"


def _likeness(numbers: Array, axis: int) -> float:
    """Return how alike neighbours along an axis are: 1 if equal, about 0 if unrelated."""
    variance = float(numbers.var())
    if not variance:
        return 1.0
    return 1 - float(np.square(np.diff(numbers, axis=axis)).mean()) / (2 * variance)
