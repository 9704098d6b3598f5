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
from peviewer.live.tables.columns import Arrangement, Setting, Wanted, arranged, line, size
from peviewer.live.tables.models import ListingModel, sign
from peviewer.live.tables.table import PADDING, SheetHeader, SheetTable, visible
from peviewer.live.text import TextLine, bound, markup

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


ABOVE = 6  # a text, and below it
BEHIND = 6  # a title, before its text
SIGN = 30  # the room of a verdict's sign
DISC = 9
_CHECK = ((-4.0, 0.2), (-1.2, 3.0), (4.2, -3.0))
_CROSS = (((-3.0, -3.0), (3.0, 3.0)), ((-3.0, 3.0), (3.0, -3.0)))


def _up(widths: Iterable[float]) -> list[int]:
    return list(map(math.ceil, widths))


class ListingTable(SheetTable):
    """Draws a :class:`Listing`."""

    def __init__(self, sheet: Listing, palette: Palette) -> None:
        self._model = ListingModel(sheet)
        self._titles = TitleHeader(palette)
        self._laid_out: object = None
        self._room = 0  # the width that it was laid out in, in pixels
        self._widths: tuple[object, dict[int, float]] = (None, {})  # of a listing's columns, those that were asked for
        self._tried: tuple[object, set[int]] = (None, set())  # for a listing at one size of the table: all of these
        self._plan = Arrangement((), PADDING, {})
        self._has_room = False  # whether each text stands whole behind its title, where it has one there
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
        widths = [max(title_line(title).width, text) for title, text in zip(sheet.columns, texts, strict=True)]
        below = map(max, map(folded, sheet.columns), texts)
        wanted = Wanted(_up(widths), _up(below), self._longest_word, self._told, sheet.numeric, sheet.sign)
        self._plan = plan = arranged(wanted, room - self._indent)
        self._has_room = bool(plan.told) and self._told() <= self._width(1)
        self._lay_out_titles({column: width for column, width in enumerate(widths) if sheet.numeric[column]})
        if self._plan is not plan:  # higher titles brought a scroll bar, and with it another room
            return
        for column in range(len(sheet.columns)):
            indent = self._indent if column == next(iter(plan.widths)) else 0
            self._titles.resizeSection(column, plan.widths.get(column, 1) + indent)
        for row in range(len(sheet.rows)):
            self.rows.resizeSection(row, math.ceil(sum(self._heights(row))) + 2 * ABOVE)
        self.updateGeometries()  # Qt would do so a moment later, and show scroll bars until then

    def _lay_out_titles(self, ends: dict[int, float]) -> None:
        """Give the titles their places, and the height they need; texts that are stacked have theirs before them."""
        titles, plan = self._titles, self._plan
        titles.indent, titles.padding, titles.ends = self._indent, plan.padding, ends
        titles.titled = plan.titled
        lines = [titles.line(column, plan.widths[column] - 2 * plan.padding - 1) for column in titles.titled]
        high = max((line.height for line in lines), default=0.0)
        some = any(self._model.sheet.columns[column] for column in titles.titled)
        titles.setFixedHeight(TOP + math.ceil(max(0.0, high - title_line("x").height)))
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
        return [max(size(self._setting(row, column)).height for column in beside) for beside in self._plan.lines]

    def _widest(self, column: int) -> float:
        """Return the width of a column's longest text, what always has room included."""
        sheet = self._model.sheet
        if self._widths[0] is not sheet:
            self._widths = sheet, {}
        known = self._widths[1]
        if column not in known:
            whole = (size(setting).width for setting in self._settings(column))
            room = (size(Setting(text)).width for text in sheet.room[column : column + 1])
            known[column] = max((*whole, *room), default=0.0)
        return known[column]

    def _settings(self, column: int, width: int = 0) -> set[Setting]:
        """Return each text of a column once; many say the same."""
        medium = self._is_medium(column)
        return {Setting(row[column], width, medium) for row in self._model.sheet.rows}

    def _longest_word(self, column: int) -> int:
        """Return the width of what is not broken in a column's texts and its title; numbers never are."""
        sheet = self._model.sheet
        if sheet.numeric[column]:
            return math.ceil(max(folded(sheet.columns[column]), self._widest(column)))
        words = (size(setting).width for setting in self._settings(column, 1))
        return math.ceil(max(folded(sheet.columns[column]), *words, 0.0))

    def _told(self) -> int:
        """Return the width of the widest text behind its title."""
        titles = enumerate(self._model.sheet.columns[1:], 1)
        wide = (size(Setting(title)).width + BEHIND + self._widest(column) for column, title in titles)
        return math.ceil(max(wide, default=0.0))

    def _title_before(self, row: int, column: int) -> str:
        """Return the title that stands before a text; a first one that is no number says itself what it is."""
        sheet = self._model.sheet
        is_told = self._plan.told and sheet.rows[row][column] and (column or sheet.numeric[0])
        return sheet.columns[column] if is_told else ""

    def _width(self, column: int) -> int:
        plan = self._plan
        if plan.told and column:
            return max(20, (self._room - self._indent) // plan.told - 2 * plan.padding)
        room = plan.widths[column] if column in plan.widths else self._room - self._indent
        return max(20, room - 2 * plan.padding - (column in plan.widths))

    def _setting(self, row: int, column: int) -> Setting:
        """Return how a text is set: whole where it fits, for that is measured."""
        whole = self._whole(row, column)
        fits = size(whole).width <= self._width(column)
        if fits if not self._plan.told or self._names_row(column) else self._has_room:
            return whole
        return whole._replace(width=self._width(column), title=self._title_before(row, column))

    def _names_row(self, column: int) -> bool:
        """Whether a column's texts say what their rows are, with no title before them."""
        return column == 0 and not self._model.sheet.numeric[0]

    def _whole(self, row: int, column: int) -> Setting:
        return Setting(self._model.sheet.rows[row][column], 0, self._is_medium(column))

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

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Draw all anew: a row that was left out as it went on below the edge may be whole now."""
        super().scrollContentsBy(dx, dy)
        self.viewport().update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the visible rows."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), QColor(self.colors.panel))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen, _ = self.selected()
        for row in self._readable():
            self._draw_row(painter, row, chosen=row in chosen)
        painter.end()

    def _readable(self) -> list[int]:
        """Return the visible rows that end above the edge, where there are others: half a line says nothing."""
        high = self.viewport().height()
        rows = list(visible(self.rows, high))
        return [row for row in rows if row == rows[0] or self.rowViewportPosition(row) + self.rowHeight(row) <= high]

    def _draw_row(self, painter: QPainter, row: int, *, chosen: bool) -> None:
        box = QRect(0, self.rowViewportPosition(row), self.viewport().width(), self.rowHeight(row))
        if chosen:
            ground = QColor(self.colors.accent)
            ground.setAlpha(36)
            painter.fillRect(box, ground)
        painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), QColor(self.colors.raised))
        y = float(box.top() + ABOVE)
        for beside, high in zip(self._plan.lines, self._heights(row), strict=True):
            if y + high > (edge := self.viewport().height()):  # of a row without room, the lines that are whole
                one = title_line("x").height
                painter.setClipRect(QRectF(0, 0, box.width(), y + max(0.0, (edge - y) // one) * one))
            below = beside[0] > 0 and not self._plan.told and beside[0] not in self._plan.widths
            for column in beside:
                x = self._left(column) + self._pushed(row, column)
                if self._has_room and (title := self._title_before(row, column)):
                    painter.setPen(QColor(self.colors.secondary))
                    line(Setting(title)).draw(painter, x, y)
                    x += size(Setting(title)).width + BEHIND
                painter.setPen(QColor(self.colors.secondary if below else self.colors.text))
                line(self._setting(row, column), self.colors.secondary).draw(painter, x, y)
            y += high
        verdict = self._model.verdict(row)
        if verdict is not None:
            middle = round(box.top() + ABOVE + size(self._whole(row, 0)).height / 2)
            self._draw_sign(painter, QPointF(self._left(0) - self._indent + DISC, middle), holds=verdict)

    def _left(self, column: int) -> int:
        """Return where a column's texts begin."""
        plan = self._plan
        if plan.told and column:
            aside = (column - 1) % plan.told * ((self._room - self._indent) // plan.told)
            return self.columnViewportPosition(0) + self._indent + aside + plan.padding
        place = column if column in plan.widths else 0
        indent = self._indent if place in (0, next(iter(plan.widths))) else 0
        return self.columnViewportPosition(place) + plan.padding + indent

    def _pushed(self, row: int, column: int) -> float:
        """Return how far a number is pushed to the right, to end where its column's others do."""
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
