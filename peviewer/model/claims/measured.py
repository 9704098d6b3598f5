"""Claims about a table that no rule makes: measured on its numbers, all of them or an even sample of the rows."""

from collections.abc import Callable
from math import isqrt, sqrt

import numpy as np
from numpy.typing import NDArray

from peviewer.base.words import number
from peviewer.model.between.pairwise import compared_rows
from peviewer.model.claims.report import Property
from peviewer.model.claims.rows import NEARLY
from peviewer.model.claims.subject import ALONE, Verdict, range_text
from peviewer.model.claims.summaries import summaries
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.stored import Stored
from peviewer.model.sampling.grid import linspace_indices

Array = NDArray[np.float64]
Table = Embedded[Tabled]
CELLS = 2**20  # of a table that are looked at for a claim
_PAIRED = 2000  # rows that are all compared with each other
_AT_A_LAG = 200  # pairs of rows that are compared at one lag
_EPSILON = {"bfloat16": 2.0**-8, "float16": 2.0**-11, "float32": 2.0**-24}
_UNITS = 16  # of the last place that a number may be off


def _tried(table: Table, before_end: int = 0, most: int = CELLS) -> NDArray[np.int64]:
    length = table.encoding.length - before_end
    return linspace_indices(length, max(2, min(length, most // table.encoding.dim)))


def _rows(table: Table, index: NDArray[np.int64]) -> Array:
    return table.table(table.encoding.first + index)


def _of(table: Table, count: int, before_end: int = 0) -> str:
    return "" if count == table.encoding.length - before_end else f" of {number(count)} rows tried"


def _rounding(table: Table) -> float:
    """Return the largest error that the precision of the numbers causes in the length of a row."""
    if not isinstance(table.encoding, Stored):
        return _UNITS * 2.0**-53 * sqrt(table.encoding.dim)
    held = table.encoding.stored
    return _UNITS * _EPSILON.get(held.kind, 2.0**-53) * held.largest * sqrt(table.encoding.dim)


def unique(table: Table) -> Verdict:
    """Whether no two rows are alike."""
    length, dim = table.encoding.length, table.encoding.dim
    if length == 1:
        return ALONE
    count = max(2, min(length, _PAIRED, 16 * CELLS // dim))
    distances = compared_rows(table.raster(), range(count), range(count), "euclidean")
    neighbours = float(np.diagonal(distances, 1).min())
    np.fill_diagonal(distances, np.inf)
    first, second = sorted(divmod(int(distances.argmin()), count))
    distance, start = float(distances[first, second]), table.encoding.first
    how = "" if count == length else f" of the first {number(count)}"
    between = f"closest pair{how}: positions {number(start + first)} and {number(start + second)}"
    between += f", distance {number(distance, 6)}"
    if distance == 0:
        return False, distance, f"the same: {between}"
    return True, distance, f"distinct, but nearly repeat: {between}" if distance <= NEARLY * neighbours else between


def bounded(table: Table) -> Verdict:
    """Whether every value lies in −1 … 1."""
    index = _tried(table)
    largest = float(np.abs(_rows(table, index)).max())
    rest = "every one lies in −1 … 1" if largest <= 1 else "nothing keeps a table's numbers in −1 … 1"
    return largest <= 1, largest, f"the largest value{_of(table, len(index))}, measured; {rest}"


def extends(table: Table) -> Verdict:
    """Whether there are rows beyond the last one: a rule may give them, a table has none."""
    last = table.encoding.first + table.encoding.length - 1
    if not isinstance(table.encoding, Stored) or table.encoding.goes_on:
        return True, float(last), "the last position; the rule also gives vectors beyond it"
    return False, float(last), "the last position; a table has no rows beyond it"


def constant_norm(table: Table) -> Verdict:
    """Whether every row has the same norm."""
    index = _tried(table)
    norms = np.linalg.norm(_rows(table, index), axis=1)
    return _alike(norms, _rounding(table), "norm", _of(table, len(index)))


def constant_step(table: Table) -> Verdict:
    """Whether neighbours are equally far apart everywhere."""
    if table.encoding.length == 1:
        return ALONE
    index = _tried(table, 1, CELLS // 2)
    steps = np.linalg.norm(_rows(table, index + 1) - _rows(table, index), axis=1)
    return _alike(steps, 2 * _rounding(table), "step", _of(table, len(index), 1))


def _alike(values: Array, rounding: float, what: str, count: str) -> Verdict:
    mean = float(values.mean())
    if np.ptp(values) <= 2 * rounding:
        return True, mean, f"the {what} of every row{count}, measured"
    return False, mean, f"the mean {what}{count}, measured; {what}s {range_text(values)}"


def _by_lag(table: Table, compared: Callable[[Array, Array], Array]) -> tuple[float, float, str]:
    """Return how much a comparison varies within one lag, its largest size, and how many rows were tried."""
    last = table.encoding.length - 1
    spread = size = 0.0
    for lag in sorted({0, 1, min(7, last), isqrt(last), last // 2}):
        index = linspace_indices(last + 1 - lag, min(last + 1 - lag, _AT_A_LAG))
        values = compared(_rows(table, index), _rows(table, index + lag))
        spread, size = max(spread, float(np.ptp(values))), max(size, float(np.abs(values).max()))
    return spread, size, _of(table, min(last + 1, _AT_A_LAG))


def distance_by_lag(table: Table) -> Verdict:
    """Whether the distance of two positions depends on their lag alone."""
    if table.encoding.length == 1:
        return ALONE
    spread, _, count = _by_lag(table, lambda left, right: np.linalg.norm(left - right, axis=1))
    return spread <= 4 * _rounding(table), spread, f"how much a distance varies at one lag{count}, measured"


def dot_by_lag(table: Table) -> Verdict:
    """Whether the dot product of two positions depends on their lag alone."""
    if table.encoding.length == 1:
        return ALONE
    spread, size, count = _by_lag(table, lambda left, right: (left * right).sum(axis=1))
    share = spread / size if size else 0.0
    what = f"how much a dot product varies at one lag{count}, as a share of the largest, measured"
    return spread <= 4 * _rounding(table) * sqrt(size), share, what


def symmetric(table: Table) -> Verdict:
    """Whether a similarity is the same in both directions: any product of two rows is."""
    index = _tried(table, most=min(2**17, _PAIRED * table.encoding.dim))
    rows = _rows(table, index)
    dots = rows @ rows.T
    difference = float(np.abs(dots - dots.T).max())
    what = f"the largest difference between similarity(t, s) and similarity(s, t){_of(table, len(index))}"
    return difference <= 1e-11 * max(1.0, float(np.abs(dots).max())), difference, what


def monotone(table: Table) -> Verdict:
    """Up to which lag the mean similarity falls; this informs only."""
    length = table.encoding.length
    most = min(max(1, (length - 1) // 2), length - 1, 1000)
    lags, means = np.arange(most + 1), np.empty(most + 1)
    index = linspace_indices(length - most, min(length - most, max(1, CELLS // table.encoding.dim // 8), 64))
    rows = _rows(table, index)
    for lag in lags:
        means[lag] = (rows * _rows(table, index + lag)).sum(axis=1).mean()
    rising = np.flatnonzero(np.diff(means) > 0)
    falls = int(rising[0]) if len(rising) else most
    rest = ", the last lag tried" if not len(rising) else " before its first rise"
    whose = (
        f"the mean dot product of {number(len(index))} rows" if len(index) > 1 else "the dot product with the first row"
    )
    return None, float(falls), f"the lag up to which {whose} falls{rest}, measured"


_CLAIMS: dict[str, Callable[[Table], Verdict]] = {
    "unique": unique,
    "bounded": bounded,
    "extends": extends,
    "constant-norm": constant_norm,
    "constant-step": constant_step,
    "distance-by-lag": distance_by_lag,
    "dot-by-lag": dot_by_lag,
    "symmetric": symmetric,
    "monotone": monotone,
}


def measured(table: Table) -> list[Property]:
    """Return the claims about a table, each measured on its numbers."""
    return [Property(name, *tried(table)) for name, tried in _CLAIMS.items()] + summed(table)


def summed(table: Table) -> list[Property]:
    """Return the claims that summarize a table."""
    index = _tried(table)
    return summaries(_rows(table, index), _of(table, len(index)))
