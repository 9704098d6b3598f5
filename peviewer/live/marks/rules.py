"""Straight lines across a panel: rules and diagonals, with their labels beside them.

A rule is pyqtgraph's InfiniteLine. A diagonal is our own: an InfiniteLine that
slants has the whole area painted again wherever it goes.
"""

from itertools import count, pairwise
from math import sqrt
from typing import Any, TypeVar

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from peviewer.figures.grammar import HALOED, Diagonal, Rule
from peviewer.figures.palette import Palette
from peviewer.live.drag import Grip
from peviewer.live.labels import LineLabel
from peviewer.live.marks.item import MarkBase, MarkItem, depth

GROUND = 210  # of 255: how much of the data a halo hides
SHORT = 3  # pixels between a line and the edge
CAP = 1  # pixels by which the end of a line stands out, at most
NEAR = 5.0  # pixels from a line that is dragged
HALO = 3  # pixels across, of the ground's colour: a line is seen on data of any colour
PIECES = 12  # of a diagonal, each painted by itself
LIFT = 0.5  # of a line whose label stands beside it, over others, and of those over nameless ones
BESIDE = 1.5  # pixels between a line that lies and the ground of its label: the half of a halo
APART = 8  # pixels between a diagonal and its label
ANGLE = {"x": 90, "y": 0}  # in degrees, of a line that stands at one x or y

_drags = count(1)

M = TypeVar("M", bound=Rule | Diagonal)


