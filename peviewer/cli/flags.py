"""Flags: made from the declarations of fields, and those that say what is shown; and what the user gave with them.

A field's flag is made from its declaration. No fields are, by their nature: which panes and which
file; where the Document comes from; how the window looks, which its settings keep; how an answer is
written.
"""

import argparse
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from peviewer.base.parameters import Parameters
from peviewer.base.specification import Specification, specification
from peviewer.base.work import Cancelled, Work, reporting_to
from peviewer.cli.output import interruption, note, progress_bar
from peviewer.cli.parser import Parser, UsageError, chosen_from, not_empty
from peviewer.document.document import Document
from peviewer.exporters.reading import Made, OpenedFile, open_file
from peviewer.paper.style import Style

# Fields that the command line calls otherwise.
FLAG_NAMES = {"path": "animate", "start": "from", "stop": "to"}
# What stands for the value of a field whose kind does not say how it is written.
METAVARS = {"size": "WxH", "inches": "WxH", "positions": "FIRST:END",
            "dimensions": "FIRST:END", "pairs": "FIRST:END", "panes": "PANE,PANE…"}  # fmt: skip
T = TypeVar("T")
_NUMBERS: dict[str, Callable[[str], Any]] = {"int": int, "float": float}
THEMES = "light", "dark"
"""Of the window."""


def flag(name: str) -> str:
    """Return the flag of a field."""
    return f"--{FLAG_NAMES.get(name, name).replace('_', '-')}"


def add_fields(parser: Parser, model: type[Parameters], names: Sequence[str] = ()) -> None:
    """Add a flag for each of some fields, or for all."""
    for name in names or model.model_fields:
        spec = specification(model, name)
        if spec.worded:
            without = f"--no-{flag(name)[2:]}"
            help = f"{_help(spec)}; {without} for none"
            parser.add(flag(name), dest=name, nargs="?", const=True, metavar="TEXT", help=help)
            parser.add(
                without, dest=name, action="store_false", default=None, help=argparse.SUPPRESS
            )
        elif spec.kind == "bool":
            parser.add(flag(name), dest=name, action="store_true", default=None, help=_help(spec))
        else:
            letters = (
                "N"
                if spec.kind in _NUMBERS
                else "NAME"
                if spec.kind == "choice"
                else METAVARS.get(name, "KEY")
            )
            read = partial(_number, _NUMBERS.get(spec.kind, str))
            parser.add(flag(name), dest=name, type=read, metavar=letters, help=_help(spec))


def _number(kind: Callable[[str], Any], text: str) -> Any:
    """Return a number.

    What is none stays as it was typed: the field refuses it, and says what may be.
    """
    try:
        return kind(text)
    except ValueError:
        return text


def _help(spec: Specification) -> str:
    """Return the help of a flag: what the field does, what it may be, and what it is at first."""
    help = spec.help.rstrip(".")
    if help[1:2].islower() or help[1:2] == " ":
        help = help[:1].lower() + help[1:]
    choices = [choice for choice in spec.choices if choice]
    if choices and choices[0] not in help:
        help += f": {', '.join(choices[:-1])} or {choices[-1]}"
    at_first = f"{spec.default:g}" if isinstance(spec.default, float) else str(spec.default)
    first = "" if spec.kind == "bool" or spec.default in (None, "") else f" (default: {at_first})"
    return f"{help}{first}".replace("%", "%%")


def given_fields(chosen: argparse.Namespace, model: type[Parameters]) -> dict[str, Any]:
    """Return the fields that the user gave, as they were typed: what they become a part of refuses what is wrong."""
    fields = {name: getattr(chosen, name, None) for name in model.model_fields}
    return {name: value for name, value in fields.items() if value is not None}


def add_document(parser: Parser, *, seen: bool = True, session: bool = True) -> None:
    """Add the flags that every command with a Document has, and where a part of it can be `seen` those of that."""
    parser.begin("what is shown")
    parser.add(
        "--preset", type=not_empty, metavar="NAME", help="start from a preset: see peviewer presets"
    )
    parser.add(
        "--story",
        type=not_empty,
        metavar="NAME[:STEP]",
        help="start from a step of a story: see peviewer stories",
    )
    if session:
        parser.add(
            "--session",
            type=not_empty,
            metavar="FILE",
            help="start from a .peview file or an exported picture",
        )
    parser.add(
        "--table",
        type=not_empty,
        metavar="FILE[:KEY]",
        help="show your own table, or a model's config.json",
    )
    parser.add(
        "--scheme",
        type=not_empty,
        metavar="FILE.py",
        help="show a scheme of your own; the file's code is run",
    )
    parser.add("--set", action="append", default=[], metavar="KEY=VALUE…",
               help="set fields: dim=64 phi=10 (see peviewer fields)")  # fmt: skip
    parser.add("--against", action="append", default=[], metavar="KEY=VALUE…",
               help="compare with B: scheme=alibi heads=4, or base=9")  # fmt: skip
    parser.add(
        "--several",
        type=not_empty,
        metavar="KEY=VALUES",
        help="curves of several values in one plot: dim=64,128,256",
    )
    if seen:
        from peviewer.document.fields import VisibleRange

        add_fields(parser, VisibleRange)


