"""The heading of a group, which folds it, and that of its seldom used fields, which are folded at first."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QFont, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton

HEIGHT = 22
GUTTER = 18  # as wide as a row's dot has
DOT = 3.0
_OPEN = ((-3.0, -1.5), (0.0, 1.5), (3.0, -1.5))
_FOLDED = ((-1.5, -3.0), (1.5, 0.0), (-1.5, 3.0))


class Heading(QAbstractButton):
    """A title with a small arrow before it; on while the group is open.

    Parameters
    ----------
    title : str
        What the group holds.
    """

    _weight = QFont.Weight.DemiBold

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
        font.setWeight(self._weight)
        painter.setFont(font)
        painter.drawText(QRectF(self.rect()).adjusted(GUTTER, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self.text())
        if self.hasFocus():
            painter.setPen(QColor(self.palette().color(QPalette.ColorRole.Highlight)))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)


class More(Heading):
    """What unfolds the seldom used fields of a group; it has a dot where one of them is not at its default."""

    _weight = QFont.Weight.Normal

    def __init__(self, group: str) -> None:
        self._group, self._changed = group, ""
        super().__init__("More")
        self.setObjectName("more")
        self.setAccessibleName(f"More of {group}")
        self.setChecked(False)

    def set_changed(self, titles: Sequence[str]) -> None:
        """Tell which of its fields are not at their defaults."""
        if (changed := ", ".join(titles)) != self._changed:
            self._changed = changed
            self._describe(self.isChecked())
            self.update()

    @property
    def has_dot(self) -> bool:
        """Whether one of its fields is not at its default."""
        return bool(self._changed)

    def _describe(self, is_open: bool) -> None:
        told = f"{'Fold' if is_open else 'Show'} what is seldom used of {self._group}"
        changed = f"Not at their defaults: {self._changed}" if self._changed else ""
        self.setToolTip("\n".join(filter(None, (told, changed))))
        self.setAccessibleDescription(changed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dot behind the title."""
        super().paintEvent(event)
        if self._changed:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.palette().brush(QPalette.ColorRole.Highlight))
            title = GUTTER + self.fontMetrics().horizontalAdvance(self.text())
            painter.drawEllipse(QPointF(title + 9, self.height() / 2), DOT, DOT)
