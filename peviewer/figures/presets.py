"""Presets: named Documents, one TOML file each in ``resources/presets``."""

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property

from peviewer.base.files import resource
from peviewer.base.words import look_up
from peviewer.document.document import Document
from peviewer.figures.panes import catalog as catalog  # the panes declare sections that presets set

DEFAULT = "shift"
FIRST = "four-panes"
"""What a first start opens."""


@dataclass(frozen=True)
class Preset:
    """A named Document with a title, a description, a group in the menu, and what to try in the window.

    Those of no group are steps of stories, which the menu does not list.
    """

    name: str
    title: str
    description: str
    group: str
    text: str
    """Its file."""
    hint: str = ""

    @cached_property
    def document(self) -> Document:
        """The Document, built when it is first needed, as a menu needs the titles only."""
        return Document.from_nested(tomllib.loads(self.text)["document"])

    @property
    def invitation(self) -> str:
        """The description, and what to try in the window."""
        return f"{self.description} {self.hint}".rstrip()


@cache
def presets() -> dict[str, Preset]:
    """Return all presets by name, in the order of their files' ``order``."""
    ordered = []
    for path in resource("presets").glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        head = tomllib.loads(text.partition("\n[")[0])  # without the Document, for speed
        texts = head["title"], head["description"], head.get("group", ""), text, head.get("hint", "")
        ordered.append((head["order"], Preset(path.stem, *texts)))
    return {preset.name: preset for _, preset in sorted(ordered, key=lambda pair: (pair[0], pair[1].name))}


def preset_of_title(title: str) -> Preset | None:
    """Return the preset of that title; None if it is a session's own."""
    return next((known for known in presets().values() if known.title == title), None)


def groups() -> dict[str, list[Preset]]:
    """Return the presets of the menu by their groups, in the order of :func:`presets`."""
    by_group: dict[str, list[Preset]] = {}
    for preset in presets().values():
        if preset.group:
            by_group.setdefault(preset.group, []).append(preset)
    return by_group


def preset(name: str) -> Preset:
    """Return the preset of that name."""
    return look_up(name, presets(), "preset")
