"""The frequency that a schedule approaches."""

from typing import NamedTuple

import numpy as np


class Limit(NamedTuple):
    """A frequency that a schedule approaches, 1/`scale`, and the texts for it.

    Its wavelength is 2π·`scale`.
    """

    scale: float
    name: str
    wavelength_name: str

    @property
    def frequency(self) -> float:
        """In rad/position."""
        return 1 / self.scale

    @property
    def wavelength(self) -> float:
        """In positions."""
        return float(2 * np.pi * self.scale)
