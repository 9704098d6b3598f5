"""PDF: fonts embedded, the Document as its subject."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from peviewer.base.version import __version__
from peviewer.exporters.metadata.media import MARGIN

if TYPE_CHECKING:
    from pathlib import Path

    from peviewer.exporters.picture.render import Painted

_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def pdf(painted: Painted) -> bytes:
    """Return a page as PDF."""
    # Plain ASCII keeps the string readable in the file: matplotlib writes anything else as UTF-16.
    creator = f"peviewer {__version__}"
    return painted.saved(
        "pdf", {"Title": painted.title, "Creator": creator, "Subject": painted.plain, "CreationDate": None}
    )


def session(path: Path) -> bytes | None:
    """Look for the subject near the end."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - MARGIN))
        tail = file.read(MARGIN)
    found = re.search(rb"/Subject\s*\(((?:[^\\()]|\\.)*)\)", tail, re.DOTALL)
    if not found:
        return None
    return re.sub(rb"\\(.)", lambda escape: _ESCAPES.get(escape[1], escape[1]), found[1], flags=re.DOTALL)
