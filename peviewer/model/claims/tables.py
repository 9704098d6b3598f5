"""Claims about tables of vectors, each tried on its numbers: on all rows, or on an even sample of them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.numbers import number
from peviewer.base.words import in_unit, short_word
from peviewer.model.between.pairwise import Array, compared_rows, norms_or_one
from peviewer.model.claims.report import Claim, Verdict
from peviewer.model.claims.rounding import (
    Rounding,
    accuracy_words,
    angle_rounding,
    cell_error,
    same_up_to,
    stored_roundings,
    turns_in_pairs,
    up_to,
)
from peviewer.model.content import Embedded
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.stored import Stored
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.turning.pairs import Layout

Positions = NDArray[np.int64]
ALONE: Verdict = True, float("nan"), "there is one position only"
# Larger than the error of entries of a rotation, and of similarities.
ROUNDING = 1e-11
# Of a cell: a sine and a cosine, each right to a few units, multiplied by the rests and added.
CELL = 16 * 2.0**-53
# A share of the root of a sum of up to 65,536 squares, added in pairs from eights on.
_SUMMED = 1.5 * CELL
# Of a computed row's norm: rows closer than that are equal up to rounding.
_SAME = 1e-14
# Of what is compared: where rounding explains larger differences, it leaves a claim undecided.
_COARSE = 0.1
# Of a cell: with a larger rounding error a claim about a shift is undecided.
DECIDED = 1e-3
# The standard deviation below which a dimension hardly distinguishes positions.
_STILL = 0.01
# Places that a shift along an axis is tried with.
_MOVED = 1.5
_LONE_SINE = "with odd d the last pair has no cosine"
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
        turning = isinstance(self.encoding, Turning)
        length = self.encoding.length - before_end
        most, cells = (
            most or (1000 if turning else length),
            cells or (100_000 if turning else 2**20),
        )
        return self.encoding.first + linspace_indices(
            length, max(2, min(most, cells // self.encoding.dim))
        )

    def rows(self, positions: ArrayLike) -> Array:
        return self.embedded.table(positions)

    def note(self, positions: Positions, before_end: int = 0) -> str:
        """Return how many rows were tried, in words; empty if all were."""
        count = len(positions)
        return (
            ""
            if count == self.encoding.length - before_end
            else f" of {in_unit(number(count), 'rows')} tried"
        )

    @property
    def even(self) -> bool:
        """Whether every pair has its cosine."""
        return self.encoding.dim % 2 == 0

    @property
    def by_lag(self) -> bool:
        """Whether differences of rows depend on the lag alone by mathematics: constant content cancels."""
        return (
            isinstance(self.encoding, Turning)
            and self.even
            and self.embedded.content.kind != "normal"
        )

    def cell_rounding(self, rows: Array) -> float:
        """Return the rounding error of cells at whole positions, which a rule gives."""
        encoding = self.encoding
        own = CELL if self.embedded.plain else CELL + 2.0**-53 * float(np.abs(rows).max())
        if not isinstance(encoding, Turning):
            return own
        farthest = max(abs(encoding.first), abs(encoding.positions[-1])) + abs(self.phi)
        # The rounding of angles is corrected.
        return own + 2.0**-103 * farthest * float(encoding.frequencies().max())

    def roundings(self, rows: Array) -> tuple[Rounding, ...]:
        """Return what rounding may have done to some rows, the least first."""
        encoding = self.encoding
        if isinstance(encoding, Stored):
            return stored_roundings(encoding, rows)
        computed = Rounding(self.cell_rounding(rows) * sqrt(encoding.dim))
        if isinstance(encoding, Sincos):
            by_angles = angle_rounding(float(np.linalg.norm(encoding.largest_angles())))
            return computed, Rounding(computed.row + by_angles, "rounding")
        if not isinstance(encoding, Turning) or self.even:
            return (computed,)
        # With odd d rows differ by nature, but so little that a table of rounded angles may not
        # show it.
        angles = float(np.linalg.norm(encoding.frequencies())) * encoding.length
        return (Rounding(computed.row + angle_rounding(angles), "rounding"),)

    def why(self, cancels: bool = False) -> str:
        """Return why a claim about rows fails.

        `cancels` says that constant content makes no difference.
        """
        reasons = []
        if not (self.embedded.plain or (cancels and self.embedded.content.kind == "ones")):
            reasons.append("content is added")
        if self.has_lone_sine:
            reasons.append(_LONE_SINE)
        return ": " + ", and ".join(reasons) if reasons else ""

    @property
    def has_lone_sine(self) -> bool:
        """Whether all columns but the last sine are pairs that turn."""
        if isinstance(self.encoding, Stored):
            return not self.even and turns_in_pairs(self.encoding)
        return isinstance(self.encoding, Turning) and not self.even

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
        """Return whether numbers agree up to rounding, and what a verdict adds about it.

        Parameters
        ----------
        spread : float
            The largest difference of two of the numbers.
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
        if is_coarse or not (known or is_stored or rounding.words):
            return None, f": {undecided(explained / share_of, explains=rounding.words)}"
        hidden = f": {_LONE_SINE}" if rounding.words and self.has_lone_sine else ""
        return True, rounding.verdict(number(spread / share_of, 2)) + hidden


