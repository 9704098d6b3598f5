"""Export a pane as a picture file, or copy it: the command line's own code, off the window's thread."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from peviewer.app.background import Busy, Job
from peviewer.app.settings import Settings
from peviewer.document import Document
from peviewer.figures.palette import Palette
from peviewer.figures.pane import Pane
from peviewer.paper.export import FORMATS, ExportError, check, render, write
from peviewer.paper.style import Style, StyleError

Colours = Callable[[], Palette]


class Exporting(QObject):
    """Pictures of panes, in the window's colours, at the size of a slide."""

    said = Signal(str)  # what was done
    failed = Signal(str)  # one line: what could not be done

    def __init__(self, settings: Settings, colours: Colours, busy: Busy, window: QWidget) -> None:
        super().__init__(window)
        self._settings, self._colours, self._busy, self._window = settings, colours, busy, window

    def choose_and_export(self, pane: Pane, document: Document) -> None:
        """Ask for a file, then write the picture; the format is that of the extension."""
        dialog = QFileDialog(self._window, f"Export {pane.title.lower()} as image")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([f"{kind.upper()} (*.{kind})" for kind in FORMATS])
        dialog.setDefaultSuffix(FORMATS[0])
        dialog.filterSelected.connect(lambda name: dialog.setDefaultSuffix(name.split(" ")[0].lower()))
        dialog.setDirectory(self._settings.choices.folder or str(Path.home()))
        dialog.selectFile(suggested_name(pane, document))
        if dialog.exec():
            self.export(pane, document, Path(dialog.selectedFiles()[0]))

    def export(self, pane: Pane, document: Document, target: Path) -> None:
        """Write a picture; a failure leaves the target as it was."""
        try:
            kind = check(target)
        except ExportError as error:
            self.failed.emit(str(error))
            return
        self._settings.remember(folder=str(target.absolute().parent))
        self._start(pane, document, kind, f"Exporting {target.name}…", lambda picture: self._finish(target, picture))

    def copy(self, pane: Pane, document: Document) -> None:
        """Put a picture on the clipboard."""
        text = f"Copying {pane.title.lower()}…"
        self._start(pane, document, "png", text, lambda picture: _to_clipboard(pane, picture))

    def _finish(self, target: Path, picture: bytes) -> str:
        write(target, picture)
        return f"Exported {target}"

    def _start(self, pane: Pane, document: Document, kind: str, text: str, finish: Callable[[bytes], str]) -> None:
        if self._busy.job:
            self.failed.emit("Another picture is being made: wait for it, or cancel it")
            return
        style = Style.default(f"slide-{self._colours().name}")
        job = Job(lambda: render(pane.draw(document), kind, document=document, style=style), text, self)
        job.done.connect(lambda picture: self._end(finish, picture))
        job.failed.connect(lambda error: self.failed.emit(self._cause(pane, error)))
        job.cancelled.connect(lambda: self.said.emit("Cancelled: nothing was written"))
        self._busy.run(job)

    def _end(self, finish: Callable[[bytes], str], picture: bytes) -> None:
        try:
            self.said.emit(finish(picture))
        except ExportError as error:
            self.failed.emit(str(error))

    def _cause(self, pane: Pane, error: Exception) -> str:
        known = isinstance(error, (ExportError, StyleError))
        return str(error) if known else f"{pane.title} could not be painted: {str(error) or type(error).__name__}"


def suggested_name(pane: Pane, document: Document) -> str:
    """Return a file name that says what the picture shows, as in ``shift-200x256.png``."""
    return f"{pane.name}-{document.encoding.length}x{document.encoding.dim}.{FORMATS[0]}"


def _to_clipboard(pane: Pane, picture: bytes) -> str:
    image = QImage.fromData(picture)
    QGuiApplication.clipboard().setImage(image)
    return f"Copied {pane.title.lower()}, {image.width()} × {image.height()} pixels"
