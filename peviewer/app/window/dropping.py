"""Files dropped on the window."""

from pathlib import Path

from PySide6.QtGui import QDropEvent

from peviewer.app.session.files import OPENED


def dropped(event: QDropEvent) -> Path | None:
    """Return the one file that is dropped, if it is of a kind that can be opened, and not a pane dragged out."""
    if event.source() is not None:
        return None
    urls = event.mimeData().urls()
    path = Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
    return path if path and path.suffix.lower() in OPENED else None
