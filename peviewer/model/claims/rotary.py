"""Claims about schemes that turn queries and keys, along positions or along the axes of a grid."""

from math import nan

import numpy as np

from peviewer.base.numbers import number
from peviewer.base.words import in_unit
from peviewer.model.between.score import TurnedScore, products_of_pairs, reach
from peviewer.model.claims.biases import axes_alike
from peviewer.model.claims.report import Claim, Verdict
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.turning import Rotating
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.turning.frequencies import turns_within
from peviewer.model.turning.pairs import exact_phasors, phasors
from peviewer.model.turning.precision import BFLOAT16

# How many pairs, lags, and positions of keys the claims about scores are tried with.
_PAIRS = 512
_LAGS = 8
_PLACES = 64

# The most lags over which a falling score is followed.
_FOLLOWED = 65_536

# Rounding errors of scores and relative rounding errors of frequencies are smaller than this.
_ROUNDED = 1e-9


def _relative(scheme: Rotating) -> Verdict:
    """Whether the score of a turned query and a turned key depends on their lag alone."""
    pairs = linspace_indices(scheme.pairs, _PAIRS)
    products = products_of_pairs(len(pairs), "drawn", 1)
    rates = scheme.frequencies()[pairs]
    rounding_errors = scheme.frequency_rounding_errors()[pairs]
    losses = scheme.log_decays()[pairs]
    lags = linspace_indices(scheme.length, _LAGS).tolist()
    largest = 0.0
    for lag in lags:
        keys = scheme.first + linspace_indices(scheme.length - lag, _PLACES).astype(np.float64)
        turned_keys = exact_phasors(keys, rates, rounding_errors)
        turned = exact_phasors(keys + lag, rates, rounding_errors) * turned_keys.conj()
        kept_products = products * np.exp(losses * lag)
        scores = (turned * kept_products).real.sum(axis=1)
        largest = max(largest, float(np.ptp(scores)))
    tried = in_unit(number(len(lags)), "lags")
    what = f"the largest difference between scores of one lag; {tried} tried"
    return largest <= _ROUNDED, largest, what


