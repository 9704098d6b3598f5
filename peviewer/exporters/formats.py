"""The table of file formats: their names, writers, readers of sessions, and limits.

To add a format, add its file and its entry here; the dialog, flags, messages, clipboard and filters
follow. Writers and readers are loaded when they are needed, as their libraries take long to load.
"""

import math
import os
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from peviewer.base.files import ExportError
from peviewer.model.stored.opened import StoredFile

KindName = Literal["picture", "clip", "data", "deck", "code"]
PNG = b"\x89PNG\r\n\x1a\n"
ZIP = b"PK\x03\x04"
CSV_START = b"# peviewer "

# The command and the function that write a kind of file.
WRITTEN_BY: dict[KindName, str] = {
    "picture": "export",
    "clip": "animate",
    "data": "data",
    "deck": "deck",
    "code": "code",
}

# The name of the Document in the metadata of files.
KEY = "peviewer"

# The most bytes of a session: two arrays of the largest size that it may hold fit.
LARGEST_SESSION = 2_000_000

# Metadata is within this many bytes of the end of a PDF, and of the beginning of an SVG or a web
# page.
MARGIN = 2 * LARGEST_SESSION


@dataclass(frozen=True)
class Format:
    """One format.

    Its writer depends on the kind. For a picture it is a function that turns a
    :class:`~peviewer.exporters.picture.Painted` into bytes; for a clip, a
    :class:`~peviewer.exporters.clip.write.Writer`; for data, a function of a file, a
    :class:`~peviewer.exporters.data.content.FileContent` and a counter of what is written; for a
    deck, a function of the slides, a file, a :class:`~peviewer.paper.style.Style`, whether pictures
    move, the work and a title.
    """

    kind: KindName

    suffix: str
    """Its extension, without the point."""

    label: str
    """Its name on a button."""

    writer: str
    """As "module:name" in peviewer.exporters."""

    starts: tuple[tuple[int, bytes], ...] = ()
    """The first bytes of its files, each with its offset."""

    reader: str = ""
    """As "module:name" the function that finds the session in an open file, or None."""

    transparent: bool = False
    """Whether it can be transparent."""

    media: str = ""
    """Its media type, if it can be copied."""

    vector: bool = False
    """Whether it is sharp at any size."""

    fastest: float = math.inf
    """The most frames a second that players show."""

    slider: bool = False
    """Whether a slider moves it, so that it needs no way back."""

    needs: str = ""
    """The module that writes it, and the package's name if that differs."""

    @property
    def write(self) -> Any:
        """Return the writer of the format."""
        return _loaded(self.writer)

    def begins(self, beginning: bytes) -> bool:
        """Whether a file with this beginning may be of this format; several formats begin alike."""
        return any(beginning[place:].startswith(starts) for place, starts in self.starts)

    def session(self, file: StoredFile) -> bytes | None:
        """Return the Document that a file carries, as JSON.

        The reader may raise errors for a broken file.
        """
        file.seek(0)
        session: bytes | None = _loaded(self.reader)(file)
        return session


def _loaded(reference: str) -> Any:
    module, _, name = reference.partition(":")
    return getattr(import_module(f"peviewer.exporters.{module}"), name)


def between(content: bytes, start: bytes, end: bytes) -> bytes | None:
    """Return the bytes between the first `start` and the `end` after it, or None.

    Each byte is looked at once.

    >>> between(b"<a>one</a><a>two</a>", b"<a>", b"</a>")
    b'one'
    """
    begins = content.find(start)
    ends = content.find(end, begins + len(start))
    if begins < 0 or ends < 0:
        return None
    return content[begins + len(start) : ends]


