"""Write a clip: one thread paints, another one encodes, and the file appears once it is whole."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.base.files import atomic_file, write
from peviewer.base.words import unstarred
from peviewer.base.work import Cancelled, Work
from peviewer.exporters.carry.made import stamped
from peviewer.exporters.clip.allowed import check_format
from peviewer.exporters.clip.clip import ClipError
from peviewer.exporters.clip.encoding_thread import EncodingThread
from peviewer.exporters.clip.writer import FrameSequence
from peviewer.exporters.numbered import is_folder, numbered_files
from peviewer.exporters.target import check

if TYPE_CHECKING:
    from peviewer.base.work import Progress, Question
    from peviewer.exporters.clip.clip import Clip
    from peviewer.exporters.clip.frames import Frames
    from peviewer.exporters.clip.writer import Writer
    from peviewer.paper.style import Style

NAMED = re.compile(r"\d{4,}\.png")


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
    """Write a clip as GIF, animated PNG or WebP, MP4 or WebM, by the target's extension; or its frames, into a folder.

    Whatever ends the work before its time, nothing is left behind, and a file
    of that name stays as it was.

    Parameters
    ----------
    clip : Clip
        What moves, and how.
    target : pathlib.Path
        The file; one of that name is replaced once the new one is complete.
    style : Style
        Size and look. H.264 and VP9 round odd sides up to even ones.
    quality : int, optional
        From 1 to 100, of formats that lose something; as :class:`~peviewer.exporters.clip.filming.Filming` says.
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
        If the format cannot hold this clip, or needs what is not installed.
    StyleError
        If the size is too small for what the frames show.
    """
    target = Path(target)
    if is_folder(target):
        return _write_frames(clip, target, style, quality, Work(clip.count, progress, cancelled))
    known = check(target, "clip")
    opaque = style.but(transparent=False) if ground else style
    check_format(known, clip, opaque, quality)
    clip.check_pictures()
    first = clip.figure(0)
    title, session = unstarred(first.title), stamped(clip.document, [pane.name for pane in clip.panes], style)
    sequence = FrameSequence(clip.count, clip.rate, clip.seamless, first, opaque, session, title, quality)
    from peviewer.exporters.clip.frames import Frames  # late: what paints takes long to load

    try:
        with atomic_file(target) as file, closing(known.write(file, sequence)) as writer:
            with closing(Frames(clip, style, ground)) as frames:
                _fill(frames, clip.count, writer, Work(clip.count, progress, cancelled))
            writer.finish()
    except Cancelled:
        return False
    return True


def _write_frames(clip: Clip, target: Path, style: Style, quality: int | None, work: Work) -> bool:
    """Write every frame as a picture that carries its own Document, from ``0001.png`` on."""
    from peviewer.exporters.clip.frames import Frames, png_of

    if quality is not None:
        raise ClipError("quality is not allowed for pictures in a folder: they are PNG, without loss")
    clip.check_pictures()
    digits = max(4, len(str(clip.count)))
    try:
        with numbered_files(target, NAMED) as stage, closing(Frames(clip, style)) as frames:
            for frame in range(clip.count):
                work.check()
                write(stage / f"{frame + 1:0{digits}}.png", png_of(frames.paint(frame), clip.at(frame).to_json()))
                work.add(1)
    except Cancelled:
        return False
    return True


def _fill(frames: Frames, count: int, writer: Writer, work: Work) -> None:
    """Paint all frames and hand them to the writer; tell how far it is."""
    with EncodingThread(writer) as encoding:
        for frame in range(count):
            work.reach(encoding.done)
            encoding.add(frames.paint(frame))
        while encoding.done < count:
            encoding.wait()
            work.reach(encoding.done)
