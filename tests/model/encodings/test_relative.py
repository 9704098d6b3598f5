"""Shaw et al. and Transformer-XL against loops written from their papers; no positions at all."""

import math
from itertools import product

import numpy as np
import pytest

import peviewer as pv
from peviewer.model.between.attention import Attended
from peviewer.model.between.position_matrices import LagRaster

LENGTH = 12
SHAW = pv.Shaw(length=LENGTH, dim=6, heads=3, farthest=4, seed=5)
XL = pv.TransformerXL(length=LENGTH, dim=6, heads=3, seed=5)


def test_a_lag_beyond_k_has_the_vector_of_k_and_its_number_is_that_of_the_query():
    farthest = 4
    of_keys, of_values = SHAW.learned()
    assert of_keys.shape == of_values.shape == (9, 6)
    for head, query in enumerate(SHAW.queries()):
        for lag in range(1 - LENGTH, LENGTH):
            row = max(-farthest, min(farthest, lag)) + farthest
            dot = sum(query[j] * of_keys[row, j] for j in range(6))
            number = SHAW.by_lag([lag])[head, 0]
            assert number == pytest.approx(dot / math.sqrt(6), rel=1e-12)
            assert np.array_equal(SHAW.value_vectors([lag])[0], of_values[row])


def test_a_seed_keeps_the_vectors_of_near_lags_and_the_first_heads():
    far = SHAW.replace(farthest=7, heads=5)
    lags = np.arange(-4, 5)
    assert np.array_equal(far.key_vectors(lags), SHAW.key_vectors(lags))
    assert np.array_equal(far.queries()[:3], SHAW.queries())
    assert not np.array_equal(SHAW.replace(seed=6).key_vectors(lags), SHAW.key_vectors(lags))


WRONG_VECTORS = (
    {"keys": np.zeros((4, 6))},
    {"keys": np.zeros((5, 6)), "dim": 8},
    {"keys": np.zeros((5, 6)), "values": np.zeros((7, 6))},
    {"values": (1.0, 2.0), "vectors": "chosen"},
)


def test_given_vectors_make_the_size():
    keys = np.arange(15.0).reshape(5, 3) * [[1], [2], [3], [4], [5]]
    with_a_column_of_zeros = np.pad(keys, ((0, 0), (0, 1)))
    scheme = pv.Shaw(keys=with_a_column_of_zeros, length=LENGTH)
    assert scheme.farthest == 2
    assert scheme.dim == 4
    assert not scheme.is_placeholder
    vectors = scheme.key_vectors([-9, 0, 2])
    assert np.array_equal(vectors[:, :3], keys[[0, 2, 4]])
    assert not scheme.value_vectors([1]).any()


@pytest.mark.parametrize("wrong", WRONG_VECTORS)
def test_vectors_of_another_shape_are_refused_with_their_shape(wrong):
    with pytest.raises(ValueError, match=r"must have shape \(2K \+ 1, D\)"):
        pv.Shaw(**wrong)


def test_the_sinusoids_of_transformer_xl_count_back_from_the_query():
    """Its paper's R of i − j: the query's position less the key's, sines before cosines."""
    for i, j in product(range(LENGTH), repeat=2):
        angles = [(i - j) / 10_000 ** (2 * pair / 6) for pair in range(3)]
        sines = [math.sin(angle) for angle in angles]
        cosines = [math.cos(angle) for angle in angles]
        [vector] = XL.key_vectors([j - i])
        assert np.allclose(vector, sines + cosines, rtol=0, atol=1e-15)


def test_the_bias_of_transformer_xl_is_that_of_v_alone():
    for head in range(3):
        u, v = XL.added_to_queries(head)
        assert not np.array_equal(u, v)
        for lag in range(1 - LENGTH, LENGTH):
            expected = float(v @ XL.key_vectors([lag])[0]) / math.sqrt(6)
            assert XL.by_lag([lag])[head, 0] == pytest.approx(expected, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("scheme", [SHAW, XL], ids=lambda scheme: scheme.scheme)
@pytest.mark.parametrize(("high", "wide"), [(1, 1), (2, 3), (4, 2), (5, 5)])
def test_a_pixel_is_the_mean_of_its_cells(scheme, high, wide):
    length = 60
    head = 2
    positions = np.arange(length)
    lags = positions[None, :] - positions[:, None]
    scheme = scheme.replace(length=length)
    by_lag = scheme.by_lag(np.arange(1 - length, length))[head]
    matrix = by_lag[lags + length - 1]
    rows = 7 + high * np.arange(4)
    columns = 30 + wide * np.arange(4)

    def mean(row, column):
        return matrix[row : row + high, column : column + wide].mean()

    expected = [[mean(row, column) for column in columns] for row in rows]
    row_centres = rows + (high - 1) / 2
    column_centres = columns + (wide - 1) / 2
    shown = LagRaster(scheme, head).sample(row_centres, column_centres)
    assert np.allclose(shown, expected, rtol=2e-6, atol=2e-6)


def test_without_positions_every_key_that_is_seen_has_an_equal_weight():
    scheme = pv.NoPositions(length=LENGTH)
    attended = Attended(scheme, 4, 0)
    assert attended.heads == 1
    weights = attended.weights(np.arange(-4.0, 1.0), 0)
    assert np.allclose(weights, 1 / 5, rtol=1e-15)

    of_queries = Attended(scheme, LENGTH - 1, 0).between_all(0, causal=True)
    for t, weights in enumerate(of_queries):
        expected = 1 / (t + 1)
        assert np.allclose(weights[: t + 1], expected, rtol=1e-15)
        assert not weights[t + 1 :].any()
