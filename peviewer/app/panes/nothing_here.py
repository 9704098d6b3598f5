"""What is shown where a pane has nothing to show of a scheme: why, and buttons for panes that would."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

MOST = 4
MARGIN = 12
BELOW_WORDS = 14
GAP = 8  # between buttons


class NothingHere(QWidget):
    """One sentence, and below it a button for each of a few panes that can be shown here instead."""

    chosen = Signal(str)
    """The name of the pane whose button was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.why = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self.buttons: dict[str, QPushButton] = {}
        self._titles: Mapping[str, str] = {}
        self._rows: list[list[str]] = []
        self._lines = [QHBoxLayout() for _ in range(MOST)]
        lines = QVBoxLayout()
        lines.setSpacing(GAP)
        for line in self._lines:
            line.setSpacing(GAP)
            line.addStretch(1)
            line.addStretch(1)
            lines.addLayout(line)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        column.setSpacing(BELOW_WORDS)
        column.addStretch(1)
        column.addWidget(self.why)
        column.addLayout(lines)
        column.addStretch(1)

    def show_alternatives(self, why: str, titles: Mapping[str, str]) -> None:
        """Show why there is nothing, and buttons for other panes: name → title."""
        self.why.setText(why)
        titles = dict(list(titles.items())[:MOST])
        if titles == self._titles:
            return
        self._titles = titles
        for button in self.buttons.values():
            self._take_out(button)
            button.deleteLater()
        self.buttons = {name: QPushButton(title, self, autoDefault=False) for name, title in titles.items()}
        for name, button in self.buttons.items():
            button.setToolTip(f"Show {titles[name]} here")
            button.clicked.connect(partial(self.chosen.emit, name))
        self._rows = []
        self._fill_rows()

    def _take_out(self, button: QPushButton) -> None:
        for line in self._lines:
            line.removeWidget(button)
        button.hide()

    def _fill_rows(self) -> None:
        """Put the buttons into as many rows as their titles need, and leave out those that have no room."""
        rows = self._rows_in(self.width() - 2 * MARGIN, self.height() - 2 * MARGIN)
        if rows == self._rows:
            return
        self._rows = rows
        for button in self.buttons.values():
            self._take_out(button)
        for line, names in zip(self._lines, rows, strict=False):
            for place, name in enumerate(names, 1):
                line.insertWidget(place, self.buttons[name])
                self.buttons[name].show()

    def _rows_in(self, width: int, height: int) -> list[list[str]]:
        """Return the names of the buttons of each row: one row at least."""
        rows: list[list[str]] = []
        left = -1
        below = height - self.why.heightForWidth(width) - BELOW_WORDS
        for name, button in self.buttons.items():
            size = button.sizeHint()
            if size.width() > left:
                if rows and below < size.height():
                    break
                rows.append([])
                left = width
                below -= size.height() + GAP
            rows[-1].append(name)
            left -= size.width() + GAP
        return rows

    def event(self, event: QEvent) -> bool:
        """Arrange the buttons anew where their titles are drawn larger or smaller."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fill_rows()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the buttons in the room that there is."""
        super().resizeEvent(event)
        self._fill_rows()

    def minimumSizeHint(self) -> QSize:
        """Return no more than a figure needs: what has no room is cut at the right and below."""
        return QSize(200, 140)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.buttons:
            next(iter(self.buttons.values())).setFocus(event.reason())
