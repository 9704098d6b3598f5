"""Biases of heads that are stored for every query and key, or for every key."""

import numpy as np
import pytest

from peviewer.model.stored.lags import by_lag

LENGTH = 100
SLOPES = np.array([0.5, 0.25, -0.125])
LAGS = np.arange(LENGTH)[None, :] - np.arange(LENGTH)[:, None]


def biases_of_lags(seed=0):
    """Return heads × queries × keys, and the numbers of lags from 1 − L to L − 1."""
    numbers = np.random.default_rng(seed).standard_normal((3, 2 * LENGTH - 1))
    return numbers[:, LAGS + LENGTH - 1], numbers


def test_biases_by_lag_are_found_by_lag_with_both_signs():
    stored, numbers = biases_of_lags()
    found = by_lag(stored, "float64")
    assert np.array_equal(found.biases, numbers)
    assert found.is_masked is False
    assert found.is_relative is False


@pytest.mark.parametrize("masked", [-np.inf, -1e9, np.finfo(np.float32).min])
def test_keys_that_are_masked_get_the_biases_of_those_before(masked):
    stored, numbers = biases_of_lags()
    found = by_lag(np.where(LAGS > 0, masked, stored), "float64")
    assert found.is_masked
    assert np.array_equal(found.biases[:, :LENGTH], numbers[:, :LENGTH])
    assert np.array_equal(found.biases[:, LENGTH:], numbers[:, : LENGTH - 1][:, ::-1])


def test_of_two_keys_the_second_is_masked_for_the_first_query():
    found = by_lag(np.array([[[0.0, -np.inf], [2.0, 0.0]]]), "float64")
    assert found.is_masked
    expected = [[2, 0, 2]]
    assert found.biases.tolist() == expected


@pytest.mark.parametrize("queries", [1, LENGTH])
def test_what_all_keys_of_a_query_get_is_taken_away(queries):
    """As BLOOM's biases, which are a slope times the key's position."""
    stored = np.tile(SLOPES[:, None, None] * np.arange(LENGTH), (1, queries, 1))
    found = by_lag(stored, "float64")
    assert found.is_relative
    expected = SLOPES[:, None] * np.arange(1 - LENGTH, 0)
    assert found.biases[:, : LENGTH - 1] == pytest.approx(expected)
    assert (found.biases[:, LENGTH - 1] == 0).all()


@pytest.mark.parametrize("place", [(1, 1, LENGTH - 1), (2, LENGTH - 1, 3), (0, 0, 1)])
def test_a_number_of_one_lag_that_differs_ends_that(place):
    stored, _ = biases_of_lags()
    stored[place] += 1
    assert by_lag(stored, "float64") is None


def test_numbers_that_are_all_equal_or_curved_along_keys_tell_nothing():
    assert by_lag(np.ones((3, 9, 9)), "float64") is None
    assert by_lag(np.square(np.arange(9.0)) * SLOPES[:, None, None], "float64") is None


@pytest.mark.parametrize(("kind", "error"), [("float32", 1e-7), ("float16", 4e-4)])
def test_the_rounding_of_a_type_is_allowed_and_not_much_more(kind, error):
    stored, _ = biases_of_lags()
    noise = np.random.default_rng(1).uniform(-1, 1, stored.shape)
    assert by_lag(stored + error * noise, kind)
    assert by_lag(stored + 100 * error * noise, kind) is None
