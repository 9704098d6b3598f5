"""Claims about biases, by lag or by the offset in a window: how they lower scores, and how far a head sees."""

from math import log, prod

import numpy as np

from peviewer.base.numbers import number
from peviewer.base.words import in_unit
from peviewer.model.claims.report import Claim, Verdict
from peviewer.model.encodings.grids.gridded import ByOffset
from peviewer.model.encodings.grids.swin import Swin
from peviewer.model.encodings.lag_biases import LagBiases
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.scheme import Array
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.turning.precision import BFLOAT16

_CELLS = 2**17  # biases that are worked out
_MOVED = 1000
# A key is unseen where the query's own key weighs this many times as much.
_SEEN = 1000


def _distances(scheme: Lagged) -> Array:
    """Return all distances, or the first ones of them and the last: as many as heads allow."""
    most = max(2, _CELLS // max(1, len(scheme.heads_named)))
    return np.append(
        np.arange(min(scheme.length, most), dtype=np.float64)[:-1], scheme.length - 1.0
    )


def _tried(scheme: Lagged) -> str:
    count = len(_distances(scheme))
    return "" if count >= scheme.length else f"; {number(count)} distances tried"


def _change(scheme: Lagged, **fields: int) -> float:
    """Return the largest change of the bias of a lag where fields of the scheme are others."""
    lags = -_distances(scheme)[:1000]
    return float(np.abs(scheme.model_copy(update=fields).by_lag(lags) - scheme.by_lag(lags)).max())


def _relative(scheme: Lagged) -> Verdict:
    """Whether what is added depends on the lag of query and key alone."""
    change = _change(scheme, first=scheme.first + _MOVED)
    return (
        change == 0,
        change,
        f"the largest change of a bias when all positions move on by {number(_MOVED)}",
    )


def _extends(scheme: Lagged) -> Verdict:
    """Whether the bias of each lag stays the same in a longer context."""
    change = _change(scheme, length=2 * scheme.length)
    return change == 0, change, "the largest change of a bias in a context twice as long"


def _ends(scheme: LagBiases) -> Verdict:
    """Up to which lag biases are given; this informs only."""
    return None, scheme.longest - 1, "the farthest lag that has a bias"


def _falls(scheme: Lagged) -> Verdict:
    """Whether no head prefers a key farther back to a nearer one."""
    distances = _distances(scheme)
    rising = np.diff(scheme.by_lag(-distances), axis=1) > 0
    if not rising.any():
        return (
            True,
            float(distances[-1]),
            f"the farthest distance: no bias rises on the way{_tried(scheme)}",
        )
    place = int(rising.any(axis=0).argmax())
    head = scheme.heads_named[int(rising[:, place].argmax())]
    return (
        False,
        float(distances[place + 1]),
        f"the first distance at which a bias is above the one before, in {head}",
    )


def _in_order(scheme: Lagged) -> Verdict:
    """Whether no head lowers the farthest score more than the head before; this informs only."""
    far = scheme.by_lag(np.array([1.0 - scheme.length]))[:, 0]
    steeper = int((np.diff(far) < 0).sum())
    return (
        None,
        steeper,
        f"how many heads of {number(len(far))} lower the farthest score more than the head before",
    )


def _both_ways(scheme: Lagged) -> Verdict:
    """Whether keys after the query get the same biases as keys before it."""
    distances = _distances(scheme)
    apart = float(np.abs(scheme.by_lag(distances) - scheme.by_lag(-distances)).max())
    return (
        apart == 0,
        apart,
        f"the largest difference between the biases of lags Δ and −Δ{_tried(scheme)}",
    )


def _own_bias(scheme: Lagged) -> Verdict:
    """Whether every distance has a bias of its own in every head."""
    return _fewest_biases(scheme.by_lag(-_distances(scheme)), "distances")


def _fewest_biases(heads: Array, counted: str) -> Verdict:
    count = heads.shape[1]
    fewest = min(len(np.unique(head)) for head in heads)
    what = f"how many different biases a head has for {in_unit(number(count), counted)}, the fewest of all heads"
    return fewest == count, fewest, what


def _whole_context(scheme: Lagged) -> Verdict:
    """Whether some head still sees the farthest key."""
    least = scheme.by_lag(np.zeros(1)) - log(_SEEN)
    first = 0
    count = scheme.length
    # Among some distances, then among those between the last that is seen and the next of them.
    while True:
        distances = first + linspace_indices(
            count, max(2, _CELLS // len(scheme.heads_named))
        ).astype(np.float64)
        seen = int(np.flatnonzero(np.any(scheme.by_lag(-distances) >= least, axis=0))[-1])
        ends = distances[seen : seen + 2]
        if len(ends) == 1 or np.diff(ends) == 1:
            break
        first = int(ends[0])
        count = int(np.diff(ends)[0]) + 1
    farthest = float(ends[0])
    detail = f"the farthest distance at which a key has 1/{number(_SEEN)} of the weight of the nearest one in some head"
    return farthest == scheme.length - 1, farthest, detail


def _distinct_in_bfloat16(scheme: Lagged) -> Verdict:
    """Whether the biases of a head stay distinct in bfloat16."""
    rows = scheme.by_lag(-_distances(scheme))
    counts = [(len(np.unique(BFLOAT16.rounded(row))), len(np.unique(row))) for row in rows]
    worst = min(range(len(counts)), key=lambda head: counts[head][0] / counts[head][1])
    count, exact = counts[worst]
    what = f"how many biases of {number(exact)} stay distinct in bfloat16, in {scheme.heads_named[worst]}"
    return count == exact, count, what


def axes_alike(scheme: ByOffset) -> Verdict:
    """Whether an offset in rows counts the same as an equal offset in columns."""
    numbers = scheme.offset_maps()
    rows, columns = (size // 2 for size in numbers.shape[1:])
    most = min(rows, columns)
    square = numbers[:, rows - most : rows + most + 1, columns - most : columns + most + 1]
    apart = float(np.abs(square - square.transpose(0, 2, 1)).max())
    return (
        apart <= 1e-9,
        apart,
        "the largest difference when rows and columns of an offset are exchanged",
    )


def _both_ways_in_window(scheme: Swin) -> Verdict:
    """Whether keys at opposite offsets get the same bias."""
    # The opposite offset of the first index is that of the last one.
    numbers = scheme.table()
    apart = float(np.abs(numbers - numbers[::-1]).max())
    return (
        apart == 0,
        apart,
        "the largest difference between the biases of an offset and its opposite",
    )


def _own_bias_in_window(scheme: Swin) -> Verdict:
    """Whether every offset has a bias of its own in every head."""
    return _fewest_biases(scheme.table().T, "offsets")


def _extends_no_further(scheme: Swin) -> Verdict:
    """Whether a window one place larger has all its biases.

    It never has, as each bias is learned.
    """
    larger = prod(2 * side + 1 for side in scheme.grid)
    detail = (
        f"how many offsets of {number(larger)} in a window one place larger have no learned bias"
    )
    return False, larger - scheme.offset_count, detail


_RELATIVE = Claim("relative", _relative)
_EXTENDS = Claim("extends", _extends)
_ENDS = Claim("extends", _ends, informs=True)
_ON_THE_WAY = (
    Claim("falls", _falls),
    Claim("in-order", _in_order, informs=True),
    Claim("both-ways", _both_ways),
    Claim("own-bias", _own_bias),
    Claim("whole-context", _whole_context),
    Claim("precision", _distinct_in_bfloat16),
)
LAGGED = _RELATIVE, _EXTENDS, *_ON_THE_WAY
GIVEN = _RELATIVE, _ENDS, *_ON_THE_WAY
INDEXED = (
    Claim("both-ways", _both_ways_in_window), Claim("axes-alike", axes_alike),
    Claim("own-bias", _own_bias_in_window), Claim("extends", _extends_no_further),
)  # fmt: skip
