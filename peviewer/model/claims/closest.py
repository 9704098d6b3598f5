"""The claim that no two rows are alike: the closest two, found by lags where there are many."""

from math import sqrt

import numpy as np

from peviewer.base.words import number, whole
from peviewer.model.between.pairwise import compared_rows, lag_profile, profile
from peviewer.model.claims.rows import step_lengths
from peviewer.model.claims.subject import ALONE, CELLS, Array, Subject, Verdict
from peviewer.model.encodings.turning import Turning

NEARLY = 0.05  # rows closer than this share of a neighbour's distance nearly repeat
SAME = 1e-14  # of a row's norm: rows closer than that are one to the last digit
_WORK = 3_000_000  # lags × pairs that are compared one by one


def unique(subject: Subject) -> Verdict:
    """Whether no two rows are alike."""
    if subject.encoding.length == 1:
        return ALONE
    distance, first, second, how = _closest(subject)
    between = f"closest pair{how}: positions {whole(first)} and {whole(second)}, distance {number(distance, 6)}"
    if distance <= SAME * sqrt(subject.encoding.dim):
        return False, distance, f"the same to the last digit: {between}"
    nearly = distance <= NEARLY * float(step_lengths(subject)[0].min())
    return True, distance, f"distinct, but nearly repeat: {between}" if nearly else between


def _closest(subject: Subject) -> tuple[float, int, int, str]:
    """Return the smallest distance between two rows, the positions, and how far that was looked into."""
    encoding = subject.encoding
    if subject.even and subject.embedded.content.kind != "normal":
        return _closest_by_lag(encoding)
    count = min(encoding.length, 1000, max(2, CELLS // encoding.dim))
    distances = compared_rows(subject.embedded.raster(), range(count), range(count), "euclidean")
    np.fill_diagonal(distances, np.inf)
    first, second = sorted(divmod(int(distances.argmin()), count))
    how = "" if count == encoding.length else f" of the first {whole(count)}"
    return float(distances[first, second]), encoding.first + first, encoding.first + second, how


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
