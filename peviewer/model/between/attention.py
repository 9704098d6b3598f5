"""What a query attends to after the softmax, if keys differ only in their lag."""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.between.score import TurnedScore, Vectors
from peviewer.model.encodings.lagged import Bucketed, Lagged
from peviewer.model.encodings.scheme import Attending, Rotating

Array = NDArray[np.float64]
WINDOWS = 128  # runs of lags that sample all lags of a bias that oscillates
_NEAR = 1024  # distances that are blocks of their own
_FLAT = 256  # a block farther off is as long as this part of its distance, which keeps it nearly a straight line
_GOLDEN = (sqrt(5) - 1) / 2
DRAWN = 8  # heads with a query and a key of their own, if these are random
SHARE = 0.95  # of the weight that lies within the distance that is shown
_POINTS = 4096  # of a curve of shares that are kept


class LagBlocks(NamedTuple):
    """Distances from the query in blocks, shape (n,) each: the first, how many, and how many times they count."""

    starts: Array
    sizes: Array
    times: Array


def blocks_of(scheme: Attending, reach: int) -> LagBlocks:
    """Return blocks of the distances 0 … reach within each of which the score is a straight line, or nearly."""
    # Not cached: every distance would take eight megabytes, and is made in less time than they cost.
    return _windows(reach + 1, scheme.lags_at_once) if scheme.swings else _lines(scheme, reach)


