"""Straight lines across a panel: rules and diagonals, with their labels beside them."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, TypeVar

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from peviewer.figures.grammar import Diagonal, Rule
from peviewer.figures.palette import Palette
from peviewer.live.hand.grips import Grip
from peviewer.live.marks.item import MarkItem, depth
from peviewer.live.text.line import TextLine
from peviewer.live.text.text import markup

GROUND = 210  # of 255: how much of the data a label hides
SHORT = 3  # pixels between a rule and the edge, so many as Qt paints around what changed: the axes are left alone
SIDE = 2  # pixels of its ground beside a label
NEAR = 5.0  # pixels from a line that is dragged
HALO = 3  # pixels across, of the ground's colour: a line is seen on data of any colour
PIECES = 12  # of a diagonal, each painted by itself
LIFT = 0.5  # of a line with a label over those without: they would strike it out
APART = 8  # pixels between a diagonal and its label


M = TypeVar("M", bound=Rule | Diagonal)


class _Label:
    """A line's name, on a ground that keeps it readable over data, where there is room for it."""

    def __init__(self, html: str) -> None:
        self._line = TextLine(12, html)
        self.boxes: list[QRectF] = []
        self.box: QRectF | None = None
        """What it covers; None where it has no room."""

    def set_html(self, html: str) -> None:
        """Say something else."""
        self._line.set_html(html)

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height, with its ground."""
        return self._line.width + 2 * SIDE, self._line.height

    def offer(self, corners: Iterable[tuple[float, float]]) -> list[list[QRectF]]:
        """Return what it would cover from each of these corners on."""
        self.boxes = [QRectF(x, y, *self.size) for x, y in corners]
        return [[box] for box in self.boxes]

    def draw(self, painter: QPainter, palette: Palette) -> None:
        """Draw it in the painter's own colour."""
        if self.box is None:
            return
        ground = QColor(palette.panel)
        ground.setAlpha(GROUND)
        painter.fillRect(self.box, ground)
        self._line.draw(painter, self.box.x() + SIDE, self.box.y())


