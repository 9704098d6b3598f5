"""Schemes that give numbers by lag: a bias for each head, or one for each bucket of lags."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.arrays import finite_array
from peviewer.base.former_names import FormerName
from peviewer.base.numbers import number
from peviewer.base.parameters import parameter
from peviewer.base.refusals import refused
from peviewer.base.words import in_unit
from peviewer.model.encodings.bases.attending import Attending
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.scheme import Array

# Blocks at least this many block lengths away from lag 0, where biases bend, are far: the numbers
# at three lags give their mean.
_FAR = 8


def block_means(
    numbers: Callable[[Array], Array],
    lags: Array,
    block_height: float,
    block_width: float,
    *,
    smooth: bool = True,
) -> Array:
    """Return the mean of a function of the lag, `numbers`, over each of several blocks.

    Blocks are `block_height` × `block_width` positions, queries × keys. The query and the key in
    the middle of a block lie one of `lags` apart.

    The function is summed twice; second differences of that are the exact sums over blocks. If the
    function is smooth on both sides of lag 0, blocks far from lag 0 need less: the numbers at three
    lags, with distances and weights that match the block's moments up to the fifth.
    """
    rows = max(1, round(block_height))
    columns = max(1, round(block_width))
    if rows == columns == 1:
        return numbers(lags)
    long = (rows + columns) / 2
    short = abs(rows - columns) / 2
    means = np.empty_like(lags)
    is_near = np.abs(lags) < (_FAR * long if smooth else np.inf)
    means[is_near] = _summed(numbers, lags[is_near], long, short) / (rows * columns)
    means[~is_near] = _from_three(numbers, lags[~is_near], rows, columns)
    return means


def _summed(numbers: Callable[[Array], Array], lags: Array, long: float, short: float) -> Array:
    """Return the sums over blocks; between whole lags the function runs along straight lines.

    `long` and `short` are half the sum and half the difference of a block's sides.
    """
    if not lags.size:
        return lags
    reach = ceil(float(np.abs(lags).max()) + long) + 1
    whole_lags = np.arange(-reach, reach + 1, dtype=np.float64)
    numbers_at_lags = numbers(whole_lags)
    # Numbers are summed twice from the middle on: far sums would cost near ones their last digits.
    summed_twice = np.zeros(len(whole_lags))
    summed_twice[reach + 1 :] = numbers_at_lags[reach] / 2 * np.arange(1, reach + 1)
    summed_twice[:reach] = summed_twice[:reach:-1]
    after = numbers_at_lags[reach + 1 : -1]
    summed_twice[reach + 2 :] += np.cumsum(np.cumsum(after))
    before = numbers_at_lags[1:reach][::-1]
    summed_twice[: reach - 1] += np.cumsum(np.cumsum(before))[::-1]

    def sums_at(places: Array) -> Array:
        return np.asarray(np.interp(places, whole_lags, summed_twice))

    return second_difference(sums_at, lags, long, short)


def second_difference(
    summed_twice: Callable[[Array], Array], places: Array, long: float, short: float
) -> Array:
    """Return the sums of a function over blocks around `places`, given its double sum."""
    rising = summed_twice(places + long) - summed_twice(places + short)
    return rising - summed_twice(places - short) + summed_twice(places - long)


def _from_three(numbers: Callable[[Array], Array], lags: Array, down: int, across: int) -> Array:
    """Return the means of blocks that lie far from lag 0."""
    if not lags.size:
        return lags
    # A lag in a block is the sum of two evenly spread whole numbers; these are its moments.
    second_down, fourth_down = _moments(down)
    second_across, fourth_across = _moments(across)
    second = second_down + second_across
    fourth = fourth_down + fourth_across + 6 * second_down * second_across
    distance = np.sqrt(fourth / second)
    weight = second**2 / (2 * fourth)
    beside = numbers(lags - distance) + numbers(lags + distance)
    return (1 - 2 * weight) * numbers(lags) + weight * beside


def _moments(count: int) -> tuple[float, float]:
    """Return the second and the fourth moment of `count` evenly spread whole numbers."""
    second = (count**2 - 1) / 12
    fourth = (count**2 - 1) * (3 * count**2 - 7) / 240
    return second, fourth


def step_block_means(
    starts: NDArray[np.int64], values: Array, lags: Array, block_height: float, block_width: float
) -> Array:
    """Return the means of a step function of the lag over blocks, exactly; see :func:`block_means`.

    `starts` are the whole lags at which a new value begins, in rising order. `values` are the value
    before the first start, and the value from each start on.
    """
    rows = max(1, round(block_height))
    columns = max(1, round(block_width))
    if rows == columns == 1:
        return np.asarray(values[np.searchsorted(starts, np.rint(lags), side="right")])
    long = (rows + columns) / 2
    short = abs(rows - columns) / 2
    means = np.asarray(values[np.searchsorted(starts, lags, side="right")])
    for start, rise in zip(starts.tolist(), np.diff(values).tolist(), strict=True):
        has_step_within = np.abs(lags - start) < long
        places = lags[has_step_within] - start
        cells_beyond = second_difference(_ramp, places, long, short)
        share = cells_beyond / (rows * columns)
        means[has_step_within] += rise * (share - (places >= 0))
    return means


def _ramp(places: Array) -> Array:
    """Return a function whose second difference is the step from 0 to 1 at lag 0."""
    above = np.maximum(places, 0.0)
    return np.asarray(above * (above + 1) / 2)


class Lagged(Attending):
    """A scheme that gives numbers by lag s − t, one row per head.

    ``extent`` are the numbers that make its size; ``counted`` are the nouns that they count.
    """

    names_for_users: ClassVar[tuple[str, ...]] = ("by_lag", "head_labels")

    heads_named: ClassVar[FormerName] = FormerName("head_labels")
    group: ClassVar[str] = "Biases"
    counted: ClassVar[tuple[str, ...]] = ("positions", "heads")
    # A sentence on what the numbers need besides the rule, such as a query; usually empty.
    query_note: ClassVar[str] = ""

    @property
    def size(self) -> str:
        """How large it is, in words: ``"200 positions, 8 heads"``."""
        counts = zip(self.extent, self.counted, strict=False)
        return ", ".join(in_unit(number(count), counted) for count, counted in counts)

    def arguments(self) -> dict[str, int]:
        """Return the names and values that :meth:`bias_code` uses."""
        return {"length": self.length}

    def bias_code(self) -> list[str]:
        """Return the lines that make ``table`` from :meth:`arguments`; empty for no code."""
        return []

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        lines = self.bias_code()
        if not lines:
            return []
        says = (
            "Return what is added to the scores of queries t and keys s, shape (heads, length, "
            "length)."
        )
        return dialect.function("attention_bias", self.arguments(), says, lines, before_return)

    @property
    def head_labels(self) -> tuple[str, ...]:
        """The names of the rows of numbers: ``("head 1", …)``, or ``("one head",)``."""
        raise NotImplementedError

    def by_lag(self, lags: ArrayLike) -> Array:
        """Return the numbers of lags s − t, in positions, a row for each of ``head_labels``."""
        raise NotImplementedError

    def block_means(self, lags: Array, block_height: float, block_width: float, head: int) -> Array:
        """Return one head's mean over each block of positions; heads are counted from 0.

        The query and the key in the middle of a block lie one of `lags` apart. Blocks are
        `block_height` × `block_width` positions, 1 × 1 for single cells.
        """
        raise NotImplementedError

    def head_numbers(self, lags: Array, head: int) -> Array:
        """Return one head's numbers at `lags`, a row of :meth:`by_lag`; heads count from 0."""
        return self.block_means(lags, 1, 1, head)


