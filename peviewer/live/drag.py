"""What the pointer can take hold of in data: a shape to pick, a mark to drag; each sets a field of the Document."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from math import atan2, cos, floor, log10, sin
from typing import Any, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QCursor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsWidget

Shape = Qt.CursorShape


@dataclass(frozen=True)
class Pick:
    """A shape that sets a field when it is clicked."""

    field: str
    value: float


@dataclass(frozen=True)
class Grip:
    """A mark that sets a field while it is dragged; `value` is asked for each pixel of the way in turn."""

    field: str
    value: Callable[[QPointF], float]
    shape: Shape
    """The pointer's, over the mark."""
    item: object = None
    """The item of pyqtgraph's that drags itself; None where the area does it."""


class Turning:
    """How far the pointer has turned about a centre, told as a value.

    Parameters
    ----------
    angle : callable
        A pixel → its direction from the centre, in rad.
    start : float
        The direction where the drag begins.
    value, rate : float
        The value there, and by how many rad one more of it turns.
    reach : float
        Pixels from the centre to the tip: what one of them means decides how round the values are.
    whole : bool
        True where only whole numbers are told.
    """

    def __init__(
        self, angle: Callable[[QPointF], float], start: float, value: float, rate: float, reach: float, *, whole: bool
    ) -> None:
        self._angle, self._last, self._turned = angle, start, 0.0
        self._value, self._rate = value, rate
        pixel = 1 / (max(reach, 1.0) * abs(rate))
        self._grain = max(10.0 ** floor(log10(pixel)), 1.0 if whole else 0.0)

    def __call__(self, point: QPointF) -> float:
        """Return the value at the next pixel, counting whole turns."""
        now = self._angle(point)
        away = now - self._last
        self._turned += atan2(sin(away), cos(away))
        self._last = now
        steps = round((self._value + self._turned / self._rate) / self._grain)
        return steps * round(self._grain) if self._grain >= 1 else float(f"{steps * self._grain:.15g}")


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


_drags = count(1)


class Hold(Protocol):
    """What the pointer holds while it is dragged."""

    def move(self, point: QPointF) -> None:
        """Follow the pointer to a pixel of the area."""

    def end(self) -> None:
        """Let go."""


class Pan:
    """Moves the ranges of an area, always from where the drag began: roundings never add up."""

    def __init__(self, area: Any, start: QPointF, only: int | None = None) -> None:
        self._area, self._start, self._only = area, start, only
        self._ranges = area.x_range, area.y_range

    def move(self, point: QPointF) -> None:
        """Bring the place where the drag began below the pointer."""
        area, away = self._area, point - self._start
        parts = away.x() / area.rect().width(), away.y() / area.rect().height()
        by = [
            part * (high - low) * (1 if flip else -1)
            for part, (low, high), flip in zip(parts, self._ranges, area.flips, strict=True)
        ]
        area.change_ranges(lambda axis, _, i: axis.panned(self._ranges[i], by[i]), only=self._only)

    def end(self) -> None:
        """Leave it where it is."""


class Box:
    """Draws a box, and shows what lies in it."""

    def __init__(self, area: Any, start: QPointF) -> None:
        self._area, self._start, self._begun = area, start, False

    def move(self, point: QPointF) -> None:
        """Reach to the pointer."""
        area = self._area
        if not self._begun:
            self._begun = True
            area.box.begin(self._start, x=area.along_x.free, y=area.along_y.free)
        area.box.stretch(point)

    def end(self) -> None:
        """Show what lies in it: all of that, where both axes are of one quantity and have one range."""
        area, box = self._area, self._area.box.end()
        if box is None:
            return
        ends = [sorted(pair) for pair in zip(area.at(box.topLeft()), area.at(box.bottomRight()), strict=True)]
        if area.is_matrix:
            ends = [[min(low for low, _ in ends), max(high for _, high in ends)]] * 2
        area.change_ranges(lambda axis, _, i: axis.fitted((ends[i][0], ends[i][1])))


class Drag:
    """Drags a mark, and tells each value once, with a key of its own under which edits merge.

    Parameters
    ----------
    grip : Grip
        What was taken.
    tell : callable
        Field, value and key → anything.
    """

    def __init__(self, grip: Grip, tell: Callable[[str, float, str], object]) -> None:
        self._grip, self._tell = grip, tell
        self._key = f"grip {next(_drags)}"
        self._told: float | None = None

    def move(self, point: QPointF) -> None:
        """Follow the pointer."""
        value = self._grip.value(point)
        if value != self._told:
            self._told = value
            self._tell(self._grip.field, value, self._key)

    def end(self) -> None:
        """Leave it where it is."""
