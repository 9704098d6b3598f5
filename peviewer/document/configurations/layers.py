"""Which layers of a model turn by which rule, and how far they see."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from peviewer.base.parameters import refused
from peviewer.base.words import in_unit, number
from peviewer.document.configurations.facts import rest
from peviewer.document.configurations.keys import Keys
from peviewer.document.configurations.rotary import turning
from peviewer.document.layers import MOST_LAYERS, NONE, Layers
from peviewer.model.encodings.scheme import Scheme

_WHOLE = "full_attention"
_LETTERS = {"G": "kind", "L": "others"}  # of a pattern, as in LLLG
_LISTED = 8  # layers that are all named


class _Layer(NamedTuple):
    """What is said of one layer: the name of its kind, its own base, and whether it has positions."""

    kind: str = _WHOLE
    base: float | None = None
    has_positions: bool = True


def rules_of(keys: Keys) -> tuple[list[Scheme], Layers | None]:
    """Return the different rules of a configuration, and which layers have which, where that is known."""
    parameters = keys.value("rule")
    if parameters is None:
        parameters = {}
    if not isinstance(parameters, Mapping):
        raise ValueError(refused(keys.key("rule"), parameters, "it must be an object with rope_type and factor"))
    by_layer = _layers(keys)
    named = by_layer or [_Layer(kind) for kind in _kinds_named(keys, parameters)]
    # Layers that see the whole context come first: A is their rule.
    different = sorted(dict.fromkeys(named), key=lambda layer: layer.kind in rest("windows"))
    schemes = {layer: _rule(keys, parameters, layer) for layer in different}
    rules = list(dict.fromkeys(scheme for scheme in schemes.values() if scheme is not None))
    if not by_layer:
        return rules, None
    numbers: dict[Scheme | None, int] = {scheme: index for index, scheme in enumerate(rules)}
    indices = [numbers.get(schemes[layer], NONE) for layer in by_layer]
    windows = [_window(keys, layer.kind) for layer in by_layer]
    kinds = tuple(layer.kind for layer in by_layer)
    return rules, Layers(rules=tuple(rules), indices=tuple(indices), windows=tuple(windows), kinds=kinds)


def _kinds_named(keys: Keys, parameters: Mapping[str, Any]) -> list[str]:
    """Return the kinds of layers that the rules or the type tell apart, where layers are not counted."""
    nested = [key for key, value in parameters.items() if isinstance(value, Mapping)]
    return nested or list(keys.facts.kinds) or [_WHOLE]


def _rule(keys: Keys, parameters: Mapping[str, Any], layer: _Layer) -> Scheme | None:
    """Return how a layer turns; None if it has no positions."""
    changes = dict(keys.facts.kinds.get(layer.kind, {}))
    none = changes.pop("none", False)
    label = changes.pop("label", layer.kind)
    is_scaled = changes.pop("scaled", True)
    has_none = none is True or (isinstance(none, str) and keys.value(none) is not None)
    if has_none or not layer.has_positions or layer.kind in rest("without_positions"):
        return None
    is_nested = any(isinstance(value, Mapping) for value in parameters.values())
    rule = parameters.get(label) if is_nested else parameters
    if not isinstance(rule, Mapping):
        return None
    own = {} if layer.base is None else {"rope_theta": layer.base}
    return turning(keys, {**(rule if is_nested or is_scaled else {}), **own}, changes)


def _layers(keys: Keys) -> list[_Layer]:
    """Return what is said of each layer; an empty list where that is not known."""
    kinds, flags, bases = _kinds(keys), _flags(keys), keys.value("layer_bases")
    bases = bases if isinstance(bases, list) else []
    count = max(len(kinds), len(flags), len(bases))
    layers = [_Layer(kind) for kind in kinds or [_WHOLE] * count]
    if len(bases) == count:
        pairs = zip(layers, bases, strict=True)
        layers = [layer._replace(base=float(base), has_positions=bool(base)) for layer, base in pairs]
    if len(flags) == count:
        layers = [layer._replace(has_positions=flag) for layer, flag in zip(layers, flags, strict=True)]
    return layers


def _count(keys: Keys) -> int:
    """Return how many layers there are; 0 where no key has it."""
    count = keys.whole("layers") if keys.value("layers") is not None else 0
    if count > MOST_LAYERS:
        raise ValueError(refused(keys.key("layers"), count, f"it must be at most {number(MOST_LAYERS)}"))
    return count


def _flags(keys: Keys) -> list[bool]:
    """Return which layers have positions, where keys say that."""
    flags, usual = keys.value("layer_flags"), keys.facts.entry.get("without_every")
    if usual is None and not flags:
        return []
    interval = keys.whole("layer_interval", usual or 1)
    if isinstance(flags, list) and flags:
        return [bool(flag) for flag in flags]
    return [(layer + 1) % interval != 0 for layer in range(_count(keys))]


def _kinds(keys: Keys) -> list[str]:
    """Return the kind of each layer: as the file lists them, or as the type has it."""
    said = keys.facts.entry.get("layers", {})
    for quantity in (said.get("key"), said.get("with"), "window"):
        keys.mark(quantity)
    listed = keys.value("layer_types")
    if isinstance(listed, list) and listed:
        return [str(kind) for kind in listed]
    codes = keys.value("layer_codes")
    if isinstance(codes, list) and "codes" in said:
        return [said["codes"].get(str(code), said["codes"]["other"]) for code in codes][: _count(keys)]
    if "all" in said:
        return [said["all"]] * _count(keys) if keys.value("window") else []
    if "with" in said:
        return _kinds_after(keys, said) if keys.value(said["with"]) else []
    return _kinds_in_turn(keys, said, _count(keys)) if "times" in said else []


def _kinds_after(keys: Keys, said: Mapping[str, Any]) -> list[str]:
    """Return kinds that are others from some layer on."""
    count = _count(keys)
    first = keys.number(said["key"], count)
    return [said["kind"] if layer >= first else _WHOLE for layer in range(count)]


def _kinds_in_turn(keys: Keys, every: Mapping[str, Any], count: int) -> list[str]:
    """Return kinds that repeat: every n-th layer is of one kind, all others of another."""
    pattern = keys.value(every["key"])
    if isinstance(pattern, str) and pattern:
        letters = [_LETTERS.get(letter, "others") for letter in pattern]
        return [every[letters[layer % len(letters)]] for layer in range(count)]
    interval = keys.whole(every["key"], every["times"])
    kinds = [every["kind" if (layer - every["at"]) % interval == 0 else "others"] for layer in range(count)]
    if "last" in every:
        kinds[-1:] = [every["last"]]
    return kinds


def _window(keys: Keys, kind: str) -> int:
    """Return how many positions a layer of a kind sees; 0 for all."""
    quantity = rest("windows").get(kind)
    window = keys.number(quantity, 0) if quantity else 0
    return int(window)


def layers_sentences(rules: Sequence[Scheme], layers: Layers | None, keys: Keys) -> Iterable[str]:
    """Yield sentences on which layers have which rule, where there is more than one."""
    if layers is None:
        if len(rules) > 1:
            yield "A turns in the layers that see all of the context, B in those that see a window of it."
        return
    count = len(layers.indices)
    without = [layer for layer, index in enumerate(layers.indices) if index == NONE]
    for index, name in zip(range(len(rules)), "ABCDEFGH", strict=False):
        places = [layer for layer, each in enumerate(layers.indices) if each == index]
        if len(rules) > 1:
            yield f"{name} turns in {number(len(places))} of {in_unit(number(count), 'layers')}{_seen(layers, places)}."
    if without and rules:
        yield f"{number(len(without))} of {in_unit(number(count), 'layers')} have no RoPE: {_listed(without)}."


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
    """Return the numbers of layers, counted from 0; of many the first, the second and the last."""
    named = [number(layer) for layer in layers]
    if len(named) > _LISTED:
        named = [*named[:2], "…", named[-1]]
    return f"{', '.join(named)} (counted from 0)".replace("…, ", "… ").replace(", …", " …")
