"""The Document inside a picture, a clip or a file of numbers, and how that was made.

Read back as untrusted input.
"""

import json
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from peviewer.base.log import log_error
from peviewer.base.parameters import Parameters
from peviewer.document.configurations.reading import names_model
from peviewer.document.document import Document, DocumentError
from peviewer.document.sessions import (
    FORMAT_KEY,
    MADE,
    SESSION_SUFFIX,
    check_session,
    parse_json,
    unloaded_code,
)
from peviewer.document.tables import (
    changed_tables,
    place_files,
    take_changed_tables,
    without_folders,
)
from peviewer.exporters.formats import FORMATS, LARGEST_SESSION, Format
from peviewer.figures.panes import catalog as catalog  # the panes declare sections of the Document
from peviewer.figures.panes.catalog import PANES
from peviewer.model.stored.choice import BROKEN, Choice
from peviewer.model.stored.entry import TableError
from peviewer.model.stored.formats import SUFFIXES
from peviewer.model.stored.opened import StoredFile
from peviewer.model.stored.reading import choices
from peviewer.paper.style import Style, StyleError

NPY = b"\x93NUMPY"
SESSIONS = {SESSION_SUFFIX, ".json", *(f".{known.suffix}" for known in FORMATS)} - SUFFIXES.keys()
"""The suffixes of files that are never tables, whatever they hold."""

_ALWAYS = "width", "height", "dpi", "theme"


class Made(Parameters):
    """How a file was made: the panes that it shows, and its look."""

    panes: tuple[str, ...] = ()
    columns: int | None = None
    look: Mapping[str, Any] = Field(default_factory=dict)

    @property
    def style(self) -> Style | None:
        """The look as a Style; None if its values are not allowed."""
        try:
            return Style(**self.look)
        except (StyleError, TypeError) as error:
            log_error("the look of an exported file was not read", error)
            return None


def stamped(
    document: Document, panes: Iterable[str], style: Style, columns: int | None = None
) -> str:
    """Return a Document as JSON, together with how a file of it was made."""
    fields = type(style).model_fields
    named = [
        name
        for name, field in fields.items()
        if name in _ALWAYS or getattr(style, name) != field.default
    ]
    data = without_folders(document)
    made = {
        "panes": list(panes),
        "columns": columns,
        "look": {name: getattr(style, name) for name in named},
    }
    return json.dumps(
        {FORMAT_KEY: data.pop(FORMAT_KEY), MADE: made, **data}, ensure_ascii=False, indent=1
    )


def in_script(json_text: str) -> str:
    """Return JSON that cannot end the script of a web page in which it stands."""
    return json_text.replace("<", "\\u003c")


@dataclass(frozen=True, eq=False)
class OpenedFile:
    """A file that was read, once: a session, the configuration of a model, or a table.

    Nothing that it names was run. The methods may take long, too, and end early if that
    is cancelled.
    """

    path: Path
    kind: Literal["session", "config", "table"]
    session: Mapping[str, Any] = field(default_factory=dict)
    """The session in the types of JSON; empty if the file holds none."""
    made: Made = field(default_factory=Made)
    """How the file was made, as far as it says and that is allowed."""
    changed_tables: tuple[str, ...] = ()
    """The files of tables that the session names, and that have changed since."""
    unloaded_code: tuple[str, ...] = ()
    """The files of code that it names, and that were not run here."""
    why_no_session: str = ""

    @cached_property
    def choices(self) -> list[Choice]:
        """The arrays of a table."""
        return choices(self.path)

    def document(self, *, as_now: bool = False) -> Document:
        """Return the Document; a DocumentError says in a line why there is none.

        One reason is code that was not run.

        as_now: whether tables whose files have changed since are shown as they are now; otherwise
        that is an error.
        """
        try:
            if self.why_no_session:
                raise DocumentError(self.why_no_session)
            session = deepcopy(dict(self.session))
            if as_now:
                take_changed_tables(session)
            return Document.from_session(session)
        except OSError as error:
            raise DocumentError(f"cannot open {self.path}: {error.strerror or error}") from None
        except RecursionError:
            raise DocumentError(f"cannot open {self.path}: it is nested too deeply") from None
        except (DocumentError, TableError) as error:
            raise DocumentError(f"cannot open {self.path}: {error}") from None

    @cached_property
    def shown(self) -> Document:
        """The Document as a window opens it: with the panes that a picture or a clip shows."""
        document = self.document(as_now=True)
        named = dict.fromkeys(name.partition(".")[0] for name in self.made.panes)
        panes = [name for name in named if name in PANES]
        return document.edited({"view.panes": panes}) if panes else document


def open_file(path: Path) -> OpenedFile:
    """Read a file, once.

    If something is wrong with it, asking for its Document or its arrays raises the error.
    """
    beginning = None
    try:
        with StoredFile(path) as file:
            beginning = file.beginning
            data = parse_json(_session_text(file))
        if isinstance(data, dict) and names_model(data):
            return OpenedFile(
                path, "config", why_no_session="it is the configuration of a model, and no session"
            )
        return _opened_session(path, data)
    except OSError as error:
        log_error(f"{path} was not read", error)
        why = error.strerror or str(error)
    except (ValueError, RecursionError) as error:
        log_error(f"{path} was not read", error)
        why = str(error)
    kind: Literal["session", "table"] = "table" if _is_like_table(path, beginning) else "session"
    return OpenedFile(path, kind, why_no_session=why)


def _session_text(file: StoredFile) -> bytes:
    """Return the JSON of a session file, or that in an exported file.

    Raise DocumentError if there is none.
    """
    # Several formats have the same beginning: presentations and .npz files are both archives.
    readers = {known.reader: known for known in FORMATS if known.begins(file.beginning)}
    texts = (_exported_text(known, file) for known in readers.values())
    if readers:
        text = next(filter(None, texts), None)
        if text is None:
            raise DocumentError("this file carries no peviewer session")
    elif file.beginning.startswith(NPY):
        raise DocumentError(
            "a .npy holds one array and no session, since the format has no place for it: "
            ".npz and .csv do"
        )
    else:
        text = file.read(LARGEST_SESSION + 1)
    if len(text) > LARGEST_SESSION:
        raise DocumentError("too large for a peviewer session")
    return text


def _exported_text(known: Format, file: StoredFile) -> bytes | None:
    try:
        return known.session(file)
    except BROKEN as error:
        log_error(f"{file.path} was not read as {known.label}", error)
        return None


def _opened_session(path: Path, session: dict[str, Any]) -> OpenedFile:
    check_session(session)
    place_files(session, path.parent)
    try:
        made = Made.model_validate(session.get(MADE, {}))
    except ValidationError as error:
        log_error(f"how {path} was made was not read", error)
        made = Made()
    changed_files = tuple(changed_tables(session))
    unloaded_files = tuple(unloaded_code(session))
    return OpenedFile(path, "session", session, made, changed_files, unloaded_files)


def _is_like_table(path: Path, beginning: bytes | None) -> bool:
    """Whether a file without a session may be a table, by its name and its beginning.

    `beginning` is None if it could not be opened.
    """
    if path.name.lower().endswith(tuple(SUFFIXES)):
        return True
    is_like_session = path.suffix.lower() in SESSIONS
    return not (beginning is None or is_like_session or beginning.lstrip().startswith(b"{"))
