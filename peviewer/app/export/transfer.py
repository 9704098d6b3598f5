"""Pictures decoded for the window, and what other programs take from the clipboard."""

import io
import struct
from collections.abc import Mapping

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage

# The most pixels of a picture that is shown: more would take more than 256 MB.
MAX_PIXELS = 8192**2

PNG = "image/png"
TEXT = "text/plain"

PNG_START = b"\x89PNG\r\n\x1a\n"

# How many bytes of a PNG come before its width and height.
PNG_SIZE_OFFSET = 16


def decoded_image(picture: bytes) -> QImage:
    """Return the picture that a file holds.

    The picture is empty without a file, or if it is too large to be shown.

    Qt's own reader keeps Python's lock meanwhile, and the window would freeze: for ever where just
    then it disconnects a signal, as each then waits for what the other holds.
    """
    from PIL import Image

    if not picture or _pixel_count(picture) > MAX_PIXELS:
        return QImage()
    with Image.open(io.BytesIO(picture)) as opened:
        # Not converted if it needs not be: a large picture has 250 MB.
        with_alpha = opened if opened.mode == "RGBA" else opened.convert("RGBA")
        colours = with_alpha.tobytes("raw", "BGRA")
        image = QImage(colours, *opened.size, 4 * opened.width, QImage.Format.Format_ARGB32)
        # A copy in the format that paints fastest.
        return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def _pixel_count(picture: bytes) -> int:
    """Return how many pixels a PNG has by its header, as Pillow would warn of very many.

    0 for another format.
    """
    if not picture.startswith(PNG_START):
        return 0
    width, height = struct.unpack_from(">II", picture, PNG_SIZE_OFFSET)
    return int(width * height)


def mime_data(forms: Mapping[str, bytes], image: QImage) -> QMimeData:
    made = QMimeData()
    if not image.isNull():
        made.setImageData(image)
    for media_type, content in forms.items():
        if media_type == TEXT:
            made.setText(content.decode())
        else:
            made.setData(media_type, content)
    return made


def release(data: QMimeData) -> None:
    """Clear the clipboard if only Qt itself still holds what was copied.

    Call it before the application ends. A system's clipboard keeps what it has, or hands it on.
    Without a system's clipboard, as offscreen, Qt would delete the data after Python's end, and
    crash.
    """
    clipboard = QGuiApplication.clipboard()
    if clipboard.mimeData() is data and not clipboard.ownsClipboard():
        clipboard.clear()
