"""Presets: named Documents, one TOML file each in ``resources/presets``."""

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property

from peviewer.base.files import resource
from peviewer.base.names import look_up
from peviewer.document.document import Document
from peviewer.figures.panes import catalog as catalog  # the panes declare sections that presets set
from peviewer.figures.wording import Words, is_followed, words

DEFAULT = "shift"
AS_IT_OPENS = "as this preset opens"
FIRST = "four-panes"
"""What a first start opens."""


@dataclass(frozen=True)
class Preset:
    """A named Document with a title, a description, a group in the menu, and what to try in the window.

    Those of no group are steps of stories, which the menu does not list.
    """

    name: str
    title: str
    group: str
    lines: Words
    """Its title, description and hint, whose numbers are named; see :mod:`peviewer.figures.wording`."""
    follows: tuple[str, ...]
    """Fields and sections, besides t, φ and the view, with which the lines stay true."""
    text: str
    """Its file."""

    @cached_property
    def document(self) -> Document:
        """The Document, built when it is first needed, as a menu needs the titles only."""
        return Document.from_nested(tomllib.loads(self.text)["document"])

    @property
    def at_start(self) -> Words:
        """Its lines as it opens.

        The Document is built only for those that name a number, as menus show all.
        """
        return self.words(self.document) if "{" in self.lines.text else self.lines

    def words(self, document: Document) -> Words:
        """Return its lines with the numbers of a Document, or else with those that it opens with."""
        return words(self.lines, self.document, document, self.follows)

    @property
    def description(self) -> str:
        return self.at_start.look


@cache
def presets() -> dict[str, Preset]:
    """Return all presets by name, in the order of their files' ``order``."""
    ordered = []
    for path in resource("presets").glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        head = tomllib.loads(text.partition("\n[")[0])  # without the Document, for speed
        lines = Words(head["title"], head["description"], head.get("hint", ""), AS_IT_OPENS)
        known = Preset(
            path.stem,
            lines.title,
            head.get("group", ""),
            lines,
            tuple(head.get("follows", ())),
            text,
        )
        ordered.append((head["order"], known))
    return {
        preset.name: preset
        for _, preset in sorted(ordered, key=lambda pair: (pair[0], pair[1].name))
    }


def preset_of_title(title: str) -> Preset | None:
    """Return the preset of that title; None if it is a session's own."""
    return next((known for known in presets().values() if known.title == title), None)


def shown_title(title: str, document: Document) -> str:
    """Return what a Document is called that was opened by a title: a preset that was changed says so.

    With another scheme it is called as that. t, φ and the view are no change.
    """
    known = preset_of_title(title)
    if known is None:
        return title
    if type(known.document.encoding) is not type(document.encoding):
        return document.encoding.called_itself
    return title if is_followed(known.document, document) else f"{title}, changed"


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
