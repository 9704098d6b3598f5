"""An end of what is played: a wedge below the scrubber's track, with its number."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
)

from peviewer.app.controls.slider import Slider, Span
from peviewer.app.look.type_size import scaled

_LABEL_PX = 11

# Pixels of half a wedge and of its height.
_HALF_WEDGE = 5.0
_WEDGE_HEIGHT = 6.0

# Pixels left and right of the label.
_PADDING = 5


def label_font(font: QFont) -> QFont:
    """Return the font of the scrubber's numbers, in the size that the window's type has."""
    result = QFont(font)
    result.setPixelSize(scaled(_LABEL_PX))
    result.setFeature(QFont.Tag("tnum"), 1)
    return result


class RangeEnd(Slider):
    """``from 0`` or ``to 64``, dragged, stepped by arrow keys, or typed."""

    asked = Signal()
    """The number is to be typed: a double click, or Return."""
    dragged = Signal(float)
    """The pointer's x in the scrubber, less where the wedge was taken."""
    dropped = Signal()

    def __init__(self, word: str) -> None:
        super().__init__(Span(0, 1))
        self._word = word
        self._text = word
        self._tip = 0.0
        self._grip = 0.0
        self.setAccessibleName(f"Play {word}")
        self.setToolTip(f"Play {word}: drag it, or double-click to type")
        self.setCursor(Qt.CursorShape.SizeHorCursor)

    def show_number(self, number: float, text: str) -> None:
        self._text = f"{self._word} {text}"
        self.set_number(number)

    def words_width(self) -> int:
        metrics = QFontMetrics(label_font(self.font()))
        return metrics.horizontalAdvance(self._text) + 2 * _PADDING

    def place(self, x: float, room: QRect) -> None:
        """Point at `x` of the scrubber, inside `room`."""
        width = self.words_width()
        left = min(max(round(x - width / 2), room.left()), room.right() + 1 - width)
        self._tip = x - left
        self.setGeometry(left, room.top(), width, room.height())

    def label_rect(self) -> QRect:
        """Return where its number stands in the scrubber."""
        top = self.y() + round(_WEDGE_HEIGHT)
        return QRect(self.x(), top, self.width(), self.height())

    def margin(self) -> float:
        return 0.0

    def minimumSizeHint(self) -> QSize:
        return QSize(1, 1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._grip = event.position().x() - self._tip
        self.raise_()
        self.begin_drag()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.dragged.emit(self.mapToParent(event.position()).x() - self._grip)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.dropped.emit()

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self.setSliderDown(False)
        self.dropped.emit()
        self.asked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step by arrows and type on Return; the other keys are the scrubber's."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.asked.emit()
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the wedge, filled while it is pointed at or held, and the number below it."""
        palette = self.palette()
        accent = palette.color(QPalette.ColorRole.Highlight)
        ground = QGuiApplication.palette().color(QPalette.ColorRole.Base)
        is_lit = self.underMouse() or self.isSliderDown() or self.hasFocus()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(accent, 1.25))
        painter.setBrush(accent if is_lit else ground)
        foot = _WEDGE_HEIGHT
        corners = (-_HALF_WEDGE, foot), (0.0, 0.75), (_HALF_WEDGE, foot)
        painter.drawPolygon(QPolygonF([QPointF(self._tip + x, y) for x, y in corners]))
        label = QRectF(self.rect()).adjusted(0.75, foot + 1, -0.75, -0.75)
        if self.hasFocus():
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Text), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(label, 4, 4)
        painter.setFont(label_font(self.font()))
        role = QPalette.ColorRole.Highlight if is_lit else QPalette.ColorRole.Text
        painter.setPen(palette.color(role))
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, self._text)
