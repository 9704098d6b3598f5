"""Write a clip: one thread paints, another one encodes, and the file appears once it is whole."""

from __future__ import annotations

import threading
from contextlib import closing
from pathlib import Path
from queue import Empty, Full, Queue
from typing import TYPE_CHECKING, Protocol, Self

from pydantic import ValidationError

from peviewer.base.files import atomic_file
from peviewer.base.parameters import explain_briefly
from peviewer.base.words import unstarred
from peviewer.base.work import Cancelled, Work
from peviewer.exporters.clip.clip import Clip, ClipError
from peviewer.exporters.clip.range import ClipQuality, ClipRange
from peviewer.exporters.clip.writer import FrameSequence
from peviewer.exporters.formats import Format, formats
from peviewer.exporters.metadata.reading import stamped
from peviewer.exporters.target import check

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from peviewer.base.work import Progress, Question
    from peviewer.exporters.clip.writer import Writer
    from peviewer.paper.style import Style


def quality_of(fields: Mapping[str, object]) -> int | None:
    """Return the quality that is asked for.

    Raises
    ------
    ClipError
        If it is not allowed.

    Examples
    --------
    >>> quality_of({"quality": 40}), quality_of({})
    (40, None)
    """
    try:
        return ClipQuality.model_validate(dict(fields)).quality
    except ValidationError as error:
        raise ClipError(explain_briefly(error, ClipQuality)) from None


def check_format(known: Format, clip: ClipRange, style: Style, quality: int | None = None) -> None:
    """Refuse a clip that a format cannot hold, or that cannot be written here.

    Raises
    ------
    ClipError
        One line that says why.
    """
    if style.transparent and not known.transparent:
        able = ", ".join(f".{one.suffix}" for one in formats("clip").values() if one.transparent)
        raise ClipError(f"transparent is not allowed for .{known.suffix}: it must be one of {able}")
    if quality is not None and not known.lossy:
        able = ", ".join(f".{one.suffix}" for one in formats("clip").values() if one.lossy)
        raise ClipError(
            f"quality is not allowed for .{known.suffix}, which loses nothing by it: it must be one of {able}"
        )
    if clip.fps > known.fastest:
        raise ClipError(f"fps = {clip.fps:g} is not allowed for .{known.suffix}: it must be at most {known.fastest:g}")


# Painted frames that may wait: enough to even out, few enough to stay small.
WAITING = 2
# How soon the one side notices, in seconds, that the other has stopped.
PATIENCE = 0.05


class EncodingThread:
    """Hands frames to a writer; what the writer raises is raised where frames are added.

    ``done`` counts the frames that are written.
    """

    def __init__(self, writer: Writer) -> None:
        self.done = 0
        self._writer = writer
        self._frames: Queue[NDArray[np.uint8]] = Queue(WAITING)
        self._stopped = threading.Event()
        self._written = threading.Event()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="encoding", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop after the frame at hand: who wants all frames waits for them before."""
        self._stopped.set()
        self._thread.join()

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Let the thread encode a frame; wait while enough others do so."""
        while True:
            self._check()
            try:
                self._frames.put(picture, timeout=PATIENCE)
            except Full:
                continue
            return

    def wait(self) -> None:
        """Wait for the next frame to be written."""
        self._written.wait(PATIENCE)
        self._written.clear()
        self._check()

    def _check(self) -> None:
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            while not self._stopped.is_set():
                try:
                    picture = self._frames.get(timeout=PATIENCE)
                except Empty:
                    continue
                self._writer.add(picture)
                self.done += 1
                self._written.set()
        except BaseException as error:
            self._error = error


class Painter(Protocol):
    """What paints frames, one after the other."""

    def paint(self, frame: int) -> NDArray[np.uint8]:
        """Return a frame, RGBA, shape (height, width, 4)."""
        ...

    def close(self) -> None:
        """Let go of what is kept for the next frame."""
        ...


def write_clip(
    clip: Clip,
    target: Path,
    style: Style,
    quality: int | None = None,
    *,
    ground: str = "",
    progress: Progress | None = None,
    cancelled: Question | None = None,
) -> bool:
    """Write a clip as GIF or MP4, by the target's extension.

    Whatever ends the work before its time, nothing is left behind, and a file
    of that name stays as it was.

    Parameters
    ----------
    clip : Clip
        What moves, and how.
    target : pathlib.Path
        The file; one of that name is replaced once the new one is complete.
    style : Style
        Size and look. H.264 rounds odd sides up to even ones.
    quality : int, optional
        From 1 to 100, of an MP4; as :class:`~peviewer.exporters.clip.range.ClipQuality` says.
    ground : str
        The colour of what the frames are to stand on, where the style leaves out their own.
    progress : callable, optional
        Called on this thread, between frames, with the share that is done (0 … 1)
        and the seconds that are left. What it raises ends the work.
    cancelled : callable, optional
        Asked on this thread before each frame; True ends the work.

    Returns
    -------
    bool
        Whether the clip was written; False if it was cancelled.

    Raises
    ------
    ExportError
        If the target cannot be written.
    ClipError
        If the format cannot hold this clip.
    StyleError
        If the size is too small for what the frames show.
    """
    target = Path(target)
    known = check(target, "clip")
    opaque = style.but(transparent=False) if ground else style
    check_format(known, clip, opaque, quality)
    clip.check_pictures()
    first = clip.figure(0)
    title, session = unstarred(first.title), stamped(clip.document, [pane.name for pane in clip.panes], style)
    sequence = FrameSequence(clip.count, clip.rate, clip.seamless, first, opaque, session, title, quality)
    from peviewer.exporters.clip.frames import Frames  # late: what paints takes long to load

    return encode(Frames(clip, style, ground), sequence, known, target, progress=progress, cancelled=cancelled)


def encode(
    frames: Painter,
    sequence: FrameSequence,
    known: Format,
    target: Path,
    *,
    progress: Progress | None = None,
    cancelled: Question | None = None,
) -> bool:
    """Write frames as a file, whole or not at all: see :func:`write_clip`; what paints them is closed then."""
    work = Work(sequence.count, progress, cancelled)
    try:
        with closing(frames), atomic_file(target) as file, closing(known.write(file, sequence)) as writer:
            _fill(frames, sequence.count, writer, work)
            writer.finish()
    except Cancelled:
        return False
    return True


def _fill(frames: Painter, count: int, writer: Writer, work: Work) -> None:
    """Paint all frames and hand them to the writer; tell how far it is."""
    with EncodingThread(writer) as encoding:
        for frame in range(count):
            work.reach(encoding.done)
            encoding.add(frames.paint(frame))
        while encoding.done < count:
            encoding.wait()
            work.reach(encoding.done)
