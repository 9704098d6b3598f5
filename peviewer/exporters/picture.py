"""Pictures as files, PNG, SVG and PDF: painted, and written with the Document in them.

From there it can be read again.
"""

import io
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

from peviewer.base.files import write
from peviewer.base.shipped_type import SHIPPED_FAMILY
from peviewer.base.version import __version__
from peviewer.base.words import unstarred
from peviewer.document.document import Document
from peviewer.exporters.formats import KEY, LARGEST_SESSION, MARGIN, PNG, between, check, formats
from peviewer.exporters.reading import stamped
from peviewer.figures.grammar import Figure
from peviewer.model.stored.opened import StoredFile
from peviewer.paper.page.composition import Composition
from peviewer.paper.style import PRINT_DPI, Style

CREATOR = f"peviewer {__version__}"
_TEXTS = (b"tEXt", b"zTXt", b"iTXt")
_PNG_KEY = f"{KEY}\0".encode()

# Bytes behind each chunk of a PNG.
CHECKSUM = 4

_ESCAPES = {
    b"\\n": b"\n",
    b"\\r": b"\r",
    b"\\t": b"\t",
    b"\\b": b"\b",
    b"\\f": b"\f",
    b"\\(": b"(",
    b"\\)": b")",
}

# The stand-in for a backslash while escapes are replaced: JSON has no such character.
_BACKSLASH = b"\0"

# Fonts to fall back on; they are nearly as wide as the first one.
FALLBACKS = {
    "STIXGeneral": "'STIX Two Text', 'Times New Roman', Times, 'Liberation Serif', "
    "'Nimbus Roman', Tinos, 'TeX Gyre Termes', FreeSerif, 'DejaVu Serif Condensed', serif",
    SHIPPED_FAMILY: "Inter, Arial, 'Liberation Sans', 'DejaVu Sans Condensed', sans-serif",
}


@dataclass(frozen=True)
class Painted:
    """A page that is about to be written."""

    page: Any
    style: Style
    title: str
    session: str

    @property
    def session_in_ascii(self) -> str:
        """The session on one line, in ASCII."""
        return json.dumps(json.loads(self.session))

    def encoded(self, kind: str, metadata: dict[str, Any]) -> bytes:
        """Return the page as matplotlib writes it."""
        file = io.BytesIO()
        ground = self.style.ground
        self.page.savefig(
            file,
            format=kind,
            dpi=self.style.dpi,
            facecolor=ground,
            edgecolor="none",
            metadata=metadata,
        )
        return file.getvalue()


@dataclass(frozen=True)
class Rendered:
    """The bytes of a picture's file, and what it leaves out because it has no room for it."""

    content: bytes
    left_out: tuple[str, ...] = ()


def missing_from(name: str, left_out: Sequence[str]) -> str:
    """Say what a picture of a name leaves out; nothing where it has all.

    >>> missing_from("a.png", ("the formula", "the legend")), missing_from("a.png", ())
    ('a.png has no room for the formula, the legend', '')
    """
    return f"{name} has no room for {', '.join(left_out)}" if left_out else ""


def render(figure: Figure | Composition, kind: str, *, document: Document, style: Style) -> bytes:
    """Return a picture as the bytes of its file: see :func:`rendered`."""
    return rendered(figure, kind, document=document, style=style).content


def rendered(
    figure: Figure | Composition, kind: str, *, document: Document, style: Style
) -> Rendered:
    """Return a picture as the bytes of its file, and what it leaves out."""
    from peviewer.paper.page.composition import Composition
    from peviewer.paper.page.painter import paint_fitted, settings
    from peviewer.paper.painting import painting

    known = formats("picture")[kind]
    with painting(settings(style)):
        resolution = max(PRINT_DPI, style.dpi) if known.vector else None
        page = paint_fitted(figure, style, resolution)
        if isinstance(figure, Composition):
            names = [each.name for each in figure.figures]
            columns = figure.columns
        else:
            names = [figure.name]
            columns = None
        session = stamped(document, names, style, columns)
        title = style.title_or(figure.title)
        left_out = page.left_out
        try:
            content: bytes = known.write(Painted(page, style, unstarred(title), session))
        finally:
            page.release()
    return Rendered(content, left_out)


def export(
    figure: Figure | Composition, target: Path, *, document: Document, style: Style
) -> tuple[str, ...]:
    """Write a Figure, or several arranged as one, in the format of the target's extension."""
    target = Path(target)
    known = check(target, "picture")
    made = rendered(figure, known.suffix, document=document, style=style)
    write(target, made.content)
    return made.left_out


