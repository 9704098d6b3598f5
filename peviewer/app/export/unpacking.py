"""Pictures of files, unpacked off the window's thread."""

import io

from PySide6.QtGui import QImage

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
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None  # no bombs: they are our own
    with Image.open(io.BytesIO(picture)) as opened:
        width, height = opened.size
        if width * height > LARGEST:
            return QImage()
        pixels = opened.convert("RGBA").tobytes("raw", "BGRA")
    image = QImage(pixels, width, height, 4 * width, QImage.Format.Format_ARGB32)
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)  # a copy, and what is painted fastest
