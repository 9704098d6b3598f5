"""The button that plays: an icon on a disc, and a ring round it with the focus."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractButton

from peviewer.app.look.type_size import set_sizes

SIZE = 42
_RING_WIDTH = 1.5

# Pixels between the widget's edge and the disc: the ring and a gap.
_DISC_MARGIN = 4


class PlayButton(QAbstractButton):
    """A round button; it takes the focus by Tab alone, as Space plays wherever the focus is."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_sizes(self, width=SIZE, height=SIZE, icon=20)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def paintEvent(self, _event: QPaintEvent) -> None:
        palette = self.palette()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect())
        disc = whole.adjusted(_DISC_MARGIN, _DISC_MARGIN, -_DISC_MARGIN, -_DISC_MARGIN)
        colour = palette.color(QPalette.ColorRole.Highlight)
        if not self.isEnabled():
            colour = palette.color(QPalette.ColorRole.Mid)
        elif self.underMouse():
            colour = colour.lighter(112)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(disc)
        if self.hasFocus():
            inset = _RING_WIDTH / 2
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Text), _RING_WIDTH))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(whole.adjusted(inset, inset, -inset, -inset))
        icon_rect = QRectF(0, 0, self.iconSize().width(), self.iconSize().height())
        icon_rect.moveCenter(whole.center())
        self.icon().paint(painter, icon_rect.toRect())
