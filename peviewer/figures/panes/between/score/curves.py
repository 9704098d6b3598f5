"""The curves of a score over the lag: what there is without scaling or loss behind it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from peviewer.base.words import fixed, steady, whole
from peviewer.figures.grammar import Axis, Curve, Mark, Panel, Rule
from peviewer.figures.panes.between.score.turned import Score, lags_axis, other_parts, score_of
from peviewer.model.between.lag_curves import ScoreOverLag
from peviewer.model.between.score import reach
from peviewer.model.encodings.scheme import Paired, Scaled

if TYPE_CHECKING:
    from peviewer.document.document import Document
    from peviewer.figures.grammar import Role
    from peviewer.model.between.score import Part, TurnedScore

_CELLS = 2**20  # pairs × lags that say how far a curve goes up and down


def over_lag(document: Document[Paired]) -> Panel:
    """Return the score over the lag, what it is compared with, and where it first comes to 0."""
    scheme, lags, chosen = document.encoding, lags_axis(document), document.of(Score)
    colors: dict[Part, Role] = {"before": "reference", "loss": "curve-2"}
    marks: list[Mark] = [Rule("y", 0.0, color="muted")]
    ends = [0.0]
    others = other_parts(scheme)
    for part, label in {**others, "whole": "score" if others else ""}.items():
        score = score_of(document, part)
        series = ScoreOverLag(score, lags.log, document.view.reduce)
        ends += _ends(score, lags.log)
        style: Literal["dashed", "line"] = "line" if part == "whole" else "dashed"
        key = {"whole": "score", "before": "score_before", "loss": "loss"}[part]
        marks.append(Curve(series, label, colors.get(part, "accent"), style, label or "score", key=key))
    found = reach(score_of(document))
    if found.lag is not None:
        marks.append(Rule("x", found.lag, f"0 at {whole(found.lag)} back", "muted"))
    if isinstance(scheme, Scaled) and (trained := scheme.context()) is not None and trained < scheme.length:
        marks.append(Rule("x", trained, f"trained on {whole(trained)}", "reference", dashed=True))
    phi, fact = document.shift.phi, ""
    if lags.limits[0] <= phi <= scheme.length - 1:
        marks.append(Rule("x", phi, f"*φ* = {steady(phi)} back", moves="shift.phi"))
        fact = f"at *φ* = {steady(phi)} back: {_at(document, phi)}"
    margin = 0.06 * (max(ends) - min(ends))
    up = Axis("score", "score", (min(ends) - margin, max(ends) + margin), zooms=True)
    title = {"equal": "All pairs alike", "same": "*q* = *k*, drawn", "drawn": "*q* and *k*, drawn"}
    return Panel(lags, up, tuple(marks), title[chosen.vectors], fact, legend=True)


@lru_cache(maxsize=16)  # asked for at every step of φ
def _ends(score: TurnedScore, log: bool) -> tuple[float, float]:
    """Return how far a curve goes down and up, about, and at lag 0."""
    points = max(16, min(400, _CELLS // max(1, len(score.terms.rates))))
    window = 1, score.scheme.length - 1, points
    raw, bounds = ScoreOverLag(score, log, "nearest").sample(*window)[1], ScoreOverLag(score, log).bounds(*window)
    found = np.concatenate([raw, score.at(np.zeros(1)), *([] if bounds is None else bounds[1:])])
    return float(found.min()), float(found.max())


def _at(document: Document[Paired], lag: float) -> str:
    return fixed(float(score_of(document).at(np.array([lag]))[0]), 4)
