"""A picture's pixels as WebP without loss or as JPEG, the Document inside it."""

from __future__ import annotations

import io
import struct
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from peviewer.export.carry.media import KEY
from peviewer.export.carry.xmp import xmp
from peviewer.paper.style import StyleError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peviewer.paper.style import Style

LARGEST_WEBP = 16_383
# Of a JPEG's comment, a part says its own length in two bytes.
PART = 60_000
FINE = {"quality": 95, "subsampling": 0}


def picture(kind: str, page: Any, style: Style, title: str, session: str) -> bytes:
    """Return a page as the bytes of a WebP (``"webp"``) or JPEG (``"jpg"``) file.

    Raises
    ------
    StyleError
        If the format has no such pictures.
    """
    page.canvas.draw()
    pixels = np.asarray(page.canvas.buffer_rgba())
    return _webp(pixels, style, title, session) if kind == "webp" else _jpeg(pixels, style, session)


def _webp(pixels: NDArray[np.uint8], style: Style, title: str, session: str) -> bytes:
    if max(style.width, style.height) > LARGEST_WEBP:
        size = f"{style.width}x{style.height}"
        raise StyleError(f"size = {size} is not allowed for .webp: it must be at most {LARGEST_WEBP:,} pixels")
    file = io.BytesIO()
    shown = Image.fromarray(pixels if style.transparent else pixels[..., :3])
    shown.save(file, "webp", lossless=True, exact=True, method=4, xmp=xmp(title, session))
    return file.getvalue()


def _jpeg(pixels: NDArray[np.uint8], style: Style, session: str) -> bytes:
    if style.transparent:
        raise StyleError("transparent is not allowed for .jpg: a JPEG has no transparency")
    file = io.BytesIO()
    Image.fromarray(pixels[..., :3]).save(file, "jpeg", dpi=(style.dpi, style.dpi), **FINE)
    whole, plain = file.getvalue(), session.encode()
    # Behind the first segment, which readers expect to be the first.
    (length,) = struct.unpack_from(">H", whole, 4)
    parts = [KEY + plain[start : start + PART] for start in range(0, len(plain), PART)]
    comment = b"".join(b"\xff\xfe" + struct.pack(">H", len(part) + 2) + part for part in parts)
    return whole[: 4 + length] + comment + whole[4 + length :]
