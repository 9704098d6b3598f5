"""Pictures for other programs without a dialog: unpacked, on the clipboard, and dragged out."""

import io
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDrag, QGuiApplication, QImage, QPixmap
from PySide6.QtWidgets import QWidget

from peviewer.live.worker import Job

if TYPE_CHECKING:
    from PIL import Image


def failure_text(error: Exception) -> str:
    """Return in one line why work failed: our own words, or the system's."""
    text = " ".join(str(error).split())
    if isinstance(error, MemoryError):
        return "There is not enough memory for this: choose a smaller size"
    if isinstance(error, ValueError | OSError) and text:
        return text[:1].upper() + text[1:]
    return f"This could not be made: {text or type(error).__name__}"


LARGEST = 8192**2
"""A picture of more pixels is not shown: it would take more than 256 MB."""


def unpacked(picture: bytes) -> QImage:
    """Return the picture that a file holds; an empty one where there is no file, or it is too large to be shown.

    Qt's own reader keeps Python's lock meanwhile, and the window would freeze:
    for ever where just then it disconnects a signal, as each then waits for what the
    other holds.
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
    shown = opened if opened.mode == "RGBA" else opened.convert("RGBA")  # not once more, a large one has 250 MB
    colours = shown.tobytes("raw", "BGRA")
    image = QImage(colours, *opened.size, 4 * opened.width, QImage.Format.Format_ARGB32)
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)  # a copy that paints fastest


PNG, SVG, TEXT = "image/png", "image/svg+xml", "text/plain"


def mime_data(forms: Mapping[str, bytes], image: QImage, file: Path | None = None) -> QMimeData:
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


def release(data: QMimeData) -> None:
    """Take back what was put on the clipboard if only Qt itself still holds it; call before the application ends.

    A system's clipboard keeps it, or hands it on. Where there is none, as
    offscreen, Qt would delete it after Python's end, and crash.
    """
    clipboard = QGuiApplication.clipboard()
    if clipboard.mimeData() is data and not clipboard.ownsClipboard():
        clipboard.clear()


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
        self._drag_requested = False

    def prepare(self, name: str, paint: Callable[[], bytes]) -> None:
        if self._job is not None:
            self._job.drop()
        self._drag_requested, self._file = False, None
        self._run(lambda _: self._write(name, paint()), self._on_written)

    def start(self) -> None:
        self._drag_requested = True
        if self._file is not None:
            self._unpack(self._file)

    def finish(self) -> None:
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
        if self._drag_requested:
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
            return  # the button was released meanwhile
        drag = QDrag(self._source)
        drag.setMimeData(mime_data({PNG: picture}, image, file))
        if not small.isNull():
            drag.setPixmap(QPixmap.fromImage(small))
        drag.exec(Qt.DropAction.CopyAction)