def undecided(rounding: float, of: str = "", explains: str = "") -> str:
    """Return why a claim cannot be decided: rounding `of` something, or what else `explains` differences."""
    if explains:
        verb = "explain" if explains.endswith("s") else "explains"
        return f"cannot be decided here, for {explains} alone {verb} differences up to {number(rounding, 2)}"
    return f"cannot be decided here, for rounding{f' {of}' if of else ''} alone costs up to {number(rounding, 2)}"


def _ranging(numbers: Array) -> str:
    """Return the range of numbers, or their difference if the ends agree to six digits."""
    low = number(float(numbers.min()), 6)
    high = number(float(numbers.max()), 6)
    return (
        f"run from {low} to {high}"
        if low != high
        else f"differ by {number(float(np.ptp(numbers)), 2)}"
    )


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
    encoding = subject.encoding
    pair = f"{_two_positions(encoding, first, second)}, distance {number(distance, 6)}"
    places = encoding.first + np.array([first, second])
    same = _SAME * sqrt(encoding.dim)
    words = ""
    if isinstance(encoding, Stored):
        same = same_up_to(encoding, subject.rows(places))
        words = accuracy_words(encoding)
    if distance > same:
        return True, distance, f"closest pair{how}: {pair}"
    rounded = " up to rounding" if distance else f" {up_to(words)}" if words else ""
    return False, distance, f"the same{rounded}: closest pair{how}: {pair}"


def _two_positions(encoding: Tabled, first: int, second: int) -> str:
    """Return two rows by the words of their positions, or by their numbers."""
    numbers = [number(encoding.first + row) for row in (first, second)]
    if second >= len(encoding.words):
        return f"positions {' and '.join(numbers)}"
    words = [short_word(encoding.words[row]) for row in (first, second)]
    if words[0] == words[1]:
        words = [f"{word} ({place})" for word, place in zip(words, numbers, strict=True)]
    return " and ".join(words)


def _bounded(subject: Subject) -> Verdict:
    rows, note = _sample(subject)
    largest = float(np.abs(rows).max())
    turning = isinstance(subject.encoding, Turning)
    beyond = (
        cell_error(subject.encoding) if isinstance(subject.encoding, Stored) else 1e-12 * turning
    )
    if largest > 1 + beyond:
        rest = (
            "content adds to what the encoding keeps in −1 … 1"
            if turning
            else "nothing keeps a table in −1 … 1"
        )
        return False, largest, f"the largest value{note}: {rest}"
    by_chance = turning and not subject.embedded.plain
    rest = "none happens to lie beyond −1 … 1" if by_chance else "every one lies in −1 … 1"
    return True, largest, f"the largest value{note}; {rest}"


