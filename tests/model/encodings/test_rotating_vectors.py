"""Queries and keys that RoPE turns, against loops over pairs and against the score by lag."""

import math

import numpy as np
import pytest

import peviewer as pv
from peviewer.model.between.score import TurnedScore

SCHEMES = {
    "halves": pv.Rope(dim=8, base=100.0),
    "neighbours": pv.Rope(dim=8, base=100.0, layout="interleaved"),
    "a part": pv.Rope(dim=12, rotated="part", share=0.5),
    "a part, scaled": pv.Rope(
        dim=12, rotated="part", share=0.5, scaling="yarn", factor=8.0, trained=64
    ),
    "p-RoPE": pv.Rope(dim=12, rotated="proportional", share=0.5),
    "scaled": pv.Rope(dim=8, scaling="yarn", factor=4.0, trained=64, first=3),
}


def turned_by_hand(scheme, vector, position):
    """Turn a vector pair by pair, as models do, with the attention factor on what turns."""
    result = [float(number) for number in vector]
    width = 2 * scheme.pairs if scheme.rotated == "part" else scheme.dim
    for pair, frequency in enumerate(scheme.frequencies()):
        is_halved = scheme.layout == "concatenated"
        one, two = (pair, pair + width // 2) if is_halved else (2 * pair, 2 * pair + 1)
        cosine = scheme.attention_factor * math.cos(frequency * position)
        sine = scheme.attention_factor * math.sin(frequency * position)
        result[one] = cosine * vector[one] - sine * vector[two]
        result[two] = sine * vector[one] + cosine * vector[two]
    return result


@pytest.mark.parametrize("name", SCHEMES)
def test_every_vector_is_turned_pair_by_pair_to_its_position(name):
    scheme = SCHEMES[name]
    vectors = np.random.default_rng(1).standard_normal((2, 5, scheme.dim))
    positions = [0, 1, 2.5, 40, -7]
    expected = [
        [turned_by_hand(scheme, *pair) for pair in zip(rows, positions, strict=True)]
        for rows in vectors
    ]
    np.testing.assert_allclose(scheme.rotate(vectors, positions), expected, atol=1e-13)


def test_without_positions_rows_stand_at_the_first_positions():
    scheme = SCHEMES["scaled"]
    rows = np.eye(scheme.dim)[:4]
    expected = [turned_by_hand(scheme, row, 3 + place) for place, row in enumerate(rows)]
    np.testing.assert_allclose(scheme.rotate(rows), expected, atol=1e-15)
    np.testing.assert_allclose(scheme.rotate(rows[0]), expected[0], atol=1e-15)


@pytest.mark.parametrize("name", SCHEMES)
def test_the_product_of_turned_vectors_is_the_score_of_their_lag(name):
    scheme = SCHEMES[name]
    pair_of_ones = np.ones(scheme.dim) / math.sqrt(scheme.dim)
    key = scheme.rotate(pair_of_ones, 10)
    lags = np.array([0, 1, 5, 30])

    products = [scheme.rotate(pair_of_ones, 10 + lag) @ key for lag in lags]

    np.testing.assert_allclose(products, TurnedScore(scheme.replace(length=64)).at(lags * 1.0))
    np.testing.assert_allclose(products, scheme.by_lag(-lags)[0])


def test_a_cache_has_a_column_for_each_that_turns_times_the_attention_factor():
    scheme = SCHEMES["a part, scaled"].replace(length=5)
    cosines, sines = scheme.cos_sin()
    angles = np.arange(5)[:, None] * np.concatenate([scheme.frequencies()] * 2)
    assert cosines.shape == sines.shape == (5, 6)
    np.testing.assert_allclose(cosines, scheme.attention_factor * np.cos(angles))
    np.testing.assert_allclose(sines, scheme.attention_factor * np.sin(angles))
    assert scheme.cos_sin(2)[0].shape == (6,)


@pytest.mark.parametrize("layout", ["concatenated", "interleaved"])
@pytest.mark.parametrize("name", SCHEMES)
def test_the_code_turns_vectors_as_the_scheme_does(name, layout):
    scheme = SCHEMES[name].replace(length=5, layout=layout)
    vectors = np.random.default_rng(2).standard_normal((3, 5, scheme.dim))
    names = {}
    exec(pv.code(scheme), names)
    turned = names["rotate"](vectors, names["rotary_tables"]())
    np.testing.assert_allclose(turned, scheme.rotate(vectors), atol=1e-12)


def test_the_shift_matrix_turns_back():
    scheme = SCHEMES["neighbours"]
    vectors = np.random.default_rng(3).standard_normal((4, scheme.dim))
    moved = scheme.rotate(vectors, 12)
    np.testing.assert_allclose(moved @ pv.shift_matrix(scheme, 5).T, scheme.rotate(vectors, 7))


def test_vectors_of_another_size_are_refused():
    with pytest.raises(ValueError, match=r"vectors of shape \(3, 6\) are not allowed: .* 8 long"):
        SCHEMES["halves"].rotate(np.ones((3, 6)))
