"""Keys that a box for numbers leaves to the window's shortcuts, where a line of text would take them."""

from collections.abc import Collection

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

from peviewer.app.controls.validation import ValidationMark
from peviewer.base.parameters import Specification, requirement
from peviewer.base.words import MINUS, read_numbers


def _is_shortcut(event: QKeyEvent, *, is_edited: bool) -> bool:
    """Return whether a key is the window's; undoing is the box's only while something is half typed in it."""
    if event.modifiers() == Qt.KeyboardModifier.ControlModifier and event.key() in (Qt.Key.Key_E, Qt.Key.Key_K):
        return True  # to the end of the line, or deletes up to there, where keys are as X11 has them
    undoing = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
    return not is_edited and any(map(event.matches, undoing))


def shortcut_override(event: QEvent, *, is_edited: bool, not_typed: Collection[Qt.Key] = ()) -> bool | None:
    """Decide on a key before shortcuts see it: True where the box keeps it, False where it is theirs.

    Keys that are `never` typed are the window's too; Escape is the box's while there is something to put back.
    None, and nothing is done, where the event is no such question, or is left to Qt.
    """
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return None
    if event.key() in not_typed or _is_shortcut(event, is_edited=is_edited):
        event.ignore()
        return False
    if event.key() == Qt.Key.Key_Escape and is_edited:
        event.accept()
        return True
    return None


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
        self._pause.timeout.connect(self._commit)
        self.textEdited.connect(lambda: self._pause.start())
        self.editingFinished.connect(self._commit)
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
        kept = shortcut_override(event, is_edited=self.isModified())
        return super().event(event) if kept is None else kept

    def _commit(self) -> None:
        self._pause.stop()
        if self.value() != self._value:
            self._value = self.value()
            self.edited.emit(self._value, "")


class NumbersBox(QLineEdit):
    """A row of numbers; what is none is refused, and stays to be mended.

    Parameters
    ----------
    spec : Specification
        What the field's declaration says.
    """

    edited = Signal(object, str)
    """The user's new numbers, a tuple, and an empty key."""
    rejected = Signal(str)
    """What was typed is not allowed; one line says what is."""
    finished = Signal()
    """Return was pressed on numbers that are allowed: the user is through with them."""

    def __init__(self, spec: Specification) -> None:
        super().__init__()
        self._spec = spec
        self._value: tuple[float, ...] = ()
        self._validation = ValidationMark(self)
        self.setAccessibleName(spec.title)
        self.setPlaceholderText("0, −0.5, −1 …")
        self.textEdited.connect(lambda: self._validation.clear())
        self.editingFinished.connect(self._commit)
        self.set_value(spec.default)

    def value(self) -> tuple[float, ...]:
        """Return the numbers shown."""
        return self._value

    def set_value(self, value: tuple[float, ...]) -> None:
        """Show numbers, as the Document has them; emits nothing, and leaves half-typed text alone."""
        stays = self.isModified() and self.hasFocus()
        if not stays and not (self._validation and value == self._value):
            self._show(value)
        self._value = value

    def validation_error(self) -> str:
        """Return why what was typed is refused; empty if it is not."""
        return self._validation.why()

    def reject(self, value: tuple[float, ...], why: str) -> None:
        """Keep what was typed in place of the numbers there still are, marked, with one sentence beside it."""
        self._value = value
        self._validation.mark(why)

    def clear_error(self, *, restore: bool = False) -> None:
        """No longer mark what was typed; on request put the numbers back."""
        if self._validation and restore:
            self._show(self._value)
        self._validation.clear()

    def hideEvent(self, event: QHideEvent) -> None:
        """Put the numbers back in place of what was refused: nobody is there to mend it."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.clear_error(restore=True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show the start of a row that has no room."""
        super().focusOutEvent(event)
        self.setCursorPosition(0)

    def event(self, event: QEvent) -> bool:
        """Leave to the window's shortcuts what is theirs, but keep Escape while there is something to put back."""
        kept = shortcut_override(event, is_edited=self._is_edited)
        return super().event(event) if kept is None else kept

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Put the numbers back on Escape, finish them on Return."""
        key = event.key()
        if key == Qt.Key.Key_Escape and self._is_edited:
            self._show(self._value)
            self.selectAll()
            return
        super().keyPressEvent(event)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self._validation:
            self.finished.emit()

    @property
    def _is_edited(self) -> bool:
        """Whether something else is typed than the numbers there are."""
        return self.isModified() or bool(self._validation)

    def _show(self, value: tuple[float, ...]) -> None:
        self._validation.clear()
        self.setText(", ".join(repr(number).removesuffix(".0").replace("-", MINUS) for number in value))
        self.setCursorPosition(0)

    def _commit(self) -> None:
        if not self.isModified():
            return
        typed = read_numbers(self.text())
        self.setModified(False)
        if typed is None:
            self.reject(self._value, requirement(self._spec))
            self.rejected.emit(self.validation_error())
            return
        typed = tuple(map(float, typed))
        changed = typed != self._value
        self.set_value(typed)
        if changed:
            self.edited.emit(typed, "")
