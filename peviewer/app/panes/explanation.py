"""The small popover that says what to look for in a pane."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from peviewer.document.document import Document
from peviewer.figures.palette import Palette
from peviewer.figures.panes.pane import Pane
from peviewer.live.text.text import markup

WIDTH = 340
GAP = 4


class Explanation(QFrame):
    """A pane's explanation and formula, below the button that asked; any click or Esc closes it."""

    def __init__(self, pane: Pane, document: Document, palette: Palette, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("explanation")
        self.setStyleSheet(
            f"#explanation {{ background: {palette.panel}; border: 1px solid {palette.line}; }}"
            f"#explanation QLabel {{ color: {palette.text}; background: transparent; }}"
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(_label(f"<b>{markup(pane.title)}</b>"))
        layout.addWidget(_label(markup(pane.explanation(document))))
        if formula := pane.formula_text(document):
            layout.addWidget(_formula(formula))
        self.ensurePolished()
        self.setFixedSize(WIDTH, layout.totalHeightForWidth(WIDTH))

    def show_below(self, anchor: QWidget) -> None:
        """Open below `anchor`, within its screen."""
        corner = anchor.mapToGlobal(QPoint(anchor.width() - self.width(), anchor.height() + GAP))
        room = anchor.screen().availableGeometry()
        x = min(max(corner.x(), room.left()), room.right() - self.width())
        y = min(max(corner.y(), room.top()), room.bottom() - self.height())
        self.move(x, y)
        self.show()


def _label(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setWordWrap(True)
    return label


def _formula(text: str) -> QLabel:
    label = _label(markup(text))
    font = QFont(label.font())
    font.setItalic(True)
    font.setPixelSize(15)
    label.setFont(font)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
