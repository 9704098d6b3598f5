"""Biases that are given for every lag, whatever rule made them."""

from functools import lru_cache
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike
from pydantic import model_validator

from peviewer.base.arrays import finite_array
from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.parameters import parameter, redeclared
from peviewer.base.refusals import refused
from peviewer.model.encodings.dialect import MOST_IN_CODE
from peviewer.model.encodings.lagged import Biased, block_means, head_names
from peviewer.model.encodings.scheme import Array

MOST_NUMBERS = 2**18  # that a session holds
_EXAMPLE_LENGTH = 200
_EXAMPLE = tuple(-0.25 * abs(lag) for lag in range(1 - _EXAMPLE_LENGTH, _EXAMPLE_LENGTH))


class LagBiases(Biased):
    """A bias that is given for every head and lag, up to the farthest lag that is known.

    Notes
    -----
    ``given`` is the bias of each lag from −R to R, head by head. Longer lags may have no bias.

    Examples
    --------
    >>> biases = LagBiases(heads=1, given=[-2, -1, 0, -3, -6])
    >>> biases.length, biases.by_lag([-2, 0, 1])
    (3, array([[-2.,  0., -3.]]))
    """

    title: ClassVar[str] = "Given biases"
    gives: ClassVar[str] = "a bias for every head and lag, as given"
    panes: ClassVar[tuple[str, ...]] = ("bias", "attention")
    derived_fields: ClassVar[tuple[str, ...]] = ("length",)
    positional_fields: ClassVar[tuple[str, ...]] = ("heads",)

    scheme: Literal["lag_biases"] = "lag_biases"
    length: int = redeclared(Biased, "length", _EXAMPLE_LENGTH, follows="own length")
    heads: int = redeclared(
        Biased,
        "heads",
        1,
        hidden=True,
        help="How many attention heads there are, each with biases of its own.",
    )
    given: tuple[float, ...] = parameter(
        _EXAMPLE,
        title="Biases",
        hidden=True,
        help="The bias of each lag, from the lowest to the highest, head by head.",
    )
    name: str = parameter(
        "",
        title="Name",
        form="a text",
        hidden=True,
        help="What the biases are called, such as a file.",
    )

    @model_validator(mode="before")
    @classmethod
    def _follow_the_lags(cls, fields: Any) -> Any:
        if not isinstance(fields, dict):
            return fields
        given = fields.get("given", _EXAMPLE)
        heads = fields.get("heads", 1)
        try:
            lags, left = divmod(len(given), int(heads))
        except (TypeError, ValueError, ZeroDivisionError):
            # The field itself gives the error.
            return fields
        if left or lags % 2 == 0 or len(given) > MOST_NUMBERS:
            allowed = (
                f"it must be an odd number of lags in each head, of at most {MOST_NUMBERS} "
                "numbers in all"
            )
            raise ValueError(f"given = {len(given)} numbers is not allowed: {allowed}")
        return {"length": lags // 2 + 1, **fields}

    @model_validator(mode="after")
    def _within_the_lags(self) -> "LagBiases":
        if self.length > self.max_length:
            raise ValueError(
                refused("length", self.length, f"biases are given up to lag {self.max_length - 1}")
            )
        return self

    @property
    def max_length(self) -> int:
        return len(self.given) // self.heads // 2 + 1

    @property
    def is_placeholder(self) -> bool:
        return self.given is _EXAMPLE or self.given == _EXAMPLE

    @property
    def own_name(self) -> str:
        return self.name

    @property
    def head_labels(self) -> tuple[str, ...]:
        return head_names(self.heads)

    def by_lag(self, lags: ArrayLike) -> Array:
        numbers = finite_array("lags", lags)
        return np.stack([self.bias_of_row(numbers, row) for row in range(self.heads)])

    def bias_of_row(self, lags: Array, row: int) -> Array:
        reach = self.max_length - 1
        places = np.clip(np.rint(lags), -reach, reach).astype(np.int64) + reach
        return np.asarray(_numbers(self.given, self.heads)[row, places])

    def block_means(self, lags: Array, block_height: float, block_width: float, head: int) -> Array:
        return block_means(
            lambda some: self.bias_of_row(some, head), lags, block_height, block_width, smooth=False
        )

    def formula(self) -> Formula:
        return Formula(r"\mathrm{bias} = \mathrm{given}_h(s - t)")

    @property
    def why_no_code(self) -> str:
        return (
            f"{number(len(self.given))} biases are too long for code: {number(MOST_IN_CODE)} are "
            "most"
        )

    def bias_code(self) -> list[str]:
        if len(self.given) > MOST_IN_CODE:
            return []
        return [
            "biases = [  # a line a head, from the lowest lag to the highest",
            *(f"    {row}," for row in _numbers(self.given, self.heads).tolist()),
            "]",
            "positions = np.arange(length)",
            f"lags = positions[None, :] - positions[:, None] + {self.max_length - 1}",
            "table = np.array(biases)[:, lags]",
        ]


SCHEME = LagBiases


@lru_cache(maxsize=8)
def _numbers(given: tuple[float, ...], heads: int) -> Array:
    """Return the biases, heads × lags; read-only."""
    numbers = np.array(given).reshape(heads, -1)
    numbers.setflags(write=False)
    return numbers
