"""Every rotary type of transformers against its configuration classes and modules, where that is installed.

``pip install torch transformers`` and ``python -m pytest -m slow`` on this file; the weekly job
does so.
"""

import inspect
from copy import deepcopy
from importlib import import_module
from importlib.util import find_spec

import numpy as np
import pytest

import peviewer as pv
from peviewer.document.configurations.facts import facts_of, types

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 4096}
TWO_SCALES = {
    **YARN,
    "factor": 16.0,
    "mscale": 0.7,
    "mscale_all_dim": 1.0,
    "beta_fast": 16,
    "beta_slow": 2,
}
LLAMA_3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
           "original_max_position_embeddings": 8192}  # fmt: skip
# What a file may have beside its type.
FILES = {
    "nothing": {},
    "a base": {"rope_theta": 123_456.0},
    "linear": {"rope_theta": 5e4, "rope_scaling": {"rope_type": "linear", "factor": 2.0}},
    "yarn": {"rope_scaling": YARN},
    "yarn with scales": {
        "rope_theta": 1e6,
        "max_position_embeddings": 65_536,
        "rope_scaling": TWO_SCALES,
    },
    "dynamic": {
        "max_position_embeddings": 8192,
        "rope_scaling": {"rope_type": "dynamic", "factor": 4.0},
    },
    "llama 3": {"max_position_embeddings": 65_536, "rope_scaling": LLAMA_3},
    "a rule of version 5": {"rope_parameters": {"rope_type": "default", "rope_theta": 77_777.0}},
    "null": {"rope_scaling": None, "sliding_window": None},
}
# Types that are read otherwise than by transformers' class, and why.
OTHERWISE = {
    "cohere2_moe": "its class passes over rope_scaling",
    "dbrx": "its class passes over attn_config.rope_theta, and names its length max_seq_len",
    "deepseek_v4": "its class takes no rule of version 5 without names of rules",
    "ernie4_5_vl_moe_text": "its module has the pairs in the order of a picture's tokens",
    "gemma3_text": "its class passes over a rule without names of layers",
    "gemma3n_text": "as gemma3_text",
    "t5gemma2_text": "as gemma3_text",
    "t5gemma2_decoder": "as gemma3_text",
    "olmo3": "as gemma3_text",
    "step3p5": "as gemma3_text",
    "glm4_moe": "without head_dim it turns an odd number of columns, 21",
    "glm4v_moe_text": "as glm4_moe",
    "mimo_v2_flash": "its files name their bases otherwise than its class",
    "muse_spark_text": "it has its bases by layer",
    "mistral4": "its class passes over qk_rope_head_dim where a rule has no share",
    "qwen3_omni_moe_text": "without head_dim a head has an odd number of columns, 73",
}
SINGLE = 3e-6  # what is computed in single precision there


def classes():
    """Return the configuration classes of rotary types, by type, with the folders of their models."""
    found = {}
    for name, module in transformers.models.auto.configuration_auto.CONFIG_MAPPING_NAMES.items():
        if name in types() and facts_of({"model_type": name}).entry.get("gives") == "rope":
            kind = getattr(transformers, module, None)
            if kind is not None and kind.model_type == name:
                found[name] = kind
    return found


def modules(kind):
    """Yield the modules that turn pairs, of a configuration class."""
    home = kind.__module__.replace("configuration_", "modeling_")
    if find_spec(home) is None:  # it is built by the modules of another type
        return
    for name, part in vars(import_module(home)).items():
        if "Rotary" in name and inspect.isclass(part) and issubclass(part, torch.nn.Module):
            annotation = str(inspect.signature(part.__init__).parameters.get("config", ""))
            if kind.__name__ in annotation and part.__module__ == home:
                yield part


def turned(kind, config):
    """Return the frequencies and the factor by kind of layer.

    None where transformers cannot make them.
    """
    for module in modules(kind):
        try:
            made = module(config)
        except (AttributeError, KeyError, TypeError, ValueError, ZeroDivisionError):
            continue
        found = {}
        for name, buffer in made.named_buffers():
            label = name.removesuffix("inv_freq").rstrip("_")
            if name.endswith("inv_freq") and "original" not in name:
                factor = getattr(
                    made, f"{label}_attention_scaling" if label else "attention_scaling", 1.0
                )
                found[label] = buffer.double().numpy(), float(factor)
        return found
    return {}


@pytest.mark.parametrize("file", FILES)
def test_every_rotary_type_turns_as_in_transformers(file):
    compared = 0
    different = []
    for name, kind in classes().items():
        if name in OTHERWISE:
            continue
        try:
            config = kind(**deepcopy(FILES[file]))
        except Exception:  # its class refuses what the file has
            continue
        expected = turned(kind, config)
        if not expected:
            continue
        found = pv.read_config({"model_type": name, **FILES[file]})
        rules = found.layers.rules if found.layers is not None else filter(None, found[:2])
        ours = [(rule.frequencies(), getattr(rule, "attention_factor", 1.0)) for rule in rules]
        kinds = config.to_dict().get("layer_types") or []
        for label, (frequencies, factor) in expected.items():
            if label and kinds and label not in kinds:
                continue
            turning = frequencies[frequencies > 0]
            equal = [
                len(own) == len(turning) and np.allclose(own, turning, rtol=SINGLE)
                for own, _ in ours
            ]
            close = [abs(own - factor) < 1e-5 for _, own in ours]
            if not any(a and b for a, b in zip(equal, close, strict=True)):
                different.append(f"{name} {label}")
            compared += 1
    assert different == []
    assert (compared > 100) is True


def test_defaults_are_those_of_the_classes():
    wrong = []
    compared = 0
    for name, kind in classes().items():
        made = kind().to_dict()
        for key, value in facts_of({"model_type": name}).defaults.items():
            if key in made and not isinstance(value, dict) and made[key] is not None:
                compared += 1
                if made[key] != value:
                    wrong.append((name, key, value, made[key]))
    assert wrong == []
    assert (compared > 500) is True


def test_layers_without_a_list_have_the_kinds_of_the_classes():
    wrong = []
    compared = 0
    for name, kind in classes().items():
        if name in OTHERWISE:
            continue
        try:
            kinds = kind(num_hidden_layers=17).to_dict().get("layer_types")
        except Exception:  # its class refuses so many
            continue
        found = pv.read_config({"model_type": name, "num_hidden_layers": 17})
        if found.layers is not None and isinstance(kinds, list) and len(set(kinds)) > 1:
            compared += 1
            if tuple(kinds) != found.layers.kinds:
                wrong.append(name)
    assert wrong == []
    assert (compared > 15) is True
