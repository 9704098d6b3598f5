"""The foot of the Export dialog: where the file goes, what became of it, and the export under way."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from peviewer.app.export.cause import cause
from peviewer.app.export.preview import MARGIN
from peviewer.app.export.progress_line import ProgressLine
from peviewer.app.export.target import Target
from peviewer.app.session.background import Job
from peviewer.base.work import Work
from peviewer.figures.palette import Palette


class Foot(QWidget):
    """The target, a line, and the buttons; runs one export at a time.

    Parameters
    ----------
    folder : pathlib.Path
        Where files go at first.
    palette : Palette
        The window's colours.
    parent : QWidget, optional
        The dialog.
    """

    exported = Signal(str)
    """One line: what was written, or that nothing was."""

    def __init__(self, folder: Path, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("exportFoot")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.job: Job | None = None
        self.target = Target(folder)
        self.line = ProgressLine(palette)
        self.copying = QPushButton("Copy", autoDefault=False)
        self.closing = QPushButton("Close", autoDefault=False)
        self.exporting = QPushButton("Export")
        below = QVBoxLayout(self)
        below.setContentsMargins(MARGIN, 12, MARGIN, 14)
        below.setSpacing(10)
        below.addWidget(self.target)
        last = QHBoxLayout()
        last.setSpacing(8)
        last.addWidget(self.line, 1)
        for button in (self.copying, self.closing, self.exporting):
            last.addWidget(button)
        below.addLayout(last)
        self.line.cancelled.connect(self.cancel)

    def show_text(self, text: str, *, failed: bool = False) -> None:
        """Show a line, unless an export is under way."""
        if self.job is None:
            self.line.show_text(text, failed=failed)

    def run(self, work: Callable[[Work], object], target: Path) -> None:
        """Begin an export, off the window's thread."""
        job = self.job = Job(work, "export", self)
        job.done.connect(lambda _: self._end(f"Exported {target.name} to {target.parent}", file=target))
        job.failed.connect(lambda error: self._end(cause(error), failed=True))
        job.cancelled.connect(lambda: self._end("Cancelled: nothing was written"))
        job.progressed.connect(self.line.progress)
        self.line.begin(f"Exporting {target.name}")
        if self.window().focusWidget() is self.exporting:
            self.line.cancel.setFocus()
        self.exporting.setEnabled(False)
        job.start()

    def _end(self, text: str, *, failed: bool = False, file: Path | None = None) -> None:
        self.job = None
        self.exporting.setEnabled(True)
        if self.window().focusWidget() is self.line.cancel:
            self.exporting.setFocus()
        self.line.show_text(text, failed=failed, file=file)
        if not failed:
            self.exported.emit(text)

    def cancel(self) -> None:
        """Stop the export under way; nothing is left of it."""
        if self.job is not None:
            self.line.end()
            self.job.cancel()

    def finish(self) -> None:
        """Let go of the thread, before the application ends."""
        if self.job is not None:
            self.job.cancel()
            self.job.wait()
