"""What the transport has no room for: the same choices, below a button."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
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
        self._menu = QMenu(self)
        self.form = QWidget()
        lines = QFormLayout(self.form)
        lines.setContentsMargins(14, 12, 14, 12)
        lines.setHorizontalSpacing(12)
        lines.setVerticalSpacing(8)
        for text, widget in rows:
            label = QLabel(text)
            label.setObjectName("label")
            label.setBuddy(widget)
            widget.setMinimumWidth(WIDTH)
            lines.addRow(label, widget)
        entry = QWidgetAction(self._menu)
        entry.setDefaultWidget(self.form)
        self._menu.addAction(entry)
        self.clicked.connect(self.open)

    def open(self) -> None:
        """Show the form above the button; the window goes on meanwhile, as what plays does."""
        size = self._menu.sizeHint()
        self._menu.popup(self.mapToGlobal(QPoint(self.width() - size.width(), -size.height())))
        self.form.setFocus()
