"""What a query attends to after the softmax, if keys differ only in their lag."""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.between.score import TurnedScore, Vectors
from peviewer.model.encodings.bases.attending import Attending
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.turning import Rotating

Array = NDArray[np.float64]

# How many stretches of far lags stand for all of them.
WINDOWS = 128
_GOLDEN = (sqrt(5) - 1) / 2

# How many heads draw a query and a key each, where the scheme does not say how many heads it has.
DRAWN = 8

# A head's span is the distance within which this share of its weight lies.
SHARE = 0.95

# The most points of a curve of shares.
_POINTS = 512


def counted_distances(count: int, most: int) -> tuple[Array, Array]:
    """Return the distances from 0 to `count` − 1, and for how many distances each stands.

    If there are more than `most`, these are the near ones and a sample of the far ones.
    """
    if count <= most:
        return np.arange(count, dtype=np.float64), np.broadcast_to(1.0, count)
    near_count = most // 2
    near = np.arange(near_count, dtype=np.float64)
    stretch = near_count // WINDOWS
    edges = np.linspace(near_count, count, WINDOWS + 1)
    # Stretches that are evenly spaced would all meet a slow wave alike.
    offsets = np.arange(WINDOWS) * _GOLDEN % 1.0
    starts = np.floor(edges[:-1] + offsets * (np.diff(edges) - stretch))
    far = (starts[:, None] + np.arange(stretch)).ravel()
    far_times = np.full(len(far), (count - near_count) / len(far))
    distances = np.concatenate([near, far])
    times = np.concatenate([np.ones(near_count), far_times])
    return distances, times


class Spans(NamedTuple):
    """How far each head looks: arrays of shape (heads,)."""

    # ln Σ e^score over all keys.
    total: Array

    # e^H of the weights' entropy H: this many keys of equal weight have the same entropy.
    effective: Array

    # The distance within which 95 % of the weight lies.
    within: Array

    # The least and the largest weight among the keys that are computed.
    faintest: Array
    strongest: Array


@dataclass(frozen=True)
class Attended:
    """A query with keys at its own position, at `before` positions before and `after` after it.

    All keys are alike but for their lag. In rotary schemes queries and keys have norm √D, scores
    are divided by √D, and each head draws a query and a key of its own.
    """

    scheme: Attending
    before: int
    after: int
    vectors: Vectors = "drawn"
    seed: int = 1
    # How many heads draw a query and a key in a rotary scheme.
    drawn: int = DRAWN

    @property
    def heads(self) -> int:
        if isinstance(self.scheme, Lagged):
            return len(self.scheme.head_labels)
        is_drawn = isinstance(self.scheme, Rotating) and self.vectors != "equal"
        return self.drawn if is_drawn else 1

    @property
    def keys(self) -> int:
        return self.before + 1 + self.after

    @property
    def computed_lags(self) -> int:
        """How many lags are computed: one for each key, or a sample if there are too many keys."""
        return len(_counted_lags(self)[0])

    def scores(self, lags: Array, head: int) -> Array:
        """Return the scores of keys at whole lags s − t, shape (n,); heads are counted from 0."""
        lags = np.asarray(lags, dtype=np.float64)
        if isinstance(self.scheme, Lagged):
            return np.asarray(self.scheme.head_numbers(lags, head))
        if not isinstance(self.scheme, Rotating):
            return np.zeros(lags.shape)
        seed = 0 if self.vectors == "equal" else self.seed + head
        # Scores depend on lags alone: tables that begin elsewhere share one cached score.
        score = TurnedScore(self.scheme.from_zero, self.vectors, seed)
        return np.asarray(sqrt(self.scheme.dim) * _in_runs(score, -lags))

    def spans(self) -> Spans:
        return _spans(self)

    def nearest(self, distances: Array) -> Array:
        """Return how many keys lie within some distances."""
        return 1 + np.minimum(distances, self.before) + np.minimum(distances, self.after)

    def shares(self, head: int) -> tuple[Array, Array]:
        """Return numbers of nearest keys, and the share of a head's weight that these keys hold.

        Both rise, shape (n,) each.
        """
        return _shares(self, head)

    def between_all(self, head: int, causal: bool) -> Array:
        """Return the weights of keys s for every query t, shape (keys, keys).

        Each of the keys is a position.
        """
        positions = np.arange(self.keys)
        lags = positions - positions[:, None]
        scores_by_lag = self.scores(np.arange(1.0 - self.keys, self.keys), head)
        scores = scores_by_lag[lags + self.keys - 1]
        scores[causal & (lags > 0)] = -np.inf
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def weights(self, lags: Array, head: int) -> Array:
        """Return the weights of keys at whole lags s − t, shape (n,)."""
        return np.asarray(np.exp(self.scores(lags, head) - self.spans().total[head]))


