"""What shows that a picture is outdated: a veil over the old one, and a mark with Cancel."""

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

PATIENCE_MS = 250
"""Milliseconds that something may be late before the window says so."""
VEIL_OPACITY = 150  # of 255
MARGIN = 8


class PendingMark(QFrame):
    """Shows in the lower right corner of its parent that a picture is being computed, with Cancel.

    The picture that stands there is of an earlier moment, so a veil in the colour of the ground
    lies over it.
    """

    def __init__(self, parent: QWidget, ground: str) -> None:
        super().__init__(parent)
        self.setObjectName("pendingMark")
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        line = QHBoxLayout(self)
        line.setContentsMargins(8, 3, 3, 3)
        line.setSpacing(8)
        line.addWidget(QLabel("Computing…"))
        line.addWidget(self.cancel_button)
        self._view = parent
        self._veil = _Veil(parent, ground)
        self._delay = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._delay.timeout.connect(self._show)
        self.hide()

    def set_patience(self, milliseconds: int) -> None:
        """Let a picture be late for so long before it is called outdated."""
        self._delay.setInterval(milliseconds)

    def set_pending(self, pending: bool) -> None:
        if not pending:
            self._delay.stop()
            self.hide()
            self._veil.hide()
        elif self.isHidden():
            self._delay.start()

    def set_ground(self, colour: str) -> None:
        self._veil.ground = colour

    def place(self) -> None:
        """Cover the parent, and stand in its corner."""
        self._veil.setGeometry(self._view.rect())
        self.adjustSize()
        size_with_margin = QPoint(self.width() + MARGIN, self.height() + MARGIN)
        self.move(self._view.rect().bottomRight() - size_with_margin)

    def _show(self) -> None:
        self.place()
        for part in (self._veil, self):
            part.show()
            part.raise_()


class _Veil(QWidget):
    """Lets what lies below it show through faintly, and all clicks pass."""

    def __init__(self, parent: QWidget, ground: str) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.ground = ground
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        colour = QColor(self.ground)
        colour.setAlpha(VEIL_OPACITY)
        painter = QPainter(self)
        painter.fillRect(event.rect(), colour)
