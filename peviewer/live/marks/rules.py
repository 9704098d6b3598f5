"""Straight lines across a panel: rules and diagonals, with their labels beside them."""

from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from peviewer.figures.grammar import Diagonal, Rule
from peviewer.figures.palette import Palette
from peviewer.live.marks.item import MarkItem
from peviewer.live.text.line import TextLine
from peviewer.live.text.text import markup

GROUND = 210  # of 255: how much of the data a label hides
SHORT = 3  # pixels between a rule and the edge, so many as Qt paints around what changed: the axes are left alone
APART = 8  # pixels between a diagonal and its label


class _Label:
    """A line's name, on a ground that keeps it readable over data."""

    def __init__(self, html: str) -> None:
        self._line = TextLine(12, html)

    def set_html(self, html: str) -> None:
        """Say something else."""
        self._line.set_html(html)

    def box(self, place: QPointF) -> QRectF:
        """Return what it covers from its upper left corner on."""
        return QRectF(place.x() - 2, place.y(), self._line.width + 4, self._line.height)

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height."""
        return self._line.width, self._line.height

    def draw(self, painter: QPainter, place: QPointF, palette: Palette) -> None:
        """Draw it in the painter's own colour."""
        ground = QColor(palette.panel)
        ground.setAlpha(GROUND)
        painter.fillRect(self.box(place), ground)
        self._line.draw(painter, place.x(), place.y())


class RuleItem(MarkItem[Rule]):
    """Draws a :class:`Rule`, its label beside it unless a legend names it."""

    DEPTH = 2

    def __init__(self, mark: Rule, area: Any, palette: Palette) -> None:
        super().__init__(mark, area, palette)
        self._label = _Label(markup(mark.label))

    def set_mark(self, mark: Rule) -> None:
        """Show another rule; only where the two stand is painted again."""
        if mark == self.mark:
            return
        self.update(self._reach())
        self._label.set_html(markup(mark.label))
        self.mark = mark
        self.update(self._reach())

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the line and its label."""
        if (line := self._line()) is None:
            return
        style = Qt.PenStyle.DashLine if self.mark.dashed else Qt.PenStyle.SolidLine
        painter.setPen(QPen(QColor(self.palette.role(self.mark.color)), 1, style))
        painter.drawLine(line)
        if self._labelled:
            self._label.draw(painter, self._label_place(line), self.palette)

    @property
    def _labelled(self) -> bool:
        return bool(self.mark.label) and not self.area.has_legend

    def _line(self) -> QLineF | None:
        """Return the line in the middle of a pixel; None beyond the area."""
        rect, upright = self.area.rect(), self.mark.direction == "x"
        at = float(self.to_pixels_x(self.mark.at) if upright else self.to_pixels_y(self.mark.at))
        if not -1 <= at <= (rect.width() if upright else rect.height()) + 1:
            return None
        at = round(at - 0.5) + 0.5
        end = (rect.height() if upright else rect.width()) - SHORT
        return QLineF(at, SHORT, at, end) if upright else QLineF(SHORT, at, end, at)

    def _label_place(self, line: QLineF) -> QPointF:
        (width, height), rect = self._label.size, self.area.rect()
        if self.mark.direction == "x":
            at = line.x1()
            return QPointF(at + 5 if at + 10 + width < rect.width() else at - 5 - width, 3)
        at = line.y1()
        return QPointF(rect.width() - width - 6, at - height - 2 if at - height > 2 else at + 2)

    def _reach(self) -> QRectF:
        """Return what it covers; a point beyond the area where that is nothing."""
        if (line := self._line()) is None:
            return QRectF(-1, -1, 0, 0)
        across, along = (1, 0) if self.mark.direction == "x" else (0, 1)
        covered = QRectF(line.p1(), line.p2()).adjusted(-across, -along, across, along)
        if self._labelled:
            covered |= self._label.box(self._label_place(line))
        return covered & self.boundingRect()


class DiagonalItem(MarkItem[Diagonal]):
    """Draws a :class:`Diagonal`, its label beside the middle of what is seen of it."""

    DEPTH = 2

    def __init__(self, mark: Diagonal, area: Any, palette: Palette) -> None:
        super().__init__(mark, area, palette)
        self._label = _Label(markup(mark.label))

    def boundingRect(self) -> QRectF:
        """Return the data area but for its edge."""
        return super().boundingRect().adjusted(SHORT, SHORT, -SHORT, -SHORT)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the line and its label."""
        if (line := self._line()) is None:
            return
        style = Qt.PenStyle.DashLine if self.mark.dashed else Qt.PenStyle.SolidLine
        painter.setClipRect(self.boundingRect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.palette.role(self.mark.color)), 1, style))
        painter.drawLine(line)
        if self.mark.label and not self.area.has_legend:
            self._label.set_html(markup(self.mark.label))
            self._label.draw(painter, self._label_place(line), self.palette)

    def _line(self) -> QLineF | None:
        """Return what is seen of the line; None where that is nothing."""
        (left, right), (low, high), at = self.area.x_range, self.area.y_range, self.mark.at
        first, last = max(low, left - at), min(high, right - at)
        if first >= last:
            return None
        x, y = self.to_pixels_x([first + at, last + at]), self.to_pixels_y([first, last])
        return QLineF(x[0], y[0], x[1], y[1])

    def _label_place(self, line: QLineF) -> QPointF:
        (width, height), rect, middle = self._label.size, self.boundingRect(), line.center()
        fits = middle.x() + APART + width < rect.right()
        x = middle.x() + APART if fits else middle.x() - APART - width
        y = middle.y() - height if fits else middle.y()
        return QPointF(x, min(max(y, rect.top()), rect.bottom() - height))
