"""The Document inside a picture or a file of numbers: written as metadata, read back as untrusted input."""

from __future__ import annotations

import json
import re
import struct
import zipfile
import zlib
from html import unescape
from typing import TYPE_CHECKING

import numpy as np

from peviewer.document.document import Document, DocumentError
from peviewer.export.carry.deck import session_of
from peviewer.export.carry.media import MEDIA
from peviewer.figures.panes import catalog as catalog  # the panes declare sections of the Document

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KEY = "peviewer"
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
CSV_START = b"# peviewer "
JSON_START = b'{"document": '
NPZ_MEMBER = "document"
LARGEST = 1_000_000
# A PDF keeps its metadata near its end, an SVG near its beginning.
MARGIN = 2 * LARGEST
# Whatever a file starts with is within this many bytes.
HEAD = 16

_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


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
        return Document.from_json(_session(path))
    except OSError as error:
        raise DocumentError(f"cannot open {path}: {error.strerror or error}") from None
    except DocumentError as error:
        raise DocumentError(f"cannot open {path}: {error}") from None


def _session(path: Path) -> bytes:
    with path.open("rb") as file:
        head = file.read(HEAD)
    for place, starts, carried in _CARRIERS:
        if head[place:].startswith(starts):
            found = carried(path)
            if found is None:
                raise DocumentError("this picture carries no peviewer session")
            return found
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise DocumentError("too large for a peviewer session")
    return content


def _of_png(path: Path) -> bytes | None:
    """Walk the chunks: the text stands uncompressed before the pixels, so nothing is unpacked."""
    with path.open("rb") as file:
        file.seek(len(PNG_SIGNATURE))
        while len(header := file.read(8)) == 8:
            length, kind = struct.unpack(">I4s", header)
            if kind in (b"iTXt", b"tEXt") and length <= LARGEST:
                key, _, value = file.read(length).partition(b"\0")
                if key == KEY.encode():
                    return _of_text_chunk(kind, value)
                file.seek(4, 1)
            elif kind in (b"IDAT", b"IEND"):
                return None
            else:
                file.seek(length + 4, 1)
    return None


def _of_text_chunk(kind: bytes, value: bytes) -> bytes | None:
    if kind == b"tEXt":
        return value.decode("latin-1").encode()
    if value[:1] != b"\0":
        return None
    return value[2:].split(b"\0", 2)[2] if value[2:].count(b"\0") >= 2 else None


def _of_svg(path: Path) -> bytes | None:
    """Look for the description as text: no XML is parsed, so no entity is expanded."""
    with path.open("rb") as file:
        head = file.read(MARGIN)
    found = re.search(rb"<dc:description>(\{.*?\})\s*</dc:description>", head, re.DOTALL)
    return unescape(found[1].decode("utf-8", "replace")).encode() if found else None


def _of_pdf(path: Path) -> bytes | None:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - MARGIN))
        tail = file.read(MARGIN)
    found = re.search(rb"/Subject\s*\(((?:[^\\()]|\\.)*)\)", tail, re.DOTALL)
    if not found:
        return None
    return re.sub(rb"\\(.)", lambda escape: _ESCAPES.get(escape[1], escape[1]), found[1], flags=re.DOTALL)


def _of_csv(path: Path) -> bytes | None:
    with path.open("rb") as file:
        line = file.readline(MARGIN)
    return line.removeprefix(CSV_START) if line.endswith(b"\n") else None


def _of_json(path: Path) -> bytes | None:
    """Read the first value alone: what follows may be large."""
    with path.open("rb") as file:
        head = file.read(MARGIN).decode("utf-8", "replace")
    try:
        session, _ = json.JSONDecoder().raw_decode(head, len(JSON_START))
    except (ValueError, RecursionError):
        return None
    return json.dumps(session).encode()


def _of_npz(path: Path) -> bytes | None:
    """Read one small member: a text, whose length is looked at before it is believed."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(f"{NPZ_MEMBER}.npy") as member:
            np.lib.format.read_magic(member)
            shape, _, kind = np.lib.format.read_array_header_1_0(member)
            if shape or kind.kind != "U" or kind.itemsize > 4 * LARGEST:
                return None
            return member.read(kind.itemsize).decode("utf-32-le").rstrip("\0").encode()
    except (KeyError, ValueError, EOFError, NotImplementedError, RuntimeError, zlib.error, zipfile.BadZipFile):
        return None


def _of_zip(path: Path) -> bytes | None:
    """Read a presentation, or arrays."""
    return session_of(path) or _of_npz(path)


# What a file starts with, where; and what finds the Document in it.
_CARRIERS: tuple[tuple[int, bytes, Callable[[Path], bytes | None]], ...] = (
    (0, PNG_SIGNATURE, _of_png),
    (0, b"<?xml", _of_svg),
    (0, b"<svg", _of_svg),
    (0, b"%PDF", _of_pdf),
    (0, b"PK\x03\x04", _of_zip),
    (0, CSV_START, _of_csv),
    (0, JSON_START, _of_json),
    *MEDIA,
)
