"""The claims made for a positional encoding, each computed, with its number."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.words import number, plain, whole
from peviewer.base.work import breathe
from peviewer.model.between.pairwise import lag_profile, profile
from peviewer.model.claims.falling import last_falling_lag
from peviewer.model.content.content import Content
from peviewer.model.content.embedded import NO_CONTENT, Embedded
from peviewer.model.encodings.turning import Turning
from peviewer.model.shift.misapplied import mixing
from peviewer.model.turning.layouts import Layout

Array = NDArray[np.float64]

NEARLY = 0.05  # rows closer than this share of a neighbour's distance nearly repeat
_CELLS = 100_000  # of the table that a claim is tried on
_MOVING = 25_000  # of it where the claim is tried at every step of φ
_WORK = 3_000_000  # lags × pairs that are compared one by one


@dataclass(frozen=True)
class Property:
    """One claim and what became of it.

    Attributes
    ----------
    name : str
        ``"unique"``, ``"constant-step"`` …
    holds : bool
        Whether it is so.
    value : float
        The claim's number: a distance, a norm, a largest error; nan where there is none.
    detail : str
        What the number is, and why the claim fails where it does.
    """

    name: str
    holds: bool
    value: float
    detail: str


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

    def positions(self, most: int = 1000, cells: int = _CELLS) -> NDArray[np.int64]:
        """Return the positions a claim is tried on: all, or an even sample of them."""
        count = max(2, min(self.encoding.length, most, cells // self.encoding.dim))
        ends = self.encoding.positions
        return np.unique(np.linspace(ends[0], ends[-1], min(count, len(ends))).round().astype(np.int64))

    def rows(self, positions: ArrayLike) -> Array:
        """Return rows of x + PE."""
        return self.embedded.table(positions)


def properties(
    encoding: Turning, *, content: Content = NO_CONTENT, operator: Layout | None = None, phi: float = 1.0
) -> list[Property]:
    """Try every claim made for positional encodings on this one.

    Parameters
    ----------
    encoding : Turning
        What is examined.
    content : Content
        Token embeddings added to it.
    operator : {"interleaved", "concatenated", "flipped"}, optional
        The layout that M(φ) was made for; None for the encoding's own.
    phi : float
        The shift that linear shift is tried with, in positions.

    Returns
    -------
    list of Property
        Named unique, bounded, deterministic, extends, constant-norm,
        constant-step, lag-only, symmetric, monotone, linear-shift, orthogonal
        and position-free, in that order. ``monotone`` informs: its value is the
        last lag up to which similarity falls.

    Notes
    -----
    Tables over 100,000 cells are examined on an even sample of their rows;
    the smallest distance between rows is found by lags, with a proof for those
    too far to try where the slow pairs give one.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> found = {claim.name: claim for claim in properties(Sinusoidal(length=1000, dim=500))}
    >>> found["constant-step"].holds, round(found["constant-step"].value, 8)
    (True, 3.67198566)
    """
    embedded, own = Embedded(encoding, content), encoding.layout
    moved = Subject(embedded, operator or own, float(phi))
    still = Subject(embedded, own, 0.0)
    found = []
    for name in _CLAIMS:
        breathe()
        found.append(_tried(name, moved if name in _OF_THE_SHIFT else still))
    return found


Verdict = tuple[bool, float, str]
_OF_THE_SHIFT = frozenset({"linear-shift", "orthogonal", "position-free"})


@lru_cache(maxsize=64)  # while φ is played, only the claims about the shift are tried again
def _tried(name: str, subject: Subject) -> Property:
    return Property(name, *_CLAIMS[name](subject))


def _unique(subject: Subject) -> Verdict:
    distance, first, second, how = _closest(subject)
    if np.isinf(distance):
        return True, nan, "there is one position only"
    step = float(_steps(subject)[0].min())
    holds = distance > NEARLY * step
    between = f"{number(distance, 6)} apart are positions {first} and {second}, the closest two{how}"
    return holds, distance, between if holds else f"rows nearly repeat: only {between}"


def _closest(subject: Subject) -> tuple[float, int, int, str]:
    """Return the smallest distance between two rows, the positions, and how far that was looked into."""
    encoding = subject.encoding
    if encoding.length == 1:
        return np.inf, encoding.first, encoding.first, ""
    if subject.even and subject.embedded.content.kind != "normal":
        return _closest_by_lag(encoding)
    positions = np.arange(encoding.first, encoding.first + min(encoding.length, 1000, max(2, _CELLS // encoding.dim)))
    rows = subject.rows(positions)
    squares = np.square(rows).sum(axis=1)
    distances = squares[:, None] + squares[None, :] - 2 * rows @ rows.T
    np.fill_diagonal(distances, np.inf)
    first, second = sorted(divmod(int(distances.argmin()), len(positions)))
    distance = float(np.linalg.norm(rows[first] - rows[second]))
    how = "" if len(positions) == encoding.length else f" of the first {whole(len(positions))}"
    return distance, int(positions[first]), int(positions[second]), how


def _closest_by_lag(encoding: Turning) -> tuple[float, int, int, str]:
    tried = min(encoding.length - 1, max(64, _WORK // encoding.pairs))
    distances = lag_profile(encoding, np.arange(1, tried + 1)) if tried <= 4000 else _many_lags(encoding, tried)
    lag = int(distances.argmin()) + 1
    smallest, how = float(distances[lag - 1]), ""
    if tried < encoding.length - 1:
        slow = encoding.frequencies() * (encoding.length - 1) < np.pi  # growing with the lag all the way
        farther = 2 * sqrt(np.square(np.sin(encoding.frequencies()[slow] * tried / 2)).sum())
        how = "" if farther > smallest else f" at lags up to {whole(tried)}"
    return smallest, encoding.first, encoding.first + lag, how


def _many_lags(encoding: Turning, count: int) -> Array:
    """Return distances at lags 1 … count, in pieces."""
    return profile(encoding.model_copy(update={"length": count + 1, "first": 0}), 0, "euclidean")[1:]


def _bounded(subject: Subject) -> Verdict:
    largest = float(np.abs(subject.rows(subject.positions())).max())
    if largest <= 1 + 1e-12:
        return True, largest, "the largest value; every one lies in −1 … 1"
    return False, largest, "the largest value: content adds to what the encoding keeps in −1 … 1"


def _deterministic(subject: Subject) -> Verdict:
    positions = subject.positions(200)
    difference = float(np.abs(subject.rows(positions) - subject.rows(positions)).max())
    return difference == 0, difference, "the largest difference between two times of building it"


def _extends(subject: Subject) -> Verdict:
    encoding = subject.encoding
    longer = encoding.model_copy(update={"length": 2 * encoding.length})
    positions = subject.positions(200)
    before, after = subject.rows(positions), Embedded(longer, subject.embedded.content).table(positions)
    beyond = encoding.table(positions=positions + float(encoding.length))
    difference = float(np.abs(before - after).max())
    holds = difference == 0 and bool(np.abs(beyond).max() <= 1 + 1e-12)
    return holds, difference, "the largest change of a row when the table is made twice as long"


def _constant_norm(subject: Subject) -> Verdict:
    norms = np.linalg.norm(subject.rows(subject.positions()), axis=1)
    expected = sqrt(subject.encoding.dim / 2)
    value = float(norms.mean())
    if np.ptp(norms) <= subject.tolerance * value and abs(value - expected) <= subject.tolerance * expected:
        return True, value, "the norm of every row, √(d/2)"
    return (
        False,
        value,
        f"the mean norm; norms run {_ends(norms)}{_why(subject)}",
    )


def _steps(subject: Subject) -> tuple[Array, float]:
    """Return the distance from each tried position to the next, and what √(d − 2Σcos ω) says."""
    positions = subject.positions()
    steps = np.linalg.norm(subject.rows(positions + 1) - subject.rows(positions), axis=1)
    expected = float(lag_profile(subject.encoding, 1.0)) if subject.even else nan
    return steps, expected


def _constant_step(subject: Subject) -> Verdict:
    steps, expected = _steps(subject)
    value = float(steps.mean())
    if np.ptp(steps) <= subject.tolerance * max(value, 1):
        agreed = expected if abs(expected - value) <= subject.tolerance * max(value, 1) else value
        return True, agreed, "the distance between neighbours, √(d − 2Σcos ωᵢ)"
    return (
        False,
        value,
        f"the mean step; steps run {_ends(steps)}{_why(subject)}",
    )


def _lag_only(subject: Subject) -> Verdict:
    positions = subject.positions(100)
    rows = subject.rows(positions)
    spread = 0.0
    for lag in _lags(subject):
        dots = np.einsum("ij,ij->i", rows, subject.rows(positions + lag))
        spread = max(spread, float(np.ptp(dots)) / max(1.0, subject.encoding.dim / 2))
    return (
        spread <= subject.tolerance,
        spread,
        f"how much a similarity varies at one lag, as a share of d/2{_why(subject, spread)}",
    )


def _lags(subject: Subject) -> Iterator[int]:
    last = max(1, subject.encoding.length - 1)
    yield from sorted({1, min(7, last), isqrt(last), last // 2 or 1, last})


def _symmetric(subject: Subject) -> Verdict:
    positions = subject.positions(100)
    rows = subject.rows(positions)
    norms = np.linalg.norm(rows, axis=1)
    norms = np.where(norms > 0, norms, 1.0)
    cosines = rows @ rows.T / norms[:, None] / norms[None, :]
    difference = float(np.abs(cosines - cosines.T).max())
    return difference <= subject.tolerance, difference, "the largest difference between t with s and s with t"


def _monotone(subject: Subject) -> Verdict:
    encoding = subject.encoding
    if subject.even and subject.embedded.plain:
        found = last_falling_lag(encoding)
        return _falling(encoding.length - 1 if found is None else found, encoding.length - 1, encoding)
    last = min(encoding.length - 1, 4 * max(4, _CELLS // encoding.dim))
    start = encoding.first
    falls = last
    before = np.inf
    for low in range(0, last + 1, 256):
        positions = np.arange(start + low, start + min(last, low + 255) + 1)
        dots = subject.rows(positions) @ subject.rows(np.array([start]))[0]
        rising = np.flatnonzero(np.diff(np.concatenate([[before], dots])) > 0)
        if len(rising):
            falls = low + int(rising[0]) - 1
            break
        before = float(dots[-1])
    return _falling(falls, last, encoding)


def _falling(falls: int, last: int, encoding: Turning) -> Verdict:
    """Say up to which lag similarity falls, where lags up to `last` were looked at."""
    rest = "as far as was looked" if falls == last < encoding.length - 1 else "the last"
    detail = rest if falls == last else "then it rises for the first time"
    return True, float(falls), f"the lag up to which similarity falls, {detail}"


def _linear_shift(subject: Subject) -> Verdict:
    if not subject.even:
        return False, nan, "with odd d the last pair has no cosine, so no M(φ) exists"
    positions = subject.positions(100, _MOVING)
    ends = subject.encoding.positions
    inside = (positions + subject.phi >= ends[0]) & (positions + subject.phi <= ends[-1])
    tried = positions[inside] if inside.any() else positions
    moved = subject.embedded.shifted(subject.rows(tried), subject.phi, subject.operator)
    error = float(np.abs(moved - subject.rows(tried + subject.phi)).max())
    what = f"the largest error of M(φ)·row t against row t+φ, φ = {plain(subject.phi)}"
    if error <= subject.tolerance:
        return True, error, what
    return False, error, f"{what}: {_shift_fault(subject)}"


def _ends(values: Array) -> str:
    return f"from {number(values.min(), 6)} to {number(values.max(), 6)}"


def _shift_fault(subject: Subject) -> str:
    faults = []
    if subject.operator != subject.encoding.layout:
        faults.append(f"M is made for {subject.operator} columns, the table's are {subject.encoding.layout}")
    if not subject.embedded.plain:
        faults.append("M turns the added content too")
    return " and ".join(faults) or "the table is not what the formula says"


def _orthogonal(subject: Subject) -> Verdict:
    if not subject.even:
        return False, nan, "with odd d there is no M(φ)"
    _, factor = mixing(subject.encoding, subject.operator, subject.phi)
    error = float(np.abs(np.square(factor).sum(axis=1) - 1).max())
    return error <= subject.tolerance, error, "the largest entry of MᵀM − I"


def _position_free(subject: Subject) -> Verdict:
    if not subject.even:
        return False, nan, "with odd d there is no M(φ)"
    order = subject.encoding.columns
    positions = subject.positions(50, _MOVING)
    before, after = subject.rows(positions), subject.rows(positions + subject.phi)
    left = before[:, order.cosines] + 1j * before[:, order.sines]
    right = after[:, order.cosines] + 1j * after[:, order.sines]
    turns = right * left.conj() / np.maximum(np.abs(left) ** 2, 1e-12)
    spread = float(np.abs(turns - turns[:1]).max())
    if spread <= subject.tolerance:
        return True, spread, "how much the turn of any pair differs from position to position"
    return False, spread, f"how much the turn of a pair differs from position to position{_why(subject)}"


def _why(subject: Subject, spread: float = np.inf) -> str:
    """Say why a claim about rows fails; nothing where it does not."""
    if spread <= subject.tolerance:
        return ""
    if not subject.embedded.plain:
        return ": content is added"
    return "" if subject.even else ": with odd d the last pair has no cosine"


_CLAIMS: dict[str, Callable[[Subject], Verdict]] = {
    "unique": _unique,
    "bounded": _bounded,
    "deterministic": _deterministic,
    "extends": _extends,
    "constant-norm": _constant_norm,
    "constant-step": _constant_step,
    "lag-only": _lag_only,
    "symmetric": _symmetric,
    "monotone": _monotone,
    "linear-shift": _linear_shift,
    "orthogonal": _orthogonal,
    "position-free": _position_free,
}