def add_theme(parser: Parser) -> None:
    """Add ``--theme``, how the window looks."""
    parser.add(
        "--theme",
        metavar="NAME",
        help=f"how the window looks: {' or '.join(THEMES)} (default: as last time)",
    )


def window_theme(name: str | None) -> str | None:
    """Return the theme of the window, which may be named as that of an export."""
    return chosen_from("theme", name and name.removeprefix("slide-"), THEMES)


class Asked(NamedTuple):
    """What the flags ask for: the Document, what was opened, and the file of the session that they name."""

    document: Document
    title: str
    file: OpenedFile | None

    @property
    def made(self) -> Made:
        """How the file of the session was made, if there is one."""
        return self.file.made if self.file else Made()


def asked(chosen: argparse.Namespace) -> Asked:
    """Return what the flags of a command ask for."""
    from peviewer.document.fields import VisibleRange
    from peviewer.figures.presets import shown_title

    whole = document(chosen)
    visible_range = VisibleRange(**given_fields(chosen, VisibleRange))
    shown = visible_range.of(whole.document)
    return Asked(shown, shown_title(whole.title, shown), whole.file)


def document(
    chosen: argparse.Namespace, file: OpenedFile | None = None, *, in_window: bool = False
) -> Asked:
    """Return what the flags ask for, titled by its encoding where nothing is named.

    The `file` of the session that they name may be open already.

    `in_window` it has the panes of a picture, and those of a scheme unless panes are named.
    """
    from peviewer.figures.presets import DEFAULT, FIRST
    from peviewer.figures.presets import preset as named

    scheme = _loaded(chosen)
    sources = [f"--{name}" for name in ("preset", "story", "session") if getattr(chosen, name)]
    if len(sources) > 1:
        raise UsageError(f"{' and '.join(sources[:2])} exclude each other: give one of them")
    if chosen.session:
        file = file or open_file(Path(chosen.session))
        opened, title = _session(file, in_window=in_window), file.path.name
    elif chosen.story:
        from peviewer.figures.stories import place

        step = place(chosen.story).step
        opened, title = step.document, step.opened.title
    else:
        preset = named(chosen.preset or (FIRST if in_window else DEFAULT))
        opened, title = preset.document, preset.title if chosen.preset else ""
    made = _changed(opened, chosen, scheme, in_window=in_window)
    if chosen.table:
        title = made.encoding.own_name or file_name_of(chosen.table)
    elif not title or (not chosen.session and type(made.encoding) is not type(opened.encoding)):
        title = made.encoding.called_itself
    if not in_window or made.view.panes != opened.view.panes:
        return Asked(made, title, file)
    from peviewer.figures.panes.catalog import follow_scheme

    return Asked(follow_scheme(opened, made), title, file)


def file_name_of(table: str) -> str:
    """Return the name of the file that ``FILE[:KEY]`` names.

    >>> file_name_of("models/wpe.safetensors:wpe.weight")
    'wpe.safetensors'
    """
    from peviewer.model.stored.reading import split_key

    path, _ = split_key(table)
    return Path(path).name


def _loaded(chosen: argparse.Namespace) -> str:
    """Run the file of a scheme, where one is named, and return what that is called."""
    if not chosen.scheme:
        return ""
    if chosen.table:
        raise UsageError("--table and --scheme exclude each other: give one of them")
    from peviewer.model.encodings.catalog import SCHEMES
    from peviewer.model.encodings.files import load_scheme

    if chosen.scheme in SCHEMES:
        raise UsageError(
            f"--scheme names a file of Python: {chosen.scheme} is chosen by --set scheme={chosen.scheme}"
        )
    return load_scheme(chosen.scheme).called()


