"""Rotary frequencies against transformers' own, where it and torch are installed: they are in no extra.

``pip install torch transformers`` and run this file; it is skipped else.
"""

from types import SimpleNamespace

import numpy as np
import pytest

from peviewer.figures.presets import preset
from peviewer.model.encodings.rope import Rope

pytest.importorskip("torch")
pytest.importorskip("transformers")
rope_utils = pytest.importorskip("transformers.modeling_rope_utils")

LONG = tuple(preset("rope-phi-3.5").document.encoding.long_factors)
CASES = {
    "linear": (Rope(dim=128, scaling="linear", factor=8.0), {"rope_type": "linear", "factor": 8.0}),
    "dynamic": (
        Rope(dim=128, scaling="dynamic", factor=2.0, trained=2048, length=10_000),
        {"rope_type": "dynamic", "factor": 2.0},
    ),
    "yarn": (
        Rope(dim=128, base=1e6, scaling="yarn", factor=4.0, trained=32_768, length=131_072),
        {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32_768},
    ),
    "llama3": (
        Rope(dim=128, base=5e5, scaling="llama3", factor=8.0, trained=8192, slow=1.0, fast=4.0, length=131_072),
        {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
         "original_max_position_embeddings": 8192},
    ),
    "proportional": (
        Rope(dim=128, rotated="proportional", share=0.25),
        {"rope_type": "proportional", "partial_rotary_factor": 0.25},
    ),
    "longrope": (
        Rope(dim=96, scaling="longrope", factor=32.0, trained=4096, length=131_072, long_factors=LONG),
        {"rope_type": "longrope", "factor": 32.0, "original_max_position_embeddings": 4096,
         "long_factor": list(LONG), "short_factor": [1.0] * 48},
    ),
}  # fmt: skip


def reference(scheme, parameters):
    """Return transformers' frequencies and attention factor, of a configuration as old and new versions read it."""
    given = {"rope_theta": scheme.base, **parameters}
    config = SimpleNamespace(
        hidden_size=32 * scheme.dim, num_attention_heads=32, head_dim=scheme.dim, partial_rotary_factor=1.0,
        max_position_embeddings=scheme.trained if given["rope_type"] == "dynamic" else scheme.length,
        original_max_position_embeddings=scheme.trained, rope_theta=scheme.base, rope_scaling=given,
        rope_parameters=given, standardize_rope_params=lambda: None,
    )  # fmt: skip
    actual, factor = rope_utils.ROPE_INIT_FUNCTIONS[given["rope_type"]](config, "cpu", seq_len=scheme.length)
    return np.trim_zeros(np.asarray(actual, dtype=np.float64)), factor  # of the pairs that turn


@pytest.mark.parametrize("name", CASES)
def test_frequencies_and_attention_factors_are_those_of_transformers(name):
    scheme, parameters = CASES[name]
    if name not in rope_utils.ROPE_INIT_FUNCTIONS:
        pytest.skip(f"this version of transformers has no {name}")
    frequencies, factor = reference(scheme, parameters)
    assert scheme.frequencies() == pytest.approx(frequencies, rel=2e-6)  # it works in single precision
    assert scheme.attention_factor == pytest.approx(factor, rel=1e-12)
