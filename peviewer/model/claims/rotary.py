"""Claims about schemes that turn queries and keys: what a score depends on, and what a longer context changes."""

import numpy as np
from numpy.typing import NDArray

from peviewer.base.words import in_number, in_unit, number
from peviewer.model.between.score import TurnedScore, reach
from peviewer.model.claims.subject import Verdict
from peviewer.model.encodings.scheme import Array, Rotating, Scaled
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.turning.frequencies import turns_within
from peviewer.model.turning.pairs import exact_phasors
from peviewer.model.turning.precision import BFLOAT16

_PAIRS, _LAGS, _PLACES = 512, 8, 64  # that a score is tried with
_FOLLOWED = 65_536  # lags that a fall is followed over
_ROUNDED = 1e-9  # larger than the rounding error of a score, or relative error of a frequency


def relative(scheme: Rotating) -> Verdict:
    """Whether a score depends on the lag of query and key alone."""
    pairs = linspace_indices(scheme.pairs, _PAIRS)
    drawn = np.random.default_rng(1).standard_normal((2, len(pairs), 2)) @ [1, 1j]
    products = drawn[0] * drawn[1].conj() / np.prod(np.linalg.norm(drawn, axis=1))
    lags = linspace_indices(scheme.length, _LAGS).tolist()
    largest = max(float(np.ptp(_scores(scheme, pairs, products, lag))) for lag in lags)
    tried = "1 lag" if len(lags) == 1 else f"{len(lags)} lags"
    return largest <= _ROUNDED, largest, f"the largest difference between scores of one lag; {tried} tried"


def _scores(scheme: Rotating, pairs: NDArray[np.int64], products: NDArray[np.complex128], lag: int) -> Array:
    """Return one score at some positions, with query and key each turned by its own position."""
    keys = scheme.first + linspace_indices(scheme.length - lag, _PLACES).astype(np.float64)
    rates, rests = scheme.frequencies()[pairs], scheme.frequency_rests()[pairs]
    turned = exact_phasors(keys + lag, rates, rests) * exact_phasors(keys, rates, rests).conj()
    return np.asarray((turned * (products * np.exp(scheme.losses()[pairs] * lag))).real.sum(axis=1))


def norm_kept(scheme: Rotating) -> Verdict:
    """Whether queries and keys keep their norm."""
    losses, factor = scheme.losses(), scheme.attention_factor
    if losses.any():
        return _lost(scheme)
    if factor != 1:
        return False, factor, "the factor of queries and of keys, which keeps the spread of scores"
    turned = np.abs(exact_phasors(np.array([scheme.positions[-1]], dtype=np.float64), scheme.frequencies(),
                                  scheme.frequency_rests()))  # fmt: skip
    largest = float(np.abs(turned - 1).max())
    return largest <= _ROUNDED, largest, "the largest relative change of the length of a pair"


def _lost(scheme: Rotating) -> Verdict:
    """Return the length of a key's fastest pair at the first position, where it changes most."""
    left = float(np.exp(scheme.losses().min() * (scheme.length // 2)))
    what = "what a key at the first position keeps of the pair that loses most"
    return left == 1, left, f"{what}: losses count from the middle; a query there grows by as much"


def every_turn(scheme: Rotating) -> Verdict:
    """Whether every pair completes a turn within the length."""
    waves = scheme.wavelengths()
    slow = scheme.never_turning
    longest = number(float(waves.max()), 4)
    pairs = in_unit(number(scheme.pairs), "pairs")
    completes = in_number(slow, "completes", scheme.pairs)
    return slow == 0, slow, f"of {pairs} never {completes} one; the slowest takes {longest} positions"


def seen_angles(scheme: Scaled) -> Verdict:
    """Whether training covered every angle that occurs within the length."""
    trained = scheme.context() or scheme.length
    before, after = scheme.unscaled(), scheme.frequencies()
    # Up to the step after the last trained position: interpolation puts its last f − 1 positions there.
    further = after * scheme.length > before * trained * (1 + _ROUNDED)
    new = (turns_within(before, trained) < 1) & further
    count, pairs = int(new.sum()), in_unit(number(scheme.pairs), "pairs")
    come = in_number(count, "comes", scheme.pairs)
    return count == 0, count, f"of {pairs} {come} to angles that the trained {number(trained)} positions did not have"


def fastest_kept(scheme: Scaled) -> Verdict:
    """Whether the fastest pair keeps its frequency from training."""
    by = float(scheme.unscaled()[0] / scheme.frequencies()[0])
    return (
        abs(by - 1) <= _ROUNDED,
        by,
        "times slower than in training: the turn of the pair that separates neighbours best",
    )


def extends(scheme: Rotating) -> Verdict:
    """Whether pairs keep their frequencies in a context twice as long, so that cached keys stay valid."""
    longer = scheme.model_copy(update={"length": 2 * scheme.length})
    change = float(np.abs(longer.frequencies() / scheme.frequencies() - 1).max())
    if (moved := float(np.abs(scheme.kept_keys(longer.length) - 1).max())) > change:
        detail = "the relative error of cached keys in a context twice as long: the code counts "
        return moved <= _ROUNDED, moved, f"{detail}positions from the middle, which moves"
    return change <= _ROUNDED, change, "the largest relative change of a frequency in a context twice as long"


def reaches(scheme: Rotating) -> Verdict:
    """Whether the score of a key equal to the query stays above 0 at every lag."""
    zero = reach(TurnedScore(scheme.from_zero))
    if zero.lag is not None:
        return False, zero.lag, "positions back, where an equal key first scores 0 or less"
    looked = "" if zero.looked == scheme.length else f"; {number(zero.looked)} tried"
    return (
        True,
        scheme.length - 1,
        f"positions back, the farthest there are: up to there an equal key scores above 0{looked}",
    )


def falling(scheme: Rotating) -> Verdict:
    """Up to which lag the score falls; this informs only."""
    count = min(scheme.length, _FOLLOWED)
    score = TurnedScore(scheme.from_zero).spaced(0.0, 1.0, count)
    rising = np.flatnonzero(np.diff(score) > _ROUNDED)
    if not len(rising):
        return None, count - 1, "positions back, the farthest tried; the score falls up to there"
    return (
        None,
        int(rising[0]),
        "positions back up to which the score of an equal key falls; then it rises again",
    )


def distinct_in_bfloat16(scheme: Rotating) -> Verdict:
    """Whether positions stay distinct in bfloat16."""
    places = scheme.positions
    count, alike = BFLOAT16.distinct(places), BFLOAT16.first_alike(places)
    rest = "" if alike is None else f"; t = {number(alike)} and the next are the same number"
    left = in_number(count, "is", len(places))
    return alike is None, count, f"of {in_unit(number(len(places)), 'positions')} {left} left in bfloat16{rest}"
