"""A short table of texts on screen: verdicts as signs, italics, long texts wrapped."""

import math
from collections.abc import Iterable
from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView

from peviewer.base.words import unstarred
from peviewer.figures.grammar import Listing
from peviewer.figures.palette import Palette
from peviewer.live.tables.columns import Arrangement, Wanted, arranged
from peviewer.live.tables.listing_model import ListingModel, sign
from peviewer.live.tables.table import PADDING, SheetHeader, SheetTable, visible
from peviewer.live.text.line import TextLine
from peviewer.live.text.text import markup

TOP = 28
ABOVE = 6  # a text, and below it
SIGN = 30  # the room of a verdict's sign
DISC = 9
_CHECK = ((-4.0, 0.2), (-1.2, 3.0), (4.2, -3.0))
_CROSS = (((-3.0, -3.0), (3.0, 3.0)), ((-3.0, 3.0), (3.0, -3.0)))


@lru_cache(maxsize=4096)  # more than two widths of the longest listing
def _set(text: str, width: int, *, medium: bool) -> TextLine:
    """Return a text wrapped at a width; 0 leaves it in one line."""
    line = TextLine(13, markup(text), medium=medium)
    if width:
        line.wrap(width, Qt.AlignmentFlag.AlignLeft)
    return line


@lru_cache(maxsize=256)
def _title(text: str, width: int = 0, *, right: bool = False) -> TextLine:
    """Return a column's title, wrapped as a text is; its lines end at the right where it stands above numbers."""
    line = TextLine(12, markup(text))
    if width:
        line.wrap(width, Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
    return line


def _up(widths: Iterable[float]) -> list[int]:
    return list(map(math.ceil, widths))


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
        line = _title(text)
        return line if line.width <= end + 1 else _title(text, end, right=section in self.ends)

    def draw_text(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Write the title."""
        if section not in self.titled:
            return
        indent = self.indent if section == self.titled[0] else 0
        line = self.line(section, rect.width() - indent)
        end = min(rect.width() - indent, self.ends.get(section, 0.0))
        left = rect.left() + indent + max(0.0, end - line.width)
        line.draw(painter, left, rect.bottom() - (TOP - _title("x").height) / 2 - line.height)


class ListingTable(SheetTable):
    """Draws a :class:`Listing`."""

    def __init__(self, sheet: Listing, palette: Palette) -> None:
        self._model = ListingModel(sheet)
        self._titles = TitleHeader(palette)
        self._laid_out: object = None
        self._room = 0  # the width that it was laid out in, in pixels
        self._tried: tuple[object, set[int]] = (None, set())  # for a listing at one size of the table: all of these
        self._plan = Arrangement((), PADDING, {})
        super().__init__(self._model, (SheetHeader(Qt.Orientation.Vertical, palette), self._titles), palette)
        self.rows.hide()
        self._titles.setMinimumSectionSize(1)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(16)

    def set_sheet(self, sheet: Listing) -> None:
        """Show another listing."""
        if sheet == self._model.sheet:
            return
        self._model.set_sheet(sheet)
        self._lay_out()
        self._titles.viewport().update()
        self.viewport().update()

    # ---- the arrangement

    @property
    def _indent(self) -> int:
        return SIGN if any(verdict is not None for verdict in self._model.sheet.verdicts) else 0

    def _lay_out(self) -> None:
        """Give columns their widths, the titles theirs, and rows the height they need."""
        sheet, room = self._model.sheet, self.viewport().width()
        if (sheet, room) == self._laid_out or not self.isVisible() or self._goes_round(room):
            return
        self._laid_out, self._room = (sheet, room), room
        texts = [self._widest(column) for column in range(len(sheet.columns))]
        whole, broken = ([_title(title, wide).width for title in sheet.columns] for wide in (0, 1))
        widths = list(map(max, whole, texts))
        wanted = Wanted(_up(widths), _up(map(max, broken, texts)), self._longest_word, sheet.numeric, sheet.sign)
        self._plan = plan = arranged(wanted, room - self._indent)
        self._lay_out_titles({column: width for column, width in enumerate(widths) if sheet.numeric[column]})
        if self._plan is not plan:  # higher titles brought a scroll bar, and with it another room
            return
        for column in range(len(sheet.columns)):
            indent = self._indent if column == plan.beside[0] else 0
            self._titles.resizeSection(column, plan.widths.get(column, 1) + indent)
        for row in range(len(sheet.rows)):
            self.rows.resizeSection(row, math.ceil(sum(self._heights(row))) + 2 * ABOVE)
        self.updateGeometries()  # Qt would do so a moment later, and show scroll bars until then

    def _lay_out_titles(self, ends: dict[int, float]) -> None:
        """Give the titles their places, and the height they need; texts that are stacked have theirs before them."""
        titles, plan = self._titles, self._plan
        titles.indent, titles.padding, titles.ends = self._indent, plan.padding, ends
        titles.titled = () if plan.stacked else plan.beside
        lines = [titles.line(column, plan.widths[column] - 2 * plan.padding - 1) for column in titles.titled]
        high = max((line.height for line in lines), default=0.0)
        some = any(self._model.sheet.columns[column] for column in titles.titled)
        titles.setFixedHeight(TOP + math.ceil(max(0.0, high - _title("x").height)))
        if self._plan is plan:
            titles.setVisible(some)

    def _goes_round(self, room: int) -> bool:
        """Return whether there is more room only as a narrower listing needs no scroll bar, and a wider one would."""
        key = self._model.sheet, self.size()
        if self._tried[0] != key:
            self._tried = key, set()
        tried = self._tried[1]
        again = room in tried and room > self._room
        tried.add(room)
        return again

    def _heights(self, row: int) -> list[float]:
        """Return the heights of a row's lines, of what stands side by side."""
        return [max(self._line(row, column).height for column in line) for line in self._plan.lines]

    def _widest(self, column: int) -> float:
        """Return the width of a column's longest text, what always has room included."""
        sheet = self._model.sheet
        texts = [self._whole(row, column).width for row in range(len(sheet.rows))]
        room = [_set(text, 0, medium=False).width for text in sheet.room[column : column + 1]]
        return max((*texts, *room), default=0.0)

    def _longest_word(self, column: int) -> int:
        """Return the width of what is not broken in a column's texts and its title."""
        sheet, medium = self._model.sheet, self._is_medium(column)
        words = (_set(row[column], 1, medium=medium).width for row in sheet.rows)
        return math.ceil(max(_title(sheet.columns[column], 1).width, *words, 0.0))

    def _width(self, column: int) -> int:
        plan = self._plan
        room = plan.widths[column] if column in plan.widths else self._room - self._indent
        return max(20, room - 2 * plan.padding - (column in plan.widths))

    def _line(self, row: int, column: int) -> TextLine:
        """Return a text as it is set; where all are stacked, behind its title."""
        text, title = self._model.sheet.rows[row][column], self._model.sheet.columns[column]
        text = f"{title}: {text}" if self._plan.stacked and column and title and text else text
        return _set(text, self._width(column), medium=self._is_medium(column))

    def _whole(self, row: int, column: int) -> TextLine:
        return _set(self._model.sheet.rows[row][column], 0, medium=self._is_medium(column))

    def _is_medium(self, column: int) -> bool:
        return column == 0 and bool(self._indent)

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
        y = float(box.top() + ABOVE)
        for line, high in zip(self._plan.lines, self._heights(row), strict=True):
            below = line[0] > 0 and line != self._plan.beside and not self._plan.stacked
            painter.setPen(QColor(self.colors.secondary if below else self.colors.text))
            for column in line:
                self._line(row, column).draw(painter, self._left(column) + self._pushed(row, column), y)
            y += high
        verdict = self._model.verdict(row)
        if verdict is not None:
            middle = round(box.top() + ABOVE + self._whole(row, 0).height / 2)
            self._draw_sign(painter, QPointF(self._left(0) - self._indent + DISC, middle), holds=verdict)

    def _left(self, column: int) -> int:
        """Return where a column's texts begin."""
        first = self._plan.beside[0]
        place = column if column in self._plan.widths else 0
        indent = self._indent if place in (0, first) else 0
        return self.columnViewportPosition(place) + self._plan.padding + indent

    def _pushed(self, row: int, column: int) -> float:
        """Return how far a number is pushed to the right, to end where its column's others do."""
        end = min(self._titles.ends.get(column, 0.0), self._width(column)) if column in self._plan.widths else 0.0
        return max(0.0, end - self._whole(row, column).width)

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
