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
from peviewer.base.work import Cancelled, IsCancelled, Progress, Work, check_cancelled, time_left
from peviewer.exporters.clip.clip import Clip, ClipError
from peviewer.exporters.clip.range import ClipRange
from peviewer.exporters.formats import Format, check, formats
from peviewer.exporters.reading import stamped
from peviewer.paper.style import Style


class Writer(ABC):
    """Writes the frames of a clip to a file one by one, and keeps only the last one."""

    def __init__(self, file: BinaryIO, clip: Clip, style: Style) -> None:
        self.file, self.clip, self.style = file, clip, style

    @abstractmethod
    def add(self, picture: NDArray[np.uint8]) -> None:
        """Write the next frame, shape (height, width, 4), RGBA."""

    @abstractmethod
    def finish(self) -> None:
        """Write the end of the file after the last frame."""

    def close(self) -> None:  # noqa: B027  # most writers hold nothing
        """Release the writer's resources, whether it is finished or not."""


def check_format(known: Format, clip: ClipRange, style: Style) -> None:
    """Refuse a clip that a format cannot hold, in one line that says why."""
    if style.transparent and not known.transparent:
        able = ", ".join(f".{one.suffix}" for one in formats("clip").values() if one.transparent)
        raise ClipError(f"transparent is not allowed for .{known.suffix}: it must be one of {able}")
    if clip.fps > known.fastest:
        raise ClipError(
            f"fps = {clip.fps:g} is not allowed for .{known.suffix}: it must be at most {known.fastest:g}"
        )


def as_written(clip: Clip, known: Format) -> Clip:
    """Return a clip as a format has it: without its way back where a slider moves it."""
    return clip.one_way if known.slider else clip


def write_clip(
    clip: Clip,
    target: Path,
    style: Style,
    *,
    progress: Progress | None = None,
    cancelled: IsCancelled | None = None,
) -> bool:
    """Write a clip as MP4, GIF or a web page, by the target's extension.

    Whatever ends the work before its time, nothing is left behind, and a file
    of that name stays as it was.
    """
    target = Path(target)
    known = check(target, "clip")
    check_format(known, clip, style)
    clip.check_pictures()
    clip = as_written(clip, known)
    work = Work(clip.count, progress, cancelled)
    try:
        with atomic_file(target) as file:
            _write_frames(file, clip, style, known, range(clip.count), work)
    except Cancelled:
        return False
    return True


def _write_frames(
    file: BinaryIO, clip: Clip, style: Style, known: Format, frames: Sequence[int], work: Work
) -> None:
    """Write some of the frames as a film of their own."""
    from peviewer.exporters.clip.frames import (
        Frames,
    )  # imported here, as painting takes long to load

    session = stamped(clip.document, [pane.name for pane in clip.panes], style)
    frames_painted = Frames(
        clip, style, numbered=not known.slider
    )  # its number stands beside a slider
    with (
        closing(frames_painted) as painted,
        closing(known.write(file, clip, style, session)) as writer,
    ):
        for frame in frames:
            check_cancelled()
            writer.add(painted.paint(frame))
            work.add(1)
        writer.finish()


SAMPLE = 4
"""So many frames tell how large a clip becomes, and how long it takes."""
GROUP = 250  # frames of a film from one key frame to the next


def expected(clip: Clip, style: Style, known: Format) -> str:
    """Return an estimate of a clip's size and time of writing, from a few frames of its middle."""
    begun, sizes, clip = time.monotonic(), [], as_written(clip, known)
    middle = max(0, clip.count // 2 - SAMPLE)
    sample = range(middle, min(clip.count, middle + SAMPLE))
    for frames in (sample[:1], sample):
        with tempfile.TemporaryDirectory(prefix="peviewer-") as folder:
            path = Path(folder, "sample")
            with path.open("w+b") as file:
                _write_frames(file, clip, style, known, frames, Work())
            sizes.append(path.stat().st_size)
    one, some = sizes
    each = (some - one) / max(1, len(sample) - 1)
    seconds = (time.monotonic() - begun) / (len(sample) + 1) * clip.count
    size = one * math.ceil(clip.count / GROUP) + each * (clip.count - 1)
    return f"about {storage(round(size))}, written in {time_left(max(1.0, seconds)).removesuffix(' left')}"
