"""Claims about tables of vectors, each tried on its numbers: on all rows, or on an even sample of them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.words import in_unit, number
from peviewer.model.between.pairwise import Array, compared_rows, norms_or_one
from peviewer.model.claims.report import Claim, Verdict
from peviewer.model.content import Embedded
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.stored import Stored
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.turning.pairs import Layout

Positions = NDArray[np.int64]
ALONE: Verdict = True, float("nan"), "there is one position only"
ROUNDING = 1e-11  # larger than the error of entries of a rotation, and of similarities
CELL = 16 * 2.0**-53  # of a cell: a sine and a cosine, each right to a few units, multiplied by the rests and added
_SUMMED = 1.5 * CELL  # a share of the root of a sum of up to 65,536 squares, added in pairs from eights on
_EPSILON = {"bfloat16": 2.0**-8, "float16": 2.0**-11, "float32": 2.0**-24}
_UNITS = 16  # of the last place that a stored number may be off
_SAME = 1e-14  # of a computed row's norm: rows closer than that are equal up to rounding
_STILL = 0.01  # the standard deviation below which a dimension hardly distinguishes positions
_MOVED = 1.5  # places that a shift along an axis is tried with
_NAMES = {"y": "down", "x": "across", "z": "through"}


@dataclass(frozen=True)
class Subject:
    """What is examined: rows of x + PE, and M(φ) made for the layout `operator`."""

    embedded: Embedded
    operator: Layout = "interleaved"
    phi: float = 0.0

    @property
    def encoding(self) -> Tabled:
        return self.embedded.encoding

    def positions(self, most: int = 0, cells: int = 0, before_end: int = 0) -> Positions:
        """Return the positions a claim is tried on, all or an even sample, without the last `before_end`."""
        turning, length = isinstance(self.encoding, Turning), self.encoding.length - before_end
        most, cells = most or (1000 if turning else length), cells or (100_000 if turning else 2**20)
        return self.encoding.first + linspace_indices(length, max(2, min(most, cells // self.encoding.dim)))

    def rows(self, positions: ArrayLike) -> Array:
        return self.embedded.table(positions)

    def note(self, positions: Positions, before_end: int = 0) -> str:
        """Return how many rows were tried, in words; empty if all were."""
        count = len(positions)
        return "" if count == self.encoding.length - before_end else f" of {in_unit(number(count), 'rows')} tried"

    @property
    def even(self) -> bool:
        """Whether every pair has its cosine."""
        return self.encoding.dim % 2 == 0

    @property
    def by_lag(self) -> bool:
        """Whether differences of rows depend on the lag alone by mathematics: constant content cancels."""
        return isinstance(self.encoding, Turning) and self.even and self.embedded.content.kind != "normal"

    def cell_rounding(self, rows: Array) -> float:
        """Return the rounding error of cells at whole positions."""
        encoding = self.encoding
        if isinstance(encoding, Stored):
            return _UNITS * _EPSILON.get(encoding.stored.kind, 2.0**-53) * encoding.stored.largest
        own = CELL if self.embedded.plain else CELL + 2.0**-53 * float(np.abs(rows).max())
        if not isinstance(encoding, Turning):
            return own
        farthest = max(abs(encoding.first), abs(encoding.positions[-1])) + abs(self.phi)
        return own + 2.0**-103 * farthest * float(encoding.frequencies().max())  # the rounding of angles is corrected

    def rounding(self, rows: Array, lengths: Array, several: int = 2) -> float:
        """Return the rounding error of distances between rows, or of the length of one."""
        return float(several * self.cell_rounding(rows) * sqrt(self.encoding.dim) + _SUMMED * lengths.max())

    def why(self, cancels: bool = False) -> str:
        """Return why a claim about rows fails; `cancels` says that constant content makes no difference."""
        reasons = []
        if not (self.embedded.plain or (cancels and self.embedded.content.kind == "ones")):
            reasons.append("content is added")
        if isinstance(self.encoding, Turning) and not self.even:
            reasons.append("with odd d the last pair has no cosine")
        return ": " + ", and ".join(reasons) if reasons else ""

    def is_alike(self, spread: float, rounding: float, known: bool) -> bool | None:
        """Whether numbers are equal up to rounding; None if it may hide that they are not, as mathematics says."""
        if spread > 2 * rounding:
            return False
        return True if known or not isinstance(self.encoding, Turning) else None


def undecided(rounding: float, what: str = "") -> str:
    """Return why a claim cannot be decided."""
    return f"cannot be decided here, for rounding{f' {what}' if what else ''} alone costs up to {number(rounding, 2)}"


def _ranging(numbers: Array) -> str:
    """Return the range of numbers, or their difference if the ends agree to six digits."""
    low, high = number(float(numbers.min()), 6), number(float(numbers.max()), 6)
    return f"run from {low} to {high}" if low != high else f"differ by {number(float(np.ptp(numbers)), 2)}"


@lru_cache(maxsize=4)
def _sample(subject: Subject) -> tuple[Array, str]:
    positions = subject.positions()
    return subject.rows(positions), subject.note(positions)


def unique(subject: Subject) -> Verdict:
    encoding = subject.encoding
    if encoding.length == 1:
        return ALONE
    count = min(encoding.length, 2000, max(2, 2**24 // encoding.dim))
    distances = compared_rows(subject.embedded.raster(), range(count), range(count), "euclidean")
    np.fill_diagonal(distances, np.inf)
    first, second = sorted(divmod(int(distances.argmin()), count))
    how = "" if count == encoding.length else f" of the first {number(count)}"
    return closest(subject, float(distances[first, second]), first, second, how)


def closest(subject: Subject, distance: float, first: int, second: int, how: str) -> Verdict:
    """Return the verdict on the smallest distance between two rows that was found, and how far the search went."""
    start, alike = subject.encoding.first, 0.0 if isinstance(subject.encoding, Stored) else _SAME
    pair = f"positions {number(start + first)} and {number(start + second)}, distance {number(distance, 6)}"
    if distance <= alike * sqrt(subject.encoding.dim):
        return False, distance, f"the same{' to the last digit' if alike else ''}: closest pair{how}: {pair}"
    return True, distance, f"closest pair{how}: {pair}"


def _bounded(subject: Subject) -> Verdict:
    rows, note = _sample(subject)
    largest = float(np.abs(rows).max())
    turning = isinstance(subject.encoding, Turning)
    if largest > 1 + 1e-12 * turning:
        rest = "content adds to what the encoding keeps in −1 … 1" if turning else "nothing keeps a table in −1 … 1"
        return False, largest, f"the largest value{note}: {rest}"
    by_chance = turning and not subject.embedded.plain
    rest = "none happens to lie beyond −1 … 1" if by_chance else "every one lies in −1 … 1"
    return True, largest, f"the largest value{note}; {rest}"


def _goes_on(subject: Subject) -> Verdict:
    """Whether there are rows beyond the last one: a rule may give them, a table has none."""
    last = float(subject.encoding.positions[-1])
    if isinstance(subject.encoding, Stored) and subject.encoding.goes_on:
        return True, last, "the last position; the rule also gives vectors beyond it"
    return False, last, "the last position; a table has no rows beyond it"


def _constant_norm(subject: Subject) -> Verdict:
    rows, note = _sample(subject)
    norms = np.linalg.norm(rows, axis=1)
    mean, rounding = float(norms.mean()), subject.rounding(rows, norms, 1)
    alike = np.ptp(norms) <= 2 * rounding
    expected = sqrt(subject.encoding.dim / 2) if isinstance(subject.encoding, Turning) else mean
    if alike and abs(mean - expected) <= 2 * rounding:
        return True, mean, f"the norm of every row{note}" if expected == mean else "the norm of every row, √(d/2)"
    if alike:
        which = "the only row" if len(norms) == 1 else "every row"
        return False, mean, f"the norm of {which}; √(d/2) is {number(expected, 9)}{subject.why()}"
    return False, mean, f"the mean norm{note}; norms {_ranging(norms)}{subject.why()}"


def _constant_step(subject: Subject) -> Verdict:
    if subject.encoding.length == 1:
        return ALONE
    positions = subject.positions(before_end=1)
    rows = subject.rows(positions)
    steps = np.linalg.norm(subject.rows(positions + 1) - rows, axis=1)
    rounding, mean, note = subject.rounding(rows, steps), float(steps.mean()), subject.note(positions, 1)
    alike = subject.is_alike(float(np.ptp(steps)), rounding, subject.by_lag or subject.encoding.length == 2)
    if alike is None:
        return None, mean, f"the mean step{note}: {undecided(rounding)}"
    if not alike:
        return False, mean, f"the mean step{note}; steps {_ranging(steps)}{subject.why(cancels=True)}"
    return True, mean, f"the distance between neighbours{', √(d − 2Σcos ωᵢ)' if subject.by_lag else ''}"


def _by_lag(subject: Subject, compared: Callable[[Array, Array], Array]) -> tuple[float, float, Array, str]:
    """Return how much a comparison varies within one lag, its largest size, the last rows, and how many were tried."""
    last = subject.encoding.length - 1
    spread = size = 0.0
    for lag in sorted({0, 1, min(7, last), isqrt(last), last // 2}):
        positions = subject.positions(200, before_end=lag)
        rows = subject.rows(positions)
        values = compared(rows, subject.rows(positions + lag))
        spread, size = max(spread, float(np.ptp(values))), max(size, float(np.abs(values).max()))
    return spread, size, rows, subject.note(subject.positions(200))


def _distance_by_lag(subject: Subject) -> Verdict:
    if subject.encoding.length == 1:
        return ALONE
    spread, size, rows, note = _by_lag(subject, lambda left, right: np.linalg.norm(left - right, axis=1))
    what, rounding = f"how much a distance varies at one lag{note}", subject.rounding(rows, np.array([size]))
    alike = subject.is_alike(spread, rounding, subject.by_lag or subject.encoding.length == 2)
    return alike, spread, what + _reason(alike, rounding, subject.why(cancels=True))


def _dot_by_lag(subject: Subject) -> Verdict:
    if subject.encoding.length == 1:
        return ALONE
    spread, size, rows, note = _by_lag(subject, lambda left, right: (left * right).sum(axis=1))
    most = max(1.0, subject.encoding.dim / 2) if isinstance(subject.encoding, Turning) else size or 1.0
    rounding = 2 * subject.cell_rounding(rows) * float(np.abs(rows).sum(axis=1).max()) + _SUMMED * size
    alike = subject.is_alike(spread, rounding, subject.even and subject.embedded.plain)
    share = "d/2" if isinstance(subject.encoding, Turning) else "the largest"
    what = f"how much a dot product varies at one lag{note}, as a share of {share}"
    return alike, spread / most, what + _reason(alike, rounding / most, subject.why())


def _reason(alike: bool | None, rounding: float, why: str) -> str:
    return "" if alike else f": {undecided(rounding)}" if alike is None else why


def _by_places(subject: Subject) -> Verdict:
    """Whether the distance between two vectors depends only on the offset in rows and columns."""
    grid = _grid(subject).grid
    if subject.encoding.length == 1:
        return ALONE
    spread = largest = 0.0
    for apart in {tuple(min(step, side - 1) for side in grid) for step in (1, 2, isqrt(max(grid)))}:
        places = _places(subject, apart)
        distances = np.linalg.norm(_at(subject, places) - _at(subject, places + np.array(apart)), axis=1)
        spread, largest = max(spread, float(np.ptp(distances))), max(largest, float(distances.max()))
    return spread <= ROUNDING * max(1.0, largest), spread, "how much a distance varies between places equally far apart"


def _grid(subject: Subject) -> Sincos:
    assert isinstance(subject.encoding, Sincos)
    return subject.encoding


def _places(subject: Subject, less: tuple[int, ...] = ()) -> Positions:
    """Return places spread evenly over the grid, or over its part that is `less` smaller along each axis."""
    grid = _grid(subject).grid
    sides = [side - off for side, off in zip(grid, less or (0,) * len(grid), strict=True)]
    return np.stack(np.unravel_index(linspace_indices(int(np.prod(sides)), 100), sides), axis=-1)


def _at(subject: Subject, places: Positions) -> Array:
    return subject.rows(subject.encoding.first + np.ravel_multi_index(tuple(places.T), _grid(subject).grid))


def _grid_extends(subject: Subject) -> Verdict:
    """Whether a place keeps its vector when the grid grows."""
    encoding, places = _grid(subject), _places(subject)
    sides = encoding.sides_of(dict(encoding))
    larger = encoding.model_copy(update={name: getattr(encoding, name) + 1 for name in sides})
    difference = float(np.abs(larger.at(places) - encoding.at(places)).max())
    what = "how much a number changes when the grid grows by one along each axis"
    return difference <= ROUNDING, difference, what if difference <= ROUNDING else f"{what}: places are divided by it"


@lru_cache(maxsize=3)
def _shifting_along(name: str) -> Callable[[Subject], Verdict]:
    def tried(subject: Subject) -> Verdict:
        encoding, places = _grid(subject), _places(subject)
        moved = _MOVED * np.array([name == axis for axis in encoding.axis_names])
        rows = _at(subject, places)
        shifted = encoding.shifted(rows, moved)
        difference = float(np.abs(shifted - encoding.at(places + moved) - (rows - encoding.at(places))).max())
        what = f"the largest difference between M(φ) times a vector and the vector at φ = {number(_MOVED)} places on"
        count = f" of {number(len(places))} places tried" if len(places) < encoding.length else ""
        return difference <= ROUNDING, difference, f"{what}{count}{subject.why()}"

    return tried


def _symmetric(subject: Subject) -> Verdict:
    positions = subject.positions(100)
    rows = subject.rows(positions)
    directions = rows / norms_or_one(rows)[:, None]
    cosines = directions @ directions.T
    difference = float(np.abs(cosines - cosines.T).max())
    what = "the largest difference between similarity(t, s) and similarity(s, t)"
    return difference <= ROUNDING, difference, f"{what}{subject.note(positions)}"


def monotone(subject: Subject) -> Verdict:
    """Up to which lag the mean similarity falls; this informs only."""
    length, dim = subject.encoding.length, subject.encoding.dim
    most = min(max(1, (length - 1) // 2), length - 1, 1000)
    positions = subject.positions(64, 2**17, before_end=most)
    rows = subject.rows(positions)
    means = np.array([(rows * subject.rows(positions + lag)).sum(axis=1).mean() for lag in range(most + 1)])
    rising = np.flatnonzero(np.diff(means) > ROUNDING * dim)
    whose = f"the mean dot product of {in_unit(number(len(rows)), 'rows')}"
    rest = " before its first rise" if len(rising) else ", the last lag tried"
    return None, float(rising[0] if len(rising) else most), f"the lag up to which {whose} falls{rest}"


def _row_mean(subject: Subject) -> Verdict:
    rows, note = _sample(subject)
    means = rows.mean(axis=1)
    spread = f"; means {_ranging(means)}" if np.ptp(means) else ""
    return None, float(means.mean()), f"the mean of a row{note}{spread}"


def _least_cosine(subject: Subject) -> Verdict:
    rows, note = _sample(subject)
    some = rows[:: -(-len(rows) // 1000)]
    directions = some / norms_or_one(some)[:, None]
    what = f"the smallest cosine similarity of two rows{note}; the largest is 1, of a row with itself"
    return None, float((directions @ directions.T).min()), what


def _still_dims(subject: Subject) -> Verdict:
    rows, note = _sample(subject)
    what = f"how many dimensions of {number(rows.shape[1])} have a standard deviation{note} below {number(_STILL)}"
    return None, float((rows.std(axis=0) < _STILL).sum()), what


BOUNDED = Claim("bounded", _bounded)
CONSTANT_NORM, SYMMETRIC = Claim("constant-norm", _constant_norm), Claim("symmetric", _symmetric)
BEFORE = Claim("unique", unique), BOUNDED
BETWEEN = (
    CONSTANT_NORM, Claim("constant-step", _constant_step), Claim("distance-by-lag", _distance_by_lag),
    Claim("dot-by-lag", _dot_by_lag), SYMMETRIC,
)  # fmt: skip
AFTER = Claim("row-mean", _row_mean), Claim("least-cosine", _least_cosine), Claim("still-dims", _still_dims)
STORED = (*BEFORE, Claim("extends", _goes_on), *BETWEEN, Claim("monotone", monotone), *AFTER)


def grid_claims(encoding: Sincos) -> tuple[Claim, ...]:
    """Return the claims about sines and cosines over a grid; a shift along each axis where all pairs are whole."""
    axes = encoding.axis_names if encoding.is_whole else ()
    return (
        *BEFORE,
        Claim("grid-extends", _grid_extends),
        CONSTANT_NORM,
        Claim("by-places", _by_places),
        SYMMETRIC,
        *(Claim(f"shift-{_NAMES[name]}", _shifting_along(name)) for name in axes),
        *AFTER,
    )
