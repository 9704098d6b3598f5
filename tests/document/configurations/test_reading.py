"""How a configuration is read: every key is accounted for, and every number says whose it is."""

import json
import math
import os

import numpy as np
import pytest

import peviewer as pv
from peviewer.document.configurations.reading import is_config, open_config, read_config
from peviewer.document.document import Document, DocumentError
from peviewer.figures.presets import (
    DEFAULT as DEFAULT,
)  # with the panes, which declare sections of the Document

HEADS = {"hidden_size": 4096, "num_attention_heads": 64}


def opened(folder, **config):
    path = folder / "config.json"
    path.write_text(json.dumps(config))
    assert is_config(path)
    return open_config(Document(), path)


def plain(notes):
    """Return sentences with plain spaces in their numbers."""
    return [note.replace("\u2009", " ") for note in notes]


def yarn(dim, base, trained, factor, *, whole_pairs):
    """Return frequencies as ``_compute_yarn_parameters`` of transformers writes them, pair by pair."""
    ends = [
        dim * math.log(trained / (turns * 2 * math.pi)) / (2 * math.log(base)) for turns in (32, 1)
    ]
    if whole_pairs:
        ends = [math.floor(ends[0]), math.ceil(ends[1])]
    low = max(ends[0], 0)
    high = min(ends[1], dim - 1)
    found = []
    for pair in range(dim // 2):
        own = 1 / base ** (2 * pair / dim)
        kept = 1 - min(1, max(0, (pair - low) / (high - low)))
        found.append(own / factor * (1 - kept) + own * kept)
    return found


@pytest.mark.parametrize("truncate", [True, False])
def test_yarn_is_scaled_as_it_says(truncate):
    scaling = {
        "rope_type": "yarn",
        "factor": 32.0,
        "truncate": truncate,
        "original_max_position_embeddings": 4096,
    }
    config = {
        "model_type": "gpt_oss",
        "rope_theta": 150_000,
        "max_position_embeddings": 131_072,
        **HEADS,
    }
    scheme = pv.read_config({**config, "rope_scaling": scaling}).encoding
    assert scheme.length == 131_072
    assert scheme.dim == 64
    assert scheme.trained == 4096
    expected = yarn(64, 150_000, 4096, 32, whole_pairs=truncate)
    assert scheme.frequencies() == pytest.approx(expected, rel=1e-12)
    expected = pytest.approx(0.1 * math.log(32) + 1, rel=1e-12)
    assert scheme.attention_factor == expected


def test_the_attention_factor_is_the_one_given_or_that_of_two_scales():
    scaling = {"type": "yarn", "factor": 40, "mscale": 0.707, "mscale_all_dim": 1.0}
    config = {"model_type": "deepseek_v3", "qk_rope_head_dim": 64, "max_position_embeddings": 4096}
    scheme = pv.read_config({**config, "rope_scaling": scaling}).encoding
    scale = math.log(40) / 10
    expected = pytest.approx((0.707 * scale + 1) / (scale + 1), rel=1e-12)
    assert scheme.attention_factor == expected
    assert scheme.layout == "interleaved"
    given = pv.read_config(
        {"model_type": "llama", **HEADS, "rope_scaling": {**scaling, "attention_factor": 1.25}}
    )
    assert given.encoding.attention_factor == 1.25
    assert "Not read: mscale, mscale_all_dim." in given.notes


def test_layers_of_two_bases_are_a_and_b(tmp_path):
    inner = {
        "head_dim": 256,
        "rope_theta": 1e6,
        "max_position_embeddings": 8192,
        "num_hidden_layers": 12,
        **HEADS,
    }
    inner["model_type"] = "gemma3_text"
    scaled = {"rope_type": "linear", "factor": 8.0}
    old = {**inner, "rope_local_base_freq": 1e4, "rope_scaling": scaled}
    by_layer = {
        "full_attention": {**scaled, "rope_theta": 1e6},
        "sliding_attention": {"rope_theta": 1e4},
    }
    for config in (old, {**inner, "rope_parameters": by_layer}):
        document, said = opened(tmp_path, model_type="gemma3", text_config=config)
        pairs = np.arange(128) / 128
        assert np.allclose(document.encoding.frequencies(), 1e6**-pairs / 8, rtol=1e-12)
        frequencies = document.compare.against.frequencies()
        assert np.allclose(frequencies, 1e4**-pairs, rtol=1e-12)
        assert said.startswith(
            "A turns in 2 of 12 layers, which see all of the context. B turns in 10 of 12 layers"
        )
        assert document.get("attention.head_count") == 64


def test_sections_in_turn_are_those_of_qwen3_vl():
    scaling = {"mrope_section": [24, 20, 20], "mrope_interleaved": True, "rope_type": "default"}
    config = {"model_type": "qwen3_vl", "head_dim": 128, "rope_theta": 5e6, "rope_scaling": scaling}
    scheme = pv.read_config(config).encoding
    axes = [1 if i % 3 == 1 and i < 60 else 2 if i % 3 == 2 and i < 60 else 0 for i in range(64)]
    assert scheme.turned_by().tolist() == axes
    expected = 5e6 ** (-np.arange(64) / 64)
    assert np.allclose(scheme.frequencies(), expected, rtol=1e-12)


@pytest.mark.parametrize(
    ("config", "scheme", "fields"),
    [
        ({"model_type": "bloom", "n_head": 32}, "alibi", {"heads": 32, "largest": 8}),
        ({"model_type": "mpt", "n_heads": 4, "attn_config": {"alibi": True, "alibi_bias_max": 16}}, "alibi",
         {"heads": 4, "length": 2048, "largest": 16}),
        ({"model_type": "t5", "num_heads": 6, "relative_attention_max_distance": 64}, "t5", {"max_distance": 64}),
        ({"model_type": "gpt_neox", "rotary_pct": 0.5, **HEADS}, "rope", {"rotated": "part", "share": 0.5}),
        ({"model_type": "gptj", "rotary_dim": 16, "n_embd": 4096, "n_head": 64}, "rope",
         {"share": 0.25, "layout": "interleaved", "dim": 64}),
        (
            {"model_type": "phi3", "hidden_size": 8, "num_attention_heads": 2, "max_position_embeddings": 131_072,
             "original_max_position_embeddings": 4096,
             "rope_scaling": {"type": "longrope", "short_factor": [1.0, 1.1], "long_factor": [1.5, 9]}},
            "rope", {"factor": 32.0, "trained": 4096, "long_factors": (1.5, 9.0)},
        ),
        ({"model_type": "falcon", "alibi": True, **HEADS}, "alibi", {"heads": 64}),
        ({"model_type": "chatglm", "rope_ratio": 50, "seq_length": 32_768}, "rope",
         {"base": 500_000, "share": 0.5, "layout": "interleaved", "trained": 32_768}),
        ({"_class_name": "FluxTransformer2DModel"}, "axial_rope", {"dim": 128, "frame_pairs": 8, "row_pairs": 28}),
        ({"model_type": "whisper", "d_model": 512}, "sinusoidal", {"length": 1500, "schedule": "endpoint", "first": 0}),
    ],
)  # fmt: skip
def test_each_family_is_the_scheme_that_it_is(config, scheme, fields):
    found = pv.read_config(config).encoding
    assert found.scheme == scheme
    assert {name: getattr(found, name) for name in fields} == fields


def test_every_number_says_whose_it_is():
    config = {
        "model_type": "glm",
        "hidden_size": 4096,
        "num_attention_heads": 32,
        "rope_theta": 500.0,
    }
    said = "Defaults of its class, as the file lacks them: max_position_embeddings 131 072, head_dim 128, "
    assert plain(pv.read_config(config).notes) == [said + "partial_rotary_factor 0.5."]
    unknown = pv.read_config({"model_type": "mine", "rotary_pct": 0.5, **HEADS})
    assert plain(unknown.notes) == [
        "mine is not known here; read by its keys.",
        "Ours, as the file lacks them: base 10 000, length 2 048.",
    ]
    assert unknown.encoding.trained == 0


def test_what_is_left_and_sounds_positional_is_named():
    config = {
        "model_type": "llama",
        **HEADS,
        "compress_rope_theta": 160_000,
        "use_ntk": False,
        "window_rule": None,
    }
    scaling = {"type": "linear", "factor": 2.0, "fineness": 3}
    notes = pv.read_config({**config, "rope_scaling": scaling}).notes
    actual = [note for note in notes if note.startswith("Not read")]
    assert actual == ["Not read: compress_rope_theta, fineness."]


def test_dynamic_scaling_counts_from_the_length_and_names_what_it_ignores():
    scaling = {"type": "dynamic", "factor": 4.0, "original_max_position_embeddings": 512}
    config = {
        "model_type": "llama",
        **HEADS,
        "max_position_embeddings": 8192,
        "rope_scaling": scaling,
    }
    found = pv.read_config(config)
    assert found.encoding.trained == 8192
    assert found.encoding.scaled_base() == 10_000
    assert "Not read: original_max_position_embeddings." in found.notes


@pytest.mark.parametrize(
    ("config", "why"),
    [
        (
            {"model_type": "gpt2", "n_positions": 1024, "n_embd": 768},
            "learns its table of positions: open its weights, such as model.safetensors",
        ),
        ({"model_type": "llama", "rope_theta": "many", **HEADS}, "rope_theta = 'many' is not allowed"),
        ({"model_type": "llama", "rope_theta": 0.5, **HEADS}, "rope_theta = 0.5 is not allowed: it must be"),
        ({"model_type": "llama", "rope_scaling": {"type": "wild"}, **HEADS}, "rope_type = wild is not known here"),
        ({"model_type": "mine", "rope_theta": 1e4}, "hidden_size is missing"),
        (
            {"model_type": "llama", "hidden_size": 64, "num_attention_heads": 0},
            "num_attention_heads = 0 is not allowed",
        ),
        ({"model_type": "llama", "max_position_embeddings": math.inf, **HEADS}, "inf is not allowed: it must be a num"),
        ({"model_type": "clock"}, "it names no encoding that is known here$"),
        ({"model_type": "clock", "global_rope_theta": 5}, "no encoding that is known here; it has global_rope_theta$"),
        (
            {"model_type": "llama", **HEADS, "rope_scaling": {"type": "yarn", "factor": 2, "beta_fast": 1,
                                                              "beta_slow": 9}},
            "beta_slow = 9 is not allowed: it must be at most beta_fast = 1",
        ),
        (
            {"head_dim": 8, "max_position_embeddings": 64,
             "rope_scaling": {"type": "su", "factor": 2, "short_factor": [1], "long_factor": [1]}},
            "short_factor = 1 number is not allowed: 4 pairs turn",
        ),
        ({"model_type": "vjepa2", "hidden_size": 1024}, "pairs neighbours, so that it is no rotation"),
        ({"model_type": "jamba", "hidden_size": 1024}, "has no positional encoding"),
    ],
)  # fmt: skip
def test_what_names_no_scheme_or_a_wrong_number_is_refused_in_a_line(tmp_path, config, why):
    with pytest.raises(DocumentError, match=why) as refused:
        opened(tmp_path, **config)
    assert "\n" not in str(refused.value)


def test_a_part_that_is_not_there_is_refused_by_those_that_are():
    config = {
        "model_type": "gemma3",
        "text_config": {"model_type": "gemma3_text"},
        "vision_config": {},
    }
    with pytest.raises(
        ValueError, match="audio_config is no part of it: it has text_config, vision_config"
    ):
        pv.read_config(config, "audio_config")


def test_a_tower_has_no_keys_of_the_text_around_it():
    tower = {"embed_dim": 1280, "num_heads": 16, "patch_size": 14}
    config = {
        "model_type": "qwen2_vl",
        "hidden_size": 3584,
        "num_attention_heads": 28,
        "vision_config": tower,
    }
    assert pv.read_config(config, "vision_config").encoding.dim == 80
    assert pv.read_config(config).encoding.dim == 128


def test_many_heads_are_drawn_as_far_as_attention_goes(tmp_path):
    document, _ = opened(tmp_path, model_type="llama", hidden_size=65_536, num_attention_heads=2048)
    assert document.encoding.dim == 32
    assert document.get("attention.head_count") == 1024


def test_a_session_is_no_configuration(tmp_path):
    session = tmp_path / "session.json"
    session.write_text(Document().to_json())
    assert not is_config(session)


def test_opening_one_ends_what_was_compared_and_takes_its_heads(tmp_path):
    before = Document().edited({"compare.against": "scheme=alibi", "attention.head_count": 3})
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"model_type": "llama", **HEADS}))
    shown, _ = open_config(before, path)
    assert shown.compare.against is None
    assert shown.get("attention.head_count") == 64


