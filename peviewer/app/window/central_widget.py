"""The central widget: a notice, the description, the panes and the transport below one another."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from peviewer.app.look.icons import icon
from peviewer.app.window.description import Description
from peviewer.figures.palette import Palette


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
        self.close_button = QToolButton()
        self.close_button.setAccessibleName("Close this notice")
        self.close_button.setToolTip("Close this notice")
        self.close_button.setIconSize(QSize(16, 16))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 6, 6)
        layout.addWidget(self._sign)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.close_button)
        self.close_button.clicked.connect(self.hide)
        self.hide()

    def show_text(self, text: str) -> None:
        self.label.setText(text)
        self.show()

    def set_palette(self, palette: Palette) -> None:
        self.close_button.setIcon(icon("close", palette))
        self.setStyleSheet(
            f"#notice {{ background: {palette.panel}; border: 1px solid {palette.fails}; border-radius: 6px; }}"
            f"#noticeSign {{ color: {palette.fails}; font-weight: 600; }}"
        )


MARGIN = 8


class CentralWidget(QWidget):
    """The middle of the window."""

    def __init__(
        self, above: Sequence[QWidget], description: Description, area: QWidget, below: QWidget, left: QWidget
    ) -> None:
        super().__init__()
        self._description = description
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, MARGIN, 0)
        line.setSpacing(0)
        line.addWidget(left)
        column = QVBoxLayout()
        line.addLayout(column, 1)
        column.setSpacing(MARGIN)
        for part in (*above, description):
            column.addWidget(part)
        column.addWidget(area, 1)
        column.addWidget(below)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._description.set_room(self.size() - QSize(MARGIN, 0))
