"""Vectors by lag of a model's file become those of Shaw's scheme, in the order of its lags."""

import numpy as np
import pytest

from peviewer.document.document import DocumentError
from tests.document.arrays.opened import opened

LAGS = 9
DIM = 6
KEYS = np.random.default_rng(1).standard_normal((1, LAGS, DIM)).astype(np.float32)
VALUES = np.random.default_rng(2).standard_normal((1, LAGS, DIM)).astype(np.float32)


def test_vectors_of_keys_and_values_are_shown_by_lag(tmp_path):
    name = "enc.attn_layers.0.emb_rel_k"
    arrays = {name: KEYS, "enc.attn_layers.0.emb_rel_v": VALUES}
    document, known = opened(tmp_path, arrays, name)
    scheme = document.encoding
    lags = np.arange(-4, 5)
    expected = ("shaw", 4, DIM, False)
    assert (scheme.scheme, scheme.farthest, scheme.dim, scheme.is_placeholder) == expected
    assert np.array_equal(scheme.key_vectors(lags), KEYS[0])
    assert np.array_equal(scheme.value_vectors(lags), VALUES[0])
    assert known == "These are vectors of keys and of values for 9 lags, of 6 numbers each."


def test_vectors_that_count_query_less_key_are_turned_round(tmp_path):
    name = "bert.encoder.layer.0.attention.self.distance_embedding.weight"
    document, known = opened(tmp_path, {name: KEYS[0], "other": VALUES[0]}, name)
    for lag in range(-4, 5):
        assert np.array_equal(document.encoding.key_vectors([lag])[0], KEYS[0, 4 - lag])
    assert not document.encoding.value_vectors([1]).any()
    assert known.endswith("The file counts query less key; here it is key less query.")


@pytest.mark.parametrize("shape", [(8, DIM), (LAGS, 5), (2, LAGS, DIM)])
def test_another_shape_is_refused_with_what_it_must_be(tmp_path, shape):
    with pytest.raises(DocumentError, match=r"an odd number of lags, −K to K, and an even dim"):
        opened(tmp_path, {"x.emb_rel_k": np.ones(shape), "y": np.ones(3)}, "x.emb_rel_k")
