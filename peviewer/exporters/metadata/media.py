"""The Document in the metadata of pictures and clips: written as a comment, found without decoding anything."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEY = "peviewer"
LARGEST = 1_000_000
# A PDF keeps its metadata near its end, an SVG near its beginning.
MARGIN = 2 * LARGEST


# More parts than any clip has: who asks for more is no friend.
MOST_PARTS = 1_000_000
PREFIX = b"peviewer "


def of_gif(path: Path) -> bytes | None:
    """Read the comment of a GIF; it stands before the first frame."""
    with path.open("rb") as file:
        flags = file.read(13)[10:11]
        if flags and flags[0] & 0x80:
            file.seek(3 * 2 ** ((flags[0] & 7) + 1), 1)
        for introducer, label in _parts(file, "<BB"):
            if introducer != 0x21:
                return None
            content = _blocks(file)
            if label == 0xFE and content.startswith(PREFIX):
                return content.removeprefix(PREFIX)
    return None


def _blocks(file: BinaryIO) -> bytes:
    """Read blocks that each say their length, until an empty one."""
    parts: list[bytes] = []
    while (length := file.read(1)) not in (b"", b"\0") and len(parts) * 255 < LARGEST:
        parts.append(file.read(length[0]))
    return b"".join(parts)


def of_mp4(path: Path) -> bytes | None:
    """Read the comment of an MP4: moov → udta → meta → ilst → ©cmt → data."""
    with path.open("rb") as file:
        end = path.stat().st_size
        for name in (b"moov", b"udta", b"meta", b"ilst", b"\xa9cmt", b"data"):
            found = _box(file, name, end)
            if found is None:
                return None
            # The box of metadata starts with a version and flags.
            end = found
            file.seek(4 if name == b"meta" else 0, 1)
        content = end - file.tell() - 8
        file.seek(8, 1)
        return file.read(content) if 0 < content <= LARGEST else None


def _box(file: BinaryIO, wanted: bytes, end: int) -> int | None:
    """Go to the content of a box before `end`; return where the content ends."""
    for length, name in _parts(file, ">I4s"):
        head = 8
        if length == 1:
            (length,) = struct.unpack(">Q", file.read(8).rjust(8, b"\0"))
            head = 16
        start = file.tell() - head
        stop = end if length == 0 else start + length
        if stop > end or 0 < length < head:
            return None
        if name == wanted:
            return stop
        if stop >= end:
            return None
        file.seek(stop)
    return None


def _parts(file: BinaryIO, form: str) -> Iterator[tuple[Any, ...]]:
    """Yield the heads of one part after the other, from where the file stands."""
    size = struct.calcsize(form)
    for _ in range(MOST_PARTS):
        head = file.read(size)
        if len(head) < size:
            return
        yield struct.unpack(form, head)
