"""The score of the Score pane: its vectors, its parts, and how far it reaches."""

from __future__ import annotations

from typing import Literal

import numpy as np

from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter
from peviewer.document.document import Document
from peviewer.model.between.score import Part, TurnedScore, Vectors, least_base, reach
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.turning import Paired, Rotating, Turning

TOO_SMALL = "A score by the lag needs two positions and a pair of a sine and a cosine."


class Score(Parameters):
    """The score of a query and a key by their lag."""

    vectors: Vectors = parameter(
        "equal",
        title="Vectors",
        hidden=True,
        labels={"equal": "All pairs alike", "same": "q = k, drawn", "drawn": "q and k drawn"},
        help="Which vectors are turned: a vector whose pairs are all alike, "
        "one random vector as both query and key, or two random ones.",
    )
    lags: Literal["octaves", "even"] = parameter(
        "octaves",
        title="Lags",
        hidden=True,
        labels={"octaves": "By octaves", "even": "Evenly"},
        help="Whether the axis of lags is logarithmic or linear.",
    )
    seed: int = parameter(
        1,
        title="Seed",
        hidden=True,
        ge=0,
        le=2**31,
        slider=(0, 100),
        only=("vectors", ("same", "drawn")),
        help="The seed of the random query and key.",
    )


def score_of(document: Document[Paired], part: Part = "whole") -> TurnedScore:
    options = document.of(Score)
    seed = 0 if options.vectors == "equal" else options.seed
    return TurnedScore(document.encoding.from_zero, options.vectors, seed, part)


def compared_parts(scheme: Paired) -> dict[Part, str]:
    """Return the parts of the score that it is compared with, and their labels."""
    if isinstance(scheme, Rope):
        has_own_rates = np.array_equal(scheme.frequencies(), scheme.unscaled_frequencies())
        is_unscaled = has_own_rates and scheme.attention_factor == 1
        return {} if is_unscaled else {"before": scheme.unscaled_name}
    if isinstance(scheme, Rotating) and scheme.log_decays().any():
        return {"before": "turned alone", "loss": "the loss alone"}
    return {}


def is_too_small(scheme: Paired) -> bool:
    return scheme.dim < 2 or scheme.length < 2


def reach_numbers(document: Document[Paired]) -> dict[str, tuple[str, str, float]]:
    """Return the numbers of the score by key: the name, the text and the value of each."""
    scheme = document.encoding
    score = score_of(document)
    start = float(score.at(np.zeros(1))[0])
    half = reach(score, start / 2)
    zero = reach(score)
    numbers = {
        "half": ("halves at lag", half.text(scheme.length), half.value),
        "zero": ("is 0 at lag", zero.text(scheme.length), zero.value),
    }
    if document.of(Score).vectors == "equal" and scheme.with_base(2.0) is not None:
        base = least_base(scheme)
        value = np.nan if base is None or base == np.inf else base
        numbers["base"] = ("least base", _base_text(base), value)
    # With odd d the last pair turns, too, but has no part in a score.
    name = "pairs in the score" if isinstance(scheme, Turning) else "turning pairs"
    turning_pairs = len(score.terms.rates)
    numbers["turning"] = (name, _pair_count_text(scheme, turning_pairs), turning_pairs)
    return numbers


def _base_text(base: float | None) -> str:
    if base is None:
        return "not looked for"
    if base == 1:
        return "any"
    return "none up to 10¹²" if base == np.inf else number(base, 3)


def _pair_count_text(scheme: Paired, turning_pairs: int) -> str:
    """Return how many of all pairs turn."""
    all_pairs = (scheme.dim + 1) // 2
    if turning_pairs < all_pairs:
        return f"{number(turning_pairs)} of {number(all_pairs)}"
    return f"all {number(all_pairs)}" if all_pairs > 1 else "the only one"
