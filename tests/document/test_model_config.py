"""A model's ``config.json``: what transformers makes of it is made here, too, and what it has beside is named."""

import json
import math

import numpy as np
import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.model_config import is_config, open_config

HEADS = {"hidden_size": 4096, "num_attention_heads": 64}


def opened(folder, **config):
    path = folder / "config.json"
    path.write_text(json.dumps(config))
    assert is_config(path)
    return open_config(Document(), path)


def yarn(dim, base, trained, factor, *, whole_pairs):
    """Return frequencies as ``_compute_yarn_parameters`` of transformers writes them, pair by pair."""
    ends = [dim * math.log(trained / (turns * 2 * math.pi)) / (2 * math.log(base)) for turns in (32, 1)]
    if whole_pairs:
        ends = [math.floor(ends[0]), math.ceil(ends[1])]
    low, high = max(ends[0], 0), min(ends[1], dim - 1)
    found = []
    for pair in range(dim // 2):
        own = 1 / base ** (2 * pair / dim)
        kept = 1 - min(1, max(0, (pair - low) / (high - low)))
        found.append(own / factor * (1 - kept) + own * kept)
    return found


@pytest.mark.parametrize("truncate", [True, False])
def test_yarn_is_scaled_as_it_says(tmp_path, truncate):
    scaling = {"rope_type": "yarn", "factor": 32.0, "truncate": truncate, "original_max_position_embeddings": 4096}
    document, said = opened(
        tmp_path,
        model_type="gpt_oss",
        rope_theta=150_000,
        rope_scaling=scaling,
        max_position_embeddings=131_072,
        **HEADS,
    )
    scheme = document.encoding
    assert (scheme.length, scheme.dim, said) == (131_072, 64, "")
    assert scheme.frequencies() == pytest.approx(yarn(64, 150_000, 4096, 32, whole_pairs=truncate), rel=1e-12)
    assert scheme.attention_factor == pytest.approx(0.1 * math.log(32) + 1, rel=1e-12)


def test_the_attention_factor_is_the_one_given_or_that_of_two_scales(tmp_path):
    scaling = {"type": "yarn", "factor": 40, "mscale": 0.707, "mscale_all_dim": 1.0}
    document, said = opened(
        tmp_path, model_type="deepseek_v3", qk_rope_head_dim=64, rope_scaling=scaling, max_position_embeddings=4096
    )
    scale = math.log(40) / 10
    assert document.encoding.attention_factor == pytest.approx((0.707 * scale + 1) / (scale + 1), rel=1e-12)
    assert (document.encoding.layout, said) == ("interleaved", "")
    document, _ = opened(tmp_path, model_type="llama", **HEADS, rope_scaling={**scaling, "attention_factor": 1.25})
    assert document.encoding.attention_factor == 1.25


def test_layers_of_two_bases_are_a_and_b(tmp_path):
    inner = {"head_dim": 256, "rope_theta": 1e6, "max_position_embeddings": 8192, **HEADS}
    old = {**inner, "rope_local_base_freq": 1e4, "rope_scaling": {"rope_type": "linear", "factor": 8.0}}
    by_layer = {
        "full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 1e6},
        "sliding_attention": {"rope_type": "default", "rope_theta": 1e4},
    }
    for config in (old, {**inner, "rope_parameters": by_layer}):
        document, said = opened(tmp_path, model_type="gemma3", text_config=config)
        pairs = np.arange(128) / 128
        assert np.allclose(document.encoding.frequencies(), 1e6**-pairs / 8, rtol=1e-12)
        assert np.allclose(document.compare.against.frequencies(), 1e4**-pairs, rtol=1e-12)
        assert said.startswith("A turns in the layers that see all of the context")


def test_sections_in_turn_are_those_of_qwen3_vl(tmp_path):
    scaling = {"mrope_section": [24, 20, 20], "mrope_interleaved": True, "rope_type": "default"}
    scheme = opened(tmp_path, model_type="qwen3_vl", head_dim=128, rope_theta=5e6, rope_scaling=scaling)[0].encoding
    axes = [1 if i % 3 == 1 and i < 60 else 2 if i % 3 == 2 and i < 60 else 0 for i in range(64)]
    assert scheme.turned_by().tolist() == axes
    assert np.allclose(scheme.frequencies(), 5e6 ** (-np.arange(64) / 64), rtol=1e-12)


@pytest.mark.parametrize(
    ("config", "scheme", "fields"),
    [
        ({"model_type": "bloom", "n_head": 32}, "alibi", {"heads": 32}),
        ({"model_type": "mpt", "n_heads": 4, "n_ctx": 99, "attn_config": {"alibi": True}}, "alibi", {"length": 99}),
        ({"model_type": "t5", "num_heads": 6, "relative_attention_max_distance": 64}, "t5", {"max_distance": 64}),
        ({"model_type": "gpt_neox", "rotary_pct": 0.25, **HEADS}, "rope", {"rotated": "part", "share": 0.25}),
        ({"model_type": "gptj", "rotary_dim": 16, **HEADS}, "rope", {"share": 0.25, "layout": "interleaved"}),
        (
            {"model_type": "phi3", "hidden_size": 8, "num_attention_heads": 2, "max_position_embeddings": 131_072,
             "original_max_position_embeddings": 4096,
             "rope_scaling": {"type": "longrope", "short_factor": [1.0, 1.1], "long_factor": [1.5, 9]}},
            "rope", {"factor": 32.0, "trained": 4096, "long_factors": (1.5, 9.0)},
        ),
    ],
)  # fmt: skip
def test_each_family_is_the_scheme_that_it_is(tmp_path, config, scheme, fields):
    found = opened(tmp_path, **config)[0].encoding
    assert found.scheme == scheme
    assert {name: getattr(found, name) for name in fields} == fields


@pytest.mark.parametrize(
    ("config", "why"),
    [
        (
            {"model_type": "gpt2", "n_positions": 1024, "n_embd": 768},
            "learns its table of positions: open its weights, such as model.safetensors",
        ),
        ({"model_type": "llama", "rope_theta": "many", **HEADS}, "rope_theta = 'many' is not allowed"),
        ({"model_type": "llama", "rope_scaling": {"type": "wild"}, **HEADS}, "rope_type = wild is not known here"),
        ({"model_type": "llama"}, "hidden_size is missing"),
        (
            {"model_type": "llama", "hidden_size": 64, "num_attention_heads": 0},
            "num_attention_heads = 0 is not allowed",
        ),
        ({"model_type": "llama", "max_position_embeddings": math.inf, **HEADS}, "inf is not allowed: it must be a num"),
        ({"model_type": "clock"}, "it names no positional encoding"),
        (
            {"head_dim": 8, "rope_scaling": {"type": "su", "factor": 2, "short_factor": [1], "long_factor": [1]}},
            "short_factors = 1 number is not allowed: 4 pairs turn",
        ),
    ],
)
def test_what_names_no_scheme_or_a_wrong_number_is_refused_in_a_line(tmp_path, config, why):
    with pytest.raises(DocumentError, match=why) as refused:
        opened(tmp_path, **config)
    assert "\n" not in str(refused.value)


def test_a_session_is_no_configuration(tmp_path):
    session = tmp_path / "session.json"
    session.write_text(Document().to_json())
    assert not is_config(session)
