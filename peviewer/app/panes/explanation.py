"""The strip below a pane's header that says what to look for, and goes on saying so while things change."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from peviewer.app.panes.header_button import HeaderButton
from peviewer.figures.palette import Palette
from peviewer.live.text import markup, typeset, unbroken

MOST = 0.45  # of a pane's height; what is longer is scrolled
MARGINS = (12, 8, 4, 8)


class Explanation(QFrame):
    """A pane's explanation and formula, as they are for the Document now; hidden until asked for.

    Parameters
    ----------
    name : str
        The pane's, in small letters.
    """

    closed = Signal()
    """The user has read enough."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("explanation")
        self.text, self.formula = QLabel(), QLabel()
        for label in (self.text, self.formula):
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.closing = HeaderButton("close", f"Close the explanation of {name}", self)
        self.closing.reveal(True)
        self.closing.clicked.connect(self.closed)
        self._needed = (0, 0)  # a width, and the most lines took there: a strip that shrank would make the picture jump
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        font = QFont(self.formula.font())
        font.setPixelSize(14)
        self.formula.setFont(font)
        self._inside = QWidget()
        self._column = column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for label in (self.text, self.formula):
            column.addWidget(label)
        column.addStretch(1)
        scrolled = QScrollArea(widgetResizable=True)
        scrolled.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scrolled.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scrolled.setWidget(self._inside)
        for ground in (scrolled.viewport(), self._inside):
            ground.setAutoFillBackground(False)
        line = QHBoxLayout(self)
        line.setContentsMargins(*MARGINS)
        line.setSpacing(6)
        line.addWidget(scrolled, 1)
        line.addWidget(self.closing, 0, Qt.AlignmentFlag.AlignTop)

    def tell(self, text: str, formula: str) -> bool:
        """Say this; True if it was something else before."""
        texts = unbroken(markup(text)), unbroken(typeset(formula))
        if texts == (self.text.text(), self.formula.text()):
            return False
        self.text.setText(texts[0])
        self.formula.setText(texts[1])
        self.formula.setVisible(bool(formula))
        return True

    def fit(self, width: int, room: int) -> None:
        """Be as tall as the text is at a width, or was there, and leave most of the room to the picture."""
        inner = width - MARGINS[0] - MARGINS[2] - 6 - self.closing.width()
        needed = self._column.totalHeightForWidth(inner)
        self._needed = width, max(needed, self._needed[1] if self._needed[0] == width else 0)
        self.setFixedHeight(min(self._needed[1] + MARGINS[1] + MARGINS[3], round(MOST * room)))

    def forget(self) -> None:
        """Begin anew with the height that is needed."""
        self._needed = (0, 0)

    def set_palette(self, palette: Palette) -> None:
        """Recolour the button."""
        self.closing.set_palette(palette)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
