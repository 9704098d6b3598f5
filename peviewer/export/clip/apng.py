"""Write a clip as an animated PNG, chunk by chunk: of each frame only what changed."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from peviewer.export.carry.limits import KEY
from peviewer.export.clip.writer import ChangedArea, FrameSequence, Writer, changed, fresh
from peviewer.export.formats import PNG

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Higher levels take several times as long for a few percent.
EFFORT = 6
REPLACES, COVERS = 0, 1


class ApngWriter(Writer):
    """Writes APNG."""

    def __init__(self, file: BinaryIO, sequence: FrameSequence) -> None:
        super().__init__(file, sequence)
        self._before: NDArray[np.uint8] | None = None
        self._number = 0

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Write the next frame."""
        box = changed(self._before, picture)
        shown, first = box.of(picture), self._before is None
        through = self._before is not None and not self.sequence.style.transparent
        if through:
            assert self._before is not None
            shown = fresh(box.of(self._before), shown)
        content = _packed(shown)
        if first:
            self._begin()
        self._chunk(b"fcTL", self._control(box, COVERS if through else REPLACES))
        if first:
            self._chunk(b"IDAT", content)
        else:
            self._chunk(b"fdAT", struct.pack(">I", self._next()) + content)
        self._before = picture

    def finish(self) -> None:
        """Write the last chunk."""
        self._chunk(b"IEND", b"")

    def _begin(self) -> None:
        style = self.sequence.style
        self.file.write(PNG)
        # 8 bits each of red, green, blue and of what is let through.
        self._chunk(b"IHDR", struct.pack(">2I5B", style.width, style.height, 8, 6, 0, 0, 0))
        self._chunk(b"acTL", struct.pack(">II", self.sequence.count, 0 if self.sequence.endless else 1))
        for key, text in (("Title", self.sequence.title), (KEY, self.sequence.session)):
            self._chunk(b"iTXt", f"{key}\0\0\0\0\0{text}".encode())

    def _control(self, box: ChangedArea, how: int) -> bytes:
        width, height = box.right - box.left, box.bottom - box.top
        delay = self.sequence.rate.denominator, self.sequence.rate.numerator
        # The frame stays when its time is over; the next one stands above it or in its place.
        return struct.pack(">5I2H2B", self._next(), width, height, box.left, box.top, *delay, 0, how)

    def _next(self) -> int:
        self._number += 1
        return self._number - 1

    def _chunk(self, kind: bytes, content: bytes) -> None:
        self.file.write(struct.pack(">I", len(content)) + kind + content)
        self.file.write(struct.pack(">I", zlib.crc32(kind + content)))


def _packed(picture: NDArray[np.uint8]) -> bytes:
    """Return the packed pixels of a picture, as a PNG has them: rows as they are, which suits drawings best."""
    height, width = picture.shape[:2]
    rows = np.zeros((height, 1 + 4 * width), np.uint8)
    rows[:, 1:] = picture.reshape(height, -1)
    return zlib.compress(rows.tobytes(), EFFORT)
