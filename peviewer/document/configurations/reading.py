"""What a configuration says of positions: its schemes, its layers, and remarks on them."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from peviewer.base.log import log_error
from peviewer.base.numbers import number
from peviewer.base.refusals import refused
from peviewer.document.configurations.facts import Facts, facts_of, facts_of_part, rest
from peviewer.document.configurations.keys import Keys, Table
from peviewer.document.configurations.layers import layers_sentences, rules_of
from peviewer.document.configurations.rotary import LONGEST_NAME
from peviewer.document.configurations.schemes import scheme_of
from peviewer.document.document import Document, DocumentError
from peviewer.document.layers import Layers
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.stored.opened import StoredFile

# How deeply parts within parts are searched for the text's part.
DEEPEST = 4

# The most heads that the pane Attention draws.
MOST_HEADS = 1024

# The most bytes of a configuration that are read; those of models have a few thousand.
LARGEST = 2**20

# The most keys that are named.
MOST_NAMED = 20

_SENTENCES = {
    "learned": "this model learns its table of positions: open its weights, such as "
    "model.safetensors",
    "none": "this model has no positional encoding",
}


class Configuration(NamedTuple):
    """What a model's configuration says of positions.

    Attributes
    ----------
    encoding : Scheme
        The scheme; if layers differ, that of the layers which see the whole context.
    other : Scheme or None
        The scheme of the other layers, if some turn by another rule.
    layers : Layers or None
        Which layers have which rule, where that is known.
    notes : tuple of str
        Sentences on what is left out, what the file lacks, and what was not read.
    """

    encoding: Scheme
    other: Scheme | None
    layers: Layers | None
    notes: tuple[str, ...]


def is_config(path: Path) -> bool:
    """Whether a file is the configuration of a model, and no session."""
    if path.suffix.lower() != ".json" or not path.is_file():
        return False
    try:
        return names_model(_parsed(path))
    except ValueError as error:
        log_error(f"{path} was not read as a model's configuration", error)
        return False


def names_model(data: Mapping[str, Any]) -> bool:
    """Whether what was read from JSON is the configuration of a model, and no session."""
    return "peviewer" not in data and any(key in data for key in (*rest("says_so"), *rest("inner")))


def open_config(document: Document, path: Path, part: str = "") -> tuple[Document, str]:
    """Return a Document with the scheme of a ``config.json``, and sentences about it.

    `part` is the path of a part of the model, such as ``"vision_config"``; by default the text.

    If layers turn by several rules, the second one becomes scheme B. The pane Attention gets as
    many heads as the file names.
    """
    try:
        found, heads = _read(_parsed(path), part, path.name)
    except (ValueError, OverflowError) as error:
        raise DocumentError(f"{path.name}: {error}") from None
    fields: dict[str, object] = {}
    if found.other is not None:
        fields["compare.against"] = found.other
    if heads and "attention" in document.section_names():
        fields["attention.head_count"] = min(heads, MOST_HEADS)
    if found.layers is not None:
        fields |= {f"layers.{name}": value for name, value in found.layers}
        fields["layers.source"] = path.name
    return document.opening(found.encoding).edited(fields), " ".join(found.notes)


def read_config(config: str | Path | Mapping[str, Any], part: str = "") -> Configuration:
    """Return what a model's configuration says of positions.

    Parameters
    ----------
    config : str, pathlib.Path or mapping
        A ``config.json``, or what one holds, as ``model.config.to_dict()`` gives it.
    part : str
        A part of it, such as ``"vision_config"``; by default its text where it has one.

    Returns
    -------
    Configuration
        ``encoding``, ``other``, ``layers`` and ``notes``.

    Raises
    ------
    ValueError
        If it has no encoding that is known here, or a value is not allowed; one line names the key.

    Examples
    --------
    >>> import peviewer as pv
    >>> sizes = {"hidden_size": 4096, "num_attention_heads": 32, "num_hidden_layers": 40}
    >>> found = pv.read_config({"model_type": "glm", **sizes})
    >>> found.encoding.share, found.encoding.layout, found.other
    (0.5, 'interleaved', None)
    >>> found.notes[0].partition(":")[0]
    'Defaults of its class, as the file lacks them'
    """
    if isinstance(config, Mapping):
        return _read(config, part)[0]
    if not isinstance(config, str | PathLike):
        raise DocumentError(
            refused("config", config, "it must be the path of a file, or a mapping")
        )
    path = Path(config)
    try:
        return _read(_parsed(path), part, path.name)[0]
    except (ValueError, OverflowError) as error:
        raise DocumentError(f"{path.name}: {error}") from None


def _parsed(path: Path) -> dict[str, Any]:
    try:
        with StoredFile(path) as file:
            text = file.read(LARGEST + 1)
        data = json.loads(text) if len(text) <= LARGEST else None
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"it cannot be read: {error}") from None
    if not isinstance(data, dict):
        raise ValueError("it is no configuration of a model")
    return data


def _read(
    config: Mapping[str, Any], part: str, file: str = "config.json"
) -> tuple[Configuration, int]:
    """Return what a configuration says, and its number of heads; 0 where it does not say."""
    outer = facts_of(config)
    name = part or _text_part(config)
    inner, facts = _part(config, outer, name)
    keys = Keys.of(inner, facts)
    if inner is not config and not part:
        # Keys outside the text's part may also say something about its positions.
        keys.marks.tables.append(Table(config))
    for table in facts.entry.get("lifted", []):
        keys = keys.lifted(table)
    rules, layers = _rules(keys, inner)
    notes = [*layers_sentences(rules, layers), *keys.marks.notes, *_about(keys)]
    if not part:
        others = _beside(config, name).items()
        notes += [
            f"Its {part} has {scheme.title}: open it as {file}:{part}." for part, scheme in others
        ]
    found = Configuration(rules[0], rules[1] if len(rules) > 1 else None, layers, tuple(notes))
    heads = keys.whole("heads") if keys.value("heads") is not None else 0
    return found, heads


def _text_part(config: Mapping[str, Any]) -> str:
    """Return the path of the part about the text; empty if the text has no part of its own."""
    path: list[str] = []
    inner = config
    while len(path) < DEEPEST:
        name = next((name for name in rest("inner") if isinstance(inner.get(name), Mapping)), None)
        if name is None:
            break
        path.append(name)
        inner = inner[name]
    return ".".join(path)


def _part(config: Mapping[str, Any], outer: Facts, part: str) -> tuple[Mapping[str, Any], Facts]:
    """Return a part of a configuration, and what is known of its type."""
    inner = config
    facts = outer
    for name in filter(None, part.split(".")):
        within = inner.get(name)
        if not isinstance(within, Mapping):
            parts = [key for key, value in inner.items() if isinstance(value, Mapping)]
            raise ValueError(f"{name} is no part of it: it has {_named(parts) or 'none'}")
        facts = facts_of_part(within, facts.part(name))
        inner = within
    if not part and facts.part("text"):
        # The text of older files has no part of its own.
        facts = facts_of({}, facts.part("text"))
    return inner, facts


def _rules(keys: Keys, config: Mapping[str, Any]) -> tuple[list[Scheme], Layers | None]:
    """Return the schemes of a configuration, and its layers; an error says why there is none."""
    # The kind of encoding: "rope", the name of another scheme, or "unread".
    gives = keys.facts.gives({**keys.facts.defaults, **config, **keys.tables[0].given})
    if gives == "rope":
        rules, layers = rules_of(keys)
        if rules:
            return rules, layers
        raise ValueError(_SENTENCES["none"])
    if gives in _SENTENCES:
        raise ValueError(_filled(keys, keys.facts.entry.get("says") or _SENTENCES[gives]))
    if gives == "unread":
        raise ValueError(_filled(keys, keys.facts.entry["says"]))
    if gives:
        return [scheme_of(keys, gives)], None
    has = _named(keys.unread)
    raise ValueError(f"it names no encoding that is known here{f'; it has {has}' if has else ''}")


def _about(keys: Keys) -> Iterator[str]:
    """Yield sentences on the type, and on where values come from that the file lacks."""
    marks = keys.marks
    facts = keys.facts
    if not facts.is_known:
        model_type = facts.model_type[:LONGEST_NAME] or "Its type"
        yield f"{model_type} is not known here; read by its keys."
    if "says" in facts.entry:
        yield _filled(keys, facts.entry["says"])
    for key, sentence in facts.entry.get("says_of", {}).items():
        if keys.value(key):
            yield _filled(keys, sentence)
    if marks.class_defaults:
        yield f"Defaults of its class, as the file lacks them: {_listed(marks.class_defaults)}."
    if marks.fallbacks:
        yield f"Ours, as the file lacks them: {_listed(marks.fallbacks)}."
    if keys.unread:
        yield f"Not read: {_named(keys.unread)}."


def _named(keys: Sequence[str]) -> str:
    """Return the names of keys in one line; if there are very many, only the first ones."""
    more = f" and {number(len(keys) - MOST_NAMED)} more" if len(keys) > MOST_NAMED else ""
    return ", ".join(key[:LONGEST_NAME] for key in keys[:MOST_NAMED]) + more


def _filled(keys: Keys, sentence: str) -> str:
    """Return a sentence of the facts, each ``{key}`` in it replaced by the key's value."""
    return re.sub(r"\{(\w+)\}", lambda name: _written(keys.value(name[1])), sentence)