def _goes_on(subject: Subject) -> Verdict:
    """Whether a rule gives rows beyond the last one, as well."""
    return (
        True,
        float(subject.encoding.positions[-1]),
        "the last position; the rule also gives vectors beyond it",
    )


def _ends(subject: Subject) -> Verdict:
    """Where the rows end, which no table goes beyond; this informs only."""
    return (
        None,
        float(subject.encoding.positions[-1]),
        "the last position; a table has no rows beyond it",
    )


def _constant_norm(subject: Subject) -> Verdict:
    rows, note = _sample(subject)
    norms = np.linalg.norm(rows, axis=1)
    mean = float(norms.mean())
    expected = sqrt(subject.encoding.dim / 2) if isinstance(subject.encoding, Turning) else mean

    def allowed(row: float) -> float:
        return 2 * (row + _SUMMED * float(norms.max()))

    # A norm that is equal in all rows of a rule without reason is equal by chance.
    alike, words = subject.judge(
        float(np.ptp(norms)), rows, allowed, mean, known=True, why=subject.why()
    )
    if alike is None:
        return None, mean, f"the mean norm{note}{words}"
    if alike and abs(mean - expected) <= allowed(subject.roundings(rows)[-1].row):
        what = (
            f"the norm of every row{note}" if expected == mean else "the norm of every row, √(d/2)"
        )
        return True, mean, f"{what}{words}"
    if alike:
        which = "the only row" if len(norms) == 1 else "every row"
        return False, mean, f"the norm of {which}; √(d/2) is {number(expected, 9)}{subject.why()}"
    return False, mean, f"the mean norm{note}; norms {_ranging(norms)}{words}"


def _constant_step(subject: Subject) -> Verdict:
    if subject.encoding.length == 1:
        return ALONE
    positions = subject.positions(before_end=1)
    rows = subject.rows(positions)
    following = subject.rows(positions + 1)
    steps = np.linalg.norm(following - rows, axis=1)
    mean = float(steps.mean())
    note = subject.note(positions, 1)
    alike, words = subject.judge(
        float(np.ptp(steps)),
        np.concatenate([rows, following]),
        lambda row: 2 * (2 * row + _SUMMED * float(steps.max())),
        mean,
        known=subject.by_lag or subject.encoding.length == 2,
        why=subject.why(cancels=True),
    )
    if alike is None:
        return None, mean, f"the mean step{note}{words}"
    if not alike:
        return False, mean, f"the mean step{note}; steps {_ranging(steps)}{words}"
    return (
        True,
        mean,
        f"the distance between neighbours{', √(d − 2Σcos ωᵢ)' if subject.by_lag else ''}{words}",
    )


class _Compared(NamedTuple):
    """How a comparison of rows varies within one lag."""

    # The largest difference within a lag.
    spread: float
    size: float  # of the largest number
    rows: Array  # those of all lags
    note: str  # how many were tried


