"""The strip above the panes that says in one line what could not be done."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from peviewer.app.look.icons import icon
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
        self.closing = QToolButton()
        self.closing.setAccessibleName("Close this notice")
        self.closing.setToolTip("Close this notice")
        self.closing.setIconSize(QSize(16, 16))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 6, 6)
        layout.addWidget(self._sign)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.closing)
        self.closing.clicked.connect(self.hide)
        self.hide()

    def show_text(self, text: str) -> None:
        """Show one line."""
        self.label.setText(text)
        self.show()

    def set_palette(self, palette: Palette) -> None:
        """Recolour the strip."""
        self.closing.setIcon(icon("close", palette))
        self.setStyleSheet(
            f"#notice {{ background: {palette.panel}; border: 1px solid {palette.fails}; border-radius: 6px; }}"
            f"#noticeSign {{ color: {palette.fails}; font-weight: 600; }}"
        )
