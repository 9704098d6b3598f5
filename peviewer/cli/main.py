"""The command line: it runs the command that was asked for, and reports any error in one line."""

from __future__ import annotations

import os
import signal
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.base.log import hide_log, log_error
from peviewer.base.refusals import FieldsError
from peviewer.base.version import __version__
from peviewer.cli.commands.catalog import COMMANDS, command
from peviewer.cli.flags import add_document, add_theme, flag, window_theme
from peviewer.cli.opening import open_document
from peviewer.cli.output import DONE, REFUSED, ended_by_signals
from peviewer.cli.parser import Parser, UsageError

if TYPE_CHECKING:
    from peviewer.exporters.reading import OpenedFile

# Flags and words that say what the window shows; without any it shows the last session.
_WHAT_IS_SHOWN = "session", "preset", "story", "table", "scheme", "set", "against", "several"

COMPLETION = (
    "Tab completes words: pip install argcomplete, "
    'then eval "$(register-python-argcomplete peviewer)"'
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run peviewer on the words behind its name, by default this process's, and return its status.

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
    except SystemExit as end:
        # argparse raises SystemExit after it has printed the text of --help or --version.
        return DONE if end.code in (None, 0) else REFUSED
    except BrokenPipeError:
        _discard_output()
        return DONE
    except OSError as error:
        _discard_output()
        log_error("it ended early", error)
        return _refuse(error.strerror or str(error))
    except ValueError as error:
        log_error("it ended early", error)
        return _refuse(error.worded(flag) if isinstance(error, FieldsError) else str(error))
    except MemoryError:
        return _refuse("there is not enough memory for this")
    finally:
        hide_log()


def _run(words: list[str]) -> int:
    # A terminal without φ or − shows a question mark.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")

    # The shell asks for words to complete.
    if "_ARGCOMPLETE" in os.environ:
        from peviewer.cli.completion import complete

        complete(window_parser())
        return DONE
    if not words or words[0] not in COMMANDS:
        return open_window(words)
    name, *words_behind = words
    known_command = command(name)
    return known_command.run(known_command.parser(name).read(words_behind))


def open_window(words: list[str]) -> int:
    """See, understand, teach and choose positional encodings."""
    if words and not words[0].startswith("-"):
        _refuse_unknown(words[0])
    arguments = window_parser().read(words)
    if arguments.diagnostics:
        from peviewer.app.window.diagnostics import print_report

        # Diagnostics are printed even without a display.
        return print_report()
    arguments.theme = window_theme(arguments.theme)
    from peviewer.figures.presets import FIRST
    from peviewer.figures.stories import place

    file = _session_file(arguments)
    is_anything_named = any(getattr(arguments, name) for name in _WHAT_IS_SHOWN)
    if not is_anything_named:
        arguments.preset = FIRST
    opened = open_document(arguments, file, in_window=True)
    step = place(arguments.story).key if arguments.story else ""
    from peviewer.app.window.launch import launch
    from peviewer.model.stored.reading import split_key

    named_file = arguments.session or arguments.table
    return launch(
        opened.document,
        opened.title,
        arguments.theme,
        restore=not is_anything_named,
        step=step,
        new_table=bool(arguments.table),
        path=Path(split_key(named_file)[0]) if named_file else None,
        saved=file.shown if file else None,
    )


def _session_file(arguments: Namespace) -> OpenedFile | None:
    """Return the file of a session that is named.

    The file of a table instead of a session is moved to ``--table``.
    """
    if not arguments.session:
        return None
    from peviewer.exporters.reading import open_file
    from peviewer.model.stored.reading import split_key

    file = open_file(Path(split_key(arguments.session)[0]))
    if file.kind == "session" or arguments.table:
        return file
    arguments.table = arguments.session
    arguments.session = None
    return None


def window_parser() -> Parser:
    """Return the parser for the words of ``peviewer`` without a command."""
    rows = [f"  {name:<12}{command(name).brief}" for name in COMMANDS]
    heading = "commands (peviewer COMMAND --help says more):"
    lists = "\n".join([heading, *rows, "", COMPLETION])
    parser = Parser("peviewer", "[SESSION] ", str(open_window.__doc__), lists)
    parser.add(
        "session",
        nargs="?",
        metavar="SESSION",
        help="a .peview file, an exported picture or a table to open",
    )
    parser.add(
        "-V",
        "--version",
        action="version",
        version=f"peviewer {__version__}",
        help="say which version this is",
    )
    parser.add(
        "--diagnostics",
        action="store_true",
        help="list versions, system, display and paths, for a report",
    )
    add_theme(parser)
    add_document(parser, with_range=False, with_session=False)
    return parser


def _refuse_unknown(word: str) -> None:
    """Refuse a word that is neither a command nor a file's name; say what could be meant."""
    if Path(word).suffix or os.path.exists(word):
        return
    from peviewer.base.names import nearest_names
    from peviewer.figures.panes.catalog import PANES

    if word in PANES:
        raise UsageError(f"no command {word}; for the pane: peviewer export {word} -o {word}.png")
    raise UsageError(f"no command {word or repr(word)}{nearest_names(word, list(COMMANDS))}")


def _refuse(message: str) -> int:
    """Say why, in exactly one line."""
    words = "".join(letter if letter.isprintable() else " " for letter in message)
    if sys.stderr is not None:
        print(f"peviewer: {words}", file=sys.stderr)
    return REFUSED


def _discard_output() -> None:
    """Drop output that could not be printed: Python would complain again while it ends."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass
