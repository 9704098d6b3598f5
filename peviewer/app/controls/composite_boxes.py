"""A switch with a line for a text of one's own in place of what is shown otherwise."""

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from peviewer.app.controls.choice import ChoiceBox
from peviewer.app.controls.text_boxes import LONGEST, LineBox


class TextSwitch(QWidget):
    """On, off, or on with a text of one's own.

    Parameters
    ----------
    title : str
        What is switched: ``"Caption"``.
    """

    edited = Signal(object, str)
    """True, False or the text, as the user wants it, and an empty key."""
    finished = Signal()
    """It was switched by the mouse, or Return was pressed."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.switch, self.line = QCheckBox(title), QLineEdit(placeholderText="Its own", maxLength=LONGEST)
        self.switch.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # after a click Space would switch it back
        self.line.setAccessibleName(f"{title}: text in its place")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.switch)
        row.addWidget(self.line, 1)
        self.setFocusProxy(self.switch)
        self.switch.clicked.connect(self._switched)
        self.line.textEdited.connect(self._typed)
        self.line.returnPressed.connect(self.finished)

    def value(self) -> bool | str:
        """Return the text; without one, whether it is on."""
        return self.switch.isChecked() and (self.line.text().strip() or True)

    def set_value(self, value: bool | str) -> None:
        """Show whether it is on, and the text; emits nothing."""
        self.switch.setChecked(bool(value))
        # A text that is only switched off may be wanted again; one that is being typed keeps its spaces.
        if isinstance(value, str) and value != self.line.text().strip():
            self.line.setText(value)

    def isChecked(self) -> bool:
        """Return whether it is on."""
        return self.switch.isChecked()

    def _switched(self) -> None:
        self.edited.emit(self.value(), "")
        self.finished.emit()

    def _typed(self) -> None:
        self.switch.setChecked(True)
        self.edited.emit(self.value(), "")


class KeyedBox(QWidget):
    """A key that is chosen, and what is written of it; nothing at first.

    Parameters
    ----------
    name : str
        What the key is, for screen readers.
    """

    edited = Signal(object, str)
    """``key=text`` as the user wants it, or an empty text; and an empty key."""
    finished = Signal()
    """A key was chosen by the mouse, or Return was pressed."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.keys, self.line = ChoiceBox({}, name), LineBox(f"{name}: values")
        self.line.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.keys)
        column.addWidget(self.line)
        self.setFocusProxy(self.keys)
        self.keys.edited.connect(self._choose)
        self.line.edited.connect(lambda text, _: self.edited.emit(f"{_key(self.keys.value())}={text}", ""))
        self.keys.finished.connect(self.finished)
        self.line.finished.connect(self.finished)

    def offer(self, labels: Mapping[str, str]) -> None:
        """Let these be chosen: what is written of each at first, as ``key=text``, and what it is called."""
        self.keys.offer(labels)

    def value(self) -> str:
        """Return ``key=text``, or an empty text where no key is chosen."""
        key = _key(self.keys.value())
        return f"{key}={self.line.value()}" if key else ""

    def set_value(self, value: str) -> None:
        """Show a key and its text; emits nothing."""
        rows = {_key(self.keys.itemData(row)): row for row in range(self.keys.count())}
        self.keys.setCurrentIndex(rows.get(_key(value), 0))
        self.line.set_value(value.partition("=")[2])
        self.line.setVisible(bool(value))

    def _choose(self, offered: object, _key: str) -> None:
        self.set_value(str(offered))
        self.edited.emit(offered, "")


def _key(written: str) -> str:
    return written.partition("=")[0]


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
