"""Claims about similarities between rows: on what they depend, and how far they fall."""

from collections.abc import Iterator
from math import isqrt

import numpy as np

from peviewer.model.claims.falling import last_falling_lag
from peviewer.model.claims.subject import CELLS, Subject, Verdict, why
from peviewer.model.encodings.turning import Turning


def lag_only(subject: Subject) -> Verdict:
    """Whether a similarity depends on the lag alone."""
    positions = subject.positions(100)
    rows = subject.rows(positions)
    spread = 0.0
    for lag in _lags(subject):
        dots = np.einsum("ij,ij->i", rows, subject.rows(positions + lag))
        spread = max(spread, float(np.ptp(dots)) / max(1.0, subject.encoding.dim / 2))
    return (
        spread <= subject.tolerance,
        spread,
        f"how much a similarity varies at one lag, as a share of d/2{why(subject, spread)}",
    )


def _lags(subject: Subject) -> Iterator[int]:
    last = max(1, subject.encoding.length - 1)
    yield from sorted({1, min(7, last), isqrt(last), last // 2 or 1, last})


def symmetric(subject: Subject) -> Verdict:
    """Whether a similarity is the same in both directions."""
    positions = subject.positions(100)
    rows = subject.rows(positions)
    norms = np.linalg.norm(rows, axis=1)
    norms = np.where(norms > 0, norms, 1.0)
    cosines = rows @ rows.T / norms[:, None] / norms[None, :]
    difference = float(np.abs(cosines - cosines.T).max())
    return difference <= subject.tolerance, difference, "the largest difference between t with s and s with t"


def monotone(subject: Subject) -> Verdict:
    """Up to which lag similarity falls; it informs, so it holds."""
    encoding = subject.encoding
    if subject.even and subject.embedded.plain:
        found = last_falling_lag(encoding)
        return _falling(encoding.length - 1 if found is None else found, encoding.length - 1, encoding)
    last = min(encoding.length - 1, 4 * max(4, CELLS // encoding.dim))
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
