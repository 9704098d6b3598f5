"""The numbers that stories and presets state: each a function of the Document, written for people to read."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import floor, inf, pi
from typing import Any, TypeVar, cast

import numpy as np

from peviewer.base.numbers import number, plain, steady
from peviewer.base.words import in_number, in_unit
from peviewer.document.animation import SHIFT, animation_range
from peviewer.document.document import Document
from peviewer.figures.panes.pairs.scaling import pair_regions
from peviewer.model.between.pairwise import lag_profile, pairwise
from peviewer.model.between.score import TurnedScore, least_base, reach
from peviewer.model.claims.turning import last_falling_lag
from peviewer.model.embedded import worst_shift_error
from peviewer.model.encodings.alibi import Alibi
from peviewer.model.encodings.grids.swin import Swin
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.t5 import T5
from peviewer.model.encodings.turning import Paired, Rotating, Turning
from peviewer.model.shifting import packed_operators
from peviewer.model.turning.frequencies import turns_within
from peviewer.model.turning.precision import BFLOAT16

Quantity = Callable[[Document], str]
S = TypeVar("S")

FEW_ROWS, FEW_CELLS = 400, 100_000  # of a table that is computed whole
MOST_LAGS = 10_000  # whose scores are computed one by one
QUIET = 0.01  # the standard deviation below which a dimension hardly moves
LLAMA_DIM = 128  # a head's dimensions
USUAL_BASE = 10_000.0


class NotHere(ValueError):
    """A quantity that there is not in a Document, as its scheme has no such thing."""


def _of(document: Document, kind: type[S]) -> S:
    if not isinstance(document.encoding, kind):
        raise NotHere
    return document.encoding


def _of_b(document: Document, kind: type[S]) -> S:
    if not isinstance(document.compare.against, kind):
        raise NotHere
    return document.compare.against


def _even(document: Document) -> Turning:
    """Return a plain table of whole pairs: the distance of two rows is a function of their lag."""
    encoding = _of(document, Turning)
    if not document.embedded.by_lag:
        raise NotHere
    return encoding


def _several_pairs(document: Document) -> Paired:
    encoding = _of(document, Paired)
    if encoding.pairs < 2:
        raise NotHere
    return encoding


def _rounded(value: float) -> str:
    """Write a number with two decimals, or as a whole one."""
    return steady(round(float(value), 2))


def _positions(value: float) -> str:
    """Write a wavelength."""
    return plain(value, 2 if value < 1000 else 0)


def _times(factor: float) -> str:
    return "twice" if factor == 2 else f"{_rounded(factor)} times"


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


# ---- pairs that turn


def _never_turning(document: Document) -> int:
    return _of(document, Paired).never_turning


def _turning(document: Document) -> int:
    return _of(document, Paired).pairs - _never_turning(document)


def _count_text(count: int, pairs: int) -> str:
    """Return how many of some pairs are so, with the verb."""
    if pairs < 2:
        raise NotHere
    return f"{number(count)} of the {number(pairs)} pairs {in_number(count, 'is')}"


def _turning_share(document: Document) -> float:
    return _turning(document) / _of(document, Paired).pairs


def _wavelength(document: Document, pair: int) -> float:
    return float(_several_pairs(document).wavelengths()[pair])


def _pair_ratio(encoding: Paired) -> float:
    first, second = encoding.frequencies()[:2]
    return float(first / second)


def _ratio_of_usual_base(document: Document) -> str:
    usual = _several_pairs(document).rebased(USUAL_BASE)
    if usual is None:
        raise NotHere
    return _rounded(_pair_ratio(usual))


def _short_of_limit(document: Document) -> str:
    """Return by how much less the last wavelength is than 2π·b."""
    limit = 2 * pi * document.get("encoding.base")
    return _percent(1 - _wavelength(document, -1) / limit)


def _divisors(document: Document) -> str:
    texts = [_rounded(1 / rate) for rate in _several_pairs(document).frequencies()]
    if len(texts) > 4:
        texts = [*texts[:2], "…", texts[-1]]
        return " ".join(texts)
    return f"{', '.join(texts[:-1])} and {texts[-1]}"


def _move(document: Document, pair: int) -> str:
    """Return by how much a pair moves from one row to the next."""
    rate = _even(document).frequencies()[pair]
    return plain(2 * np.sin(rate / 2), 3)


def _last_shown_pair(document: Document) -> int:
    """Return the last pair that is drawn whole, of a table in which sine and cosine alternate."""
    encoding = _even(document)
    if encoding.layout != "interleaved":
        raise NotHere
    _, end = document.view.zoom.get("dimension", (-0.5, encoding.dim - 0.5))
    last = floor((end - 1) / 2)
    return min(max(last, 0), encoding.pairs - 1)


# ---- rows


def _distance(document: Document, decimals: int) -> str:
    return plain(float(lag_profile(_even(document), [1.0])[0]), decimals)


def _closest_rows(document: Document) -> str:
    encoding = _even(document)
    lags = np.arange(1, min(encoding.length, FEW_ROWS))
    if not len(lags):
        raise NotHere
    distances = lag_profile(encoding, lags)
    nearest = int(distances.argmin())
    which = "Neighbours" if nearest == 0 else f"Rows {number(nearest + 1)} positions apart"
    return f"{which} are closest: {plain(float(distances[nearest]), 3)} apart"


def _falling_lags(document: Document) -> str:
    encoding = _even(document)
    last = last_falling_lag(encoding)
    if last is None:
        raise NotHere
    return number(last)


def _table(document: Document) -> np.ndarray[Any, Any]:
    encoding = _of(document, Turning)
    if encoding.length > FEW_ROWS or encoding.length * encoding.dim > FEW_CELLS:
        raise NotHere
    return document.embedded.table()


def _quiet_columns(document: Document) -> tuple[Any, Any]:
    """Return which sines and which cosines hardly move."""
    columns = _turned(document).columns
    quiet = _table(document).std(axis=0) < QUIET
    return quiet[columns.sines], quiet[columns.cosines]


def _count_quiet_dimensions(document: Document) -> int:
    return sum(int(quiet.sum()) for quiet in _quiet_columns(document))


def _count_quiet_pairs(document: Document, *, sines: bool) -> int:
    """Return in how many of the slow pairs the cosine hardly moves, and the sine does not either, or does."""
    quiet_sines, quiet_cosines = _quiet_columns(document)
    slow = _turned(document).turns_within() < 1
    return int((slow & quiet_cosines & (quiet_sines == sines)).sum())


def _least_cosine(document: Document) -> str:
    least = float(pairwise(_table(document), "cosine").min())
    return plain(floor(1000 * least) / 1000, 3)


# ---- the shift


def _shifted_position(document: Document) -> str:
    _turned(document)
    return steady(document.reference_position + document.shift.phi)


def _shift_in_words(document: Document) -> str:
    _turned(document)
    phi = document.shift.phi
    if not phi:
        return "nowhere"
    return f"{in_unit(steady(abs(phi)), 'positions')} {'back' if phi < 0 else 'on'}"


def _operator_entries(document: Document) -> int:
    first, _ = packed_operators(_even(document), document.shift.phi)
    return 2 * int(np.count_nonzero(first))


def _row_error(document: Document) -> str:
    """Return how far row t, turned, is off from row t + φ."""
    turning = _turned_document(document)
    embedded, position, phi = turning.embedded, turning.reference_position, turning.shift.phi
    turned = embedded.shifted(embedded.table([position]), phi, turning.operator)
    target = embedded.table([position + phi])
    return plain(float(np.abs(turned - target).max()), 3)


def _operator_error(document: Document) -> str:
    """Return how far the worst of the rows is off whose t + φ lies in the table."""
    turning = _turned_document(document)
    phi = turning.shift.phi
    inside = floor(turning.encoding.length - 1 - abs(phi)) + 1
    worst = worst_shift_error(turning.embedded, turning.operator, phi)
    if inside < 1 or len(worst.positions) < inside:  # of many rows only some are tried
        raise NotHere
    return plain(worst.error, 3)


def _turned(document: Document) -> Turning:
    """Return an encoding for which M(φ) exists."""
    encoding = _of(document, Turning)
    if encoding.dim % 2:
        raise NotHere
    return encoding


def _turned_document(document: Document) -> Document[Turning]:
    _turned(document)
    return cast("Document[Turning]", document)


# ---- scalings and scores


def _region(encoding: Rope, name: str) -> str:
    if encoding.factor == 1:  # nothing is scaled
        raise NotHere
    return in_unit(number(int(pair_regions(encoding)[name].sum())), "pairs")


def _trained(document: Document) -> int:
    """Return the trained length, where it is given."""
    trained = _of(document, Rope).trained
    if not trained:
        raise NotHere
    return trained


def _kept_by_yarn(document: Document) -> str:
    _trained(document)
    yarn = _of(document, Rope).model_copy(update={"scaling": "yarn", "fast": 32.0, "slow": 1.0})
    return _region(yarn, "kept")


def _slow_in_training(document: Document, encoding: Scheme | None) -> str:
    """Return how many pairs of A or B, unscaled, are too slow for a turn within A's trained length."""
    if not isinstance(encoding, Rope):
        raise NotHere
    turns = turns_within(encoding.unscaled(), _trained(document))
    return _count_text(int((turns < 1).sum()), encoding.pairs)


