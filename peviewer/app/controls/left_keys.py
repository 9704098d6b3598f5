"""Keys that a box for numbers leaves to the window's shortcuts, where a line of text would take them."""

from collections.abc import Collection

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence


def _is_left(event: QKeyEvent, *, is_open: bool) -> bool:
    """Return whether a key is the window's; undoing is the box's only while something is half typed in it."""
    if event.modifiers() == Qt.KeyboardModifier.ControlModifier and event.key() in (Qt.Key.Key_E, Qt.Key.Key_K):
        return True  # to the end of the line, or deletes up to there, where keys are as X11 has them
    undoing = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
    return not is_open and any(map(event.matches, undoing))


def claim(event: QEvent, *, is_open: bool, never: Collection[Qt.Key] = ()) -> bool | None:
    """Decide on a key before shortcuts see it: True where the box keeps it, False where it is theirs.

    Keys that are `never` typed are the window's too; Escape is the box's while there is something to put back.
    None, and nothing is done, where the event is no such question, or is left to Qt.
    """
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return None
    if event.key() in never or _is_left(event, is_open=is_open):
        event.ignore()
        return False
    if event.key() == Qt.Key.Key_Escape and is_open:
        event.accept()
        return True
    return None
