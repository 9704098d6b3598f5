"""What an array tells of a rotation, beside the RoPE that it is shown as."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.base.parameters import Parameters
from peviewer.model.turning.precision import BFLOAT16

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

# Numbers that are rounded by more were computed in single precision at best.
_DOUBLE = 2.0**-50


class Measured(Parameters):
    """A rotation as an array has it: of frequencies alone, or of rows at positions."""

    # The frequency of each pair, in rad/position.
    frequencies: tuple[float, ...]
    # How far each pair of the array is at most from turning so; 0 of frequencies alone.
    errors: tuple[float, ...]
    # By how much a number near 1 is rounded, and by what: "single precision", "6 decimals".
    rounding: float
    precision: str
    # How many positions it has; 0 of frequencies alone.
    rows: int = 0
    first: float = 0.0
    step: Literal[-1, 1] = 1
    sign: Literal[-1, 1] = 1
    factor: float = 1.0
    are_swapped: bool = False
    are_positions_bfloat16: bool = False
    # The layout of pairs in a head; empty where the array does not tell it.
    layout: Literal["", "concatenated", "interleaved"] = ""
    # How many pairs of a head do not turn; −1 where the array does not tell it.
    still_pairs: int = -1

    @property
    def unit_roundoff(self) -> float:
        """By what share of itself a number is rounded where angles are computed."""
        return 2.0**-53 if self.rounding < _DOUBLE else 2.0**-24

    def waves(self, rows: Array) -> Complex:
        """Return cos + i·sin of each pair in some rows, shape (rows, pairs)."""
        positions = self.first + self.step * rows
        if self.are_positions_bfloat16:
            positions = BFLOAT16.rounded(positions)
        angles = self.sign * positions[:, None] * np.array(self.frequencies)
        waves = self.factor * np.exp(1j * angles)
        return np.asarray(1j * waves.conj() if self.are_swapped else waves)

    def farthest(self) -> float:
        """Return how far the farthest row is from position 0."""
        last = self.first + self.step * (self.rows - 1)
        return max(abs(self.first), abs(last))
