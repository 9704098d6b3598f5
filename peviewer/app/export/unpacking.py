"""Pictures of files, unpacked off the window's thread."""

import io
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from PIL import Image

LARGEST = 8192**2
"""A picture of more pixels is not shown: it would take more than 256 MB."""


def unpacked(picture: bytes) -> QImage:
    """Return the picture that a file holds; an empty one where there is no file, or it is too large to be shown.

    Qt's own reader keeps Python's lock meanwhile, and the window would stand still:
    for ever where just then it disconnects a signal, as each then waits for what the
    other holds.

    Parameters
    ----------
    picture : bytes
        The content of a picture file.
    """
    if not picture:
        return QImage()
    with _opened(picture) as opened:
        return _converted(opened)


def with_thumbnail(picture: bytes, side: int) -> tuple[QImage, QImage]:
    """Return the picture of :func:`unpacked`, and it at most `side` pixels wide and high: a file is unpacked once."""
    with _opened(picture) as opened:
        whole = _converted(opened)
        if not whole.isNull():
            opened.thumbnail((side, side))
        return whole, _converted(opened)


def pixels(picture: bytes) -> tuple[int, int]:
    """Return how wide and high the picture is that a file holds, without unpacking it."""
    with _opened(picture) as opened:
        return opened.size


def _opened(picture: bytes) -> "Image.Image":
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None  # no bombs: they are our own
    return Image.open(io.BytesIO(picture))


def _converted(opened: "Image.Image") -> QImage:
    if opened.width * opened.height > LARGEST:
        return QImage()
    colours = opened.convert("RGBA").tobytes("raw", "BGRA")
    image = QImage(colours, *opened.size, 4 * opened.width, QImage.Format.Format_ARGB32)
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)  # a copy, and what is painted fastest
