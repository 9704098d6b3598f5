"""``peviewer completion``, and what a shell asks at each press of Tab: commands, flags, panes, presets and schemes."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from peviewer.cli.commands.catalog import COMMANDS, command
from peviewer.cli.output import DONE
from peviewer.cli.parser import Command, Parser, UsageError, chosen_from

LIBRARY = "argcomplete"
SHELLS = {
    "bash": 'eval "$(peviewer completion bash)"',
    "zsh": 'eval "$(peviewer completion zsh)"',
    "fish": "peviewer completion fish | source",
}
"""The shells there are, and the line that each takes in its start-up file."""


def _flags(parser: Parser) -> None:
    parser.add("shell", nargs="?", metavar="SHELL", help=", ".join(SHELLS),
               missing=f"SHELL is missing: name {', '.join(SHELLS)}")  # fmt: skip


def _run(chosen: argparse.Namespace) -> int:
    chosen_from("shell", chosen.shell, list(SHELLS))
    if find_spec(LIBRARY) is None:
        raise UsageError(f"completion needs {LIBRARY}: pip install 'peviewer[completion]'")
    print(import_module(LIBRARY).shellcode(["peviewer"], shell=chosen.shell))
    return DONE


completion = Command(
    "Print what a shell needs to complete commands, flags, panes, presets and schemes.", _flags, _run, "SHELL ",
    "\n".join(["at the end of the shell's start-up file:", *(f"  {line}" for line in SHELLS.values())]),
)  # fmt: skip


def complete(window: Parser, **settings: Any) -> None:
    """Tell the shell what could come next, and end the process; nothing where argcomplete is not installed."""
    if find_spec(LIBRARY) is None:
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
    import_module(LIBRARY).autocomplete(whole, always_complete_options="long", **settings)


def _panes() -> Iterable[str]:
    from peviewer.figures.panes.catalog import PANES

    return PANES


def _presets() -> Iterable[str]:
    from peviewer.figures.presets import presets

    return presets()


def _schemes() -> Iterable[str]:
    from peviewer.model.encodings.catalog import SCHEMES

    return [f"scheme={name}" for name in SCHEMES]


_NAMES = {
    "session": lambda: COMMANDS, "preset": _presets, "set": _schemes, "against": _schemes, "named": _panes,
    "panes": _panes,
}  # fmt: skip
"""What the words behind a flag can be, or at its place."""


def _completer(prefix: str, action: argparse.Action, **_: Any) -> list[str]:
    """Return one of the names there are, or several with commas between."""
    before, comma, _last = prefix.rpartition(",")
    return [f"{before}{comma}{name}" for name in _NAMES[action.dest]()]