def _zero_of_score(encoding: Scheme | None) -> str:
    if not isinstance(encoding, Paired):
        raise NotHere
    zero = reach(TurnedScore(encoding.from_zero))
    if zero.lag is None:
        return f"at none of {in_unit(number(zero.looked), 'positions')}"
    return f"after {in_unit(number(zero.lag), 'positions')}"


@lru_cache(maxsize=8)  # as the base is played, too
def _distinct(positions: range) -> int:
    return BFLOAT16.distinct(positions)


def _half_dimensions(document: Document) -> int:
    """Return how many of a head's dimensions turn."""
    return 2 * _of(document, Rotating).pairs


@lru_cache(maxsize=8)
def _above_again(encoding: Paired) -> str:
    """Return at how many of the lags from its first 0 on a score is above 0."""
    score = TurnedScore(encoding)
    zero = reach(score)
    if zero.lag is None or encoding.length > MOST_LAGS:
        raise NotHere
    later = score.at(np.arange(zero.lag, encoding.length, dtype=np.float64))
    above = int((later > 0).sum())
    return f"{number(above)} of the {in_unit(number(len(later)), 'positions')} from there on"


def _least_base(document: Document) -> str:
    least = least_base(_of(document, Paired))
    if least is None or not 1 < least < inf:
        raise NotHere
    return number(least, 3)


