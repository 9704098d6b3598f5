"""Shaw et al. and Transformer-XL against loops written from their papers; no positions at all."""

import math

import numpy as np
import pytest

import peviewer as pv
from peviewer.model.between.attention import Attended
from peviewer.model.between.position_matrices import LagRaster

LENGTH = 12
SHAW = pv.Shaw(length=LENGTH, dim=6, heads=3, farthest=4, seed=5)
XL = pv.TransformerXL(length=LENGTH, dim=6, heads=3, seed=5)


def test_a_lag_beyond_k_has_the_vector_of_k_and_its_number_is_that_of_the_query():
    of_keys, of_values = SHAW.learned()
    assert of_keys.shape == of_values.shape == (9, 6)
    for head, query in enumerate(SHAW.queries()):
        for lag in range(1 - LENGTH, LENGTH):
            row = max(-4, min(4, lag)) + 4
            expected = sum(query[j] * of_keys[row, j] for j in range(6)) / math.sqrt(6)
            assert SHAW.by_lag([lag])[head, 0] == pytest.approx(expected, rel=1e-12)
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


def test_given_vectors_make_the_size_and_others_are_refused_with_their_shape():
    keys = np.arange(15.0).reshape(5, 3) * [[1], [2], [3], [4], [5]]
    scheme = pv.Shaw(keys=np.pad(keys, ((0, 0), (0, 1))), length=LENGTH)
    assert (scheme.farthest, scheme.dim, scheme.is_placeholder) == (2, 4, False)
    assert np.array_equal(scheme.key_vectors([-9, 0, 2])[:, :3], keys[[0, 2, 4]])
    assert not scheme.value_vectors([1]).any()
    for wrong in WRONG_VECTORS:
        with pytest.raises(ValueError, match=r"must have shape \(2K \+ 1, D\)"):
            pv.Shaw(**wrong)


def test_the_sinusoids_of_transformer_xl_count_back_from_the_query():
    """Its paper's R of i − j: the query's position less the key's, sines before cosines."""
    for i in range(LENGTH):
        for j in range(LENGTH):
            angles = [(i - j) / 10_000 ** (2 * pair / 6) for pair in range(3)]
            expected = [math.sin(angle) for angle in angles] + [math.cos(angle) for angle in angles]
            assert np.allclose(XL.key_vectors([j - i])[0], expected, rtol=0, atol=1e-15)


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
    scheme = scheme.replace(length=60)
    lags = np.arange(60)[None, :] - np.arange(60)[:, None]
    matrix = scheme.by_lag(np.arange(-59, 60))[2][lags + 59]
    rows = 7 + high * np.arange(4)
    columns = 30 + wide * np.arange(4)
    shown = LagRaster(scheme, 2).sample(rows + (high - 1) / 2, columns + (wide - 1) / 2)
    expected = [[matrix[r : r + high, c : c + wide].mean() for c in columns] for r in rows]
    assert np.allclose(shown, expected, rtol=2e-6, atol=2e-6)


def test_without_positions_every_key_that_is_seen_has_an_equal_weight():
    attended = Attended(pv.NoPositions(length=LENGTH), 4, 0)
    assert attended.heads == 1
    assert np.allclose(attended.weights(np.arange(-4.0, 1.0), 0), 1 / 5, rtol=1e-15)
    weights = Attended(pv.NoPositions(length=LENGTH), LENGTH - 1, 0).between_all(0, causal=True)
    for t in range(LENGTH):
        assert np.allclose(weights[t, : t + 1], 1 / (t + 1), rtol=1e-15)
        assert not weights[t, t + 1 :].any()
