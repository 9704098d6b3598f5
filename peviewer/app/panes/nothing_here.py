"""What is shown where a pane has nothing to show of a scheme: why, and buttons for panes that would."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

MOST = 4


class NothingHere(QWidget):
    """One sentence, and below it a button for each of a few panes that can be shown here instead."""

    chosen = Signal(str)
    """The name of the pane whose button was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.why = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self.buttons: dict[str, QPushButton] = {}
        self._titles: Mapping[str, str] = {}
        self._line = QHBoxLayout()
        self._line.setSpacing(8)
        self._line.addStretch(1)
        self._line.addStretch(1)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 12, 24, 24)
        column.setSpacing(14)
        column.addStretch(1)
        column.addWidget(self.why)
        column.addLayout(self._line)
        column.addStretch(1)

    def show_alternatives(self, why: str, titles: Mapping[str, str]) -> None:
        """Show why there is nothing, and buttons for other panes: name → title."""
        self.why.setText(why)
        titles = dict(list(titles.items())[:MOST])
        if titles == self._titles:
            return
        self._titles = titles
        for button in self.buttons.values():
            self._line.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = {name: QPushButton(title, autoDefault=False) for name, title in titles.items()}
        for place, (name, button) in enumerate(self.buttons.items(), 1):
            button.setToolTip(f"Show {titles[name]} here")
            button.clicked.connect(partial(self.chosen.emit, name))
            self._line.insertWidget(place, button)

    def minimumSizeHint(self) -> QSize:
        """Return no more than a figure needs: what has no room is cut at the right and below."""
        return QSize(200, 140)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.buttons:
            next(iter(self.buttons.values())).setFocus(event.reason())
