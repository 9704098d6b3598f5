"""Facts about types of models: ``resources/models.toml`` has an entry for each ``model_type``."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from peviewer.base.files import resource


@dataclass(frozen=True)
class Facts:
    """The facts about one type of models; for an unknown type only the names of keys."""

    model_type: str
    is_known: bool = False
    entry: Mapping[str, Any] = field(default_factory=dict)

    @property
    def defaults(self) -> dict[str, Any]:
        """The defaults of its class for keys that the file lacks, by key."""
        return dict(self.entry.get("defaults", {}))

    @property
    def kinds(self) -> dict[str, dict[str, Any]]:
        """The defaults and names of keys of layers of one kind, by the kind's name."""
        return dict(self.entry.get("kinds", {}))

    def names(self, quantity: str) -> list[str]:
        """Return the keys under which a quantity may stand; without any, its own name."""
        own = self.entry.get("names", {}).get(quantity)
        if own is not None:
            return [own] if isinstance(own, str) else list(own)
        return list(_models()["names"].get(quantity, [quantity]))

    def part(self, key: str) -> str:
        """Return the type of a part of a configuration, for a file that does not name it."""
        return str(self.entry.get("parts", {}).get(key, ""))

    def gives(self, config: Mapping[str, Any]) -> str:
        """Return the kind of encoding that a configuration has; empty where that is not known.

        The first case decides whose keys have the values in the configuration; ``"*"`` stands for
        any value but null and false.
        """
        for case in self.entry.get("when", []):
            if all(_is(config.get(key), wanted) for key, wanted in case.items() if key != "gives"):
                return str(case["gives"])
        return str(self.entry.get("gives", ""))


def facts_of(config: Mapping[str, Any], usual: str = "") -> Facts:
    """Return the facts about a configuration's type.

    The type is its ``model_type`` or ``_class_name``, or else `usual`.
    """
    name = str(config.get("model_type") or config.get("_class_name") or usual)
    if name not in _models()["models"]:
        return Facts(name, entry=_models()["unknown"])
    return Facts(name, is_known=True, entry=_entry(name))


def _entry(name: str) -> dict[str, Any]:
    """Return the entry of a type, completed by the entry of the type that it is like."""
    own: dict[str, Any] = _models()["models"][name]
    return {**_entry(own["like"]), **own} if "like" in own else own


def facts_of_part(config: Mapping[str, Any], usual: str) -> Facts:
    """Return the facts about a part of a configuration, by its own type.

    If the part has the type of the whole, `usual` is taken.
    """
    own = facts_of(config, usual)
    return own if not usual or own.entry.get("gives") or not own.is_known else facts_of({}, usual)


def types() -> list[str]:
    """Return the types of models that are known here."""
    return list(_models()["models"])


def rest(name: str) -> Any:
    """Return facts about configurations of all types, by their name in ``models.toml``.

    ``rest("inner")``, for instance, are the keys under which parts of a model stand.
    """
    return _models()["rest"][name]


@cache
def _models() -> dict[str, Any]:
    return tomllib.loads(resource("models.toml").read_text(encoding="utf-8"))


def _is(value: Any, wanted: Any) -> bool:
    if wanted == "*":
        return value is not None and value is not False
    return type(value) is type(wanted) and value == wanted
