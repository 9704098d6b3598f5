"""Claims about rotary schemes and biases, true and false alike, each with a number that is computed anew."""

import math
from itertools import product

import numpy as np
import pytest

import peviewer as pv


def claims(scheme):
    return {claim.name: claim for claim in pv.properties(scheme)}


def verdicts(scheme):
    return {name: claim.holds for name, claim in claims(scheme).items()}


ROPE = "relative norm-kept every-turn seen-angles fastest-kept extends reach monotone precision".split()
BIASES = "relative extends falls in-order both-ways own-bias whole-context precision".split()


def test_plain_rope_keeps_lags_and_lengths_and_fails_far_out_and_in_bfloat16():
    by_name = claims(pv.Rope(length=4096, dim=128))
    assert list(by_name) == ROPE
    assert by_name["relative"].holds
    assert by_name["relative"].value < 1e-12
    assert by_name["norm-kept"].holds
    assert by_name["every-turn"].holds is False
    # REFERENCE: 18 of 64.
    assert by_name["every-turn"].value == 18
    assert by_name["precision"].holds is False
    assert by_name["precision"].value == 769


def test_plain_rope_reaches_to_the_first_lag_without_a_score():
    by_name = claims(pv.Rope(length=4096, dim=128))
    frequencies = 10_000.0 ** (-np.arange(64) / 64)
    lags = np.arange(4096)
    scores = np.cos(lags[:, None] * frequencies).mean(axis=1)
    rises = np.flatnonzero(np.diff(scores) > 0)
    assert by_name["reach"].holds is False
    assert by_name["reach"].value == lags[scores <= 0][0]
    assert by_name["monotone"].value == rises[0]


def test_what_a_small_rope_does_not_fail_holds():
    assert verdicts(pv.Rope(length=200, dim=8, base=4.0))["every-turn"] is True
    assert verdicts(pv.Rope(length=256))["precision"] is True
    assert verdicts(pv.Rope(length=40, dim=64, base=1e6))["reach"] is True


@pytest.mark.parametrize(
    ("given", "seen", "kept", "extends", "norm"),
    [
        ({}, False, True, True, True),
        ({"scaling": "linear", "factor": 8}, True, False, True, True),
        ({"scaling": "ntk", "factor": 8}, None, True, True, True),
        ({"scaling": "dynamic", "factor": 1}, None, True, False, True),
        ({"scaling": "yarn", "factor": 8}, True, True, True, False),
        (
            {"scaling": "longrope", "long_factors": (2,) + 63 * (1,), "length": 4096},
            True,
            True,
            False,
            None,
        ),
    ],
    ids=lambda given: given.get("scaling", "none") if isinstance(given, dict) else None,
)
def test_each_scaling_gives_up_something_else(given, seen, kept, extends, norm):
    scheme = pv.Rope(**{"length": 32_768, "dim": 128, "trained": 4096} | given)
    expected = {"seen-angles": seen, "fastest-kept": kept, "extends": extends, "norm-kept": norm}
    by_name = verdicts(scheme)
    for name, holds in expected.items():
        assert holds is None or by_name[name] == holds, name


def test_numbers_of_scalings_are_those_of_their_papers():
    beyond = claims(pv.Rope(length=32_768, dim=128, trained=4096))
    assert beyond["seen-angles"].value == 18
    actual = claims(pv.Rope(length=32_768, scaling="linear", factor=8))["fastest-kept"].value
    assert actual == pytest.approx(8)
    yarn = claims(pv.Rope(length=32_768, scaling="yarn", factor=8))["norm-kept"]
    expected = pytest.approx(0.1 * math.log(8) + 1)
    assert yarn.value == expected
    assert "factor" in yarn.detail


def test_xpos_shrinks_queries_and_tells_lags_all_the_same():
    by_name = claims(pv.XPos(length=1000, dim=64))
    assert "seen-angles" not in by_name
    assert by_name["relative"].holds
    assert by_name["norm-kept"].holds is by_name["extends"].holds is False
    assert "from the middle" in by_name["extends"].detail


