"""A short table of texts on screen: verdicts as signs, italics, long texts wrapped."""

import math
from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView

from peviewer.base.words import unstarred
from peviewer.figures.grammar import Listing
from peviewer.figures.palette import Palette
from peviewer.live.tables.listing_model import ListingModel, sign
from peviewer.live.tables.table import PADDING, SheetHeader, SheetTable, visible
from peviewer.live.text.line import TextLine
from peviewer.live.text.text import markup

TOP = 28
ABOVE = 6  # a text, and below it
SIGN = 30  # the room of a verdict's sign
DISC = 9
WIDEST = 0.34  # of the width, for a column that is not the last
LEAST_LAST = 120
_CHECK = ((-4.0, 0.2), (-1.2, 3.0), (4.2, -3.0))
_CROSS = (((-3.0, -3.0), (3.0, 3.0)), ((-3.0, 3.0), (3.0, -3.0)))


@lru_cache(maxsize=4096)  # more than two widths of the longest listing
def _set(text: str, width: int, *, medium: bool) -> TextLine:
    """Return a text wrapped at a width; 0 leaves it in one line."""
    line = TextLine(13, markup(text), medium=medium)
    if width:
        line.wrap(width, Qt.AlignmentFlag.AlignLeft)
    return line


class TitleHeader(SheetHeader):
    """The columns' titles above their texts: those of numbers end where these do."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(Qt.Orientation.Horizontal, palette)
        self.indent = 0
        self.ends: dict[int, float] = {}  # column of numbers → how far from its left edge they end
        self.untitled = -1  # the column whose texts stand below the others'

    def draw_text(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Write the title."""
        model = self.model()
        assert isinstance(model, ListingModel)
        if section == self.untitled:
            return
        line = _title(model.sheet.columns[section])
        left = rect.left() + (self.indent if section == 0 else 0) + max(0.0, self.ends.get(section, 0.0) - line.width)
        line.draw(painter, left, rect.top() + (rect.height() - line.height) / 2)


@lru_cache(maxsize=64)
def _title(text: str) -> TextLine:
    return TextLine(12, markup(text))


