"""The keys of a configuration, of the file or of its class's defaults, marked as read."""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from peviewer.base.refusals import refused
from peviewer.document.configurations.facts import Facts, rest


@dataclass
class Table:
    """One table of keys of the file, and those of them that were read."""

    given: Mapping[str, Any]
    is_all_positional: bool = False
    read: set[str] = field(default_factory=set)

    def unread(self) -> Iterator[str]:
        """Yield the keys that were not read, say something, and sound positional."""
        sounds_positional = re.compile(rest("positional"))
        for key, value in self.given.items():
            says_nothing = value is None or value is False or value in ({}, [], "")
            if key in self.read or says_nothing:
                continue
            if self.is_all_positional or sounds_positional.search(key):
                yield key


@dataclass
class Marks:
    """What came to light while keys were read."""

    tables: list[Table] = field(default_factory=list)
    found: dict[str, str] = field(default_factory=dict)
    """The key under which each quantity was found."""
    of_class: dict[str, Any] = field(default_factory=dict)
    """What the file lacks and its class has, by key."""
    ours: dict[str, Any] = field(default_factory=dict)
    """What neither has, by quantity."""
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Keys:
    """The keys of a configuration, or of a rule in it and then of the configuration."""

    facts: Facts
    tables: tuple[Table, ...]
    defaults: Mapping[str, Any]
    # Of layers of a kind: defaults, which only their rule and their own names of keys come before.
    own_defaults: Mapping[str, Any] = field(default_factory=dict)
    own_names: Mapping[str, Any] = field(default_factory=dict)
    marks: Marks = field(default_factory=Marks)

    @classmethod
    def of(cls, config: Mapping[str, Any], facts: Facts) -> "Keys":
        """Return the keys of a configuration."""
        table = Table(config)
        return cls(facts, (table,), facts.defaults, marks=Marks([table]))

    def within(self, rule: Mapping[str, Any], changes: Mapping[str, Any] | None = None) -> "Keys":
        """Return the keys of a rule first, then these.

        `changes` are defaults and names of keys in layers of a kind.
        """
        own = dict(changes or {})
        own_names = own.pop("names", {})
        inner = replace(self, own_defaults=own, own_names=own_names)
        return inner._with(Table(rule, is_all_positional=True))

    def lifted(self, name: str) -> "Keys":
        """Return the keys of a table among them, such as ``attn_config``, first, then these."""
        inner = self.tables[0].given.get(name)
        return self._with(Table(inner)) if isinstance(inner, Mapping) else self

    def _with(self, table: Table) -> "Keys":
        self.marks.tables.append(table)
        return replace(self, tables=(table, *self.tables))

    def names(self, quantity: str) -> list[str]:
        own = self.own_names.get(quantity)
        if own is not None:
            return [own] if isinstance(own, str) else list(own)
        return self.facts.names(quantity)

    def value(self, quantity: str) -> Any:
        """Return what a quantity is in the file, or in its class; None where neither has it."""
        names = self.names(quantity)
        tables = self.tables
        if quantity not in self.own_names and any(name in self.own_defaults for name in names):
            # The rule alone has it.
            tables = self.tables[:1]
        for table in tables:
            known = [name for name in names if table.given.get(name) is not None]
            if known:
                found = table.given[known[0]]
                self.marks.found[quantity] = known[0]
                for each in self.tables:
                    each.read |= {name for name in names if each.given.get(name) == found}
                return found
        # What a file has as null is nothing, and no default; but transformers takes a null rule as
        # none given.
        is_null = any(name in table.given for table in tables for name in names)
        defaults = {**self.defaults, **self.own_defaults}
        name = next((name for name in names if defaults.get(name) is not None), None)
        if name is None or (is_null and quantity != "rule"):
            return None
        self.marks.found[quantity] = name
        self.marks.of_class[name] = defaults[name]
        return defaults[name]

    def number(self, quantity: str, default: float | None = None) -> Any:
        """Return a quantity that is a number.

        Where there is none the default, or an error that names its key.
        """
        found = self.value(quantity)
        if found is None:
            if default is None:
                raise ValueError(f"{self.key(quantity)} is missing")
            return default
        is_number = isinstance(found, int | float) and not isinstance(found, bool)
        if not is_number or not abs(found) < math.inf:
            raise ValueError(refused(self.key(quantity), found, "it must be a number"))
        return found

    def whole(self, quantity: str, default: int | None = None) -> int:
        """Return a quantity that counts something, so that it is at least 1."""
        found = self.number(quantity, default)
        if found < 1 or found != int(found):
            raise ValueError(
                refused(self.key(quantity), found, "it must be a whole number of at least 1")
            )
        return int(found)

    def mark(self, quantity: str | None) -> None:
        """Mark the keys of a quantity as read, where they say what another one has said already."""
        if quantity is not None:
            self.tables[0].read |= set(self.names(quantity))

    def of_rule(self, key: str) -> Any:
        """Return what the rule itself has under a key."""
        rule = self.tables[0]
        if rule.given.get(key) is not None:
            rule.read.add(key)
        return rule.given.get(key)

    def ours(self, quantity: str, value: Any) -> Any:
        """Return a value that neither the file nor its class has, marked as ours."""
        self.marks.ours[quantity] = value
        return value

    def key(self, quantity: str) -> str:
        """Return the key under which a quantity was found, or would be."""
        return self.marks.found.get(quantity) or next(iter(self.names(quantity)), quantity)

    def say(self, sentence: str) -> None:
        if sentence not in self.marks.notes:
            self.marks.notes.append(sentence)

    @property
    def unread(self) -> list[str]:
        """The keys that sound positional and that nothing read.

        Not those that its type has for something else.
        """
        aside = self.facts.entry.get("aside", [])
        found = dict.fromkeys(key for table in self.marks.tables for key in table.unread())
        return [key for key in found if key not in aside]
