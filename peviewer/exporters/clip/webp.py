"""Write a clip as animated WebP, chunk by chunk: of each frame only what changed."""

from __future__ import annotations

import io
import struct
from typing import TYPE_CHECKING, Any, BinaryIO

from PIL import Image

from peviewer.exporters.clip.range import LOSSLESS
from peviewer.exporters.clip.writer import FrameSequence, Writer, changed, fresh
from peviewer.exporters.metadata.media import xmp

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

MILLISECONDS = 1000
# Higher ones take many times longer for a few percent.
EFFORT = {"lossless": True, "method": 2, "quality": 30}
LOSSY = {"method": 2, "alpha_quality": 100}
ANIMATED, METADATA, ALPHA = 0x02, 0x04, 0x10
COVERS, REPLACES = 0x00, 0x02
PIXELS = (b"ALPH", b"VP8 ", b"VP8L")


class WebpWriter(Writer):
    """Writes animated WebP."""

    def __init__(self, file: BinaryIO, sequence: FrameSequence) -> None:
        super().__init__(file, sequence)
        self._before: NDArray[np.uint8] | None = None
        self._frame = 0
        self._size = 0
        style, quality = sequence.style, sequence.quality
        self._effort = EFFORT if quality is None or quality >= LOSSLESS else {**LOSSY, "quality": quality}
        file.write(b"RIFF\0\0\0\0")
        self._write(b"WEBP")
        flags = ANIMATED | METADATA | ALPHA  # what did not change shows through
        self._chunk(b"VP8X", struct.pack("<I", flags) + _three(style.width - 1) + _three(style.height - 1))
        self._chunk(b"ANIM", struct.pack("<IH", 0, 0 if sequence.endless else 1))

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Write the next frame."""
        # Offsets are stored in halves: they must be even.
        box = changed(self._before, picture, step=2)
        place = box.left // 2, box.top // 2, box.right - box.left - 1, box.bottom - box.top - 1
        lasts = self.sequence.lasts(self._frame, MILLISECONDS)
        through = self._before is not None and not self.sequence.style.transparent
        shown = box.of(picture)
        if through:
            assert self._before is not None
            shown = fresh(box.of(self._before), shown)
        numbers = b"".join(map(_three, (*place, lasts))) + bytes([COVERS if through else REPLACES])
        self._chunk(b"ANMF", numbers + _packed(shown, self._effort))
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


def _packed(picture: NDArray[np.uint8], effort: Mapping[str, Any]) -> bytes:
    """Return the chunks that hold a picture's pixels, and how far it lets others through."""
    webp = io.BytesIO()
    Image.fromarray(picture).save(webp, "webp", exact=True, **effort)
    content, at, found = webp.getvalue(), 12, b""
    while at < len(content):
        kind, length = struct.unpack_from("<4sI", content, at)
        end = at + 8 + length + length % 2
        found += content[at:end] if kind in PIXELS else b""
        at = end
    return found
