"""Pictures for other programs without a dialog: unpacked, and on the clipboard."""

import io
import struct
from collections.abc import Mapping

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage

LARGEST = 8192**2  # a picture of more pixels is not shown: it would take more than 256 MB


def unpacked(picture: bytes) -> QImage:
    """Return the picture that a file holds; an empty one where there is no file, or it is too large to be shown.

    Qt's own reader keeps Python's lock meanwhile, and the window would freeze:
    for ever where just then it disconnects a signal, as each then waits for what the
    other holds.
    """
    from PIL import Image

    if not picture or _pixel_count(picture) > LARGEST:
        return QImage()
    with Image.open(io.BytesIO(picture)) as opened:
        shown = (
            opened if opened.mode == "RGBA" else opened.convert("RGBA")
        )  # not once more, a large one has 250 MB
        colours = shown.tobytes("raw", "BGRA")
        image = QImage(colours, *opened.size, 4 * opened.width, QImage.Format.Format_ARGB32)
        return image.convertToFormat(
            QImage.Format.Format_ARGB32_Premultiplied
        )  # a copy that paints fastest


def _pixel_count(picture: bytes) -> int:
    """Return how many pixels a PNG has by its header, as Pillow would warn of very many.

    0 for another format.
    """
    if not picture.startswith(PNG_START):
        return 0
    width, height = struct.unpack_from(">II", picture, PNG_SIZE_PLACE)
    return int(width * height)


PNG, TEXT = "image/png", "text/plain"
PNG_START = b"\x89PNG\r\n\x1a\n"
PNG_SIZE_PLACE = 16  # bytes before its width and height


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
    """Take back what was put on the clipboard if only Qt itself still holds it; call before the application ends.

    A system's clipboard keeps it, or hands it on. Where there is none, as
    offscreen, Qt would delete it after Python's end, and crash.
    """
    clipboard = QGuiApplication.clipboard()
    if clipboard.mimeData() is data and not clipboard.ownsClipboard():
        clipboard.clear()
