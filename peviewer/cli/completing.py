"""What could come next on the command line: asked by the shell at each press of Tab, through argcomplete."""

from __future__ import annotations

import argparse
import os
import shlex
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from peviewer.cli.commands.catalog import COMMANDS, command
from peviewer.cli.commands.completion import LIBRARY
from peviewer.cli.document_flags import document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from peviewer.cli.parser import Flag, Parser
    from peviewer.document.document import Document

    Completer = Callable[..., Iterable[str]]


def complete(window: Parser, **told: Any) -> None:
    """Tell the shell what could come next, and end the process; nothing where argcomplete is not installed.

    Parameters
    ----------
    window : Parser
        What reads the words where there is no command.
    **told : object
        Passed on to ``argcomplete.autocomplete``: where it writes, and how it ends.
    """
    if find_spec(LIBRARY) is None:
        return
    nothing = import_module(f"{LIBRARY}.completers").SuppressCompleter()
    import_module(LIBRARY).autocomplete(
        _tree(window, os.environ.get("COMP_LINE", "")),
        default_completer=nothing,
        always_complete_options="long",
        **told,
    )


def _tree(window: Parser, line: str) -> argparse.ArgumentParser:
    """Return one parser of all commands; that of the command in the line with its flags."""
    whole = argparse.ArgumentParser("peviewer", parents=[_completed(window)], add_help=False)
    commands = whole.add_subparsers()
    typed = _words(line)
    for name in COMMANDS:
        own = [_completed(command(name).parser(name))] if name in typed else []
        commands.add_parser(name, parents=own, add_help=False)
    return whole


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError:  # a quote that is still open
        return line.split()


def _completed(parser: Parser) -> Parser:
    """Give each flag of a parser what completes its value, under the name that argcomplete looks for."""
    files = import_module(f"{LIBRARY}.completers").FilesCompleter()
    for flag in parser.flags:
        setattr(flag.action, "completer", _completer(flag, files))  # noqa: B010  # no attribute of argparse's own
    return parser


def _completer(flag: Flag, files: Completer) -> Completer | None:
    if flag.action.dest in ("set", "against", "sweep", "path"):
        return _fields_of(flag.action.dest)
    if flag.completions is not None:
        return _names_completer(flag.completions)
    return files if "FILE" in flag.value or "SESSION" in flag.value else None


def _names_completer(names: Callable[[], Iterable[str]]) -> Completer:
    """Return what completes one of some names, or several with commas between."""

    def completer(prefix: str, **_: Any) -> list[str]:
        before, comma, _last = prefix.rpartition(",")
        return [f"{before}{comma}{name}" for name in names()]

    return completer


def _fields_of(flag: str) -> Completer:
    """Return what completes fields, and the choices of one behind its sign of equality."""
    ending = "" if flag == "path" else "="

    def completer(prefix: str, parsed_args: argparse.Namespace, **_: Any) -> list[str]:
        shown = _document(parsed_args)
        key, equals, _value = prefix.partition("=")
        if equals:
            return [f"{key}={choice}" for choice in _choices(shown, key)]
        paths = [path for path in shown.paths() if flag != "against" or path.startswith("encoding.")]
        own = [path.removeprefix("encoding.") for path in paths if path.startswith("encoding.")]
        return [f"{name}{ending}" for name in (*own, *paths)]

    return completer


def _document(chosen: argparse.Namespace) -> Document:
    """Return the Document that the words before ask for, as far as they can be read."""
    from peviewer.document.document import Document
    from peviewer.figures.panes import catalog as catalog  # the panes declare sections of the Document

    with suppress(ValueError, OSError):
        return document(getattr(chosen, "preset", None), getattr(chosen, "session", None), chosen.set or [])[0]
    return Document()


def _choices(shown: Document, key: str) -> Iterable[str]:
    from peviewer.document.animation import field_specification
    from peviewer.document.fields import path_of
    from peviewer.model.encodings.catalog import SCHEMES

    with suppress(ValueError):
        path = path_of(shown, key)
        known = field_specification(shown, path)
        if path == "encoding.scheme":
            return list(SCHEMES)
        return ("true", "false") if known.kind == "bool" else known.choices
    return ()