class ListingTable(SheetTable):
    """Draws a :class:`Listing`."""

    def __init__(self, sheet: Listing, palette: Palette) -> None:
        self._model = ListingModel(sheet)
        self._titles = TitleHeader(palette)
        self._laid_out: object = None
        self._room = 0  # the width that it was laid out in, in pixels
        self._tried: tuple[object, set[int]] = (None, set())  # for a listing at one size of the table: all of these
        self._below = False  # whether the last column's texts stand below the others, for want of room beside them
        super().__init__(self._model, (SheetHeader(Qt.Orientation.Vertical, palette), self._titles), palette)
        self.rows.hide()
        self._titles.setFixedHeight(TOP)
        self._titles.setMinimumSectionSize(1)
        self._titles.setVisible(any(sheet.columns))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(16)

    def set_sheet(self, sheet: Listing) -> None:
        """Show another listing."""
        if sheet == self._model.sheet:
            return
        self._model.set_sheet(sheet)
        self._titles.setVisible(any(sheet.columns))
        self._lay_out()
        self._titles.viewport().update()
        self.viewport().update()

    # ---- the arrangement

    @property
    def _indent(self) -> int:
        return SIGN if any(verdict is not None for verdict in self._model.sheet.verdicts) else 0

    def _lay_out(self) -> None:
        """Give columns the width of their texts, the last one the rest, and rows the height they need."""
        sheet, room = self._model.sheet, self.viewport().width()
        if (sheet, room) == self._laid_out or not self.isVisible() or self._goes_round(room):
            return
        self._laid_out, self._room = (sheet, room), room
        self._titles.indent = self._indent
        most, last = max(60, round(room * WIDEST)), len(sheet.columns) - 1
        widths = [self._widest(column) for column in range(last + 1)]
        if sum(math.ceil(width) + 2 * PADDING + 1 for width in widths) + self._indent <= room:
            most = room  # all in one line
        self._titles.ends = {column: width for column, width in enumerate(widths) if sheet.numeric[column]}
        for column, widest in enumerate(widths[:-1]):
            width = math.ceil(widest) + 2 * PADDING + 1
            least = self._longest_word(column, most) + 2 * PADDING + 1 if width > most else 0
            self._titles.resizeSection(column, max(min(width, most), least) + (self._indent if column == 0 else 0))
        taken = sum(self._titles.sectionSize(column) for column in range(last))
        least = math.ceil(widths[last]) + 2 * PADDING + 1
        least = least if sheet.numeric[last] else min(least, LEAST_LAST)
        self._below = not sheet.numeric[last] and taken + least > room > taken > 0
        self._titles.untitled = last if self._below else -1
        if self._below:
            self._titles.resizeSection(0, self._titles.sectionSize(0) + room - taken - 1)
        self._titles.resizeSection(last, 1 if self._below else max(least, room - taken))
        for row in range(len(sheet.rows)):
            height = self._upper(row)
            if self._below:
                height += self._line(row, last, self._width(last)).height
            self.rows.resizeSection(row, math.ceil(height) + 2 * ABOVE)
        self.updateGeometries()  # Qt would do so a moment later, and show scroll bars until then

    def _goes_round(self, room: int) -> bool:
        """Return whether there is more room only as a narrower listing needs no scroll bar, and a wider one would."""
        key = self._model.sheet, self.size()
        if self._tried[0] != key:
            self._tried = key, set()
        tried = self._tried[1]
        again = room in tried and room > self._room
        tried.add(room)
        return again

    def _upper(self, row: int) -> float:
        """Return the height of what stands side by side in a row: all, but a last text that is below the others."""
        columns = range(len(self._model.sheet.columns) - self._below)
        return max(self._line(row, column, self._width(column)).height for column in columns)

    def _widest(self, column: int) -> float:
        """Return the width of a column's longest text, its title and what always has room included."""
        sheet = self._model.sheet
        texts = [self._line(row, column, 0).width for row in range(len(sheet.rows))]
        room = [_set(text, 0, medium=False).width for text in sheet.room[column : column + 1]]
        return max(_title(sheet.columns[column]).width, *texts, *room, 0.0)

    def _longest_word(self, column: int, most: int) -> int:
        """Return the width of what is not broken, in a column that is to be narrower than its texts: its title too."""
        words = (self._line(row, column, most - 2 * PADDING).width for row in range(len(self._model.sheet.rows)))
        return math.ceil(max(_title(self._model.sheet.columns[column]).width, *words, 0.0))

    def _width(self, column: int) -> int:
        if self._below and column == len(self._model.sheet.columns) - 1:
            return max(20, self._room - 2 * PADDING - self._indent)
        indent = self._indent if column == 0 else 0
        return max(20, self._titles.sectionSize(column) - 2 * PADDING - indent)

    def _line(self, row: int, column: int, width: int) -> TextLine:
        return _set(self._model.sheet.rows[row][column], width, medium=column == 0 and bool(self._indent))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap anew."""
        super().resizeEvent(event)
        self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        """Wrap, if that has waited."""
        super().showEvent(event)
        self._lay_out()

    # ---- drawing

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the visible rows."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), QColor(self.colors.panel))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen, _ = self.selected()
        for row in visible(self.rows, self.viewport().height()):
            self._draw_row(painter, row, chosen=row in chosen)
        painter.end()

    def _draw_row(self, painter: QPainter, row: int, *, chosen: bool) -> None:
        box = QRect(0, self.rowViewportPosition(row), self.viewport().width(), self.rowHeight(row))
        if chosen:
            ground = QColor(self.colors.accent)
            ground.setAlpha(36)
            painter.fillRect(box, ground)
        painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), QColor(self.colors.raised))
        beside = len(self._model.sheet.columns) - self._below
        for column in range(beside):
            left = self.columnViewportPosition(column) + PADDING + (self._indent if column == 0 else 0)
            x = left + self._pushed(row, column)
            painter.setPen(QColor(self.colors.text))
            self._line(row, column, self._width(column)).draw(painter, x, box.top() + ABOVE)
        if self._below:
            left = self.columnViewportPosition(0) + PADDING + self._indent
            painter.setPen(QColor(self.colors.secondary))
            self._line(row, beside, self._width(beside)).draw(painter, left, box.top() + ABOVE + self._upper(row))
        verdict = self._model.verdict(row)
        if verdict is not None:
            middle = self._line(row, 0, 0).height / 2
            x = self.columnViewportPosition(0) + PADDING + DISC
            self._draw_sign(painter, QPointF(x, round(box.top() + ABOVE + middle)), holds=verdict)

    def _pushed(self, row: int, column: int) -> float:
        """Return how far a number is pushed to the right, to end where its column's others do."""
        end = min(self._titles.ends.get(column, 0.0), self._width(column))
        return max(0.0, end - self._line(row, column, 0).width)

    def _draw_sign(self, painter: QPainter, middle: QPointF, *, holds: bool) -> None:
        color = QColor(self.colors.holds if holds else self.colors.fails)
        ground = QColor(color)
        ground.setAlpha(36)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawEllipse(middle, DISC, DISC)
        painter.setPen(QPen(color, 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        for stroke in (_CHECK,) if holds else _CROSS:
            painter.drawPolyline(QPolygonF([middle + QPointF(x, y) for x, y in stroke]))

    # ---- the clipboard

    def tsv(self, rows: range, columns: range) -> str:
        """Return texts; where there are verdicts their signs come first."""
        sheet = self._model.sheet
        lines = [[unstarred(sheet.rows[row][column]) for column in columns] for row in rows]
        if self._indent:
            lines = [[sign(self._model.verdict(row)), *line] for row, line in zip(rows, lines, strict=True)]
        return "\n".join("\t".join(" ".join(text.split()) for text in line) for line in lines)
