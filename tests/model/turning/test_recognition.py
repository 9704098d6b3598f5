"""Sines and cosines recognized in numbers, whatever their layout, first position and direction."""

import numpy as np
import pytest

from peviewer.model.turning.recognition import even_pairs
from tests.plain_sines import LAYOUTS, plain_sines

RATES = 1e4 ** (-np.arange(0, 32, 2) / 32)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("first", "step"), [(0, 1), (4000, 1), (-300, 1), (10**8, 1), (4999, -1), (59, -1)]
)
def test_layout_frequencies_first_position_and_direction_are_found(layout, first, step):
    found = even_pairs(plain_sines(first + step * np.arange(60), 32, layout=layout))
    sines = {
        "interleaved": 2 * np.arange(16),
        "concatenated": np.arange(16),
        "flipped": 16 + np.arange(16),
    }
    assert found.sines.tolist() == sines[layout].tolist()
    expected = list(range(32))
    assert sorted([*found.sines, *found.cosines]) == expected
    assert found.frequencies == pytest.approx(RATES, rel=1e-6)
    assert found.start == pytest.approx(first, abs=1e-3)
    assert found.step == step
    expected = pytest.approx(max(abs(first), abs(first + 59 * step)), abs=1e-3)
    assert found.farthest(60) == expected


def test_cosines_before_sines_in_each_pair_are_found():
    sines = plain_sines(range(50, 90), 32)
    table = sines.reshape(40, 16, 2)[:, :, ::-1].reshape(40, 32)
    found = even_pairs(table)
    assert found.sines[0] == 1
    assert found.cosines[0] == 0
    assert found.step == 1
    assert found.start == pytest.approx(50, abs=1e-6)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_last_sine_without_a_cosine_is_left_out(layout):
    sines = plain_sines(range(60), 7, layout=layout)
    found = even_pairs(sines)
    assert len(found.sines) == 3
    expected = pytest.approx(1e4 ** (-np.arange(0, 6, 2) / 7), rel=1e-6)
    assert found.frequencies == expected


@pytest.mark.parametrize(
    "rounded", [lambda table: table.astype(np.float16), lambda table: table.round(4)]
)
def test_rounded_numbers_still_tell_the_first_position(rounded):
    sines = plain_sines(range(100, 400), 64)
    found = even_pairs(rounded(sines).astype(float))
    assert found.start == pytest.approx(100, abs=0.05)
    assert 1e-6 < found.errors.max() < 1e-3


def test_a_column_that_does_not_belong_to_a_pair_takes_its_pair_away():
    table = plain_sines(range(60), 32)
    table[:, 5] = np.random.default_rng(0).normal(size=60)
    expected = [place for place in range(0, 32, 2) if place != 4]
    assert even_pairs(table).sines.tolist() == expected


def test_a_column_of_another_base_is_seen_by_how_unevenly_its_pair_turns():
    table = plain_sines(range(60), 32)
    sines = plain_sines(range(60), 32, base=9999)
    table[:, 3] = sines[:, 3]
    errors = even_pairs(table).errors
    assert errors.argmax() == 1
    assert errors[1] > 1e-5 > 1e-13 > np.delete(errors, 1).max()


@pytest.mark.parametrize("table", [
    np.random.default_rng(0).normal(size=(100, 16)), np.zeros((10, 4)), np.ones((2, 4)), np.ones((9, 1)),
])  # fmt: skip
def test_other_numbers_are_not_taken_for_turning_pairs(table):
    assert even_pairs(table) is None


def test_frequencies_without_a_phase_give_no_position():
    assert np.isnan(even_pairs(np.ones((10, 4))).start)
