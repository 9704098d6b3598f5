"""The code of RoPE's tables of cosines and sines."""

from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.rotary.fields import SCALINGS_WITH_ATTENTION_FACTOR
from peviewer.model.encodings.rotary.scaling import ScaledRope

_ARGUMENTS_OF_SCALINGS = {
    "linear": ("factor",),
    "ntk": ("factor",),
    "dynamic": ("factor", "trained"),
    "longrope": ("factor", "trained"),
    "doubling": ("trained",),
    **dict.fromkeys(("yarn", "yarn-paper", "llama3"), ("factor", "trained", "fast", "slow")),
}


def code_arguments(rope: ScaledRope) -> dict[str, float]:
    """Return the names and values, besides length and dim, that the code uses."""
    names: list[str] = []
    if rope.scaling != "given" or not rope.given:
        names.append("base")
        if rope.rotated != "all":
            names.append("share")
        names += _ARGUMENTS_OF_SCALINGS.get(rope.scaling, ())
    if rope.first:
        names.append("first")
    return {name: getattr(rope, name) for name in names}


def attention_code(rope: ScaledRope) -> str:
    """Return the factor on queries and keys as an expression; empty if it is 1."""
    if rope.attention and rope.scaling in SCALINGS_WITH_ATTENTION_FACTOR:
        return repr(rope.attention)
    expressions = {
        "yarn": "0.1 * math.log(factor) + 1",
        "yarn-paper": "0.1 * math.log(factor) + 1",
        "longrope": "math.sqrt(1 + math.log(factor) / math.log(trained))",
    }
    return expressions.get(rope.scaling, "")


def table_lines(rope: ScaledRope, dialect: Dialect) -> list[str]:
    """Return the lines that make the table of cosines and sines."""
    positions = "first, first + length" if rope.first else "length"
    lines = frequency_lines(rope, dialect)
    rows = f"np.array({list(rope.at)})" if rope.at else f"np.arange({positions})"
    lines.append(f"angles = {rows}[:, None] * frequencies")
    waves = "np.stack([np.cos(angles), np.sin(angles)])"
    attention = attention_code(rope)
    if attention:
        lines.append(f"attention = {attention}  # scores keep their spread")
        waves = f"attention * {waves}"
    return [*lines, f"table = {waves}"]


def frequency_lines(rope: ScaledRope, dialect: Dialect) -> list[str]:
    """Return the lines that make the frequencies, of the chosen scaling."""
    turned = "dim" if rope.rotated == "all" else "turned"
    dim = "turned" if rope.rotated == "part" else "dim"
    pair_lines = [f"pairs = np.arange({turned} // 2)"]
    if rope.rotated != "all":
        pair_lines.insert(0, "turned = 2 * max(1, int(share * dim) // 2)")
    powers = f"frequencies = base ** (-2 * pairs / {dim})  # radians per position"
    unscaled = [*pair_lines, powers]
    stretched_base = f"base = base * stretch ** ({dim} / max(1, {dim} - 2))"
    blend = "frequencies = frequencies * (1 - ramp) + frequencies / factor * ramp"
    if rope.scaling == "linear":
        return [*unscaled, "frequencies = frequencies / factor"]
    if rope.scaling == "ntk":
        scaled_base = f"base = base * factor ** ({dim} / max(1, {dim} - 2))"
        return [*pair_lines, scaled_base, powers]
    if rope.scaling == "doubling":
        stretch = "stretch = max(1, 2 ** math.ceil(math.log2(length / trained) + 1) - 1)"
        return [*pair_lines, stretch, stretched_base, powers]
    if rope.scaling == "dynamic":
        stretch = "stretch = max(1, factor * length / trained - (factor - 1))"
        return [*pair_lines, stretch, stretched_base, powers]
    if rope.scaling == "yarn":
        low = "math.floor(ends[0])" if rope.truncate else "ends[0]"
        high = "math.ceil(ends[1])" if rope.truncate else "ends[1]"
        ends = f"{dim} * math.log(trained / (turns * 2 * math.pi)) / (2 * math.log(base))"
        return [
            *unscaled,
            f"ends = [{ends} for turns in (fast, slow)]",
            f"low, high = max({low}, 0), min({high}, {dim} - 1)",
            "ramp = np.clip((pairs - low) / (high - low or 0.001), 0, 1)",
            blend,
        ]
    if rope.scaling in ("yarn-paper", "llama3"):
        turns = "turns = trained * frequencies / (2 * math.pi)"
        ramp = "ramp = 1 - np.clip((turns - slow) / (fast - slow), 0, 1)"
        if rope.slow == rope.fast:
            ramp += " if slow < fast else 1.0 * (turns < fast)"
        return [*unscaled, turns, ramp, blend]
    if rope.scaling == "given" and rope.given:
        return [
            *dialect.list_lines("given", rope.given),
            "frequencies = np.array(given)  # radians per position",
        ]
    if rope.scaling == "longrope":
        return [
            *unscaled,
            *dialect.list_lines("long", rope.long_factors),
            *dialect.list_lines("short", rope.short_factors),
            f"factors = (long if length > trained else short) + {turned} // 2 * [1.0]",
            f"frequencies = frequencies / np.array(factors[: {turned} // 2])",
        ]
    return unscaled
