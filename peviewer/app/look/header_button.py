"""Buttons of a header: there, but not drawn until the pointer or the focus is in the pane."""

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QToolButton, QToolTip, QWidget

from peviewer.app.look.icons import icon
from peviewer.app.look.themes import shown_palette
from peviewer.app.look.tooltips import set_tooltip

BUTTON = 24
POINTER = 12  # pixels that Qt leaves for the pointer above a tooltip, less a gap


class HeaderButton(QToolButton):
    """A button that keeps its place and its keyboard focus while it is not drawn."""

    focusChanged = Signal(bool)

    def __init__(self, icon_name: str, text: str, parent: QWidget | None = None, *, revealed: bool = False) -> None:
        super().__init__(parent)
        self.revealed = revealed
        self.setAutoRaise(True)
        self.setFixedSize(BUTTON, BUTTON)
        self.setIconSize(QSize(16, 16))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.rename(icon_name, text)

    def rename(self, icon_name: str, text: str) -> None:
        self._icon_name = icon_name
        set_tooltip(self, text)
        self.setAccessibleName(text)
        self.show_icon()

    def set_words(self, words: str) -> None:
        """Show words beside the icon, and be as wide as they need; or the icon alone."""
        self.setText(words)
        self.setToolButtonStyle(
            Qt.ToolButtonStyle.ToolButtonTextBesideIcon if words else Qt.ToolButtonStyle.ToolButtonIconOnly
        )
        self.setFixedWidth(self.sizeHint().width() if words else BUTTON)

    def show_icon(self) -> None:
        self.setIcon(icon(self._icon_name, shown_palette()))

    def event(self, event: QEvent) -> bool:
        """Show the tooltip below the button, where it covers neither it nor its neighbours."""
        if event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(self.mapToGlobal(QPoint(0, self.height() - POINTER)), self.toolTip(), self)
            return True
        done = super().event(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.show_icon()
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.focusChanged.emit(self.hasFocus())
        return done

    def reveal(self, shown: bool) -> None:
        if shown != self.revealed:
            self.revealed = shown
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.revealed:
            super().paintEvent(event)
