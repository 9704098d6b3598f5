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
from peviewer.live.header_plan import (
    LINE,
    MAX_TITLE_LINES,
    HeaderPlan,
    TextWidths,
    plan_header,
)
from peviewer.live.text import Paragraph, TextLine, paragraph, text_line

# The length of a dash, the gap to its label, and the height of a sample of shading.
DASH = 14
LABEL_GAP = 5
SWATCH = 10

# A number has room in steps of as many figures: what is around it stays while it gains and loses
# figures.
FIGURES = 3


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


class Header(QGraphicsItem):
    """Title, legend and fact of a panel."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__()
        self._canvas = canvas
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._title_text = ""
        self._fact_text = ""
        self._entries: tuple[Entry, ...] = ()
        self._owner = ""
        self._widths = TextWidths()
        self._parts: Set[Part] = SCREEN_STEPS[0]
        self._width = 0
        self._rect = QRectF()
        self._plan: HeaderPlan | None = None

    def set_panel(self, panel: Panel) -> bool:
        """Take over a panel's texts; True if they may need more or less space."""
        texts = panel.title, panel.fact_text, entries(panel), panel.owner
        if texts == (self._title_text, self._fact_text, self._entries, self._owner):
            return False

        old_height = self._rect.height()
        old_widths = self._widths
        self.prepareGeometryChange()
        self.update()
        self._title_text, self._fact_text, self._entries, self._owner = texts
        self._widths = _text_widths(self._title_text, self._fact_text, self._entries)
        self._set_rect()
        return self._widths != old_widths or self._rect.height() != old_height

    @property
    def _title(self) -> TextLine:
        return text_line(self._title_text, 13, medium=True)

    def _owner_line(self, width: float) -> TextLine:
        """Return the name of the panel's encoding, which replaces a hidden title.

        Return nothing if it is too wide.
        """
        name = text_line(self._owner, 13, medium=True)
        return name if name.width <= width else text_line("", 13)

    @property
    def _fact(self) -> TextLine:
        return text_line(self._fact_text, 12)

    def _wrapped(self, width: float) -> Paragraph:
        left = Qt.AlignmentFlag.AlignLeft
        return paragraph(self._title_text, 13, width, medium=True, alignment=left)

    def show_parts(self, pixels: int, parts: Set[Part]) -> None:
        if (pixels, parts) == (self._width, self._parts):
            return
        self.prepareGeometryChange()
        self._width = pixels
        self._parts = parts
        self._set_rect()
        self.update()

    def _set_rect(self) -> None:
        self._plan = self.plan(self._width, self._parts)
        self._rect = QRectF(0, 0, self._width, self._plan.height if self._plan else 0)

    def plan(self, width: float, parts: Set[Part]) -> HeaderPlan | None:
        """Return the places of its texts above data of this width; None if they do not fit."""
        title = self._widths.title
        if "panel titles" not in parts:
            title = self._owner_line(width).width
        fact = self._widths.fact if "fact" in parts else 0.0
        entries = self._widths.entries if "legend" in parts else ()
        wrapped_lines = self._wrapped_title_lines(width) if title > width else 1
        return plan_header(width, TextWidths(title, fact, entries), wrapped_lines)

    def _wrapped_title_lines(self, width: float) -> int:
        """Return the lines of the title in a width.

        If a word is too wide, return more lines than a title may have.
        """
        wrapped = self._wrapped(width)
        if wrapped.width > width:
            return MAX_TITLE_LINES + 1
        # The text itself may fit on one line, but with the room for longer numbers it does not.
        return max(2, round(wrapped.height / self._title.height))

    def height(self, width: int, parts: Set[Part]) -> int:
        plan = self.plan(width, parts)
        return plan.height if plan else 0

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        plan = self._plan
        if plan is None:
            return
        painter.setPen(QColor(self._canvas.colors.text))
        if "panel titles" not in self._parts:
            self._owner_line(self._width).draw(painter, 0, 0)
        elif plan.wrapped:
            self._wrapped(self._width).draw(painter, 0, 0)
        else:
            self._title.draw(painter, 0, 0)

        painter.setPen(QColor(self._canvas.colors.secondary))
        if plan.fact:
            left, line = plan.fact
            # The fact ends at the right edge, even if its numbers are narrower than their room.
            x = self._width - self._fact.width if left else 0
            self._fact.draw(painter, x, _line_top(line))
        for entry, (x, line) in zip(self._entries, plan.entries, strict=False):
            self._draw_entry(painter, entry, QPointF(x, _line_top(line)))

    def _draw_entry(self, painter: QPainter, entry: Entry, corner: QPointF) -> None:
        """Draw an entry's sample and its label from the upper left corner `corner` on."""
        label = text_line(entry.label, 12)
        left = corner.x()
        middle = corner.y() + label.height / 2
        if entry.style in ("band", "solid"):
            self._draw_swatch(painter, entry, QRectF(left, middle - SWATCH / 2, DASH, SWATCH))
        else:
            self._draw_stroke(painter, entry, QLineF(left, middle, left + DASH, middle))
        painter.setPen(QColor(self._canvas.colors.secondary))
        label.draw(painter, left + DASH + LABEL_GAP, corner.y())

    def _draw_swatch(self, painter: QPainter, entry: Entry, swatch: QRectF) -> None:
        """Draw a shading, which ends in lines, as on the data."""
        color = QColor(self._canvas.colors.role(entry.color))
        painter.setPen(QPen(color, 1))
        painter.drawLine(QLineF(swatch.topLeft(), swatch.bottomLeft()))
        painter.drawLine(QLineF(swatch.topRight(), swatch.bottomRight()))
        color.setAlphaF(SHADE_STRENGTH if entry.style == "band" else 1.0)
        painter.fillRect(swatch, color)

    def _draw_stroke(self, painter: QPainter, entry: Entry, stroke: QLineF) -> None:
        """Draw a line, or a point in its middle."""
        color = QColor(self._canvas.colors.role(entry.color))
        color.setAlphaF(WIDE_STRENGTH if entry.style == "wide" else 1.0)
        pen = QPen(color, 6 if entry.style in ("points", "wide") else 2)
        if entry.style == "dashed":
            pen.setDashPattern([2, 1.5])
        elif entry.style == "points":
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        if entry.style == "points":
            painter.drawPoint(stroke.center())
        else:
            painter.drawLine(stroke)


