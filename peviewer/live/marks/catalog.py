"""Which item draws which mark: the table of kinds; and notes."""

from collections.abc import Callable
from math import ceil
from typing import Any

from PySide6.QtGui import QColor, QPainter

from peviewer.figures.grammar import (
    Arrows,
    Band,
    Curve,
    Diagonal,
    Dials,
    Heatmap,
    Mark,
    Note,
    Path,
    Rings,
    Rule,
    Words,
)
from peviewer.live.marks.curves import CurveItem, PointsItem
from peviewer.live.marks.heatmap import HeatmapItem
from peviewer.live.marks.item import MarkBase, MarkItem
from peviewer.live.marks.rules import DiagonalItem, RuleItem
from peviewer.live.marks.shapes import ArrowsItem, BandItem, DialsItem, PathItem, RingsItem, WordsItem
from peviewer.live.text import TextLine, text_line


class NoteItem(MarkItem[Note]):
    """Draws a :class:`Note` in the middle."""

    def height(self, room: float) -> int:
        return ceil(self._line(room).height)

    def _line(self, room: float) -> TextLine:
        return text_line(self.mark.text, 13, width=_line_width(room))

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        rect = self.area.rect()
        line = self._line(rect.width())
        painter.setPen(QColor(self.palette.secondary))
        line.draw(painter, (rect.width() - _line_width(rect.width())) / 2, (rect.height() - line.height) / 2)


def _line_width(room: float) -> float:
    return max(1.0, min(420.0, room - 16))


KINDS: dict[type[Mark], Callable[[Any, Any], MarkBase[Any]]] = {
    Heatmap: HeatmapItem,
    Curve: lambda mark, area: (PointsItem if mark.style == "points" else CurveItem)(mark, area),
    Rule: RuleItem,
    Diagonal: DiagonalItem,
    Band: BandItem,
    Note: NoteItem,
    Rings: RingsItem,
    Path: PathItem,
    Arrows: ArrowsItem,
    Dials: DialsItem,
    Words: WordsItem,
}

NAMED = RuleItem, DiagonalItem
"""The kinds whose names are placed on the data."""
