"""T5: a learned bias for every bucket of lags, one per near lag, ever wider ones for far lags."""

from bisect import bisect_left
from functools import lru_cache
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import model_validator

from peviewer.base.arrays import finite_array
from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.parameters import parameter, redeclared
from peviewer.base.refusals import refused
from peviewer.model.encodings.dialect import MOST_IN_CODE
from peviewer.model.encodings.lagged import (
    Biased,
    Lagged,
    check_learned,
    head_names,
    of_array,
    step_block_means,
)
from peviewer.model.encodings.scheme import Array

Values = Literal["ramp", "chosen"]
_MOST = 100_000_000  # lags; no bucket begins beyond


class T5(Lagged):
    """A bias that is learned for every bucket of lags.

    Notes
    -----
    Raffel et al. 2020, arXiv 1910.10683, section 2.1; the buckets as ``_relative_position_bucket``
    of transformers' T5 has them. There the logarithm is rounded to single precision; here it is
    compared in whole numbers. ``learned`` may be an array of shape (buckets, heads), and
    ``buckets`` is another name of ``bucket_count``.

    Examples
    --------
    >>> T5().buckets([0, -7, -8, -127, -128, 1, 500])
    array([ 0,  7,  8, 15, 15, 17, 31])
    >>> T5(bidirectional=False).buckets([3, 0, -15, -16, -1000])
    array([ 0,  0, 15, 16, 31])
    >>> scheme = T5(bucket_count=4, max_distance=2, heads=2, values="chosen", learned=range(8))
    >>> scheme.by_lag([0, -1, 1])
    array([[0., 1., 3.],
           [4., 5., 7.]])
    """

    names_for_users: ClassVar[tuple[str, ...]] = ("biases", "buckets")

    title: ClassVar[str] = "T5"
    panes: ClassVar[tuple[str, ...]] = ("bias", "attention")
    positional_fields: ClassVar[tuple[str, ...]] = ("length", "bucket_count", "heads")
    gives: ClassVar[str] = "a bias for every head and bucket of lags"
    counted: ClassVar[tuple[str, ...]] = ("positions", "buckets", "heads")
    divides_scores: ClassVar[bool] = False

    scheme: Literal["t5"] = "t5"
    heads: int = redeclared(
        Biased,
        "heads",
        1,
        help="How many attention heads there are, each with biases of its own.",
    )
    bucket_count: int = parameter(
        32,
        title="Buckets",
        ge=2,
        le=512,
        slider=(4, 128),
        scale="log",
        step=2,
        help="How many biases are learned in each head.",
    )
    max_distance: int = parameter(
        128,
        title="Largest distance",
        symbol="N",
        unit="positions",
        ge=2,
        le=_MOST,
        slider=(16, 4096),
        scale="log",
        help="T5's max_distance; the last bucket begins somewhat nearer.",
    )
    bidirectional: bool = parameter(
        True,
        title="Both directions",
        help="Whether keys after the query have buckets of their own, as in the encoder; "
        "otherwise they use the "
        "bucket of lag 0.",
    )
    values: Values = parameter(
        "ramp",
        title="Values",
        labels={"ramp": "Straight line", "chosen": "By hand"},
        help="The biases are learned; here they fall evenly from bucket to bucket, or are given "
        "by hand.",
    )
    ramp: float = parameter(
        0.25,
        title="Fall",
        ge=-100,
        le=100,
        slider=(0, 2),
        only=("values", ("ramp",)),
        help="How much lower each bucket of the first head is than the next nearer one; head h "
        "falls by 1/h of it.",
    )
    learned: tuple[float, ...] = parameter(
        (),
        title="Biases",
        only=("values", ("chosen",)),
        help="The bias of each bucket in order, head by head. An empty list stands for zeros.",
    )

    @model_validator(mode="before")
    @classmethod
    def _of_array(cls, fields: Any) -> Any:
        return of_array(fields, lambda rows: {} if "buckets" in fields else {"bucket_count": rows})

    @model_validator(mode="after")
    def _buckets_enough(self) -> "T5":
        if self.bidirectional and (self.bucket_count < 4 or self.bucket_count % 2):
            allowed = "in both directions it must be an even number from 4 on"
            raise ValueError(refused("bucket_count", self.bucket_count, allowed))
        if self.max_distance <= self._exact:
            allowed = (
                f"it must be greater than {self._exact}, below which each distance has a bucket "
                "of its own"
            )
            raise ValueError(refused("max_distance", self.max_distance, allowed))
        if self.values == "chosen":
            check_learned(self.learned, self.heads, self.bucket_count, "buckets")
        return self

    @property
    def is_placeholder(self) -> bool:
        return self.values != "chosen" or not self.learned

    @property
    def _side(self) -> int:
        """The number of buckets of keys before the query."""
        return self.bucket_count // 2 if self.bidirectional else self.bucket_count

    @property
    def _exact(self) -> int:
        """The distance below which each distance has its own bucket."""
        return self._side // 2

    @property
    def extent(self) -> tuple[int, ...]:
        return self.length, self.bucket_count, *((self.heads,) if self.heads > 1 else ())

    @property
    def head_labels(self) -> tuple[str, ...]:
        return head_names(self.heads)

    def distances(self) -> NDArray[np.int64]:
        """Return the least distance of each bucket of a side, one a bucket; read-only."""
        return _distances(self._side, self.max_distance)

    def starts(self) -> NDArray[np.int64]:
        """Return the lags at which buckets begin, ascending.

        One more bucket lies before the first.
        """
        least = self.distances()[1:]
        return np.concatenate([1 - least[::-1], least]) if self.bidirectional else 1 - least[::-1]

    def order(self) -> NDArray[np.int64]:
        """Return the bucket between each two of these starts, from the lowest lags up."""
        side = np.arange(self._side)
        return (
            np.concatenate([side[::-1], self._side + side[1:]])
            if self.bidirectional
            else side[::-1]
        )

    def biases(self) -> Array:
        """Return the number of each bucket in each head, shape (heads, buckets); read-only."""
        return _biases(self.from_zero)

    def buckets(self, lags: ArrayLike) -> NDArray[np.int64]:
        """Return the bucket of each lag, rounded to whole positions; shape of `lags`."""
        places = np.searchsorted(self.starts(), np.rint(finite_array("lags", lags)), side="right")
        return np.asarray(self.order()[places])

    def by_lag(self, lags: ArrayLike) -> Array:
        return np.asarray(self.biases()[:, self.buckets(lags)])

    def block_means(self, lags: Array, block_height: float, block_width: float, head: int) -> Array:
        values = self.biases()[head, self.order()]
        return step_block_means(self.starts(), values, lags, block_height, block_width)

    def formula(self) -> Formula:
        exact = self._exact
        side = self._side
        rest = side - exact
        last = side - 1
        most = self.max_distance
        near = Formula(rf"\mathrm{{bucket}} = n,\ n < {exact}")
        far = (
            rf"\mathrm{{then\ min}}({last},\ {exact} + \lfloor "
            rf"{rest}\,\ln(n/{exact})/\ln({most}/{exact})\rfloor)"
        )
        if self.bidirectional:
            return near.joined_with(far, rf"{side}\ \mathrm{{more\ where}}\ s > t", r"n = |s - t|")
        return near.joined_with(far, r"n = \mathrm{max}(0,\ t - s)")

    @property
    def why_no_code(self) -> str:
        return (
            f"{number(self.biases().size)} biases are too long for code: {number(MOST_IN_CODE)} "
            "are most"
        )

    def bias_code(self) -> list[str]:
        if self.biases().size > MOST_IN_CODE:
            return []
        return [
            "biases = [  # learned, a line a head, a column a bucket",
            *(f"    {row}," for row in self.biases().tolist()),
            "]",
            f"starts = np.array({self.starts().tolist()})  # the lags at which a bucket begins",
            f"order = np.array({self.order().tolist()})  # the buckets from the lowest lags up",
            "positions = np.arange(length)",
            "lags = positions[None, :] - positions[:, None]",
            'table = np.array(biases)[:, order[np.searchsorted(starts, lags, side="right")]]',
        ]


SCHEME = T5


@lru_cache(maxsize=8)
def _distances(side: int, most: int) -> NDArray[np.int64]:
    """Return the least distance of each bucket.

    In up to half of the buckets it is the bucket's own number; the others are even on a log scale.
    """
    exact = side // 2
    least = list(range(exact + 1))
    for bucket in range(exact + 1, side):
        # ⌊(side − exact)·ln(n/exact)/ln(most/exact)⌋ ≥ bucket − exact, in whole numbers
        bound = most ** (bucket - exact) * exact ** (side - bucket)
        least.append(bisect_left(range(most + 1), True, key=lambda n: n ** (side - exact) >= bound))
    distances = np.array(least[:side], dtype=np.int64)
    distances.setflags(write=False)
    return distances


@lru_cache(maxsize=8)
def _biases(scheme: T5) -> Array:
    heads = scheme.heads
    buckets = scheme.bucket_count
    if scheme.values == "ramp":
        biases = (
            -scheme.ramp * (np.arange(buckets) % scheme._side) / np.arange(1, heads + 1)[:, None]
        )
    else:
        biases = np.array(scheme.learned or [0.0] * heads * buckets).reshape(heads, buckets)
    biases.setflags(write=False)
    return biases
