"""The Document that the flags of a command ask for."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from peviewer.cli.flags import given_fields
from peviewer.cli.output import at_length, note
from peviewer.cli.parser import UsageError

if TYPE_CHECKING:
    from peviewer.document.document import Document
    from peviewer.exporters.reading import Made, OpenedFile

T = TypeVar("T")

# The most letters of a refused value that are shown.
_MAX_LETTERS = 60


class Opened(NamedTuple):
    """The Document that flags ask for, its title, and the file of the session that they name."""

    document: Document
    title: str
    file: OpenedFile | None

    @property
    def made(self) -> Made:
        """How the file of the session was made, if there is one."""
        from peviewer.exporters.reading import Made

        return self.file.made if self.file else Made()


def document_from_flags(arguments: argparse.Namespace) -> Opened:
    """Return the Document that the flags of a command ask for, with its visible range."""
    from peviewer.document.visible_range import VisibleRange
    from peviewer.figures.presets import shown_title

    opened = open_document(arguments)
    visible_range = VisibleRange(**given_fields(arguments, VisibleRange))
    document = visible_range.of(opened.document)
    return opened._replace(document=document, title=shown_title(opened.title, document))


def open_document(
    arguments: argparse.Namespace, file: OpenedFile | None = None, *, in_window: bool = False
) -> Opened:
    """Return the Document that the flags ask for, titled by its encoding where nothing is named.

    `file` is the session's file that they name, if it is open already.

    `in_window` it has the panes of a picture, and those of a scheme unless panes are named.
    """
    scheme = _load_scheme(arguments)
    opened = _open_source(arguments, file, in_window=in_window)
    document = _with_changes(opened.document, arguments, scheme, in_window=in_window)

    title = opened.title
    is_other_scheme = type(document.encoding) is not type(opened.document.encoding)
    if arguments.table:
        title = document.encoding.own_name or file_name_of(arguments.table)
    elif not title or (is_other_scheme and not arguments.session):
        title = document.encoding.display_name

    if in_window and document.view.panes == opened.document.view.panes:
        from peviewer.figures.panes.catalog import follow_scheme

        document = follow_scheme(opened.document, document)
    return Opened(document, title, opened.file)


def _open_source(
    arguments: argparse.Namespace, file: OpenedFile | None, *, in_window: bool
) -> Opened:
    """Return the session, story or preset that the flags name, as it is before they change it."""
    sources = [name for name in ("preset", "story", "session") if getattr(arguments, name)]
    if len(sources) > 1:
        first, second = sources[:2]
        raise UsageError(f"--{first} and --{second} exclude each other: give one of them")

    if arguments.session:
        from peviewer.exporters.reading import open_file

        file = file or open_file(Path(arguments.session))
        return Opened(_session(file, in_window=in_window), file.path.name, file)
    if arguments.story:
        from peviewer.figures.stories import place

        step = place(arguments.story).step
        return Opened(step.document, step.opened.title, file)

    from peviewer.figures.presets import DEFAULT, FIRST, preset

    usual_preset = FIRST if in_window else DEFAULT
    source = preset(arguments.preset or usual_preset)
    return Opened(source.document, source.title if arguments.preset else "", file)


def file_name_of(table: str) -> str:
    """Return the name of the file that ``FILE[:KEY]`` names.

    >>> file_name_of("models/wpe.safetensors:wpe.weight")
    'wpe.safetensors'
    """
    from peviewer.model.stored.reading import split_key

    path, _ = split_key(table)
    return Path(path).name


def _load_scheme(arguments: argparse.Namespace) -> str:
    """Run the file of a scheme, where one is named, and return what that is called."""
    path = arguments.scheme
    if not path:
        return ""
    if arguments.table:
        raise UsageError("--table and --scheme exclude each other: give one of them")
    from peviewer.model.encodings.catalog import SCHEMES
    from peviewer.model.encodings.files import load_scheme

    if path in SCHEMES:
        raise UsageError(
            f"--scheme names a file of Python: {path} is chosen by --set scheme={path}"
        )
    return load_scheme(path).scheme_name()


def _session(file: OpenedFile, *, in_window: bool) -> Document:
    """Return the Document of a session; say which of its tables have changed since."""
    document = at_length(lambda: file.shown if in_window else file.document(as_now=True))
    for table in file.changed_tables:
        note(f"{table} has changed since {file.path.name} was saved: it is shown as it is now")
    return document


def _with_changes(
    document: Document, arguments: argparse.Namespace, scheme: str, *, in_window: bool
) -> Document:
    """Return the Document with the changes that the flags ask for.

    A scheme's fields stay if A or B is of that scheme already.
    """
    from peviewer.document.animation import replaced_values
    from peviewer.document.fields import compared
    from peviewer.figures.panes.catalog import check_several

    if arguments.table:
        document = _with_table(document, arguments.table)
    if scheme and scheme not in [encoding.scheme for encoding in document.compared]:
        document = document.opening(document.edited({"encoding.scheme": scheme}).encoding)
    document, paths = _with_fields(document, arguments.set)

    panes = getattr(arguments, "panes", None) or getattr(arguments, "named", None) or ()
    against = ",".join(arguments.against) or None
    document = compared(document, arguments.several, against)
    if arguments.several and panes:
        check_several(document, panes)
    for line in replaced_values(document, paths):
        note(line)
    # The window itself asks the user what is unknown about a table.
    if arguments.table and not in_window:
        note(document.encoding.question)
    return document


def _with_table(document: Document, table: str) -> Document:
    """Return the Document with a table of a file, and print what is known about the table."""
    from peviewer.document.tables import open_table

    opened, facts = at_length(lambda: open_table(document, table))
    note(facts)
    return opened


def _with_fields(
    document: Document, assignments: Sequence[str]
) -> tuple[Document, Collection[str]]:
    """Return the Document with every ``KEY=VALUE`` set, and their paths.

    The error about a refused value shows it as it was typed.
    """
    from peviewer.base.typed_values import read_value
    from peviewer.document.document import DocumentError
    from peviewer.document.fields import paths_of

    texts: dict[str, str] = {}
    for assignment in assignments:
        key, equals, text = assignment.partition("=")
        if not equals or not key:
            raise UsageError(
                f"--set {assignment} is not allowed: it must be KEY=VALUE, as in length=1000"
            )
        if key.strip().removeprefix("encoding.") == "config":
            document = _with_table(document, text.strip())
        else:
            texts[key.strip()] = text.strip()

    try:
        texts = paths_of(document, texts)
        values = {path: read_value(text) for path, text in texts.items()}
        edited = document.edited_by_any_path(values)
        _check_panes(edited, texts)
        return edited, texts
    except DocumentError as error:
        path, _, rest = str(error).partition(" = ")
        _, refused, allowed = rest.rpartition(" is not allowed")
        if path not in texts or not refused:
            raise
        text = texts[path]
        if len(text) > _MAX_LETTERS:
            text = text[: _MAX_LETTERS - 3] + "…"
        raise UsageError(f"{path} = {text or repr(text)}{refused}{allowed}") from None


def _check_panes(document: Document, typed_paths: Collection[str]) -> None:
    """Refuse a typed name of a pane that does not exist."""
    from peviewer.base.names import UnknownName, look_up
    from peviewer.figures.panes.catalog import PANES

    maximised = document.view.maximised
    names_by_path = {
        "view.panes": document.view.panes,
        "view.maximised": (maximised,) if maximised else (),
    }
    for path, names in names_by_path.items():
        if path not in typed_paths:
            continue
        for name in names:
            try:
                look_up(name, PANES, "pane")
            except UnknownName as error:
                raise UsageError(f"{path} = {name} is not allowed{error.hint}") from None
