"""Claims about biases: how they lower scores by lag or offset, and how far a head sees."""

from math import log, prod

import numpy as np

from peviewer.base.numbers import number
from peviewer.base.words import in_unit
from peviewer.model.claims.report import Claim, Verdict
from peviewer.model.encodings.grids.gridded import ByOffset
from peviewer.model.encodings.grids.swin import Swin
from peviewer.model.encodings.lag_biases import LagBiases
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.none import NoPositions
from peviewer.model.encodings.scheme import Array
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.turning.precision import BFLOAT16

# The most biases that are computed.
_CELLS = 2**17

# By how many positions all positions are moved on.
_MOVED = 1000

# A key counts as unseen where the query's own key weighs this many times as much.
_SEEN = 1000


def _distances(scheme: Lagged) -> Array:
    """Return all distances; with many heads only the first ones and the last."""
    most = max(2, _CELLS // max(1, len(scheme.head_labels)))
    first_ones = np.arange(min(scheme.length, most), dtype=np.float64)[:-1]
    return np.append(first_ones, scheme.length - 1.0)


def _tried(scheme: Lagged) -> str:
    count = len(_distances(scheme))
    return "" if count >= scheme.length else f"; {number(count)} distances tried"


def _change(scheme: Lagged, **fields: int) -> float:
    """Return the largest change of a lag's bias when fields of the scheme are changed."""
    lags = -_distances(scheme)[:1000]
    changed = scheme.model_copy(update=fields)
    changes = np.abs(changed.by_lag(lags) - scheme.by_lag(lags))
    return float(changes.max())


def _relative(scheme: Lagged) -> Verdict:
    """Whether the bias of a query and a key depends on their lag alone."""
    change = _change(scheme, first=scheme.first + _MOVED)
    what = f"the largest change of a bias when all positions move on by {number(_MOVED)}"
    return change == 0, change, what


def _extends(scheme: Lagged) -> Verdict:
    """Whether the bias of each lag stays the same in a longer context."""
    change = _change(scheme, length=2 * scheme.length)
    return change == 0, change, "the largest change of a bias in a context twice as long"


def _ends(scheme: LagBiases) -> Verdict:
    """Up to which lag biases are given; this claim only informs."""
    return None, scheme.max_length - 1, "the farthest lag that has a bias"


def _falls(scheme: Lagged) -> Verdict:
    """Whether no head prefers a key farther back to a nearer one."""
    distances = _distances(scheme)
    rising = np.diff(scheme.by_lag(-distances), axis=1) > 0
    if not rising.any():
        what = f"the farthest distance: no bias rises on the way{_tried(scheme)}"
        return True, float(distances[-1]), what
    place = int(rising.any(axis=0).argmax())
    head = scheme.head_labels[int(rising[:, place].argmax())]
    what = f"the first distance at which a bias is above the one before, in {head}"
    return False, float(distances[place + 1]), what


def _in_order(scheme: Lagged) -> Verdict:
    """Whether no head lowers the farthest score more than the head before; it only informs."""
    far = scheme.by_lag(np.array([1.0 - scheme.length]))[:, 0]
    steeper = int((np.diff(far) < 0).sum())
    heads = f"how many heads of {number(len(far))}"
    return None, steeper, f"{heads} lower the farthest score more than the head before"


def _both_ways(scheme: Lagged) -> Verdict:
    """Whether keys after the query get the same biases as keys before it."""
    distances = _distances(scheme)
    differences = np.abs(scheme.by_lag(distances) - scheme.by_lag(-distances))
    largest = float(differences.max())
    what = f"the largest difference between the biases of lags Δ and −Δ{_tried(scheme)}"
    return largest == 0, largest, what


def _own_bias(scheme: Lagged) -> Verdict:
    """Whether every distance has a bias of its own in every head."""
    return _fewest_biases(scheme.by_lag(-_distances(scheme)), "distances")


def _fewest_biases(heads: Array, counted: str) -> Verdict:
    count = heads.shape[1]
    fewest = min(len(np.unique(head)) for head in heads)
    what = f"how many different biases a head has for {in_unit(number(count), counted)}"
    return fewest == count, fewest, f"{what}, the fewest of all heads"


def _whole_context(scheme: Lagged) -> Verdict:
    """Whether some head still sees the farthest key."""
    least = scheme.by_lag(np.zeros(1)) - log(_SEEN)
    first = 0
    count = scheme.length
    most = max(2, _CELLS // len(scheme.head_labels))
    # The search is among some distances, then among those between the last that is seen and the
    # next of them.
    while True:
        distances = first + linspace_indices(count, most).astype(np.float64)
        is_seen = np.any(scheme.by_lag(-distances) >= least, axis=0)
        last_seen = int(np.flatnonzero(is_seen)[-1])
        ends = distances[last_seen : last_seen + 2]
        if len(ends) == 1 or np.diff(ends) == 1:
            break
        first = int(ends[0])
        count = int(np.diff(ends)[0]) + 1
    farthest = float(ends[0])
    weight = f"1/{number(_SEEN)} of the weight of the nearest one"
    what = f"the farthest distance at which a key has {weight} in some head"
    return farthest == scheme.length - 1, farthest, what


def _distinct_in_bfloat16(scheme: Lagged) -> Verdict:
    """Whether the biases of a head stay distinct in bfloat16."""
    rows = scheme.by_lag(-_distances(scheme))
    rounded_counts = [len(np.unique(BFLOAT16.rounded(row))) for row in rows]
    exact_counts = [len(np.unique(row)) for row in rows]
    worst = int((np.array(rounded_counts) / np.array(exact_counts)).argmin())
    count = rounded_counts[worst]
    exact = exact_counts[worst]
    biases = f"how many biases of {number(exact)} stay distinct in bfloat16"
    return count == exact, count, f"{biases}, in {scheme.head_labels[worst]}"


def axes_alike(scheme: ByOffset) -> Verdict:
    """Whether an offset in rows counts the same as an equal offset in columns."""
    numbers = scheme.offset_maps()
    rows, columns = (size // 2 for size in numbers.shape[1:])
    most = min(rows, columns)
    square_rows = slice(rows - most, rows + most + 1)
    square_columns = slice(columns - most, columns + most + 1)
    square = numbers[:, square_rows, square_columns]
    largest = float(np.abs(square - square.transpose(0, 2, 1)).max())
    what = "the largest difference when rows and columns of an offset are exchanged"
    return largest <= 1e-9, largest, what


def _both_ways_in_window(scheme: Swin) -> Verdict:
    """Whether keys at opposite offsets get the same bias."""
    # The first index has the opposite offset of the last one.
    numbers = scheme.table()
    largest = float(np.abs(numbers - numbers[::-1]).max())
    what = "the largest difference between the biases of an offset and its opposite"
    return largest == 0, largest, what


def _own_bias_in_window(scheme: Swin) -> Verdict:
    """Whether every offset has a bias of its own in every head."""
    return _fewest_biases(scheme.table().T, "offsets")


def _extends_no_further(scheme: Swin) -> Verdict:
    """Whether a window one place larger has all the biases that it needs.

    It never has them, because each bias is learned.
    """
    larger = prod(2 * side + 1 for side in scheme.grid)
    offsets = f"how many offsets of {number(larger)} in a window one place larger"
    return False, larger - scheme.offset_count, f"{offsets} have no learned bias"


def _changes_nothing(scheme: NoPositions) -> Verdict:
    """Whether scores stay as they are: they always do, because no position enters them."""
    return True, 0.0, "the largest change of a score, as no position enters it"


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
UNMARKED = Claim("relative", _changes_nothing), Claim("extends", _changes_nothing)
INDEXED = (
    Claim("both-ways", _both_ways_in_window),
    Claim("axes-alike", axes_alike),
    Claim("own-bias", _own_bias_in_window),
    Claim("extends", _extends_no_further),
)
