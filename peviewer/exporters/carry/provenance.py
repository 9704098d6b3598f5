"""The Document inside a picture or a file of numbers: written as metadata, read back as untrusted input."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.document import migration
from peviewer.document.document import Document, DocumentError
from peviewer.exporters.carry.limits import LARGEST
from peviewer.exporters.formats import FORMATS
from peviewer.figures.panes import catalog as catalog  # the panes declare sections of the Document

if TYPE_CHECKING:
    from pathlib import Path

NPY = b"\x93NUMPY"
# Whatever a file starts with is within this many bytes.
HEAD = 16


def read(path: Path) -> Document:
    """Return the Document of a session file, or of a picture that peviewer exported.

    Parameters
    ----------
    path : pathlib.Path
        A ``.peview`` session, or what was exported: a picture, a clip, slides, numbers.

    Raises
    ------
    DocumentError
        If the file cannot be read, is no session and carries none, or holds
        something that is not allowed; one line that names the file.
    """
    try:
        if path.exists() and not path.is_file():
            raise DocumentError("not an ordinary file")
        return Document.from_json(content(path))
    except OSError as error:
        raise DocumentError(f"cannot open {path}: {error.strerror or error}") from None
    except DocumentError as error:
        raise DocumentError(f"cannot open {path}: {error}") from None


def note(path: Path) -> str:
    """Return one line that says what a file that :func:`read` opened no longer means; empty for most."""
    return migration.note(content(path))


def content(path: Path) -> bytes:
    """Return the JSON of a session file, or in a file that was exported."""
    with path.open("rb") as file:
        head = file.read(HEAD)
    readers = [known for known in FORMATS if any(head[place:].startswith(starts) for place, starts in known.starts)]
    if readers:
        # Several formats begin alike: a presentation and arrays are both archives.
        found = next(filter(None, (known.session(path) for known in readers)), None)
        if found is None:
            raise DocumentError("this file carries no peviewer session")
        return found
    if head.startswith(NPY):
        raise DocumentError(
            "a .npy holds one array and no session, since the format has no place for it: .npz, .csv and .json do"
        )
    with path.open("rb") as file:
        text = file.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise DocumentError("too large for a peviewer session")
    return text
