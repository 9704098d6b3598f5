"""Which layers have which rule: as a file lists them, or as its type has it."""

import pytest

import peviewer as pv


def indices(**config):
    return pv.read_config(config).layers.indices


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        # A full layer after five that see a window; all others have the second rule.
        ({"model_type": "gemma3_text", "num_hidden_layers": 7}, (1, 1, 1, 1, 1, 0, 1)),
        (
            {"model_type": "gemma3_text", "num_hidden_layers": 4, "sliding_window_pattern": 2},
            (1, 0, 1, 0),
        ),
        ({"model_type": "modernbert", "num_hidden_layers": 4}, (0, 1, 1, 0)),
        # Full layers of Command R7B have no positions; neither have every fourth of SmolLM3.
        ({"model_type": "cohere2", "num_hidden_layers": 5}, (0, 0, 0, -1, 0)),
        (
            {"model_type": "smollm3", "num_hidden_layers": 5, "no_rope_layers": [1, 0, 1, 0, 0]},
            (0, -1, 0, -1, -1),
        ),
        (
            {"model_type": "smollm3", "num_hidden_layers": 6, "no_rope_layer_interval": 3},
            (0, 0, -1, 0, 0, -1),
        ),
        (
            {"model_type": "exaone4", "num_hidden_layers": 4, "sliding_window_pattern": 3},
            (0, 0, -1, 0),
        ),
        (
            {
                "model_type": "granite_swa",
                "num_hidden_layers": 3,
                "layer_rope_theta": [5e5, 0, 1e4],
            },
            (0, -1, 1),
        ),
        (
            {
                "model_type": "deepseek_v4",
                "num_hidden_layers": 4,
                "compress_ratios": [0, 4, 128, 4, 0],
            },
            (1, 0, 0, 0),
        ),
        ({"model_type": "qwen3_next", "num_hidden_layers": 4}, (-1, -1, -1, 0)),
        # The last layer of Gemma 4 sees all of the context, whatever its number.
        ({"model_type": "gemma4_text", "num_hidden_layers": 4}, (1, 1, 1, 0)),
    ],
)
def test_each_layer_has_its_rule(config, expected):
    assert indices(**config) == expected


def test_windows_are_those_of_the_layers_that_have_them():
    layers = pv.read_config(
        {"model_type": "gemma3_text", "num_hidden_layers": 6, "sliding_window": 99}
    ).layers
    expected = (99, 99, 99, 99, 99, 0)
    assert layers.windows == expected
    upper = {
        "use_sliding_window": True,
        "sliding_window": 64,
        "max_window_layers": 2,
        "num_hidden_layers": 4,
    }
    expected = (0, 0, 64, 64)
    assert pv.read_config({"model_type": "qwen2", **upper}).layers.windows == expected
    assert (
        pv.read_config({"model_type": "qwen2", **upper, "use_sliding_window": False}).layers is None
    )
    assert pv.read_config({"model_type": "mistral", "sliding_window": None}).layers is None


def test_a_rule_that_is_null_is_that_of_layers_without_positions():
    rules = {"sliding_attention": {"rope_theta": 10_000.0}, "full_attention": None}
    kinds = ["sliding_attention", "full_attention"]
    found = pv.read_config({"model_type": "beam", "layer_types": kinds, "rope_parameters": rules})
    assert found.layers.indices == (0, -1)
    assert "1 of 2 layers have no RoPE: 1 (counted from 0)." in found.notes


@pytest.mark.parametrize(
    ("config", "why"),
    [
        (
            {"num_hidden_layers": 10_000_000},
            "num_hidden_layers = 10000000 is not allowed: it must be at most 10",
        ),
        (
            {"layer_types": ["full_attention"] * 20_000},
            "it has 20.000 layers: at most 10.000 are read",
        ),
        (
            {"layer_types": [f"kind {number}" for number in range(100)]},
            "it has 100 kinds of layers: at most 64",
        ),
        (
            {"layer_rope_theta": ["many"]},
            r"layer_rope_theta = \['many'\] is not allowed: it must be a list of numbers",
        ),
    ],
)
def test_more_layers_than_can_be_are_refused_in_a_line(config, why):
    with pytest.raises(ValueError, match=why) as refused:
        pv.read_config({"model_type": "gemma3_text", **config})
    assert "\n" not in str(refused.value)


def test_bases_of_kinds_of_layers_are_not_that_of_the_file():
    found = pv.read_config(
        {"model_type": "laguna", "rope_theta": 5.0, "layer_types": ["full_attention"]}
    )
    assert found.encoding.base == 500_000


def test_a_table_within_a_rule_makes_it_no_rules_by_layer():
    scaling = {"rope_type": "linear", "factor": 2.0, "measured": {"by": "us"}}
    found = pv.read_config({"model_type": "llama", "rope_scaling": scaling})
    assert found.encoding.scaling == "linear"
    assert ("Not read: measured." in found.notes) is True


def test_rules_may_have_names_of_their_own():
    rules = {"main": {"rope_theta": 7.0}, "compress": {"rope_theta": 9.0}}
    kinds = ["sliding_attention", "compressed_sparse_attention"]
    found = pv.read_config(
        {"model_type": "deepseek_v4", "rope_parameters": rules, "layer_types": kinds}
    )
    assert [rule.base for rule in found.layers.rules] == [9, 7]
    assert found.layers.indices == (1, 0)