@pytest.mark.parametrize(("first", "length"), [(0, 1000), (1000, 333), (-2000, 2), (0, 1)])
def test_what_xpos_leaves_of_a_key_is_what_its_code_leaves(first, length):
    scheme = pv.XPos(length=length, first=first)
    names = {}
    exec(pv.code(scheme), names)
    cosines, sines = np.moveaxis(names["xpos_tables"](), 1, 0)
    of_queries, of_keys = np.hypot(cosines, sines)
    norm = claims(scheme)["norm-kept"]
    assert norm.value == pytest.approx(of_keys.min())
    assert 1 / norm.value == pytest.approx(of_queries.max())
    assert norm.holds is (length == 1)


def test_alibi_sees_as_far_as_its_gentlest_head():
    # Where its weight is a thousandth, at a slope of 2⁻⁸.
    farthest = math.floor(math.log(1000) * 2**8)
    by_name = claims(pv.Alibi(length=4096, heads=8))
    assert list(by_name) == BIASES
    assert by_name["whole-context"].value == farthest
    assert by_name["precision"].holds is False
    assert by_name["precision"].value == 769
    for name in ("relative", "extends", "falls", "both-ways", "own-bias"):
        assert by_name[name].holds, name
    assert verdicts(pv.Alibi(length=1000, heads=8))["whole-context"] is True
    assert claims(pv.Alibi(length=100_000, heads=3))["whole-context"].value == farthest


def test_heads_of_alibi_that_are_out_of_order_are_counted():
    slopes = pv.Alibi(heads=12).slopes()
    rises = np.diff(slopes) > 0
    assert claims(pv.Alibi(length=50, heads=8))["in-order"].value == 0
    assert claims(pv.Alibi(length=50, heads=12))["in-order"].value == rises.sum()


def test_t5_shares_buckets_and_can_look_one_way():
    both_ways = claims(pv.T5(length=1000))
    one_way = claims(pv.T5(length=1000, bidirectional=False))
    assert both_ways["own-bias"].holds is False
    assert both_ways["own-bias"].value == 16
    assert both_ways["both-ways"].holds
    assert one_way["both-ways"].holds is False
    assert one_way["both-ways"].value == 0.25 * 31


def test_a_learned_bias_of_t5_that_rises_is_found():
    rising_at_3 = (0, -1, -2, 5) + 28 * (0,)
    falls = claims(pv.T5(length=100, values="chosen", learned=rising_at_3))["falls"]
    assert falls.holds is False
    assert falls.value == 3


def test_sandwich_rises_where_its_cosines_do():
    by_name = claims(pv.Sandwich(length=500, heads=8))["falls"]
    assert by_name.holds is False
    row = pv.Sandwich(length=500, heads=8).by_lag(-np.arange(500))[0]
    expected = 1 + np.flatnonzero(np.diff(row) > 0)[0]
    assert by_name.value == expected


ENDS = [
    pv.Rope(length=1),
    pv.XPos(length=1),
    pv.Alibi(length=1),
    pv.T5(length=1, bidirectional=False),
    pv.Rope(length=10**7, first=-(2**40)),
    pv.Kerple(length=10**7, heads=64),
]


@pytest.mark.parametrize("scheme", ENDS, ids=lambda scheme: f"{scheme.scheme}-{scheme.length}")
def test_one_position_and_ten_million_have_their_verdicts(scheme):
    by_name = pv.properties(scheme)
    assert all((claim.holds is None) == (claim.verdict == "informs") for claim in by_name)
    assert all(math.isfinite(claim.value) and claim.detail for claim in by_name)


def test_without_a_trained_length_no_angle_is_called_unseen():
    claim = claims(pv.Rope(length=32_768, trained=0))["seen-angles"]
    assert claim.holds is None
    assert claim.detail == "the trained length is not given"


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 2)])
def test_axes_are_compared_over_the_offsets_that_both_have(rows, columns):
    count = (2 * rows - 1) * (2 * columns - 1)
    learned = tuple(np.random.default_rng(3).standard_normal(count))
    window = pv.Swin(rows=rows, columns=columns, heads=1, values="chosen", learned=learned)
    side = min(rows, columns)
    differences = []
    for down, across in product(range(1 - side, side), repeat=2):
        [bias] = window.by_offset(down, across)
        [bias_of_exchanged] = window.by_offset(across, down)
        differences.append(abs(float(bias - bias_of_exchanged)))
    expected = pytest.approx(max(differences), rel=1e-12)
    assert claims(window)["axes-alike"].value == expected
