"""What a query attends to after the softmax, if keys differ only in their lag."""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.between.score import TurnedScore, Vectors
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.scheme import Attending
from peviewer.model.encodings.turning import Rotating

Array = NDArray[np.float64]
# Stretches of far lags that stand for all of them.
WINDOWS = 128
_GOLDEN = (sqrt(5) - 1) / 2
DRAWN = (
    # Heads with a query and a key of their own, if these are random, and nothing says how many.
    8
)
# Of the weight that lies within the distance that is shown.
SHARE = 0.95
_POINTS = 512  # of a curve of shares


def counted_distances(count: int, most: int) -> tuple[Array, Array]:
    """Return the distances below `count`, or the near ones and a sample of the others, and how often each counts."""
    if count <= most:
        return np.arange(count, dtype=np.float64), np.broadcast_to(1.0, count)
    near = np.arange(most // 2, dtype=np.float64)
    long = most // 2 // WINDOWS
    edges = np.linspace(most // 2, count, WINDOWS + 1)
    # Stretches that are evenly spaced would all meet a slow wave alike.
    apart = np.arange(WINDOWS) * _GOLDEN % 1.0
    tops = np.floor(edges[:-1] + apart * (np.diff(edges) - long))
    far = (tops[:, None] + np.arange(long)).ravel()
    times = np.full(len(far), (count - most // 2) / len(far))
    return np.concatenate([near, far]), np.concatenate([np.ones(len(near)), times])


class Spans(NamedTuple):
    """How far each head looks."""

    total: Array  # ln Σ e^score
    effective: (
        # e^H of the weights' entropy H: so many keys of equal weight would be as uncertain.
        Array
    )
    # The distance within which 95 % of the weight lies.
    within: Array
    # The least and the largest weight of a key that is worked out.
    faintest: Array
    strongest: Array


@dataclass(frozen=True)
class Attended:
    """A query with `before` and `after` keys on each side of its own, all alike but for their lag.

    Queries and keys that turn are of norm √D, their scores divided by √D; each head draws its own.
    """

    scheme: Attending
    before: int
    after: int
    vectors: Vectors = "drawn"
    seed: int = 1
    # Heads whose queries and keys are drawn.
    drawn: int = DRAWN

    @property
    def heads(self) -> int:
        if isinstance(self.scheme, Lagged):
            return len(self.scheme.heads_named)
        return 1 if self.vectors == "equal" else self.drawn

    @property
    def keys(self) -> int:
        return self.before + 1 + self.after

    @property
    def counted(self) -> int:
        """How many lags are computed: as many as there are keys, unless these are too many."""
        return len(_counted_lags(self)[0])

    def scores(self, lags: Array, head: int) -> Array:
        """Return what a head, counted from 0, gives keys at whole lags s − t, shape (n,)."""
        lags = np.asarray(lags, dtype=np.float64)
        if isinstance(self.scheme, Lagged):
            return np.asarray(self.scheme.block_means(lags, 1, 1, head))
        assert isinstance(self.scheme, Rotating)
        seed = 0 if self.vectors == "equal" else self.seed + head
        score = TurnedScore(self.scheme.from_zero, self.vectors, seed)
        return np.asarray(sqrt(self.scheme.dim) * _in_runs(score, -lags))

    def spans(self) -> Spans:
        return _spans(self)

    def nearest(self, distances: Array) -> Array:
        """Return how many keys lie within some distances."""
        return 1 + np.minimum(distances, self.before) + np.minimum(distances, self.after)

    def shares(self, head: int) -> tuple[Array, Array]:
        """Return how many of the nearest keys hold which share of a head's weight: both rising, shape (n,) each."""
        return _shares(self, head)

    def between_all(self, head: int, causal: bool) -> Array:
        """Return the weights of keys s for every query t, each of the keys as positions, shape (keys, keys)."""
        places = np.arange(self.keys)
        lags = places - places[:, None]
        scores = self.scores(np.arange(1.0 - self.keys, self.keys), head)[lags + self.keys - 1]
        scores[causal & (lags > 0)] = -np.inf
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def weights(self, lags: Array, head: int) -> Array:
        """Return the weights of keys at whole lags s − t, shape (n,)."""
        return np.asarray(np.exp(self.scores(lags, head) - self.spans().total[head]))


def _in_runs(score: TurnedScore, lags: Array) -> Array:
    """Return the score of keys so many positions back, t − s, many of which follow on one another."""
    if len(lags) < 2:
        return score.at(lags)
    starts = np.append(0, np.flatnonzero(np.abs(np.diff(lags)) != 1) + 1)
    if len(starts) > 2 * WINDOWS:
        return score.at(lags)
    step = 1.0 if lags[-1] > lags[0] else -1.0
    return np.concatenate(
        [score.spaced(float(run[0]), step, len(run)) for run in np.split(lags, starts[1:])]
    )


def _counted_lags(attended: Attended) -> tuple[Array, Array]:
    """Return the lags s − t that are computed, those of keys before the query first, and how often each counts."""
    most = attended.scheme.lags_at_once
    (before, times), (after, times_after) = (
        counted_distances(reach + 1, most) for reach in (attended.before, attended.after)
    )
    return np.concatenate([-before, after[1:]]), np.concatenate([times, times_after[1:]])


def _logs(attended: Attended, head: int) -> tuple[Array, Array, Array]:
    """Return the lags that are computed, the scores of their keys, and ln of what each weighs in all."""
    lags, times = _counted_lags(attended)
    scores = np.concatenate(
        [attended.scores(side, head) for side in (lags[lags <= 0], lags[lags > 0]) if len(side)]
    )
    return lags, scores, scores + np.log(times)


@lru_cache(maxsize=8)
def _spans(attended: Attended) -> Spans:
    spans = Spans(*(np.empty(attended.heads) for _ in Spans._fields))
    for head in range(attended.heads):
        check_cancelled()
        lags, scores, logs = _logs(attended, head)
        total = logs.max() + np.log(np.exp(logs - logs.max()).sum())
        weights = np.exp(logs - total)
        spans.total[head] = total
        spans.effective[head] = np.exp(total - (weights * scores)[weights > 0].sum())
        distances, shares = _cumulated(lags, weights)
        within = (
            np.interp(SHARE, shares, distances) if shares[0] < SHARE * (1 - 1e-12) else distances[0]
        )
        spans.within[head] = ceil(within - 1e-9)
        spans.faintest[head], spans.strongest[head] = np.exp(
            np.array([scores.min(), scores.max()]) - total
        )
    return spans


def _cumulated(lags: Array, weights: Array) -> tuple[Array, Array]:
    """Return the distances that are computed, and the share of the weight up to each."""
    distances, place = np.unique(np.abs(lags), return_inverse=True)
    return distances, np.cumsum(np.bincount(place.ravel(), weights))


@lru_cache(maxsize=64)
def _shares(attended: Attended, head: int) -> tuple[Array, Array]:
    lags, _, logs = _logs(attended, head)
    distances, shares = _cumulated(lags, np.exp(logs - attended.spans().total[head]))
    keys = attended.nearest(distances)
    chosen = np.unique(np.searchsorted(keys, np.geomspace(1, keys[-1], _POINTS)))
    return keys[chosen], np.minimum(shares[chosen], 1.0)