# The formats, in the order of the dialog and of messages.
FORMATS: tuple[Format, ...] = (
    Format(
        "picture",
        "png",
        "PNG",
        "picture:png",
        ((0, PNG),),
        "picture:read_session_from_png",
        transparent=True,
        media="image/png",
    ),
    Format(
        "picture",
        "svg",
        "SVG",
        "picture:svg",
        ((0, b"<?xml"), (0, b"<svg")),
        "picture:read_session_from_svg",
        transparent=True,
        media="image/svg+xml",
        vector=True,
    ),
    Format(
        "picture",
        "pdf",
        "PDF",
        "picture:pdf",
        ((0, b"%PDF"),),
        "picture:read_session_from_pdf",
        transparent=True,
        vector=True,
    ),
    Format(
        "clip",
        "mp4",
        "MP4",
        "clip.video:Mp4Writer",
        ((4, b"ftyp"),),
        "clip.video:read_session_from_mp4",
        needs="av",
    ),
    # Browsers slow down faster frames.
    Format(
        "clip",
        "gif",
        "GIF",
        "clip.gif:GifWriter",
        ((0, b"GIF8"),),
        "clip.gif:read_session_from_gif",
        transparent=True,
        fastest=50,
    ),
    Format(
        "clip",
        "html",
        "Web page",
        "clip.page:HtmlWriter",
        ((0, b"<!doctype html>"),),
        "clip.page:read_session_from_html",
        slider=True,
        needs="av",
    ),
    Format(
        "data",
        "csv",
        "CSV",
        "data.files:write_csv",
        ((0, CSV_START),),
        "data.files:read_session_from_csv",
    ),
    Format(
        "data",
        "npz",
        "NPZ",
        "data.files:write_npz",
        ((0, ZIP),),
        "data.files:read_session_from_npz",
    ),
    Format("data", "npy", "NPY", "data.files:write_npy"),
    Format("code", "py", "Python", "code:code", media="text/plain"),
    Format(
        "deck",
        "pptx",
        "PowerPoint",
        "deck.presentation:write_presentation",
        ((0, ZIP),),
        "deck.presentation:read_session_from_pptx",
        needs="pptx:python-pptx",
    ),
    Format(
        "deck",
        "pdf",
        "PDF",
        "deck.slide_page:write_pdf",
        ((0, b"%PDF"),),
        "picture:read_session_from_pdf",
        vector=True,
    ),
    Format(
        "deck",
        "html",
        "Web page",
        "deck.page.write:write_page",
        ((0, b"<!doctype html>"),),
        "clip.page:read_session_from_html",
        slider=True,
    ),
)


def formats(kind: KindName) -> dict[str, Format]:
    """Return the formats of one kind of export, by their extensions.

    >>> list(formats("clip"))
    ['mp4', 'gif', 'html']
    """
    return {known.suffix: known for known in FORMATS if known.kind == kind}


def format_of(kind: KindName, suffix: str) -> Format | None:
    """Return the format of an extension, with its point or without; None where there is none.

    >>> format_of("picture", ".PNG").label
    'PNG'
    """
    wanted = suffix.lower().removeprefix(".")
    return next((known for known in formats(kind).values() if wanted == known.suffix), None)


def listed(kind: KindName) -> str:
    """Return the extensions of a kind, as a sentence has them.

    >>> listed("picture")
    '.png, .svg or .pdf'
    """
    *first, last = (f".{suffix}" for suffix in formats(kind))
    return f"{', '.join(first)} or {last}" if first else last


def check(target: Path, kind: KindName) -> Format:
    """Return the format of a target, one of a kind of export."""
    try:
        target.stat()
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        # The system refuses such a name: it is too long, or a link to itself.
        raise ExportError(f"cannot write {target}: {error.strerror}") from None
    if target.is_dir():
        raise ExportError(f"cannot write {target}: it is a folder")
    if target.exists() and not target.is_file():
        thing = kind if kind in ("picture", "clip", "deck") else "file"
        raise ExportError(f"cannot write {target}: a device is no place for a {thing}")
    file_format = format_of(kind, target.suffix)
    if file_format is None:
        known = ", ".join(f".{suffix}" for suffix in formats(kind))
        raise ExportError(
            f"cannot write {target}: the extension must be one of {known}"
            f"{_other_writer(target.suffix)}"
        )
    module, _, package = file_format.needs.partition(":")
    if module and find_spec(module) is None:
        installed = package or module
        raise ExportError(
            f"cannot write {target}: {file_format.label} needs {installed}: pip install {installed}"
        )
    folder = target.resolve().parent
    if not folder.is_dir():
        raise ExportError(f"cannot write {target}: there is no folder {folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ExportError(f"cannot write {target}: the folder {folder} is not writable")
    if target.exists() and not os.access(target, os.W_OK):
        raise ExportError(f"cannot write {target}: the file is write-protected")
    return file_format


def _other_writer(suffix: str) -> str:
    """Return the command that writes files with an extension, as a sentence's end; or nothing."""
    for kind, writer in WRITTEN_BY.items():
        if format_of(kind, suffix):
            return f"; {suffix} is written by {writer}"
    return ""
