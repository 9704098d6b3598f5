"""What a claim is tried on, and what is said of it: rows of x + PE, sampled evenly where there are too many."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.words import number
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.layouts import Layout

Array = NDArray[np.float64]
Verdict = tuple[bool, float, str]
"""Whether a claim holds, its number, and what that is."""

CELLS = 100_000  # of the table that a claim is tried on
MOVING = 25_000  # of it where the claim is tried at every step of φ


@dataclass(frozen=True)
class Subject:
    """What is examined: rows of x + PE, sampled evenly where there are too many."""

    embedded: Embedded
    operator: Layout
    phi: float

    @property
    def encoding(self) -> Turning:
        """The encoding alone."""
        return self.embedded.encoding

    @property
    def even(self) -> bool:
        """Whether every pair has its cosine."""
        return self.encoding.dim % 2 == 0

    @property
    def tolerance(self) -> float:
        """What rounding may cost: an angle ω·t is known to about 10⁻¹⁶·t."""
        ends = self.encoding.positions
        return 1e-11 + 2e-15 * (max(abs(ends[0]), abs(ends[-1])) + abs(self.phi))

    def positions(self, most: int = 1000, cells: int = CELLS) -> NDArray[np.int64]:
        """Return the positions a claim is tried on: all, or an even sample of them."""
        count = max(2, min(self.encoding.length, most, cells // self.encoding.dim))
        ends = self.encoding.positions
        return np.unique(np.linspace(ends[0], ends[-1], min(count, len(ends))).round().astype(np.int64))

    def rows(self, positions: ArrayLike) -> Array:
        """Return rows of x + PE."""
        return self.embedded.table(positions)


def why(subject: Subject, spread: float = np.inf) -> str:
    """Say why a claim about rows fails; nothing where it does not."""
    if spread <= subject.tolerance:
        return ""
    if not subject.embedded.plain:
        return ": content is added"
    return "" if subject.even else ": with odd d the last pair has no cosine"


def from_to(values: Array) -> str:
    """Say from where to where numbers run."""
    return f"from {number(values.min(), 6)} to {number(values.max(), 6)}"
