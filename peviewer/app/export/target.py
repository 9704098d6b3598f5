"""Where an export goes: a file name that follows what is shown until the user writes one, and a folder."""

import os
from pathlib import Path

from PySide6.QtCore import QDir, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QLineEdit, QMessageBox, QPushButton, QWidget

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
        self._into = QLabel("in")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(10)
        line.addWidget(self._label)
        line.addWidget(self.name, 1)
        line.addWidget(self._into)
        line.addWidget(self.folder_button)
        self.name.editingFinished.connect(self._on_edited)
        self.folder_button.clicked.connect(self._choose)
        self._name_folder()

    @property
    def folder(self) -> Path:
        """The folder."""
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
        """Whether nothing is lost: no such file yet, or the user says that it may be replaced."""
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
        self.folder_button.setToolTip(f"{self._folder}\nChoose another folder")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what there is no room for."""
        super().resizeEvent(event)
        self._into.setVisible(self.width() > 380)


def shortened(folder: Path) -> str:
    """Write a folder with ``~`` for the user's own."""
    home = Path(QDir.homePath())
    return f"~/{folder.relative_to(home)}" if folder != home and folder.is_relative_to(home) else str(folder)
