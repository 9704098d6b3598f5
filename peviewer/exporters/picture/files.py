"""Pictures as files: PNG, SVG and PDF, each with the Document in it, and the functions that find it there."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from PIL.PngImagePlugin import PngImageFile

from peviewer.base.version import __version__
from peviewer.exporters.formats import KEY, MARGIN
from peviewer.exporters.picture.render import Painted

CREATOR = f"peviewer {__version__}"
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
# As wide as the first, or nearly so.
FALLBACKS = {
    "STIXGeneral": "'STIX Two Text', 'Times New Roman', Times, 'Liberation Serif', 'Nimbus Roman', Tinos, "
    "'TeX Gyre Termes', FreeSerif, 'DejaVu Serif Condensed', serif",
    "DejaVu Sans": "Verdana, 'Bitstream Vera Sans', sans-serif",
}


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
