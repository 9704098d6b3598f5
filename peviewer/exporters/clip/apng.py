"""Write a clip as an animated PNG, chunk by chunk: of each frame only what changed.

With a ground it has three numbers a pixel, and a colour of its own for what lets through: packed, a fourth number
would still take a tenth more.
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from peviewer.exporters.clip.writer import ChangedArea, FrameSequence, Writer, changed
from peviewer.exporters.formats import PNG
from peviewer.exporters.metadata.media import KEY

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Thin lines are packed a tenth smaller than at 6; at 9 that takes twice as long again, for two percent.
EFFORT = 8
# Pixels beside one another that stay, from which on they let through: fewer would only break the runs around them.
RUN = 8
# The colour that lets through; a pixel that has it gets its neighbour's blue.
KEYED, NEAR = np.array([1, 2, 3], np.uint8), np.array([1, 2, 4], np.uint8)
REPLACES, COVERS = 0, 1


class ApngWriter(Writer):
    """Writes APNG."""

    def __init__(self, file: BinaryIO, sequence: FrameSequence) -> None:
        super().__init__(file, sequence)
        self._before: NDArray[np.uint8] | None = None
        self._number = 0

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Write the next frame."""
        box, first = changed(self._before, picture), self._before is None
        shown, keyed = box.of(picture), not self.sequence.style.transparent
        if keyed:
            shown = _keyed(shown, None if self._before is None else box.of(self._before))
        content = _packed(shown)
        if first:
            self._begin()
        self._chunk(b"fcTL", self._control(box, COVERS if keyed and not first else REPLACES))
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
        # 8 bits each of red, green and blue; and of what is let through, where that is not a colour.
        kind = 6 if style.transparent else 2
        self._chunk(b"IHDR", struct.pack(">2I5B", style.width, style.height, 8, kind, 0, 0, 0))
        self._chunk(b"acTL", struct.pack(">II", self.sequence.count, 0 if self.sequence.endless else 1))
        if not style.transparent:
            self._chunk(b"tRNS", struct.pack(">3H", *KEYED.tolist()))
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
    numbers = picture.reshape(len(picture), -1)
    rows = np.zeros((len(numbers), 1 + numbers.shape[1]), np.uint8)
    rows[:, 1:] = numbers
    return zlib.compress(rows.tobytes(), EFFORT)


def _keyed(picture: NDArray[np.uint8], before: NDArray[np.uint8] | None) -> NDArray[np.uint8]:
    """Return the colours of a picture, RGBA; what stays as it was, in long runs, in the one that lets through."""
    colours = picture[..., :3].copy()
    colours[(colours == KEYED).all(axis=-1)] = NEAR
    if before is not None:
        same: NDArray[np.bool_] = (before == picture).all(axis=-1)
        colours[_in_runs(same)] = KEYED
    return colours


def _in_runs(same: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which of some pixels have at least `RUN` of their kind beside one another.

    Examples
    --------
    >>> [int(_in_runs(np.arange(40)[np.newaxis] < length).sum()) for length in (7, 8, 40)]
    [0, 8, 40]
    """
    rows = np.pad(same, ((0, 0), (0, 1)))  # no run goes on in the next row
    flat = rows.reshape(-1)
    begun = np.flatnonzero(np.append(True, flat[1:] != flat[:-1]))
    lengths = np.diff(np.append(begun, len(flat)))
    return np.repeat(flat[begun] & (lengths >= RUN), lengths).reshape(rows.shape)[:, :-1]
