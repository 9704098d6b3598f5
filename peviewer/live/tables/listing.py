"""A short table of texts on screen: verdicts as signs, italics, long texts wrapped."""

import math
from collections.abc import Iterable
from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView

from peviewer.base.words import unstarred
from peviewer.figures.grammar import Listing
from peviewer.figures.palette import Palette
from peviewer.live.tables.columns import ColumnPlan, ColumnWidths, TextStyle, line, plan_columns, size
from peviewer.live.tables.models import ListingModel, sign
from peviewer.live.tables.table import PADDING, TableHeader, TableView, visible_sections
from peviewer.live.text import TextLine, bound, markup

TOP = 28
TEXT_GAP = 6  # above a text, and below it
TITLE_GAP = 6  # between a title and its text behind it
SIGN_WIDTH = 30  # the indent for a verdict's sign
SIGN_RADIUS = 9
_CHECK = ((-4.0, 0.2), (-1.2, 3.0), (4.2, -3.0))
_CROSS = (((-3.0, -3.0), (3.0, 3.0)), ((-3.0, 3.0), (3.0, -3.0)))


@lru_cache(maxsize=256)
def title_line(text: str, width: int = 0, *, right: bool = False) -> TextLine:
    """Return a column's title, wrapped at a width; right-aligned above numbers."""
    line = TextLine(12, markup(text))
    if width:
        line.wrap(width, Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
    return line


def min_title_width(text: str) -> float:
    """Return the least width of a title on at most two lines."""
    words = bound(text).split(" ")
    halves = [(" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words))]
    return min((max(title_line(part).width for part in half) for half in halves), default=title_line(text).width)


class TitleHeader(TableHeader):
    """The columns' titles above their texts; those of numbers are right-aligned with these."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(Qt.Orientation.Horizontal, palette)
        self.indent = 0
        self.ends: dict[int, float] = {}  # of columns of numbers: the distance of their right edge from the left
        self.titled: tuple[int, ...] = ()  # the columns below their titles

    def line(self, section: int, width: int) -> TextLine:
        model = self.model()
        assert isinstance(model, ListingModel)
        text, end = model.listing.columns[section], min(width, math.ceil(self.ends.get(section, width)))
        line = title_line(text)
        return line if line.width <= end + 1 else title_line(text, end, right=section in self.ends)

    def draw_text(self, painter: QPainter, rect: QRect, section: int) -> None:
        if section not in self.titled:
            return
        indent = self.indent if section == self.titled[0] else 0
        line = self.line(section, rect.width() - indent)
        end = min(rect.width() - indent, self.ends.get(section, 0.0))
        left = rect.left() + indent + max(0.0, end - line.width)
        line.draw(painter, left, rect.bottom() - (TOP - title_line("x").height) / 2 - line.height)


def _rounded_up(widths: Iterable[float]) -> list[int]:
    return list(map(math.ceil, widths))


class ListingTable(TableView):
    """Draws a :class:`Listing`.

    It paints rows itself: a delegate draws in the cells of a grid, which columns
    stacked on several lines of a row do not have.
    """

    def __init__(self, listing: Listing, palette: Palette) -> None:
        self._model = ListingModel(listing)
        self._titles = TitleHeader(palette)
        self._laid_out: object = None
        self._room = 0  # the width that it was laid out in, in pixels
        self._widths: dict[int, float] = {}  # of the columns of the listing, as far as measured
        self._tried: tuple[object, set[int]] = (None, set())  # a listing and a size of the table; the widths tried
        self._plan = ColumnPlan((), PADDING, {})
        self._has_room = False  # whether each text fits on one line behind its title
        super().__init__(self._model, (TableHeader(Qt.Orientation.Vertical, palette), self._titles), palette)
        self.rows.hide()
        self._titles.setMinimumSectionSize(1)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(16)

    def set_listing(self, listing: Listing) -> None:
        if listing == self._model.listing:
            return
        self._model.set_listing(listing)
        self._widths.clear()
        self._lay_out()
        self._titles.viewport().update()
        self.viewport().update()

    # ---- the layout

    @property
    def _indent(self) -> int:
        return SIGN_WIDTH if any(verdict is not None for verdict in self._model.listing.verdicts) else 0

    def _lay_out(self) -> None:
        """Set the widths of columns, the titles and the heights of rows."""
        listing, room = self._model.listing, self.viewport().width()
        if (listing, room) == self._laid_out or not self.isVisible() or self._alternates(room):
            return
        self._laid_out, self._room = (listing, room), room
        texts = [self._widest(column) for column in range(len(listing.columns))]
        widths = [max(title_line(title).width, text) for title, text in zip(listing.columns, texts, strict=True)]
        below = map(max, map(min_title_width, listing.columns), texts)
        wanted = ColumnWidths(
            _rounded_up(widths),
            _rounded_up(below),
            self._longest_word,
            self._stacked_width,
            listing.numeric,
            listing.sign,
        )
        self._plan = plan = plan_columns(wanted, room - self._indent)
        self._has_room = bool(plan.stacked) and self._stacked_width() <= self._width(1)
        self._lay_out_titles({column: width for column, width in enumerate(widths) if listing.numeric[column]})
        if self._plan is not plan:  # higher titles brought a scroll bar, and another layout
            return
        for column in range(len(listing.columns)):
            indent = self._indent if column == next(iter(plan.widths)) else 0
            self._titles.resizeSection(column, plan.widths.get(column, 1) + indent)
        for row in range(len(listing.rows)):
            self.rows.resizeSection(row, math.ceil(sum(self._heights(row))) + 2 * TEXT_GAP)
        self.updateGeometries()  # Qt would do so later, and show scroll bars until then

    def _lay_out_titles(self, ends: dict[int, float]) -> None:
        """Set the places and the height of the titles; stacked columns have theirs before their texts."""
        titles, plan = self._titles, self._plan
        titles.indent, titles.padding, titles.ends = self._indent, plan.padding, ends
        titles.titled = plan.titled
        lines = [titles.line(column, plan.widths[column] - 2 * plan.padding - 1) for column in titles.titled]
        high = max((line.height for line in lines), default=0.0)
        some = any(self._model.listing.columns[column] for column in titles.titled)
        titles.setFixedHeight(TOP + math.ceil(max(0.0, high - title_line("x").height)))
        if self._plan is plan:
            titles.setVisible(some)

    def _alternates(self, room: int) -> bool:
        """Whether a scroll bar would come and go for ever: the listing needs one at this width, but not without it."""
        key = self._model.listing, self.size()
        if self._tried[0] != key:
            self._tried = key, set()
        tried = self._tried[1]
        again = room in tried and room > self._room
        tried.add(room)
        return again

    def _heights(self, row: int) -> list[float]:
        return [max(size(self._style(row, column)).height for column in beside) for beside in self._plan.lines]

    def _widest(self, column: int) -> float:
        """Return the width of a column's longest text, or of the one for which space is kept."""
        if column not in self._widths:
            whole = (size(style).width for style in self._styles(column))
            kept = (size(TextStyle(text)).width for text in self._model.listing.room[column : column + 1])
            self._widths[column] = max((*whole, *kept), default=0.0)
        return self._widths[column]

    def _styles(self, column: int, width: int = 0) -> set[TextStyle]:
        medium = self._is_medium(column)
        return {TextStyle(row[column], width, medium) for row in self._model.listing.rows}

    def _longest_word(self, column: int) -> int:
        """Return the width of the longest unbroken part in a column's texts and its title; numbers are never broken."""
        listing = self._model.listing
        if listing.numeric[column]:
            return math.ceil(max(min_title_width(listing.columns[column]), self._widest(column)))
        words = (size(style).width for style in self._styles(column, 1))
        return math.ceil(max(min_title_width(listing.columns[column]), *words, 0.0))

    def _stacked_width(self) -> int:
        """Return the width of the widest text behind its title."""
        titles = enumerate(self._model.listing.columns[1:], 1)
        wide = (size(TextStyle(title)).width + TITLE_GAP + self._widest(column) for column, title in titles)
        return math.ceil(max(wide, default=0.0))

    def _title_before(self, row: int, column: int) -> str:
        """Return the title before a text, or an empty one; texts of the first column have one if they are numbers."""
        listing = self._model.listing
        has_title = self._plan.stacked and listing.rows[row][column] and (column or listing.numeric[0])
        return listing.columns[column] if has_title else ""

    def _width(self, column: int) -> int:
        plan = self._plan
        if plan.stacked and column:
            return max(20, (self._room - self._indent) // plan.stacked - 2 * plan.padding)
        room = plan.widths[column] if column in plan.widths else self._room - self._indent
        return max(20, room - 2 * plan.padding - (column in plan.widths))

    def _style(self, row: int, column: int) -> TextStyle:
        """Return how a text is drawn: on one line if it fits."""
        whole = self._whole(row, column)
        fits = size(whole).width <= self._width(column)
        if fits if not self._plan.stacked or self._names_row(column) else self._has_room:
            return whole
        return whole._replace(width=self._width(column), title=self._title_before(row, column))

    def _names_row(self, column: int) -> bool:
        """Whether a column's texts name the rows, with no title before them."""
        return column == 0 and not self._model.listing.numeric[0]

    def _whole(self, row: int, column: int) -> TextStyle:
        return TextStyle(self._model.listing.rows[row][column], 0, self._is_medium(column))

    def _is_medium(self, column: int) -> bool:
        return column == 0 and bool(self._indent)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._lay_out()

    # ---- drawing

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Repaint everything: a row at the lower edge may be wholly visible now."""
        super().scrollContentsBy(dx, dy)
        self.viewport().update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), QColor(self.colors.panel))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen, _ = self.selected()
        for row in self._whole_rows():
            self._draw_row(painter, row, chosen=row in chosen)
        painter.end()

    def _whole_rows(self) -> list[int]:
        """Return the wholly visible rows, or the first one visible in part."""
        high = self.viewport().height()
        rows = list(visible_sections(self.rows, high))
        return [row for row in rows if row == rows[0] or self.rowViewportPosition(row) + self.rowHeight(row) <= high]

    def _draw_row(self, painter: QPainter, row: int, *, chosen: bool) -> None:
        box = QRect(0, self.rowViewportPosition(row), self.viewport().width(), self.rowHeight(row))
        if chosen:
            ground = QColor(self.colors.accent)
            ground.setAlpha(36)
            painter.fillRect(box, ground)
        painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), QColor(self.colors.raised))
        y = float(box.top() + TEXT_GAP)
        for beside, high in zip(self._plan.lines, self._heights(row), strict=True):
            if y + high > (edge := self.viewport().height()):  # of a row that is cut, draw the whole lines
                one = title_line("x").height
                painter.setClipRect(QRectF(0, 0, box.width(), y + max(0.0, (edge - y) // one) * one))
            below = beside[0] > 0 and not self._plan.stacked and beside[0] not in self._plan.widths
            for column in beside:
                x = self._left(column) + self._right_shift(row, column)
                if self._has_room and (title := self._title_before(row, column)):
                    painter.setPen(QColor(self.colors.secondary))
                    line(TextStyle(title)).draw(painter, x, y)
                    x += size(TextStyle(title)).width + TITLE_GAP
                painter.setPen(QColor(self.colors.secondary if below else self.colors.text))
                line(self._style(row, column), self.colors.secondary).draw(painter, x, y)
            y += high
        verdict = self._model.verdict(row)
        if verdict is not None:
            middle = round(box.top() + TEXT_GAP + size(self._whole(row, 0)).height / 2)
            self._draw_sign(painter, QPointF(self._left(0) - self._indent + SIGN_RADIUS, middle), holds=verdict)

    def _left(self, column: int) -> int:
        plan = self._plan
        if plan.stacked and column:
            aside = (column - 1) % plan.stacked * ((self._room - self._indent) // plan.stacked)
            return self.columnViewportPosition(0) + self._indent + aside + plan.padding
        place = column if column in plan.widths else 0
        indent = self._indent if place in (0, next(iter(plan.widths))) else 0
        return self.columnViewportPosition(place) + plan.padding + indent

    def _right_shift(self, row: int, column: int) -> float:
        """Return the distance by which a number is moved to be right-aligned with its column."""
        if column not in self._plan.titled:
            return 0.0
        end = min(self._titles.ends.get(column, 0.0), self._width(column))
        return max(0.0, end - size(self._whole(row, column)).width)

    def _draw_sign(self, painter: QPainter, middle: QPointF, *, holds: bool) -> None:
        color = QColor(self.colors.holds if holds else self.colors.fails)
        ground = QColor(color)
        ground.setAlpha(36)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawEllipse(middle, SIGN_RADIUS, SIGN_RADIUS)
        painter.setPen(QPen(color, 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        for stroke in (_CHECK,) if holds else _CROSS:
            painter.drawPolyline(QPolygonF([middle + QPointF(x, y) for x, y in stroke]))

    # ---- the clipboard

    def tsv(self, rows: range, columns: range) -> str:
        """Return texts, after the signs of verdicts if there are any."""
        listing = self._model.listing
        lines = [[unstarred(listing.rows[row][column]) for column in columns] for row in rows]
        if self._indent:
            lines = [[sign(self._model.verdict(row)), *line] for row, line in zip(rows, lines, strict=True)]
        return "\n".join("\t".join(" ".join(text.split()) for text in line) for line in lines)
