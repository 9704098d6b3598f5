"""Quantities of scalings for long contexts, and of scores."""

from __future__ import annotations

from functools import lru_cache
from math import inf

import numpy as np

from peviewer.base.numbers import number, plain, steady
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.figures.panes.pairs.scaling import pair_regions
from peviewer.figures.quantities.requirements import (
    USUAL_BASE,
    NotHere,
    Quantity,
    compared_of,
    count_text,
    encoding_of,
    percent_text,
    rounded,
)
from peviewer.model.between.score import TurnedScore, least_base, reach
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Paired, Rotating
from peviewer.model.turning.frequencies import turns_within
from peviewer.model.turning.precision import BFLOAT16

# The most lags whose scores are computed one by one.
MAX_LAGS = 10_000


def _region(encoding: Rope, name: str) -> str:
    is_scaled = encoding.factor != 1
    if not is_scaled:
        raise NotHere
    return in_unit(number(int(pair_regions(encoding)[name].sum())), "pairs")


def _trained(document: Document) -> int:
    """Return the trained length, where it is given."""
    trained = encoding_of(document, Rope).trained
    if not trained:
        raise NotHere
    return trained


def _kept_by_yarn(document: Document) -> str:
    _trained(document)
    yarn = encoding_of(document, Rope).model_copy(
        update={"scaling": "yarn", "fast": 32.0, "slow": 1.0}
    )
    return _region(yarn, "kept")


def _slow_in_training(document: Document, encoding: Scheme | None) -> str:
    """Return how many pairs of A or B are too slow for a turn within A's trained length.

    What counts is their speed before any scaling.
    """
    if not isinstance(encoding, Rope):
        raise NotHere
    return count_text(_slow_count(document, encoding), encoding.pairs)


def _slow_count(document: Document, encoding: Rope) -> int:
    turns = turns_within(encoding.unscaled_frequencies(), _trained(document))
    return int((turns < 1).sum())


def _zero_of_score(encoding: Scheme | None) -> str:
    if not isinstance(encoding, Paired):
        raise NotHere
    zero = reach(TurnedScore(encoding.from_zero))
    if zero.lag is None:
        return f"at none of {in_unit(number(zero.lags_looked_at), 'positions')}"
    return f"after {in_unit(number(zero.lag), 'positions')}"


# The number depends on positions alone: while the base is played it is not computed again.
@lru_cache(maxsize=8)
def _distinct(positions: range) -> int:
    return BFLOAT16.distinct(positions)


def _half_dimensions(document: Document) -> int:
    """Return how many of a head's dimensions turn."""
    return 2 * encoding_of(document, Rotating).pairs


@lru_cache(maxsize=8)
def _above_again(encoding: Paired) -> str:
    """Return a text: at how many lags after the score first reached 0 it is above 0 again."""
    score = TurnedScore(encoding)
    zero = reach(score)
    if zero.lag is None or encoding.length > MAX_LAGS:
        raise NotHere
    later = score.at(np.arange(zero.lag, encoding.length, dtype=np.float64))
    above = int((later > 0).sum())
    return f"{number(above)} of the {in_unit(number(len(later)), 'positions')} from there on"


def _least_base(document: Document) -> str:
    least = least_base(encoding_of(document, Paired))
    if least is None or not 1 < least < inf:
        raise NotHere
    return number(least, 3)


SCORES: dict[str, Quantity] = {
    "stretched_length": lambda document: plain(
        round(_trained(document) * encoding_of(document, Rope).factor)
    ),
    "slowed_step": lambda document: plain(float(encoding_of(document, Rope).frequencies()[0]), 3),
    "scaled_base": lambda document: number(round(encoding_of(document, Rope).scaled_base())),
    "stretch": lambda document: rounded(encoding_of(document, Rope).stretch),
    "kept_pairs": lambda document: _region(encoding_of(document, Rope), "kept"),
    "blended_pairs": lambda document: _region(encoding_of(document, Rope), "between"),
    "stretched_pairs": lambda document: _region(encoding_of(document, Rope), "stretched"),
    "kept_by_yarn": _kept_by_yarn,
    "attention_factor": lambda document: plain(encoding_of(document, Rope).attention_factor, 3),
    "slow_in_training": lambda document: _slow_in_training(document, document.encoding),
    "slow_count_b": lambda document: number(_slow_count(document, compared_of(document, Rope))),
    "slow_with_usual_base": lambda document: _slow_in_training(
        document, encoding_of(document, Rope).with_base(USUAL_BASE)
    ),
    "base_b": lambda document: steady(compared_of(document, Rope).base),
    "zero_of_score": lambda document: _zero_of_score(document.encoding),
    "zero_of_score_b": lambda document: _zero_of_score(document.compare.against),
    "above_again": lambda document: _above_again(encoding_of(document, Paired).from_zero),
    "least_base": _least_base,
    "distinct_positions": lambda document: number(_distinct(document.encoding.positions)),
    "turning_pairs": lambda document: in_unit(
        number(encoding_of(document, Rotating).pairs), "pairs"
    ),
    "turned_dimensions": lambda document: number(_half_dimensions(document)),
    "still_dimensions": lambda document: number(
        encoding_of(document, Rotating).dim - _half_dimensions(document)
    ),
    "turned_share": lambda document: percent_text(
        _half_dimensions(document) / encoding_of(document, Rotating).dim
    ),
}
