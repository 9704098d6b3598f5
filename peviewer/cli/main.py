"""The command line: which command was asked for, and one line for whatever goes wrong."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.base.version import __version__
from peviewer.cli.commands.catalog import COMMANDS, command
from peviewer.cli.diagnostics import add_diagnostics, print_diagnostics
from peviewer.cli.document_flags import (
    add_preset,
    add_scheme,
    add_settings,
    add_table,
    add_theme,
    document,
    window_theme,
)
from peviewer.cli.output import DONE, REFUSED, ended_by_signals
from peviewer.cli.parser import Parser, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run peviewer.

    Parameters
    ----------
    argv : sequence of str, optional
        The words behind the program's name; those of this process if None.

    Returns
    -------
    int
        0 done, 1 a claim that was checked fails, 2 wrong use or bad input (one line on stderr), 130
        interrupted, or 128 more than the number of another signal that ended it.
    """
    try:
        with ended_by_signals():
            status = _run(list(sys.argv[1:] if argv is None else argv))
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except KeyboardInterrupt as end:
        return 128 + (end.args[0] if end.args else signal.SIGINT)
    except SystemExit as end:  # argparse, after it printed what --help or --version asked for
        return DONE if end.code in (None, 0) else REFUSED
    except BrokenPipeError:
        _discard_output()
        return DONE
    except OSError as error:
        _discard_output()
        return _refuse(error.strerror or str(error))
    except ValueError as error:
        return _refuse(str(error))
    except MemoryError:
        return _refuse("there is not enough memory for this")


def _run(arguments: list[str]) -> int:
    _print_anywhere()
    if "_ARGCOMPLETE" in os.environ:  # the shell asks what could come next
        from peviewer.cli.completing import complete

        complete(window_parser())
        return DONE
    if arguments in (["help"], ["version"]):
        arguments = [f"--{arguments[0]}"]
    name, words = (arguments[0], arguments[1:]) if arguments else ("", [])
    if name not in COMMANDS:
        return open_window(arguments)
    asked = command(name)
    return asked.run(asked.parser(name).read(words))


def open_window(arguments: list[str]) -> int:
    """See, understand, teach and choose positional encodings."""
    parser = window_parser(with_session=True)
    if arguments and not arguments[0].startswith("-"):
        _refuse_unknown(arguments[0])
    chosen = parser.read(arguments)
    if chosen.diagnostics:
        return print_diagnostics(chosen)
    if chosen.json:
        raise UsageError("--json goes with --diagnostics")
    for flag in ("preset", "story"):
        if chosen.session and getattr(chosen, flag):
            raise UsageError(f"a session and --{flag} exclude each other: give one of them")
    chosen.theme = window_theme(chosen.theme)
    from peviewer.exporters.metadata.reading import is_table
    from peviewer.figures.presets import FIRST
    from peviewer.figures.stories import place

    if chosen.session and not chosen.table and is_table(chosen.session):
        chosen.table, chosen.session = chosen.session, None
    where_from = chosen.session, chosen.preset, chosen.story, chosen.table, chosen.scheme
    named = any(where_from) or chosen.set or chosen.against
    opened, title = document(
        chosen.preset if named else FIRST, chosen.session, chosen.set, chosen.against,
        story=chosen.story, table=chosen.table, scheme=chosen.scheme, in_window=True,
    )  # fmt: skip
    step = place(chosen.story).key if chosen.story else ""
    from peviewer.app.window.launch import launch

    tabled = bool(chosen.table)
    return launch(opened, title, chosen.theme, restore=not named, step=step, new_table=tabled)


def window_parser(*, with_session: bool = False) -> Parser:
    """Return what reads the words of ``peviewer`` without a command, and where it is asked for those of a session."""
    parser = Parser("peviewer", str(open_window.__doc__), _commands_help)
    if with_session:
        parser.add(
            "session", nargs="?", metavar="SESSION", help="a .peview file, an exported picture or a table to open"
        )
    parser.add("-V", "--version", action="version", version=f"peviewer {__version__}", help="say which version this is")
    add_diagnostics(parser)
    add_preset(parser)
    add_table(parser)
    add_scheme(parser, "")
    add_settings(parser)
    add_theme(parser)
    return parser


def _commands_help() -> str:
    rows = [f"  {name:<12}{command(name).brief}" for name in COMMANDS]
    return "\n".join(["Commands (peviewer COMMAND --help says more)", *rows])


def _refuse_unknown(word: str) -> None:
    """Refuse a word that is neither a command nor a file's name; say what could be meant."""
    if Path(word).suffix or os.path.exists(word):
        return
    from peviewer.base.words import nearest_names
    from peviewer.figures.panes.catalog import PANES
    from peviewer.figures.presets import presets

    if word in ("list", "ls"):
        raise UsageError(f"no command {word}: panes, presets, stories, schemes, sizes and fields list what there is")
    if word in PANES:
        raise UsageError(f"no command {word}; for the pane: peviewer export {word} -o {word}.png")
    if word in presets():
        raise UsageError(f"no command {word}; for the preset: peviewer --preset {word}")
    raise UsageError(f"no command {word}{nearest_names(word, list(COMMANDS))}")


def _print_anywhere() -> None:
    """Let a terminal without φ or − show a question mark rather than end the program."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _refuse(message: str) -> int:
    """Say why, in exactly one line."""
    words = "".join(letter if letter.isprintable() else " " for letter in message)
    if sys.stderr is not None:
        print(f"peviewer: {words}", file=sys.stderr)
    return REFUSED


def _discard_output() -> None:
    """Drop what could not be printed: Python would complain of it once more while it closes."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass
