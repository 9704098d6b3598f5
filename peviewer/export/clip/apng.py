"""Write a clip as an animated PNG, chunk by chunk: of each frame only what changed."""

from __future__ import annotations

import io
import struct
import zlib
from typing import TYPE_CHECKING, BinaryIO

from PIL import Image

from peviewer.export.carry.limits import KEY
from peviewer.export.clip.writer import ChangedArea, FrameSequence, Writer, changed
from peviewer.export.formats import PNG

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

# Higher levels take twice the time for a few percent.
EFFORT = 3


class ApngWriter(Writer):
    """Writes APNG."""

    def __init__(self, file: BinaryIO, sequence: FrameSequence) -> None:
        super().__init__(file, sequence)
        self._before: NDArray[np.uint8] | None = None
        self._number = 0

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Write the next frame."""
        box = changed(self._before, picture)
        header, content = _packed(box.of(picture), alpha=self.sequence.style.transparent)
        first = self._before is None
        if first:
            self._begin(header)
        self._chunk(b"fcTL", self._control(box))
        if first:
            self._chunk(b"IDAT", content)
        else:
            self._chunk(b"fdAT", struct.pack(">I", self._next()) + content)
        self._before = picture

    def finish(self) -> None:
        """Write the last chunk."""
        self._chunk(b"IEND", b"")

    def _begin(self, header: bytes) -> None:
        self.file.write(PNG)
        self._chunk(b"IHDR", header)
        self._chunk(b"acTL", struct.pack(">II", self.sequence.count, 0 if self.sequence.endless else 1))
        for key, text in (("Title", self.sequence.title), (KEY, self.sequence.session)):
            self._chunk(b"iTXt", f"{key}\0\0\0\0\0{text}".encode())

    def _control(self, box: ChangedArea) -> bytes:
        width, height = box.right - box.left, box.bottom - box.top
        delay = self.sequence.rate.denominator, self.sequence.rate.numerator
        # The frame stays when its time is over; the next one replaces what it covers.
        return struct.pack(">5I2H2B", self._next(), width, height, box.left, box.top, *delay, 0, 0)

    def _next(self) -> int:
        self._number += 1
        return self._number - 1

    def _chunk(self, kind: bytes, content: bytes) -> None:
        self.file.write(struct.pack(">I", len(content)) + kind + content)
        self.file.write(struct.pack(">I", zlib.crc32(kind + content)))


def _packed(picture: NDArray[np.uint8], *, alpha: bool) -> tuple[bytes, bytes]:
    """Return the header and the packed pixels of a picture, as a PNG has them."""
    png = io.BytesIO()
    Image.fromarray(picture if alpha else picture[..., :3]).save(png, "png", compress_level=EFFORT)
    chunks = list(_chunks(png.getvalue()))
    return chunks[0][1], b"".join(content for kind, content in chunks if kind == b"IDAT")


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(PNG)
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        yield kind, png[at + 8 : at + 8 + length]
        at += 12 + length
