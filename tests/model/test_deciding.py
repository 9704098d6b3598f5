"""The numbers that decide, against plain loops over pairs, heads, rows and offsets."""

import math
from typing import NamedTuple

import numpy as np
import pytest

import peviewer as pv
from peviewer.model.deciding import CommonSize, differences, quantities


class Case(NamedTuple):
    """A model with RoPE, and the context that it is used in."""

    dim: int
    base: float
    trained: int
    factor: float
    length: int


CASES = [
    Case(128, 5e5, 32_768, 4.0, 131_072),
    Case(128, 1e4, 4096, 3.0, 16_384),
    Case(128, 1e4, 4096, 3.0, 12_288),
    Case(64, 1e6, 8192, 7.0, 8192),
    Case(80, 1e4, 2048, 16.0, 1000),
    Case(4, 1e4, 8, 2.0, 9),
]


def of(scheme, *others):
    """Return the numbers of a scheme, listed with others, by their keys."""
    size = CommonSize.of([scheme, *others])
    return {key: quantity.value for key, quantity in quantities(scheme, size).items()}


def rope(case, **fields):
    plain = pv.Rope(dim=case.dim, base=case.base, trained=case.trained)
    return plain.replace(length=case.length, **fields)


def plain_rates(case):
    return [case.base ** (-2 * pair / case.dim) for pair in range(case.dim // 2)]


def yarn_rates(case, fast=32.0, slow=1.0):
    """Return YaRN's frequencies as jquesnelle/yarn computes them, one by one."""

    def pair_of(turns):
        wavelength = case.trained / turns
        return case.dim * math.log(wavelength / (2 * math.pi)) / (2 * math.log(case.base))

    low = max(math.floor(pair_of(fast)), 0)
    high = min(math.ceil(pair_of(slow)), case.dim - 1)
    slowed = []
    for pair, rate in enumerate(plain_rates(case)):
        ramp = min(1.0, max(0.0, (pair - low) / (high - low)))
        slowed.append(rate * (1 - ramp) + rate / case.factor * ramp)
    return slowed


def never_met(case, rates):
    """Count pairs one by one: less than a turn in training, and farther at the length than they were there."""
    count = 0
    for before, after in zip(plain_rates(case), rates, strict=True):
        made_no_turn = before * (case.trained - 1) < 2 * math.pi
        farthest_in_training = before * case.trained
        if made_no_turn and after * case.length > farthest_in_training * (1 + 1e-9):
            count += 1
    return count


@pytest.mark.parametrize("case", CASES)
def test_angles_never_met_are_those_of_a_plain_count(case):
    expected = never_met(case, plain_rates(case))
    assert of(rope(case))["never"] == expected
    interpolated = [rate / case.factor for rate in plain_rates(case)]
    linear = rope(case, scaling="linear", factor=case.factor)
    assert of(linear)["never"] == never_met(case, interpolated)
    yarn = rope(case, scaling="yarn", factor=case.factor)
    expected = never_met(case, yarn_rates(case))
    assert of(yarn)["never"] == expected


def test_the_cases_that_were_counted_wrong_are_22_and_0():
    case = CASES[0]
    assert of(rope(case))["never"] == 22
    assert of(rope(case, scaling="yarn", factor=4.0))["never"] == 0


def test_a_score_is_followed_over_the_lags_of_the_longer():
    short = pv.Rope(length=1000)
    long = pv.Rope(length=4096)
    rates = 1e4 ** (-np.arange(64) / 64)
    scores = [np.cos(lag * rates).sum() for lag in range(4096)]
    first = next(lag for lag, score in enumerate(scores) if score <= 0)
    assert first == 1707
    assert of(short, long)["reach"] == first
    assert of(long, short)["reach"] == first
    alone = quantities(short, CommonSize.of([short]))["reach"]
    assert alone.text == "none"
    assert math.isnan(alone.value)


def test_attention_is_over_the_keys_of_the_longer():
    short = pv.Alibi(length=20, heads=4)
    long = pv.Alibi(length=90, heads=4)
    steepest = np.exp(-np.arange(90) * 0.25)
    weights = steepest / steepest.sum()
    effective = np.exp(-(weights * np.log(weights)).sum())
    expected = pytest.approx(effective, rel=1e-9)
    assert of(short, long)["nearest"] == expected
    assert of(short)["farthest"] < 20 < of(short, long)["farthest"]


def test_code_of_ones_own_is_asked_for_no_bias_beyond_its_length():
    class Window(pv.extend.Lagged):
        def by_lag(self, lags):
            assert (np.abs(lags) < 30).all()
            return -np.abs(lags)[None, :]

    own = Window(length=30)
    long = pv.Alibi(length=300)
    assert "lost" not in of(own, long)
    assert of(own)["lost"] == -29
    [apart] = differences(own, long)
    slope_of_head_1 = 0.5
    assert apart.value == pytest.approx(29 * slope_of_head_1)
    assert apart.lag == -29


def first_halved(scheme, axis):
    """Return the first offset along an axis at which a turned vector and itself score half, vector by vector."""
    turns_by_it = scheme.turned_by() == axis
    for offset in range(scheme.grid[axis]):
        turned = np.exp(1j * scheme.frequencies() * offset * turns_by_it)
        if turned.real.mean() <= 0.5:
            return offset
    return math.nan


@pytest.mark.parametrize("sharing", ["halves", "alternating", "sections", "interleaved"])
def test_pairs_of_a_grid_turn_by_an_axis_each(sharing):
    sections = {"frames": 5, "frame_pairs": 8, "row_pairs": 4}
    scheme = pv.AxialRope(rows=9, columns=30, dim=64, base=20.0, sharing=sharing, **sections)
    found = of(scheme)
    axes = scheme.turned_by().tolist()
    slow = 0
    for rate, axis in zip(scheme.frequencies().tolist(), axes, strict=True):
        slow += rate * (scheme.grid[axis] - 1) < 2 * math.pi
    assert found["slow"] == slow
    for axis, name in enumerate(scheme.axis_names):
        assert found[f"pairs_{name}"] == axes.count(axis)
        expected = pytest.approx(first_halved(scheme, axis), nan_ok=True)
        assert found[f"half_{name}"] == expected


def test_the_larger_of_two_grids_is_followed_along_each_axis():
    high = pv.AxialRope(rows=20, columns=4, base=20.0)
    wide = pv.AxialRope(rows=4, columns=20, base=20.0)
    assert of(wide, high)["half_y"] == of(high)["half_y"]
    assert of(wide, high)["half_x"] == of(wide)["half_x"]


def test_numbers_of_offsets_differ_at_most_by_those_of_a_plain_loop():
    a = pv.AxialRope(rows=5, columns=7)
    b = pv.AxialRope(rows=6, columns=4, base=10.0)
    most = 0.0
    for down in range(-4, 5):
        for right in range(-3, 4):
            score_a = float(a.by_offset(down, right)[0])
            score_b = float(b.by_offset(down, right)[0])
            most = max(most, abs(score_a - score_b))
    [apart] = differences(a, b)
    assert apart.value == pytest.approx(most, rel=1e-12)
    learned = np.ones((117, 1))
    another_quantity = pv.Swin(rows=5, columns=7, learned=learned)
    assert differences(a, another_quantity) == ()


def left_by_the_best_sinusoid(column):
    """Return the least squares that a sinusoid of any of 3,000 frequencies leaves of a column."""
    places = np.arange(len(column))
    least = math.inf
    for rate in np.arange(0.01, np.pi, 1e-3):
        angles = rate * places
        waves = np.stack([np.sin(angles), np.cos(angles), np.ones(len(places))], axis=1)
        heights = np.linalg.lstsq(waves, column, rcond=None)[0]
        rest = column - waves @ heights
        least = min(least, float(np.square(rest).sum()))
    return least


def test_a_table_is_explained_by_the_best_sinusoid_of_each_column():
    places = np.arange(40)
    noise = np.random.default_rng(3).normal(size=40)
    table = np.stack([np.sin(0.3 * places), np.cos(1.1 * places), noise], axis=1)
    left = sum(map(left_by_the_best_sinusoid, table.T))
    variation = np.square(table - table.mean(axis=0)).sum()
    expected = pytest.approx(1 - left / variation, abs=2e-3)
    assert of(pv.Table(table))["sinusoids"] == expected


def test_tiny_sizes_have_the_numbers_that_there_are():
    one_pair = {"length": 1, "pairs": 1, "slow": 1, "bfloat16": 1}
    assert of(pv.Sinusoidal(length=1, dim=1)) == one_pair
    assert of(pv.Table([[1.0, 2.0]])) == {"length": 1}
    alike = pv.Table([[1.0], [1.0], [1.0]])
    expected = {"length": 3, "step": 0.0, "equal": 2}
    assert of(alike) == expected
    one_key = {"length": 1, "nearest": 1.0, "farthest": 1.0}
    assert of(pv.Alibi(length=1)) == one_key
    assert of(pv.Sincos(rows=1, columns=1, dim=4)) == {"length": 1}


class Causal(pv.extend.Lagged):
    """A bias that falls for keys before the query and is another for those after it."""

    slope: float = 1.0
    later: float = 0.0

    def by_lag(self, lags):
        return np.where(lags > 0, self.later, self.slope * lags)[None, :]


def test_biases_are_compared_for_keys_before_the_query():
    length = 50
    steep = Causal(length=length, slope=2.0, later=9.0)
    gentle = Causal(length=length, slope=0.5, later=-200.0)
    [apart] = differences(steep, gentle)

    farthest_back = length - 1
    assert apart.value == 1.5 * farthest_back
    assert apart.lag == -farthest_back
