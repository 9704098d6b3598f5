"""PNG: the Document in a text chunk before the pixels."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from peviewer.base.version import __version__
from peviewer.exporters.formats import PNG
from peviewer.exporters.metadata.media import KEY, LARGEST

if TYPE_CHECKING:
    from pathlib import Path

    from peviewer.exporters.picture.render import Painted


def png(painted: Painted) -> bytes:
    """Return a page as PNG."""
    about = {"Title": painted.title, "Software": f"peviewer {__version__}", KEY: painted.session}
    return painted.saved("png", about)


def session(path: Path) -> bytes | None:
    """Walk the chunks: the text stands uncompressed before the pixels, so nothing is unpacked."""
    with path.open("rb") as file:
        file.seek(len(PNG))
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
