"""A button of a pane's header: there, but not drawn until the pointer or the focus is in the pane."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPaintEvent
from PySide6.QtWidgets import QToolButton, QWidget

from peviewer.app.look.icons import icon
from peviewer.figures.palette import Palette

BUTTON = 24


class HeaderButton(QToolButton):
    """A button that keeps its place and its keyboard focus while it is not drawn."""

    focusChanged = Signal(bool)

    def __init__(self, icon_name: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette: Palette | None = None
        self.revealed = False
        self.setAutoRaise(True)
        self.setFixedSize(BUTTON, BUTTON)
        self.setIconSize(QSize(16, 16))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.rename(icon_name, text)

    def rename(self, icon_name: str, text: str) -> None:
        """Change what the button shows and says it will do."""
        self._icon_name = icon_name
        self.setToolTip(text)
        self.setAccessibleName(text)
        if self._palette:
            self.setIcon(icon(icon_name, self._palette))

    def set_words(self, words: str) -> None:
        """Show words beside the icon, and be as wide as they need; or the icon alone."""
        self.setText(words)
        self.setToolButtonStyle(
            Qt.ToolButtonStyle.ToolButtonTextBesideIcon if words else Qt.ToolButtonStyle.ToolButtonIconOnly
        )
        self.setFixedWidth(self.sizeHint().width() if words else BUTTON)

    def set_palette(self, palette: Palette) -> None:
        """Recolour the icon."""
        self._palette = palette
        self.setIcon(icon(self._icon_name, palette))

    def reveal(self, shown: bool) -> None:
        """Draw the button, or only keep its place."""
        if shown != self.revealed:
            self.revealed = shown
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw nothing until revealed."""
        if self.revealed:
            super().paintEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the header, which shows all its buttons."""
        super().focusInEvent(event)
        self.focusChanged.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the header, which hides its buttons."""
        super().focusOutEvent(event)
        self.focusChanged.emit(False)
