"""WebP without loss: the Document in an XMP packet."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image

from peviewer.exporters.metadata.media import xmp

if TYPE_CHECKING:
    from peviewer.exporters.picture.render import Painted


def webp(painted: Painted) -> bytes:
    """Return a page as WebP."""
    file = io.BytesIO()
    shown = Image.fromarray(painted.pixels if painted.style.transparent else painted.pixels[..., :3])
    shown.save(file, "webp", lossless=True, exact=True, method=4, xmp=xmp(painted.title, painted.session))
    return file.getvalue()
