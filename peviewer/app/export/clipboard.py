"""What copying and dragging hand over: one picture in several forms, for the other program to choose from."""

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QGuiApplication, QImage

PNG, SVG, TEXT = "image/png", "image/svg+xml", "text/plain"


def mime_data(forms: Mapping[str, bytes], image: QImage, file: Path | None = None) -> QMimeData:
    """Return data for the clipboard or a drag.

    Parameters
    ----------
    forms : mapping of str to bytes
        Content by its media type.
    image : PySide6.QtGui.QImage
        What the system's own kind of image is to be, unpacked off the window's thread; empty for none.
    file : pathlib.Path, optional
        A file of the same content.
    """
    made = QMimeData()
    if not image.isNull():
        made.setImageData(image)
    for media_type, content in forms.items():
        if media_type == TEXT:
            made.setText(content.decode())
        else:
            made.setData(media_type, content)
    if file is not None:
        made.setUrls([QUrl.fromLocalFile(str(file))])
    return made


def release(given: QMimeData) -> None:
    """Take back what was put on the clipboard if only Qt itself still holds it; call before the application ends.

    A system's clipboard keeps it, or hands it on. Where there is none, as
    offscreen, Qt would delete it after Python's end, and crash.
    """
    clipboard = QGuiApplication.clipboard()
    if clipboard.mimeData() is given and not clipboard.ownsClipboard():
        clipboard.clear()