def test_a_picture_of_a_configuration_shows_both_of_its_rules(tmp_path):
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"model_type": "gemma3_text", "num_hidden_layers": 6}))
    page = pv.figure(path, "frequencies")
    texts = [text.get_text() for text in page.findobj() if hasattr(text, "get_text")]
    assert any("1 000 000" in text.replace("\u2009", " ") for text in texts)


def test_a_table_of_a_configuration_is_refused_by_what_opens_it(tmp_path):
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"model_type": "llama"}))
    with pytest.raises(
        ValueError, match="load_table, read_config and --table open the configuration of a model"
    ):
        pv.Table(path)


@pytest.mark.parametrize(
    ("config", "sizes"),
    [
        ({"_class_name": "WanTransformer3DModel"}, "frames × rows × columns 8 × 16 × 16"),
        ({"_class_name": "FluxTransformer2DModel"}, "rows × columns 16 × 16"),
        ({"model_type": "detr"}, "rows × columns 14 × 14"),
    ],
)
def test_sides_of_a_grid_that_nothing_gives_are_ours(config, sizes):
    assert f"Ours, as the file lacks them: {sizes}." in pv.read_config(config).notes


def test_a_grid_of_more_places_than_are_shown_says_so():
    found = pv.read_config(
        {
            "model_type": "vit_mae",
            "image_size": [4096, 512],
            "patch_size": {"height": 16, "width": 8},
        }
    )
    assert found.encoding.rows == 128
    assert found.encoding.columns == 64
    assert "Of 256 rows 128 are shown." in found.notes
    with pytest.raises(
        ValueError,
        match="image_size = 'large' is not allowed: it must be a number of pixels, or two",
    ):
        pv.read_config({"model_type": "vit_mae", "image_size": "large"})


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are none here")
def test_a_pipe_is_no_configuration_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "config.json")
    with pytest.raises(ValueError, match="it cannot be read: it is not an ordinary file"):
        read_config(tmp_path / "config.json")


