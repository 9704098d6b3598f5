"""What argcomplete tells a shell at each press of Tab: commands, flags and names."""

import argparse
import os
from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from peviewer.cli.commands.catalog import COMMANDS, command
from peviewer.cli.parser import Parser
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import presets
from peviewer.model.encodings.catalog import SCHEMES

_SCHEMES = [f"scheme={name}" for name in SCHEMES]

_NAMES: dict[str, Iterable[str]] = {
    "session": COMMANDS,
    "preset": presets(),
    "set": _SCHEMES,
    "against": _SCHEMES,
    "named": PANES,
    "panes": PANES,
}
"""What the words behind a flag can be, or at its place."""


def complete(window: Parser, **settings: Any) -> None:
    """Tell the shell what could come next, and end the process.

    Nothing where argcomplete is not installed.
    """
    if find_spec("argcomplete") is None:
        return
    name = next((word for word in os.environ.get("COMP_LINE", "").split() if word in COMMANDS), "")
    parser = command(name).parser(name) if name else window
    for action in parser.actions:
        if action.dest in _NAMES:
            # `completer` is argcomplete's attribute: argparse has none of that name.
            setattr(action, "completer", _completer)  # noqa: B010
    whole_parser: argparse.ArgumentParser = parser
    if name:
        whole_parser = argparse.ArgumentParser("peviewer")
        whole_parser.add_subparsers().add_parser(name, parents=[parser], add_help=False)
    argcomplete = import_module("argcomplete")
    argcomplete.autocomplete(whole_parser, always_complete_options="long", **settings)


def _completer(prefix: str, action: argparse.Action, **_: Any) -> list[str]:
    """Return one of the names there are, or several with commas between."""
    words_before, comma, _last = prefix.rpartition(",")
    return [f"{words_before}{comma}{name}" for name in _NAMES[action.dest]]
