"""Claims about similarities between rows: what they depend on, and up to which lag they fall."""

from collections.abc import Callable
from functools import lru_cache
from math import isqrt

import numpy as np

from peviewer.base.words import number
from peviewer.base.work import check_cancelled
from peviewer.model.claims.subject import (
    ALONE,
    CELLS,
    ROUNDING,
    SUMMED,
    Array,
    Subject,
    Verdict,
    failure_reason,
    is_alike,
    sample_note,
    undecided_note,
)
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.pairs import phasors, powers

_SMALL = 128  # terms of a product that is multiplied out on one core


@lru_cache(maxsize=8)
def last_falling_lag(encoding: Turning) -> int | None:
    """Return the lag up to which the closed form Σ cos ω_i·lag falls; None if it falls at every lag there is.

    Exact: its steps −Σ 2·sin(ω/2)·sin(ω(lag + ½)), which do not cancel, are
    looked at one by one until the first that rises.

    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> last_falling_lag(Sinusoidal(dim=512))
    43
    """
    frequencies = encoding.frequencies()[: encoding.dim // 2]
    start, count = 0, 64
    while start < encoding.length - 1:
        steps = _kernel_steps(frequencies, start, min(count, encoding.length - 1 - start))
        rising = np.flatnonzero(steps > 0)
        if len(rising):
            return start + int(rising[0])
        start, count = start + count, min(4 * count, 1024)
    return None


def _kernel_steps(frequencies: Array, start: int, count: int) -> Array:
    """Return how much the closed form grows from lag k to k + 1, for k = start … start + count − 1."""
    fine = isqrt(count - 1) + 1
    coarse = -(-count // fine)
    steps = np.zeros((coarse, fine))
    for first in range(0, len(frequencies), 4096):
        check_cancelled()
        omega = frequencies[first : first + 4096]
        turn = np.asarray(1j * omega, np.complex128)
        near = powers(np.ones(len(omega)), turn, fine)
        far = powers(2 * np.sin(omega / 2) * phasors(omega * (start + 0.5)), turn * fine, coarse)
        left, right = np.hstack([far.real, far.imag]), np.hstack([near.imag, near.real])
        # Large products wait for all cores even if these are busy; small ones run at once.
        whole = left.shape[1] // _SMALL * _SMALL
        parts = (side[:, :whole].reshape(len(side), -1, _SMALL).swapaxes(0, 1) for side in (left, right))
        steps -= np.matmul(next(parts), next(parts).swapaxes(1, 2)).sum(axis=0)
        steps -= left[:, whole:] @ right[:, whole:].T
    return steps.ravel()[:count]


def distance_by_lag(subject: Subject) -> Verdict:
    """Whether the distance of two positions depends on their lag alone."""
    if subject.encoding.length == 1:
        return ALONE
    spread, rounding, count = _spread(subject, _distances)
    what = f"how much a distance varies at one lag{count}"
    return _varying(
        spread, rounding, subject.by_lag or subject.encoding.length == 2, what, failure_reason(subject, cancels=True)
    )


def dot_by_lag(subject: Subject) -> Verdict:
    """Whether the dot product of two positions depends on their lag alone."""
    if subject.encoding.length == 1:
        return ALONE
    spread, rounding, count = _spread(subject, _dots)
    most = max(1.0, subject.encoding.dim / 2)
    what = f"how much a dot product varies at one lag{count}, as a share of d/2"
    return _varying(
        spread / most, rounding / most, subject.even and subject.embedded.plain, what, failure_reason(subject)
    )


def _varying(spread: float, rounding: float, known: bool, what: str, reason: str) -> Verdict:
    alike = is_alike(spread, rounding, known)
    return (
        alike,
        spread,
        f"{what}: {undecided_note(rounding)}" if alike is None else what if alike else f"{what}{reason}",
    )


def _distances(subject: Subject, left: Array, right: Array) -> tuple[Array, float]:
    """Return the distances between rows, and the bound of their rounding error."""
    distances: Array = np.linalg.norm(left - right, axis=1)
    return distances, subject.distance_rounding(left, distances)


def _dots(subject: Subject, left: Array, right: Array) -> tuple[Array, float]:
    """Return the dot products of rows, and the bound of their rounding error."""
    products = left * right
    sizes = np.abs(left).sum(axis=1) + np.abs(right).sum(axis=1)
    off = subject.cell_rounding(left) * sizes + SUMMED * np.abs(products).sum(axis=1)
    return products.sum(axis=1), float(off.max())


def _spread(
    subject: Subject, compared: Callable[[Subject, Array, Array], tuple[Array, float]]
) -> tuple[float, float, str]:
    """Return how much a comparison varies within one lag, its rounding error, and how many rows were tried."""
    spread, rounding = 0.0, 0.0
    for lag in _lags(subject):
        positions = subject.positions(100, before_end=lag)
        values, off = compared(subject, subject.rows(positions), subject.rows(positions + lag))
        spread, rounding = max(spread, float(np.ptp(values))), max(rounding, off)
    return spread, rounding, sample_note(subject, subject.positions(100))


def _lags(subject: Subject) -> list[int]:
    last = subject.encoding.length - 1
    return sorted({0, 1, min(7, last), isqrt(last), last // 2})


def symmetric(subject: Subject) -> Verdict:
    """Whether a similarity is the same in both directions."""
    positions = subject.positions(100)
    rows = subject.rows(positions)
    norms = np.linalg.norm(rows, axis=1)
    norms = np.where(norms > 0, norms, 1.0)
    cosines = rows @ rows.T / norms[:, None] / norms[None, :]
    difference = float(np.abs(cosines - cosines.T).max())
    what = f"the largest difference between similarity(t, s) and similarity(s, t){sample_note(subject, positions)}"
    return difference <= ROUNDING, difference, what


def monotone(subject: Subject) -> Verdict:
    """Up to which lag similarity falls; this informs only."""
    encoding = subject.encoding
    if subject.even and subject.embedded.plain:
        last_falling = last_falling_lag(encoding)
        return _falling(encoding.length - 1 if last_falling is None else last_falling, encoding.length - 1, encoding)
    last = min(encoding.length - 1, 4 * max(4, CELLS // encoding.dim))
    start = encoding.first
    falls, begins, before = last, np.nan, np.inf
    for low in range(0, last + 1, 256):
        positions = np.arange(start + low, start + min(last, low + 255) + 1)
        dots = subject.rows(positions) @ subject.rows(np.array([start]))[0]
        rising = np.flatnonzero(np.diff(np.concatenate([[before], dots])) > 0)
        if len(rising):
            falls = low + int(rising[0]) - 1
            break
        begins, before = float(dots[0]) if low == 0 else begins, float(dots[-1])
    if 0 < falls == last and before == begins:
        return None, 0.0, f"the similarity with position {number(start)} is the same at every lag"
    return _falling(falls, last, encoding, f" with position {number(start)}")


def _falling(falls: int, last: int, encoding: Turning, whose: str = "") -> Verdict:
    rest = "the last lag tried" if falls == last < encoding.length - 1 else "the last lag"
    detail = f", {rest}" if falls == last else " before its first rise"
    return None, float(falls), f"the lag up to which similarity{whose} falls{detail}"
