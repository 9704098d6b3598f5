"""Presets: named Documents, one TOML file each in ``resources/presets``."""

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property

from peviewer.base.files import resource
from peviewer.base.names import look_up
from peviewer.document.document import Document

# The panes declare sections that presets set.
from peviewer.figures.panes import catalog as catalog
from peviewer.figures.wording import Caption, is_followed, words

# The name of the preset that opens if nothing else is asked for.
DEFAULT = "shift"
# What is said beside numbers that are not those of the Document that is shown.
AS_IT_OPENS = "as this preset opens"
FIRST = "four-panes"
"""The name of the preset that the very first start opens."""


@dataclass(frozen=True)
class Preset:
    """A named Document with a title, a description, a group in the menu, and a hint."""

    name: str
    title: str
    # Its group in the menu; empty for presets that are only steps of stories.
    group: str
    # Title, description and hint. A number in them is written by its name, as in "{…}", and
    # computed from the Document; see :mod:`peviewer.figures.wording`.
    lines: Caption
    # The fields and sections that may change, besides t, φ and the view, while the lines stay true.
    follows: tuple[str, ...]
    # The text of its file.
    text: str

    @cached_property
    def document(self) -> Document:
        """The Document, built when it is first needed: a menu needs only the titles."""
        return Document.from_nested(tomllib.loads(self.text)["document"])

    @property
    def at_start(self) -> Caption:
        """Its lines with the numbers that they have when the preset opens.

        The Document is built only if the lines name a number, because menus show the lines of all
        presets.
        """
        return self.words(self.document) if "{" in self.lines.text else self.lines

    def words(self, document: Document) -> Caption:
        """Return its lines with the numbers of a Document.

        If more has changed in the Document than the lines allow, the numbers are those of the
        start.
        """
        return words(self.lines, self.document, document, self.follows)

    @property
    def description(self) -> str:
        return self.at_start.look


@cache
def presets() -> dict[str, Preset]:
    """Return all presets by name, in the order of their files' ``order``."""
    orders_and_names: list[tuple[int, str]] = []
    presets_by_name: dict[str, Preset] = {}
    for path in resource("presets").glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        # Only the keys before the first table are read, for speed.
        head = tomllib.loads(text.partition("\n[")[0])
        lines = Caption(head["title"], head["description"], head.get("hint", ""), AS_IT_OPENS)
        group = head.get("group", "")
        follows = tuple(head.get("follows", ()))
        preset = Preset(path.stem, lines.title, group, lines, follows, text)
        presets_by_name[preset.name] = preset
        orders_and_names.append((head["order"], preset.name))
    return {name: presets_by_name[name] for _, name in sorted(orders_and_names)}


def preset_of_title(title: str) -> Preset | None:
    """Return the preset with a title; None if no preset has it."""
    return next((preset for preset in presets().values() if preset.title == title), None)


def shown_title(title: str, document: Document) -> str:
    """Return the title of a Document now that was opened with `title`.

    A changed preset says so; with another kind of scheme it is called like the scheme. t, φ and the
    view may change.
    """
    preset = preset_of_title(title)
    if preset is None:
        return title
    if type(preset.document.encoding) is not type(document.encoding):
        return document.encoding.display_name
    return title if is_followed(preset.document, document) else f"{title}, changed"


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
