"""What the transport has no room for: the same choices, below a button."""

from collections.abc import Callable, Sequence
from functools import cached_property

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFormLayout, QLabel, QMenu, QToolButton, QWidget, QWidgetAction

Rows = Sequence[tuple[str, QWidget]]
WIDTH = 170  # of its editors


class Overflow(QToolButton):
    """A button that opens a small form.

    Parameters
    ----------
    rows : callable
        Makes the editors, each with what it is called, when they are first asked for.
    """

    def __init__(self, rows: Callable[[], Rows]) -> None:
        super().__init__()
        self._rows = rows
        self.setObjectName("step")
        self.setToolTip("What moves, from where to where, how fast")
        self.setAccessibleName("More of playing")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._menu = QMenu(self)
        self.clicked.connect(self.open)

    @cached_property
    def form(self) -> QWidget:
        """The editors, with their labels."""
        form = QWidget()
        lines = QFormLayout(form)
        lines.setContentsMargins(14, 12, 14, 12)
        lines.setHorizontalSpacing(12)
        lines.setVerticalSpacing(8)
        for text, widget in self._rows():
            label = QLabel(text)
            label.setObjectName("label")
            label.setBuddy(widget)
            widget.setMinimumWidth(WIDTH)
            lines.addRow(label, widget)
        entry = QWidgetAction(self._menu)
        entry.setDefaultWidget(form)
        self._menu.addAction(entry)
        return form

    def open(self) -> None:
        """Show the form above the button; the window goes on meanwhile, as what plays does."""
        form, size = self.form, self._menu.sizeHint()
        self._menu.popup(self.mapToGlobal(QPoint(self.width() - size.width(), -size.height())))
        form.setFocus()
