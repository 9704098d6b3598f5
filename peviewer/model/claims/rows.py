"""Claims about rows: their values, norms and steps, and whether they are unique and reproducible."""

from math import sqrt

import numpy as np

from peviewer.base.words import number
from peviewer.model.between.pairwise import compared_rows, lag_profile, profile
from peviewer.model.claims.subject import (
    ALONE,
    CELLS,
    Array,
    Subject,
    Verdict,
    failure_reason,
    is_alike,
    range_text,
    sample_note,
    undecided_note,
)
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.turning import Turning

NEARLY = 0.05  # rows closer than this share of a neighbour's distance nearly repeat
SAME = 1e-14  # of a row's norm: rows closer than that are equal up to rounding
_WORK = 3_000_000  # lags × pairs that are compared one by one


def bounded(subject: Subject) -> Verdict:
    """Whether every value lies in −1 … 1."""
    positions = subject.positions()
    largest = float(np.abs(subject.rows(positions)).max())
    value = f"the largest value{sample_note(subject, positions)}"
    if largest <= 1 + 1e-12:
        rest = "every one lies in −1 … 1" if subject.embedded.plain else "none happens to lie beyond −1 … 1"
        return True, largest, f"{value}; {rest}"
    return False, largest, f"{value}: content adds to what the encoding keeps in −1 … 1"


def deterministic(subject: Subject) -> Verdict:
    """Whether building the table again gives the same."""
    positions = subject.positions(200)
    difference = float(np.abs(subject.rows(positions) - subject.rows(positions)).max())
    return difference == 0, difference, f"the largest difference between two builds{sample_note(subject, positions)}"


def extends(subject: Subject) -> Verdict:
    """Whether a longer table begins with this one."""
    encoding = subject.encoding
    longer = encoding.model_copy(update={"length": 2 * encoding.length})
    positions = subject.positions(200)
    before, after = subject.rows(positions), Embedded(longer, subject.embedded.content).table(positions)
    beyond = encoding.table(positions=positions + float(encoding.length))
    difference = float(np.abs(before - after).max())
    holds = difference == 0 and bool(np.abs(beyond).max() <= 1 + 1e-12)
    change = f"the largest change{sample_note(subject, positions)} when the table is made twice as long"
    return holds, difference, change


def constant_norm(subject: Subject) -> Verdict:
    """Whether every row has the same norm, √(d/2)."""
    positions = subject.positions()
    rows = subject.rows(positions)
    norms = np.linalg.norm(rows, axis=1)
    expected, value = sqrt(subject.encoding.dim / 2), float(norms.mean())
    rounding = subject.length_rounding(rows, norms)
    alike = np.ptp(norms) <= 2 * rounding
    if alike and abs(value - expected) <= 2 * rounding:
        return True, value, "the norm of every row, √(d/2)"
    if alike:
        which = "the only row" if len(norms) == 1 else "every row"
        return False, value, f"the norm of {which}; √(d/2) is {_apart(expected, value)}{failure_reason(subject)}"
    return (
        False,
        value,
        f"the mean norm{sample_note(subject, positions)}; norms {range_text(norms)}{failure_reason(subject)}",
    )


def _apart(value: float, other: float) -> str:
    """Return a number with as many digits as distinguish it from another one."""
    return next((text for digits in range(6, 17) if (text := number(value, digits)) != number(other, digits)), "")


def step_lengths(subject: Subject) -> tuple[Array, float]:
    """Return the distance from each tried position to the next, and the bound of its rounding error."""
    positions = subject.positions(before_end=1)
    rows = subject.rows(positions)
    steps: Array = np.linalg.norm(subject.rows(positions + 1) - rows, axis=1)
    return steps, subject.distance_rounding(rows, steps)


def constant_step(subject: Subject) -> Verdict:
    """Whether neighbours are equally far apart everywhere."""
    if subject.encoding.length == 1:
        return ALONE
    steps, rounding = step_lengths(subject)
    value = float(steps.mean())
    alike = is_alike(float(np.ptp(steps)), rounding, subject.by_lag or subject.encoding.length == 2)
    if not alike:
        count = sample_note(subject, subject.positions(before_end=1), 1)
        if alike is None:
            return None, value, f"the mean step{count}: {undecided_note(rounding)}"
        return False, value, f"the mean step{count}; steps {range_text(steps)}{failure_reason(subject, cancels=True)}"
    if not subject.by_lag:
        return True, value, "the distance between neighbours"
    return True, float(lag_profile(subject.encoding, 1.0)), "the distance between neighbours, √(d − 2Σcos ωᵢ)"


def unique(subject: Subject) -> Verdict:
    """Whether no two rows are alike."""
    if subject.encoding.length == 1:
        return ALONE
    distance, first, second, how = _closest(subject)
    between = f"closest pair{how}: positions {number(first)} and {number(second)}, distance {number(distance, 6)}"
    if distance <= SAME * sqrt(subject.encoding.dim):
        return False, distance, f"the same to the last digit: {between}"
    nearly = distance <= NEARLY * float(step_lengths(subject)[0].min())
    return True, distance, f"distinct, but nearly repeat: {between}" if nearly else between


def _closest(subject: Subject) -> tuple[float, int, int, str]:
    """Return the smallest distance between two rows, their positions, and how far the search went."""
    encoding = subject.encoding
    if subject.even and subject.embedded.content.kind != "normal":
        return _closest_by_lag(encoding)
    count = min(encoding.length, 1000, max(2, CELLS // encoding.dim))
    distances = compared_rows(subject.embedded.raster(), range(count), range(count), "euclidean")
    np.fill_diagonal(distances, np.inf)
    first, second = sorted(divmod(int(distances.argmin()), count))
    how = "" if count == encoding.length else f" of the first {number(count)}"
    return float(distances[first, second]), encoding.first + first, encoding.first + second, how


def _closest_by_lag(encoding: Turning) -> tuple[float, int, int, str]:
    tried = min(encoding.length - 1, max(64, _WORK // encoding.pairs))
    distances = lag_profile(encoding, np.arange(1, tried + 1)) if tried <= 4000 else _many_lags(encoding, tried)
    lag = int(distances.argmin()) + 1
    smallest, how = float(distances[lag - 1]), ""
    if tried < encoding.length - 1:
        slow = encoding.frequencies() * (encoding.length - 1) < np.pi  # growing with the lag all the way
        farther = 2 * sqrt(np.square(np.sin(encoding.frequencies()[slow] * tried / 2)).sum())
        how = "" if farther > smallest else f" at lags up to {number(tried)}"
    return smallest, encoding.first, encoding.first + lag, how


def _many_lags(encoding: Turning, count: int) -> Array:
    return profile(encoding.model_copy(update={"length": count + 1, "first": 0}), 0, "euclidean")[1:]
