"""The Document inside a picture, a clip or a file of numbers, and how that was made; read back as untrusted input."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from peviewer.base.parameters import Parameters
from peviewer.document.configurations.reading import is_config
from peviewer.document.document import MADE, Document, DocumentError, unloaded_code
from peviewer.document.tables import take_changed_tables, with_folder, without_folders
from peviewer.exporters.formats import FORMATS, LARGEST_SESSION
from peviewer.figures.panes import catalog as catalog  # the panes declare sections of the Document
from peviewer.figures.panes.catalog import PANES
from peviewer.model.stored.entry import TableError
from peviewer.model.stored.formats import SUFFIXES
from peviewer.model.stored.reading import split_key
from peviewer.paper.style import Style, StyleError

NPY = b"\x93NUMPY"
# Whatever a file starts with is within this many bytes.
HEAD = 16
SESSIONS = {".peview", ".json", *(f".{known.suffix}" for known in FORMATS)} - SUFFIXES.keys()
"""Endings of files that are no tables, whatever is in them."""


def read(path: Path, *, as_now: bool = False) -> Document:
    """Return the Document of a session file, or of a picture that peviewer exported.

    as_now: whether tables whose files have changed since are shown as they are now; otherwise that is an error.
    """
    try:
        if path.exists() and not path.is_file():
            raise DocumentError("not an ordinary file")
        text = content(path)
        if as_now and changed_in(path):
            data = json.loads(text)
            take_changed_tables(data)
            text = json.dumps(data, ensure_ascii=False).encode()
        return Document.from_json(text)
    except OSError as error:
        raise DocumentError(f"cannot open {path}: {error.strerror or error}") from None
    except (DocumentError, TableError) as error:
        raise DocumentError(f"cannot open {path}: {error}") from None


def is_table(text: str) -> bool:
    """Whether ``FILE[:KEY]`` names a table or a model's configuration, and no session."""
    path = Path(split_key(text)[0])
    named = path.name.lower().endswith(tuple(SUFFIXES))
    if is_config(path) or not path.is_file():
        return named or path.is_file()
    try:
        head, session, _ = _carried(path)
    except OSError:  # what is wrong with it is said where it is opened
        return True
    return session is None and (named or not (path.suffix.lower() in SESSIONS or head.lstrip().startswith(b"{")))


def _carried(path: Path) -> tuple[bytes, bytes | None, bool]:
    """Return how a file begins, the session in it, and whether it is of a format that may have one."""
    with path.open("rb") as file:
        head = file.read(HEAD)
    readers = [known for known in FORMATS if any(head[place:].startswith(starts) for place, starts in known.starts)]
    # Several formats begin alike: a presentation and arrays are both archives.
    return head, next(filter(None, (known.session(path) for known in readers)), None), bool(readers)


def content(path: Path) -> bytes:
    """Return the JSON of a session file, or that in an exported file; its tables are looked for beside it."""
    head, session, exported = _carried(path)
    if exported:
        if session is None:
            raise DocumentError("this file carries no peviewer session")
        return with_folder(session, path.parent)
    if head.startswith(NPY):
        raise DocumentError(
            "a .npy holds one array and no session, since the format has no place for it: .npz and .csv do"
        )
    with path.open("rb") as file:
        text = file.read(LARGEST_SESSION + 1)
    if len(text) > LARGEST_SESSION:
        raise DocumentError("too large for a peviewer session")
    return with_folder(text, path.parent)


_ALWAYS = "width", "height", "dpi", "theme"


class Made(Parameters):
    """Which panes a file shows, and its look."""

    panes: tuple[str, ...] = ()
    columns: int | None = None
    look: Mapping[str, Any] = Field(default_factory=dict)

    @property
    def style(self) -> Style | None:
        """The look; None where it is not allowed here."""
        try:
            return Style(**self.look)
        except (StyleError, TypeError):
            return None


def stamped(document: Document, panes: Iterable[str], style: Style, columns: int | None = None) -> str:
    """Return a Document as JSON, with how a file of it is made."""
    fields = type(style).model_fields
    named = [name for name, field in fields.items() if name in _ALWAYS or getattr(style, name) != field.default]
    data = without_folders(document)
    made = {"panes": list(panes), "columns": columns, "look": {name: getattr(style, name) for name in named}}
    return json.dumps({"peviewer": data.pop("peviewer"), MADE: made, **data}, ensure_ascii=False, indent=1)


def changed_in(path: Path) -> list[str]:
    """Return the files of tables that a session names and that have changed since."""
    try:
        return take_changed_tables(json.loads(content(path)))
    except (OSError, ValueError, RecursionError):  # what is wrong with it is said where it is opened
        return []


def unloaded_from(path: Path) -> list[str]:
    """Return the files of code that a session names, and that were not run here."""
    try:
        return unloaded_code(json.loads(content(path)))
    except (OSError, ValueError, RecursionError):  # what is wrong with it is said where it is opened
        return []


def as_shown(path: Path) -> Document:
    """Return the Document of a file, with those panes open that a picture or a clip shows: as a window opens it."""
    document = read(path, as_now=True)
    named = dict.fromkeys(name.partition(".")[0] for name in made(path).panes)
    panes = [name for name in named if name in PANES]
    return document.edited({"view.panes": panes}) if panes else document


def made(path: Path) -> Made:
    """Return how a file was made, as far as it says; it is not trusted: what is not allowed is left out."""
    try:
        return Made.model_validate(json.loads(content(path)).get(MADE, {}))
    except (OSError, ValueError, AttributeError, RecursionError, ValidationError, DocumentError):
        return Made()
