"""Keys that a box for numbers leaves to the window's shortcuts, where a line of text would take them."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence


def is_left(event: QKeyEvent, *, is_open: bool) -> bool:
    """Return whether a key is the window's; undoing is the box's only while something is half typed in it."""
    if event.modifiers() == Qt.KeyboardModifier.ControlModifier and event.key() == Qt.Key.Key_E:
        return True  # to the end of the line, where keys are as X11 has them
    undoing = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
    return not is_open and any(map(event.matches, undoing))
