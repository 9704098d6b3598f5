"""KeyedBox: what a text is about, chosen from a list, and the text: ``encoding.base=1e2,1e4`` in two boxes."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from peviewer.app.controls.choice import ChoiceBox
from peviewer.app.controls.line_box import LineBox


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