class _LineItem(MarkItem[M]):
    """A straight line with a label, which a legend may say in its place."""

    WIDTH = 1.0  # pixels
    company = None
    largest = most = 12  # pixels, as its label is

    def __init__(self, mark: M, area: Any, palette: Palette) -> None:
        super().__init__(mark, area, palette)
        self._label = _Label(markup(mark.label))

    @property
    def writes(self) -> bool:
        """Whether it has a label."""
        return bool(self.mark.label)

    def _line(self) -> QLineF | None:
        """Return what is seen of the line; None where that is nothing."""
        raise NotImplementedError

    def _corners(self, line: QLineF) -> list[tuple[float, float]]:
        """Return the upper left corners that suit its label."""
        raise NotImplementedError

    def strip(self) -> QRectF | None:
        """Return nothing: a line that slants stands across."""
        return None

    def places(self) -> list[list[QRectF]]:
        """Return what its label would cover in each place that suits it."""
        if not self.mark.label or self.area.has_legend or (line := self._line()) is None:
            return []
        self._label.set_html(markup(self.mark.label))
        return self._label.offer(self._corners(line))

    def write_at(self, place: int | None) -> None:
        """Let the label stand in one of those places, or nowhere."""
        box = None if place is None else self._label.boxes[place]
        if box != self._label.box:
            self._repaint(*(old_or_new for old_or_new in (self._label.box, box) if old_or_new is not None))
            self._label.box = box
            self.setZValue(depth(type(self.mark)) + LIFT * (box is not None))

    def _repaint(self, *rects: QRectF) -> None:
        """Have parts of the area painted again: where a scene tells what changed, an item's own update is all of it."""
        for rect in rects:
            if not rect.isEmpty():
                self.area.scene().update(self.area.mapRectToScene(rect))

    def _draw(self, painter: QPainter, line: QLineF) -> None:
        """Draw the line with its halo, which is not seen but on colours, and its label."""
        if self.mark.color == "mark":
            ground = QColor(self.palette.panel)
            ground.setAlpha(GROUND)
            painter.setPen(QPen(ground, HALO, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawLine(line)
        style = Qt.PenStyle.DashLine if self.mark.dashed else Qt.PenStyle.SolidLine
        painter.setPen(QPen(QColor(self.palette.role(self.mark.color)), self.WIDTH, style))
        painter.drawLine(line)
        self._label.draw(painter, self.palette)


class RuleItem(_LineItem[Rule]):
    """Draws a :class:`Rule`, its label beside it unless a legend names it."""

    def set_mark(self, mark: Rule) -> None:
        """Show another rule; only where the two stand is painted again."""
        if mark == self.mark:
            return
        self._repaint(self._reach())
        self.mark = mark
        self._repaint(self._reach())

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the line and its label."""
        if (line := self._line()) is not None:
            self._draw(painter, line)

    def grip(self, point: QPointF) -> Grip | None:
        """Let the line be dragged across, from close by; along an axis of cells from cell to cell."""
        index = 0 if self.mark.direction == "x" else 1
        line = self._line() if self.mark.moves else None
        if line is None or abs((point - line.p1()).toTuple()[index]) > NEAR:
            return None
        axis, mark = (self.area.along_x, self.area.along_y)[index], self.mark

        def value(pixel: QPointF) -> float:
            at = self.area.at(pixel)[index]
            inside = (
                axis.cell(at)
                if axis.axis.whole and mark.per == 1
                else axis.raw(min(max(at, axis.limits[0]), axis.limits[1]))
            )
            return float(inside - mark.origin) * mark.per

        shape = Qt.CursorShape.SizeHorCursor if index == 0 else Qt.CursorShape.SizeVerCursor
        return Grip(self.mark.moves, value, shape)

    def _line(self) -> QLineF | None:
        """Return the line in the middle of a pixel; None beyond the area."""
        rect, upright = self.area.rect(), self.mark.direction == "x"
        at = self.pixel(self.mark.at, 0 if upright else 1)
        if not -1 <= at <= (rect.width() if upright else rect.height()) + 1:
            return None
        at = round(at - 0.5) + 0.5
        end = (rect.height() if upright else rect.width()) - SHORT
        return QLineF(at, SHORT, at, end) if upright else QLineF(SHORT, at, end, at)

    def _corners(self, line: QLineF) -> list[tuple[float, float]]:
        """Return where the label stands beside the line at one end, or at the other."""
        (width, height), rect = self._label.size, self.area.rect()
        if self.mark.direction == "x":
            beside = line.x1() + 3, line.x1() - 3 - width
            return [(x, y) for y in (3.0, rect.height() - height - 3) for x in beside]
        beside = line.y1() - height - 2, line.y1() + 2
        ends = rect.width() - width - 4, 4.0
        return [(x, y) for x in (ends[::-1] if self.mark.at_left else ends) for y in beside]

    def strip(self) -> QRectF | None:
        """Return the line, which would strike out texts; None where it moves, and they would give way all the time."""
        line = None if self.mark.moves else self._line()
        return None if line is None else QRectF(line.p1(), line.p2()).adjusted(-0.5, -0.5, 0.5, 0.5)

    def _reach(self) -> QRectF:
        """Return what it covers."""
        if (line := self._line()) is None:
            return QRectF()
        across, along = (HALO, 1) if self.mark.direction == "x" else (1, HALO)
        covered = QRectF(line.p1(), line.p2()).adjusted(-across, -along, across, along)
        return (covered if self._label.box is None else covered | self._label.box) & self.boundingRect()


class DiagonalItem(_LineItem[Diagonal]):
    """Draws a :class:`Diagonal`, its label beside the middle of what is seen of it, or nearer to an end."""

    WIDTH = 1.5  # smoothed, it would else be paler than a rule

    def set_mark(self, mark: Diagonal) -> None:
        """Show another diagonal; only where the two run is painted again."""
        if mark == self.mark:
            return
        self._renew()
        self.mark = mark
        self._renew()

    def _renew(self) -> None:
        """Have the line painted again piece by piece: one box around all would be the whole area."""
        line = self._line()
        if line is None:
            return
        ends, area = [line.pointAt(piece / PIECES) for piece in range(PIECES + 1)], self.boundingRect()
        self._repaint(*(QRectF(a, b).normalized().adjusted(-HALO, -HALO, HALO, HALO) & area for a, b in pairwise(ends)))

    def boundingRect(self) -> QRectF:
        """Return the data area but for its edge."""
        return super().boundingRect().adjusted(SHORT, SHORT, -SHORT, -SHORT)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the line and its label."""
        if (line := self._line()) is not None:
            painter.setClipRect(self.boundingRect())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw(painter, line)

    def grip(self, point: QPointF) -> Grip | None:
        """Let the line be dragged across, from close by; where both axes are of cells, from one to the next."""
        line = self._line() if self.mark.moves else None
        if line is None or abs(_off(line, point)) > NEAR:
            return None
        axes = self.area.along_x, self.area.along_y

        def value(pixel: QPointF) -> float:
            x, y = (axis.cell(at) for axis, at in zip(axes, self.area.at(pixel), strict=True))
            return float(x - y)

        falls = (line.dx() > 0) == (line.dy() > 0)
        return Grip(self.mark.moves, value, Qt.CursorShape.SizeBDiagCursor if falls else Qt.CursorShape.SizeFDiagCursor)

    def _line(self) -> QLineF | None:
        """Return what is seen of the line; None where that is nothing."""
        (left, right), (low, high), at = self.area.x_range, self.area.y_range, self.mark.at
        first, last = max(low, left - at), min(high, right - at)
        if first >= last:
            return None
        return QLineF(self.pixel(first + at, 0), self.pixel(first, 1), self.pixel(last + at, 0), self.pixel(last, 1))

    def _corners(self, line: QLineF) -> list[tuple[float, float]]:
        (width, height), rect = self._label.size, self.boundingRect()
        corners = []
        for point in map(line.pointAt, (0.5, 0.25, 0.75)):
            fits = point.x() + APART + width < rect.right()
            x = point.x() + APART if fits else point.x() - APART - width
            y = point.y() - height if fits else point.y()
            corners.append((x, min(max(y, rect.top()), rect.bottom() - height)))
        return corners


def _off(line: QLineF, point: QPointF) -> float:
    """Return how many pixels a point lies beside a line."""
    away = point - line.p1()
    return float((away.x() * line.dy() - away.y() * line.dx()) / max(line.length(), 1e-9))