# ---- biases and bits


def _next_head(document: Document) -> str:
    """Return how many times as far as a head of ALiBi the next one looks."""
    heads = _of(document, Alibi).heads
    if heads & (heads - 1) or heads == 1:  # two sequences of slopes, or one head
        raise NotHere
    slopes = _of(document, Alibi).slopes()
    return _times(round(float(slopes[0] / slopes[1]), 9))


def _exact_lags(document: Document) -> int:
    """Return up to which distance each lag of T5 has a bucket of its own."""
    distances = _of(document, T5).distances()
    wide = np.flatnonzero(np.diff(distances) > 1)
    first_wide = int(wide[0]) if len(wide) else -1  # the last bucket holds all that is farther
    return int(distances[first_wide]) - 1


def _offsets(document: Document, side: str) -> str:
    return number(2 * int(getattr(_of(document, Swin), side)) - 1)


def _needed_bits(document: Document) -> int:
    positions = document.encoding.positions
    if positions[0] < 0 or positions[-1] < 2:
        raise NotHere
    return positions[-1].bit_length()


def _different_columns(document: Document) -> str:
    different = min(document.encoding.length, 2 ** document.get("binary.bits"))
    return (
        "all different"
        if different == document.encoding.length
        else f"of which {number(different)} differ"
    )


def _idle_bits(document: Document) -> str:
    bits, needed = document.get("binary.bits"), _needed_bits(document)
    if bits < needed:
        return f"with {number(bits)} some are alike"
    return f"so {number(bits - needed)} of the {number(bits)} stay 0"


