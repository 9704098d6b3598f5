"""A switch with a line for a text of one's own in place of what is shown otherwise."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QWidget

LONGEST = 2000


class WordedSwitch(QWidget):
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
