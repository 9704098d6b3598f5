"""The heading of a group, which folds it."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QFont, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton

HEIGHT = 22
GUTTER = 18  # as wide as a row's dot has
_OPEN = ((-3.0, -1.5), (0.0, 1.5), (3.0, -1.5))
_FOLDED = ((-1.5, -3.0), (1.5, 0.0), (-1.5, 3.0))


class Heading(QAbstractButton):
    """A title with a small arrow before it; on while the group is open.

    Parameters
    ----------
    title : str
        What the group holds.
    """

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setText(title)
        self.setObjectName("group")
        self.setCheckable(True)
        self.setChecked(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedHeight(HEIGHT)
        self.toggled.connect(self._describe)
        self._describe(True)

    def _describe(self, is_open: bool) -> None:
        self.setToolTip(f"{'Fold' if is_open else 'Show'} {self.text()}")

    def sizeHint(self) -> QSize:
        """Return what the arrow and the title need."""
        return QSize(GUTTER + self.fontMetrics().horizontalAdvance(self.text()) + 8, HEIGHT)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Light the arrow."""
        super().enterEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the arrow and the title, in a frame if it has the focus."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self.underMouse() or self.hasFocus()
        role = QPalette.ColorRole.WindowText if lit else QPalette.ColorRole.PlaceholderText
        painter.setPen(QPen(self.palette().color(role), 1.5, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))
        middle = QPointF(GUTTER / 2, self.height() / 2)
        painter.drawPolyline(QPolygonF([middle + QPointF(*at) for at in (_OPEN if self.isChecked() else _FOLDED)]))
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.drawText(QRectF(self.rect()).adjusted(GUTTER, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self.text())
        if self.hasFocus():
            painter.setPen(QColor(self.palette().color(QPalette.ColorRole.Highlight)))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