def _by_lag(subject: Subject, compared: Callable[[Array, Array], Array]) -> _Compared:
    last = subject.encoding.length - 1
    spread = size = 0.0
    tried = []
    for lag in sorted({0, 1, min(7, last), isqrt(last), last // 2}):
        positions = subject.positions(200, before_end=lag)
        rows = subject.rows(positions)
        others = subject.rows(positions + lag)
        values = compared(rows, others)
        spread = max(spread, float(np.ptp(values)))
        size = max(size, float(np.abs(values).max()))
        tried += [rows, others]
    return _Compared(spread, size, np.concatenate(tried), subject.note(subject.positions(200)))


def _distance_by_lag(subject: Subject) -> Verdict:
    if subject.encoding.length == 1:
        return ALONE
    found = _by_lag(subject, lambda left, right: np.linalg.norm(left - right, axis=1))
    alike, words = subject.judge(
        found.spread,
        found.rows,
        lambda row: 2 * (2 * row + _SUMMED * found.size),
        found.size,
        known=subject.by_lag or subject.encoding.length == 2,
        why=subject.why(cancels=True),
    )
    return alike, found.spread, f"how much a distance varies at one lag{found.note}{words}"


def _dot_by_lag(subject: Subject) -> Verdict:
    if subject.encoding.length == 1:
        return ALONE
    found = _by_lag(subject, lambda left, right: (left * right).sum(axis=1))
    is_turning = isinstance(subject.encoding, Turning)
    most = max(1.0, subject.encoding.dim / 2) if is_turning else found.size or 1.0
    longest = float(np.linalg.norm(found.rows, axis=1).max())
    alike, words = subject.judge(
        found.spread,
        found.rows,
        lambda row: 2 * (2 * row * longest + _SUMMED * found.size),
        most,
        known=subject.even and subject.embedded.plain,
        why=subject.why(),
        share_of=most,
    )
    share = "d/2" if is_turning else "the largest"
    what = f"how much a dot product varies at one lag{found.note}, as a share of {share}"
    return alike, found.spread / most, f"{what}{words}"


def _by_places(subject: Subject) -> Verdict:
    """Whether the distance between two vectors depends only on the offset in rows and columns."""
    grid = _grid(subject).grid
    if subject.encoding.length == 1:
        return ALONE
    spread = largest = 0.0
    tried = []
    for apart in {tuple(min(step, side - 1) for side in grid) for step in (1, 2, isqrt(max(grid)))}:
        places = _places(subject, apart)
        rows = _at(subject, places)
        others = _at(subject, places + np.array(apart))
        distances = np.linalg.norm(rows - others, axis=1)
        spread = max(spread, float(np.ptp(distances)))
        largest = max(largest, float(distances.max()))
        tried += [rows, others]
    alike, words = subject.judge(
        spread,
        np.concatenate(tried),
        lambda row: 2 * (2 * row + _SUMMED * largest),
        max(1.0, largest),
        known=subject.embedded.plain,
        why=subject.why(cancels=True),
    )
    return alike, spread, f"how much a distance varies between places equally far apart{words}"


def _grid(subject: Subject) -> Sincos:
    assert isinstance(subject.encoding, Sincos)
    return subject.encoding


def _places(subject: Subject, less: tuple[int, ...] = ()) -> Positions:
    """Return places spread evenly over the grid, or over its part that is `less` smaller along each axis."""
    grid = _grid(subject).grid
    sides = [side - off for side, off in zip(grid, less or (0,) * len(grid), strict=True)]
    return np.stack(np.unravel_index(linspace_indices(int(np.prod(sides)), 100), sides), axis=-1)


def _at(subject: Subject, places: Positions) -> Array:
    return subject.rows(
        subject.encoding.first + np.ravel_multi_index(tuple(places.T), _grid(subject).grid)
    )


def _grid_extends(subject: Subject) -> Verdict:
    """Whether a place keeps its vector when the grid grows."""
    encoding = _grid(subject)
    places = _places(subject)
    sides = encoding.sides_of(dict(encoding))
    larger = encoding.model_copy(update={name: getattr(encoding, name) + 1 for name in sides})
    difference = float(np.abs(larger.at(places) - encoding.at(places)).max())
    what = "how much a number changes when the grid grows by one along each axis"
    return (
        difference <= ROUNDING,
        difference,
        what if difference <= ROUNDING else f"{what}: places are divided by it",
    )


@lru_cache(maxsize=3)
def _shifting_along(name: str) -> Callable[[Subject], Verdict]:
    def tried(subject: Subject) -> Verdict:
        encoding = _grid(subject)
        places = _places(subject)
        moved = _MOVED * np.array([name == axis for axis in encoding.axis_names])
        rows = _at(subject, places)
        shifted = encoding.shifted(rows, moved)
        difference = float(
            np.abs(shifted - encoding.at(places + moved) - (rows - encoding.at(places))).max()
        )
        what = f"the largest difference between M(φ) times a vector and the vector at φ = {number(_MOVED)} places on"
        count = f" of {number(len(places))} places tried" if len(places) < encoding.length else ""
        # The angles of a vector, of M(φ), and of the vector φ places on are rounded.
        rounding = 3 * angle_rounding(float(encoding.largest_angles(_MOVED).max()))
        if difference <= ROUNDING:
            return True, difference, f"{what}{count}"
        if difference > ROUNDING + rounding:
            return False, difference, f"{what}{count}{subject.why()}"
        if rounding > DECIDED:
            return None, difference, f"{what}{count}: {undecided(rounding, 'angles')}"
        return True, difference, f"{what}{count}; rounding angles costs up to {number(rounding, 2)}"

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
    length = subject.encoding.length
    dim = subject.encoding.dim
    most = min(max(1, (length - 1) // 2), length - 1, 1000)
    positions = subject.positions(64, 2**17, before_end=most)
    rows = subject.rows(positions)
    means = np.array(
        [(rows * subject.rows(positions + lag)).sum(axis=1).mean() for lag in range(most + 1)]
    )
    rising = np.flatnonzero(np.diff(means) > ROUNDING * dim)
    whose = f"the mean dot product of {in_unit(number(len(rows)), 'rows')}"
    rest = " before its first rise" if len(rising) else ", the last lag tried"
    return (
        None,
        float(rising[0] if len(rising) else most),
        f"the lag up to which {whose} falls{rest}",
    )


def _row_mean(subject: Subject) -> Verdict:
    rows, note = _sample(subject)
    means = rows.mean(axis=1)
    spread = f"; means {_ranging(means)}" if np.ptp(means) else ""
    return None, float(means.mean()), f"the mean of a row{note}{spread}"


def _least_cosine(subject: Subject) -> Verdict:
    rows, note = _sample(subject)
    some = rows[:: -(-len(rows) // 1000)]
    directions = some / norms_or_one(some)[:, None]
    what = (
        f"the smallest cosine similarity of two rows{note}; the largest is 1, of a row with itself"
    )
    return None, float((directions @ directions.T).min()), what


def _still_dims(subject: Subject) -> Verdict:
    rows, note = _sample(subject)
    what = f"how many dimensions of {number(rows.shape[1])} have a standard deviation{note} below {number(_STILL)}"
    return None, float((rows.std(axis=0) < _STILL).sum()), what


BOUNDED = Claim("bounded", _bounded)
CONSTANT_NORM = Claim("constant-norm", _constant_norm)
SYMMETRIC = Claim("symmetric", _symmetric)
BEFORE = Claim("unique", unique), BOUNDED
BETWEEN = (
    CONSTANT_NORM, Claim("constant-step", _constant_step), Claim("distance-by-lag", _distance_by_lag),
    Claim("dot-by-lag", _dot_by_lag), SYMMETRIC,
)  # fmt: skip
AFTER = (
    Claim("row-mean", _row_mean, informs=True), Claim("least-cosine", _least_cosine, informs=True),
    Claim("still-dims", _still_dims, informs=True),
)  # fmt: skip
_MONOTONE = Claim("monotone", monotone, informs=True)
_GOES_ON = Claim("extends", _goes_on)
_ENDS = Claim("extends", _ends, informs=True)


def stored_claims(encoding: Stored) -> tuple[Claim, ...]:
    """Return the claims about a table whose numbers are stored; one that ends is only reported."""
    return (*BEFORE, _GOES_ON if encoding.goes_on else _ENDS, *BETWEEN, _MONOTONE, *AFTER)


def grid_claims(encoding: Sincos) -> tuple[Claim, ...]:
    """Return the claims about sines and cosines over a grid.

    A shift along each axis where all pairs are whole.
    """
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
