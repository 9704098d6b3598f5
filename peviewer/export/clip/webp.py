"""Write a clip as animated WebP without loss, chunk by chunk: of each frame only what changed."""

from __future__ import annotations

import io
import struct
from typing import TYPE_CHECKING, BinaryIO

from PIL import Image

from peviewer.export.carry.xmp import xmp
from peviewer.export.clip.writer import FrameSequence, Writer, changed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MILLISECONDS = 1000
# Higher ones take many times longer for a few percent.
EFFORT = {"method": 0, "quality": 20}
ANIMATED, METADATA, ALPHA = 0x02, 0x04, 0x10
REPLACES = 0x02


class WebpWriter(Writer):
    """Writes animated WebP."""

    def __init__(self, file: BinaryIO, sequence: FrameSequence) -> None:
        super().__init__(file, sequence)
        self._before: NDArray[np.uint8] | None = None
        self._frame = 0
        self._size = 0
        style = sequence.style
        file.write(b"RIFF\0\0\0\0")
        self._write(b"WEBP")
        flags = ANIMATED | METADATA | (ALPHA if style.transparent else 0)
        self._chunk(b"VP8X", struct.pack("<I", flags) + _three(style.width - 1) + _three(style.height - 1))
        self._chunk(b"ANIM", struct.pack("<IH", 0, 0 if sequence.endless else 1))

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Write the next frame."""
        # Offsets are stored in halves: they must be even.
        box = changed(self._before, picture, step=2)
        place = box.left // 2, box.top // 2, box.right - box.left - 1, box.bottom - box.top - 1
        lasts = self.sequence.lasts(self._frame, MILLISECONDS)
        numbers = b"".join(map(_three, (*place, lasts))) + bytes([REPLACES])
        self._chunk(b"ANMF", numbers + _packed(box.of(picture), alpha=self.sequence.style.transparent))
        self._before = picture
        self._frame += 1

    def finish(self) -> None:
        """Write the metadata, and the size of it all into the head."""
        self._chunk(b"XMP ", xmp(self.sequence.title, self.sequence.session))
        self.file.seek(4)
        self.file.write(struct.pack("<I", self._size))

    def _chunk(self, kind: bytes, content: bytes) -> None:
        self._write(kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2))

    def _write(self, content: bytes) -> None:
        self.file.write(content)
        self._size += len(content)


def _three(number: int) -> bytes:
    """Return a number as three bytes."""
    return number.to_bytes(3, "little")


def _packed(picture: NDArray[np.uint8], *, alpha: bool) -> bytes:
    """Return the chunk that holds a picture's pixels."""
    webp = io.BytesIO()
    Image.fromarray(picture if alpha else picture[..., :3]).save(webp, "webp", lossless=True, exact=True, **EFFORT)
    content = webp.getvalue()
    at = content.index(b"VP8L", 12)
    (length,) = struct.unpack_from("<I", content, at + 4)
    return content[at : at + 8 + length + length % 2]