class _Labelled(MarkBase[M]):
    """A straight line with a label, which a legend may say in its place."""

    company = None
    largest = most = 12  # pixels, as its label is
    _label: LineLabel

    @property
    def writes(self) -> bool:
        """Whether it has a label."""
        return bool(self.mark.label)

    def seen(self) -> QLineF | None:
        """Return what is seen of the line, in pixels of the area; None where that is nothing."""
        raise NotImplementedError

    def corners(self, line: QLineF, width: float, height: float) -> list[tuple[float, float]]:
        """Return the upper left corners that suit a label of that size."""
        raise NotImplementedError

    def strip(self) -> QRectF | None:
        """Return nothing: a line that slants stands across."""
        return None

    def places(self) -> list[list[QRectF]]:
        """Return what its label would cover in each place that suits it."""
        if not self.mark.label or self.area.has_legend or (line := self.seen()) is None:
            return []
        self._label.say(self.mark.label)
        return self._label.offer(self.corners(line, *self._label.size))

    def write_at(self, place: int | None) -> None:
        """Let the label stand in one of those places, or nowhere."""
        self._label.stand(place)
        z = depth(type(self.mark)) + LIFT * ((place is not None) - (not self.mark.label))
        if z != self.zValue():
            self.setZValue(z)

    def drop(self) -> None:
        """Take its label away too."""
        super().drop()
        self._label.drop()

    def pens(self, width: float, unit: float = 1.0) -> list[QPen]:
        """Return the pens of a halo, seen on colours alone, and of the line, where a pixel is so many units."""
        ground, style = QColor(self.palette.panel), Qt.PenStyle.DashLine if self.mark.dashed else Qt.PenStyle.SolidLine
        ground.setAlpha(GROUND)
        own = QPen(QColor(self.palette.role(self.mark.color)), width * unit, style)
        halo = QPen(ground, HALO * unit, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
        return [halo, own] if self.mark.color in HALOED else [own]


class RuleItem(_Labelled[Rule], pg.InfiniteLine):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws a :class:`Rule`, its label beside it unless a legend names it.

    One that stands for a field is dragged as any InfiniteLine that is movable;
    it sets the field, and stands where the Document then has it.
    """

    def __init__(self, mark: Rule, area: Any, palette: Palette) -> None:
        self.mark, self.area, self.palette = mark, area, palette
        self._reach: tuple[QRectF, QLineF] | None = None
        pg.InfiniteLine.__init__(self, angle=ANGLE[mark.direction])
        self._edit: tuple[str, float | None] = "", None  # the key that edits of one drag share, and the last value
        self._label = LineLabel(area)
        area.addItem(self, ignoreBounds=True)
        self.setZValue(depth(Rule))
        self.sigDragged.connect(self._on_dragged)
        self._show()

    def set_mark(self, mark: Rule) -> None:
        """Show another rule."""
        was, self.mark = self.mark, mark
        if (mark.direction, mark.moves, mark.color, mark.dashed) != (was.direction, was.moves, was.color, was.dashed):
            self._show()
        elif mark != was:
            self._stand()

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        self.palette = palette
        self._label.set_palette(palette, self.mark.color)
        self.update()

    def _show(self) -> None:
        if self.angle != ANGLE[self.mark.direction]:
            self.setAngle(ANGLE[self.mark.direction])
        self.setMovable(bool(self.mark.moves))
        self.setAcceptHoverEvents(False)  # the area tells what is below the pointer, and shows what could be dragged
        self.set_palette(self.palette)
        self._stand()

    def _stand(self) -> None:
        """Stand where the mark says."""
        axis, origin = self._along
        at = float(axis.to_screen(self.mark.at))
        self.setBounds((axis.limits[0] - origin, axis.limits[1] - origin) if self.mark.moves else (None, None))
        self.setValue(at - origin)

    @property
    def _along(self) -> tuple[Any, float]:
        """The axis along which it stands somewhere, and from where the ViewBox counts there."""
        index = 0 if self.mark.direction == "x" else 1
        return (self.area.along_x, self.area.along_y)[index], self.area.origins[index]

    # ---- what is painted

    def viewTransformChanged(self) -> None:
        """Reach elsewhere: pyqtgraph calls this when the line, the range or the size has changed."""
        super().viewTransformChanged()
        self._reach = None

    def boundingRect(self) -> QRectF:
        """Return as much as can be taken hold of, along the line with the caps of its ends."""
        return self._reached()[0]

    def _reached(self) -> tuple[QRectF, QLineF]:
        """Return the rectangle, and the line in its middle that is drawn."""
        if self._reach is not None:
            return self._reach
        seen = QRectF(super().boundingRect())
        along, across = self.pixelVectors()
        if along is None:
            return seen, QLineF()
        pixel, near = along.length(), NEAR * across.length()
        inner = seen.adjusted(SHORT * pixel, 0, -SHORT * pixel, 0)
        line = QLineF(inner.left(), 0, max(inner.left(), inner.right()), 0)
        self._reach = QRectF(line.x1(), -near, line.length(), 2 * near).adjusted(-CAP * pixel, 0, CAP * pixel, 0), line
        return self._reach

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the line in the middle of a pixel."""
        placed = painter.transform()
        if self.seen() is None or not placed.isInvertible():
            return
        _, line = self._reached()
        x, y = placed.map(line.p1()).toTuple()
        x, y = (_centred(x) - x, 0.0) if self.mark.direction == "x" else (0.0, _centred(y) - y)
        painter.setTransform(placed * QTransform.fromTranslate(x, y))
        unit = sqrt(abs(painter.deviceTransform().determinant() / placed.determinant()))
        for pen in self.pens(1.0, unit):
            pen.setCosmetic(True)  # as wide in data as anywhere, in pixels of the device
            painter.setPen(pen)
            painter.drawLine(line)

    def seen(self) -> QLineF | None:
        """Return the line in the middle of a pixel; None beyond the area."""
        rect, upright = self.area.rect(), self.mark.direction == "x"
        at = self.pixel(self.mark.at, 0 if upright else 1)
        if not -1 <= at <= (rect.width() if upright else rect.height()) + 1:
            return None
        at = _centred(at)
        end = (rect.height() if upright else rect.width()) - SHORT
        return QLineF(at, SHORT, at, end) if upright else QLineF(SHORT, at, end, at)

    def corners(self, line: QLineF, width: float, height: float) -> list[tuple[float, float]]:
        """Return where the label stands beside the line at one end, or at the other."""
        rect = self.area.rect()
        if self.mark.direction == "x":
            beside = line.x1() + 3, line.x1() - 3 - width
            last = rect.height() - height - 1
            return [(x, y) for y in (1.0, last, *between(1.0, last)) for x in beside]
        beside = line.y1() - BESIDE - height, line.y1() + BESIDE
        first, last = 4.0, rect.width() - width - 4
        ends = (first, last) if self.mark.at_left else (last, first)
        return [(x, y) for x in (*ends, *between(*ends)) for y in beside]

    def strip(self) -> QRectF | None:
        """Return the line, which labels would hide; None where it moves, and they would give way all the time."""
        line = None if self.mark.moves else self.seen()
        return None if line is None else QRectF(line.p1(), line.p2()).adjusted(-0.5, -0.5, 0.5, 0.5)

    # ---- what is dragged

    def grip(self, point: QPointF) -> Grip | None:
        """Let the line be dragged across, from close by; along an axis of cells from cell to cell."""
        index = 0 if self.mark.direction == "x" else 1
        line = self.seen() if self.mark.moves else None
        if line is None or abs((point - line.p1()).toTuple()[index]) > NEAR:
            return None
        shape = Qt.CursorShape.SizeHorCursor if index == 0 else Qt.CursorShape.SizeVerCursor
        return Grip(self.mark.moves, lambda pixel: self._field_at(self.area.at(pixel)[index]), shape, self)

    def _field_at(self, at: float) -> float:
        """Return the value of the field when the line stands at a place in screen units."""
        (axis, _), mark = self._along, self.mark
        is_cell = axis.axis.whole and mark.per == 1
        inside = axis.cell(at) if is_cell else axis.raw(min(max(at, axis.limits[0]), axis.limits[1]))
        return float(inside - mark.origin) * mark.per

    def hoverEvent(self, _event: Any) -> None:
        """Look the same below the pointer."""

    def mouseDragEvent(self, event: Any) -> None:
        """Move from close by, unless keys are held that mean something else."""
        if event.isStart():
            grip = self.area.find_grip(self.mapToItem(self.area, event.buttonDownPos()))
            if grip is None or grip.item is not self or self.area.zooms(event.modifiers()):
                event.ignore()
                return
            self.area.left.emit()  # until it ends nothing is read: that would stay as it was where the drag began
            self._edit = f"line {next(_drags)}", None
        super().mouseDragEvent(event)

    def _on_dragged(self) -> None:
        key, told = self._edit
        value = self._field_at(self.value() + self._along[1])
        self._stand()
        if value != told:
            self._edit = key, value
            self.area.edited.emit(self.mark.moves, value, key)


class DiagonalItem(_Labelled[Diagonal], MarkItem[Diagonal]):
    """Draws a :class:`Diagonal`, its label beside the middle of what is seen of it, or nearer to an end."""

    WIDTH = 1.5  # smoothed, it would else be paler than a rule

    def __init__(self, mark: Diagonal, area: Any, palette: Palette) -> None:
        super().__init__(mark, area, palette)
        self._label = LineLabel(area)
        self._label.set_palette(palette, mark.color)

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        super().set_palette(palette)
        self._label.set_palette(palette, self.mark.color)

    def set_mark(self, mark: Diagonal) -> None:
        """Show another diagonal; only where the two run is painted again."""
        if mark == self.mark:
            return
        self._renew()
        was, self.mark = self.mark, mark
        if was.color != mark.color:
            self._label.set_palette(self.palette, mark.color)
        self._renew()

    def _renew(self) -> None:
        """Have the line painted again piece by piece: one box around all would be the whole area."""
        line = self.seen()
        if line is None:
            return
        ends, area = [line.pointAt(piece / PIECES) for piece in range(PIECES + 1)], self.boundingRect()
        for piece in (QRectF(a, b).normalized().adjusted(-HALO, -HALO, HALO, HALO) & area for a, b in pairwise(ends)):
            if not piece.isEmpty():  # where a scene tells what changed, an item's own update is all of it
                self.scene().update(self.area.mapRectToScene(piece))

    def boundingRect(self) -> QRectF:
        """Return the data area but for its edge."""
        return super().boundingRect().adjusted(SHORT, SHORT, -SHORT, -SHORT)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the line."""
        if (line := self.seen()) is not None:
            painter.setClipRect(self.boundingRect())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for pen in self.pens(self.WIDTH):
                painter.setPen(pen)
                painter.drawLine(line)

    def grip(self, point: QPointF) -> Grip | None:
        """Let the line be dragged across, from close by; where both axes are of cells, from one to the next."""
        line = self.seen() if self.mark.moves else None
        if line is None or abs(_off(line, point)) > NEAR:
            return None
        axes = self.area.along_x, self.area.along_y

        def value(pixel: QPointF) -> float:
            x, y = (axis.cell(at) for axis, at in zip(axes, self.area.at(pixel), strict=True))
            return float(x - y)

        falls = (line.dx() > 0) == (line.dy() > 0)
        return Grip(self.mark.moves, value, Qt.CursorShape.SizeBDiagCursor if falls else Qt.CursorShape.SizeFDiagCursor)

    def seen(self) -> QLineF | None:
        """Return what is seen of the line; None where that is nothing."""
        (left, right), (low, high), at = self.area.x_range, self.area.y_range, self.mark.at
        first, last = max(low, left - at), min(high, right - at)
        if first >= last:
            return None
        return QLineF(self.pixel(first + at, 0), self.pixel(first, 1), self.pixel(last + at, 0), self.pixel(last, 1))

    def corners(self, line: QLineF, width: float, height: float) -> list[tuple[float, float]]:
        """Return where the label stands beside the middle of the line, or nearer to an end."""
        rect = self.boundingRect()
        corners = []
        for point in map(line.pointAt, (0.5, 0.25, 0.75)):
            fits = point.x() + APART + width < rect.right()
            x = point.x() + APART if fits else point.x() - APART - width
            y = point.y() - height if fits else point.y()
            corners.append((x, min(max(y, rect.top()), rect.bottom() - height)))
        return corners


def between(first: float, last: float) -> list[float]:
    """Return places on the way from one end to the other: its middle, then what is nearer to the first."""
    return [first + (last - first) * share for share in (0.5, 0.25, 0.75)]


def _centred(pixel: float) -> float:
    """Return the middle of the pixel in which a place lies."""
    return round(pixel - 0.5) + 0.5


def _off(line: QLineF, point: QPointF) -> float:
    """Return how many pixels a point lies beside a line."""
    away = point - line.p1()
    return float((away.x() * line.dy() - away.y() * line.dx()) / max(line.length(), 1e-9))
