"""The strip above the panes: one line that says what could not be done, or what was done and how to go back."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from peviewer.app.look.icons import icon
from peviewer.figures.palette import Palette


class Notice(QFrame):
    """Hidden until there is something to say; stays until it is closed or something else works."""

    taken = Signal()
    """What was offered was asked for."""

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
        self.offer = QPushButton()
        layout.addWidget(self.offer)
        layout.addWidget(self.closing)
        self.offer.clicked.connect(self.hide)
        self.offer.clicked.connect(self.taken)
        self.closing.clicked.connect(self.hide)
        self.hide()

    def show_text(self, text: str) -> None:
        """Show what could not be done."""
        self._show(text, "", failed=True)

    def show_offer(self, text: str, offer: str) -> None:
        """Show what was done, and a button that takes it back."""
        self._show(text, offer, failed=False)

    def _show(self, text: str, offer: str, *, failed: bool) -> None:
        self.label.setText(text)
        self.offer.setText(offer)
        self.offer.setVisible(bool(offer))
        self._sign.setVisible(failed)
        self.setProperty("failed", failed)
        self.style().polish(self)
        self.show()

    def set_palette(self, palette: Palette) -> None:
        """Recolour the strip."""
        self.closing.setIcon(icon("close", palette))
        self.setStyleSheet(
            f"#notice {{ background: {palette.panel}; border: 1px solid {palette.line}; border-radius: 6px; }}"
            f"#notice[failed=true] {{ border-color: {palette.fails}; }}"
            f"#noticeSign {{ color: {palette.fails}; font-weight: 600; }}"
        )
