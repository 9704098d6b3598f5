"""Scores by the lag against vectors that are really turned.

How far they reach, and the least base, as published.
"""

import numpy as np
import pytest

from peviewer.model.between.lag_curves import BoundOverLag, ScoreOverLag
from peviewer.model.between.score import Reach, TurnedScore, least_base, reach
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.encodings.tensor2tensor import Tensor2Tensor
from peviewer.model.encodings.xpos import XPos

LAGS = np.array([0.0, 1, 2, 7, 100, 4095])
PAPER = 10_000.0 ** (-np.arange(64) / 64)


def mean_of_cosines(frequencies, lags, still=0):
    return (np.cos(lags[:, None] * frequencies).sum(axis=1) + still) / (len(frequencies) + still)


def test_vectors_alike_score_the_mean_of_cosines():
    score = TurnedScore(Rope()).at(LAGS)
    assert score == pytest.approx(mean_of_cosines(PAPER, LAGS), abs=1e-12)


def test_pairs_at_rest_count_as_one():
    scheme = Rope(dim=64, base=500.0, rotated="part", share=0.25)
    turning = 500.0 ** (-np.arange(8) / 8)
    expected = mean_of_cosines(turning, LAGS, still=24)
    assert TurnedScore(scheme).at(LAGS) == pytest.approx(expected, abs=1e-12)


def test_a_last_sine_without_its_cosine_is_left_out():
    of_whole_pairs = 10_000.0 ** (-2 * np.arange(3) / 7)
    score = TurnedScore(Sinusoidal(dim=7)).at(LAGS)
    assert score == pytest.approx(mean_of_cosines(of_whole_pairs, LAGS), abs=1e-12)


def test_scaling_slows_pairs_down_and_multiplies_scores():
    scheme = Rope(scaling="yarn", factor=8.0)
    factor = (0.1 * np.log(8.0) + 1) ** 2
    expected = factor * mean_of_cosines(scheme.frequencies(), LAGS)
    unscaled = mean_of_cosines(PAPER, LAGS)
    before = TurnedScore(scheme, part="before").at(LAGS)
    assert TurnedScore(scheme).at(LAGS) == pytest.approx(expected, abs=1e-12)
    assert before == pytest.approx(unscaled, abs=1e-12)


def test_xpos_shrinks_scores():
    scheme = XPos(dim=128)
    zeta = (np.arange(0, 128, 2) + 0.4 * 128) / (1.4 * 128)
    kept = zeta ** (LAGS[:, None] / 512)
    whole = (kept * np.cos(LAGS[:, None] * PAPER)).mean(axis=1)
    loss = TurnedScore(scheme, part="loss").at(LAGS)
    before = TurnedScore(scheme, part="before").at(LAGS)
    expected = pytest.approx(whole, abs=1e-12)
    assert TurnedScore(scheme).at(LAGS) == expected
    assert loss == pytest.approx(kept.mean(axis=1), abs=1e-12)
    assert before == pytest.approx(mean_of_cosines(PAPER, LAGS), abs=1e-12)


@pytest.mark.parametrize("vectors", ["same", "drawn"])
def test_drawn_vectors_score_as_when_they_are_turned_one_by_one(vectors):
    scheme = Rope(dim=24, rotated="proportional", share=0.5, base=300.0)
    query, key = np.random.default_rng(5).standard_normal((2, 12, 2))
    key = query if vectors == "same" else key
    rates = np.append(300.0 ** (-2 * np.arange(6) / 24), np.zeros(6))

    def turned(vector, position):
        sine = np.sin(rates * position)
        cosine = np.cos(rates * position)
        x, y = vector.T
        return np.concatenate([x * cosine - y * sine, x * sine + y * cosine])

    sizes = np.linalg.norm(query) * np.linalg.norm(key)
    expected = [turned(query, 50 + lag) @ turned(key, 50) / sizes for lag in (0, 3, 71)]
    turned_score = TurnedScore(scheme, vectors, 5)
    actual = turned_score.at(np.array([0.0, 3, 71]))
    assert actual == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("scheme", [Rope(length=5000), XPos(length=5000, dim=16), Sinusoidal(length=5000, dim=9)],
                         ids=lambda scheme: scheme.scheme)  # fmt: skip
def test_a_point_of_a_curve_is_the_mean_of_its_lags(scheme):
    series = ScoreOverLag(TurnedScore(scheme, "drawn", 2))
    every, each = series.exact(0, 5000)
    assert every.tolist() == list(range(5000))
    expected = pytest.approx(series.score.at(every[[0, 1, 4999]]), abs=1e-11)
    assert each[[0, 1, 4999]] == expected
    lags, values = series.sample(0.9, 5500, 100)
    assert len(lags) < 250
    assert lags[-1] > 4800
    whole = [each[int(2 * lag) - last : last + 1].mean() for lag, last in _runs(lags, 1)]
    assert values == pytest.approx(whole, abs=1e-11)
    score_over_lag = ScoreOverLag(series.score, "nearest")
    picked, raw = score_over_lag.sample(0.9, 5500, 100)
    assert raw == pytest.approx(each[picked.astype(int)], abs=1e-11)