def _line_top(line: int) -> int:
    """Return the top of a line of small texts.

    On the title's line they stand a pixel lower, on its base line.
    """
    return 1 if line == 0 else LINE * line


_NUMBER = re.compile(rf"({MINUS}?)(\d+(?:[.{THIN}]\d+)*)")

_SMALL_POWER = re.compile("0+⁻[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}")
"""A power of ten in a text whose numbers are zeros already."""


def roomy(text: str) -> str:
    """Return a text as wide as the given one becomes while its numbers play.

    >>> roomy("from *t* = 7 to *t* + *φ* = 57.25")
    'from *t* = 000 to *t* + *φ* = 000000'
    >>> roomy("−7.5 at 0.25")
    '−00000 at 0.25'
    >>> roomy("differences ≤ 10⁻⁹")
    'differences ≤ 10⁻⁰⁰'
    """

    def widest(match: re.Match[str]) -> str:
        sign, number = match.groups()
        if number.startswith("0."):
            # A number below 1 always has one digit before its point.
            return sign + number
        steps = -(-len(sign + number) // FIGURES)
        return sign + "0" * (steps * FIGURES - len(sign))

    return _SMALL_POWER.sub("10⁻⁰⁰", _NUMBER.sub(widest, text))


def _text_widths(title: str, fact: str, entries: tuple[Entry, ...]) -> TextWidths:
    """Return the room of a title, of a fact and of each entry of a legend, in pixels."""
    labels = [text_line(roomy(entry.label), 12).width for entry in entries]
    return TextWidths(
        title=text_line(roomy(title), 13, medium=True).width,
        fact=text_line(roomy(fact), 12).width,
        entries=tuple(DASH + LABEL_GAP + width for width in labels),
    )
