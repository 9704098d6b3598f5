"""RoPE as a configuration has it: the part of a head that turns, the base, the scaling."""

import math
import re
from collections.abc import Mapping
from typing import Any

from peviewer.base.numbers import number
from peviewer.base.refusals import refused
from peviewer.base.words import in_unit
from peviewer.document.configurations.keys import Keys
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.rotary.fields import LEAST_TRAINED
from peviewer.model.encodings.scheme import Scheme

# The most letters of a name in the file that are shown, and the usual number of positions.
LONGEST_NAME = 60
LONGEST = 10_000_000

_OWN_LENGTH = 2048
_SCALINGS = {
    "default": "none",
    "mrope": "none",
    "axial": "none",
    "linear": "linear",
    "dynamic": "dynamic",
    "ntk": "ntk",
    "yarn": "yarn",
    "deepseek_yarn": "yarn",
    "llama3": "llama3",
    "longrope": "longrope",
    "su": "longrope",
    "proportional": "none",
}
_QUANTITIES = {
    "yarn": {"fast": "beta_fast", "slow": "beta_slow"},
    "llama3": {"fast": "high_freq_factor", "slow": "low_freq_factor"},
}

# The values that transformers takes where a file has none.
_TURNS = {"beta_fast": 32.0, "beta_slow": 1.0}

_OWN_GRID = ("frames", "rows", "columns")


def length_of(keys: Keys) -> int:
    """Return how many positions are shown: the file's length, or else peviewer's own."""
    if keys.value("length") is None:
        return int(keys.fall_back_on("length", _OWN_LENGTH))
    given = keys.whole("length")
    if given <= LONGEST:
        return given
    keys.say(f"{keys.key('length')} is {number(given)}: {number(LONGEST)} positions are shown.")
    return LONGEST


def head_dim(keys: Keys) -> int:
    """Return the dimensions of a head, or of the part of it that turns.

    It is the part if only that part has a key.
    """
    if keys.number("turned_alone", 0):
        turned = keys.whole("turned_alone")
        still = int(keys.number("still", 0))
        if still:
            _say_part(keys, turned, turned + still)
        return turned
    if keys.number("head", 0):
        return keys.whole("head")
    width = keys.whole("width")
    heads = keys.whole("heads")
    if width < heads:
        raise ValueError(
            refused(keys.key("width"), width, f"it must be at least {keys.key('heads')} = {heads}")
        )
    return width // heads


def _say_part(keys: Keys, turned: int, dim: int) -> None:
    keys.say(f"{number(turned)} of the {number(dim)} dimensions of a head turn: these are shown.")


def made(
    keys: Keys, kind: type[Scheme], names: Mapping[str, str], fields: Mapping[str, Any]
) -> Scheme:
    """Return a scheme.

    A refusal names keys of the file, not fields: `names` has the keys of fields.
    """
    try:
        return kind(**fields)
    except ValueError as error:
        by_field = {field: keys.key(quantity) for field, quantity in names.items()}
        whole_words = re.compile(rf"\b({'|'.join(by_field)})\b(?= (?:=|is|has))")
        raise ValueError(whole_words.sub(lambda word: by_field[word[1]], str(error))) from None


