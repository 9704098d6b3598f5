"""A file that is chosen: a button with its name, which asks for another one, and one that takes it away."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QWidget

NONE = "None"


class FileBox(QWidget):
    """A file that exists, or none.

    Parameters
    ----------
    title : str
        What it is: ``"Template"``.
    patterns : str
        Which files can be chosen: ``"*.pptx *.potx"``.
    """

    edited = Signal(object, str)
    """The file's path or None, as the user wants it, and an empty key."""
    finished = Signal()
    """A file was chosen, or taken away."""

    def __init__(self, title: str, patterns: str) -> None:
        super().__init__()
        self._title, self._patterns, self._value = title, patterns, ""
        self.choosing = QPushButton(NONE, autoDefault=False)
        self.clearing = QPushButton("Remove", autoDefault=False)
        for button in (self.choosing, self.clearing):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.choosing, 1)
        line.addWidget(self.clearing)
        self.setFocusProxy(self.choosing)
        self.choosing.clicked.connect(self._choose)
        self.clearing.clicked.connect(lambda: self._edit(""))
        self.set_value("")

    def value(self) -> str | None:
        """Return the path; None where there is none."""
        return self._value or None

    def set_value(self, value: str | None) -> None:
        """Show a file; emits nothing."""
        self._value = value or ""
        name = Path(self._value).name or NONE
        room = self.choosing.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, 150)
        self.choosing.setText(room.replace("&", "&&"))
        self.choosing.setAccessibleName(f"{self._title}: {name}")
        self.clearing.setVisible(bool(self._value))

    def _choose(self) -> None:
        folder = str(Path(self._value).parent) if self._value else ""
        chosen, _ = QFileDialog.getOpenFileName(self.window(), self._title, folder, f"{self._title} ({self._patterns})")
        if chosen:
            self._edit(chosen)

    def _edit(self, value: str) -> None:
        self.set_value(value)
        self.edited.emit(self.value(), "")
        self.finished.emit()
