"""Claims about tables of vectors, each tried on all rows or on an even sample of them."""

from collections.abc import Callable
from functools import lru_cache
from math import ceil, isqrt, sqrt
from typing import NamedTuple

import numpy as np

from peviewer.base.numbers import number
from peviewer.base.words import in_unit, short_word
from peviewer.model.between.lag_sums import Array
from peviewer.model.between.pairwise import compare_rows, norms_or_one
from peviewer.model.claims.report import Claim, Verdict
from peviewer.model.claims.rounding import accuracy_words, cell_error, same_up_to, up_to
from peviewer.model.claims.subject import CELL, Subject
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.stored import Stored
from peviewer.model.encodings.turning import Turning

ALONE: Verdict = True, float("nan"), "there is one position only"

# Rounding errors of a rotation's entries and of similarities are smaller than this.
ROUNDING = 1e-11

# The relative error of a norm. NumPy sums squares pairwise, so more terms hardly increase it.
SUMMED = 1.5 * CELL

# Computed rows closer to each other than this share of their norm are equal up to rounding.
_SAME = 1e-14

# A dimension with a standard deviation below this hardly distinguishes positions.
_STILL = 0.01


def _ranging(numbers: Array) -> str:
    """Return the range of numbers, or their difference if the ends agree to six digits."""
    low = number(float(numbers.min()), 6)
    high = number(float(numbers.max()), 6)
    if low != high:
        return f"run from {low} to {high}"
    return f"differ by {number(float(np.ptp(numbers)), 2)}"


@lru_cache(maxsize=4)
def _sample(subject: Subject) -> tuple[Array, str]:
    positions = subject.positions()
    return subject.rows(positions), subject.note(positions)


