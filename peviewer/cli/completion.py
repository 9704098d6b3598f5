"""What argcomplete tells a shell at each press of Tab: commands, flags, panes, presets and schemes."""

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
            setattr(action, "completer", _completer)  # noqa: B010  # argcomplete's name, no attribute of argparse's own
    whole: argparse.ArgumentParser = parser
    if name:
        whole = argparse.ArgumentParser("peviewer")
        whole.add_subparsers().add_parser(name, parents=[parser], add_help=False)
    import_module("argcomplete").autocomplete(whole, always_complete_options="long", **settings)


_SCHEMES = [f"scheme={name}" for name in SCHEMES]
_NAMES: dict[str, Iterable[str]] = {
    "session": COMMANDS, "preset": presets(), "set": _SCHEMES, "against": _SCHEMES, "named": PANES, "panes": PANES,
}  # fmt: skip
"""What the words behind a flag can be, or at its place."""


def _completer(prefix: str, action: argparse.Action, **_: Any) -> list[str]:
    """Return one of the names there are, or several with commas between."""
    before, comma, _last = prefix.rpartition(",")
    return [f"{before}{comma}{name}" for name in _NAMES[action.dest]]
