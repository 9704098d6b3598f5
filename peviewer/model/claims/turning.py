"""Claims about tables of sines and cosines, and about M(φ), which shifts such a table."""

from functools import lru_cache
from math import nan

import numpy as np

from peviewer.base.numbers import number, steady
from peviewer.model.between.lag_sums import Array, Terms, sums_in_growing_runs
from peviewer.model.between.pairwise import lag_profile, profile
from peviewer.model.claims import tables
from peviewer.model.claims.report import Claim, Verdict
from peviewer.model.claims.subject import DECIDED, Positions, Subject, why_undecided
from peviewer.model.claims.tables import ROUNDING
from peviewer.model.embedded import Embedded, worst_shift_error
from peviewer.model.encodings.periods import Periods
from peviewer.model.encodings.turning import Turning
from peviewer.model.shifting import mixing
from peviewer.model.turning.pairs import phasors

# How many cells are tried for a claim that is tried again at every step of φ.
_CELLS_PER_STEP = 25_000

# The most lags × pairs that are compared one by one.
_MAX_LAGS_BY_PAIRS = 3_000_000
_NO_OPERATOR: Verdict = False, nan, "with odd d the last pair has no cosine, so no M(φ) exists"


def _unique(subject: Subject) -> Verdict:
    encoding = subject.embedded.turning
    if encoding.length == 1 or not subject.by_lag:
        return tables.unique(subject)
    last_lag = min(encoding.length - 1, max(64, _MAX_LAGS_BY_PAIRS // encoding.pairs))
    if last_lag <= 4000:
        distances = lag_profile(encoding, np.arange(1, last_lag + 1))
    else:
        from_zero = encoding.model_copy(update={"length": last_lag + 1, "first": 0})
        distances = profile(from_zero, 0, "euclidean")[1:]
    lag = int(distances.argmin()) + 1
    scope = "" if last_lag == encoding.length - 1 else f" at lags up to {number(last_lag)}"
    return tables.closest(subject, float(distances[lag - 1]), 0, lag, scope)


def _deterministic(subject: Subject) -> Verdict:
    positions = subject.positions(200)
    difference = float(np.abs(subject.rows(positions) - subject.rows(positions)).max())
    what = f"the largest difference between two builds{subject.note(positions)}"
    return difference == 0, difference, what


def _extends(subject: Subject) -> Verdict:
    """Whether a longer table begins with this one."""
    encoding = subject.embedded.turning
    longer = encoding.model_copy(update={"length": 2 * encoding.length})
    positions = subject.positions(200)
    before = subject.rows(positions)
    after = Embedded(longer, subject.embedded.content).table(positions)
    difference = float(np.abs(before - after).max())
    what = f"the largest change{subject.note(positions)} when the table is made twice as long"
    return difference == 0, difference, what


@lru_cache(maxsize=8)
def last_falling_lag(encoding: Turning) -> int | None:
    """Return the lag up to which the closed form Σ cos ω_i·lag falls; None if it always falls."""
    # The differences −Σ 2·sin(ω/2)·sin(ω(lag + ½)) between neighbouring lags are computed, as
    # subtracting the sums would cost digits. The first positive difference ends the fall.
    halves = encoding.frequencies()[: encoding.dim // 2] / 2
    weights = 2j * np.sin(halves) * phasors(halves)
    steps = Terms(np.asarray(2j * halves), np.asarray(weights))
    for start, sums in sums_in_growing_runs(steps, 0, encoding.length - 1, 64):
        rising = np.flatnonzero(sums > 0)
        if len(rising):
            return start + int(rising[0])
    return None


def _monotone(subject: Subject) -> Verdict:
    encoding = subject.embedded.turning
    if not (subject.has_whole_pairs and subject.embedded.has_no_content):
        return tables.monotone(subject)
    last_falling = last_falling_lag(encoding)
    what = "the lag up to which similarity falls"
    if last_falling is None:
        return None, float(encoding.length - 1), f"{what}, the last lag"
    return None, float(last_falling), f"{what} before its first rise"


def added_rounding(subject: Subject, positions: Positions) -> float:
    """Return the error that rounding t + φ may cause in cells of the rows t + φ."""
    near = positions.astype(np.float64)
    far = near + subject.phi
    added = far - near
    lost_of_position = near - (far - added)
    lost_of_phi = subject.phi - added
    lost = np.abs(lost_of_position + lost_of_phi).max()
    return float(lost * subject.embedded.turning.frequencies().max())


def rounding_of_shift(subject: Subject, rows: Array, positions: Positions) -> float:
    """Return the largest difference that rounding explains between M(φ)·row t and row t + φ."""
    return 4 * subject.cell_rounding(rows) + 2 * added_rounding(subject, positions)


def matches(subject: Subject, error: float, rows: Array, positions: Positions) -> bool | None:
    """Whether M(φ)·row t and row t + φ, which differ by `error`, are equal up to rounding.

    The answer is None if rounding is so large that it could hide a real difference.
    """
    are_equal = error <= rounding_of_shift(subject, rows, positions)
    return None if are_equal and added_rounding(subject, positions) > DECIDED else are_equal


def _linear_shift(subject: Subject) -> Verdict:
    if not subject.has_whole_pairs:
        return _NO_OPERATOR
    worst = worst_shift_error(subject.embedded, subject.operator, subject.phi)
    error = worst.error
    rounding = added_rounding(subject, worst.positions)
    both = np.stack([worst.before, worst.after])
    rows = subject.note(worst.positions)
    phi = steady(subject.phi)
    scope = ", those whose row t+φ is in the table" if worst.stays_inside else ""
    what = f"the largest error of M(φ)·row t against row t+φ{rows}{scope}, φ = {phi}"
    meets = matches(subject, error, both, worst.positions)
    layout = subject.embedded.turning.layout
    if meets is None:
        return None, error, f"{what}: {why_undecided(rounding, 't+φ')}"
    if not meets:
        faults = []
        if subject.operator != layout:
            faults.append(f"M was built for {subject.operator} columns, the table's are {layout}")
        if not subject.embedded.has_no_content:
            faults.append("M also turns the added content")
        reason = " and ".join(faults) or "the table is not what the formula says"
        return False, error, f"{what}: {reason}"
    is_wrong_operator = subject.operator != layout or not subject.embedded.has_no_content
    if subject.phi and is_wrong_operator:
        rounding_error = rounding_of_shift(subject, both, worst.positions)
        return None, error, f"{what}: {why_undecided(rounding_error)}"
    if rounding > ROUNDING:
        what = f"{what}; rounding t+φ costs up to {number(rounding, 2)}"
    return True, error, what


def _orthogonal(subject: Subject) -> Verdict:
    if not subject.has_whole_pairs:
        return _NO_OPERATOR
    factor = mixing(subject.embedded.turning, subject.operator, subject.phi).factors
    error = float(np.abs(np.square(factor).sum(axis=1) - 1).max())
    return error <= ROUNDING, error, "the largest entry of MᵀM − I"


def _position_free(subject: Subject) -> Verdict:
    """Whether M(φ) is the same at every position."""
    if not subject.has_whole_pairs:
        return _NO_OPERATOR
    order = subject.embedded.turning.columns
    positions = subject.positions(50, _CELLS_PER_STEP)
    before = subject.rows(positions)
    after = subject.rows(positions + subject.phi)
    rounding = added_rounding(subject, positions)
    waves_before = before[:, order.cosines] + 1j * before[:, order.sines]
    waves_after = after[:, order.cosines] + 1j * after[:, order.sines]
    squares = np.abs(waves_before) ** 2
    turns = waves_after * waves_before.conj() / np.maximum(squares, 1e-12)
    differences = np.abs(turns - turns[:1])
    spread = float(differences.max())
    what = f"how much the turn of a pair differs from position to position{subject.note(positions)}"
    lengths = np.maximum(np.abs(waves_before), 1e-6)
    by_rounding = 2 * rounding * (1 / lengths + 1 / lengths[:1])
    if rounding > DECIDED and (differences <= by_rounding).all():
        return None, spread, f"{what}: {why_undecided(rounding, 't+φ')}"
    allowed = 8 * subject.cell_rounding(before) / float(lengths.min()) + 4 * rounding
    if spread > allowed:
        return False, spread, f"{what}{subject.why()}"
    if subject.phi == 0 or subject.embedded.has_no_content:
        return True, spread, what
    return None, spread, f"{what}: {why_undecided(allowed)}"


STILL = (
    Claim("unique", _unique),
    tables.BOUNDED,
    Claim("deterministic", _deterministic),
    Claim("extends", _extends),
    *tables.BETWEEN,
    Claim("monotone", _monotone, informs=True),
)
OF_THE_SHIFT = (
    Claim("linear-shift", _linear_shift),
    Claim("orthogonal", _orthogonal),
    Claim("position-free", _position_free),
)
CLAIMS = (*STILL, *OF_THE_SHIFT, *tables.AFTER)


def _sine_alone(subject: Subject) -> Verdict:
    """Name two positions that the sine of a period alone does not tell apart."""
    encoding = subject.encoding
    assert isinstance(encoding, Periods)
    period = encoding.periods[0]
    earlier = period / 8
    later = period / 2 - earlier
    waves = 2 * np.pi * np.array([earlier, later]) / period
    apart = float(np.ptp(np.cos(waves)))
    positions = f"{number(earlier)} and {number(later)}"
    what = f"with the sine of period {number(period)} alone, {positions} are the same"
    return None, apart, f"{what}; with the cosine they differ, by this number"


def _repeats(subject: Subject) -> Verdict:
    encoding = subject.encoding
    assert isinstance(encoding, Periods)
    common = encoding.common_period
    what = "positions so far apart are the same: all periods are where they were"
    return None, common, what


OF_PERIODS = (
    Claim("sine-alone", _sine_alone, informs=True),
    Claim("repeats", _repeats, informs=True),
)
