"""SVG: text as text, cells sharp, means smooth, the Document as its description."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from peviewer.base.version import __version__
from peviewer.export.carry.limits import MARGIN
from peviewer.paper.typography.measure import plain_width

if TYPE_CHECKING:
    from pathlib import Path

    from peviewer.export.picture.render import Painted

# As wide as the first, or nearly so.
FALLBACKS = {
    "STIXGeneral": "'STIX Two Text', 'Times New Roman', Times, 'Liberation Serif', 'Nimbus Roman', Tinos, "
    "'TeX Gyre Termes', FreeSerif, 'DejaVu Serif Condensed', serif",
    "DejaVu Sans": "Verdana, 'Bitstream Vera Sans', sans-serif",
}
_FONT = re.compile(rb"'([^']+)'")
_TEXT = re.compile(rb'<text style="([^"]*font-size: ([\d.]+)px[^"]*)"([^>]*)>([^<]+)</text>')


def svg(painted: Painted) -> bytes:
    """Return a page as SVG."""
    creator = f"peviewer {__version__}"
    about = {"Title": painted.title, "Creator": creator, "Description": painted.session, "Date": None}
    return _with_fonts(_with_widths(_smooth_means(painted.saved("svg", about))))


def _smooth_means(svg: bytes) -> bytes:
    """Let viewers smooth those images of an SVG that hold means instead of cells.

    Drawn without smoothing, a picture shown smaller than it is would pick every
    n-th mean: the very moiré that the means avoid.
    """
    from peviewer.paper.marks.heatmap import MEANS

    hard = b'style="image-rendering:crisp-edges;image-rendering:pixelated"'
    mark = f'id="{MEANS}-'.encode()
    first, *rest = svg.split(mark)
    return first + b"".join(mark + part.replace(hard, b"", 1) for part in rest)


def _with_widths(svg: bytes) -> bytes:
    """Say how wide each text is: readers that set it in another font keep it off its neighbours."""

    def told(found: re.Match[bytes]) -> bytes:
        style, size, more, text = found.groups()
        weight = "bold" if b"font-weight: 700" in style or b"bold" in style else "normal"
        fonts = [name.decode() for name in _FONT.findall(style)]
        wide = plain_width(unescape(text.decode()), float(size), weight, fonts)
        fitting = f' textLength="{wide:.2f}" lengthAdjust="spacingAndGlyphs"'.encode()
        return b'<text style="' + style + b'"' + more + fitting + b">" + text + b"</text>"

    return _TEXT.sub(told, svg)


def _with_fonts(svg: bytes) -> bytes:
    """Name fonts to fall back on: readers of an SVG seldom have those that come with matplotlib."""
    for font, others in FALLBACKS.items():
        known = f"'{font}'".encode()
        svg = svg.replace(f"'{font}', 'DejaVu Serif'".encode(), known).replace(known, f"'{font}', {others}".encode())
    return svg


def session(path: Path) -> bytes | None:
    """Look for the description as text: no XML is parsed, so no entity is expanded."""
    with path.open("rb") as file:
        head = file.read(MARGIN)
    found = re.search(rb"<dc:description>(\{.*?\})\s*</dc:description>", head, re.DOTALL)
    return unescape(found[1].decode("utf-8", "replace")).encode() if found else None
