"""The line above a panel: its title left, its legend and its fact right."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from peviewer.figures.grammar import Curve, Panel, Role, Rule
from peviewer.figures.palette import Palette
from peviewer.live.text.line import TextLine
from peviewer.live.text.text import markup

LINE = 18
FOOT = 4  # between the line and the data
GAP = 16
DASH = 14


@dataclass(frozen=True)
class Entry:
    """One word of the legend."""

    label: str
    color: Role
    style: str


def entries(panel: Panel) -> tuple[Entry, ...]:
    """Return the legend of a panel, empty if it has none."""
    if not panel.legend:
        return ()
    curves = [Entry(m.label, m.color, m.style) for m in panel.marks if isinstance(m, Curve) and m.label]
    rules = [
        Entry(m.label, m.color, "dashed" if m.dashed else "line")
        for m in panel.marks
        if isinstance(m, Rule) and m.label
    ]
    return tuple(curves + rules)


class Header(QGraphicsItem):
    """Title, legend and fact; takes a second line where they do not fit side by side."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self.palette = palette
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._title, self._fact = TextLine(13, medium=True), TextLine(12)
        self._entries: tuple[Entry, ...] = ()
        self._words: list[TextLine] = []
        self._width = 0
        self._legend_width = self._natural_width = 0.0

    def set_panel(self, panel: Panel) -> bool:
        """Take over a panel's texts; True if its height may have changed."""
        height = self.height(self._width)
        changed = self._title.set_html(markup(panel.title))
        changed |= self._fact.set_html(markup(panel.fact))
        if (found := entries(panel)) != self._entries:
            self._entries, self._words = found, [TextLine(12, markup(entry.label)) for entry in found]
            changed = True
        if changed:
            self.prepareGeometryChange()
            self._measure()
            self.update()
        return changed and self.height(self._width) != height

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        self.palette = palette
        self.update()

    def set_width(self, pixels: int) -> None:
        """Be as wide as the data."""
        self.prepareGeometryChange()
        self._width = pixels

    def height(self, width: int) -> int:
        """Return the pixels it needs above data of this width."""
        if not (self._title.html or self._fact.html or self._entries):
            return 0
        return LINE * (1 if self._natural_width <= width else 2) + FOOT

    def _measure(self) -> None:
        self._legend_width = sum(DASH + 5 + word.width for word in self._words) + 12 * max(0, len(self._words) - 1)
        parts = [part for part in (self._title.width, self._legend_width, self._fact.width) if part]
        self._natural_width = sum(parts) + GAP * (len(parts) - 1)

    def boundingRect(self) -> QRectF:
        """Return its place, from the upper left corner."""
        return QRectF(0, 0, self._width, self.height(self._width))

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw the texts."""
        painter.setClipRect(self.boundingRect())
        one_line = self._natural_width <= self._width
        painter.setPen(QColor(self.palette.text))
        self._title.draw(painter, 0, 0)
        fact_below = not one_line and self._title.width + GAP + self._fact.width > self._width
        painter.setPen(QColor(self.palette.secondary))
        crowded = fact_below and self._entries and self._legend_width + GAP + self._fact.width > self._width
        if not crowded:  # the legend is needed more
            self._fact.draw(painter, 0 if fact_below else self._width - self._fact.width, LINE if fact_below else 1)
        if self._entries:
            end = self._width - (self._fact.width + GAP if self._fact.html and (one_line or fact_below) else 0)
            left = end - self._legend_width if one_line or fact_below else 0
            self._draw_legend(painter, max(0.0, left), 1 if one_line else LINE)

    def _draw_legend(self, painter: QPainter, x: float, y: float) -> None:
        for entry, word in zip(self._entries, self._words, strict=True):
            pen = QPen(QColor(self.palette.role(entry.color)), 2)
            middle = y + word.height / 2
            if entry.style == "points":
                pen.setWidth(6)
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                painter.setPen(pen)
                painter.drawPoint(QPointF(x + DASH / 2, middle))
            else:
                if entry.style == "dashed":
                    pen.setDashPattern([2, 1.5])
                painter.setPen(pen)
                painter.drawLine(QLineF(x, middle, x + DASH, middle))
            painter.setPen(QColor(self.palette.secondary))
            word.draw(painter, x + DASH + 5, y)
            x += DASH + 5 + word.width + 12
