"""What a claim is tried on, bounds of its rounding error, and the words of its verdict."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.words import number
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.turning.pairs import Layout

Array = NDArray[np.float64]
Positions = NDArray[np.int64]
Verdict = tuple[bool | None, float, str]
"""Whether a claim holds (None: that cannot be decided, or it informs), its number, and what that is."""

UNIT = 2.0**-53  # the largest relative error of rounding a number
CELL = 16 * UNIT  # of a cell: a sine and a cosine, each right to a few units, multiplied by the rests and added
TWICE = 2.0**-103  # relative error of an angle after its rounding was corrected
SUMMED = 24 * UNIT  # a share of the root of a sum of up to 65,536 squares, added in pairs from eights on
CELLS = 100_000  # of the table that a claim is tried on
MOVING = 25_000  # of it where the claim is tried at every step of φ
ROUNDING = 1e-11  # larger than the error of entries of a rotation, and of similarities
DECIDED = 1e-3  # of a cell: with a larger rounding error a claim is undecided
ALONE: Verdict = True, float("nan"), "there is one position only"


@dataclass(frozen=True)
class Subject:
    """What is examined: rows of x + PE, sampled evenly where there are too many."""

    embedded: Embedded
    operator: Layout
    phi: float

    @property
    def encoding(self) -> Turning:
        return self.embedded.turning

    @property
    def even(self) -> bool:
        """Whether every pair has its cosine."""
        return self.encoding.dim % 2 == 0

    def positions(self, most: int = 1000, cells: int = CELLS, before_end: int = 0) -> Positions:
        """Return the positions a claim is tried on, all or an even sample, without the last `before_end`."""
        length = self.encoding.length - before_end
        return self.encoding.first + linspace_indices(length, max(2, min(most, cells // self.encoding.dim)))

    def rows(self, positions: ArrayLike) -> Array:
        """Return rows of x + PE."""
        return self.embedded.table(positions)

    def rounding(self, positions: Positions) -> float:
        """Return the error that rounding t + φ may cause in cells φ positions on."""
        near = positions.astype(np.float64)
        places = near + self.phi
        added = places - near
        lost = np.abs((near - (places - added)) + (self.phi - added)).max()
        return float(lost * self.encoding.frequencies().max())

    def explained(self, position: int) -> float:
        """Return a bound of the rounding error of a row moved by φ; it grows with |φ|.

        Half a unit in the last place of t + φ turns the fastest pair by ω·u·|t + φ|; products and sums of cells cost
        a few more u. Four times as much is allowed.
        """
        unit = np.finfo(np.float64).eps / 2
        largest = max(1.0, float(np.abs(self.embedded.table([position])).max()))
        turned = float(self.encoding.frequencies().max()) * (abs(position) + abs(self.phi))
        return float(4 * unit * (1 + turned) * largest)

    @property
    def by_lag(self) -> bool:
        """Whether differences of rows depend on the lag alone by mathematics: constant content cancels."""
        return self.even and self.embedded.content.kind != "normal"

    def cell_rounding(self, rows: Array) -> float:
        """Return the rounding error of cells at whole positions."""
        encoding = self.encoding
        farthest = max(abs(encoding.first), abs(encoding.positions[-1])) + abs(self.phi)
        own = CELL + TWICE * farthest * float(encoding.frequencies().max())
        return own if self.embedded.plain else float(own + UNIT * np.abs(rows).max())

    def length_rounding(self, rows: Array, lengths: Array) -> float:
        """Return the rounding error of the lengths of rows."""
        return float(self.cell_rounding(rows) * sqrt(self.encoding.dim) + SUMMED * lengths.max())

    def distance_rounding(self, rows: Array, distances: Array) -> float:
        """Return the rounding error of distances between rows."""
        return float(2 * self.cell_rounding(rows) * sqrt(self.encoding.dim) + SUMMED * distances.max())

    @property
    def shifts(self) -> bool:
        """Whether M(φ) moves the rows by φ by mathematics: made for their columns, with nothing added to PE."""
        return self.phi == 0 or (self.operator == self.encoding.layout and self.embedded.plain)

    def explained_difference(self, rows: Array, positions: Positions) -> float:
        """Return the difference that rounding may make between rows moved by M(φ) and rows φ positions on."""
        return 4 * self.cell_rounding(rows) + 2 * self.rounding(positions)

    def matches(self, error: float, rows: Array, positions: Positions) -> bool | None:
        """Whether rows φ positions on are equal up to rounding; None if rounding hides any difference."""
        explained = error <= self.explained_difference(rows, positions)
        return None if explained and self.rounding(positions) > DECIDED else explained


def is_alike(spread: float, rounding: float, known: bool) -> bool | None:
    """Whether numbers are equal up to rounding; None if it may hide a difference and they are not `known` equal."""
    if spread > 2 * rounding:
        return False
    return True if known else None


def undecided_note(rounding: float, what: str = "") -> str:
    """Return why a claim cannot be decided."""
    return f"cannot be decided here, for rounding{f' {what}' if what else ''} alone costs up to {number(rounding, 2)}"


def sample_note(subject: Subject, positions: Positions, before_end: int = 0) -> str:
    """Return how many rows were tried, in words; empty if all were."""
    count = subject.encoding.length - before_end
    rows = "row" if len(positions) == 1 else "rows"
    return "" if len(positions) == count else f" of {number(len(positions))} {rows} tried"


def failure_reason(subject: Subject, cancels: bool = False) -> str:
    """Return why a claim about rows fails; `cancels` says that constant content makes no difference."""
    reasons = []
    if not (subject.embedded.plain or (cancels and subject.embedded.content.kind == "ones")):
        reasons.append("content is added")
    if not subject.even:
        reasons.append("with odd d the last pair has no cosine")
    return ": " + ", and ".join(reasons) if reasons else ""


def range_text(values: Array) -> str:
    """Return the range of numbers, or their difference if the ends agree to six digits."""
    low, high = number(values.min(), 6), number(values.max(), 6)
    return f"run from {low} to {high}" if low != high else f"differ by {number(float(np.ptp(values)), 2)}"
