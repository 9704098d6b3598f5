"""Write a clip: one thread paints, another one encodes, and the file appears once it is whole."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.base.whole_file import whole_file
from peviewer.base.words import unstarred
from peviewer.base.work import Cancelled, Work
from peviewer.export.clip.allowed import check_format
from peviewer.export.clip.encoding_thread import EncodingThread
from peviewer.export.clip.writer import FrameSequence
from peviewer.export.target import check

if TYPE_CHECKING:
    from peviewer.base.work import Progress, Question
    from peviewer.export.clip.clip import Clip
    from peviewer.export.clip.writer import Writer
    from peviewer.paper.style import Style


def write_clip(
    clip: Clip,
    target: Path,
    style: Style,
    *,
    progress: Progress | None = None,
    cancelled: Question | None = None,
) -> bool:
    """Write a clip as GIF, animated PNG or WebP, MP4 or WebM, by the target's extension.

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
    known = check(target, "clip")
    check_format(known, clip, style)
    clip.check_pictures()
    first = clip.figure(0)
    title, session = unstarred(clip.pane.figure(clip.document).title), clip.document.to_json()
    sequence = FrameSequence(clip.count, clip.rate, clip.seamless, first, style, session, title)
    try:
        with whole_file(target) as file, closing(known.write(file, sequence)) as writer:
            _fill(clip, style, writer, Work(clip.count, progress, cancelled))
            writer.finish()
    except Cancelled:
        return False
    return True


def _fill(clip: Clip, style: Style, writer: Writer, work: Work) -> None:
    """Paint all frames and hand them to the writer; tell how far it is."""
    from peviewer.paper.motion.motion import Motion

    with EncodingThread(writer) as encoding:
        motion = Motion(style)
        motion.prepare(clip.figure(0), clip.figure(clip.count // 2))
        for frame in range(clip.count):
            work.reach(encoding.done)
            encoding.add(motion.paint(clip.figure(frame)).copy())
        while encoding.done < clip.count:
            encoding.wait()
            work.reach(encoding.done)
