"""The formats of clips: extension → writer; what each cannot do, and what is missing here for it."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from peviewer.export.clip.clip import Clip, ClipError

if TYPE_CHECKING:
    from peviewer.export.clip.writer import Reel, Writer
    from peviewer.paper.style import Style

VIDEO_HINT = "needs PyAV: pip install 'peviewer[video]'"


class ClipFormat(NamedTuple):
    """One format.

    Attributes
    ----------
    name : str
        As people call it: ``"MP4 (H.264)"``.
    writer : str
        The module and the class that write it, loaded when they are needed.
    video : bool
        Whether it needs PyAV, and has no transparency.
    fastest : float
        The most frames a second that players show.
    largest : int
        The longest side in pixels.
    """

    name: str
    writer: str
    video: bool = False
    fastest: float = 120.0
    largest: int = 16_384

    def open(self, file: BinaryIO, reel: Reel) -> Writer:
        """Return a writer of a clip."""
        module, _, name = self.writer.partition(".")
        writer: Writer = getattr(import_module(f"peviewer.export.clip.{module}"), name)(file, reel)
        return writer


CLIP_FORMATS: dict[str, ClipFormat] = {
    "mp4": ClipFormat("MP4 (H.264)", "video.Mp4Writer", video=True),
    "webm": ClipFormat("WebM (VP9)", "video.WebmWriter", video=True),
    # Browsers slow down what comes faster.
    "gif": ClipFormat("GIF", "gif.GifWriter", fastest=50.0),
    "webp": ClipFormat("Animated WebP", "webp.WebpWriter", largest=16_383),
    "png": ClipFormat("Animated PNG", "apng.ApngWriter"),
}


def clip_formats() -> dict[str, str | None]:
    """Return every format's extension, with None if it can be written here, else one line that says what would help.

    Examples
    --------
    >>> list(clip_formats())
    ['mp4', 'webm', 'gif', 'webp', 'png']
    """
    film = find_spec("av") is not None
    return {kind: VIDEO_HINT if known.video and not film else None for kind, known in CLIP_FORMATS.items()}


def check_format(kind: str, clip: Clip, style: Style) -> ClipFormat:
    """Return a format, if it can hold a clip.

    Raises
    ------
    ClipError
        If it cannot: one line that says why.
    """
    known = CLIP_FORMATS[kind]
    if hint := clip_formats()[kind]:
        raise ClipError(f".{kind} {hint}; .gif, .webp and .png can be written without")
    if known.video and style.transparent:
        raise ClipError(f"transparent is not allowed for .{kind}: it must be one of .gif, .webp, .png")
    if clip.fps > known.fastest:
        raise ClipError(f"fps = {clip.fps:g} is not allowed for .{kind}: it must be at most {known.fastest:g}")
    if max(style.width, style.height) > known.largest:
        size = f"{style.width}x{style.height}"
        raise ClipError(f"size = {size} is not allowed for .{kind}: it must be at most {known.largest:,} pixels")
    return known
