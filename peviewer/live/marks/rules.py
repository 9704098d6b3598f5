"""Straight lines across a panel: rules and diagonals, with their names.

A rule is pyqtgraph's InfiniteLine. A diagonal is an item of our own: each move of
a slanting InfiniteLine repaints the whole area.
"""

from collections.abc import Sequence
from itertools import count, pairwise
from math import copysign, sqrt
from typing import Any, TypeVar

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from peviewer.figures.grammar import HALOED, Diagonal, Rule
from peviewer.figures.line_labels import LineName, Placed, wordings
from peviewer.figures.palette import Palette
from peviewer.live.drag import Handle
from peviewer.live.labels import LineLabel, name_size
from peviewer.live.marks.item import MarkBase, MarkItem, depth

HALO_ALPHA = 210  # of 255
EDGE_GAP = 3  # pixels between a line and the edge of the area
UNNAMED = 0.5  # in z, how far below others lines without a name are: of two in one place that with a name is dragged
CAP = 1  # pixels that the pen adds to the end of a line, at most
NEAR = 5.0  # pixels from a line in which it can be dragged
HALO = 3  # pixels across, of the ground's colour: it keeps a line visible on data of any colour
PIECES = 12  # of a diagonal, each repainted by itself
LEAST_OUTLINE = 1.5  # pixels from the middle of a row of cells to each line of its outline, at least
ANGLE = {"x": 90, "y": 0}  # in degrees, of a line at one x or y

_drags = count(1)

M = TypeVar("M", bound=Rule | Diagonal)


