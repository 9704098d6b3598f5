"""``peviewer completion``: what a shell runs to complete the words of peviewer."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from peviewer.cli.output import DONE
from peviewer.cli.parser import Command, UsageError, chosen_from

if TYPE_CHECKING:
    from argparse import Namespace

    from peviewer.cli.parser import Parser

LIBRARY = "argcomplete"
SHELLS = {
    "bash": 'eval "$(peviewer completion bash)"',
    "zsh": 'eval "$(peviewer completion zsh)"',
    "fish": "peviewer completion fish | source",
}
"""The shells there are, and the line that each takes in its start-up file."""


def _flags(parser: Parser) -> None:
    parser.add("shell", nargs="?", metavar="SHELL", completions=lambda: SHELLS, help=", ".join(SHELLS),
               missing=f"SHELL is missing: name {', '.join(SHELLS)}")  # fmt: skip


def _run(chosen: Namespace) -> int:
    chosen_from("shell", chosen.shell, list(SHELLS))
    if find_spec(LIBRARY) is None:
        raise UsageError(f"completion needs {LIBRARY}: pip install 'peviewer[completion]'")
    print(import_module(LIBRARY).shellcode(["peviewer"], shell=chosen.shell))
    return DONE


def _lines() -> str:
    return "\n".join(["At the end of the shell's start-up file", *(f"  {line}" for line in SHELLS.values())])


completion = Command(
    "Print what a shell needs to complete words: commands, panes, presets and fields.", _flags, _run, lists=(_lines,)
)
