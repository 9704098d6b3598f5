"""A dialog that is read: a page that scrolls, and a button that closes it."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QVBoxLayout, QWidget

from peviewer.app.controls.fitting import Scrolled, fit


class PageDialog(QDialog):
    """Shows one page, and is deleted once it is closed."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def show_page(self, page: Scrolled, size: QSize | None = None) -> None:
        """Put a page above the button; it has this size where the screen has room, or its own."""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 18)
        layout.setSpacing(10)
        layout.addWidget(page, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        foot = QHBoxLayout()
        foot.setContentsMargins(28, 0, 28, 0)
        foot.addWidget(buttons)
        layout.addLayout(foot)
        fit(self, size or self.sizeHint(), self.minimumSizeHint())
