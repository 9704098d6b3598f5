"""The command line: one function a command; what a command does not need is not imported."""

from __future__ import annotations

import json
import math
import os
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.base.version import __version__
from peviewer.cli.declared import add_fields, given
from peviewer.cli.flags import Parser, UsageError, add_preset, add_session, add_set, document, fields_help
from peviewer.cli.look_flags import add_look, sizes_help, style
from peviewer.export.formats import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from peviewer.model.claims.properties import Property

DONE, FAILED, REFUSED, INTERRUPTED = 0, 1, 2, 130

# Claims that only say a number.


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
    parser = Parser("peviewer", str(open_window.__doc__), _commands_help, fields_help)
    parser.add_argument("session", nargs="?", metavar="SESSION", help="a .peview file or an exported picture to open")
    parser.add_argument("--version", action="version", version=f"peviewer {__version__}")
    add_preset(parser)
    add_set(parser)
    parser.add_argument("--theme", choices=("light", "dark"), help="how the window looks (default: as last time)")
    chosen = parser.parse_args(arguments)
    if chosen.session and chosen.preset:
        raise UsageError("a session and --preset exclude each other: give one of them")
    if chosen.session and not Path(chosen.session).suffix and not os.path.exists(chosen.session):
        raise UsageError(f"{chosen.session!r} is neither a command nor a session{_meant(chosen.session)}")
    opened, title = document(chosen.preset, chosen.session, chosen.set)
    from peviewer.app.window.launch import launch

    return launch(opened, title, chosen.theme)


def export(arguments: list[str]) -> int:
    """Write a pane, or several on one page, as a picture: PNG, SVG, PDF, WebP or JPEG, by the file's extension."""
    from peviewer.export.kinds.picture import PictureChoices

    parser = Parser("peviewer export", str(export.__doc__), sizes_help, fields_help)
    parser.add_argument("panes", metavar="PANE", help="what to show; several with commas between: see peviewer panes")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help=listed("picture"))
    add_preset(parser)
    add_session(parser)
    add_set(parser)
    add_look(parser)
    add_fields(parser, PictureChoices, ["columns"])
    chosen = parser.parse_args(arguments)
    from peviewer.figures.panes import catalog

    panes = [catalog.pane(name) for name in chosen.panes.split(",")]
    look = style(chosen)
    shown, _ = document(chosen.preset, chosen.session, chosen.set)
    from peviewer.export.picture.write import export as write_picture
    from peviewer.paper.page.caption import captioned
    from peviewer.paper.page.composition import Composition

    page = Composition(tuple(captioned(pane, shown) for pane in panes), chosen.columns)
    write_picture(page, Path(chosen.output), document=shown, style=look)
    return DONE


def animate(arguments: list[str]) -> int:
    """Write a pane in motion as a clip: MP4, WebM, GIF, animated WebP or PNG, by the file's extension."""
    from peviewer.export.clip.course import Course

    parser = Parser("peviewer animate", str(animate.__doc__), _formats_help, sizes_help, fields_help)
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the clip: see the formats below")
    parser.add_argument("--pane", default="shift", metavar="PANE", help="what to show (default: shift)")
    add_fields(parser, Course, list(Course.model_fields))
    add_preset(parser)
    add_session(parser)
    add_set(parser)
    add_look(parser)
    chosen = parser.parse_args(arguments)
    shown, _ = document(chosen.preset, chosen.session, chosen.set)
    from peviewer.export.clip.clip import Clip
    from peviewer.export.clip.write import write_clip
    from peviewer.figures.panes.catalog import pane

    moving, look = Clip(pane(chosen.pane), shown, **given(chosen, Course)), style(chosen)
    return _at_length(partial(write_clip, moving, Path(chosen.output), look))


def deck(arguments: list[str]) -> int:
    """Write slides: a .pptx with a pane a slide, or a folder of numbered pictures."""
    from peviewer.export.kinds.deck import DeckChoices

    parser = Parser("peviewer deck", str(deck.__doc__), sizes_help, fields_help)
    parser.add_argument("-o", "--output", required=True, metavar="FILE.pptx|FOLDER", help="what to write")
    parser.add_argument("--panes", metavar="PANE,PANE…", help="what to show (default: what is open)")
    parser.add_argument("--group", metavar="NAME", help="show all presets of a group, as in 'Step by step'")
    add_fields(parser, DeckChoices, ["clips"])
    add_preset(parser)
    add_session(parser)
    add_set(parser)
    add_look(parser, without="transparent")
    chosen = parser.parse_args(arguments)
    if chosen.group and (chosen.panes or chosen.preset or chosen.session or chosen.set):
        raise UsageError(
            "--group brings its own presets and panes: give it without --panes, --preset, --session, --set"
        )
    target, look = Path(chosen.output), style(chosen)
    if target.suffix and not target.is_dir() and (chosen.size or chosen.inches or chosen.preset_size):
        raise UsageError("a size goes with a folder of pictures: slides are always 16:9")
    from peviewer.export.deck.slides import slides_of_group, slides_of_panes
    from peviewer.export.deck.write import write_deck

    if chosen.group:
        slides, title = slides_of_group(chosen.group), chosen.group
    else:
        shown, title = document(chosen.preset, chosen.session, chosen.set)
        slides = slides_of_panes(chosen.panes.split(",") if chosen.panes else shown.view.panes, shown)
    return _at_length(partial(write_deck, slides, target, look, clips=bool(chosen.clips), title=title))


