"""SVG: text as text, cells sharp, means smooth, the Document as its description."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from peviewer.base.version import __version__
from peviewer.exporters.metadata.media import MARGIN

if TYPE_CHECKING:
    from pathlib import Path

    from peviewer.exporters.picture.render import Painted

# As wide as the first, or nearly so.
FALLBACKS = {
    "STIXGeneral": "'STIX Two Text', 'Times New Roman', Times, 'Liberation Serif', 'Nimbus Roman', Tinos, "
    "'TeX Gyre Termes', FreeSerif, 'DejaVu Serif Condensed', serif",
    "DejaVu Sans": "Verdana, 'Bitstream Vera Sans', sans-serif",
}


def svg(painted: Painted) -> bytes:
    """Return a page as SVG."""
    creator = f"peviewer {__version__}"
    about = {"Title": painted.title, "Creator": creator, "Description": painted.session, "Date": None}
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


def session(path: Path) -> bytes | None:
    """Look for the description as text: no XML is parsed, so no entity is expanded."""
    with path.open("rb") as file:
        head = file.read(MARGIN)
    found = re.search(rb"<dc:description>(\{.*?\})\s*</dc:description>", head, re.DOTALL)
    return unescape(found[1].decode("utf-8", "replace")).encode() if found else None
