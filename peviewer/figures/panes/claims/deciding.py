"""The pane What decides: the numbers that decide between schemes, of one scheme or of both compared ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import isnan
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.words import in_unit, number
from peviewer.document.document import Document
from peviewer.figures.compare.listings import DIFFERS, NONE
from peviewer.figures.compare.texts import joint_formula, scheme_names
from peviewer.figures.grammar import Figure, Listing, Panel
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.between.attention import Attended
from peviewer.model.between.lag_curves import spaced_lags
from peviewer.model.between.score import TurnedScore, reach
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.scheme import Attending, Scheme, Tabled
from peviewer.model.encodings.turning import Paired, Rotating, Turning
from peviewer.model.sampling.combined import DifferenceRaster, largest
from peviewer.model.turning.precision import BFLOAT16

BIAS_LAG = 100  # positions back of the key whose bias is listed
MOST_LAGS, MOST_TERMS = 4096, 2**22  # lags, and lags × pairs, that are computed for the largest difference
LEAST_RATIO = 1.05  # a smaller ratio is given as a difference

Number = tuple[str, str, float]
"""A key, the number as text, and its value."""


class Criterion(NamedTuple):
    """What is said of one number."""

    title: str
    why: str  # why it matters
    meaning: str = ""  # in the explanation
    more_is_better: bool = False


CRITERIA = {
    "length": Criterion("positions", "all numbers are for this length"),
    "pairs": Criterion("turning pairs", "each at its own pace"),
    "never": Criterion(
        "never turn once", "beyond training their angles are new", "the pairs that never complete a turn within *L*"
    ),
    "half": Criterion(
        "score halves at lag",
        "equal keys count up to about here",
        "how many positions back the score of two equal vectors has halved",
        more_is_better=True,
    ),
    "reach": Criterion(
        "score is 0 at lag", "equal keys do not count beyond", "where it reaches 0", more_is_better=True
    ),
    "bfloat16": Criterion(
        "distinct positions in bfloat16",
        "the others become equal numbers",
        "how many positions stay distinct in bfloat16",
        more_is_better=True,
    ),
    "lost": Criterion(
        "strongest bias, lag −{back}",
        "how much a far key loses",
        "what a head's bias takes from a key {back} back",
        more_is_better=True,
    ),
    "nearest": Criterion(
        "attention span, least",
        "short: sees near neighbours",
        "over how many keys the heads spread the last query's attention",
    ),
    "farthest": Criterion("attention span, most", "long: gathers far keys", more_is_better=True),
}
DIFFERENCES = {"cells": "cell", "score": "score by lag", "bias": "bias of head 1"}
WHY, BETTER = "why it matters", "better"


@lru_cache(maxsize=8)  # drawn, explained and written from the same numbers
def _numbers(scheme: Scheme, back: int) -> tuple[Number, ...]:
    return tuple(_compute_numbers(scheme, back))


def _compute_numbers(scheme: Scheme, back: int) -> Iterator[Number]:
    """Yield the numbers that a scheme has, with the bias of a key so many positions `back`."""
    yield "length", number(scheme.length), scheme.length
    if isinstance(scheme, Paired):
        yield "pairs", number(scheme.pairs), scheme.pairs
        yield "never", number(scheme.never_turning), scheme.never_turning
    if (score := _score(scheme)) is not None:
        start = float(score.at(np.zeros(1))[0])
        for key, level in (("half", start / 2), ("reach", 0.0)):
            reached = reach(score, level)
            yield key, reached.text(scheme.length), reached.value
    if isinstance(scheme, Paired):
        yield "bfloat16", number(apart := BFLOAT16.distinct(scheme.positions)), apart
    if isinstance(scheme, Lagged) and back:
        lost = float(scheme.by_lag(np.array([-float(back)])).min())
        yield "lost", number(lost, 3), lost
    if isinstance(scheme, Attending):
        spans = Attended(scheme.from_zero, scheme.length - 1, 0).spans().effective
        for key, span in (("nearest", float(spans.min())), ("farthest", float(spans.max()))):
            yield key, number(span, 3), span


def _score(scheme: Scheme) -> TurnedScore | None:
    """Return the score with all pairs alike; None if the scheme has no pairs or is too small."""
    if not isinstance(scheme, Paired) or scheme.dim < 2 or scheme.length < 2:
        return None
    return TurnedScore(scheme.from_zero)


def _compute_differences(a: Scheme, b: Scheme) -> Iterator[Number]:
    if isinstance(a, Tabled) and isinstance(b, Tabled):
        first, stop = max(a.first, b.first), min(a.positions.stop, b.positions.stop)
        if first < stop:
            size, at_a, at_b = (stop - first, min(a.dim, b.dim)), (first - a.first, 0), (first - b.first, 0)
            yield _largest_number("cells", *largest(DifferenceRaster(a.raster(), b.raster(), size, at_a, at_b)))
    pairs = max(getattr(a, "pairs", 1), getattr(b, "pairs", 1))
    length, most = min(a.length, b.length), min(MOST_LAGS, max(16, MOST_TERMS // pairs))
    lags, all_of_them = spaced_lags(0, length - 1, most, by_octaves=True), length <= most
    scores = _score(a), _score(b)
    if scores[0] is not None and scores[1] is not None:
        yield _largest_number("score", float(np.abs(scores[0].at(lags) - scores[1].at(lags)).max()), all_of_them)
    if isinstance(a, Lagged) and isinstance(b, Lagged):
        apart = np.abs(a.by_lag(-lags)[0] - b.by_lag(-lags)[0])
        yield _largest_number("bias", float(apart.max()), all_of_them)


def _largest_number(key: str, value: float, of_all: bool) -> Number:
    return key, number(value) if of_all else f"at least {number(value)}", value


def _schemes(document: Document) -> list[Scheme]:
    return list(filter(None, (document.encoding, document.compare.against)))


def _bias_lag(document: Document) -> int:
    """Return the distance of the key whose bias is listed, within the length of both."""
    return min([BIAS_LAG, *(scheme.length - 1 for scheme in _schemes(document) if isinstance(scheme, Lagged))])


def _numbers_of_both(document: Document) -> list[tuple[str, list[Number | None]]]:
    """Return the numbers of A and of B by key; one of them may be missing."""
    back = _bias_lag(document)
    sides = [{key_number[0]: key_number for key_number in _numbers(scheme, back)} for scheme in _schemes(document)]
    return [(key, [side.get(key) for side in sides]) for key in CRITERIA if any(key in side for side in sides)]


@lru_cache(maxsize=8)
def _differences(a: Scheme, b: Scheme | None) -> tuple[Number, ...]:
    return () if b is None else tuple(_compute_differences(a, b))


def _draw(document: Document) -> Figure:
    other = document.compare.against
    rows = []
    for key, numbers in _numbers_of_both(document):
        criterion, texts = CRITERIA[key], [NONE if side is None else side[1] for side in numbers]
        better = [_better_text(criterion.more_is_better, numbers)] if other else []
        rows.append((criterion.title.format(back=number(_bias_lag(document))), *texts, *better, criterion.why))
    heads: tuple[str, ...] = (document.encoding.title,)
    if other is not None:
        a, b = scheme_names(document.encoding, other)
        heads = f"A: {a}", f"B: {b}", BETTER
    panels = [Panel.of_listing(Listing(("", *heads, WHY), tuple(rows), spare=WHY, sign=True))]
    if apart := _differences(document.encoding, other):
        differing = tuple((DIFFERENCES[key], text) for key, text, _ in apart)
        panels.append(Panel.of_listing(Listing(("largest difference", "|A − B|"), differing)))
    heights = 2.0 + len(rows), 2.0 + len(apart)
    return Figure("What decides", tuple((panel,) for panel in panels), heights[: len(panels)])


def _better_text(more_is_better: bool, numbers: list[Number | None]) -> str:
    """Return the better side and by how much; a sign where neither is better and they differ."""
    a, b = numbers
    if a is None or b is None or a[1] == b[1]:
        return "" if a is not None and b is not None else DIFFERS
    values = a[2], b[2]
    if any(map(isnan, values)):  # one side never reaches the level within the length, which counts as farther
        return f"{'AB'[isnan(b[2])]}, never" if more_is_better else DIFFERS
    if not more_is_better:
        return f"{DIFFERS} {_ratio_text(*values)}"
    return f"{'A' if a[2] > b[2] else 'B'}, {_ratio_text(*values)}"


def _ratio_text(a: float, b: float) -> str:
    """Return the ratio of two numbers, or their difference if one is 0 or they are nearly equal."""
    low, high = sorted((abs(a), abs(b)))
    if low == 0 or a * b < 0 or high / low < LEAST_RATIO:
        return f"by {number(abs(a - b), 3)}"
    return f"{number(high / low, 3)} ×"


def _tables(document: Document) -> tuple[Columns, ...]:
    rows, apart = _numbers_of_both(document), _differences(document.encoding, document.compare.against)
    columns: dict[str, Column] = {"number": [key for key, _ in rows]}
    for k, side in enumerate("ab" if document.compare.against else ("value",)):
        columns[side] = [np.nan if (side_number := each[k]) is None else side_number[2] for _, each in rows]
    differing: dict[str, Column] = {"of": [key for key, *_ in apart], "value": [value for *_, value in apart]}
    return (Columns("numbers", columns), *((Columns("differences", differing),) if apart else ()))


def _explain(document: Document) -> str:
    shown = [CRITERIA[key].meaning for key, _ in _numbers_of_both(document)]
    meanings = "; ".join(filter(None, shown)).format(back=in_unit(number(_bias_lag(document)), "positions"))
    if any(isinstance(scheme, Rotating) for scheme in (document.encoding, document.compare.against)):
        meanings += ", with random queries and keys for rotary schemes"
    below = f" Below: {meanings}." if meanings else ""
    if document.compare.against is None:
        return f"The numbers that decide for or against {document.encoding.title} at this length.{below}"
    return (
        "The numbers that decide, of A and of B. The better side is named, and by what factor; "
        f"{DIFFERS} says that they differ and neither is better.{below}"
    )


def _formula(document: Document) -> Formula:
    encoding = document.encoding
    rule = encoding.formula()
    own = rule.beside(encoding.frequency_formula()) if isinstance(encoding, Turning) else rule
    if (other := document.other) is None:
        return own
    of_b = _formula(other)
    return Formula(joint_formula(own.mathtext, of_b.mathtext))


PANE = Pane(
    "deciding",
    Scheme,
    "the numbers that decide between schemes, in one listing; of A and B where they are compared",
    called="What decides",
    reads=attrgetter("encoding", "compare.against"),
    draw=_draw,
    explain=_explain,
    hint="Ctrl+B pins this scheme as B; then change A, and both are listed side by side.",
    formula=_formula,
    tables=_tables,
    shows_both=True,
    lists=True,
)