QUANTITIES: dict[str, Quantity] = {
    "pairs": lambda document: number(_several_pairs(document).pairs),
    "last_pair": lambda document: number(_several_pairs(document).pairs - 1),
    "pair_ratio": lambda document: _rounded(_pair_ratio(_several_pairs(document))),
    "ratio_of_usual_base": _ratio_of_usual_base,
    "first_wavelength": lambda document: _positions(_wavelength(document, 0)),
    "last_wavelength": lambda document: _positions(_wavelength(document, -1)),
    "short_of_limit": _short_of_limit,
    "divisors": _divisors,
    "slow_pairs": lambda document: _count_text(
        _never_turning(document), _of(document, Paired).pairs
    ),
    "turning": lambda document: number(_turning(document)),
    "turning_dimensions": lambda document: number(
        min(2 * _turning(document), _of(document, Turning).dim)
    ),
    "unturned_share": lambda document: _percent(1 - _turning_share(document)),
    "turning_share": lambda document: _percent(_turning_share(document)),
    "first_move": lambda document: _move(document, 0),
    "last_shown_pair": lambda document: number(_last_shown_pair(document)),
    "last_shown_move": lambda document: _move(document, _last_shown_pair(document)),
    "neighbour_distance": lambda document: _distance(document, 3),
    "exact_neighbour_distance": lambda document: _distance(document, 8),
    "closest_rows": _closest_rows,
    "falling_lags": _falling_lags,
    "quiet_dimensions": lambda document: number(_count_quiet_dimensions(document)),
    "quiet_pairs": lambda document: number(_count_quiet_pairs(document, sines=True)),
    "half_quiet_pairs": lambda document: number(_count_quiet_pairs(document, sines=False)),
    "least_cosine": _least_cosine,
    "shifted_position": _shifted_position,
    "shift_in_words": _shift_in_words,
    "played_from": lambda document: steady(animation_range(document, SHIFT)[0]),
    "played_to": lambda document: steady(animation_range(document, SHIFT)[1]),
    "matrix_entries": lambda document: number(_turned(document).dim ** 2),
    "operator_entries": lambda document: number(_operator_entries(document)),
    "packed_products": lambda document: number(2 * _turned(document).dim),
    "row_error": _row_error,
    "operator_error": _operator_error,
    "stretched_length": lambda document: plain(
        round(_trained(document) * _of(document, Rope).factor)
    ),
    "slowed_step": lambda document: plain(float(_of(document, Rope).frequencies()[0]), 3),
    "scaled_base": lambda document: number(round(_of(document, Rope).scaled_base())),
    "stretch": lambda document: _rounded(_of(document, Rope).stretch),
    "kept_pairs": lambda document: _region(_of(document, Rope), "kept"),
    "blended_pairs": lambda document: _region(_of(document, Rope), "between"),
    "stretched_pairs": lambda document: _region(_of(document, Rope), "stretched"),
    "kept_by_yarn": _kept_by_yarn,
    "attention_factor": lambda document: plain(_of(document, Rope).attention_factor, 3),
    "slow_in_training": lambda document: _slow_in_training(document, document.encoding),
    "slow_in_training_b": lambda document: _slow_in_training(document, document.compare.against),
    "slow_with_usual_base": lambda document: _slow_in_training(
        document, _of(document, Rope).rebased(USUAL_BASE)
    ),
    "base_b": lambda document: steady(_of_b(document, Rope).base),
    "zero_of_score": lambda document: _zero_of_score(document.encoding),
    "zero_of_score_b": lambda document: _zero_of_score(document.compare.against),
    "above_again": lambda document: _above_again(_of(document, Paired).from_zero),
    "least_base": _least_base,
    "distinct_positions": lambda document: number(_distinct(document.encoding.positions)),
    "turning_pairs": lambda document: in_unit(number(_of(document, Rotating).pairs), "pairs"),
    "turned_dimensions": lambda document: number(_half_dimensions(document)),
    "still_dimensions": lambda document: number(
        _of(document, Rotating).dim - _half_dimensions(document)
    ),
    "turned_share": lambda document: _percent(
        _half_dimensions(document) / _of(document, Rotating).dim
    ),
    "times_llama": lambda document: _times(_of(document, Rotating).dim / LLAMA_DIM),
    # What ALiBi's first head takes from a score 4 positions back.
    "steepest_loss": lambda document: number(4 * float(_of(document, Alibi).slopes()[0])),
    "exact_lags": lambda document: number(_exact_lags(document)),
    "last_bucket": lambda document: number(int(_of(document, T5).distances()[-1])),
    "offset_rows": lambda document: _offsets(document, "rows"),
    "offset_columns": lambda document: _offsets(document, "columns"),
    "next_head": _next_head,
    "needed_bits": lambda document: number(_needed_bits(document)),
    "different_columns": _different_columns,
    "idle_bits": _idle_bits,
}
"""Each quantity by the name that a line of a story has for it."""
