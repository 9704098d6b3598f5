"""Write a clip as MP4 (H.264), or as the film of a web page (VP9).

Its colours are tagged, so that players show them as they are.
"""

from typing import Any, BinaryIO, cast

import numpy as np
from numpy.typing import NDArray

from peviewer.base.log import passing_over
from peviewer.base.words import unstarred
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.write import Writer
from peviewer.exporters.formats import LARGEST_SESSION
from peviewer.model.stored.opened import StoredFile
from peviewer.paper.style import Style

# FFmpeg's number of BT.709 (the same for primaries, transfer and matrix) and of the narrow range of
# levels. Players assume both in HD.
BT709 = 1
NARROW = 1

# x264's macroblock tree reads uninitialized memory, which sometimes makes equal clips differ.
# Without the tree files are larger at the same crf: crf 20 without it is like crf 17 with it.
H264 = {"preset": "veryfast", "x264-params": "mbtree=0", "crf": "20"}
# A frame in twelve stands alone, so that a slider can jump to any.
VP9 = {"crf": "30", "b": "0", "deadline": "good", "cpu-used": "6", "g": "12"}
# Equal clips become equal files.
SAME = {"fflags": "+bitexact"}
# The index comes first, so that a browser can start to play before it has loaded everything.
INDEX_FIRST = {"movflags": "+faststart"}
PIXELS = "yuv420p"
COMMENT_BOXES = (
    (b"moov", 0),
    (b"udta", 0),
    (b"meta", 4),
    (b"ilst", 0),
    (b"\xa9cmt", 0),
    (b"data", 8),
)
"""The boxes around the comment, from outside in, each with the bytes before its content."""
# A box begins with these bytes: four for its size, four for its name.
BOX_HEAD = 8
# A box of this size has its real size in the eight bytes after its name.
IN_64_BITS = 1
MOST_BOXES = 1000


class Mp4Writer(Writer):
    """Writes H.264 in MP4, with PyAV."""

    container = "mp4"
    codec = "libx264"
    options = H264
    flags = SAME | INDEX_FIRST

    def __init__(self, file: BinaryIO, clip: Clip, style: Style, session: str) -> None:
        import av

        super().__init__(file, clip, style)
        self._frame = 0
        # Two neighbouring pixels share their colour, so sides must be even.
        width = style.width + style.width % 2
        height = style.height + style.height % 2
        self._canvas = np.empty((height, width, 4), np.uint8)
        # The file is opened by its name: for a file object PyAV prints its errors at every packet.
        self._container: Any = av.open(
            f"file:{file.name}", "w", format=self.container, options=self.flags
        )
        self._container.metadata["title"] = unstarred(style.title_or(clip.lasting_title))
        self._container.metadata["comment"] = session
        stream = self._container.add_stream(self.codec, rate=clip.rate, options=self.options)
        self._stream = cast("Any", stream)
        self._stream.width = width
        self._stream.height = height
        self._stream.pix_fmt = PIXELS
        context = self._stream.codec_context
        context.time_base = 1 / clip.rate
        context.color_primaries = context.color_trc = context.colorspace = BT709
        context.color_range = NARROW
        context.thread_type = "AUTO"

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Write the next frame."""
        import av

        height, width, _ = picture.shape
        if picture.shape != self._canvas.shape:
            self._canvas[:height, :width] = picture
            self._canvas[height:, :width] = picture[-1:]
            self._canvas[:, width:] = self._canvas[:, width - 1 : width]
            picture = self._canvas
        rgba: Any = av.VideoFrame.from_ndarray(picture, format="rgba")
        frame = rgba.reformat(format=PIXELS, dst_colorspace=BT709, dst_color_range=NARROW)
        frame.pts = self._frame
        frame.time_base = 1 / self.clip.rate
        self._frame += 1
        self._container.mux(self._stream.encode(frame))

    def finish(self) -> None:
        """Write the encoder's remaining frames, and the index."""
        self._container.mux(self._stream.encode())
        self._container.close()

    def close(self) -> None:
        """Release the encoder."""
        # An unfinished film is removed afterwards, so errors in writing its end do not matter.
        with passing_over(Exception, what_failed="an encoder was not released"):
            self._container.close()


class WebmWriter(Mp4Writer):
    """Writes VP9 in WebM, which every browser plays."""

    container = "webm"
    codec = "libvpx-vp9"
    options = VP9
    flags = SAME


def read_session_from_mp4(file: StoredFile) -> bytes | None:
    """Read the comment, which is in boxes inside boxes; no frame is decoded."""
    begins = 0
    ends = file.size
    for kind, preface in COMMENT_BOXES:
        box = _find_box(file, kind, begins, ends)
        if box is None:
            return None
        begins, ends = box
        begins += preface
    file.seek(begins)
    return file.read(min(ends - begins, LARGEST_SESSION + 1))


def _find_box(file: StoredFile, kind: bytes, begins: int, ends: int) -> tuple[int, int] | None:
    """Return where the content of the first box of a kind begins and ends.

    Return None if it is not among the first ones.
    """
    for _ in range(MOST_BOXES):
        if begins + BOX_HEAD > ends:
            return None
        file.seek(begins)
        size = int.from_bytes(file.read(4), "big")
        name = file.read(4)
        head = BOX_HEAD
        if size == IN_64_BITS:
            size = int.from_bytes(file.read(8), "big")
            head += 8
        box_ends = begins + size if size else ends
        if box_ends < begins + head or box_ends > ends:
            return None
        if name == kind:
            return begins + head, box_ends
        begins = box_ends
    return None
