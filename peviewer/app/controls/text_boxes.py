"""Lines of text and of numbers, and which keys they leave to the window's shortcuts."""

from collections.abc import Collection

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

from peviewer.app.controls.validation import ValidationMark
from peviewer.base.parameters import Specification, requirement
from peviewer.base.words import MINUS, read_numbers

LONGEST = 2000
PAUSE_MS = 400  # after the last key, until the text is committed


def _is_shortcut(event: QKeyEvent, *, is_edited: bool) -> bool:
    """Whether a key belongs to the window; undo does unless the box holds a text that is being edited."""
    if event.modifiers() == Qt.KeyboardModifier.ControlModifier and event.key() in (Qt.Key.Key_E, Qt.Key.Key_K):
        return True  # Qt's keys on X11 for the end of the line, and for deleting up to there
    return not is_edited and (
        event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)
    )


def shortcut_override(event: QEvent, *, is_edited: bool, not_typed: Collection[Qt.Key] = ()) -> bool | None:
    """Decide on a key before shortcuts see it: True where the box keeps it, False where the window gets it.

    The window also gets the keys in `not_typed`; the box keeps Escape while its text is edited. None for other events
    and keys, which are left to Qt.
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


class Line(QLineEdit):
    """A line of text; while its text is not edited, undo is the window's."""

    @property
    def _is_edited(self) -> bool:
        return self.isModified()

    def event(self, event: QEvent) -> bool:
        decision = shortcut_override(event, is_edited=self._is_edited)
        return super().event(event) if decision is None else decision


class SearchBox(Line):
    """A line that is searched for."""

    @property
    def _is_edited(self) -> bool:
        return bool(self.text())


class LineBox(Line):
    """A line of text that is committed after a pause in typing; if empty, its placeholder shows the default."""

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
        return self.text().strip()

    def set_value(self, value: str) -> None:
        """Show a text, unless one is being typed; emits nothing."""
        if not self._pause.isActive() and value != self.value():
            self.setText(value)
            self.setCursorPosition(0)
        self._value = value

    def _commit(self) -> None:
        self._pause.stop()
        if self.value() != self._value:
            self._value = self.value()
            self.edited.emit(self._value, "")


class NumbersBox(Line):
    """Numbers with commas between them; what cannot be read is marked with a validation error."""

    edited = Signal(object, str)
    """The user's new numbers, a tuple, and an empty key."""
    rejected = Signal(str)
    """What was typed is not allowed; one line says why."""
    finished = Signal()
    """Return was pressed on numbers that are allowed."""

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
        return self._value

    def set_value(self, value: tuple[float, ...]) -> None:
        """Show numbers of the Document; emit nothing, and keep a text that is being edited."""
        if not self.isModified() and not (self._validation and value == self._value):
            self._show(value)
        self._value = value

    def validation_error(self) -> str:
        return self._validation.message()

    def reject(self, value: tuple[float, ...], why: str) -> None:
        """Keep the typed text, marked, with one sentence beside it; `value` stays the last valid numbers."""
        self._value = value
        self._validation.mark(why)

    def clear_error(self, *, restore: bool = False) -> None:
        if self._validation and restore:
            self._show(self._value)
        self._validation.clear()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.clear_error(restore=True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show the start of a row that is too long."""
        super().focusOutEvent(event)
        self.setCursorPosition(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
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
