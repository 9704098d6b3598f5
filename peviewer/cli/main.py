"""The command line: which command was asked for, and one line for whatever goes wrong."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.base.version import __version__
from peviewer.cli.commands.catalog import COMMANDS, command
from peviewer.cli.flags import Parser, UsageError, add_against, add_preset, add_set, document
from peviewer.cli.status import DONE, INTERRUPTED, REFUSED

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
        0 done, 1 a claim that was checked fails, 2 wrong use or bad input (one line on stderr), 130 interrupted.
    """
    try:
        status = _run(list(sys.argv[1:] if argv is None else argv))
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
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
    if arguments and arguments[0] in COMMANDS:
        return command(arguments[0])(arguments[1:])
    return open_window(arguments)


def open_window(arguments: list[str]) -> int:
    """See, understand, teach and choose positional encodings."""
    collects = gc.isenabled()
    gc.disable()  # what is made before the first frame stays, and looking through it takes a tenth of the start
    try:
        return _open(arguments)
    finally:
        if collects:
            gc.enable()


def _open(arguments: list[str]) -> int:
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looked for in everything that is installed
    parser = Parser("peviewer", str(open_window.__doc__), _commands_help)
    parser.add_argument("session", nargs="?", metavar="SESSION", help="a .peview file or an exported picture to open")
    parser.add_argument("--version", action="version", version=f"peviewer {__version__}")
    add_preset(parser)
    add_set(parser)
    add_against(parser)
    parser.add_argument("--theme", choices=("light", "dark"), help="how the window looks (default: as last time)")
    chosen = parser.parse_args(arguments)
    if chosen.session and chosen.preset:
        raise UsageError("a session and --preset exclude each other: give one of them")
    if chosen.session and not Path(chosen.session).suffix and not os.path.exists(chosen.session):
        raise UsageError(f"{chosen.session!r} is neither a command nor a session{_meant(chosen.session)}")
    import numpy  # noqa: F401  # while few calls are open: deep among them Python asks the system for room at each one

    opened, title = document(chosen.preset, chosen.session, chosen.set, chosen.against, in_window=True)
    from peviewer.app.window.launch import launch

    return launch(opened, title, chosen.theme)


def _commands_help() -> str:
    rows = [f"  {name:<10}{command(name).__doc__}" for name in COMMANDS]
    return "\n".join(["commands (peviewer COMMAND --help says more):", *rows, ""])


def _meant(word: str) -> str:
    from peviewer.base.words import nearest_names

    return nearest_names(word, list(COMMANDS))


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
