"""Lines of text and of numbers, and which keys they leave to the window's shortcuts."""

from collections.abc import Collection

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

from peviewer.app.controls.validation import ValidationMark
from peviewer.base.numbers import MINUS
from peviewer.base.typed_values import read_numbers

# The most letters of a line that is typed.
MAX_LETTERS = 2000

# Milliseconds after the last key until the text is committed.
PAUSE_MS = 400


def _is_shortcut(event: QKeyEvent, *, is_edited: bool) -> bool:
    """Whether a key belongs to the window.

    Undo and redo do, unless the box holds a text that is being edited.
    """
    # Qt's keys on X11 for the end of the line, and for deleting up to there.
    is_key_of_x11 = event.key() in (Qt.Key.Key_E, Qt.Key.Key_K)
    if is_key_of_x11 and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
        return True
    if is_edited:
        return False
    keys = QKeySequence.StandardKey
    return event.matches(keys.Undo) or event.matches(keys.Redo)


def shortcut_override(
    event: QEvent, *, is_edited: bool, not_typed: Collection[Qt.Key] = ()
) -> bool | None:
    """Decide on a key before shortcuts see it: True if the box keeps it, False if the window does.

    The window also gets the keys in `not_typed`; the box keeps Escape while its text is edited.
    None for other events and keys, which are left to Qt.
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
    """A line whose text is searched for; any text in it counts as being edited."""

    @property
    def _is_edited(self) -> bool:
        return bool(self.text())


class LineBox(Line):
    """A line of text, committed after a pause in typing; or a row of numbers, committed at the end.

    If empty, its placeholder shows.
    """

    edited = Signal(object, str)
    """The user's text or numbers. Numbers that cannot be read are a text.

    The second argument is the key under which undo steps merge: empty, as these never do.
    """
    finished = Signal()
    """Return was pressed on a value that is allowed."""

    def __init__(self, name: str, *, is_text: bool = True) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setMinimumWidth(1)
        self._is_text = is_text
        self._value: str | tuple[float, ...] = "" if is_text else ()
        self._validation = ValidationMark(self)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._commit)
        self.textEdited.connect(self._begin_typing)
        self.editingFinished.connect(self._commit)

    def value(self) -> str | tuple[float, ...]:
        return self._value

    def set_value(self, value: str | tuple[float, ...]) -> None:
        """Show a value of the Document, without a signal.

        A text that is being edited stays, and so does a refused one while the value is the same.
        """
        keeps_typed_text = self.isModified() or (self._validation and value == self._value)
        self._value = value
        if not keeps_typed_text:
            self._show()

    def validation_error(self) -> str:
        return self._validation.message()

    def reject(self, value: str | tuple[float, ...], why: str) -> None:
        """Keep the typed text, marked, with one sentence beside it.

        `value` stays the last valid one.
        """
        self._value = value
        self._validation.mark(why)

    def clear_error(self, *, restore: bool = False) -> None:
        if self._validation and restore:
            self._show()
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
            self._show()
            self.selectAll()
            return
        super().keyPressEvent(event)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self._validation:
            self.finished.emit()

    @property
    def _is_edited(self) -> bool:
        return self.isModified() or bool(self._validation)

    def _begin_typing(self) -> None:
        self._validation.clear()
        if self._is_text:
            self._pause.start()

    def _show(self) -> None:
        self._pause.stop()
        self._validation.clear()
        shown = self._value
        if isinstance(shown, tuple):
            shown = ", ".join(
                repr(number).removesuffix(".0").replace("-", MINUS) for number in shown
            )
        if shown != self.text().strip():
            self.setText(shown)
            self.setCursorPosition(0)
        self.setModified(False)

    def _commit(self) -> None:
        self._pause.stop()
        if not self.isModified():
            return
        self.setModified(False)
        text = self.text().strip()
        numbers = None if self._is_text else read_numbers(text)
        typed = text if numbers is None else numbers
        if typed == self._value:
            self._show()
        else:
            self.edited.emit(typed, "")
            # The edit may have been refused after the old text was shown again.
            if self._validation:
                self.setText(text)
