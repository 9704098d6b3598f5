"""How far a score reaches: the lags where it falls, and a base that keeps it up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.words import number, whole
from peviewer.figures.grammar import Listing, Panel
from peviewer.figures.panels.bare import listed
from peviewer.figures.panes.between.score.turned import Score, other_parts, score_of
from peviewer.figures.tables import Columns
from peviewer.model.between.least_base import least_base
from peviewer.model.between.score import reach
from peviewer.model.encodings.scheme import Paired, Rotating

if TYPE_CHECKING:
    from peviewer.document.document import Document
    from peviewer.figures.tables import Column


def numbers(document: Document[Paired]) -> dict[str, tuple[str, str, float]]:
    """Return the numbers of a score: by name what each is, how it is written, and its value."""
    scheme, score = document.encoding, score_of(document)
    start, zero = float(score.at(np.zeros(1))[0]), reach(score)
    half = reach(score, start / 2)
    found = {
        "half": ("positions back at half", half.text(scheme.length), half.value),
        "zero": ("positions back at 0", zero.text(scheme.length), zero.value),
    }
    if document.of(Score).vectors == "equal" and scheme.rebased(2.0) is not None:
        least = least_base(scheme)
        base = np.nan if least is None else least.base
        said = {1.0: "any", np.inf: "none up to 10¹²"}
        told = "not looked for" if least is None else said.get(base) or number(base, 3)
        what = "least base" if least is None or least.certain else "a base that keeps it"
        found["base"] = (what, told, np.nan if base == np.inf else base)
    count = scheme.dim // 2
    turning = len(score.terms.rates)
    told = f"all {whole(count)}" if turning == count else f"{whole(turning)} of {whole(count)}"
    found["turning"] = ("turning pairs", told, turning)
    return found


def reached(document: Document[Paired]) -> Panel:
    """Return the numbers of a score as a list."""
    rows = tuple((what, told) for what, told, _ in numbers(document).values())
    return listed(Listing(("of the score", ""), rows), "How far it reaches")


def tables(document: Document[Paired]) -> tuple[Columns, ...]:
    """Return the numbers of a score for files, and what each pair keeps where any loses."""
    if document.encoding.dim < 2 or document.encoding.length < 2:
        return ()
    found = numbers(document)
    columns: dict[str, Column] = {"number": list(found), "value": [value for _, _, value in found.values()]}
    reaches, scheme = Columns("reach", columns), document.encoding
    if not isinstance(scheme, Rotating) or "loss" not in other_parts(scheme):
        return (reaches,)
    losses: dict[str, Column] = {"pair": range(scheme.pairs), "kept": np.exp(scheme.losses())}
    return reaches, Columns("losses", losses, {"pair": "pair i", "kept": "of a score, from one lag to the next"})
