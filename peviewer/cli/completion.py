"""The words that argcomplete offers in a shell at each press of Tab."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from peviewer.cli.commands.catalog import COMMANDS, command
from peviewer.cli.parser import Parser

if TYPE_CHECKING:
    from peviewer.document.document import Document

# What a word can be is read once it is asked for: a shell asks at each press of Tab, mostly for
# commands and flags.


def _panes() -> Iterable[str]:
    from peviewer.figures.panes.catalog import PANES

    for name, pane in PANES.items():
        yield name
        yield from (f"{name}.{part}" for part in pane.parts)


def _presets() -> Iterable[str]:
    from peviewer.figures.presets import presets

    return presets()


def _stories() -> Iterable[str]:
    from peviewer.figures.stories import places, stories

    return [*stories(), *(place.key for place in places())]


def _sizes() -> Iterable[str]:
    from peviewer.paper.sizing import NAMED_SIZES

    return NAMED_SIZES


def _document() -> Document:
    """Return a Document with the sections that panes declare."""
    from peviewer.document.document import Document
    from peviewer.figures.panes import catalog as catalog

    return Document()


def _paths() -> Iterable[str]:
    return [path for path in _document().paths() if "." in path]


def _assignments() -> Iterable[str]:
    """Return the words that may follow ``--set``: fields, and choices with their values."""
    from peviewer.document.animation import field_specification
    from peviewer.model.encodings.catalog import SCHEMES

    document = _document()
    listed = [f"scheme={name}" for name in SCHEMES]
    for path in document.paths():
        spec = field_specification(document, path)
        field = path.removeprefix("encoding.")
        listed += [f"{field}={choice}" for choice in spec.choices] or [f"{field}="]
    return dict.fromkeys(listed)


_NAMES: dict[str, Callable[[], Iterable[str]]] = {
    "session": lambda: COMMANDS,
    "preset": _presets,
    "story": _stories,
    "set": _assignments,
    "against": _assignments,
    "several": _assignments,
    "named": _panes,
    "panes": _panes,
    "size": _sizes,
    "path": _paths,
}
"""What gives the words that may follow a flag, or stand in a place, besides choices of a field."""


def complete(window: Parser, **settings: Any) -> None:
    """Tell the shell what could come next, and end the process.

    Do nothing if argcomplete is not installed.
    """
    if find_spec("argcomplete") is None:
        return
    name = next((word for word in os.environ.get("COMP_LINE", "").split() if word in COMMANDS), "")
    parser = command(name).parser(name) if name else window
    for action in parser.actions:
        known_words = parser.known_words[action.dest]
        if known_words or action.dest in _NAMES:
            # `completer` is argcomplete's attribute: argparse has none of that name.
            setattr(action, "completer", partial(_completer, known_words, action.dest))  # noqa: B010
    whole_parser: argparse.ArgumentParser = parser
    if name:
        whole_parser = argparse.ArgumentParser("peviewer")
        whole_parser.add_subparsers().add_parser(name, parents=[parser], add_help=False)
    argcomplete = import_module("argcomplete")
    argcomplete.autocomplete(whole_parser, always_complete_options="long", **settings)


def _completer(known_words: Iterable[str], place: str, prefix: str, **_: Any) -> list[str]:
    """Return what can stand in a place: a name, or several with commas between them.

    The names are the known words; where there are none, what is read for the place.
    """
    names = known_words or _NAMES[place]()
    words_before, comma, _last = prefix.rpartition(",")
    return [f"{words_before}{comma}{name}" for name in names]
