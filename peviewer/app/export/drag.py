"""Drag a pane's picture into another program: as a file, and as an image."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QDrag, QGuiApplication, QImage, QPixmap
from PySide6.QtWidgets import QWidget

from peviewer.app.export.clipboard import PNG, mime_data
from peviewer.app.session.background import Job

THUMBNAIL = 240


class PictureDrag(QObject):
    """Makes a picture while the pointer is pressed, and lets it be dragged as soon as it is there."""

    failed = Signal(object)
    """The picture could not be made."""

    def __init__(self, source: QWidget) -> None:
        super().__init__(source)
        self._source = source
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._job: Job | None = None
        self._file: Path | None = None
        self._away = False

    def prepare(self, name: str, paint: Callable[[], bytes]) -> None:
        """Begin to paint a picture, whose file will have that name."""
        if self._job is not None:
            self._job.drop()
        self._away, self._file = False, None
        self._job = Job(lambda _: self._write(name, paint()), "drag", self)
        self._job.done.connect(self._on_written)
        self._job.failed.connect(self._on_failed)
        self._job.start()

    def start(self) -> None:
        """Begin the drag, now or as soon as the picture is there."""
        self._away = True
        if self._file is not None:
            self._drag(self._file)

    def finish(self) -> None:
        """Remove the files that were dragged."""
        if self._job is not None:
            self._job.drop()
            self._job.wait()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _write(self, name: str, picture: bytes) -> Path:
        # Each in a folder of its own: the program it is dropped on may read an earlier one later.
        self._folder = self._folder or tempfile.TemporaryDirectory(prefix="peviewer-")
        file = Path(tempfile.mkdtemp(dir=self._folder.name)) / name
        file.write_bytes(picture)
        return file

    def _on_written(self, file: Path) -> None:
        self._job, self._file = None, file
        if self._away and QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton:
            self._drag(file)

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self.failed.emit(error)

    def _drag(self, file: Path) -> None:
        self._file = None
        picture = file.read_bytes()
        drag = QDrag(self._source)
        data = mime_data({PNG: picture}, file)
        drag.setMimeData(data)
        if isinstance(whole := data.imageData(), QImage):
            smooth = Qt.TransformationMode.SmoothTransformation
            small = whole.scaled(THUMBNAIL, THUMBNAIL, Qt.AspectRatioMode.KeepAspectRatio, smooth)
            drag.setPixmap(QPixmap.fromImage(small))
        drag.exec(Qt.DropAction.CopyAction)