def unique(subject: Subject) -> Verdict:
    encoding = subject.encoding
    if encoding.length == 1:
        return ALONE
    count = min(encoding.length, 2000, max(2, 2**24 // encoding.dim))
    rows = range(count)
    distances = compare_rows(subject.embedded.raster(), rows, rows, "euclidean")
    np.fill_diagonal(distances, np.inf)
    first, second = sorted(divmod(int(distances.argmin()), count))
    scope = "" if count == encoding.length else f" of the first {number(count)}"
    return closest(subject, float(distances[first, second]), first, second, scope)


def closest(subject: Subject, distance: float, first: int, second: int, scope: str) -> Verdict:
    """Return the verdict on the smallest distance found, between rows `first` and `second`.

    `scope` says among which rows the smallest distance was looked for.
    """
    encoding = subject.encoding
    pair = f"{_two_positions(encoding, first, second)}, distance {number(distance, 6)}"
    positions = encoding.first + np.array([first, second])
    same_distance = _SAME * sqrt(encoding.dim)
    words = ""
    if isinstance(encoding, Stored):
        same_distance = same_up_to(encoding, subject.rows(positions))
        words = accuracy_words(encoding)
    if distance > same_distance:
        return True, distance, f"closest pair{scope}: {pair}"
    rounded = f" {up_to(words)}" if words else ""
    if distance:
        rounded = " up to rounding"
    return False, distance, f"the same{rounded}: closest pair{scope}: {pair}"


def _two_positions(encoding: Tabled, first: int, second: int) -> str:
    """Return the names of two rows: the words of their positions, or else the numbers."""
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
    is_turning = isinstance(subject.encoding, Turning)
    allowed_error = 1e-12 if is_turning else 0.0
    if isinstance(subject.encoding, Stored):
        allowed_error = cell_error(subject.encoding)
    if largest > 1 + allowed_error:
        reason = "nothing keeps a table in −1 … 1"
        if is_turning:
            reason = "content adds to what the encoding keeps in −1 … 1"
        return False, largest, f"the largest value{note}: {reason}"
    by_chance = is_turning and not subject.embedded.has_no_content
    rest = "none happens to lie beyond −1 … 1" if by_chance else "every one lies in −1 … 1"
    return True, largest, f"the largest value{note}; {rest}"


def _goes_on(subject: Subject) -> Verdict:
    """Whether a rule also gives rows beyond the last one."""
    last = float(subject.encoding.positions[-1])
    return True, last, "the last position; the rule also gives vectors beyond it"


def _ends(subject: Subject) -> Verdict:
    """Where the stored rows end: there are none beyond; this claim only informs."""
    last = float(subject.encoding.positions[-1])
    return None, last, "the last position; a table has no rows beyond it"


def _constant_norm(subject: Subject) -> Verdict:
    rows, note = _sample(subject)
    norms = np.linalg.norm(rows, axis=1)
    mean = float(norms.mean())
    expected = sqrt(subject.encoding.dim / 2) if isinstance(subject.encoding, Turning) else mean

    def allowed(row: float) -> float:
        return 2 * (row + SUMMED * float(norms.max()))

    # A norm that is equal in all rows of a rule without reason is equal by chance.
    alike, words = subject.judge(
        float(np.ptp(norms)), rows, allowed, mean, known=True, why=subject.why()
    )
    if alike is None:
        return None, mean, f"the mean norm{note}{words}"
    is_as_expected = abs(mean - expected) <= allowed(subject.roundings(rows)[-1].row)
    if alike and is_as_expected:
        addition = note if expected == mean else ", √(d/2)"
        return True, mean, f"the norm of every row{addition}{words}"
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
        lambda row: 2 * (2 * row + SUMMED * float(steps.max())),
        mean,
        known=subject.by_lag or subject.encoding.length == 2,
        why=subject.why(cancels=True),
    )
    if alike is None:
        return None, mean, f"the mean step{note}{words}"
    if not alike:
        return False, mean, f"the mean step{note}; steps {_ranging(steps)}{words}"
    formula = ", √(d − 2Σcos ωᵢ)" if subject.by_lag else ""
    return True, mean, f"the distance between neighbours{formula}{words}"


class _Compared(NamedTuple):
    """How the comparison of two rows varies between pairs of rows with the same lag."""

    # The largest difference within a lag.
    spread: float

    # The size of the largest number.
    size: float

    # The rows of all lags.
    rows: Array

    # How many rows were tried, in words.
    note: str


def _by_lag(subject: Subject, compared: Callable[[Array, Array], Array]) -> _Compared:
    last = subject.encoding.length - 1
    spread = size = 0.0
    tried_rows = []
    for lag in sorted({0, 1, min(7, last), isqrt(last), last // 2}):
        positions = subject.positions(200, before_end=lag)
        rows = subject.rows(positions)
        others = subject.rows(positions + lag)
        values = compared(rows, others)
        spread = max(spread, float(np.ptp(values)))
        size = max(size, float(np.abs(values).max()))
        tried_rows += [rows, others]
    note = subject.note(subject.positions(200))
    return _Compared(spread, size, np.concatenate(tried_rows), note)


def _distance_by_lag(subject: Subject) -> Verdict:
    if subject.encoding.length == 1:
        return ALONE
    found = _by_lag(subject, lambda left, right: np.linalg.norm(left - right, axis=1))
    alike, words = subject.judge(
        found.spread,
        found.rows,
        lambda row: 2 * (2 * row + SUMMED * found.size),
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
        lambda row: 2 * (2 * row * longest + SUMMED * found.size),
        most,
        known=subject.has_whole_pairs and subject.embedded.has_no_content,
        why=subject.why(),
        share_of=most,
    )
    share = "d/2" if is_turning else "the largest"
    what = f"how much a dot product varies at one lag{found.note}, as a share of {share}"
    return alike, found.spread / most, f"{what}{words}"


def _symmetric(subject: Subject) -> Verdict:
    positions = subject.positions(100)
    rows = subject.rows(positions)
    directions = rows / norms_or_one(rows)[:, None]
    cosines = directions @ directions.T
    difference = float(np.abs(cosines - cosines.T).max())
    what = "the largest difference between similarity(t, s) and similarity(s, t)"
    return difference <= ROUNDING, difference, f"{what}{subject.note(positions)}"


def monotone(subject: Subject) -> Verdict:
    """Up to which lag the mean similarity falls; this claim only informs."""
    length = subject.encoding.length
    dim = subject.encoding.dim
    most = min(max(1, (length - 1) // 2), length - 1, 1000)
    positions = subject.positions(64, 2**17, before_end=most)
    rows = subject.rows(positions)
    means = []
    for lag in range(most + 1):
        products = (rows * subject.rows(positions + lag)).sum(axis=1)
        means.append(products.mean())
    rising = np.flatnonzero(np.diff(means) > ROUNDING * dim)
    whose = f"the mean dot product of {in_unit(number(len(rows)), 'rows')}"
    rest = " before its first rise" if len(rising) else ", the last lag tried"
    last_falling = float(rising[0] if len(rising) else most)
    return None, last_falling, f"the lag up to which {whose} falls{rest}"


def _row_mean(subject: Subject) -> Verdict:
    rows, note = _sample(subject)
    means = rows.mean(axis=1)
    spread = f"; means {_ranging(means)}" if np.ptp(means) else ""
    return None, float(means.mean()), f"the mean of a row{note}{spread}"


def _least_cosine(subject: Subject) -> Verdict:
    rows, note = _sample(subject)
    step = ceil(len(rows) / 1000)
    sampled = rows[::step]
    directions = sampled / norms_or_one(sampled)[:, None]
    least = float((directions @ directions.T).min())
    largest = "the largest is 1, of a row with itself"
    return None, least, f"the smallest cosine similarity of two rows{note}; {largest}"


def _still_dims(subject: Subject) -> Verdict:
    rows, note = _sample(subject)
    count = float((rows.std(axis=0) < _STILL).sum())
    dimensions = f"how many dimensions of {number(rows.shape[1])}"
    return None, count, f"{dimensions} have a standard deviation{note} below {number(_STILL)}"


BOUNDED = Claim("bounded", _bounded)
CONSTANT_NORM = Claim("constant-norm", _constant_norm)
SYMMETRIC = Claim("symmetric", _symmetric)
BEFORE = Claim("unique", unique), BOUNDED
BETWEEN = (
    CONSTANT_NORM,
    Claim("constant-step", _constant_step),
    Claim("distance-by-lag", _distance_by_lag),
    Claim("dot-by-lag", _dot_by_lag),
    SYMMETRIC,
)
AFTER = (
    Claim("row-mean", _row_mean, informs=True),
    Claim("least-cosine", _least_cosine, informs=True),
    Claim("still-dims", _still_dims, informs=True),
)
# Those that no lag between rows is needed for.
OF_ROWS = (*BEFORE, CONSTANT_NORM, SYMMETRIC, *AFTER)
_MONOTONE = Claim("monotone", monotone, informs=True)
_GOES_ON = Claim("extends", _goes_on)
_ENDS = Claim("extends", _ends, informs=True)


def stored_claims(encoding: Stored) -> tuple[Claim, ...]:
    """Return the claims about a table whose numbers are stored; that it ends only informs."""
    return (
        *BEFORE,
        _GOES_ON if encoding.extends_beyond_length else _ENDS,
        *BETWEEN,
        _MONOTONE,
        *AFTER,
    )
