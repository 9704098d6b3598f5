"""Which layers of a model turn by which rule, and how far they see."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from peviewer.base.numbers import number
from peviewer.base.refusals import refused
from peviewer.base.words import in_unit
from peviewer.document.configurations.facts import rest
from peviewer.document.configurations.keys import Keys
from peviewer.document.configurations.rotary import turning
from peviewer.document.layers import MOST_LAYERS, NONE, Layers
from peviewer.model.encodings.scheme import Scheme

_WHOLE = "full_attention"

# The most layers that are all named.
_LISTED = 8

# The most rules: a configuration is not trusted, and reading each rule takes time.
_MOST_RULES = 64


class _Layer(NamedTuple):
    """The facts about one layer: the name of its kind, its base, and whether it has positions."""

    kind: str = _WHOLE
    base: float | None = None
    has_positions: bool = True


def rules_of(keys: Keys) -> tuple[list[Scheme], Layers | None]:
    """Return the different rules of a configuration, and its layers, where they are known."""
    parameters = keys.value("rule")
    if parameters is None:
        parameters = {}
    if not isinstance(parameters, Mapping):
        raise ValueError(
            refused(keys.key("rule"), parameters, "it must be an object with rope_type and factor")
        )
    by_layer = _layers(keys)
    named = by_layer or [_Layer(kind) for kind in _kinds_named(keys, parameters)]
    # Layers that see the whole context come first: A is their rule.
    different = sorted(dict.fromkeys(named), key=lambda layer: layer.kind in rest("windows"))
    if len(different) > _MOST_RULES:
        counted = f"it has {number(len(different))} kinds of layers"
        raise ValueError(f"{counted}: at most {number(_MOST_RULES)} are read")
    schemes = {layer: _rule(keys, parameters, layer) for layer in different}
    rules = list(dict.fromkeys(scheme for scheme in schemes.values() if scheme is not None))
    if not by_layer:
        return rules, None
    numbers: dict[Scheme | None, int] = {scheme: index for index, scheme in enumerate(rules)}
    indices = [numbers.get(schemes[layer], NONE) for layer in by_layer]
    windows = [_window(keys, layer.kind) for layer in by_layer]
    kinds = tuple(layer.kind for layer in by_layer)
    return rules, Layers(
        rules=tuple(rules), indices=tuple(indices), windows=tuple(windows), kinds=kinds
    )


def _kinds_named(keys: Keys, parameters: Mapping[str, Any]) -> list[str]:
    """Return the kinds of layers that rules or the type name, if the file does not count layers."""
    if _are_rules(parameters):
        return list(parameters)
    return list(keys.facts.kinds) or [_WHOLE]


def _are_rules(parameters: Mapping[str, Any]) -> bool:
    """Whether parameters are rules by kind of layer (one may be null), and no rule themselves."""
    return bool(parameters) and all(
        isinstance(value, Mapping | None) for value in parameters.values()
    )


def _rule(keys: Keys, parameters: Mapping[str, Any], layer: _Layer) -> Scheme | None:
    """Return how a layer turns; None if it has no positions."""
    changes = dict(keys.facts.kinds.get(layer.kind, {}))
    none = changes.pop("none", False)
    label = changes.pop("label", layer.kind)
    is_scaled = changes.pop("scaled", True)
    has_none = none is True or (isinstance(none, str) and keys.value(none) is not None)
    if has_none or not layer.has_positions or layer.kind in rest("without_positions"):
        return None
    is_nested = _are_rules(parameters) or label in parameters
    rule = parameters.get(label) if is_nested else parameters
    if not isinstance(rule, Mapping):
        return None
    own = {} if layer.base is None else {"rope_theta": layer.base}
    return turning(keys, {**(rule if is_nested or is_scaled else {}), **own}, changes)


def _layers(keys: Keys) -> list[_Layer]:
    """Return the facts about each layer; an empty list where they are not known."""
    kinds = _kinds(keys)
    flags = _flags(keys)
    bases = _bases(keys)
    count = max(len(kinds), len(flags), len(bases))
    if count > MOST_LAYERS:
        raise ValueError(f"it has {number(count)} layers: at most {number(MOST_LAYERS)} are read")
    layers = [_Layer(kind) for kind in kinds or [_WHOLE] * count]
    if len(bases) == count:
        pairs = zip(layers, bases, strict=True)
        layers = [layer._replace(base=base, has_positions=base > 0) for layer, base in pairs]
    if len(flags) == count:
        layers = [
            layer._replace(has_positions=flag) for layer, flag in zip(layers, flags, strict=True)
        ]
    return layers


def _bases(keys: Keys) -> list[float]:
    """Return the base of each layer, where a key lists them; 0 for a layer without positions."""
    bases = keys.value("layer_bases")
    if bases is None:
        return []
    if not isinstance(bases, list) or not all(isinstance(base, int | float) for base in bases):
        raise ValueError(
            refused(keys.key("layer_bases"), bases, "it must be a list of numbers, one a layer")
        )
    return [float(base) for base in bases]


def _count(keys: Keys) -> int:
    """Return how many layers there are; 0 where no key has it."""
    count = keys.whole("layers") if keys.value("layers") is not None else 0
    if count > MOST_LAYERS:
        raise ValueError(
            refused(keys.key("layers"), count, f"it must be at most {number(MOST_LAYERS)}")
        )
    return count


def _flags(keys: Keys) -> list[bool]:
    """Return which layers have positions, where keys say that."""
    flags = keys.value("layer_flags")
    usual = keys.facts.entry.get("without_every")
    if usual is None and not flags:
        return []
    interval = keys.whole("layer_interval", usual or 1)
    if isinstance(flags, list) and flags:
        return [bool(flag) for flag in flags]
    return [(layer + 1) % interval != 0 for layer in range(_count(keys))]


def _kinds(keys: Keys) -> list[str]:
    """Return the kind of each layer: as the file lists it, or as the type determines it."""
    said = keys.facts.entry.get("layers", {})
    for quantity in (said.get("key"), said.get("with"), "window"):
        keys.mark(quantity)
    listed = keys.value("layer_types")
    if isinstance(listed, list) and listed:
        return [str(kind) for kind in listed]
    codes = keys.value("layer_codes")
    if isinstance(codes, list) and "codes" in said:
        return [said["codes"].get(str(code), said["codes"]["other"]) for code in codes][
            : _count(keys)
        ]
    if "all" in said:
        return [said["all"]] * _count(keys) if keys.value("window") else []
    if "with" in said:
        return _kinds_after(keys, said) if keys.value(said["with"]) else []
    return _kinds_in_turn(keys, said, _count(keys)) if "times" in said else []


def _kinds_after(keys: Keys, said: Mapping[str, Any]) -> list[str]:
    """Return the kinds where they change once, from some layer on."""
    count = _count(keys)
    first = keys.number(said["key"], count)
    return [said["kind"] if layer >= first else _WHOLE for layer in range(count)]


def _kinds_in_turn(keys: Keys, every: Mapping[str, Any], count: int) -> list[str]:
    """Return the kinds where they repeat: every n-th layer is of one kind, others of another."""
    interval = keys.whole(every["key"], every["times"])
    kinds = [
        every["kind" if (layer - every["at"]) % interval == 0 else "others"]
        for layer in range(count)
    ]
    if "last" in every:
        kinds[-1:] = [every["last"]]
    return kinds


def _window(keys: Keys, kind: str) -> int:
    """Return how many positions a layer of one kind sees.

    Return 0 for all positions; files write a number below 1 for that.
    """
    quantity = rest("windows").get(kind)
    return keys.whole(quantity) if quantity and keys.number(quantity, 0) > 0 else 0


def layers_sentences(rules: Sequence[Scheme], layers: Layers | None) -> Iterable[str]:
    """Yield sentences on which layers have which rule, where there is more than one."""
    if layers is None and len(rules) > 1:
        yield (
            "A turns in the layers that see all of the context, B in those that see a window of it."
        )
    if layers is None:
        return
    of_all = f"of {in_unit(number(layers.count), 'layers')}"
    for index, name in enumerate("ABCDEFGH"[: len(rules)]):
        places = [layer for layer, each in enumerate(layers.indices) if each == index]
        if len(rules) > 1:
            yield f"{name} turns in {number(len(places))} {of_all}{_seen(layers, places)}."
    without = [layer for layer, index in enumerate(layers.indices) if index == NONE]
    if without:
        yield f"{number(len(without))} {of_all} have no RoPE: {_listed(without)}."


def _seen(layers: Layers, places: Sequence[int]) -> str:
    """Return how far some layers see, as the end of a sentence."""
    seen = {(layers.windows[place], layers.kinds[place]) for place in places}
    if len(seen) != 1:
        return ""
    ((window, kind),) = seen
    if window:
        return f", which see {in_unit(number(window), 'positions')}"
    return ", which see all of the context" if kind == _WHOLE else ""


def _listed(layers: Sequence[int]) -> str:
    """Return the numbers of layers, from 0, as text; of many only the first two and the last."""
    listed = ", ".join(map(number, layers))
    if len(layers) > _LISTED:
        first, second = map(number, layers[:2])
        listed = f"{first}, {second} … {number(layers[-1])}"
    return f"{listed} (counted from 0)"