def _session(file: OpenedFile, *, in_window: bool) -> Document:
    opened = _waited_for(lambda: file.shown if in_window else file.document(as_now=True))
    for table in file.changed_tables:
        note(f"{table} has changed since {file.path.name} was saved: it is shown as it is now")
    return opened


def _changed(
    opened: Document, chosen: argparse.Namespace, scheme: str, *, in_window: bool
) -> Document:
    """Return what was opened with the flags' changes.

    A scheme stays where A or B is of it already.
    """
    from peviewer.document.animation import replaced_values
    from peviewer.exporters.arguments import compared

    if chosen.table:
        opened = _with_table(opened, chosen.table)
    if scheme and scheme not in [one.scheme for one in opened.compared]:
        opened = opened.opening(opened.edited({"encoding.scheme": scheme}).encoding)
    made, given = _edited(opened, chosen.set)
    panes = getattr(chosen, "panes", None) or getattr(chosen, "named", None) or ()
    made = compared(made, chosen.several, ",".join(chosen.against) or None, panes)
    for line in replaced_values(made, given):
        note(line)
    # A window asks what is unknown of a table.
    if chosen.table and not in_window:
        note(made.encoding.question)
    return made


def _with_table(document: Document, table: str) -> Document:
    """Return the Document with a table of a file."""
    from peviewer.document.tables import open_table

    shown, known = _waited_for(lambda: open_table(document, table))
    note(known)
    return shown


def _waited_for(work: Callable[[], T]) -> T:
    """Return the result of reading, with a progress bar; Ctrl+C ends it between two steps."""
    try:
        with (
            progress_bar() as progress,
            interruption() as ended,
            reporting_to(Work(1.0, progress, lambda: bool(ended()))),
        ):
            return work()
    except Cancelled:
        raise KeyboardInterrupt from None


def _edited(document: Document, assignments: Sequence[str]) -> tuple[Document, Collection[str]]:
    """Return the Document with every ``KEY=VALUE`` set, and their paths.

    A refusal shows the value as it was typed.
    """
    from peviewer.base.typed_values import read_value
    from peviewer.document.document import DocumentError
    from peviewer.document.fields import paths_of

    typed: dict[str, str] = {}
    for assignment in assignments:
        key, equals, text = assignment.partition("=")
        if not equals or not key:
            raise UsageError(
                f"--set {assignment} is not allowed: it must be KEY=VALUE, as in length=1000"
            )
        if key.strip().removeprefix("encoding.") == "config":
            document = _with_table(document, text.strip())
        else:
            typed[key.strip()] = text.strip()
    try:
        typed = paths_of(document, typed)
        edited = document.edited_by_any_path({key: read_value(text) for key, text in typed.items()})
        _check_panes(edited, typed)
        return edited, typed
    except DocumentError as error:
        key, _, rest = str(error).partition(" = ")
        _, refused, allowed = rest.rpartition(" is not allowed")
        if key not in typed or not refused:
            raise
        text = typed[key] if len(typed[key]) <= 60 else typed[key][:57] + "…"
        raise UsageError(f"{key} = {text or repr(text)}{refused}{allowed}") from None


def _check_panes(document: Document, typed: Collection[str]) -> None:
    """Refuse a name of a pane that was typed and is none."""
    from peviewer.base.names import UnknownName, look_up
    from peviewer.figures.panes.catalog import PANES

    named = {
        "view.panes": document.view.panes,
        "view.maximised": filter(None, [document.view.maximised]),
    }
    for path, names in named.items():
        for name in names if path in typed else ():
            try:
                look_up(name, PANES, "pane")
            except UnknownName as error:
                raise UsageError(f"{path} = {name} is not allowed{error.hint}") from None


def add_look(parser: Parser, without: str = "") -> None:
    """Add the flags of the size, of theme, type and parts, but for one of these."""
    from peviewer.paper.sizing import Sizing
    from peviewer.paper.style import Parts
    from peviewer.paper.style import Style as Whole

    parser.begin("how it looks")
    add_fields(parser, Sizing)
    add_fields(parser, Whole, [name for name in ("theme", *Parts.model_fields) if name != without])


def style(chosen: argparse.Namespace, before: Made) -> Style:
    """Return the size and look that the flags ask for.

    What they leave out is as a file was made `before`.
    """
    from peviewer.paper.sizing import Sizing
    from peviewer.paper.style import Parts

    return Sizing(**given_fields(chosen, Sizing)).restyled(
        before.style, chosen.theme, **given_fields(chosen, Parts)
    )
