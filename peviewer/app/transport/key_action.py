"""Actions on keys that a focused button or combo box needs for itself."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox


class KeyAction(QAction):
    """An action whose key leaves a focused button or combo box its own meaning of Space."""

    def event(self, event: QEvent) -> bool:
        """Press the focused button instead, where Space was hit on one."""
        focused = QApplication.focusWidget()
        space = self.shortcut() == QKeySequence(Qt.Key.Key_Space)
        if event.type() == QEvent.Type.Shortcut and space:
            if isinstance(focused, QAbstractButton):
                focused.click()
                return True
            if isinstance(focused, QComboBox):
                focused.showPopup()
                return True
        return super().event(event)
