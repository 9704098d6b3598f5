"""Biases that are given for every lag."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.exporters.code import code
from peviewer.model.claims.properties import properties
from peviewer.model.encodings.lag_biases import LagBiases

GIVEN = np.array([[-5.0, -3, 0, 1, 7], [0.5, 0.25, 0, -0.25, -0.5]])  # heads × lags from −2 to 2


@pytest.fixture
def scheme():
    return LagBiases(heads=2, given=GIVEN.ravel().tolist())


def test_each_lag_has_the_bias_that_is_given_for_it(scheme):
    assert scheme.length == 3
    assert scheme.max_length == 3
    assert scheme.size == "3 positions, 2 heads"
    assert np.array_equal(scheme.by_lag([-2, -1, 0, 1, 2]), GIVEN)
    expected = [[1, -5], [-0.25, 0.5]]
    assert scheme.by_lag([1, -2]).tolist() == expected


def test_the_mean_of_a_block_is_that_of_its_cells():
    numbers = np.random.default_rng(0).standard_normal(99)
    scheme = LagBiases(heads=1, given=numbers.tolist())
    lags = np.arange(50)[None, :] - np.arange(50)[:, None]
    cells = numbers[lags + 49]
    blocks = cells[:48, :48].reshape(12, 4, 16, 3).mean(axis=(1, 3))
    centres = (1 + 3 * np.arange(16))[None, :] - (1.5 + 4 * np.arange(12))[:, None]
    assert np.allclose(scheme.block_means(centres, 4, 3, 0), blocks)


def test_sessions_and_code_have_the_biases(scheme):
    document = Document().opening(scheme)
    assert Document.from_json(document.to_json()).encoding == scheme
    names = {}
    exec(code(document), names)
    made = names["attention_bias"]()
    lags = np.arange(3)[None, :] - np.arange(3)[:, None]
    assert np.array_equal(made, GIVEN[:, lags + 2])
    shorter = {}
    exec(code(Document().opening(scheme.replace(length=2))), shorter)
    assert np.array_equal(shorter["attention_bias"](), made[:, :2, :2])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"given": [1.0, 2], "heads": 1}, "it must be an odd number of lags in each head"),
        ({"given": [1.0] * 10, "heads": 4}, "it must be an odd number of lags in each head"),
        ({"given": [1.0] * 9, "heads": 3, "length": 3}, "length = 3 is not allowed: .* lag 1"),
    ],
)
def test_biases_that_are_none_of_lags_and_longer_lengths_are_refused(fields, message):
    with pytest.raises(ValueError, match=message):
        LagBiases(**fields)


def test_claims_say_up_to_which_lag_biases_are_given_and_not_that_they_go_on(scheme):
    claims = properties(scheme)
    assert claims["extends"].verdict == "informs"
    assert claims["extends"].value == 2
    assert claims["relative"].holds
    assert not claims["both-ways"].holds
    assert claims["both-ways"].value == 12


def test_without_biases_of_ones_own_it_is_an_example():
    assert LagBiases().is_placeholder
    expected = [[-1, 0, -0.5]]
    assert LagBiases().by_lag([-4, 0, 2]).tolist() == expected
    lag_biases = LagBiases(heads=1, given=[1.0, 0, 1])
    assert not lag_biases.is_placeholder
