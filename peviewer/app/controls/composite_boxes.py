"""Editors of several widgets: a switch with a text, a file with two buttons."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QLineEdit, QPushButton, QWidget

from peviewer.app.controls.text_boxes import LONGEST
from peviewer.app.look.layouts import in_row

NONE = "None"


class TextSwitch(QWidget):
    """A check box and a line: off, on, or on with a text of one's own."""

    edited = Signal(object, str)  # true, False or the text, as the user wants it, and an empty key
    finished = Signal()  # it was switched by the mouse, or Return was pressed

    def __init__(self, title: str) -> None:
        super().__init__()
        self.switch, self.line = QCheckBox(title), QLineEdit(placeholderText="Its own", maxLength=LONGEST)
        self.switch.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # after a click Space would switch it back
        self.line.setAccessibleName(f"{title}: text in its place")
        in_row(self.switch, (self.line, 1), inside=self, margins=(0, 0, 0, 0), spacing=8)
        self.setFocusProxy(self.switch)
        self.switch.clicked.connect(self._switched)
        self.line.textEdited.connect(self._typed)
        self.line.returnPressed.connect(self.finished)

    def value(self) -> bool | str:
        return self.switch.isChecked() and (self.line.text().strip() or True)

    def set_value(self, value: bool | str) -> None:
        self.switch.setChecked(bool(value))
        # Switched off, the text stays for the next time; while it is typed, its spaces stay.
        if isinstance(value, str) and value != self.line.text().strip():
            self.line.setText(value)

    def isChecked(self) -> bool:
        return self.switch.isChecked()

    def _switched(self) -> None:
        self.edited.emit(self.value(), "")
        self.finished.emit()

    def _typed(self) -> None:
        self.switch.setChecked(True)
        self.edited.emit(self.value(), "")


class FileBox(QWidget):
    """A file that is chosen in a dialog, or none; `patterns` are as in ``"*.pptx *.potx"``."""

    edited = Signal(object, str)  # the file's path or None, as the user wants it, and an empty key
    finished = Signal()  # a file was chosen or removed

    def __init__(self, title: str, patterns: str) -> None:
        super().__init__()
        self._title, self._patterns, self._value = title, patterns, ""
        self.choose_button = QPushButton(NONE, autoDefault=False)
        self.remove_button = QPushButton("Remove", autoDefault=False)
        for button in (self.choose_button, self.remove_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        in_row((self.choose_button, 1), self.remove_button, inside=self, margins=(0, 0, 0, 0), spacing=8)
        self.setFocusProxy(self.choose_button)
        self.choose_button.clicked.connect(self._choose)
        self.remove_button.clicked.connect(lambda: self._edit(""))
        self.set_value("")

    def value(self) -> str | None:
        return self._value or None

    def set_value(self, value: str | None) -> None:
        self._value = value or ""
        name = Path(self._value).name or NONE
        shown = self.choose_button.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, 150)
        self.choose_button.setText(shown.replace("&", "&&"))
        self.choose_button.setAccessibleName(f"{self._title}: {name}")
        self.remove_button.setVisible(bool(self._value))

    def _choose(self) -> None:
        folder = str(Path(self._value).parent) if self._value else ""
        chosen, _ = QFileDialog.getOpenFileName(self.window(), self._title, folder, f"{self._title} ({self._patterns})")
        if chosen:
            self._edit(chosen)

    def _edit(self, value: str) -> None:
        self.set_value(value)
        self.edited.emit(self.value(), "")
        self.finished.emit()
