"""The central widget: a notice, the description, the panes and the transport below one another."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from peviewer.app.look.layouts import in_row
from peviewer.app.panes.header_button import HeaderButton
from peviewer.app.window.description import Description


class Notice(QFrame):
    """Hidden until something fails; stays until it is closed or something else works."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._sign = QLabel("✕")
        self._sign.setObjectName("noticeSign")
        self.label = QLabel(wordWrap=True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.close_button = HeaderButton("close", "Close this notice")
        self.close_button.reveal(True)
        in_row(self._sign, (self.label, 1), self.close_button, inside=self, margins=(12, 6, 6, 6))
        self.close_button.clicked.connect(self.hide)
        self.hide()

    def show_text(self, text: str) -> None:
        self.label.setText(text)
        self.show()


MARGIN = 8


class CentralWidget(QWidget):
    """The middle of the window."""

    def __init__(
        self, above: Sequence[QWidget], description: Description, area: QWidget, below: QWidget, left: QWidget
    ) -> None:
        super().__init__()
        self._description = description
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        line = in_row(left, inside=self, margins=(0, 0, MARGIN, 0), spacing=0)
        self.column = column = QVBoxLayout()
        line.addLayout(column, 1)
        column.setSpacing(MARGIN)
        for part in (*above, description):
            column.addWidget(part)
        column.addWidget(area, 1)
        column.addWidget(below)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._description.set_room(self.size() - QSize(MARGIN, 0))