def data(arguments: list[str]) -> int:
    """Write the numbers behind a pane: .npy, .npz, .csv or .json."""
    from peviewer.export.kinds.data import DataChoices

    parser = Parser("peviewer data", f"{data.__doc__} They are exact, with coordinates and units.", fields_help)
    parser.add_argument("pane", metavar="PANE", help="what to take the numbers of: see peviewer panes")
    parser.add_argument("-o", "--output", required=True, metavar="FILE",
                        help=".npz or .json: all arrays, with what they are; .csv: the pane's matrix with its "
                        "coordinates, or all its curves; .npy: its matrix or first curve alone")  # fmt: skip
    add_preset(parser)
    add_session(parser)
    add_set(parser)
    add_fields(parser, DataChoices, ["window", "array"])
    chosen = parser.parse_args(arguments)
    from peviewer.figures.panes import catalog

    pane = catalog.pane(chosen.pane)
    shown, _ = document(chosen.preset, chosen.session, chosen.set)
    from peviewer.export.data.write import write_data

    return _at_length(partial(write_data, pane, shown, Path(chosen.output), **given(chosen, DataChoices)))


def _at_length(work: Callable[..., bool]) -> int:
    """Do long work with a progress bar; Ctrl+C ends it between two steps, and nothing is left."""
    from peviewer.cli.interrupt import interruption
    from peviewer.cli.progress_bar import progress_bar

    with progress_bar() as progress, interruption() as cancelled:
        return DONE if work(progress=progress, cancelled=cancelled) else INTERRUPTED


def code(arguments: list[str]) -> int:
    """Print a short program that builds the encoding."""
    from peviewer.export.kinds.code import CodeChoices

    parser = Parser("peviewer code", str(code.__doc__), fields_help)
    add_fields(parser, CodeChoices, list(CodeChoices.model_fields))
    parser.add_argument("-o", "--output", metavar="FILE", help="write a .py file rather than print")
    add_preset(parser)
    add_session(parser)
    add_set(parser)
    chosen = parser.parse_args(arguments)
    shown, _ = document(chosen.preset, chosen.session, chosen.set)
    from peviewer.export.code import code as program

    text = program(shown, **given(chosen, CodeChoices))
    if not chosen.output:
        print(text, end="")
        return DONE
    from peviewer.base.whole_file import write
    from peviewer.export.target import check as check_target

    check_target(Path(chosen.output), "code")
    write(Path(chosen.output), text.encode())
    return DONE


def check(arguments: list[str]) -> int:
    """Test the claims made for an encoding, each with its number; exit 1 if some fail."""
    parser = Parser("peviewer check", str(check.__doc__), fields_help)
    add_preset(parser)
    add_session(parser)
    add_set(parser)
    parser.add_argument("--json", action="store_true", help="a JSON list of {name, holds, value, detail}")
    chosen = parser.parse_args(arguments)
    asked, _ = document(chosen.preset, chosen.session, chosen.set)
    from peviewer.document.document import DocumentError
    from peviewer.figures.panes.properties import INFORMING, PANE, claims

    if not PANE.serves(asked):
        raise DocumentError(PANE.refusal(asked))
    found = claims(asked)
    print(_as_json(found) if chosen.json else "\n".join(_verdict(claim, claim.name in INFORMING) for claim in found))
    return DONE if all(claim.holds or claim.name in INFORMING for claim in found) else FAILED


def _as_json(claims: Iterable[Property]) -> str:
    """Write claims as JSON, which has no word for what is not a number."""
    rows = [{**asdict(claim), "value": claim.value if math.isfinite(claim.value) else None} for claim in claims]
    return json.dumps(rows, ensure_ascii=False, indent=1, allow_nan=False)


def _verdict(claim: Property, informing: bool) -> str:
    """Write a claim as one line: sign, name, value, detail."""
    from peviewer.base.words import number

    sign = "·" if informing else "✓" if claim.holds else "✗"
    value = number(claim.value, 9) if math.isfinite(claim.value) else "–"
    return f"{sign} {claim.name:<14} {value:>16}  {claim.detail}"


def panes(arguments: list[str]) -> int:
    """List the panes: name, tab, what it shows."""
    Parser("peviewer panes", str(panes.__doc__)).parse_args(arguments)
    from peviewer.figures.panes.catalog import PANES

    return _list((name, pane.summary) for name, pane in PANES.items())


def presets(arguments: list[str]) -> int:
    """List the presets: name, tab, what it sets."""
    Parser("peviewer presets", str(presets.__doc__)).parse_args(arguments)
    from peviewer.figures.presets import presets as known

    return _list((name, preset.description) for name, preset in known().items())


def schemes(arguments: list[str]) -> int:
    """List the encoding schemes: name, tab, what it is."""
    Parser("peviewer schemes", str(schemes.__doc__)).parse_args(arguments)
    from peviewer.model.encodings.catalog import SCHEMES

    return _list((name, str(kind.__doc__).splitlines()[0]) for name, kind in SCHEMES.items())


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "export": export,
    "animate": animate,
    "deck": deck,
    "data": data,
    "code": code,
    "check": check,
    "panes": panes,
    "presets": presets,
    "schemes": schemes,
}


def _formats_help() -> str:
    """List the formats of clips, and what is missing here for them."""
    from peviewer.export.formats import formats

    rows = (
        f"  .{known.suffix:<6}{known.name or known.label}{f': {known.hint}' if known.hint else ''}"
        for known in formats("clip").values()
    )
    return "\n".join(["formats:", *rows, ""])


def _list(rows: Iterable[tuple[str, str]]) -> int:
    for name, description in rows:
        print(f"{name}\t{description}")
    return DONE


def _commands_help() -> str:
    rows = [f"  {name:<10}{command.__doc__}" for name, command in COMMANDS.items()]
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


def _forget_output() -> None:
    """Drop what could not be printed: Python would complain of it once more while it closes."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass
