"""The table of file formats: what each is called, who writes it and who reads its session, and what it cannot do.

To add a format, add its file and its entry here; dialog, flags, messages, clipboard and filters follow. Who writes
and who reads is loaded when it is needed: what they are made with takes long to load.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from pathlib import Path

KindName = Literal["picture", "clip", "data", "deck", "code"]
PNG, ZIP, RIFF = b"\x89PNG\r\n\x1a\n", b"PK\x03\x04", b"RIFF"
CSV_START, JSON_START = b"# peviewer ", b'{"document": '


@dataclass(frozen=True)
class Needed:
    """A module that a format needs, and what says how to get it."""

    module: str
    hint: str


AV = Needed("av", "needs PyAV: pip install 'peviewer[video]'")
PPTX = Needed("pptx", "needs python-pptx: pip install 'peviewer[slides]'")


@dataclass(frozen=True)
class Format:
    """One format.

    Attributes
    ----------
    kind : str
        What can be exported in it.
    suffix : str
        Its extension, without the point.
    label : str
        As a button calls it: ``"MP4"``.
    writer : str
        ``"module:name"`` in ``peviewer.exporters``: what writes it. Of a picture, a function of
        :class:`~peviewer.exporters.picture.render.Painted` that returns bytes; of a clip, a
        :class:`~peviewer.exporters.clip.writer.Writer`; of data, a function of a file, a
        :class:`~peviewer.exporters.data.content.Content` and what counts the numbers; of a deck, a function of its
        slides, a file, a :class:`~peviewer.paper.style.Style`, its options, the work and a title.
    starts : tuple
        What its files start with, each with its place; none where they carry no session.
    reader : str
        ``"module:name"``: the function that finds the session in a file, or None.
    name : str
        As a list calls it, where that says more than the label: ``"MP4 (H.264)"``.
    others : tuple of str
        Other extensions of the same format.
    transparent : bool
        Whether it can be without background.
    needed : Needed, optional
        What must be installed.
    media : str
        Its media type, where it can be copied.
    vector : bool
        Whether it is sharp at any size.
    shown : bool
        Whether the window can show its files; others are shown as PNG.
    outlines : bool
        Whether its letters can be outlines; others carry their fonts, or pixels.
    fastest : float
        The most frames a second that players show.
    lossy : bool
        Whether less quality makes it smaller.
    largest : int
        The longest side in pixels.
    lacks : tuple of str
        The options of its kind that do nothing in it.
    """

    kind: KindName
    suffix: str
    label: str
    writer: str
    starts: tuple[tuple[int, bytes], ...] = ()
    reader: str = ""
    name: str = ""
    others: tuple[str, ...] = ()
    transparent: bool = False
    needed: Needed | None = None
    media: str = ""
    vector: bool = False
    shown: bool = True
    outlines: bool = False
    fastest: float = math.inf
    lossy: bool = False
    largest: int = 16_384
    lacks: tuple[str, ...] = ()

    @property
    def hint(self) -> str | None:
        """One line that says what is missing here to write it; None if nothing is."""
        return self.needed.hint if self.needed is not None and find_spec(self.needed.module) is None else None

    @property
    def write(self) -> Any:
        """What writes it."""
        return _loaded(self.writer)

    def session(self, path: Path) -> bytes | None:
        """Return the Document that a file carries, as JSON."""
        found: bytes | None = _loaded(self.reader)(path)
        return found


def _loaded(reference: str) -> Any:
    module, _, name = reference.partition(":")
    return getattr(import_module(f"peviewer.exporters.{module}"), name)


TIMING = "seconds", "fps", "quality"
"""The options of a deck that say how it moves."""
IN_PARTS = "clips", "tables", "vector", "template", "notes"
"""Those of a file whose parts can be opened, which a clip has not."""

# In the order of the dialog and of messages.
FORMATS: tuple[Format, ...] = (
    Format("picture", "png", "PNG", "picture.png:png", ((0, PNG),), "picture.png:session", transparent=True,
           media="image/png"),
    Format("picture", "svg", "SVG", "picture.svg:svg", ((0, b"<?xml"), (0, b"<svg")), "picture.svg:session",
           transparent=True, media="image/svg+xml", vector=True, outlines=True),
    Format("picture", "pdf", "PDF", "picture.pdf:pdf", ((0, b"%PDF"),), "picture.pdf:session", transparent=True,
           vector=True),
    Format("picture", "webp", "WebP", "picture.webp:webp", ((0, RIFF),), "metadata.media:of_webp", transparent=True,
           largest=16_383),
    Format("picture", "jpg", "JPEG", "picture.jpeg:jpeg", ((0, b"\xff\xd8\xff"),), "metadata.media:of_jpeg",
           others=("jpeg",)),
    Format("picture", "tif", "TIFF", "picture.tiff:tiff", ((0, b"II*\0"),), "picture.tiff:session",
           others=("tiff",), transparent=True, shown=False),
    Format("picture", "eps", "EPS", "picture.eps:eps", ((0, b"%!PS-Adobe-3.0 E"),), "picture.eps:session",
           vector=True),
    Format("picture", "pgf", "PGF", "picture.pgf:pgf", ((0, b"% peviewer "),), "picture.pgf:session",
           "PGF (for LaTeX)", transparent=True, vector=True),
    Format("clip", "mp4", "MP4", "clip.video:Mp4Writer", ((4, b"ftyp"),), "metadata.media:of_mp4", "MP4 (H.264)",
           needed=AV, lossy=True),
    Format("clip", "webm", "WebM", "clip.video:WebmWriter", ((0, b"\x1a\x45\xdf\xa3"),), "metadata.media:of_webm",
           "WebM (VP9)", transparent=True, needed=AV, lossy=True),
    # Browsers slow down what comes faster.
    Format("clip", "gif", "GIF", "clip.gif:GifWriter", ((0, b"GIF8"),), "metadata.media:of_gif", transparent=True,
           fastest=50),
    Format("clip", "webp", "WebP", "clip.webp:WebpWriter", ((0, RIFF),), "metadata.media:of_webp", "Animated WebP",
           transparent=True, lossy=True, largest=16_383),
    Format("clip", "png", "APNG", "clip.apng:ApngWriter", ((0, PNG),), "picture.png:session", "Animated PNG",
           others=("apng",), transparent=True),
    Format("data", "csv", "CSV", "data.csv_file:write_csv", ((0, CSV_START),), "data.sessions:of_csv"),
    Format("data", "json", "JSON", "data.json_file:write_json", ((0, JSON_START),), "data.sessions:of_json"),
    Format("data", "npz", "NPZ", "data.numpy_files:write_npz", ((0, ZIP),), "data.sessions:of_npz"),
    Format("data", "npy", "NPY", "data.numpy_files:write_npy"),
    Format("code", "py", "Python", "code:code"),
    Format("deck", "pptx", "PowerPoint", "deck.presentation:write_presentation", ((0, ZIP),),
           "metadata.deck:session_of", needed=PPTX, lacks=TIMING),
    Format("deck", "pdf", "PDF", "deck.pdf:write_pdf", ((0, b"%PDF"),), "picture.pdf:session", vector=True,
           lacks=("clips", "tables", "vector", "template", *TIMING)),
    Format("deck", "mp4", "MP4", "deck.clip:write_deck_clip", name="MP4 (H.264)", needed=AV, lossy=True,
           lacks=IN_PARTS),
    Format("deck", "webm", "WebM", "deck.clip:write_deck_clip", name="WebM (VP9)", needed=AV, lossy=True,
           lacks=IN_PARTS),
    Format("deck", "gif", "GIF", "deck.clip:write_deck_clip", lacks=(*IN_PARTS, "quality")),
    Format("deck", "webp", "WebP", "deck.clip:write_deck_clip", name="Animated WebP", lossy=True, lacks=IN_PARTS),
    Format("deck", "apng", "APNG", "deck.clip:write_deck_clip", name="Animated PNG", lacks=(*IN_PARTS, "quality")),
)  # fmt: skip


def formats(kind: KindName) -> dict[str, Format]:
    """Return the formats of one kind of export, by their extensions.

    Examples
    --------
    >>> list(formats("clip"))
    ['mp4', 'webm', 'gif', 'webp', 'png']
    """
    return {known.suffix: known for known in FORMATS if known.kind == kind}


def format_of(kind: KindName, suffix: str) -> Format | None:
    """Return the format of an extension, with its point or without; None where there is none.

    Examples
    --------
    >>> format_of("picture", ".JPEG").label
    'JPEG'
    """
    wanted = suffix.lower().removeprefix(".")
    return next((known for known in formats(kind).values() if wanted in (known.suffix, *known.others)), None)


def hints(kind: KindName) -> dict[str, str | None]:
    """Return each format of a kind with what is missing here for it, or None."""
    return {suffix: known.hint for suffix, known in formats(kind).items()}


def listed(kind: KindName) -> str:
    """Return the extensions of a kind, as a sentence has them.

    Examples
    --------
    >>> listed("picture")
    '.png, .svg, .pdf, .webp, .jpg, .tif, .eps or .pgf'
    """
    *first, last = (f".{suffix}" for suffix in formats(kind))
    return f"{', '.join(first)} or {last}" if first else last
