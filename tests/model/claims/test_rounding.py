"""Verdicts on tables from files: what rounding explains holds and says so, what it does not explain fails."""

import re

import numpy as np
import pytest

import peviewer as pv
from tests.plain_sines import LAYOUTS, as_bfloat16, plain_sines, single_sines

BY_ROUNDING = "constant-norm", "constant-step", "distance-by-lag", "dot-by-lag"
SINGLE_5000 = single_sines(range(5000), 512)


def failing(table):
    return [
        claim.name for claim in pv.properties(table) if claim.verdict not in ("holds", "informs")
    ]


@pytest.mark.parametrize("length", [3, 60, 1024, 5000, 10_000])
@pytest.mark.parametrize("dim", [4, 64])
def test_the_papers_table_holds_at_any_length(length, dim):
    assert failing(plain_sines(range(length), dim)) == []


@pytest.mark.parametrize("first", [1, 4000, -5000, 10**6, 10**8])
def test_the_papers_table_holds_from_any_position_on_though_no_one_says_which(first):
    sines = plain_sines(first + np.arange(300), 64)
    claims = pv.properties(sines)
    assert failing(plain_sines(first + np.arange(300), 64)) == []
    assert "equal to rounding (" in claims["constant-step"].detail


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("base", [10.0, 500.0, 1e6])
def test_other_layouts_and_bases_hold_backwards_too(layout, base):
    table = plain_sines(range(1200), 64, base, layout)
    assert failing(table) == failing(table[::-1]) == failing(0.1 * table) == []


@pytest.mark.parametrize(("rounded", "words"), [
    (lambda table: table.astype(np.float16), "equal in half precision ("),
    (as_bfloat16, "equal in bfloat16 ("),
    (lambda table: table.astype(np.float32).astype(float), "equal in single precision ("),
    (lambda table: table.round(4), "equal to 4 decimals ("),
    (lambda table: table.round(10), "equal to 10 decimals ("),
])  # fmt: skip
def test_a_rounded_table_holds_and_says_to_what(rounded, words):
    sines = plain_sines(range(400), 64)
    claims = pv.properties(rounded(sines))
    assert [claims[name].holds for name in BY_ROUNDING] == [True] * 4
    assert all(words in claims[name].detail for name in BY_ROUNDING)


def test_angles_in_single_precision_explain_how_far_steps_and_distances_differ():
    claims = pv.properties(SINGLE_5000)
    assert failing(SINGLE_5000) == []
    expected = pytest.approx(4.72e-4, rel=1e-2)
    assert claims["distance-by-lag"].value == expected
    assert claims["distance-by-lag"].detail.endswith(": single precision explains 0.00047")
    assert claims["constant-step"].detail.endswith(": single precision explains 0.00071")
    assert "equal in single precision" in claims["constant-norm"].detail


def test_numbers_are_shown_as_the_share_that_a_claim_has():
    sines = plain_sines(range(60), 32)
    claim = pv.properties(sines.round(6))["dot-by-lag"]
    assert f"({claim.value:.1e})".replace("e-07", "×10⁻⁷") in claim.detail


def changed(table, column, numbers):
    return np.where(np.arange(table.shape[1]) == column, numbers, table)


WRONG = {
    "a column of noise": lambda table: changed(
        table, 5, np.random.default_rng(0).normal(size=(len(table), 1))
    ),
    "a column of another base": lambda table: changed(
        table, 3, plain_sines(range(len(table)), 64, 9999)
    ),
    "a column a row late": lambda table: changed(table, 2, np.roll(table, 1, axis=0)),
    "noise": lambda table: table + 1e-6 * np.random.default_rng(0).normal(size=table.shape),
    "less noise": lambda table: table + 1e-11 * np.random.default_rng(0).normal(size=table.shape),
    "a cell": lambda table: table + 1e-9 * (np.indices(table.shape).sum(axis=0) == 0),
    "sines and cosines of frequencies of their own": lambda table: np.where(
        np.arange(64) % 2, np.cos(angles_of_columns(table)), np.sin(angles_of_columns(table))
    ),
}


def angles_of_columns(table):
    return np.arange(len(table))[:, None] * 1e4 ** (-np.arange(table.shape[1]) / table.shape[1])


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("length", [60, 3000])
def test_what_rounding_does_not_explain_fails(wrong, length):
    sines = plain_sines(range(length), 64)
    assert "distance-by-lag" in failing(wrong(sines))


