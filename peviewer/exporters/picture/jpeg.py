"""JPEG: the Document in its comments."""

from __future__ import annotations

import io
import struct
from typing import TYPE_CHECKING

from PIL import Image

from peviewer.exporters.metadata.media import PREFIX

if TYPE_CHECKING:
    from peviewer.exporters.picture.render import Painted

# Of a comment, a part says its own length in two bytes.
PART = 60_000
FINE = {"quality": 95, "subsampling": 0}


def jpeg(painted: Painted) -> bytes:
    """Return a page as JPEG."""
    file, dpi = io.BytesIO(), painted.style.dpi
    Image.fromarray(painted.pixels[..., :3]).save(file, "jpeg", dpi=(dpi, dpi), **FINE)
    whole, plain = file.getvalue(), painted.session.encode()
    # Behind the first segment, which readers expect to be the first.
    (length,) = struct.unpack_from(">H", whole, 4)
    parts = [PREFIX + plain[start : start + PART] for start in range(0, len(plain), PART)]
    comment = b"".join(b"\xff\xfe" + struct.pack(">H", len(part) + 2) + part for part in parts)
    return whole[: 4 + length] + comment + whole[4 + length :]
