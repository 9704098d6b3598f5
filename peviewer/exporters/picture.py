"""Pictures as files, PNG, SVG and PDF: painted and written with the Document in them, which is found there again."""

import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

from PIL.PngImagePlugin import PngImageFile

from peviewer.base.files import write
from peviewer.base.version import __version__
from peviewer.base.words import unstarred
from peviewer.document.document import Document
from peviewer.exporters.formats import KEY, MARGIN, check, formats
from peviewer.exporters.reading import stamped
from peviewer.figures.grammar import Figure
from peviewer.paper.page.composition import Composition
from peviewer.paper.style import PRINT_DPI, Style

CREATOR = f"peviewer {__version__}"
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
# As wide as the first, or nearly so.
FALLBACKS = {
    "STIXGeneral": "'STIX Two Text', 'Times New Roman', Times, 'Liberation Serif', 'Nimbus Roman', Tinos, "
    "'TeX Gyre Termes', FreeSerif, 'DejaVu Serif Condensed', serif",
    "DejaVu Sans": "Verdana, 'Bitstream Vera Sans', sans-serif",
}


@dataclass(frozen=True)
class Painted:
    """A page that is about to be written."""

    page: Any
    style: Style
    title: str
    session: str

    @property
    def plain(self) -> str:
        """The same on one line, in ASCII."""
        return json.dumps(json.loads(self.session))

    def saved(self, kind: str, metadata: dict[str, Any]) -> bytes:
        """Return the page as matplotlib writes it."""
        file = io.BytesIO()
        ground = self.style.ground
        self.page.savefig(file, format=kind, dpi=self.style.dpi, facecolor=ground, edgecolor="none", metadata=metadata)
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


def rendered(figure: Figure | Composition, kind: str, *, document: Document, style: Style) -> Rendered:
    """Return a picture as the bytes of its file, and what it leaves out."""
    from peviewer.paper.page.composition import Composition
    from peviewer.paper.page.painter import paint_fitted, painting, settings

    known = formats("picture")[kind]
    with painting(settings(style)):
        resolution = max(PRINT_DPI, style.dpi) if known.vector else None
        page = paint_fitted(figure, style, resolution)
        figures, columns = (figure.figures, figure.columns) if isinstance(figure, Composition) else ((figure,), None)
        session = stamped(document, [one.name for one in figures], style, columns)
        title = style.title_or(figure.title)
        left_out = page.left_out
        try:
            content: bytes = known.write(Painted(page, style, unstarred(title), session))
        finally:
            page.release()
    return Rendered(content, left_out)


def export(figure: Figure | Composition, target: Path, *, document: Document, style: Style) -> tuple[str, ...]:
    """Write a Figure, or several arranged as one, in the format of the target's extension."""
    target = Path(target)
    known = check(target, "picture")
    made = rendered(figure, known.suffix, document=document, style=style)
    write(target, made.content)
    return made.left_out


def png(painted: Painted) -> bytes:
    """Return a page as PNG, the Document in a text chunk before the pixels."""
    return painted.saved("png", {"Title": painted.title, "Software": CREATOR, KEY: painted.session})


def of_png(path: Path) -> bytes | None:
    """Look among the texts that stand before the pixels; no pixel is unpacked."""
    try:
        with PngImageFile(path) as picture:
            text = picture.info.get(KEY)
    except (OSError, SyntaxError, ValueError):
        return None
    return str(text).encode() if text else None


def svg(painted: Painted) -> bytes:
    """Return a page as SVG: text as text, cells sharp, means smooth, the Document as its description."""
    about = {"Title": painted.title, "Creator": CREATOR, "Description": painted.session, "Date": None}
    return _with_fonts(_smooth_means(painted.saved("svg", about)))


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
        svg = svg.replace(f"'{font}', 'DejaVu Serif'".encode(), known).replace(known, f"'{font}', {others}".encode())
    return svg


def of_svg(path: Path) -> bytes | None:
    """Look for the description as text: no XML is parsed, so no entity is expanded."""
    with path.open("rb") as file:
        head = file.read(MARGIN)
    match = re.search(rb"<dc:description>(\{.*?\})\s*</dc:description>", head, re.DOTALL)
    return unescape(match[1].decode("utf-8", "replace")).encode() if match else None


def pdf(painted: Painted) -> bytes:
    """Return a page as PDF: fonts embedded, the Document as its subject."""
    # Plain ASCII keeps the string readable in the file: matplotlib writes anything else as UTF-16.
    about = {"Title": painted.title, "Creator": CREATOR, "Subject": painted.plain, "CreationDate": None}
    return painted.saved("pdf", about)


def of_pdf(path: Path) -> bytes | None:
    """Look for the subject near the end."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - MARGIN))
        tail = file.read(MARGIN)
    match = re.search(rb"/Subject\s*\(((?:[^\\()]|\\.)*)\)", tail, re.DOTALL)
    if not match:
        return None
    return re.sub(rb"\\(.)", lambda escape: _ESCAPES.get(escape[1], escape[1]), match[1], flags=re.DOTALL)