@lru_cache(maxsize=8)
def _lines(scheme: Attending, reach: int) -> LagBlocks:
    edges = list(range(min(reach + 1, _NEAR)))
    while (following := (edges[-1] + 1 if len(edges) < _NEAR else edges[-1] + max(1, edges[-1] // _FLAT))) <= reach:
        edges.append(following)
    starts = np.array(edges, dtype=np.float64)
    if isinstance(scheme, Bucketed):
        steps = np.abs(scheme.starts())
        # Where keys before the query end a bucket the next one is a distance farther.
        steps = np.concatenate([steps, steps + 1])
        starts = np.union1d(starts, steps[steps <= reach]).astype(np.float64)
    return LagBlocks(starts, np.diff(starts, append=reach + 1), np.ones(len(starts)))


def _windows(count: int, most: int) -> LagBlocks:
    """Return every distance below `count`; or the near ones, and a sample of stretches of the others."""
    if count <= most:
        once = np.broadcast_to(1.0, count)  # which takes no memory
        return LagBlocks(np.arange(count, dtype=np.float64), once, once)
    near, long = np.arange(most // 2, dtype=np.float64), most // 2 // WINDOWS
    edges = np.linspace(most // 2, count, WINDOWS + 1)
    apart = np.arange(WINDOWS) * _GOLDEN % 1.0  # stretches that are evenly spaced would all meet a slow wave alike
    tops = np.floor(edges[:-1] + apart * (np.diff(edges) - long))
    far = (tops[:, None] + np.arange(long)).ravel()
    starts = np.concatenate([near, far])
    times = np.concatenate([np.ones(len(near)), np.full(len(far), (count - most // 2) / len(far))])
    return LagBlocks(starts, np.ones(len(starts)), times)


def sum_exponentials(slopes: Array, sizes: Array) -> tuple[Array, Array]:
    """Return ln Σ e^(slope·k) over k = 0 … size − 1, and the mean of k with these weights."""
    # From the heavier end on, so that no power overflows.
    falls = np.minimum(-np.abs(slopes), -1e-200)
    whole = np.maximum(falls * sizes, -700.0)
    steps = np.maximum(falls, -700.0)
    flat = -whole < 1e-4
    sums = np.where(flat, sizes * (1 + (sizes - 1) / 2 * steps), np.expm1(whole) / np.expm1(steps))
    places = np.where(
        flat,
        (sizes - 1) / 2 + (sizes**2 - 1) / 12 * steps,
        np.exp(steps) / -np.expm1(steps) - sizes * np.exp(whole) / -np.expm1(whole),
    )
    rises = slopes > 0
    logs = np.log(sums) + np.where(rises, slopes * (sizes - 1), 0.0)
    return logs, np.where(rises, sizes - 1 - places, places)


class Spans(NamedTuple):
    """How far each head looks, shape (heads,) each.

    total: ln Σ e^score.
    effective: e^H of the weights' entropy H: so many keys of equal weight would be as uncertain.
    within: the distance within which 95 % of the weight lies.
    faintest, strongest: the least and the largest weight of a key that is worked out.
    """

    total: Array
    effective: Array
    within: Array
    faintest: Array
    strongest: Array


@dataclass(frozen=True)
class Attended:
    """A query with some keys before and after it, all alike but for their lag.

    scheme: what it adds to scores; or what turns queries and keys, which are of norm √D, their scores divided by √D.
    before, after: how many keys there are on each side of the query's own.
    vectors, seed: what is turned, in each of eight heads anew where it is drawn; see :class:`TurnedScore`.
    """

    scheme: Attending
    before: int
    after: int
    vectors: Vectors = "drawn"
    seed: int = 1

    @property
    def heads(self) -> int:
        if isinstance(self.scheme, Lagged):
            return len(self.scheme.heads_named)
        return 1 if self.vectors == "equal" else DRAWN

    @property
    def keys(self) -> int:
        return self.before + 1 + self.after

    @property
    def counted(self) -> int:
        """How many lags are worked out: as many as there are keys, where what is added is no smooth curve."""
        return sum(int(blocks.sizes.sum()) for _, blocks in _sides(self))

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
    return np.concatenate([score.spaced(float(run[0]), step, len(run)) for run in np.split(lags, starts[1:])])


def _sides(attended: Attended) -> tuple[tuple[int, LagBlocks], ...]:
    """Return the direction and the blocks of the keys before the query, itself among them, and of those after."""
    before = -1, blocks_of(attended.scheme, attended.before)
    if not attended.after:
        return (before,)
    starts, sizes, times = blocks_of(attended.scheme, attended.after)
    return before, (1, LagBlocks(starts[1:], sizes[1:], times[1:]))


class _Weighed(NamedTuple):
    """Blocks of one side with ln of what each weighs, and the mean score in it."""

    blocks: LagBlocks
    logs: Array
    means: Array


def _weighed(attended: Attended, head: int) -> list[_Weighed]:
    weighed = []
    for side, blocks in _sides(attended):
        first = attended.scores(side * blocks.starts, head)
        if (blocks.sizes == 1).all():
            weighed.append(_Weighed(blocks, first + np.log(blocks.times), first))
            continue
        last = attended.scores(side * (blocks.starts + blocks.sizes - 1), head)
        slopes = (last - first) / np.maximum(blocks.sizes - 1, 1)
        logs, places = sum_exponentials(slopes, blocks.sizes)
        weighed.append(_Weighed(blocks, first + logs, first + slopes * places))
    return weighed


@lru_cache(maxsize=8)
def _spans(attended: Attended) -> Spans:
    total, effective, within, faintest, strongest = (np.empty(attended.heads) for _ in Spans._fields)
    for head in range(attended.heads):
        check_cancelled()
        sides = _weighed(attended, head)
        logs = np.concatenate([side.logs for side in sides])
        means = np.concatenate([side.means for side in sides])
        most = logs.max()
        total[head] = most + np.log(np.exp(logs - most).sum())
        weights = np.exp(logs - total[head])
        effective[head] = np.exp(total[head] - (weights[weights > 0] * means[weights > 0]).sum())
        keys, shares = _cumulated(sides, total[head])
        within[head] = _distance(attended, keys, shares)
        faintest[head], strongest[head] = np.exp(np.array([means.min(), means.max()]) - total[head])
    return Spans(total, effective, within, faintest, strongest)


def _cumulated(sides: list[_Weighed], total: float) -> tuple[Array, Array]:
    """Return the last distance of each block, of both sides, and the share of the weight up to it."""
    ends = np.concatenate([side.blocks.starts + side.blocks.sizes - 1 for side in sides])
    weights = np.concatenate([np.exp(side.logs - total) for side in sides])
    order = np.argsort(ends, kind="stable")
    ends, shares = ends[order], np.cumsum(weights[order])
    last = np.append(np.diff(ends) > 0, True)  # where both sides have a block that ends there, after both
    return ends[last], shares[last]


def _distance(attended: Attended, ends: Array, shares: Array) -> float:
    """Return the distance within which that share of the weight lies."""
    at = min(int(np.searchsorted(shares, SHARE * (1 - 1e-12))), len(ends) - 1)
    if at == 0:
        return float(ends[0])
    low, high = shares[at - 1], shares[at]
    part = (SHARE - low) / (high - low) if high > low else 1.0
    return float(ceil(ends[at - 1] + part * (ends[at] - ends[at - 1]) - 1e-9))


@lru_cache(maxsize=64)
def _shares(attended: Attended, head: int) -> tuple[Array, Array]:
    ends, shares = _cumulated(_weighed(attended, head), attended.spans().total[head])
    keys = attended.nearest(ends)
    chosen = np.unique(np.searchsorted(keys, np.geomspace(1, keys[-1], _POINTS)))
    return keys[chosen], np.minimum(shares[chosen], 1.0)
