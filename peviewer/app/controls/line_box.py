"""LineBox: a line of text, told once it is not typed on for a while."""

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QLineEdit

from peviewer.app.controls.left_keys import claim

LONGEST = 2000
PAUSE_MS = 400  # without a key, after which what is typed counts


class LineBox(QLineEdit):
    """A line of text; an empty one stands for what its placeholder says.

    Parameters
    ----------
    name : str
        What is written, for screen readers.
    """

    edited = Signal(object, str)
    """The user's text, and an empty key."""
    finished = Signal()
    """Return was pressed."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setMaxLength(LONGEST)
        self.setMinimumWidth(1)
        self._value = ""
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._tell)
        self.textEdited.connect(lambda: self._pause.start())
        self.editingFinished.connect(self._tell)
        self.returnPressed.connect(self.finished)

    def value(self) -> str:
        """Return the text, without spaces around it."""
        return self.text().strip()

    def set_value(self, value: str) -> None:
        """Show a text; emits nothing, and leaves one that is being typed alone."""
        if not self._pause.isActive() and value != self.value():
            self.setText(value)
            self.setCursorPosition(0)
        self._value = value

    def event(self, event: QEvent) -> bool:
        """Leave to the window's shortcuts what is theirs."""
        claimed = claim(event, is_open=self.isModified())
        return super().event(event) if claimed is None else claimed

    def _tell(self) -> None:
        self._pause.stop()
        if self.value() != self._value:
            self._value = self.value()
            self.edited.emit(self._value, "")