class _Named(MarkBase[M]):
    """The base of straight lines with a name, which is not shown if there is a legend."""

    _label: LineLabel
    _wordings: Sequence[str] = ()

    def visible_line(self) -> QLineF | None:
        """Return the visible part of the line, in pixels of the area; None if there is none."""
        raise NotImplementedError

    def _place_of_name(self) -> tuple[tuple[float, float], int] | None:
        """Return the line's end with the name, and the side of the area, 0 inside; None for no name."""
        raise NotImplementedError

    def name(self) -> LineName | None:
        """Return the name to be placed."""
        if not self.mark.label or self.area.has_legend or (place := self._place_of_name()) is None:
            return None
        at, side = place
        self._wordings = wordings(self.mark, side)
        return LineName(self.mark, at, list(map(name_size, self._wordings)))

    def show_name(self, placed: Placed | None) -> QRectF | None:
        """Show the name at a place, or hide it; return the covered rectangle."""
        if placed is None:
            self._label.clear()
            return None
        return self._label.show_at(self._wordings[placed.wording], placed.left, placed.top)

    def drop(self) -> None:
        super().drop()
        self._label.drop()

    def pens(self, width: float, unit: float = 1.0) -> list[QPen]:
        """Return the pens of the halo, if the colour needs one, and of the line, with `unit` the size of a pixel."""
        ground, style = QColor(self.palette.panel), Qt.PenStyle.DashLine if self.mark.dashed else Qt.PenStyle.SolidLine
        ground.setAlpha(HALO_ALPHA)
        own = QPen(QColor(self.palette.role(self.mark.color)), width * unit, style)
        halo = QPen(ground, HALO * unit, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
        return [halo, own] if self.mark.color in HALOED else [own]


class RuleItem(_Named[Rule], pg.InfiniteLine):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws a :class:`Rule`, its name at its end unless a legend names it; one that marks cells outlines them.

    One that represents a field is dragged as a movable InfiniteLine. The drag
    sets the field, and the line follows the Document.
    """

    def __init__(self, mark: Rule, area: Any, palette: Palette) -> None:
        self.mark, self.area, self.palette = mark, area, palette
        self._geometry: tuple[QRectF, QLineF] | None = None  # the bounding rectangle, and the line that is drawn
        pg.InfiniteLine.__init__(self, angle=ANGLE[mark.direction])
        self._edit: tuple[str, float | None] = "", None  # the key of all edits of one drag, and the last value
        self._label = LineLabel(area)
        area.addItem(self, ignoreBounds=True)
        self.sigDragged.connect(self._on_dragged)
        self._show()

    def set_mark(self, mark: Rule) -> None:
        was, self.mark = self.mark, mark
        if (mark.direction, mark.moves, mark.color, mark.dashed) != (was.direction, was.moves, was.color, was.dashed):
            self._show()
        elif mark != was:
            self._update_place()

    def set_palette(self, palette: Palette) -> None:
        self.palette = palette
        self._label.set_palette(palette, self.mark.color)
        self.update()

    def _show(self) -> None:
        if self.angle != ANGLE[self.mark.direction]:
            self.setAngle(ANGLE[self.mark.direction])
        self.setMovable(bool(self.mark.moves))
        self.setAcceptHoverEvents(False)  # the area does this for all its marks
        self.set_palette(self.palette)
        self._update_place()

    def _update_place(self) -> None:
        axis, origin = self._along
        self.setZValue(depth(Rule) - UNNAMED * (not self.mark.label))
        at = float(axis.to_screen(self.mark.at))
        self.setBounds((axis.limits[0] - origin, axis.limits[1] - origin) if self.mark.moves else (None, None))
        self.setValue(at - origin)

    @property
    def _along(self) -> tuple[Any, float]:
        """The axis of its coordinate, and the ViewBox's origin along it."""
        index = 0 if self.mark.direction == "x" else 1
        return self.area.axes[index], self.area.origins[index]

    # ---- what is painted

    def viewTransformChanged(self) -> None:
        """Compute the geometry anew: pyqtgraph calls this when the line, the range or the size has changed."""
        super().viewTransformChanged()
        self._geometry = None

    def boundingRect(self) -> QRectF:
        """Return the area in which it can be dragged, with the caps of its ends."""
        return self._rect_and_line()[0]

    def _rect_and_line(self) -> tuple[QRectF, QLineF]:
        if self._geometry is not None:
            return self._geometry
        whole = QRectF(super().boundingRect())
        along, across = self.pixelVectors()
        if along is None:
            return whole, QLineF()
        pixel, near = along.length(), max(NEAR, max(self._offsets) + HALO) * across.length()
        inner = whole.adjusted(EDGE_GAP * pixel, 0, -EDGE_GAP * pixel, 0)
        line = QLineF(inner.left(), 0, max(inner.left(), inner.right()), 0)
        rect = QRectF(line.x1(), -near, line.length(), 2 * near).adjusted(-CAP * pixel, 0, CAP * pixel, 0)
        self._geometry = rect, line
        return self._geometry

    @property
    def _offsets(self) -> tuple[float, ...]:
        """The offsets of the drawn lines in pixels: two if it outlines a row of cells."""
        index = 0 if self.mark.direction == "x" else 1
        if self.mark.color != "mark" or not self.area.has_cells or not self.area.axes[index].axis.whole:
            return (0.0,)
        (low, high), length = self.area.ranges[index], self.area.lengths[index]
        away = max(LEAST_OUTLINE, length / (high - low) / 2) + 0.5
        return -away, away

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the line in the middle of a pixel, or those of the outline."""
        placed = painter.transform()
        if self.visible_line() is None or not placed.isInvertible():
            return
        _, line = self._rect_and_line()
        along = 0 if self.mark.direction == "x" else 1
        at = placed.map(line.p1()).toTuple()[along]
        unit = sqrt(abs(painter.deviceTransform().determinant() / placed.determinant()))
        *halo, own = self.pens(1.0, unit)
        # The halo of an outline is the next pixel outside it.
        drawn = [(pen, off, copysign(1, off) * (off != 0)) for pen in halo for off in self._offsets]
        for pen in halo[: len(self._offsets) - 1]:
            pen.setWidthF(unit)
        for pen, off, outside in (*drawn, *((own, off, 0.0) for off in self._offsets)):
            by = _centred(at + off) + outside - at
            painter.setTransform(placed * QTransform.fromTranslate(*((by, 0.0) if along == 0 else (0.0, by))))
            pen.setCosmetic(True)  # its width is in pixels of the device
            painter.setPen(pen)
            painter.drawLine(line)

    def visible_line(self) -> QLineF | None:
        """Return the line in the middle of a pixel; None outside the area."""
        rect, upright = self.area.rect(), self.mark.direction == "x"
        at = self.pixel(self.mark.at, 0 if upright else 1)
        if not -1 <= at <= (rect.width() if upright else rect.height()) + 1:
            return None
        at = _centred(at)
        end = (rect.height() if upright else rect.width()) - EDGE_GAP
        return QLineF(at, EDGE_GAP, at, end) if upright else QLineF(EDGE_GAP, at, end, at)

    def _place_of_name(self) -> tuple[tuple[float, float], int] | None:
        index = 0 if self.mark.direction == "x" else 1
        at, length = self.pixel(self.mark.at, index), self.area.lengths[index]
        side = -1 if at < -1 else 1 if at > length + 1 else 0
        if side and self.mark.color != "mark":
            return None
        at = min(max(at, 0.0), length)
        return ((at, 0.0) if index == 0 else (0.0, at)), side

    # ---- what is dragged

    def handle_at(self, point: QPointF) -> Handle | None:
        """Return how the line is dragged from close by; along an axis of cells from cell to cell."""
        index = 0 if self.mark.direction == "x" else 1
        line = self.visible_line() if self.mark.moves else None
        if line is None or abs((point - line.p1()).toTuple()[index]) > NEAR:
            return None
        shape = Qt.CursorShape.SizeHorCursor if index == 0 else Qt.CursorShape.SizeVerCursor
        return Handle(self.mark.moves, lambda pixel: self._field_at(self.area.at(pixel)[index]), shape, self)

    def _field_at(self, at: float) -> float:
        """Return the value of the field for a place of the line in screen units."""
        (axis, _), mark = self._along, self.mark
        is_cell = axis.axis.whole and mark.per >= 1  # otherwise a share of the axis
        inside = axis.cell(at) if is_cell else axis.raw(min(max(at, axis.limits[0]), axis.limits[1]))
        value = float(inside - mark.origin) * mark.per
        return float(round(value)) if mark.per > 1 else value

    def hoverEvent(self, _event: Any) -> None:
        """Keep the look: an InfiniteLine is highlighted below the pointer."""

    def mouseDragEvent(self, event: Any) -> None:
        """Drag from close by, unless keys are held that have another meaning."""
        if event.isStart():
            handle = self.area.find_handle(self.mapToItem(self.area, event.buttonDownPos()))
            if handle is None or handle.item is not self or self.area.zooms(event.modifiers()):
                event.ignore()
                return
            self.area.left.emit()  # otherwise the readout would stay at the beginning of the drag
            self._edit = f"line {next(_drags)}", None
        super().mouseDragEvent(event)

    def _on_dragged(self) -> None:
        key, last = self._edit
        value = self._field_at(self.value() + self._along[1])
        self._update_place()
        if value != last:
            self._edit = key, value
            self.area.edited.emit(self.mark.moves, value, key)


class DiagonalItem(_Named[Diagonal], MarkItem[Diagonal]):
    """Draws a :class:`Diagonal`, its name at the upper end of the visible part."""

    WIDTH = 1.5  # antialiased, a thinner line would look paler than a rule

    def __init__(self, mark: Diagonal, area: Any, palette: Palette) -> None:
        super().__init__(mark, area, palette)
        self._label = LineLabel(area)
        self._label.set_palette(palette, mark.color)

    def set_palette(self, palette: Palette) -> None:
        super().set_palette(palette)
        self._label.set_palette(palette, self.mark.color)

    def set_mark(self, mark: Diagonal) -> None:
        """Show another diagonal; only the pixels along the old and the new one are repainted."""
        if mark == self.mark:
            return
        self._repaint_line()
        was, self.mark = self.mark, mark
        if was.color != mark.color:
            self._label.set_palette(self.palette, mark.color)
        self._repaint_line()

    def _repaint_line(self) -> None:
        """Repaint the line piece by piece: one rectangle around it would be the whole area."""
        line = self.visible_line()
        if line is None:
            return
        ends, area = [line.pointAt(piece / PIECES) for piece in range(PIECES + 1)], self.boundingRect()
        for piece in (QRectF(a, b).normalized().adjusted(-HALO, -HALO, HALO, HALO) & area for a, b in pairwise(ends)):
            if not piece.isEmpty():  # the item's own update would be the whole area
                self.scene().update(self.area.mapRectToScene(piece))

    def boundingRect(self) -> QRectF:
        """Return the data area without its edge."""
        return super().boundingRect().adjusted(EDGE_GAP, EDGE_GAP, -EDGE_GAP, -EDGE_GAP)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        if (line := self.visible_line()) is not None:
            painter.setClipRect(self.boundingRect())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for pen in self.pens(self.WIDTH):
                painter.setPen(pen)
                painter.drawLine(line)

    def handle_at(self, point: QPointF) -> Handle | None:
        """Return how the line is dragged from close by: from cell to cell."""
        line = self.visible_line() if self.mark.moves else None
        if line is None or abs(_distance(line, point)) > NEAR:
            return None

        def value(pixel: QPointF) -> float:
            x, y = (axis.cell(at) for axis, at in zip(self.area.axes, self.area.at(pixel), strict=True))
            return float(x - y)

        falls = (line.dx() > 0) == (line.dy() > 0)
        cursor = Qt.CursorShape.SizeBDiagCursor if falls else Qt.CursorShape.SizeFDiagCursor
        return Handle(self.mark.moves, value, cursor)

    def visible_line(self) -> QLineF | None:
        """Return the visible part of the line; None if there is none."""
        (left, right), (low, high), at = self.area.x_range, self.area.y_range, self.mark.at
        first, last = max(low, left - at), min(high, right - at)
        if first >= last:
            return None
        return QLineF(self.pixel(first + at, 0), self.pixel(first, 1), self.pixel(last + at, 0), self.pixel(last, 1))

    def _place_of_name(self) -> tuple[tuple[float, float], int] | None:
        line = self.visible_line()
        if line is None:
            return None
        upper = min(line.p1(), line.p2(), key=lambda end: float(end.y()))
        return (upper.x(), upper.y()), 0


def _centred(pixel: float) -> float:
    """Return the middle of the pixel that contains a place."""
    return round(pixel - 0.5) + 0.5


def _distance(line: QLineF, point: QPointF) -> float:
    away = point - line.p1()
    return float((away.x() * line.dy() - away.y() * line.dx()) / max(line.length(), 1e-9))
