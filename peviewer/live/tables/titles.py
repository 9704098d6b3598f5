"""The titles of a listing's columns, on one line or on two."""

import math
from functools import lru_cache

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter

from peviewer.figures.palette import Palette
from peviewer.live.tables.listing_model import ListingModel
from peviewer.live.tables.table import SheetHeader
from peviewer.live.text.line import TextLine, bound
from peviewer.live.text.text import markup

TOP = 28


@lru_cache(maxsize=256)
def title_line(text: str, width: int = 0, *, right: bool = False) -> TextLine:
    """Return a column's title, wrapped as a text is; its lines end at the right where it stands above numbers."""
    line = TextLine(12, markup(text))
    if width:
        line.wrap(width, Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
    return line


@lru_cache(maxsize=256)
def folded(text: str) -> float:
    """Return how wide a title is at least, on no more than two lines."""
    words = bound(text).split(" ")
    halves = [(" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words))]
    return min((max(title_line(part).width for part in half) for half in halves), default=title_line(text).width)


class TitleHeader(SheetHeader):
    """The columns' titles above their texts: those of numbers end where these do."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(Qt.Orientation.Horizontal, palette)
        self.indent = 0
        self.ends: dict[int, float] = {}  # column of numbers → how far from its left edge they end
        self.titled: tuple[int, ...] = ()  # the columns that have their titles here

    def line(self, section: int, width: int) -> TextLine:
        """Return a title as it is set in so many pixels."""
        model = self.model()
        assert isinstance(model, ListingModel)
        text, end = model.sheet.columns[section], min(width, math.ceil(self.ends.get(section, width)))
        line = title_line(text)
        return line if line.width <= end + 1 else title_line(text, end, right=section in self.ends)

    def draw_text(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Write the title."""
        if section not in self.titled:
            return
        indent = self.indent if section == self.titled[0] else 0
        line = self.line(section, rect.width() - indent)
        end = min(rect.width() - indent, self.ends.get(section, 0.0))
        left = rect.left() + indent + max(0.0, end - line.width)
        line.draw(painter, left, rect.bottom() - (TOP - title_line("x").height) / 2 - line.height)