def png(painted: Painted) -> bytes:
    """Return a page as PNG, the Document in a text chunk before the pixels."""
    return painted.encoded(
        "png", {"Title": painted.title, "Software": CREATOR, KEY: painted.session}
    )


def read_session_from_png(file: StoredFile) -> bytes | None:
    """Look among the texts that stand before the pixels; no pixel is unpacked."""
    head = file.read(MARGIN)
    place = len(PNG)
    while (kind := head[place + 4 : place + 8]) not in (b"", b"IDAT"):
        begins = place + 8
        ends = begins + int.from_bytes(head[place : place + 4], "big")
        if kind in _TEXTS and head.startswith(_PNG_KEY, begins):
            return _text_of_png(kind, head[begins + len(_PNG_KEY) : ends])
        place = ends + CHECKSUM
    return None


def _text_of_png(kind: bytes, content: bytes) -> bytes | None:
    """Return the text of a chunk, without its key, in UTF-8."""
    if kind == b"tEXt":
        return content.decode("latin-1").encode()
    if kind == b"zTXt":
        text = _inflated(content[1:])
        return text and text.decode("latin-1").encode()
    is_packed = content[:1] == b"\1"
    _language, _, rest = content[2:].partition(b"\0")
    _translated_key, _, text = rest.partition(b"\0")
    return _inflated(text) if is_packed else text


def _inflated(packed: bytes) -> bytes | None:
    """Return an unpacked text; None if it is longer than that of any session."""
    inflating = zlib.decompressobj()
    text = inflating.decompress(packed, LARGEST_SESSION)
    return text if inflating.eof else None


def svg(painted: Painted) -> bytes:
    """Return a page as SVG, with the Document as its description.

    Texts are texts, cells sharp, means smooth.
    """
    about = {
        "Title": painted.title,
        "Creator": CREATOR,
        "Description": painted.session,
        "Date": None,
    }
    return _with_fonts(_smooth_means(painted.encoded("svg", about)))


def _smooth_means(svg: bytes) -> bytes:
    """Let viewers smooth those images of an SVG that hold means, or small cells.

    Drawn without smoothing, a picture shown smaller than it is would pick every
    n-th mean: the very moiré that the means avoid.
    """
    from peviewer.paper.marks.heatmap import MEANS

    hard = b'style="image-rendering:crisp-edges;image-rendering:pixelated"'
    mark = f'id="{MEANS}-'.encode()
    first, *rest = svg.split(mark)
    return first + b"".join(mark + part.replace(hard, b"", 1) for part in rest)


def _with_fonts(svg: bytes) -> bytes:
    """Name fonts to fall back on: readers of an SVG seldom have those that come with matplotlib."""
    for font, others in FALLBACKS.items():
        known = f"'{font}'".encode()
        svg = svg.replace(f"'{font}', 'DejaVu Serif'".encode(), known).replace(
            known, f"'{font}', {others}".encode()
        )
    return svg


def read_session_from_svg(file: StoredFile) -> bytes | None:
    """Look for the description as text: no XML is parsed, so no entity is expanded."""
    text = between(file.read(MARGIN), b"<dc:description>{", b"</dc:description>")
    return None if text is None else f"{{{unescape(text.decode('utf-8', 'replace'))}".encode()


def pdf(painted: Painted) -> bytes:
    """Return a page as PDF: fonts embedded, the Document as its subject."""
    # Plain ASCII keeps the string readable in the file: matplotlib writes anything else as UTF-16.
    about = {
        "Title": painted.title,
        "Creator": CREATOR,
        "Subject": painted.session_in_ascii,
        "CreationDate": None,
    }
    return painted.encoded("pdf", about)


def read_session_from_pdf(file: StoredFile) -> bytes | None:
    """Look for the subject near the end."""
    file.seek(max(0, file.size - MARGIN))
    tail = file.read(MARGIN)
    begins = tail.find(b"(", tail.find(b"/Subject")) + 1
    # An escaped bracket does not end the text; two escapes before a bracket escape each other.
    unescaped = tail.replace(b"\\\\", _BACKSLASH * 2).replace(b"\\)", b"  ")
    ends = unescaped.find(b")", begins)
    if not begins or ends < 0:
        return None
    text = tail[begins:ends].replace(b"\\\\", _BACKSLASH)
    for escape, meant in _ESCAPES.items():
        text = text.replace(escape, meant)
    return text.replace(_BACKSLASH, b"\\")
