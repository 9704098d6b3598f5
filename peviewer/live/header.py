"""The line above a panel: its title left, its legend and its fact right.

More lines if they do not fit on one.
"""

import re
from collections.abc import Set
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from peviewer.base.numbers import MINUS, THIN
from peviewer.figures.fitting.hiding import SCREEN_STEPS, Part
from peviewer.figures.grammar import Panel, Role, line_style
from peviewer.figures.palette import SHADE_STRENGTH, WIDE_STRENGTH
from peviewer.live.canvas import Canvas
from peviewer.live.text import Paragraph, TextLine, paragraph, text_line

LINE = 18
BOTTOM_GAP = 4  # between the last line and the data
GAP = 16
DASH = 14
SWATCH = 10  # the height of a sample of shading
LABEL_GAP = 5  # between a dash and its label
ENTRY_GAP = 12
MAX_LINES = 3  # of a wrapped title
MAX_LEGEND_LINES = 3
FIGURES = 3  # a number has room in steps of as many: what is around it stays while it gains and loses figures


@dataclass(frozen=True)
class Entry:
    """One entry of the legend."""

    label: str
    color: Role
    style: str


def entries(panel: Panel) -> tuple[Entry, ...]:
    if not panel.legend:
        return ()
    return tuple(Entry(mark.label, mark.color, line_style(mark)) for mark in panel.legend_marks)


@dataclass(frozen=True)
class Plan:
    """The left edge and the line of each text of a header; empty or None for hidden ones."""

    lines: int = 0
    wrapped: bool = False
    entries: tuple[tuple[float, int], ...] = ()
    fact: tuple[float, int] | None = None

    @property
    def height(self) -> int:
        return self.lines * LINE + BOTTOM_GAP if self.lines else 0


def plan(
    width: float, title: float, title_lines: int, entries: tuple[float, ...], fact: float
) -> Plan | None:
    """Return the places of texts of these widths, 0 for a missing one; None if they do not fit.

    >>> plan(300, 100, 1, (50, 50), 40)
    Plan(lines=1, wrapped=False, entries=((132, 0), (194, 0)), fact=(260, 0))
    >>> plan(220, 100, 1, (50, 50), 40)
    Plan(lines=2, wrapped=False, entries=((0, 1), (62, 1)), fact=(180, 0))
    >>> plan(90, 100, 2, (50, 50), 0)
    Plan(lines=4, wrapped=True, entries=((0, 2), (0, 3)), fact=None)
    """
    legend = sum(entries) + ENTRY_GAP * max(0, len(entries) - 1)
    parts = [part for part in (title, legend, fact) if part]
    if not parts:
        return Plan()
    if sum(parts) + GAP * (len(parts) - 1) <= width:
        left = width - fact - (GAP if fact else 0) - legend
        return Plan(1, False, _in_a_row(left, 0, entries), (width - fact, 0) if fact else None)
    if max(fact, *entries, 0, 0) > width or (title > width and title_lines > MAX_LINES):
        return None
    above = (title_lines if title > width else 1) if title else 0
    beside_title = bool(title and fact) and title + GAP + fact <= width
    rows = _rows(width, entries)
    if len(rows) > MAX_LEGEND_LINES:
        return None
    placed = tuple(
        place for line, row in enumerate(rows) for place in _in_a_row(0, above + line, row)
    )
    lines = above + len(rows)
    if not fact or beside_title:
        return Plan(lines, title > width, placed, (width - fact, 0) if fact else None)
    if rows and sum(rows[-1]) + ENTRY_GAP * (len(rows[-1]) - 1) + GAP + fact <= width:
        return Plan(lines, title > width, placed, (width - fact, lines - 1))
    return Plan(lines + 1, title > width, placed, (0, lines))


def _in_a_row(left: float, line: int, widths: tuple[float, ...]) -> tuple[tuple[float, int], ...]:
    places = []
    for width in widths:
        places.append((left, line))
        left += width + ENTRY_GAP
    return tuple(places)


def _rows(room: float, widths: tuple[float, ...]) -> list[tuple[float, ...]]:
    rows: list[tuple[float, ...]] = []
    for width in widths:
        if rows and sum(rows[-1]) + ENTRY_GAP * len(rows[-1]) + width <= room:
            rows[-1] = (*rows[-1], width)
        else:
            rows.append((width,))
    return rows


