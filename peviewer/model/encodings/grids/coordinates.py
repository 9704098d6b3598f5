"""The coordinates of places on a grid: numbers or shares of a side, times a factor."""

import re
from collections.abc import Sequence
from math import pi
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.parameters import parameter

Array = NDArray[np.float64]
Span = Literal["places", "unit", "signed"]
Times = Literal["1", "pi", "2pi"]
TIMES: dict[Times, float] = {"1": 1.0, "pi": pi, "2pi": 2 * pi}
TIMES_CODE: dict[Times, str] = {"1": "", "pi": "np.pi * ", "2pi": "2 * np.pi * "}


def coordinate_span(whose: str) -> Any:
    """Declare what coordinates are: numbers of rows and columns, or shares of the side."""
    return parameter(
        "places",
        title="Coordinates",
        labels={"places": "Places", "unit": "0 … 1", "signed": "−1 … 1"},
        help=f"{whose}: the number of the row or column, or that number divided by the length of "
        "the side.",
    )


def coordinate_offset() -> Any:
    """Declare what is added to the number of a row or column."""
    return parameter(
        0.0,
        title="Offset",
        ge=-1e6,
        le=1e6,
        slider=(0, 1),
        seldom=True,
        help="Added to the number of the row or column: 0.5 for the middle of a patch, 1 to count "
        "from 1.",
    )


def coordinate_times(what: str) -> Any:
    """Declare the factor of coordinates."""
    return parameter(
        "1",
        title="Times",
        labels={"1": "1", "pi": "π", "2pi": "2π"},
        seldom=True,
        help=f"What coordinates are multiplied by before {what}.",
    )


def coordinate_scales(
    span: Span, sides: Sequence[float] | Array, offset: float
) -> tuple[Array, Array]:
    """Return the first coordinate and the step between coordinates along each side of a grid."""
    lengths = np.asarray(sides, dtype=np.float64)
    if span == "places":
        return np.full(len(lengths), offset), np.ones(len(lengths))
    if span == "unit":
        return offset / lengths, 1 / lengths
    return 2 * offset / lengths - 1, 2 / lengths


def coordinate_code(
    place: str, side: str, span: Span, offset: float, epsilon: float = 0.0, scale: float = 1.0
) -> str:
    """Return the code of a place's coordinate, as an expression with names of variables."""
    moved = f"({place} + {offset!r})" if offset else place
    divided = f"{moved} / ({side} + {epsilon!r})" if epsilon else f"{moved} / {side}"
    coordinate = {"places": moved, "unit": divided, "signed": f"(2 * {divided} - 1)"}[span]
    return coordinate if scale == 1 else f"{coordinate} * {scale!r}"


def coordinate_formula(
    name: str, span: Span, offset: float, epsilon: float = 0.0, scale: float = 1.0
) -> Formula:
    """Return the formula of the coordinate of place k of n; empty if it is k itself."""
    if span == "places" and not offset and scale == 1:
        return Formula()
    k = f"k + {number(offset)}" if offset else "k"
    n = "n" if not epsilon else f"(n + {number(epsilon)})"
    within = f"({k})" if offset else k
    factor = "" if scale == 1 else f"{number(scale)}·"
    by_span: dict[Span, str] = {
        "places": within if factor else k,
        "unit": f"{within}/{n}",
        "signed": f"(2{within}/{n} − 1)",
    }
    return Formula(f"{typeset(name)} = {typeset(factor + by_span[span])}")


def typeset(text: str) -> str:
    """Return a plain formula as mathtext."""
    upright = re.sub(r"[a-z]{2,}", lambda word: rf"\mathrm{{{word[0]}}}", text)
    return upright.replace("·", r"\,").replace("−", "-").replace(" ", r"\ ")
