"""The words that argcomplete offers in a shell at each press of Tab."""

import argparse
import os
from collections.abc import Iterable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from peviewer.cli.commands.catalog import COMMANDS, command
from peviewer.cli.parser import Parser
from peviewer.document.animation import field_specification
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import presets
from peviewer.figures.stories import places, stories
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.paper.sizing import NAMED_SIZES


def _assignments() -> list[str]:
    """Return the words that may follow ``--set``: fields, and choices with their values."""
    document = Document()
    listed = [f"scheme={name}" for name in SCHEMES]
    for path in document.paths():
        spec = field_specification(document, path)
        field = path.removeprefix("encoding.")
        listed += [f"{field}={choice}" for choice in spec.choices] or [f"{field}="]
    return list(dict.fromkeys(listed))


_PANES = [*PANES, *(f"{name}.{part}" for name, pane in PANES.items() for part in pane.parts)]
_STORIES = [*stories(), *(place.key for place in places())]
_ASSIGNMENTS = _assignments()

_NAMES: dict[str, Iterable[str]] = {
    "session": COMMANDS,
    "preset": presets(),
    "story": _STORIES,
    "set": _ASSIGNMENTS,
    "against": _ASSIGNMENTS,
    "several": _ASSIGNMENTS,
    "named": _PANES,
    "panes": _PANES,
    "size": NAMED_SIZES,
    "path": [path for path in Document().paths() if "." in path],
}
"""The words that may follow a flag, or stand in a place, besides the choices of the field."""


def complete(window: Parser, **settings: Any) -> None:
    """Tell the shell what could come next, and end the process.

    Do nothing if argcomplete is not installed.
    """
    if find_spec("argcomplete") is None:
        return
    name = next((word for word in os.environ.get("COMP_LINE", "").split() if word in COMMANDS), "")
    parser = command(name).parser(name) if name else window
    for action in parser.actions:
        known_words = parser.known_words[action.dest] or _NAMES.get(action.dest)
        if known_words:
            # `completer` is argcomplete's attribute: argparse has none of that name.
            setattr(action, "completer", partial(_completer, known_words))  # noqa: B010
    whole_parser: argparse.ArgumentParser = parser
    if name:
        whole_parser = argparse.ArgumentParser("peviewer")
        whole_parser.add_subparsers().add_parser(name, parents=[parser], add_help=False)
    argcomplete = import_module("argcomplete")
    argcomplete.autocomplete(whole_parser, always_complete_options="long", **settings)


def _completer(known_words: Iterable[str], prefix: str, **_: Any) -> list[str]:
    """Return a completer for one of the known words, or several with commas between them."""
    words_before, comma, _last = prefix.rpartition(",")
    return [f"{words_before}{comma}{name}" for name in known_words]
