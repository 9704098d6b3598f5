"""Claims about biases by lag: how they lower scores, how far a head sees, and whether bfloat16 separates them."""

from math import log

import numpy as np

from peviewer.base.words import in_number, in_unit, number
from peviewer.model.claims.subject import Verdict
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.scheme import Array
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.turning.precision import BFLOAT16

_CELLS = 2**17  # biases that are worked out
_MOVED = 1000
_SEEN = 1000  # a key is unseen where the query's own key weighs this many times as much


def _distances(scheme: Lagged) -> Array:
    """Return all distances, or the first ones of them and the last: as many as heads allow."""
    most = max(2, _CELLS // max(1, len(scheme.heads_named)))
    return np.append(np.arange(min(scheme.length, most), dtype=np.float64)[:-1], scheme.length - 1.0)


def _tried(scheme: Lagged) -> str:
    count = len(_distances(scheme))
    return "" if count >= scheme.length else f"; {number(count)} distances tried"


def relative(scheme: Lagged) -> Verdict:
    """Whether what is added depends on the lag of query and key alone."""
    moved = scheme.model_copy(update={"first": scheme.first + _MOVED})
    lags = -_distances(scheme)[:1000]
    change = float(np.abs(moved.by_lag(lags) - scheme.by_lag(lags)).max())
    return change == 0, change, f"the largest change of a bias when all positions move on by {number(_MOVED)}"


def extends(scheme: Lagged) -> Verdict:
    """Whether the bias of each lag stays the same in a longer context."""
    longer = scheme.model_copy(update={"length": 2 * scheme.length})
    lags = -_distances(scheme)[:1000]
    change = float(np.abs(longer.by_lag(lags) - scheme.by_lag(lags)).max())
    return change == 0, change, "the largest change of a bias in a context twice as long"


def falls(scheme: Lagged) -> Verdict:
    """Whether no head prefers a key farther back to a nearer one."""
    distances = _distances(scheme)
    rising = np.diff(scheme.by_lag(-distances), axis=1) > 0
    if not rising.any():
        return True, float(distances[-1]), f"the farthest distance: no bias rises on the way{_tried(scheme)}"
    place = int(rising.any(axis=0).argmax())
    head = scheme.heads_named[int(rising[:, place].argmax())]
    return False, float(distances[place + 1]), f"the first distance at which a bias is above the one before, in {head}"


def in_order(scheme: Lagged) -> Verdict:
    """Whether no head lowers the farthest score more than the head before; this informs only."""
    far = scheme.by_lag(np.array([1.0 - scheme.length]))[:, 0]
    steeper = int((np.diff(far) < 0).sum())
    heads = in_unit(number(len(far)), "heads")
    what = f"of {heads} {in_number(steeper, 'takes', len(far))} more from the farthest score than the head before"
    return None, steeper, f"{what}: they are not in order" if steeper else what


def both_ways(scheme: Lagged) -> Verdict:
    """Whether keys after the query get the same biases as keys before it."""
    distances = _distances(scheme)
    apart = float(np.abs(scheme.by_lag(distances) - scheme.by_lag(-distances)).max())
    return apart == 0, apart, f"the largest difference between the biases of lags Δ and −Δ{_tried(scheme)}"


def own_bias(scheme: Lagged) -> Verdict:
    """Whether every distance has a bias of its own in every head."""
    distances = _distances(scheme)
    fewest = min(len(np.unique(row)) for row in scheme.by_lag(-distances))
    tried = in_unit(number(len(distances)), "distances")
    have = in_number(len(distances), "has")
    return fewest == len(distances), fewest, f"the fewest different biases that {tried} {have} in any one head"


def whole_context(scheme: Lagged) -> Verdict:
    """Whether some head still sees the farthest key."""
    farthest = _farthest_seen(scheme)
    detail = f"the farthest distance at which a head leaves a key 1/{number(_SEEN)} of the weight of one at hand"
    return farthest == scheme.length - 1, farthest, detail


def _farthest_seen(scheme: Lagged) -> float:
    """Return the farthest distance that some head sees: among those tried, then among those up to the next tried."""
    least = scheme.by_lag(np.zeros(1)) - log(_SEEN)
    first, count = 0, scheme.length
    while True:
        distances = first + linspace_indices(count, max(2, _CELLS // len(scheme.heads_named))).astype(np.float64)
        seen = int(np.flatnonzero(np.any(scheme.by_lag(-distances) >= least, axis=0))[-1])
        ends = distances[seen : seen + 2]
        if len(ends) == 1 or np.diff(ends) == 1:
            return float(ends[0])
        first, count = int(ends[0]), int(np.diff(ends)[0]) + 1


def distinct_in_bfloat16(scheme: Lagged) -> Verdict:
    """Whether the biases of a head stay distinct in bfloat16."""
    distances = _distances(scheme)
    rows = scheme.by_lag(-distances)
    left = [len(np.unique(BFLOAT16.rounded(row))) / len(np.unique(row)) for row in rows]
    worst = int(np.argmin(left))
    count, exact = len(np.unique(BFLOAT16.rounded(rows[worst]))), len(np.unique(rows[worst]))
    left_over = f"{in_number(count, 'is', exact)} left in bfloat16"
    return count == exact, count, f"of {in_unit(number(exact), 'biases')} of {scheme.heads_named[worst]} {left_over}"
