"""Distances from a query in blocks within which scores run along straight lines, and the sums of such blocks."""

from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.model.encodings.lagged import Bucketed
from peviewer.model.encodings.scheme import Attending

Array = NDArray[np.float64]
WINDOWS = 128  # stretches of lags that stand for all, where what is added swings
_NEAR = 1024  # distances that are blocks of their own
_FLAT = 256  # a block farther off is as long as this part of its distance: a straight line tells of all of it
_GOLDEN = (sqrt(5) - 1) / 2


class Blocks(NamedTuple):
    """Distances from the query in blocks, shape (n,) each: the first, how many, and how many times they count."""

    starts: Array
    sizes: Array
    times: Array


def blocks_of(scheme: Attending, reach: int) -> Blocks:
    """Return blocks of the distances 0 … reach within each of which the score is a straight line, or nearly."""
    # Every distance is told in less time than it would take to keep: eight megabytes.
    return _windows(reach + 1, scheme.lags_at_once) if scheme.swings else _lines(scheme, reach)


@lru_cache(maxsize=8)
def _lines(scheme: Attending, reach: int) -> Blocks:
    edges = list(range(min(reach + 1, _NEAR)))
    while (following := (edges[-1] + 1 if len(edges) < _NEAR else edges[-1] + max(1, edges[-1] // _FLAT))) <= reach:
        edges.append(following)
    starts = np.array(edges, dtype=np.float64)
    if isinstance(scheme, Bucketed):
        steps = np.abs(scheme.starts())
        # Where keys before the query end a bucket the next one is a distance farther.
        steps = np.concatenate([steps, steps + 1])
        starts = np.union1d(starts, steps[steps <= reach]).astype(np.float64)
    return Blocks(starts, np.diff(starts, append=reach + 1), np.ones(len(starts)))


def _windows(count: int, most: int) -> Blocks:
    """Return every distance below `count`; or the near ones, and some stretches of the others that stand for all."""
    if count <= most:
        once = np.broadcast_to(1.0, count)  # which takes no memory
        return Blocks(np.arange(count, dtype=np.float64), once, once)
    near, long = np.arange(most // 2, dtype=np.float64), most // 2 // WINDOWS
    edges = np.linspace(most // 2, count, WINDOWS + 1)
    apart = np.arange(WINDOWS) * _GOLDEN % 1.0  # stretches that are evenly spaced would all meet a slow wave alike
    tops = np.floor(edges[:-1] + apart * (np.diff(edges) - long))
    far = (tops[:, None] + np.arange(long)).ravel()
    starts = np.concatenate([near, far])
    times = np.concatenate([np.ones(len(near)), np.full(len(far), (count - most // 2) / len(far))])
    return Blocks(starts, np.ones(len(starts)), times)


def along_lines(slopes: Array, sizes: Array) -> tuple[Array, Array]:
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
