"""The scheme that a model's ``config.json`` names, as transformers reads it."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from peviewer.base.parameters import refused
from peviewer.base.words import in_unit, number
from peviewer.document.document import Document, DocumentError
from peviewer.model.encodings.alibi import Alibi
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.t5 import T5

LARGEST = 2**20  # bytes of a configuration that are read at most; those of models have a few thousand
_SAYS_SO = "model_type", "architectures", "rope_theta", "rope_scaling", "rope_parameters", "hidden_size", "n_embd"
_INNER = "text_config", "llm_config", "language_config"
_SCALINGS = {
    "default": "none", "mrope": "none", "linear": "linear", "dynamic": "dynamic", "ntk": "ntk", "yarn": "yarn",
    "deepseek_yarn": "yarn", "llama3": "llama3", "longrope": "longrope", "su": "longrope", "proportional": "none",
}  # fmt: skip
_LOCAL = "rope_local_base_freq", "local_rope_theta"
"""The base of layers that see a window only, as in Gemma 3 and ModernBERT."""
_OF_THESE = "full_attention", "sliding_attention"
_TURNS = {"llama", "mistral", "gpt_neox", "gptj", "codegen", "falcon", "phi", "qwen2", "gemma", "chatglm", "esm"}
"""Models that turn by RoPE with a base of 10 000 where they do not say it."""
_NEIGHBOURS = {"gptj", "codegen", "cohere", "cohere2", "chatglm", "glm", "glm4", "deepseek_v2", "deepseek_v3", "llama4"}
"""Models that pair columns 2i and 2i + 1."""
_T5 = {"t5", "mt5", "umt5", "longt5", "switch_transformers"}


def is_config(path: Path) -> bool:
    """Whether a file is the configuration of a model, and no session."""
    if path.suffix.lower() != ".json" or not path.is_file():
        return False
    try:
        data = _read(path)
    except ValueError:
        return False
    return "peviewer" not in data and any(key in data for key in (*_SAYS_SO, *_INNER))


def open_config(document: Document, path: Path) -> tuple[Document, str]:
    """Return a Document with the scheme of a ``config.json``, and a sentence about parts that are left out.

    Where layers of two kinds turn by two bases, the second is B.
    """
    try:
        config = _read(path)
        inner = (config[name] for name in _INNER if isinstance(config.get(name), dict))  # which has the positions
        schemes, sentence = _schemes({**config, **next(inner, {})})
    except (ValueError, OverflowError) as error:
        raise DocumentError(f"{path.name}: {error}") from None
    shown = document.opening(schemes[0])
    return shown.edited({"compare.against": schemes[1]}) if len(schemes) > 1 else shown, sentence


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_bytes()) if path.stat().st_size <= LARGEST else None
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"it cannot be read: {error}") from None
    if not isinstance(data, dict):
        raise ValueError("it is no configuration of a model")
    return data


def _schemes(config: dict[str, Any]) -> tuple[list[Scheme], str]:
    kind, named = str(config.get("model_type", "")), config.get("position_embedding_type")
    attention = config["attn_config"] if isinstance(config.get("attn_config"), dict) else {}
    if kind == "bloom" or config.get("alibi") or attention.get("alibi") or named == "alibi":
        return [Alibi(length=_length(config), heads=_heads(config))], ""
    if kind in _T5 or "relative_attention_num_buckets" in config:
        buckets = config.get("relative_attention_num_buckets", 32)
        most = config.get("relative_attention_max_distance", 128)
        scheme = T5(length=_length(config), heads=_heads(config), bucket_count=buckets, max_distance=most)
        return [scheme], "The biases of its buckets are learned and in the model's weights: open them too."
    if kind in _TURNS or named == "rotary" or any(key.startswith(("rope_", "rotary_")) for key in config):
        return _rotary(config)
    if "patch_size" in config or any(config.get(name) for name in _LENGTHS):
        raise ValueError("this model learns its table of positions: open its weights, such as model.safetensors")
    raise ValueError("it names no positional encoding that is known here")


_LENGTHS = "max_position_embeddings", "n_positions", "max_seq_len", "max_sequence_length", "seq_length", "n_ctx"


def _number(config: Mapping[str, Any], *names: str, default: float | None = None) -> Any:
    """Return the number of the first of these keys that is set."""
    key = next((name for name in names if config.get(name) is not None), None)
    if key is None:
        if default is None:
            raise ValueError(f"{names[0]} is missing")
        return default
    if isinstance(number := config[key], bool) or not isinstance(number, int | float) or not abs(number) < math.inf:
        raise ValueError(refused(key, number, "it must be a number"))
    return number


def _length(config: Mapping[str, Any]) -> int:
    return int(_number(config, *_LENGTHS, "model_max_length", default=2048))


def _heads(config: Mapping[str, Any]) -> int:
    heads = int(_number(config, "num_attention_heads", "n_head", "n_heads", "num_heads"))
    if heads < 1:
        raise ValueError(refused("num_attention_heads", heads, "it must be at least 1"))
    return heads


def _head_dim(config: Mapping[str, Any]) -> int:
    head_dim = _number(config, "qk_rope_head_dim", "head_dim", "kv_channels", default=0)
    return int(head_dim or _number(config, "hidden_size", "n_embd", "d_model") // _heads(config))


def _rotary(config: dict[str, Any]) -> tuple[list[Scheme], str]:
    parameters = config.get("rope_parameters") or config.get("rope_scaling") or {}
    if not isinstance(parameters, dict):
        raise ValueError(refused("rope_scaling", parameters, "it must be an object with rope_type and factor"))
    by_layer = [parameters[layers] for layers in _OF_THESE if isinstance(parameters.get(layers), dict)]
    schemes = [_turning(config, rule) for rule in by_layer or [parameters]]
    if any(config.get(name) is not None for name in _LOCAL) and not by_layer:
        schemes.append(_turning({**config, "rope_theta": _number(config, *_LOCAL), "global_rope_theta": None}, {}))
    two = "A turns in the layers that see all of the context, B in those that see a window of it."
    return schemes, two if len(schemes) > 1 else ""


def _turning(config: Mapping[str, Any], rule: Mapping[str, Any]) -> Scheme:
    named = str(rule.get("rope_type") or rule.get("type") or "default")
    if named not in _SCALINGS:
        raise ValueError(f"rope_type = {named} is not known here: it must be one of {', '.join(_SCALINGS)}")
    dim = _head_dim(config)
    grown = _number(config, "rope_ratio", default=1)  # as ChatGLM has it
    base = _number({**config, **rule}, "global_rope_theta", "rope_theta", "rotary_emb_base", default=10_000 * grown)
    common = {"length": _length(config), "dim": dim, "base": base}
    if sections := rule.get("mrope_section"):
        return _by_sections(common, sections, interleaved=bool(rule.get("mrope_interleaved")))
    neighbours = config.get("model_type") in _NEIGHBOURS or config.get("rope_interleave")
    share = _share(config, rule, dim)
    fields = {**common, "scaling": _SCALINGS[named], "layout": "interleaved" if neighbours else "concatenated"}
    if named == "proportional" or share < 1:
        fields |= {"rotated": "proportional" if named == "proportional" else "part", "share": share}
    return Rope(**fields, **_scaling(config, rule, _SCALINGS[named]))


def _share(config: Mapping[str, Any], rule: Mapping[str, Any], dim: int) -> float:
    if config.get("rotary_dim") is not None:
        return float(_number(config, "rotary_dim") / dim)
    if config.get("model_type") == "chatglm":
        return 0.5
    return float(_number({**config, **rule}, "partial_rotary_factor", "rotary_pct", default=1))


def _scaling(config: Mapping[str, Any], rule: Mapping[str, Any], scaling: str) -> dict[str, Any]:
    if scaling == "none":
        return {}
    longest = _length(config)
    trained = _number({**config, **rule}, "original_max_position_embeddings", default=longest)
    factor = _number(rule, "factor", default=longest / trained if trained < longest else None)
    fields: dict[str, Any] = {"factor": factor, "trained": trained}
    if scaling == "yarn":
        fields |= {"fast": _number(rule, "beta_fast", default=32), "slow": _number(rule, "beta_slow", default=1)}
        fields["truncate"] = rule.get("truncate", True)
    if scaling == "llama3":
        fields |= {"fast": _number(rule, "high_freq_factor"), "slow": _number(rule, "low_freq_factor")}
    if scaling == "longrope":
        for field, key in (("short_factors", "short_factor"), ("long_factors", "long_factor")):
            if not isinstance(rule.get(key), list):
                raise ValueError(f"{key} is missing: it must be a list, a number for each pair")
            fields[field] = tuple(rule[key])
    if scaling in ("yarn", "longrope"):
        fields["attention"] = _attention(rule, fields["factor"])
    return fields


def _attention(rule: Mapping[str, Any], factor: float) -> float:
    """Return the factor on queries and keys; 0 for the scaling's own rule."""
    if rule.get("attention_factor") is not None:
        return float(_number(rule, "attention_factor"))
    part, of_all = (_number(rule, name, default=0) for name in ("mscale", "mscale_all_dim"))
    if not (part and of_all):
        return 0.0
    grown = 0.1 * math.log(max(1.0, factor))
    return float((part * grown + 1) / (of_all * grown + 1))


def _by_sections(common: Mapping[str, Any], sections: Any, *, interleaved: bool) -> Scheme:
    """Return M-RoPE, whose pairs turn by the frame, the row or the column of a token."""
    whole_ones = isinstance(sections, list) and len(sections) == 3 and all(isinstance(each, int) for each in sections)
    if not whole_ones or sum(sections) != common["dim"] // 2:
        turned = in_unit(number(common["dim"] // 2), "pairs")
        raise ValueError(refused("mrope_section", sections, f"it must be three numbers, {turned} in all"))
    return AxialRope(
        dim=common["dim"], base=common["base"], sharing="interleaved" if interleaved else "sections",
        frame_pairs=sections[0], row_pairs=sections[1],
    )  # fmt: skip
