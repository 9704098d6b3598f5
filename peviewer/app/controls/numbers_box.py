"""NumbersBox: a row of numbers, typed with commas between them."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit

from peviewer.app.controls.left_keys import claim
from peviewer.app.controls.refused import Refused
from peviewer.base.parameters import Specification, requirement
from peviewer.base.words import MINUS, read_numbers


class NumbersBox(QLineEdit):
    """A row of numbers; what is none is refused, and stays to be mended.

    Parameters
    ----------
    spec : Specification
        What the field's declaration says.
    """

    edited = Signal(object, str)
    """The user's new numbers, a tuple, and an empty key."""
    refused = Signal(str)
    """What was typed is not allowed; one line says what is."""
    finished = Signal()
    """Return was pressed on numbers that are allowed: the user is through with them."""

    def __init__(self, spec: Specification) -> None:
        super().__init__()
        self._spec = spec
        self._value: tuple[float, ...] = ()
        self._refused = Refused(self)
        self.setAccessibleName(spec.title)
        self.setPlaceholderText("0, −0.5, −1 …")
        self.textEdited.connect(lambda: self._refused.clear())
        self.editingFinished.connect(self._commit)
        self.set_value(spec.default)

    def value(self) -> tuple[float, ...]:
        """Return the numbers shown."""
        return self._value

    def set_value(self, value: tuple[float, ...]) -> None:
        """Show numbers, as the Document has them; emits nothing, and leaves half-typed text alone."""
        stays = self.isModified() and self.hasFocus()
        if not stays and not (self._refused and value == self._value):
            self._show(value)
        self._value = value

    def refusal(self) -> str:
        """Return why what was typed is refused; empty if it is not."""
        return self._refused.why()

    def refuse(self, value: tuple[float, ...], why: str) -> None:
        """Keep what was typed in place of the numbers there still are, marked, with one sentence beside it."""
        self._value = value
        self._refused.mark(why)

    def mend(self, *, put_back: bool = False) -> None:
        """No longer mark what was typed; on request put the numbers back."""
        if self._refused and put_back:
            self._show(self._value)
        self._refused.clear()

    def hideEvent(self, event: QHideEvent) -> None:
        """Put the numbers back in place of what was refused: nobody is there to mend it."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.mend(put_back=True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show the start of a row that has no room."""
        super().focusOutEvent(event)
        self.setCursorPosition(0)

    def event(self, event: QEvent) -> bool:
        """Leave to the window's shortcuts what is theirs, but keep Escape while there is something to put back."""
        claimed = claim(event, is_open=self._is_open)
        return super().event(event) if claimed is None else claimed

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Put the numbers back on Escape, finish them on Return."""
        key = event.key()
        if key == Qt.Key.Key_Escape and self._is_open:
            self._show(self._value)
            self.selectAll()
            return
        super().keyPressEvent(event)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self._refused:
            self.finished.emit()

    @property
    def _is_open(self) -> bool:
        """Whether something else is typed than the numbers there are."""
        return self.isModified() or bool(self._refused)

    def _show(self, value: tuple[float, ...]) -> None:
        self._refused.clear()
        self.setText(", ".join(repr(number).removesuffix(".0").replace("-", MINUS) for number in value))
        self.setCursorPosition(0)

    def _commit(self) -> None:
        if not self.isModified():
            return
        typed = read_numbers(self.text())
        self.setModified(False)
        if typed is None:
            self.refuse(self._value, requirement(self._spec))
            self.refused.emit(self.refusal())
            return
        typed = tuple(map(float, typed))
        changed = typed != self._value
        self.set_value(typed)
        if changed:
            self.edited.emit(typed, "")
