"""What the Score pane turns: its own parameters, the score they choose, and the axis of its lags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from peviewer.base.parameters import Parameters, parameter
from peviewer.figures.grammar import Axis
from peviewer.model.between.score import Part, TurnedScore, Vectors
from peviewer.model.encodings.scheme import Paired, Rotating, Scaled

if TYPE_CHECKING:
    from peviewer.document.document import Document


class Score(Parameters):
    """The score of a query and a key by their lag."""

    vectors: Vectors = parameter(
        "equal", title="Vectors", hidden=True,
        labels={"equal": "All pairs alike", "same": "q = k, drawn", "drawn": "q and k drawn"},
        help="What is turned: a query and a key with all pairs alike, one drawn vector as both, or two.",
    )  # fmt: skip
    seed: int = parameter(
        1, title="Seed", hidden=True, ge=0, le=2**31, slider=(0, 100), only=("vectors", ("same", "drawn")),
        help="Which random query and key are drawn.",
    )  # fmt: skip
    axis: Literal["log", "linear"] = parameter(
        "log", title="Axis", hidden=True, labels={"log": "By octaves", "linear": "Evenly"},
        help="Give each doubling of the positions back as much room, or each position.",
    )  # fmt: skip


def score_of(document: Document[Paired], part: Part = "whole") -> TurnedScore:
    """Return the chosen score, or a part of it."""
    chosen = document.of(Score)
    seed = 0 if chosen.vectors == "equal" else chosen.seed
    return TurnedScore(document.encoding.from_zero, chosen.vectors, seed, part)


def other_parts(scheme: Paired) -> dict[Part, str]:
    """Return which other parts of the score are worth a curve, and what they are called."""
    if isinstance(scheme, Scaled):
        same = np.array_equal(scheme.frequencies(), scheme.unscaled()) and scheme.attention_factor == 1
        return {} if same else {"before": "before scaling"}
    if isinstance(scheme, Rotating) and scheme.losses().any():
        return {"before": "turned alone", "loss": "the loss alone"}
    return {}


def lags_axis(document: Document[Paired]) -> Axis:
    """Return the axis of the lags."""
    last, log = document.encoding.length - 1, document.of(Score).axis == "log"
    limits = 0.9 if log else -0.5, last + 0.5
    return Axis(
        "lag", "positions back *t* − *s*", limits, cursor="lag", whole=True, log=log, zooms=True, backwards=True
    )
