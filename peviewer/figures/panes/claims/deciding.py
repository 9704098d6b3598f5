"""The numbers that decide between schemes, in one listing: of one scheme, or of the two that are compared."""

from __future__ import annotations

from functools import lru_cache
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.words import in_unit, number, whole
from peviewer.figures.compare.figure import formulas
from peviewer.figures.compare.listings import DIFFERS, NONE
from peviewer.figures.compare.said import told
from peviewer.figures.grammar import Figure, Listing
from peviewer.figures.panels.bare import listed
from peviewer.figures.panes.pane import Pane
from peviewer.figures.tables import Columns
from peviewer.model.between.attention import Attended
from peviewer.model.between.lag_curves import spaced_lags
from peviewer.model.between.score import TurnedScore, reach
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.scheme import Attending, Paired, Rotating, Scheme, Tabled
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.combined import DifferenceRaster, largest
from peviewer.model.turning.precision import BFLOAT16

if TYPE_CHECKING:
    from collections.abc import Iterator

    from peviewer.document.document import Document
    from peviewer.figures.tables import Column

BACK = 100  # positions that the key is back whose bias is told
LAGS = 4096  # looked at for the largest difference; of more, as many by octaves, or fewer
LEAST_TIMES = 1.05  # below which a difference says more than how many times
WAVES = 2**22  # lags × pairs that are summed for it

Number = tuple[str, str, float]
"""A key, how the number is written, and its value."""
WORDS = {
    "length": "positions",
    "pairs": "turning pairs",
    "never": "never turn once",
    "half": "score halved, back",
    "reach": "score 0, back",
    "bfloat16": "apart in bfloat16",
    "lost": "strongest bias, lag −{back}",
    "nearest": "attention span, least",
    "farthest": "attention span, most",
    "cells": "cell",
    "score": "score by lag",
    "bias": "bias of head 1",
}
"""What each number is."""


MORE, LESS, NEITHER = 1, -1, 0
_WAYS = {
    "length": (NEITHER, "all is counted within"),
    "pairs": (NEITHER, "each at its own pace"),
    "never": (NEITHER, "past training, angles never seen"),
    "half": (MORE, "so far like keys still count"),
    "reach": (MORE, "beyond, like keys count no more"),
    "bfloat16": (MORE, "the others round to one another"),
    "lost": (MORE, "less lost, more left of a far key"),
    "nearest": (NEITHER, "short: sees near neighbours"),
    "farthest": (MORE, "long: gathers far keys"),
}
"""Which way is better, and why a number matters."""
WHY, BETTER = "why it matters", "better"


_MEANINGS = {
    "never": "the pairs that never complete a turn within *L*",
    "half": "how many positions back the score of two like vectors has halved",
    "reach": "and come to 0",
    "bfloat16": "how many positions are still different numbers once they are rounded to bfloat16",
    "lost": "what a head's bias takes from a key {back} back",
    "nearest": "over how many keys heads spread the last query's attention by the lag alone",
}


@lru_cache(maxsize=8)
def _numbers(scheme: Scheme, back: int) -> tuple[Number, ...]:
    """Return the numbers of one scheme."""
    return tuple(_found(scheme, back))


def _found(scheme: Scheme, back: int) -> Iterator[Number]:
    """Return the numbers of one scheme: those it gives; biases of a key so far `back`."""
    yield "length", whole(scheme.length), scheme.length
    if isinstance(scheme, Paired):
        yield "pairs", whole(scheme.pairs), scheme.pairs
        yield "never", whole(scheme.never_turning), scheme.never_turning
    if (score := _score(scheme)) is not None:
        start = float(score.at(np.zeros(1))[0])
        for key, level in (("half", start / 2), ("reach", 0.0)):
            found = reach(score, level)
            yield key, found.text(scheme.length), found.value
    if isinstance(scheme, Paired):
        yield "bfloat16", whole(apart := BFLOAT16.distinct(scheme.positions)), apart
    if isinstance(scheme, Lagged) and back:
        lost = float(scheme.by_lag([-float(back)]).min())
        yield "lost", number(lost, 3), lost
    if isinstance(scheme, Attending):
        spans = Attended(scheme.from_zero, scheme.length - 1, 0).spans().effective
        for key, span in (("nearest", float(spans.min())), ("farthest", float(spans.max()))):
            yield key, number(span, 3), span


def _score(scheme: Scheme) -> TurnedScore | None:
    """Return the score of a query and a key with all pairs alike; None of a scheme without pairs, or too small."""
    if not isinstance(scheme, Paired) or scheme.dim < 2 or scheme.length < 2:
        return None
    return TurnedScore(scheme.from_zero)


