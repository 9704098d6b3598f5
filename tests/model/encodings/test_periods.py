"""Periods by choice, wavelengths by choice, and cyclic sequences."""

import numpy as np
import pytest

import peviewer as pv
from peviewer.figures.panes.catalog import pane
from peviewer.model.encodings.bases.ringed import ring_block_means

RINGED = [pv.Alibi, pv.Kerple, pv.Sandwich, pv.Shaw]
AROUND = np.array([0, 1, 2, 3, -3, -2, -1])


def test_a_period_has_a_sine_and_a_cosine_that_come_round_after_it():
    table = pv.Periods(periods=(24, 168), length=200).table()
    hours = np.arange(200)
    expected = [trig(2 * np.pi * hours / period) for period in (24, 168) for trig in (np.sin, np.cos)]  # fmt: skip
    assert np.abs(table - np.stack(expected, axis=1)).max() < 1e-12


def test_pairs_are_named_and_stand_from_the_shortest_wavelength_to_the_longest():
    scheme = pv.Periods(periods=(168, 24), names="weekday, hour", harmonics=2)
    expected = pytest.approx([12, 24, 84, 168])
    assert scheme.wavelengths() == expected
    expected = ["hour / 2", "hour", "weekday / 2", "weekday"]
    assert [scheme.pair_name(pair) for pair in range(4)] == expected  # fmt: skip
    assert scheme.dim == 8


def test_claims_say_which_positions_a_sine_alone_and_all_periods_do_not_tell_apart():
    claims = pv.properties(pv.Periods(periods=(24, 36), length=100))
    assert "with the sine of period 24 alone, 3 and 9 are the same" in claims["sine-alone"].detail
    expected = pytest.approx(2 * np.cos(np.pi / 4))
    assert claims["sine-alone"].value == expected
    assert claims["repeats"].value == 72
    assert claims["unique"].holds is False


def test_weekdays_of_six_days_make_sunday_the_same_as_monday():
    week = pv.Periods(periods=(6,), length=7, sentence="Mon Tue Wed Thu Fri Sat Sun")
    unique = pv.properties(week)["unique"]
    assert unique.holds is False
    assert unique.value == pytest.approx(0, abs=1e-12)
    assert "Mon" in unique.detail
    assert "Sun" in unique.detail


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"periods": ()}, "periods must be 1 to 64 numbers"),
        ({"periods": (0,)}, "each must be from 0.000001 to 10¹²"),
        ({"periods": (24, -7)}, "each must be from 0.000001 to 10¹²"),
        ({"periods": "24, many"}, "periods"),
        ({"periods": (float("nan"),)}, "periods"),
        ({"periods": (24,), "dim": 8}, "these periods have 2 columns"),
    ],
)
def test_periods_that_are_none_are_refused_in_one_line(fields, message):
    with pytest.raises(ValueError, match="periods") as error:
        pv.Periods(**fields)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_wavelengths_of_sines_lie_between_the_two_that_are_chosen():
    mass = pv.Sinusoidal(dim=4, schedule="wavelengths", least=0.1, greatest=10.0)
    assert mass.wavelengths() == pytest.approx([0.1, 10])
    masses = np.array([0.0, 0.025, 0.3, 2.7])
    expected = [trig(2 * np.pi * masses / wave) for wave in (0.1, 10) for trig in (np.sin, np.cos)]
    assert np.abs(mass.table(masses) - np.stack(expected, axis=1)).max() < 1e-13


def test_a_pane_says_that_the_shortest_wavelength_stands_still_at_whole_positions():
    mass = pv.Sinusoidal(dim=4, schedule="wavelengths", least=0.1, greatest=10.0, length=50)
    assert np.abs(mass.table()[:, 0]).max() < 1e-12
    text = pane("encoding").explanation(pv.Document(encoding=mass))
    assert "At whole positions 1 pair stands still, with wavelength 0.1" in text
    other = mass.replace(least=0.3)
    explanation = pane("encoding").explanation(pv.Document(encoding=other))
    assert "stand" not in explanation


@pytest.mark.parametrize("kind", RINGED)
def test_lags_on_a_ring_are_those_of_the_shorter_way_round(kind):
    plain = kind(length=7)
    ring = kind(length=7, ring=7)
    expected = plain.by_lag(AROUND.astype(float))
    assert np.array_equal(ring.by_lag(np.arange(7.0)), expected)
    expected = pytest.approx(plain.bias(AROUND, head=2))
    assert ring.bias(np.arange(7.0), head=2) == expected
    expected = pytest.approx(plain.by_lag(AROUND)[1])
    assert ring.head_numbers(np.arange(7.0), 1) == expected


def test_shaws_vectors_of_a_ring_of_7_are_those_of_lags_around_it():
    shaw = pv.Shaw(length=7, farthest=32, ring=7)
    assert (shaw.rows_of_lags(np.arange(7)) - 32).tolist() == AROUND.tolist()


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (2, 3), (5, 5), (12, 4)])
def test_means_over_blocks_of_a_ring_are_those_of_all_its_cells(rows, columns):
    numbers = np.random.default_rng(1).standard_normal(9)
    centre = 6 + (columns - 1) / 2 - (rows - 1) / 2
    lags = [6 + column - row for row in range(rows) for column in range(columns)]
    expected = numbers[np.mod(lags, 9)].mean()
    assert ring_block_means(numbers, np.array([centre]), rows, columns) == pytest.approx(expected)


@pytest.mark.parametrize("kind", RINGED)
def test_formula_and_explanation_say_that_lags_are_those_of_a_ring(kind):
    ring = kind(length=20, ring=7)
    assert "mod 7" in ring.formula().text
    assert "mod" not in kind(length=20).formula().text
    text = pane("bias").explanation(pv.Document(encoding=ring))
    assert "counted the shorter way round a ring of 7 positions" in text


def test_periods_are_typed_with_their_number_of_columns():
    typed = {"scheme": "periods", "periods": "24, 168", "harmonics": 2}
    assert pv.Document(encoding=typed).encoding.dim == 8