def turning(
    keys: Keys, rule: Mapping[str, Any], changes: Mapping[str, Any] | None = None
) -> Scheme:
    """Return how pairs turn by a rule of the configuration, such as its ``rope_scaling``."""
    inner = keys.within(rule, changes)
    scaling, fields = _scaling(keys, inner)
    common: dict[str, Any] = {"dim": head_dim(inner), "base": _base(inner), "layout": _layout(keys)}
    share = _share(inner, common["dim"])
    sections = _sections(inner, int(share * common["dim"]) // 2)
    if sections is not None and scaling == "none":
        return _by_sections(inner, common, share, sections)
    if sections is not None:
        key = inner.key("sections")
        keys.say(f"{key} shares the pairs of a picture's tokens: not drawn with this scaling.")
    names = {
        "length": "length",
        "dim": "head",
        "base": "base",
        "share": "share",
        "factor": "factor",
        "trained": "original",
        "attention": "attention_factor",
        **_QUANTITIES.get(scaling, {}),
        "short_factors": "short_factor",
        "long_factors": "long_factor",
    }
    is_proportional = inner.value("rope_type") == "proportional"
    if is_proportional or share < 1:
        fields |= {"rotated": "proportional" if is_proportional else "part", "share": share}
    return made(
        inner, Rope, names, {"scaling": scaling, "length": length_of(keys), **common, **fields}
    )


def _sections(keys: Keys, pairs: int) -> Any:
    """Return how many pairs turn by each axis.

    Return None where no key says that, or it cannot be drawn.
    """
    sections = keys.value("sections")
    key = keys.key("sections")
    if isinstance(sections, list) and len(sections) != len(_OWN_GRID):
        keys.say(
            f"{key} shares the pairs of a picture's tokens among {len(sections)} axes: not drawn."
        )
        return None
    if key in keys.marks.class_defaults and sum(sections) != pairs:
        keys.marks.class_defaults.pop(key)
        return None
    return sections


def _base(keys: Keys) -> float:
    own = keys.of_rule("rope_theta")
    quantity = "base" if own is None else "rope_theta"
    if keys.value(quantity) is None:
        return float(keys.fall_back_on("base", 10_000.0))
    return float(keys.number(quantity) * keys.number("base_times", 1))


def _layout(keys: Keys) -> str:
    """Return which columns form a pair, as a key says, or else the type."""
    is_interleaved = keys.value("interleaved")
    if is_interleaved is None:
        is_interleaved = keys.facts.entry.get("pairs") == "neighbours"
    return "interleaved" if is_interleaved else "concatenated"


def _share(keys: Keys, dim: int) -> float:
    """Return the share of a head that turns, which files give as a share or as dimensions."""
    share = float(keys.number("share", 1))
    if keys.number("turned_alone", 0):
        return 1.0
    if keys.value("turned") is not None:
        share = keys.whole("turned") / dim
    if not 0 < share <= 1:
        raise ValueError(
            refused(keys.key("share"), share, "it must be greater than 0 and at most 1")
        )
    return share


def _scaling(keys: Keys, rule: Keys) -> tuple[str, dict[str, Any]]:
    """Return peviewer's name of the scaling, and the fields that it needs."""
    for case in keys.facts.entry.get("scalings", []):
        if rule.value(case["where"]):
            return _by_case(keys, rule, case)
    named = str(rule.value("rope_type") or "default")
    if named not in _SCALINGS:
        known = ", ".join(_SCALINGS)
        raise ValueError(
            f"rope_type = {named[:LONGEST_NAME]} is not known here: it must be one of {known}"
        )
    scaling = _SCALINGS[named]
    if named == "proportional" and rule.number("factor", 1) != 1:
        scaling = "linear"
    trained = _trained(keys, rule, scaling)
    if scaling == "none":
        return scaling, {"trained": trained}
    fields: dict[str, Any] = {"trained": trained, "factor": _factor(keys, rule, scaling, trained)}
    for field, quantity in _QUANTITIES.get(scaling, {}).items():
        fields[field] = rule.number(quantity, _TURNS.get(quantity))
    if scaling == "yarn":
        truncate = rule.value("truncate")
        fields["truncate"] = truncate is None or bool(truncate)
        fields["attention"] = _attention(rule, fields["factor"])
    if scaling == "longrope":
        by_length = "long_attention" if length_of(keys) > trained else "short_attention"
        fields["attention"] = rule.number("attention_factor", 0) or rule.number(by_length, 0)
        for field, quantity in (("short_factors", "short_factor"), ("long_factors", "long_factor")):
            fields[field] = _list(rule, quantity)
    return scaling, fields


def _by_case(keys: Keys, rule: Keys, case: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """Return the scaling that a type of models has if one of its keys is set."""
    rule.value("rope_type")
    fields: dict[str, Any] = {"trained": _trained(keys, rule, case["scaling"])}
    if "trained" in case:
        fields["trained"] = rule.whole(case["trained"])
    if "factor" in case:
        fields["factor"] = rule.number(case["factor"])
    return case["scaling"], fields


def _trained(keys: Keys, rule: Keys, scaling: str) -> int:
    """Return the trained length of the file or its class; 0 if it is not given."""
    length = keys.whole("length") if keys.value("length") is not None else 0
    # Dynamic NTK counts from the length itself, even if an original length is given.
    original = 0 if scaling == "dynamic" else rule.number("original", 0)
    trained = int(original or length)
    if scaling not in ("none", "linear", "ntk") and not trained:
        raise ValueError(f"{keys.key('original')} is missing")
    if 0 < trained < LEAST_TRAINED:
        key = rule.key("original" if original else "length")
        raise ValueError(refused(key, trained, f"it must be at least {LEAST_TRAINED}"))
    return min(trained, LONGEST)


def _factor(keys: Keys, rule: Keys, scaling: str, trained: int) -> float:
    if rule.value("factor") is not None:
        return float(rule.number("factor"))
    if scaling not in ("yarn", "longrope"):
        return float(rule.number("factor"))
    longer = keys.number("length", trained) / trained
    return float(max(1.0, longer))


def _list(rule: Keys, quantity: str) -> tuple[float, ...]:
    found = rule.value(quantity)
    if not isinstance(found, list):
        raise ValueError(
            f"{rule.key(quantity)} is missing: it must be a list, a number for each pair"
        )
    return tuple(found)


def _attention(rule: Keys, factor: float) -> float:
    """Return the factor on queries and keys; 0 if the scaling determines it."""
    if rule.value("attention_factor") is not None:
        return float(rule.number("attention_factor"))
    part, of_all = (rule.number(name, 0) for name in ("mscale", "mscale_all_dim"))
    if not (part and of_all):
        return 0.0
    grown = 0.1 * math.log(max(1.0, factor))
    return float((part * grown + 1) / (of_all * grown + 1))


def _by_sections(keys: Keys, common: Mapping[str, Any], share: float, sections: Any) -> Scheme:
    """Return M-RoPE: pairs turn by the frame, the row or the column of a token.

    `sections` count those of each.
    """
    turned = 2 * (int(share * common["dim"]) // 2)
    whole_ones = (
        isinstance(sections, list)
        and len(sections) == 3
        and all(isinstance(each, int) for each in sections)
    )
    if not whole_ones or sum(sections) != turned // 2:
        counted = in_unit(number(turned // 2), "pairs")
        raise ValueError(
            refused(keys.key("sections"), sections, f"it must be three numbers, {counted} in all")
        )
    if turned < common["dim"]:
        _say_part(keys, turned, common["dim"])
    is_in_turn = bool(keys.value("sections_in_turn"))
    fields = {**common, "dim": turned, "sharing": "interleaved" if is_in_turn else "sections"}
    fields |= {"frame_pairs": sections[0], "row_pairs": sections[1]}
    scheme = made(keys, AxialRope, {"dim": "head", "base": "base"}, fields)
    sides = " × ".join(number(getattr(scheme, side)) for side in _OWN_GRID)
    keys.say(
        "A token of text has one number as frame, row and column, so that it turns as in RoPE; "
        f"the grid of {sides} is ours."
    )
    return scheme
