"""The command line: one function a command; what a command does not need is not imported."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from peviewer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from peviewer.document import Document
    from peviewer.model.parameters import Parameters
    from peviewer.paper.style import Style

DONE, REFUSED, INTERRUPTED = 0, 2, 130


class UsageError(ValueError):
    """Wrong use of the command line; the message is one clear line."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run peviewer.

    Parameters
    ----------
    argv : sequence of str, optional
        The words behind the program's name; those of this process if None.

    Returns
    -------
    int
        0 done, 2 wrong use or bad input (one line on stderr), 130 interrupted.
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
        _forget_output()
        return DONE
    except OSError as error:
        _forget_output()
        return _refuse(error.strerror or str(error))
    except ValueError as error:
        return _refuse(str(error))
    except MemoryError:
        return _refuse("there is not enough memory for this")


def _run(arguments: list[str]) -> int:
    _print_anywhere()
    if arguments and arguments[0] in COMMANDS:
        return COMMANDS[arguments[0]](arguments[1:])
    return open_window(arguments)


def open_window(arguments: list[str]) -> int:
    """See, understand, teach and choose positional encodings."""
    parser = _Parser("peviewer", str(open_window.__doc__), _commands_help, _fields_help)
    parser.add_argument("session", nargs="?", metavar="SESSION", help="a .peview file or an exported picture to open")
    parser.add_argument("--version", action="version", version=f"peviewer {__version__}")
    _add_preset(parser)
    _add_set(parser)
    parser.add_argument("--theme", choices=("light", "dark"), help="how the window looks (default: as last time)")
    chosen = parser.parse_args(arguments)
    if chosen.session and chosen.preset:
        raise UsageError("a session and --preset exclude each other: give one of them")
    if chosen.session and not Path(chosen.session).suffix and not os.path.exists(chosen.session):
        raise UsageError(f"{chosen.session!r} is neither a command nor a session{_meant(chosen.session)}")
    document, title = _document(chosen.preset, chosen.session, chosen.set)
    from peviewer.app.launch import launch

    return launch(document, title, chosen.theme)


def export(arguments: list[str]) -> int:
    """Write a pane as a picture: PNG, SVG or PDF, by the file's extension."""
    parser = _Parser("peviewer export", str(export.__doc__), _fields_help)
    parser.add_argument("pane", metavar="PANE", help="what to show: see peviewer panes")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the picture: .png, .svg or .pdf")
    _add_preset(parser)
    parser.add_argument("--session", metavar="FILE", help="start from a .peview file or an exported picture")
    _add_set(parser)
    parser.add_argument("--size", metavar="WxH", help="in pixels (default: 1920x1080; in theme paper 3.3x2.5 inches)")
    parser.add_argument("--inches", metavar="WxH", help="in inches, with --dpi")
    parser.add_argument("--dpi", metavar="N", help="pixels an inch, with --inches (default: 300)")
    parser.add_argument("--theme", default="slide-light", metavar="NAME",
                        help="slide-light (default), slide-dark, or paper: serif 9 pt, no title")  # fmt: skip
    parser.add_argument("--transparent", action="store_true", help="no background")
    chosen = parser.parse_args(arguments)
    from peviewer.figures import catalog

    pane = catalog.pane(chosen.pane)
    style = _style(chosen)
    document, _ = _document(chosen.preset, chosen.session, chosen.set)
    from peviewer.paper.export import export as write_picture

    write_picture(pane.draw(document), Path(chosen.output), document=document, style=style)
    return DONE


def panes(arguments: list[str]) -> int:
    """List the panes: name, tab, what it shows."""
    _Parser("peviewer panes", str(panes.__doc__)).parse_args(arguments)
    from peviewer.figures.catalog import PANES

    return _list((name, pane.summary) for name, pane in PANES.items())


def presets(arguments: list[str]) -> int:
    """List the presets: name, tab, what it sets."""
    _Parser("peviewer presets", str(presets.__doc__)).parse_args(arguments)
    from peviewer.presets import presets as known

    return _list((name, preset.description) for name, preset in known().items())


def schemes(arguments: list[str]) -> int:
    """List the encoding schemes: name, tab, what it is."""
    _Parser("peviewer schemes", str(schemes.__doc__)).parse_args(arguments)
    from peviewer.model.encodings.catalog import SCHEMES

    return _list((name, str(kind.__doc__).splitlines()[0]) for name, kind in SCHEMES.items())


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "export": export,
    "panes": panes,
    "presets": presets,
    "schemes": schemes,
}


def _list(rows: Iterable[tuple[str, str]]) -> int:
    for name, description in rows:
        print(f"{name}\t{description}")
    return DONE