def _in_runs(score: TurnedScore, lags: Array) -> Array:
    """Return the scores of keys that lie `lags` positions back, t − s.

    Long runs of consecutive lags are computed faster than single ones.
    """
    if len(lags) < 2:
        return score.at(lags)
    gaps = np.flatnonzero(np.abs(np.diff(lags)) != 1) + 1
    if len(gaps) >= 2 * WINDOWS:
        return score.at(lags)
    step = 1.0 if lags[-1] > lags[0] else -1.0
    runs = np.split(lags, gaps)
    return np.concatenate([score.at_even_lags(float(run[0]), step, len(run)) for run in runs])


def _counted_lags(attended: Attended) -> tuple[Array, Array]:
    """Return the lags s − t that are computed, and for how many keys each stands.

    Keys before the query come first.
    """
    most = attended.scheme.lags_at_once
    before, times_before = counted_distances(attended.before + 1, most)
    after, times_after = counted_distances(attended.after + 1, most)
    lags = np.concatenate([-before, after[1:]])
    return lags, np.concatenate([times_before, times_after[1:]])


def _logs(attended: Attended, head: int) -> tuple[Array, Array, Array]:
    """Return the lags that are computed, the scores at them, and ln of the weights at them.

    A lag's weight is e^score times the number of keys it stands for, not divided by the sum.
    """
    lags, times = _counted_lags(attended)
    before = lags[lags <= 0]
    after = lags[lags > 0]
    scores = attended.scores(before, head)
    if len(after):
        scores = np.concatenate([scores, attended.scores(after, head)])
    return lags, scores, scores + np.log(times)


@lru_cache(maxsize=8)
def _spans(attended: Attended) -> Spans:
    spans = Spans(*(np.empty(attended.heads) for _ in Spans._fields))
    for head in range(attended.heads):
        check_cancelled()
        lags, scores, logs = _logs(attended, head)
        largest = logs.max()
        total = largest + np.log(np.exp(logs - largest).sum())
        weights = np.exp(logs - total)
        mean_score = (weights * scores)[weights > 0].sum()
        spans.total[head] = total
        spans.effective[head] = np.exp(total - mean_score)
        distances, shares = _cumulated(lags, weights)
        within = distances[0]
        if shares[0] < SHARE * (1 - 1e-12):
            within = np.interp(SHARE, shares, distances)
        spans.within[head] = ceil(within - 1e-9)
        extremes = np.array([scores.min(), scores.max()])
        spans.faintest[head], spans.strongest[head] = np.exp(extremes - total)
    return spans


def _cumulated(lags: Array, weights: Array) -> tuple[Array, Array]:
    """Return the distances that are computed, and the share of the weight within each."""
    distances, indices = np.unique(np.abs(lags), return_inverse=True)
    weights_at_distances = np.bincount(indices.ravel(), weights)
    return distances, np.cumsum(weights_at_distances)


@lru_cache(maxsize=64)
def _shares(attended: Attended, head: int) -> tuple[Array, Array]:
    lags, _, logs = _logs(attended, head)
    weights = np.exp(logs - attended.spans().total[head])
    distances, shares = _cumulated(lags, weights)
    keys = attended.nearest(distances)
    spread = np.geomspace(1, keys[-1], _POINTS)
    drawn = np.unique(np.searchsorted(keys, spread))
    return keys[drawn], np.minimum(shares[drawn], 1.0)
