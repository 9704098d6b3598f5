"""Write a clip as GIF: one palette for all frames, and of each frame only what changed."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from PIL import Image
from PIL.GifImagePlugin import getdata

from peviewer.exporters.carry.limits import KEY
from peviewer.exporters.clip.fixed_palette import UNCHANGED, FixedPalette, colours_of
from peviewer.exporters.clip.writer import FrameSequence, Writer, changed

if TYPE_CHECKING:
    from numpy.typing import NDArray

CENTISECONDS = 100
# A comment is cut into blocks of at most this many bytes.
BLOCK = 255
SOLID = 128


class GifWriter(Writer):
    """Writes GIF."""

    def __init__(self, file: BinaryIO, sequence: FrameSequence) -> None:
        super().__init__(file, sequence)
        self._palette = FixedPalette(colours_of(sequence.figure, sequence.style))
        self._before: NDArray[np.uint8] | None = None
        self._frame = 0
        # Screen, one table of 256 colours, its first colour as the ground, square pixels.
        file.write(b"GIF89a" + struct.pack("<HHBBB", sequence.style.width, sequence.style.height, 0xF7, 0, 0))
        file.write(self._palette.table.tobytes())
        if sequence.endless:
            file.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
        file.write(b"\x21\xfe" + _blocks(f"{KEY} {sequence.session}".encode()))

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Write the next frame."""
        colours = self._palette.indices(picture)
        lasts = self.sequence.lasts(self._frame, CENTISECONDS)
        if self.sequence.style.transparent:
            colours[picture[..., 3] < SOLID] = UNCHANGED
            self._write(colours, (0, 0), lasts, disposal=2)
        else:
            self._write_changes(colours, lasts)
        self._frame += 1

    def _write_changes(self, colours: NDArray[np.uint8], lasts: int) -> None:
        box, fresh = changed(self._before, colours), colours
        if self._before is not None:
            fresh = np.where(box.of(self._before) == box.of(colours), UNCHANGED, box.of(colours)).astype(np.uint8)
        self._before = colours
        self._write(fresh, (box.left, box.top), lasts, disposal=1)

    def _write(self, colours: NDArray[np.uint8], corner: tuple[int, int], lasts: int, disposal: int) -> None:
        # A table of colours of its own would be written for a picture that has one.
        self.file.write(struct.pack("<BBBBHBB", 0x21, 0xF9, 4, disposal << 2 | 1, lasts, UNCHANGED, 0))
        for part in getdata(Image.fromarray(colours, "L"), corner, interlace=0):
            self.file.write(part)

    def finish(self) -> None:
        """Write the trailer."""
        self.file.write(b";")


def _blocks(content: bytes) -> bytes:
    cuts = (content[start : start + BLOCK] for start in range(0, len(content), BLOCK))
    return b"".join(bytes([len(cut)]) + cut for cut in cuts) + b"\0"
