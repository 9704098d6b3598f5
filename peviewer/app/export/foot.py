"""The foot of the Export dialog: where the file goes, what became of it, and the export under way."""

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QDir, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from peviewer.app.export.preview import MARGIN
from peviewer.app.export.transfer import failure_text
from peviewer.app.look.tooltips import set_tooltip
from peviewer.app.session.background import Job
from peviewer.base.work import Work, time_left
from peviewer.figures.palette import Palette

FOLDER_WIDTH = 220


class Target(QWidget):
    """The file's name, and its folder as a button that asks for another."""

    suffixTyped = Signal(str)
    """The user wrote a name with another extension."""

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._suggested = ""
        self._suffix = ""
        self.name = QLineEdit()
        self.name.setAccessibleName("File name")
        self.folder_button = QPushButton(autoDefault=False)
        self.folder_button.setMaximumWidth(FOLDER_WIDTH)
        self._label = QLabel("File")
        self._label.setBuddy(self.name)
        self._label.setMinimumWidth(self._label.fontMetrics().horizontalAdvance("Folder"))
        self._in_label = QLabel("in")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(10)
        line.addWidget(self._label)
        line.addWidget(self.name, 1)
        line.addWidget(self._in_label)
        line.addWidget(self.folder_button)
        self.name.editingFinished.connect(self._on_edited)
        self.folder_button.clicked.connect(self._choose)
        self._name_folder()

    @property
    def folder(self) -> Path:
        return self._folder

    @property
    def path(self) -> Path:
        """The file; a name with slashes counts from the folder."""
        return self._folder / Path(self.name.text().strip()).expanduser()

    def suggest(self, stem: str, suffix: str) -> None:
        """Propose a name; one that the user wrote keeps all but its extension."""
        self._label.setText("File" if suffix else "Folder")
        own = self.name.text() != self._suggested
        self._suggested, self._suffix = stem + suffix, suffix
        written = Path(self.name.text().strip())
        if own and written.name:
            self.name.setText(str(written.with_suffix(suffix)))
        else:
            self.name.setText(self._suggested)

    def may_write(self, path: Path) -> bool:
        """Whether the file may be written: there is none yet, or the user agrees to replace it."""
        if not os.path.exists(path):  # a name that the system does not take is no file: the writer says why
            return True
        box = QMessageBox(QMessageBox.Icon.NoIcon, "Replace file", "", parent=self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(f"{path.name} is already in {shortened(path.parent)}.")
        lost = "Files of the same names in it are replaced" if path.is_dir() else "Replacing it cannot be undone"
        box.setInformativeText(f"{lost}.")
        replacing = box.addButton("Replace", QMessageBox.ButtonRole.DestructiveRole)
        keeping = box.addButton("Keep it", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keeping)
        box.setEscapeButton(keeping)
        box.exec()
        box.deleteLater()  # else it stays as long as the dialog
        return box.clickedButton() is replacing

    def _on_edited(self) -> None:
        path = Path(self.name.text().strip()).expanduser()
        if path.is_absolute() and path.parent.is_dir():
            self._folder = path.parent
            self.name.setText(path.name)
            self._name_folder()
        if not path.name:
            self.name.setText(self._suggested)
        elif path.suffix.lower() != self._suffix:
            self.suffixTyped.emit(path.suffix.lower())

    def complete(self) -> None:
        """Put the extension behind a name that has none, or one of no format."""
        written = self.name.text().strip()
        if written and not written.lower().endswith(self._suffix):
            self.name.setText(written + self._suffix)

    def _choose(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, "Export into", str(self._folder))
        if chosen:
            self._folder = Path(chosen)
            self._name_folder()

    def _name_folder(self) -> None:
        text = shortened(self._folder).replace("&", "&&")
        room = self.folder_button.maximumWidth() - 36
        metrics = self.folder_button.fontMetrics()
        self.folder_button.setText(metrics.elidedText(text, Qt.TextElideMode.ElideLeft, room))
        set_tooltip(self.folder_button, f"{self._folder}\nChoose another folder")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._in_label.setVisible(self.width() > 380)


def shortened(folder: Path) -> str:
    """Write a folder with ``~`` for the user's own."""
    home = Path(QDir.homePath())
    return f"~/{folder.relative_to(home)}" if folder != home and folder.is_relative_to(home) else str(folder)


STEPS = 1000  # of the progress bar


class ProgressLine(QWidget):
    """Shows one line of text, or progress."""

    cancelled = Signal()
    """The user wants the work to stop."""

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = QLabel(wordWrap=True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.label.setObjectName("exportLine")
        self.bar = QProgressBar(textVisible=False, maximum=0)
        self.bar.setFixedWidth(160)
        self.cancel = QPushButton("Cancel", autoDefault=False)
        self.show_button = QPushButton("Show in folder", autoDefault=False)
        self._file: Path | None = None
        self._palette, self._failed = palette, False
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(12)
        for part in (self.bar, self.label, self.cancel, self.show_button):
            line.addWidget(part)
        self.show_button.clicked.connect(self._show_folder)
        self.cancel.clicked.connect(self.cancelled)
        self.show_button.hide()
        self._show_work(False)

    def show_text(self, text: str, *, failed: bool = False, file: Path | None = None) -> None:
        """Show what was done, with the way to the file's folder; or in the colour of a fault what could not be."""
        self._show_work(False)
        self._file = file
        self.show_button.setVisible(file is not None)
        self._failed = failed
        self.label.setText(text)
        self.set_palette(self._palette)

    def begin(self, text: str) -> None:
        """Show that work has begun; how much of it there is comes later."""
        self.show_text(text)
        self._text = text
        self.bar.setMaximum(0)
        self._show_work(True)

    def progress(self, share: float, seconds: float) -> None:
        """Show how much is done, and how long the rest will take."""
        self.bar.setMaximum(STEPS)
        self.bar.setValue(round(share * STEPS))
        self.label.setText(" · ".join(filter(None, (self._text, f"{share:.0%}", time_left(seconds)))))

    def end(self) -> None:
        """Show that the work will stop."""
        self.label.setText("Stopping…")
        self.cancel.setEnabled(False)

    def set_palette(self, palette: Palette) -> None:
        self._palette = palette
        self.label.setStyleSheet(f"color: {palette.fails if self._failed else palette.secondary}")

    def _show_folder(self) -> None:
        if self._file is None:
            return
        folder = self._file.parent.absolute()
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            self.show_text(f"No program here opens folders: the file is in {folder}")

    def _show_work(self, shown: bool) -> None:
        self.bar.setVisible(shown)
        self.cancel.setVisible(shown)
        self.cancel.setEnabled(True)


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
        self.copy_button = QPushButton("Copy", autoDefault=False)
        self.close_button = QPushButton("Close", autoDefault=False)
        self.export_button = QPushButton("Export")
        below = QVBoxLayout(self)
        below.setContentsMargins(MARGIN, 12, MARGIN, 14)
        below.setSpacing(10)
        below.addWidget(self.target)
        last = QHBoxLayout()
        last.setSpacing(8)
        last.addWidget(self.line, 1)
        for button in (self.copy_button, self.close_button, self.export_button):
            last.addWidget(button)
        below.addLayout(last)
        self.line.cancelled.connect(self.cancel)

    def show_text(self, text: str, *, failed: bool = False) -> None:
        if self.job is None:
            self.line.show_text(text, failed=failed)

    def run(self, work: Callable[[Work], object], target: Path) -> None:
        """Begin an export, off the window's thread."""
        job = self.job = Job(work, "export", self)
        job.done.connect(lambda _: self._end(f"Exported {target.name} to {target.parent}", file=target))
        job.failed.connect(lambda error: self._end(failure_text(error), failed=True))
        job.cancelled.connect(lambda: self._end("Cancelled: nothing was written"))
        job.progressed.connect(self.line.progress)
        self.line.begin(f"Exporting {target.name}")
        if self.window().focusWidget() is self.export_button:
            self.line.cancel.setFocus()
        self.export_button.setEnabled(False)
        job.start()

    def _end(self, text: str, *, failed: bool = False, file: Path | None = None) -> None:
        self.job = None
        self.export_button.setEnabled(True)
        if self.window().focusWidget() is self.line.cancel:
            self.export_button.setFocus()
        self.line.show_text(text, failed=failed, file=file)
        if not failed:
            self.exported.emit(text)

    def cancel(self) -> None:
        """Stop the export under way; nothing is left of it."""
        if self.job is not None:
            self.line.end()
            self.job.cancel()

    def finish(self) -> None:
        """Stop the thread, before the application ends."""
        if self.job is not None:
            self.job.cancel()
            self.job.wait()