def _apart(a: Scheme, b: Scheme) -> Iterator[Number]:
    """Return how far two schemes are apart in what both give."""
    if isinstance(a, Tabled) and isinstance(b, Tabled):
        first, stop = max(a.first, b.first), min(a.positions.stop, b.positions.stop)
        if first < stop:
            size, at_a, at_b = (stop - first, min(a.dim, b.dim)), (first - a.first, 0), (first - b.first, 0)
            yield _most("cells", *largest(DifferenceRaster(a.raster(), b.raster(), size, at_a, at_b)))
    pairs = max(getattr(a, "pairs", 1), getattr(b, "pairs", 1))
    length, most = min(a.length, b.length), min(LAGS, max(16, WAVES // pairs))
    lags, all_of_them = spaced_lags(0, length - 1, most, log=True), length <= most
    scores = _score(a), _score(b)
    if scores[0] is not None and scores[1] is not None:
        yield _most("score", float(np.abs(scores[0].at(lags) - scores[1].at(lags)).max()), all_of_them)
    if isinstance(a, Lagged) and isinstance(b, Lagged):
        apart = np.abs(a.by_lag(-lags)[0] - b.by_lag(-lags)[0])
        yield _most("bias", float(apart.max()), all_of_them)


def _most(key: str, value: float, of_all: bool) -> Number:
    return key, number(value) if of_all else f"at least {number(value)}", value


def _schemes(document: Document) -> list[Scheme]:
    return list(filter(None, (document.encoding, document.compare.against)))


def _back(document: Document) -> int:
    """Return how far back the key is whose bias is told: where that is farther than there are lags, the farthest."""
    return min([BACK, *(scheme.length - 1 for scheme in _schemes(document) if isinstance(scheme, Lagged))])


def _sides(document: Document) -> list[tuple[str, list[Number | None]]]:
    """Return each number that A gives, or B."""
    back = _back(document)
    sides = [{found[0]: found for found in _numbers(scheme, back)} for scheme in _schemes(document)]
    return [(key, [side.get(key) for side in sides]) for key in WORDS if any(key in side for side in sides)]


def _between(document: Document) -> list[Number]:
    """Return how far A and B are apart."""
    other = document.compare.against
    return [] if other is None else list(_differences(document.encoding, other))


@lru_cache(maxsize=8)
def _differences(a: Scheme, b: Scheme) -> tuple[Number, ...]:
    return tuple(_apart(a, b))


def _draw(document: Document) -> Figure:
    other = document.compare.against
    rows = []
    for key, found in _sides(document):
        texts = [NONE if one is None else one[1] for one in found]
        better = [_better(key, found)] if other else []
        rows.append((WORDS[key].format(back=whole(_back(document))), *texts, *better, _WAYS[key][1]))
    heads = (document.encoding.title,) if other is None else (*_named(document.encoding, other), BETTER)
    panels = [listed(Listing(("", *heads, WHY), tuple(rows), spare=WHY, sign=True))]
    if apart := _between(document):
        differing = tuple((WORDS[key], text) for key, text, _ in apart)
        panels.append(listed(Listing(("largest difference", "|A − B|"), differing)))
    heights = 2.0 + len(rows), 2.0 + len(apart)
    return Figure("What decides", tuple((panel,) for panel in panels), heights[: len(panels)])


def _better(key: str, found: list[Number | None]) -> str:
    """Say which side is better, and how many times or by how much; that they differ, where neither way is better."""
    a, b = found
    if a is None or b is None or a[1] == b[1]:
        return "" if a is not None and b is not None else DIFFERS
    values, way = (a[2], b[2]), _WAYS[key][0]
    if any(map(isnan, values)):  # it never comes to that within the length: the farthest there is
        return f"{'AB'[isnan(b[2])]}, never" if way else DIFFERS
    if not way:
        return f"{DIFFERS} {_apart_by(*values)}"
    return f"{'A' if (a[2] - b[2]) * way > 0 else 'B'}, {_apart_by(*values)}"


def _apart_by(one: float, other: float) -> str:
    """Say how many times two numbers are apart, or by how much where one of them is 0 or they are nearly alike."""
    low, high = sorted((abs(one), abs(other)))
    if low == 0 or one * other < 0 or high / low < LEAST_TIMES:
        return f"by {number(abs(one - other), 3)}"
    return f"{number(high / low, 3)} ×"


def _named(a: Scheme, b: Scheme) -> tuple[str, str]:
    names = told(a, b)
    return f"A: {names[0]}", f"B: {names[1]}"


def _tables(document: Document) -> tuple[Columns, ...]:
    rows, apart = _sides(document), _between(document)
    columns: dict[str, Column] = {"number": [key for key, _ in rows]}
    for k, side in enumerate("ab" if document.compare.against else ("value",)):
        columns[side] = [np.nan if (found := each[k]) is None else found[2] for _, each in rows]
    differing: dict[str, Column] = {"of": [key for key, *_ in apart], "value": [value for *_, value in apart]}
    return (Columns("numbers", columns), *((Columns("differences", differing),) if apart else ()))


def _explain(document: Document) -> str:
    back = in_unit(whole(_back(document)), "positions")
    told = "; ".join(_MEANINGS[key].format(back=back) for key, _ in _sides(document) if key in _MEANINGS)
    if any(isinstance(scheme, Rotating) for scheme in (document.encoding, document.compare.against)):
        told += ", of random queries and keys where pairs are turned"
    meant = f" Below: {told}." if told else ""
    if document.compare.against is None:
        return f"The numbers that decide for or against {document.encoding.title} at this length.{meant}"
    said = f"the better side is named, with how many times it is; {DIFFERS} where they differ and neither way is better"
    return f"The numbers that decide, of A and of B: {said}.{meant}"


def _hint(document: Document) -> str:
    return "" if document.compare.against else "Pin a scheme as B (Ctrl+B), and it stands beside."


def _formula(document: Document) -> Formula:
    """Return the rule, of A and of B, with the frequencies that a table's rule is written in."""
    encoding = document.encoding
    rule = encoding.formula()
    own = rule.beside(encoding.frequency_formula()) if isinstance(encoding, Turning) else rule
    if (other := document.other) is None:
        return own
    of_b = _formula(other)
    return Formula(formulas(own.text, of_b.text), formulas(own.mathtext, of_b.mathtext, set_upright=True))


PANE = Pane(
    name="deciding",
    title="What decides",
    summary="the numbers that decide between schemes, in one listing; of A and B where they are compared",
    shows="the numbers that decide between schemes",
    needs=Scheme,
    reads=lambda document: (document.encoding, document.compare.against),
    draw=_draw,
    explain=_explain,
    hint=_hint,
    formula=_formula,
    tables=_tables,
    shows_both=True,
    lists=True,
)