@pytest.mark.parametrize(("noise", "rounded"), [
    (1e-5, lambda table: table.astype(np.float32)), (1e-5, lambda table: table.round(6)),
    (1e-3, lambda table: table.round(4)), (0.1, lambda table: table.astype(np.float16)),
])  # fmt: skip
def test_no_angle_in_single_precision_explains_noise(noise, rounded):
    table = plain_sines(range(512), 64)
    noisy = rounded(table + noise * np.random.default_rng(0).normal(size=table.shape))
    assert {"constant-step", "distance-by-lag"} <= set(failing(noisy))


def test_two_decimals_of_many_columns_leave_open_whether_steps_are_alike():
    sines = plain_sines(range(60), 128)
    claim = pv.properties(sines.round(2))["constant-step"]
    assert claim.verdict == "undecided"
    assert "2 decimals alone explain differences up to" in claim.detail


def test_rows_that_only_rounding_tells_apart_are_the_same():
    angles = np.arange(7) * 2 * np.pi / 6
    days = np.stack([np.sin(angles), np.cos(angles)], axis=1)
    unique = pv.properties(days)["unique"]
    assert unique.holds is False
    assert 0 < unique.value < 1e-15
    assert "the same up to rounding: closest pair: positions 0 and 6" in unique.detail
    assert "the same to 3 decimals: closest pair" in pv.properties(days.round(3))["unique"].detail


@pytest.mark.parametrize(("sentence", "named"), [
    ("Mon Tue Wed Thu Fri Sat Sun", "closest pair: Mon and Sun, distance 0"),
    ("the cat sat on a mat the", "closest pair: the (0) and the (6), distance 0"),
    ("", "closest pair: positions 0 and 6, distance 0"),
])  # fmt: skip
def test_positions_that_have_words_are_called_by_them(sentence, named):
    table = np.cos(np.arange(7)[:, None] * 2 * np.pi / 6).round(6)
    assert pv.properties(pv.Table(table, sentence=sentence))["unique"].detail.endswith(named)


def test_a_last_sine_without_a_cosine_is_the_reason_in_a_table_too():
    claims = pv.properties(plain_sines(range(200), 511))
    assert claims["constant-norm"].detail.endswith(": with odd d the last pair has no cosine")
    assert claims["constant-step"].holds
    # The last figure of a difference by rounding alone is NumPy's: 5.7 here, 5.9 with an earlier
    # one.
    equal = r"equal to rounding \(5\.\d×10⁻¹³\): with odd d the last pair has no cosine$"
    assert re.search(equal, claims["constant-step"].detail)
    scheme = pv.properties(pv.Sinusoidal(length=200, dim=511))["constant-step"]
    assert scheme.holds
    assert re.search(equal, scheme.detail)


def test_a_sine_and_a_cosine_that_exceed_1_by_rounding_are_bounded():
    assert pv.properties([[1 + 2.0**-52, 0.0], [0.0, 1.0]])["bounded"].holds
    assert not pv.properties([[1 + 1e-12, 0.0], [0.0, 1.0]])["bounded"].holds


def test_rows_that_are_all_the_same_are_decided():
    claims = pv.properties(np.full((20, 4), 0.3))
    assert [claims[name].holds for name in BY_ROUNDING] == [True] * 4
    assert claims["unique"].holds is False


GRID = pv.Sincos(rows=14, columns=14, dim=48, times="2pi", offset=1.0, scale=1e4)


def test_large_angles_on_a_grid_are_rounded_and_that_is_said():
    claims = pv.properties(GRID)
    actual = {claims[name].verdict for name in ("by-places", "shift-down", "shift-across")}
    assert actual == {"holds"}
    assert claims["shift-down"].value > 1e-11
    assert "rounding angles costs up to" in claims["shift-down"].detail
    assert "equal to rounding (" in claims["by-places"].detail
    assert (
        "rounding" not in pv.properties(pv.Sincos(rows=14, columns=14, dim=48))["by-places"].detail
    )


def test_content_on_a_grid_of_large_angles_still_fails():
    claims = pv.properties(GRID, content="normal")
    assert claims["by-places"].verdict == "fails"
    assert claims["by-places"].detail.endswith(": content is added")


def test_angles_that_rounding_makes_meaningless_are_not_decided():
    claims = pv.properties(
        pv.Sincos(rows=14, columns=14, dim=48, scale=1e6, offset=1e6, times="2pi")
    )
    assert claims["shift-down"].verdict == "undecided"
