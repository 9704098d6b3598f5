"""The claim that no two rows are alike: the closest two, found by lags where there are many."""

from math import nan, sqrt

import numpy as np

from peviewer.base.words import number, whole
from peviewer.model.between.pairwise import lag_profile, profile
from peviewer.model.claims.rows import step_lengths
from peviewer.model.claims.subject import CELLS, Array, Subject, Verdict
from peviewer.model.encodings.turning import Turning

NEARLY = 0.05  # rows closer than this share of a neighbour's distance nearly repeat
_WORK = 3_000_000  # lags × pairs that are compared one by one


def unique(subject: Subject) -> Verdict:
    """Whether no two rows are alike."""
    distance, first, second, how = _closest(subject)
    if np.isinf(distance):
        return True, nan, "there is one position only"
    step = float(step_lengths(subject)[0].min())
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
    positions = np.arange(encoding.first, encoding.first + min(encoding.length, 1000, max(2, CELLS // encoding.dim)))
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
