"""The subject of claims about tables: rows of x + PE, and how far rounding may move them."""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.numbers import number
from peviewer.base.words import in_unit
from peviewer.model.claims.rounding import (
    Rounding,
    angle_rounding,
    stored_roundings,
)
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.stored import Stored
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.turning.pairs import Layout

Positions = NDArray[Any]

# The error of a cell: a sine and a cosine, each right to a few units, are multiplied by the rests
# and added.
CELL = 16 * 2.0**-53

# A claim about a shift is undecided if the rounding error of a cell is larger than this.
DECIDED = 1e-3

# A claim is undecided if rounding explains differences above this share of what is compared.
_COARSE = 0.1
_LONE_SINE = "with odd d the last pair has no cosine"


@dataclass(frozen=True)
class Subject:
    """The subject of a claim: rows of x + PE, and M(φ) made for the layout `operator`."""

    embedded: Embedded
    operator: Layout = "interleaved"
    phi: float = 0.0

    @property
    def encoding(self) -> Tabled:
        return self.embedded.encoding

    def positions(self, most: int = 0, cells: int = 0, before_end: int = 0) -> Positions:
        """Return the positions a claim is tried on: all, or an even sample of at most `most`.

        Their rows have at most `cells` numbers; the last `before_end` positions are left out.
        """
        is_turning = isinstance(self.encoding, Turning)
        length = self.encoding.length - before_end
        most_rows = most or (1000 if is_turning else length)
        most_cells = cells or (100_000 if is_turning else 2**20)
        most_rows = max(2, min(most_rows, most_cells // self.encoding.dim))
        return self.encoding.first + linspace_indices(length, most_rows)

    def rows(self, positions: ArrayLike) -> Array:
        return self.embedded.table(positions)

    def note(self, positions: Positions, before_end: int = 0) -> str:
        """Return in words how many rows were tried; empty if all were."""
        count = len(positions)
        if count == self.encoding.length - before_end:
            return ""
        return f" of {in_unit(number(count), 'rows')} tried"

    @property
    def has_whole_pairs(self) -> bool:
        """Whether every pair has its cosine."""
        return self.encoding.dim % 2 == 0

    @property
    def by_lag(self) -> bool:
        """Whether differences of rows depend on the lag alone by mathematics.

        Constant content cancels in them.
        """
        cancels = not self.embedded.content_varies
        return isinstance(self.encoding, Turning) and self.has_whole_pairs and cancels

    def cell_rounding(self, rows: Array) -> float:
        """Return the rounding error of cells that a rule gives at whole positions."""
        encoding = self.encoding
        of_cells = CELL
        if not self.embedded.has_no_content:
            of_cells = CELL + 2.0**-53 * float(np.abs(rows).max())
        if not isinstance(encoding, Turning):
            return of_cells
        farthest = encoding.farthest_position + abs(self.phi)
        # Angles have little rounding error, as theirs is corrected.
        of_angles = 2.0**-103 * farthest * float(encoding.frequencies().max())
        return of_cells + of_angles

    def roundings(self, rows: Array) -> tuple[Rounding, ...]:
        """Return the roundings that may have moved some rows, the smallest first."""
        encoding = self.encoding
        if isinstance(encoding, Stored):
            return stored_roundings(encoding, rows)
        computed = Rounding(self.cell_rounding(rows) * sqrt(encoding.dim))
        if isinstance(encoding, Sincos):
            by_angles = angle_rounding(float(np.linalg.norm(encoding.largest_angles())))
            return computed, Rounding(computed.row + by_angles, "rounding")
        if not isinstance(encoding, Turning) or self.has_whole_pairs:
            return (computed,)
        # With odd d rows differ by nature, but so little that a table of rounded angles may not
        # show it.
        angles = float(np.linalg.norm(encoding.frequencies())) * encoding.length
        return (Rounding(computed.row + angle_rounding(angles), "rounding"),)

    def why(self, cancels: bool = False) -> str:
        """Return the reason why a claim about rows fails, as the end of a sentence.

        `cancels` says that constant content makes no difference.
        """
        reasons = []
        makes_no_difference = cancels and self.embedded.kind == "ones"
        if not self.embedded.has_no_content and not makes_no_difference:
            reasons.append("content is added")
        if self.has_lone_sine:
            reasons.append(_LONE_SINE)
        return ": " + ", and ".join(reasons) if reasons else ""

    @property
    def has_lone_sine(self) -> bool:
        """Whether all columns but the last sine are pairs that turn."""
        if isinstance(self.encoding, Stored):
            return not self.has_whole_pairs and self.encoding.even_pairs is not None
        return isinstance(self.encoding, Turning) and not self.has_whole_pairs

    def judge(
        self,
        spread: float,
        rows: Array,
        allowed: Callable[[float], float],
        size: float,
        known: bool,
        why: str,
        share_of: float = 1.0,
    ) -> tuple[bool | None, str]:
        """Return whether numbers agree up to rounding, and the words that a verdict adds about it.

        Parameters
        ----------
        spread : float
            The largest difference between two of the numbers.
        rows : ndarray
            The rows that they are computed from.
        allowed : callable
            Gives the largest difference that is explained if a row was moved by so much.
        size : float
            The size of the numbers.
        known : bool
            Whether mathematics says that the numbers of a rule agree; rounding may hide that others
            do not.
        why : str
            Why they do not agree, where that is so.
        share_of : float
            What differences are divided by where they are shown.
        """
        roundings = self.roundings(rows)
        rounding = next((each for each in roundings if spread <= allowed(each.row)), None)
        if rounding is None:
            return False, why
        is_stored = not isinstance(self.encoding, Turning)
        explained = allowed(rounding.row)
        is_coarse = spread > 0 and explained > _COARSE * size
        has_reason = known or is_stored or rounding.words
        if is_coarse or not has_reason:
            return None, f": {why_undecided(explained / share_of, explains=rounding.words)}"
        hidden = f": {_LONE_SINE}" if rounding.words and self.has_lone_sine else ""
        return True, rounding.verdict(number(spread / share_of, 2)) + hidden


def why_undecided(rounding: float, of: str = "", explains: str = "") -> str:
    """Return why a claim cannot be decided.

    Differences up to `rounding` come from rounding the quantity `of`, or from what `explains` says.
    """
    most = number(rounding, 2)
    if explains:
        verb = "explain" if explains.endswith("s") else "explains"
        return f"cannot be decided here, for {explains} alone {verb} differences up to {most}"
    rounded = f"rounding {of}" if of else "rounding"
    return f"cannot be decided here, for {rounded} alone costs up to {most}"
