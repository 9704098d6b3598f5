"""TIFF, as journals ask for it: the Document as its description."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image, TiffImagePlugin, UnidentifiedImageError

if TYPE_CHECKING:
    from pathlib import Path

    from peviewer.exporters.picture.render import Painted

DESCRIPTION = 270


def tiff(painted: Painted) -> bytes:
    """Return a page as TIFF, packed without loss."""
    file, dpi = io.BytesIO(), painted.style.dpi
    about = TiffImagePlugin.ImageFileDirectory_v2()
    # A description is plain ASCII.
    about[DESCRIPTION] = painted.plain
    pixels = painted.pixels if painted.style.transparent else painted.pixels[..., :3]
    Image.fromarray(pixels).save(file, "tiff", compression="tiff_adobe_deflate", dpi=(dpi, dpi), tiffinfo=about)
    return file.getvalue()


def session(path: Path) -> bytes | None:
    """Read the description; no pixel is unpacked."""
    try:
        with Image.open(path, formats=["TIFF"]) as picture:
            found = picture.getexif().get(DESCRIPTION)
    except UnidentifiedImageError:
        return None
    return str(found).encode() if found else None