def test_keys_around_the_text_are_accounted_for_too():
    config = {
        "model_type": "gemma3",
        "text_config": {"model_type": "llama"},
        "global_rope_theta": 5,
        "image_size": 7,
    }
    assert "Not read: global_rope_theta." in pv.read_config(config).notes


def test_a_file_of_another_kind_is_no_configuration(tmp_path):
    (tmp_path / "config.txt").write_text(json.dumps({"model_type": "llama"}))
    assert not is_config(tmp_path / "config.txt")


def test_a_tower_that_has_the_type_of_the_whole_is_the_tower_of_that():
    tower = {
        "model_type": "qwen3_vl",
        "hidden_size": 1152,
        "num_heads": 16,
        "num_position_embeddings": 2304,
    }
    found = pv.read_config(
        {"model_type": "qwen3_vl", "text_config": {}, "vision_config": tower}, "vision_config"
    )
    assert found.encoding.rows == 48
    assert found.encoding.dim == 72


def test_sections_of_the_class_that_do_not_fit_the_file_are_left_out():
    found = pv.read_config({"model_type": "qwen3_vl_text", "head_dim": 64})
    assert found.encoding.scheme == "rope"
    assert found.encoding.pairs == 32
    assert not any("mrope" in note for note in found.notes)


@pytest.mark.parametrize(("length", "factor"), [(64, 1.5), (4096, 1.25)])
def test_the_factor_of_longrope_follows_the_length_of_the_file(length, factor):
    lists = {
        "short_factor": [1.0] * 64,
        "long_factor": [2.0] * 64,
        "short_mscale": 1.5,
        "long_mscale": 1.25,
    }
    scaling = {"type": "longrope", "original_max_position_embeddings": 64, **lists}
    config = {"model_type": "phimoe", "max_position_embeddings": length, "rope_scaling": scaling}
    assert pv.read_config(config).encoding.attention_factor == factor


@pytest.mark.parametrize("alone", ["mscale", "mscale_all_dim"])
def test_one_of_two_scales_leaves_the_rule_of_yarn(alone):
    scaling = {"type": "yarn", "factor": 40, alone: 0.707}
    config = {"model_type": "deepseek_v3", "qk_rope_head_dim": 64, "max_position_embeddings": 4096}
    scheme = pv.read_config({**config, "rope_scaling": scaling}).encoding
    expected = pytest.approx(0.1 * math.log(40) + 1, rel=1e-12)
    assert scheme.attention_factor == expected


def test_a_patch_may_be_one_pixel_and_none_may_be_less():
    config = {
        "model_type": "vit_mae",
        "hidden_size": 64,
        "num_attention_heads": 4,
        "image_size": 8,
        "patch_size": 1,
    }
    assert pv.read_config(config).encoding.grid == (8, 8)
    with pytest.raises(
        ValueError, match=r"patch_size = 0 is not allowed: it must be a number of pixels, or two$"
    ):
        pv.read_config({**config, "patch_size": 0})
