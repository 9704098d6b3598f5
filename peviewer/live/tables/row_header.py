"""The header left of a table of numbers: each row's number behind the rows' name."""

import math

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from peviewer.base.words import whole
from peviewer.figures.palette import Palette
from peviewer.live.tables.table import PADDING, SheetHeader
from peviewer.live.text.line import TextLine
from peviewer.live.text.text import font, markup

GAP = 4


class RowHeader(SheetHeader):
    """The rows' numbers, each behind the rows' name: ``t = 37``."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(Qt.Orientation.Vertical, palette)
        self._name = TextLine(12)

    def fit(self, name: str, last: int) -> None:
        """Take a name, and be wide enough for the last row's number."""
        if self._name.set_html(markup(name)):
            self.viewport().update()
        number = QFontMetricsF(font(12, medium=True)).horizontalAdvance(whole(last))
        width = math.ceil(self._name.width + GAP + number) + 2 * PADDING
        if width != self.width():
            self.setFixedWidth(width)

    def draw_text(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Write the number and, before it, the name."""
        super().draw_text(painter, rect, section)
        number = painter.fontMetrics().horizontalAdvance(str(self.model().headerData(section, self.orientation())))
        left = rect.right() - number - GAP - self._name.width
        self._name.draw(painter, left, rect.top() + (rect.height() - self._name.height) / 2)
