"""What a model's config.json says of RoPE with a scaling, by the names of transformers."""

from peviewer.model.encodings.rope import Rope

# The scalings that transformers has, by the same names.
_TYPES = "linear", "dynamic", "yarn", "llama3"


def config_lines(rope: Rope) -> dict[str, object] | None:
    """Return the keys and values of a configuration; None where it has none for the scaling.

    NTK-aware scaling is only another base.
    """
    if rope.scaling in ("none", "ntk"):
        return {"rope_theta": round(rope.scaled_base(), 6)}
    if rope.scaling not in _TYPES:
        return None
    rule: dict[str, object] = {"rope_type": rope.scaling, "factor": rope.factor}
    if rope.scaling == "yarn":
        rule |= {"beta_fast": rope.fast, "beta_slow": rope.slow}
    if rope.scaling == "yarn" and rope.attention:
        rule["attention_factor"] = rope.attention
    if rope.scaling == "llama3":
        rule |= {"low_freq_factor": rope.slow, "high_freq_factor": rope.fast}
    if rope.scaling in ("yarn", "llama3"):
        rule["original_max_position_embeddings"] = rope.trained
    lines: dict[str, object] = {"rope_theta": rope.base, "rope_scaling": rule}
    # Dynamic NTK scales beyond the length of the model itself.
    return lines | {"max_position_embeddings": rope.trained} if rope.scaling == "dynamic" else lines