class Header(QGraphicsItem):
    """Title, legend and fact of a panel."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__()
        self._canvas = canvas
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._texts: tuple[str, str, tuple[Entry, ...]] = "", "", ()
        self._owner = ""
        self._widths: tuple[float, float, tuple[float, ...]] = (0.0, 0.0, ())
        self._parts: Set[Part] = SCREEN_STEPS[0]
        self._width, self._rect = 0, QRectF()
        self._plan: Plan | None = None

    def set_panel(self, panel: Panel) -> bool:
        """Take over a panel's texts; True if they may need more or less space."""
        texts = panel.title, panel.fact_text, entries(panel)
        if texts == self._texts and panel.owner == self._owner:
            return False
        height, widths = self._rect.height(), self._widths
        self.prepareGeometryChange()
        self.update()
        self._texts = texts
        self._owner = panel.owner
        self._widths = _widths(*texts)
        self._set_rect()
        return self._widths != widths or self._rect.height() != height

    @property
    def _title(self) -> TextLine:
        return text_line(self._texts[0], 13, medium=True)

    def _owner_line(self, width: float) -> TextLine:
        """Return the name of the panel's owner, which stands in place of a hidden title.

        Nothing if it is too wide.
        """
        name = text_line(self._owner, 13, medium=True)
        return name if name.width <= width else text_line("", 13)

    @property
    def _fact(self) -> TextLine:
        return text_line(self._texts[1], 12)

    def _wrapped(self, width: float) -> Paragraph:
        return paragraph(
            self._texts[0], 13, width, medium=True, alignment=Qt.AlignmentFlag.AlignLeft
        )

    def show_parts(self, pixels: int, parts: Set[Part]) -> None:
        if (pixels, parts) == (self._width, self._parts):
            return
        self.prepareGeometryChange()
        self._width, self._parts = pixels, parts
        self._set_rect()
        self.update()

    def _set_rect(self) -> None:
        self._plan = self.plan(self._width, self._parts)
        self._rect = QRectF(0, 0, self._width, self._plan.height if self._plan else 0)

    def plan(self, width: float, parts: Set[Part]) -> Plan | None:
        """Return the places of its texts above data of this width; None if they do not fit."""
        title, fact, entries = self._widths
        if "panel titles" not in parts:
            title = self._owner_line(width).width
        return plan(
            width,
            title,
            self._title_lines(width) if title > width else 1,
            entries if "legend" in parts else (),
            fact if "fact" in parts else 0.0,
        )

    def _title_lines(self, width: float) -> int:
        # On one line where the title is narrower than the room of its numbers.
        wrapped = self._wrapped(width)
        return (
            max(2, round(wrapped.height / self._title.height))
            if wrapped.width <= width
            else MAX_LINES + 1
        )

    def height(self, width: int, parts: Set[Part]) -> int:
        plan = self.plan(width, parts)
        return plan.height if plan else 0

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        where = self._plan
        if where is None:
            return
        painter.setPen(QColor(self._canvas.colors.text))
        if "panel titles" not in self._parts:
            self._owner_line(self._width).draw(painter, 0, 0)
        elif where.wrapped:
            self._wrapped(self._width).draw(painter, 0, 0)
        else:
            self._title.draw(painter, 0, 0)
        painter.setPen(QColor(self._canvas.colors.secondary))
        if where.fact:
            left, line = where.fact
            self._fact.draw(
                painter, left and self._width - self._fact.width, LINE * line + (line == 0)
            )
        for entry, (x, line) in zip(self._texts[2], where.entries, strict=False):
            self._draw_entry(painter, entry, QPointF(x, LINE * line + (line == 0)))

    def _draw_entry(self, painter: QPainter, entry: Entry, at: QPointF) -> None:
        label = text_line(entry.label, 12)
        color, middle = QColor(self._canvas.colors.role(entry.color)), at.y() + label.height / 2
        if entry.style in ("band", "solid"):
            sample = QRectF(at.x(), middle - SWATCH / 2, DASH, SWATCH)
            painter.setPen(QPen(color, 1))  # a shading ends in lines, as on the data
            painter.drawLine(QLineF(sample.topLeft(), sample.bottomLeft()))
            painter.drawLine(QLineF(sample.topRight(), sample.bottomRight()))
            color.setAlphaF(SHADE_STRENGTH if entry.style == "band" else 1.0)
            painter.fillRect(sample, color)
        else:
            color.setAlphaF(WIDE_STRENGTH if entry.style == "wide" else 1.0)
            pen = QPen(color, 6 if entry.style in ("points", "wide") else 2)
            if entry.style == "dashed":
                pen.setDashPattern([2, 1.5])
            elif entry.style == "points":
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            if entry.style == "points":
                painter.drawPoint(QPointF(at.x() + DASH / 2, middle))
            else:
                painter.drawLine(QLineF(at.x(), middle, at.x() + DASH, middle))
        painter.setPen(QColor(self._canvas.colors.secondary))
        label.draw(painter, at.x() + DASH + LABEL_GAP, at.y())


_NUMBER = re.compile(rf"({MINUS}?)(\d+(?:[.{THIN}]\d+)*)")


def roomy(text: str) -> str:
    """Return a text as wide as the given one becomes while its numbers play.

    >>> roomy("from *t* = 7 to *t* + *φ* = 57.25")
    'from *t* = 000 to *t* + *φ* = 000000'
    >>> roomy("−7.5 at 0.25")
    '−00000 at 0.25'
    """

    def widest(match: re.Match[str]) -> str:
        sign, number = match.groups()
        if number.startswith("0."):
            return sign + number  # below 1 it has one figure before its point, and keeps it
        steps = -(-len(sign + number) // FIGURES)
        return sign + "0" * (steps * FIGURES - len(sign))

    return _NUMBER.sub(widest, text)


def _widths(
    title: str, fact: str, entries: tuple[Entry, ...]
) -> tuple[float, float, tuple[float, ...]]:
    """Return the room of a title, of a fact and of each entry of a legend, in pixels."""
    labels = [text_line(roomy(entry.label), 12).width for entry in entries]
    named = tuple(DASH + LABEL_GAP + width for width in labels)
    return text_line(roomy(title), 13, medium=True).width, text_line(roomy(fact), 12).width, named
