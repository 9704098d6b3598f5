"""The keys of a configuration file, and the defaults of its class; those that were read are marked.

A *quantity* is what is looked for, such as the base; files have it under one of several keys.
"""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from peviewer.base.refusals import refused
from peviewer.document.configurations.facts import Facts, rest


@dataclass
class Table:
    """One table of keys and values of the file, and the keys that were read.

    With ``is_all_positional`` every key of it says something about positions.
    """

    given: Mapping[str, Any]
    is_all_positional: bool = False
    read: set[str] = field(default_factory=set)

    def unread(self) -> Iterator[str]:
        """Yield the keys that sound positional and have a value, but were not read."""
        sounds_positional = re.compile(rest("positional"))
        for key, value in self.given.items():
            says_nothing = value is None or value is False or value in ({}, [], "")
            if key in self.read or says_nothing:
                continue
            if self.is_all_positional or sounds_positional.search(key):
                yield key


@dataclass
class Marks:
    """What was noted while keys were read."""

    tables: list[Table] = field(default_factory=list)
    found_keys: dict[str, str] = field(default_factory=dict)
    """The key under which each quantity was found, by quantity."""
    class_defaults: dict[str, Any] = field(default_factory=dict)
    """The values that the file lacks, taken from its class, by key."""
    fallbacks: dict[str, Any] = field(default_factory=dict)
    """The values that neither the file nor its class has, by quantity: they are peviewer's."""
    notes: list[str] = field(default_factory=list)
    """Sentences for the user."""


@dataclass(frozen=True)
class Keys:
    """The keys of a configuration; or those of one rule in it, before those of the configuration.

    ``tables`` are searched in their order, then ``defaults``, those of the configuration's class.
    """

    facts: Facts
    tables: tuple[Table, ...]
    defaults: Mapping[str, Any]

    # Layers of one kind, such as those with a sliding window, may have defaults and names of keys
    # of their own. Such a default gives way to the rule of these layers alone.
    own_defaults: Mapping[str, Any] = field(default_factory=dict)
    own_names: Mapping[str, Any] = field(default_factory=dict)
    marks: Marks = field(default_factory=Marks)

    @classmethod
    def of(cls, config: Mapping[str, Any], facts: Facts) -> "Keys":
        """Return the keys of a configuration."""
        table = Table(config)
        return cls(facts, (table,), facts.defaults, marks=Marks([table]))

    def within(self, rule: Mapping[str, Any], changes: Mapping[str, Any] | None = None) -> "Keys":
        """Return the keys of a rule, and after them these.

        `changes` are the defaults of layers of one kind, and under ``"names"`` their names of keys.
        """
        own = dict(changes or {})
        own_names = own.pop("names", {})
        inner = replace(self, own_defaults=own, own_names=own_names)
        return inner._with(Table(rule, is_all_positional=True))

    def lifted(self, name: str) -> "Keys":
        """Return the keys of a nested table, such as ``attn_config``, and after them these."""
        inner = self.tables[0].given.get(name)
        return self._with(Table(inner)) if isinstance(inner, Mapping) else self

    def _with(self, table: Table) -> "Keys":
        self.marks.tables.append(table)
        return replace(self, tables=(table, *self.tables))

    def names(self, quantity: str) -> list[str]:
        """Return the keys under which files have a quantity."""
        own = self.own_names.get(quantity)
        if own is not None:
            return [own] if isinstance(own, str) else list(own)
        return self.facts.names(quantity)

    def value(self, quantity: str) -> Any:
        """Return a quantity's value in the file, else in its class; None where neither has it."""
        names = self.names(quantity)
        tables = self.tables
        if quantity not in self.own_names and any(name in self.own_defaults for name in names):
            # The default of these layers comes before the configuration, not before their rule.
            tables = self.tables[:1]
        for table in tables:
            given_keys = [name for name in names if table.given.get(name) is not None]
            if given_keys:
                value = table.given[given_keys[0]]
                self.marks.found_keys[quantity] = given_keys[0]
                # Other keys that repeat the value are read with it.
                for other in self.tables:
                    other.read |= {name for name in names if other.given.get(name) == value}
                return value
        # A null in a file means that there is no such quantity, and no default replaces it. Only a
        # null rule counts as missing, as in transformers.
        is_null = any(name in table.given for table in tables for name in names)
        defaults = {**self.defaults, **self.own_defaults}
        name = next((name for name in names if defaults.get(name) is not None), None)
        if name is None or (is_null and quantity != "rule"):
            return None
        self.marks.found_keys[quantity] = name
        self.marks.class_defaults[name] = defaults[name]
        return defaults[name]

    def number(self, quantity: str, default: float | None = None) -> Any:
        """Return a quantity that is a number, or `default` where neither file nor class has it.

        Without a default that is an error, which names the key.
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
        """Return a quantity that counts something: a whole number of at least 1."""
        found = self.number(quantity, default)
        if found < 1 or found != int(found):
            raise ValueError(
                refused(self.key(quantity), found, "it must be a whole number of at least 1")
            )
        return int(found)

    def mark(self, quantity: str | None) -> None:
        """Mark the rule's keys of a quantity as read, where another one has said the same."""
        if quantity is not None:
            self.tables[0].read |= set(self.names(quantity))

    def of_rule(self, key: str) -> Any:
        """Return the value that the first table, that of the rule, has under a key."""
        rule = self.tables[0]
        if rule.given.get(key) is not None:
            rule.read.add(key)
        return rule.given.get(key)

    def fall_back_on(self, quantity: str, value: Any) -> Any:
        """Return `value` for a quantity that neither the file nor its class has, and note that."""
        self.marks.fallbacks[quantity] = value
        return value

    def key(self, quantity: str) -> str:
        """Return the key under which a quantity was found, or would be looked for first."""
        return self.marks.found_keys.get(quantity) or next(iter(self.names(quantity)), quantity)

    def say(self, sentence: str) -> None:
        """Note a sentence for the user, once."""
        if sentence not in self.marks.notes:
            self.marks.notes.append(sentence)

    @property
    def unread(self) -> list[str]:
        """The keys that sound positional and that nothing read.

        Keys that models of this type are known to use for something else are left out.
        """
        used_otherwise = self.facts.entry.get("aside", [])
        unread_keys = dict.fromkeys(key for table in self.marks.tables for key in table.unread())
        return [key for key in unread_keys if key not in used_otherwise]
