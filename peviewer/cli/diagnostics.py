"""``peviewer --diagnostics``: what a report about a fault needs to say of the system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.cli.commands.lists import print_rows
from peviewer.cli.output import DONE
from peviewer.cli.parser import UsageError

if TYPE_CHECKING:
    from argparse import Namespace

    from peviewer.app.window.diagnostics import Entry
    from peviewer.cli.parser import Parser

FLAGS = "diagnostics", "json"


def add_diagnostics(parser: Parser) -> None:
    """Add ``--diagnostics``, and ``--json``, which goes with it."""
    parser.add("--diagnostics", action="store_true",
               help="list versions, system, display and paths, for a report")  # fmt: skip
    parser.add("--json", action="store_true", brief=None, help="with --diagnostics: as a JSON list")


def print_diagnostics(chosen: Namespace) -> int:
    """Print what is known of where peviewer runs, also where there is no display."""
    if others := [name for name, value in vars(chosen).items() if value and name not in FLAGS]:
        name = others[0]
        word = repr(chosen.session) if name == "session" else f"--{name}"
        raise UsageError(f"--diagnostics and {word} exclude each other: with it goes --json alone")
    from peviewer.app.window.diagnostics import report, text

    def show(found: list[Entry]) -> int:
        if chosen.json:
            return print_rows([entry._asdict() for entry in found], lambda row: row.values(), as_json=True)
        print(text(found))
        return DONE

    return report(show)
