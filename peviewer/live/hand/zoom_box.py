"""The rectangle that is drawn over data to zoom into it."""

from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QCursor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsWidget

THIN = 6.0  # pixels: a box thinner than that means the whole of its other side
SIZE = 24  # of the pointer's picture
LENS = 6.0  # its radius


class ZoomBox(QGraphicsItem):
    """A rectangle from where the pointer was pressed to where it is; it spans what cannot be zoomed.

    Parameters
    ----------
    area : QGraphicsWidget
        Where it is drawn.
    """

    def __init__(self, area: QGraphicsWidget) -> None:
        super().__init__(area)
        self.setZValue(30)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.color, self.ground = QColor(), QColor()
        self._area = area
        self._start, self._free = QPointF(), (True, True)
        self._rect = QRectF()
        self.hide()

    def begin(self, at: QPointF, *, x: bool, y: bool) -> None:
        """Begin at a pixel; `x` and `y` say along which axes there is anything to zoom."""
        self._start, self._free = at, (x, y)
        self.stretch(at)
        self.show()

    def stretch(self, to: QPointF) -> None:
        """Reach to a pixel, as far as the area goes."""
        whole = self._area.rect()
        box = QRectF(self._start, to).normalized() & whole
        if not self._free[0] or (self._free[1] and box.width() < THIN <= box.height()):
            box = QRectF(whole.left(), box.top(), whole.width(), box.height())
        if not self._free[1] or (self._free[0] and box.height() < THIN <= box.width()):
            box = QRectF(box.left(), whole.top(), box.width(), whole.height())
        self.prepareGeometryChange()
        self._rect = box

    def end(self) -> QRectF | None:
        """Vanish; return what is in it, or None where that is next to nothing."""
        self.hide()
        return self._rect if min(self._rect.width(), self._rect.height()) >= THIN else None

    def boundingRect(self) -> QRectF:
        """Return the rectangle and its edge."""
        return self._rect.adjusted(-3, -3, 3, 3)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the rectangle on a wider one of the ground's colour: it is seen on any colour, and hides none."""
        edge = self._rect.adjusted(0.5, 0.5, -0.5, -0.5)
        for color, width in ((self.ground, 4), (self.color, 1.5)):
            painter.setPen(QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin))
            painter.drawRect(edge)


def lens() -> QCursor:
    """Return the pointer that says that a drag zooms: a lens with a plus, dark on a pale rim."""
    picture = QPixmap(SIZE, SIZE)
    picture.fill(Qt.GlobalColor.transparent)
    centre = QPointF(LENS + 3, LENS + 3)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for color, width in ((QColor("white"), 4.0), (QColor("black"), 1.8)):
            painter.setPen(QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawEllipse(centre, LENS, LENS)
            edge = LENS * 0.75
            painter.drawLine(centre + QPointF(edge, edge), QPointF(SIZE - 3, SIZE - 3))
            painter.drawLine(centre - QPointF(2.5, 0), centre + QPointF(2.5, 0))
            painter.drawLine(centre - QPointF(0, 2.5), centre + QPointF(0, 2.5))
    return QCursor(picture, round(centre.x()), round(centre.y()))