def _document(preset: str | None, session: str | None, assignments: Sequence[str]) -> tuple[Document, str]:
    """Return the Document that the flags ask for, and what was opened."""
    from peviewer.presets import DEFAULT
    from peviewer.presets import preset as named

    if preset and session:
        raise UsageError("--preset and --session exclude each other: give one of them")
    if session:
        from peviewer.paper.provenance import read

        return _edited(read(Path(session)), assignments), Path(session).name
    chosen = named(preset or DEFAULT)
    return _edited(chosen.document, assignments), chosen.title


def _edited(document: Document, assignments: Sequence[str]) -> Document:
    """Return the Document with every ``KEY=VALUE`` set; a refusal shows the value as it was typed."""
    from peviewer.document import DocumentError

    typed: dict[str, str] = {}
    for assignment in assignments:
        key, equals, text = assignment.partition("=")
        if not equals or not key:
            raise UsageError(f"--set {assignment} is not allowed: it must be KEY=VALUE, as in encoding.length=1000")
        typed[key.strip()] = text.strip()
    try:
        return document.edited({key: _value(text) for key, text in typed.items()})
    except DocumentError as error:
        raise UsageError(_as_typed(str(error), typed)) from None


def _value(text: str) -> object:
    """Read a value as JSON, and what is not JSON as plain text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _as_typed(message: str, typed: dict[str, str]) -> str:
    key, _, rest = message.partition(" = ")
    _, refused, allowed = rest.rpartition(" is not allowed")
    if key not in typed or not refused:
        return message
    text = typed[key] if len(typed[key]) <= 60 else typed[key][:57] + "…"
    return f"{key} = {text or repr(text)}{refused}{allowed}"


def _style(chosen: argparse.Namespace) -> Style:
    from peviewer.paper.style import PRINT_DPI, Style, StyleError, size_in_inches, size_in_pixels

    look = {"theme": chosen.theme, "transparent": chosen.transparent}
    if chosen.size and chosen.inches:
        raise UsageError("--size and --inches exclude each other: give one of them")
    if chosen.dpi and not chosen.inches:
        raise UsageError("--dpi goes with --inches: a size in pixels needs none")
    if chosen.size:
        return Style.of_pixels(*size_in_pixels(chosen.size), **look)
    if chosen.inches:
        try:
            dpi = float(chosen.dpi or PRINT_DPI)
        except ValueError:
            raise StyleError(f"dpi = {chosen.dpi!r} is not allowed: it must be a number") from None
        return Style.of_inches(*size_in_inches(chosen.inches), dpi, **look)
    return Style.default(**look)


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and whose help ends in lists made when they are asked for."""

    def __init__(self, prog: str, description: str, *lists: Callable[[], str]) -> None:
        super().__init__(prog=prog, description=description, allow_abbrev=False)
        self._lists = lists

    def error(self, message: str) -> NoReturn:
        """Refuse, in one line."""
        raise UsageError(f"{message} (see {self.prog} --help)")

    def format_help(self) -> str:
        """Return the help of the flags, and the lists below it."""
        return "\n".join([super().format_help(), *(make() for make in self._lists)])


def _add_preset(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--preset", metavar="NAME", help="start from a preset: see peviewer presets")


def _add_set(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE",
                        help="set a field, as in encoding.length=1000; may be repeated")  # fmt: skip


def _commands_help() -> str:
    rows = [f"  {name:<10}{command.__doc__}" for name, command in COMMANDS.items()]
    return "\n".join(["commands (peviewer COMMAND --help says more):", *rows, ""])


def _fields_help() -> str:
    """List what --set can set, from the declarations of the Document."""
    from peviewer.document import Document
    from peviewer.model.encodings.catalog import SCHEMES

    kinds: list[tuple[str, type[Parameters]]] = [("encoding", kind) for kind in SCHEMES.values()]
    default = Document()
    kinds += [(key, type(getattr(default, key))) for key in Document.model_fields if key != "encoding"]
    rows = {f"{section}.{name}": text for section, kind in kinds for name, text in _rows(kind).items()}
    rows["encoding.scheme"] = f"one of {', '.join(SCHEMES)}"
    return "\n".join(["fields for --set:", *(f"  {path}\n{' ' * 6}{text}" for path, text in rows.items()), ""])


def _rows(kind: type[Parameters]) -> dict[str, str]:
    from peviewer.model.parameters import specifications

    return {
        spec.name: f"{spec.help} {spec.allowed()[:1].upper()}{spec.allowed()[1:]}; default {json.dumps(spec.default)}."
        for spec in specifications(kind)
    }


def _meant(word: str) -> str:
    from peviewer.model.parameters import nearest_names

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


def _forget_output() -> None:
    """Drop what could not be printed: Python would complain of it once more while it closes."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass
