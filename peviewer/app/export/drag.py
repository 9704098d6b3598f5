"""Drag a pane's picture into another program: as a file, and as an image."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QDrag, QGuiApplication, QImage, QPixmap
from PySide6.QtWidgets import QWidget

from peviewer.app.export.clipboard import PNG, mime_data
from peviewer.app.export.unpacking import with_thumbnail
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
        self._run(lambda _: self._write(name, paint()), self._on_written)

    def start(self) -> None:
        """Begin the drag, now or as soon as the picture is there."""
        self._away = True
        if self._file is not None:
            self._unpack(self._file)

    def finish(self) -> None:
        """Remove the files that were dragged."""
        if self._job is not None:
            self._job.drop()
            self._job.wait()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _run(self, work: Callable[[object], object], then: Callable[[Any], None]) -> None:
        self._job = Job(work, "drag", self)
        self._job.done.connect(then)
        self._job.failed.connect(self._on_failed)
        self._job.start()

    def _write(self, name: str, picture: bytes) -> Path:
        # Each in a folder of its own: the program it is dropped on may read an earlier one later.
        self._folder = self._folder or tempfile.TemporaryDirectory(prefix="peviewer-")
        file = Path(tempfile.mkdtemp(dir=self._folder.name)) / name
        file.write_bytes(picture)
        return file

    def _on_written(self, file: Path) -> None:
        self._job, self._file = None, file
        if self._away:
            self._unpack(file)

    def _unpack(self, file: Path) -> None:
        """Unpack the picture only once it is dragged: most presses are none, and it takes a hundred times the room."""
        self._file = None

        def work(_work: object) -> tuple[Path, bytes, QImage, QImage]:
            picture = file.read_bytes()
            return file, picture, *with_thumbnail(picture, THUMBNAIL)

        self._run(work, lambda made: self._drag(*made))

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self.failed.emit(error)

    def _drag(self, file: Path, picture: bytes, image: QImage, small: QImage) -> None:
        self._job = None
        if not QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton:
            return  # it was let go of
        drag = QDrag(self._source)
        drag.setMimeData(mime_data({PNG: picture}, image, file))
        if not small.isNull():
            drag.setPixmap(QPixmap.fromImage(small))
        drag.exec(Qt.DropAction.CopyAction)
