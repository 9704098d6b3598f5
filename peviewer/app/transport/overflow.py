"""What the transport has no room for: the same choices, below a button."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QLabel, QMenu, QToolButton, QWidget, QWidgetAction

Rows = Sequence[tuple[str, QWidget]]
WIDTH = 170  # of its editors


class Overflow(QToolButton):
    """A button that opens a small form.

    Parameters
    ----------
    rows : sequence of (str, QWidget)
        What each editor is called, and the editor.
    """

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self.setObjectName("step")
        self.setToolTip("What moves, from where to where, how fast")
        self.setAccessibleName("More of playing")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        form = QWidget()
        lines = QFormLayout(form)
        lines.setContentsMargins(14, 12, 14, 12)
        lines.setHorizontalSpacing(12)
        lines.setVerticalSpacing(8)
        for text, widget in rows:
            label = QLabel(text)
            label.setObjectName("label")
            widget.setMinimumWidth(WIDTH)
            lines.addRow(label, widget)
        entry = QWidgetAction(self._menu)
        entry.setDefaultWidget(form)
        self._menu.addAction(entry)
        self.setMenu(self._menu)