def _listed(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {_written(value)}" for name, value in values.items())


def _written(value: Any) -> str:
    if isinstance(value, Mapping):
        value = value.get("rope_type") or value.get("type") or "default"
    if isinstance(value, list | tuple):
        return " ".join(map(_written, value))
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return number(value) if is_number else str(value)[:LONGEST_NAME]


def parts_beside(path: Path) -> list[str]:
    """Return the parts of a configuration that can be opened beside its text.

    Such a part is, for instance, the model's tower for pictures.
    """
    config = _parsed(path)
    return list(_beside(config, _text_part(config)))


def _beside(config: Mapping[str, Any], shown: str) -> dict[str, Scheme]:
    """Return the schemes of the other parts that have positions, by their paths."""
    schemes = {}
    for name in _other_parts(config, shown):
        try:
            schemes[name] = _read(config, name)[0].encoding
        except (ValueError, OverflowError) as error:
            log_error(f"the positions of {name} were not read", error)
    return schemes


def _other_parts(config: Mapping[str, Any], shown: str = "") -> list[str]:
    """Return the paths of parts other than `shown`: beside it, and beside the parts it is in."""
    found: list[str] = []
    inner = config
    around = ""
    for name in shown.split("."):
        parts = [
            key
            for key, value in inner.items()
            if key.endswith("_config") and isinstance(value, Mapping)
        ]
        found += [around + part for part in parts if part != name and part not in rest("no_parts")]
        inner = inner[name] if name else {}
        around += f"{name}."
    return found