def _runs(lags, first):
    """Yield the middle and the last of each run of lags, which follow on one another."""
    for lag in lags:
        last = round(2 * lag) - first
        yield lag, last
        first = last + 1


def test_roformer_s_bound_is_the_mean_of_partial_sums():
    def mean_of_partial_sums(lag):
        partial_sums = np.cumsum(np.exp(1j * lag * PAPER))
        return np.abs(partial_sums).mean()

    bound_over_lag = BoundOverLag(TurnedScore(Rope(length=300)))
    _, bounds = bound_over_lag.exact(0, 300)
    assert bounds[0] == pytest.approx(32.5)
    expected = pytest.approx(mean_of_partial_sums(1), abs=1e-10)
    assert bounds[1] == expected
    expected = pytest.approx(mean_of_partial_sums(40), abs=1e-10)
    assert bounds[40] == expected


def test_of_many_lags_roformer_s_bound_is_computed_at_some():
    bound = BoundOverLag(TurnedScore(Rope(length=10**7)))
    lags, _ = bound.exact(0, 10**7)
    assert bound.sampled == "4\u2009096 of 10\u2009000\u2009000 lags"
    assert len(lags) <= 4096


# ---- how far it reaches


def test_the_first_lag_at_0_is_the_first_of_all():
    scores = mean_of_cosines(PAPER, np.arange(4096.0))
    first_at_0 = int(np.argmax(scores <= 0))
    first_at_half = int(np.argmax(scores <= 0.5))
    score = TurnedScore(Rope(length=4096))
    assert reach(score) == Reach(first_at_0, 4096)
    assert reach(score, 0.5).lag == first_at_half
    turned_score = TurnedScore(Rope(length=1000))
    assert reach(turned_score) == Reach(None, 1000)


def test_lags_below_0_are_as_many_as_published_for_a_mixed_scaling():
    # Men et al. 2024, arXiv 2405.14591, table 4, "method 2" at 15k and 30k (of 1,024 each), and
    # "method 1".
    own = 1e4 ** (-np.arange(64) / 64)
    mixed = (1e4 * 8 ** (128 / 88)) ** (-np.arange(64) / 64)
    mixed[44:] = own[44:] / 8
    scheme = Rope(
        length=30_720, scaling="longrope", trained=8, factor=1, long_factors=tuple(own / mixed)
    )
    values = ScoreOverLag(TurnedScore(scheme)).exact(0, 30_721)[1]
    assert int((values[:15_360] < 0).sum()) == 97
    assert int((values < 0).sum()) == 2554
    turned_score = TurnedScore(Rope(length=30_720, base=5e6))
    assert reach(turned_score).lag is None


OF_THREE_DIGITS = [
    float(f"{digits}e{power}") for power in range(-2, 6) for digits in range(100, 1000)
][1:]


@pytest.mark.slow
@pytest.mark.parametrize("scheme", [Rope(dim=16, length=200), Sinusoidal(dim=24, length=300),
                                    Rope(dim=64, length=500, rotated="proportional", share=0.75),
                                    Rope(length=33, dim=8, scaling="yarn", trained=8, slow=0.2, fast=2.0),
                                    Rope(length=70, dim=8, scaling="dynamic", trained=16),
                                    Rope(length=90, dim=12, scaling="longrope", trained=16,
                                         long_factors=(1.0, 1.5, 3.0, 1.0, 1.0, 1.0)),
                                    XPos(length=60, dim=8, decay_base=30.0)])  # fmt: skip
def test_no_smaller_base_of_three_digits_will_do_whatever_is_scaled_or_lost(scheme):
    actual = least_base(scheme)
    lags = np.arange(float(scheme.length))

    def least(base):
        return TurnedScore(scheme.model_copy(update={"base": base})).at(lags).min()

    assert least(actual) >= 0
    assert max((least(base) for base in OF_THREE_DIGITS if base < actual), default=-1) < 0


@pytest.mark.parametrize(("length", "published"), [(1025, 4.3e3), (8193, 8.4e4), (65_537, 2.1e6)])
def test_the_least_base_is_the_published_one(length, published):
    # Men et al. 2024, arXiv 2405.14591, table 2, lag L among them, of two digits
    rope = Rope(length=length, base=77.0, first=-5)
    actual = least_base(rope)
    assert float(f"{actual:.1e}") == published


def test_there_may_be_no_such_base_or_any():
    assert least_base(Rope(length=2)) == 1.0
    rope = Rope(dim=96, length=2048, rotated="part", share=0.5)
    assert least_base(rope) == 1.0
    assert least_base(Rope(dim=2, length=5)) == np.inf
    assert least_base(Tensor2Tensor()) is None
    assert least_base(Rope(dim=4096, length=10**7)) is None