def _norm_kept(scheme: Rotating) -> Verdict:
    """Whether queries and keys keep their norm."""
    if scheme.log_decays().any():
        # Decay is counted from the middle of the length, so that keys at its ends change most.
        left = float(np.exp(scheme.log_decays().min() * (scheme.length // 2)))
        what = "what a key at the first position keeps of the pair that loses most"
        reason = "losses count from the middle; a query there grows by as much"
        return left == 1, left, f"{what}: {reason}"
    if scheme.attention_factor != 1:
        multiplied = "turned pairs" if scheme.scales_a_part else "queries and of keys"
        what = f"the factor of {multiplied}, which keeps the spread of scores"
        return False, scheme.attention_factor, what
    return _length_kept(scheme.frequencies() * scheme.positions[-1])


def _length_kept(angles: Array) -> Verdict:
    largest = float(np.abs(np.abs(phasors(angles)) - 1).max())
    return largest <= _ROUNDED, largest, "the largest relative change of the length of a pair"


def _every_turn(scheme: Rotating) -> Verdict:
    """Whether every pair completes a turn within the length."""
    longest = number(float(scheme.wavelengths().max()), 4)
    holds, slow, detail = _turning(scheme.turns_within())
    return holds, slow, f"{detail}; the slowest takes {longest} positions"


def _turning(turns: Array) -> Verdict:
    slow = int((turns < 1).sum())
    pairs = len(turns)
    return slow == 0, slow, f"how many pairs never complete a turn, of {number(pairs)}"


def _seen_angles(scheme: Rope) -> Verdict:
    """Whether training covered every angle that occurs within the length."""
    trained = scheme.trained
    if not trained:
        return None, nan, "the trained length is not given"
    unscaled = scheme.unscaled_frequencies()
    # Training covers angles up to those of position L₀: with a factor f, interpolation puts its
    # last f − 1 positions between L₀ − 1, the last trained position, and L₀.
    seen_angles = unscaled * trained * (1 + _ROUNDED)
    reaches_further = scheme.frequencies() * scheme.length > seen_angles
    turned_in_full = turns_within(unscaled, trained) >= 1
    count = int((~turned_in_full & reaches_further).sum())
    pairs = f"how many pairs of {number(scheme.pairs)}"
    what = f"{pairs} reach angles that the {number(trained)} trained positions lack"
    return count == 0, count, what


def _fastest_kept(scheme: Rope) -> Verdict:
    """Whether the fastest pair keeps its frequency from training."""
    factor = float(scheme.unscaled_frequencies()[0] / scheme.frequencies()[0])
    what = (
        "how many times slower than in training the fastest pair turns, "
        "which separates neighbours best"
    )
    return abs(factor - 1) <= _ROUNDED, factor, what


def _extends(scheme: Rotating) -> Verdict:
    """Whether pairs keep their frequencies in a context twice as long: cached keys stay valid."""
    longer = scheme.model_copy(update={"length": 2 * scheme.length})
    change = float(np.abs(longer.frequencies() / scheme.frequencies() - 1).max())
    error_of_keys = float(np.abs(scheme.new_key_factors(longer.length) - 1).max())
    if error_of_keys > change:
        what = "the relative error of cached keys in a context twice as long"
        reason = "the code counts positions from the middle, which moves"
        return error_of_keys <= _ROUNDED, error_of_keys, f"{what}: {reason}"
    what = "the largest relative change of a frequency in a context twice as long"
    return change <= _ROUNDED, change, what


def _reaches(scheme: Rotating) -> Verdict:
    """Whether the score of a key equal to the query stays above 0 at every lag."""
    zero = reach(TurnedScore(scheme.from_zero))
    if zero.lag is not None:
        what = "the lag, in positions back, at which an equal key first scores 0 or less"
        return False, zero.lag, what
    tried = "" if zero.lags_looked_at == scheme.length else f"; {number(zero.lags_looked_at)} tried"
    what = "the farthest lag, in positions back: an equal key scores above 0 up to there"
    return True, scheme.length - 1, f"{what}{tried}"


def _falling(scheme: Rotating) -> Verdict:
    """Up to which lag the score falls; this informs only."""
    count = min(scheme.length, _FOLLOWED)
    score = TurnedScore(scheme.from_zero).at_even_lags(0.0, 1.0, count)
    rising = np.flatnonzero(np.diff(score) > _ROUNDED)
    if len(rising):
        what = "the lag, in positions back, up to which the score of an equal key falls"
        return None, int(rising[0]), what
    what = "the farthest lag tried, in positions back"
    return None, count - 1, f"{what}: the score of an equal key falls up to there"


def _distinct_in_bfloat16(scheme: Rotating) -> Verdict:
    """Whether positions stay distinct in bfloat16."""
    positions = scheme.positions
    count = BFLOAT16.distinct(positions)
    alike = BFLOAT16.first_alike(positions)
    what = f"how many positions of {number(len(positions))} stay distinct in bfloat16"
    if alike is None:
        return True, count, what
    return False, count, f"{what}; t = {number(alike)} and the next become the same number"


def _relative_on_grid(scheme: AxialRope) -> Verdict:
    """Whether a score depends on the offset of query and key alone."""
    offset = [places // 3 for places in scheme.grid]
    fits = [
        linspace_indices(places - by, 4) for places, by in zip(scheme.grid, offset, strict=True)
    ]
    queries = np.stack(np.meshgrid(*fits, indexing="ij"), axis=-1).reshape(-1, len(offset))[
        :_PLACES
    ]
    by = scheme.turned_by()
    rates = scheme.frequencies()
    turned = [np.exp(1j * rates * places[:, by]) for places in (queries, queries + offset)]
    scores = (turned[0] * turned[1].conj() * products_of_pairs(scheme.pairs, "drawn", 1)).real.sum(
        axis=1
    )
    largest = float(np.ptp(scores))
    count = in_unit(number(len(queries)), "places")
    return (
        largest <= _ROUNDED,
        largest,
        f"the largest difference between scores of one offset; {count} tried",
    )


def _norm_kept_on_grid(scheme: AxialRope) -> Verdict:
    """Whether queries and keys keep their norm."""
    return _length_kept(scheme.frequencies() * (np.array(scheme.grid) - 1)[scheme.turned_by()])


def _every_turn_on_grid(scheme: AxialRope) -> Verdict:
    """Whether every pair completes a turn along its axis."""
    return _turning(turns_within(scheme.frequencies(), np.array(scheme.grid)[scheme.turned_by()]))


def _extends_on_grid(scheme: AxialRope) -> Verdict:
    """Whether pairs keep their frequencies on a grid twice as large."""
    larger = scheme.replace(
        **{name: min(128, 2 * getattr(scheme, name)) for name in scheme.sides_of(scheme.by_field())}
    )
    change = float(np.abs(larger.frequencies() / scheme.frequencies() - 1).max())
    return (
        change == 0,
        change,
        "the largest relative change of a frequency on a grid twice as large",
    )


ROTATING = (
    Claim("relative", _relative),
    Claim("norm-kept", _norm_kept),
    Claim("every-turn", _every_turn),
    Claim("extends", _extends),
    Claim("reach", _reaches),
    Claim("monotone", _falling, informs=True),
    Claim("precision", _distinct_in_bfloat16),
)
SCALED = (
    *ROTATING[:3],
    Claim("seen-angles", _seen_angles),
    Claim("fastest-kept", _fastest_kept),
    *ROTATING[3:],
)
TURNING_BY_AXIS = (
    Claim("relative", _relative_on_grid),
    Claim("norm-kept", _norm_kept_on_grid),
    Claim("every-turn", _every_turn_on_grid),
    Claim("axes-alike", axes_alike),
    Claim("extends", _extends_on_grid),
)
