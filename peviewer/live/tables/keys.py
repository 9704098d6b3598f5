"""The keys that tables understand, and the command that copies cells."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

Key = Qt.Key
KEYS_OF_TABLES = (
    Key.Key_Left,
    Key.Key_Right,
    Key.Key_Up,
    Key.Key_Down,
    Key.Key_Home,
    Key.Key_End,
    Key.Key_PageUp,
    Key.Key_PageDown,
)


def takes_key(event: QEvent) -> bool:
    """Whether a table understands a key; that is asked before the window's shortcuts."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    return event.key() in KEYS_OF_TABLES or event.matches(QKeySequence.StandardKey.Copy)


def is_typed(event: QKeyEvent) -> bool:
    """Whether a key types a sign, which is the window's, as tables are not searched."""
    return bool(event.text()) and event.text().isprintable()


def copy_action(table: QWidget) -> QAction:
    return QAction("Copy cells", table, shortcut=QKeySequence(QKeySequence.StandardKey.Copy))