def head_names(count: int) -> tuple[str, ...]:
    """Return ``("head 1", "head 2", …)``, or ``("one head",)``."""
    return tuple(f"head {head}" for head in range(1, count + 1)) if count > 1 else ("one head",)


def of_array(fields: Any, follow: Callable[[int], Mapping[str, int]]) -> Any:
    """Return the fields of a scheme, with a matrix in the field `learned` made flat.

    The matrix is indices × heads. The fields that follow from its shape are added: `follow` returns
    those that follow from the number of indices.
    """
    if not isinstance(fields, Mapping) or np.ndim(learned := fields.get("learned", ())) != 2:
        return fields
    rows, heads = np.shape(learned)
    numbers = tuple(np.asarray(learned, dtype=np.float64).T.ravel().tolist())
    return {"values": "chosen", "heads": heads, **follow(rows), **fields, "learned": numbers}


def check_learned(learned: Sequence[float], heads: int, each: int, counted: str) -> None:
    """Refuse learned numbers whose count does not fit; an empty list stands for zeros.

    There must be `each` numbers for each head; `counted` says what these are, such as buckets.
    """
    if len(learned) not in (0, heads * each):
        allowed = f"it must be {heads * each}, one for each of {each} {counted} in each head"
        raise ValueError(
            f"learned = {in_unit(str(len(learned)), 'numbers')} is not allowed: {allowed}"
        )


class Biased(Lagged):
    """A rule that adds a bias to scores by head and lag s − t, as :meth:`bias` has it."""

    names_for_users: ClassVar[tuple[str, ...]] = ("bias",)

    positional_fields: ClassVar[tuple[str, ...]] = ("length", "heads")
    gives: ClassVar[str] = "a bias for every head and lag"

    heads: int = parameter(
        8,
        title="Heads",
        symbol="H",
        ge=1,
        le=1024,
        slider=(1, 128),
        scale="log",
        help="How many attention heads there are, each with a bias of its own.",
    )

    @property
    def extent(self) -> tuple[int, ...]:
        return self.length, self.heads

    @property
    def head_labels(self) -> tuple[str, ...]:
        return head_names(self.heads)

    def bias(self, lags: ArrayLike, head: int = 1) -> Array:
        """Return what one head adds to the scores of lags s − t.

        Parameters
        ----------
        lags : array_like
            Key less query, in positions.
        head : int
            Which head, counted from 1 as everywhere.

        Returns
        -------
        ndarray, shape of `lags`

        Raises
        ------
        ValueError
            If there is no such head, or a lag is no finite number.

        Examples
        --------
        >>> import peviewer as pv
        >>> pv.Alibi(heads=8).bias([0, -1, -2], head=1)
        array([-0. , -0.5, -1. ])
        """
        is_head = isinstance(head, int | np.integer) and 1 <= head <= self.heads
        if not is_head:
            allowed = f"it must be a whole number from 1 to {number(self.heads)}"
            raise ValueError(refused("head", head, allowed))
        return self.bias_of_row(finite_array("lags", lags), int(head) - 1)

    def bias_of_row(self, lags: Array, row: int) -> Array:
        """Return a row of :meth:`by_lag`; shape of `lags`."""
        raise NotImplementedError

    def by_lag(self, lags: ArrayLike) -> Array:
        numbers = finite_array("lags", lags)
        return np.stack([self.bias_of_row(numbers, row) for row in range(self.heads)])

    def block_means(self, lags: Array, block_height: float, block_width: float, head: int) -> Array:
        return block_means(partial(self.bias_of_row, row=head), lags, block_height, block_width)
