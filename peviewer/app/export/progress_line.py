"""The line below the choices: what was done or could not be, or how far it is, with Cancel."""

from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QSizePolicy, QWidget

from peviewer.base.work import time_left
from peviewer.figures.palette import Palette

STEPS = 1000


class ProgressLine(QWidget):
    """Says one line, or shows progress."""

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
        self.showing = QPushButton("Show in folder", autoDefault=False)
        self._file: Path | None = None
        self._palette, self._failed = palette, False
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(12)
        for part in (self.bar, self.label, self.cancel, self.showing):
            line.addWidget(part)
        self.showing.clicked.connect(self._show_folder)
        self.cancel.clicked.connect(self.cancelled)
        self.showing.hide()
        self._show_work(False)

    def show_text(self, text: str, *, failed: bool = False, file: Path | None = None) -> None:
        """Show what was done, with the way to the file's folder; or in the colour of a fault what could not be."""
        self._show_work(False)
        self._file = file
        self.showing.setVisible(file is not None)
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
        """Say that the work is asked to stop."""
        self.label.setText("Stopping…")
        self.cancel.setEnabled(False)

    def set_palette(self, palette: Palette) -> None:
        """Recolour the line."""
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
