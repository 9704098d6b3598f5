"""The Document in the metadata of pictures and clips: written as comments or XMP, found without decoding anything."""

from __future__ import annotations

import re
import struct
from html import escape, unescape
from typing import TYPE_CHECKING, Any, BinaryIO

from peviewer.base.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEY = "peviewer"
LARGEST = 1_000_000
# A PDF keeps its metadata near its end, an SVG near its beginning.
MARGIN = 2 * LARGEST


def commented(session: str, key: str, length: int) -> str:
    r"""Return a text on lines that begin with a key and have so many more letters.

    Examples
    --------
    >>> commented("a text", "% ", 4)
    '% a te\n% xt'
    """
    return "\n".join(f"{key}{session[start : start + length]}" for start in range(0, len(session), length))


def from_comments(path: Path, key: str) -> bytes | None:
    """Put together again what stands behind a key at the beginning of a file; None if nothing does."""
    with path.open("rb") as file:
        head = file.read(MARGIN)
    return b"".join(re.findall(rb"^" + re.escape(key).encode() + rb"([^\n]*)$", head, re.MULTILINE)) or None


_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<xmp:CreatorTool>peviewer {version}</xmp:CreatorTool>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{session}</rdf:li></rdf:Alt></dc:description>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""


def xmp(title: str, session: str) -> bytes:
    """Return a packet with a title and, as its description, the Document."""
    return _PACKET.format(version=__version__, title=escape(title), session=escape(session)).encode()


# More parts than any clip has: who asks for more is no friend.
MOST_PARTS = 1_000_000
PREFIX = b"peviewer "

_DESCRIPTION = re.compile(rb'<dc:description><rdf:Alt><rdf:li xml:lang="x-default">(\{.*?\})</rdf:li>', re.DOTALL)


def of_webp(path: Path) -> bytes | None:
    """Read the XMP packet of a WebP picture or clip."""
    with path.open("rb") as file:
        file.seek(12)
        for kind, length in _parts(file, "<4sI"):
            if kind == b"XMP " and length <= LARGEST:
                return of_xmp(file.read(length))
            file.seek(length + length % 2, 1)
    return None


def of_xmp(packet: bytes) -> bytes | None:
    """Read the description in an XMP packet, as text: no XML is parsed, so no entity is expanded."""
    found = _DESCRIPTION.search(packet)
    return unescape(found[1].decode("utf-8", "replace")).encode() if found else None


def of_jpeg(path: Path) -> bytes | None:
    """Read the comments of a JPEG picture; they stand before its pixels."""
    found = b""
    with path.open("rb") as file:
        file.seek(2)
        for mark, kind, length in _parts(file, ">BBH"):
            if mark != 0xFF or length < 2 or kind == 0xDA or len(found) > LARGEST:
                break
            content = file.read(length - 2)
            if kind == 0xFE and content.startswith(PREFIX):
                found += content.removeprefix(PREFIX)
    return found or None


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


# The elements on the way to a comment: Segment → Tags → Tag → SimpleTag, then a name and a text.
_SEGMENT, _TAGS, _TAG, _SIMPLE = 0x18538067, 0x1254C367, 0x7373, 0x67C8
_NAME, _TEXT = 0x45A3, 0x4487


def of_webm(path: Path) -> bytes | None:
    """Read the comment of a WebM."""
    with path.open("rb") as file:
        named = False
        for element, length in _elements(file, path.stat().st_size):
            if element in (_SEGMENT, _TAGS, _TAG, _SIMPLE):
                continue
            if element not in (_NAME, _TEXT) or length > LARGEST:
                file.seek(length, 1)
                continue
            content = file.read(length)
            if element == _NAME:
                named = content == b"COMMENT"
            elif named:
                return content
    return None


def _elements(file: BinaryIO, end: int) -> Iterator[tuple[int, int]]:
    """Yield the number and length of one element after the other, from where the file stands."""
    for _ in range(MOST_PARTS):
        element = _variable(file, keep=True)
        length = _variable(file, keep=False)
        if element is None or length is None or (element != _SEGMENT and file.tell() + length > end):
            return
        yield element, length


def _variable(file: BinaryIO, *, keep: bool) -> int | None:
    """Read a number whose first bits say how many bytes it has; `keep` them for an element's."""
    first = file.read(1)
    if not first or not first[0]:
        return None
    more = 8 - first[0].bit_length()
    head = first[0] if keep else first[0] & ((1 << (7 - more)) - 1)
    rest = file.read(more)
    return int.from_bytes(bytes([head]) + rest, "big") if len(rest) == more else None


def _parts(file: BinaryIO, form: str) -> Iterator[tuple[Any, ...]]:
    """Yield the heads of one part after the other, from where the file stands."""
    size = struct.calcsize(form)
    for _ in range(MOST_PARTS):
        head = file.read(size)
        if len(head) < size:
            return
        yield struct.unpack(form, head)
