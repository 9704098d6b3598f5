"""Write a clip frame by frame; the file appears when it is complete."""

import math
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from peviewer.base.files import atomic_file
from peviewer.base.numbers import storage
from peviewer.base.work import check_cancelled, report_progress, time_left
from peviewer.exporters.clip.clip import Clip, ClipError
from peviewer.exporters.clip.range import ClipRange
from peviewer.exporters.formats import Format, check, formats
from peviewer.exporters.reading import stamped
from peviewer.paper.style import Style


class Writer(ABC):
    """Writes the frames of a clip to a file one by one, and keeps only the last one."""

    def __init__(self, file: BinaryIO, clip: Clip, style: Style) -> None:
        self.file = file
        self.clip = clip
        self.style = style

    @abstractmethod
    def add(self, picture: NDArray[np.uint8]) -> None:
        """Write the next frame, shape (height, width, 4), RGBA."""

    @abstractmethod
    def finish(self) -> None:
        """Write the end of the file after the last frame."""

    def close(self) -> None:  # noqa: B027  # most writers hold nothing
        """Release the writer's resources, whether it is finished or not."""


def check_format(file_format: Format, clip: ClipRange, style: Style) -> None:
    """Refuse a clip that a format cannot hold, in one line that says why."""
    suffix = f".{file_format.suffix}"
    if style.transparent and not file_format.transparent:
        able = [each.suffix for each in formats("clip").values() if each.transparent]
        allowed = ", ".join(f".{each}" for each in able)
        raise ClipError(f"transparent is not allowed for {suffix}: it must be one of {allowed}")
    if clip.fps > file_format.fastest:
        allowed = f"it must be at most {file_format.fastest:g}"
        raise ClipError(f"fps = {clip.fps:g} is not allowed for {suffix}: {allowed}")


def as_written(clip: Clip, file_format: Format) -> Clip:
    """Return a clip as a format writes it: without its way back if a slider moves it."""
    return clip.one_way if file_format.slider else clip


def write_clip(clip: Clip, target: Path, style: Style) -> None:
    """Write a clip as MP4, GIF or a web page, by the target's extension.

    If the work ends early for any reason, nothing is left behind, and a file
    of that name stays as it was.
    """
    target = Path(target)
    file_format = check(target, "clip")
    check_format(file_format, clip, style)
    clip.check_pictures()
    written_clip = as_written(clip, file_format)
    with atomic_file(target) as file:
        _write_frames(file, written_clip, style, file_format, range(written_clip.count))


def _write_frames(
    file: BinaryIO, clip: Clip, style: Style, file_format: Format, frames: Sequence[int]
) -> None:
    """Write some of the frames as a film of their own."""
    # Imported here, because painting takes long to load.
    from peviewer.exporters.clip.frames import Frames

    session = stamped(clip.document, [pane.name for pane in clip.panes], style)
    # A page with a slider has the number beside the slider.
    painter = Frames(clip, style, numbered=not file_format.slider)
    with closing(painter), closing(file_format.write(file, clip, style, session)) as writer:
        for done, frame in enumerate(frames, 1):
            check_cancelled()
            writer.add(painter.paint(frame))
            report_progress(done / len(frames))
        writer.finish()


SAMPLE = 4
"""How many frames are written to tell how large a clip becomes, and how long it takes."""
# How many frames of a film there are from one key frame to the next.
GROUP = 250


def expected_effort(clip: Clip, style: Style, file_format: Format) -> str:
    """Return an estimate of a clip's size and time of writing, from a few frames of its middle."""
    begun = time.monotonic()
    clip = as_written(clip, file_format)
    start = max(0, clip.count // 2 - SAMPLE)
    sample = range(start, min(clip.count, start + SAMPLE))
    size_of_one = _size_of(clip, style, file_format, sample[:1])
    size_of_sample = _size_of(clip, style, file_format, sample)
    seconds_per_frame = (time.monotonic() - begun) / (len(sample) + 1)
    seconds = max(1.0, seconds_per_frame * clip.count)

    # A key frame is as large as a film of one frame; each other frame adds less.
    size_of_other = (size_of_sample - size_of_one) / max(1, len(sample) - 1)
    key_frames = math.ceil(clip.count / GROUP)
    size = round(size_of_one * key_frames + size_of_other * (clip.count - 1))
    duration = time_left(seconds).removesuffix(" left")
    return f"about {storage(size)}, written in {duration}"


def _size_of(clip: Clip, style: Style, file_format: Format, frames: Sequence[int]) -> int:
    """Return the size of a film of some frames, in bytes."""
    with tempfile.TemporaryDirectory(prefix="peviewer-") as folder:
        path = Path(folder, "sample")
        with path.open("w+b") as file:
            _write_frames(file, clip, style, file_format, frames)
        return path.stat().st_size
