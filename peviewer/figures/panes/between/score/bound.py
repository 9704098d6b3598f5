"""RoFormer's bound of a score over the lag, and what pairs that lose keep of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.words import whole
from peviewer.figures.grammar import Axis, Curve, Mark, Panel
from peviewer.figures.panes.between.score.turned import lags_axis, score_of
from peviewer.model.between.lag_curves import BoundOverLag, LossOverLag, ScoreOverLag
from peviewer.model.between.score import TurnedScore
from peviewer.model.encodings.scheme import Paired, Rotating

if TYPE_CHECKING:
    from peviewer.document.document import Document

_PAIRS = 8  # of which is drawn what a loss leaves


def bound(document: Document[Paired]) -> Panel:
    """Return the bound over the lag."""
    lags, score = lags_axis(document), score_of(document)
    most = (len(score.terms.rates) + 1) / 2
    curve = Curve(BoundOverLag(score, lags.log), "", "accent", called="bound", key="bound")
    up = Axis("bound", "mean of |*Sᵢ*|", (0.0, 1.06 * most), zooms=True)
    return Panel(lags, up, (curve,), "RoFormer's bound")


def losses(document: Document[Paired]) -> Panel:
    """Return what some pairs keep, and all together."""
    scheme, lags = document.encoding, lags_axis(document)
    assert isinstance(scheme, Rotating)
    last, rates = scheme.length - 1, scheme.losses()
    chosen = np.unique(np.linspace(0, len(rates) - 1, _PAIRS).astype(int)).tolist()
    marks: list[Mark] = [
        Curve(LossOverLag(float(rates[pair]), last, lags.log), "", "muted", called=f"pair {whole(pair)}", key=None)
        for pair in chosen
    ]
    alike = TurnedScore(scheme.from_zero, part="loss")
    mean = ScoreOverLag(alike, lags.log, document.view.reduce)
    marks.append(Curve(mean, "", "curve-2", "dashed", "all pairs", key=None))
    up = Axis("kept", "kept", (-0.03, 1.06), zooms=True)
    return Panel(lags, up, tuple(marks), "Kept by pair", f"{whole(len(chosen))}, fast to slow")
