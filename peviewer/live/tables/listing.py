"""A short table of texts on screen: verdicts as signs, italics, texts wrapped where their columns are narrow."""

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView

from peviewer.base.words import unstarred
from peviewer.figures.grammar import Listing
from peviewer.live.canvas import Canvas
from peviewer.live.tables.models import ListingModel, sign
from peviewer.live.tables.table import PADDING, TEXT, TITLE, TableHeader, TableView, visible_sections
from peviewer.live.text import TextLine, markup

NARROW = 4  # pixels left and right of a text where there is little room
TOP = 28  # of titles in one line
TEXT_GAP = 6  # above a text, and below it
SIGN_WIDTH = 30  # the indent for a verdict's sign
SIGN_RADIUS = 9
_CHECK = ((-4.0, 0.2), (-1.2, 3.0), (4.2, -3.0))
_CROSS = (((-3.0, -3.0), (3.0, 3.0)), ((-3.0, 3.0), (3.0, -3.0)))


@lru_cache(maxsize=4096)  # more than the texts of the longest listing, whole and wrapped
def _line(text: str, pixels: int = TEXT, width: int = 0, *, medium: bool = False, right: bool = False) -> TextLine:
    """Return a text to be drawn, wrapped where it is wider than `width`."""
    line = TextLine(pixels, markup(text), medium=medium)
    if width and line.width > width:
        line.wrap(width, Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
    return line


def _widest_word(text: str, pixels: int = TEXT) -> float:
    return _line(text, pixels, 1).width


def indent(listing: Listing) -> int:
    """Return the room for signs before the texts of the first column."""
    return SIGN_WIDTH if any(verdict is not None for verdict in listing.verdicts) else 0


class Plan(NamedTuple):
    """A listing laid out in some width, in pixels."""

    widths: tuple[int, ...]  # of its columns; 0 of one that is left out
    padding: int  # left and right of a text
    ends: tuple[int, ...]  # where the numbers of a column end, from where its texts begin; 0 of texts
    titles: int  # the height of the titles, 0 where there are none
    rows: tuple[int, ...]  # their heights

    @property
    def height(self) -> int:
        return self.titles + sum(self.rows)


@lru_cache(maxsize=64)
def plan(listing: Listing, room: int) -> Plan:
    """Lay a listing out: first titles wrap, then texts; what is wider still is scrolled."""
    numeric, columns = listing.numeric, range(len(listing.columns))
    texts = [
        max((_line(text, medium=not k).width for text in (*_texts(listing, k), *listing.room[k : k + 1])), default=0.0)
        for k in columns
    ]
    titles = [_line(title, TITLE).width for title in listing.columns]
    title_words = [_widest_word(title, TITLE) for title in listing.columns]
    words = [max(map(_widest_word, _texts(listing, k)), default=0.0) for k in columns]
    padding = NARROW
    if sum(map(max, title_words, texts)) + 2 * PADDING * len(columns) + indent(listing) <= room:
        padding = PADDING
    around = [2 * padding + (indent(listing) if not k else 0) for k in columns]

    def whole(widths: Iterable[float]) -> list[int]:
        return [math.ceil(width) + beside for width, beside in zip(widths, around, strict=True)]

    wide, below = whole(map(max, titles, texts)), whole(map(max, title_words, texts))
    least = whole(max(title_words[k], texts[k] if numeric[k] else words[k]) for k in columns)
    if listing.sign and sum(least) > room:
        shown = plan(listing.narrowed(len(columns) - 1), room)
        return shown._replace(widths=(*shown.widths, 0), ends=(*shown.ends, 0))
    widths = _shared(wide, below, room) if sum(below) <= room else _shared(below, least, room)
    widths[-1] += max(0, room - sum(widths))
    inside = [width - beside for width, beside in zip(widths, around, strict=True)]
    ends = [min(inside[k], math.ceil(max(titles[k], texts[k]))) if numeric[k] else 0 for k in columns]
    high = max(_line(title, TITLE, ends[k] or inside[k]).height for k, title in enumerate(listing.columns))
    heights = [
        math.ceil(max(_line(text, TEXT, inside[k], medium=not k).height for k, text in enumerate(row))) + 2 * TEXT_GAP
        for row in listing.rows
    ]
    top = TOP + math.ceil(max(0.0, high - _line("x", TITLE).height)) if any(listing.columns) else 0
    return Plan(tuple(widths), padding, tuple(ends), top, tuple(heights))


def _texts(listing: Listing, column: int) -> list[str]:
    return [row[column] for row in listing.rows]


def _shared(wanted: Sequence[int], needed: Sequence[int], room: int) -> list[int]:
    """Return the widths of columns: what each wants, limited to one level for all, and no less than it needs.

    >>> _shared([100, 40, 300], [50, 40, 120], 260)
    [100, 40, 120]
    >>> _shared([100, 40, 300], [50, 40, 120], 230)
    [70, 40, 120]
    """

    def widths(level: int) -> list[int]:
        return [max(least, min(most, level)) for most, least in zip(wanted, needed, strict=True)]

    return widths(bisect_right(range(max(wanted) + 1), room, key=lambda level: sum(widths(level))) - 1)


class TitleHeader(TableHeader):
    """The columns' titles above their texts; those of numbers are right-aligned with these."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(Qt.Orientation.Horizontal, canvas)
        self.plan: Plan | None = None

    def draw_text(self, painter: QPainter, rect: QRect, section: int) -> None:
        model = self.model()
        assert isinstance(model, ListingModel)
        if self.plan is None:
            return
        painter.save()
        painter.scale(self.scale, self.scale)
        rect = QRect(rect.topLeft() / self.scale, rect.size() / self.scale)
        left, end = rect.left() + (indent(model.listing) if not section else 0), self.plan.ends[section]
        line = _line(model.listing.columns[section], TITLE, end or rect.right() + 1 - left, right=bool(end))
        line.draw(
            painter,
            left + max(0.0, end - line.width),
            rect.bottom() - (TOP - _line("x", TITLE).height) / 2 - line.height,
        )
        painter.restore()


class ListingTable(TableView):
    """Draws a :class:`Listing`: whole rows alone, each by itself."""

    def __init__(self, listing: Listing, canvas: Canvas) -> None:
        self._model = ListingModel(listing)
        self._titles, self._laid_out = TitleHeader(canvas), 1.0
        super().__init__(self._model, (TableHeader(Qt.Orientation.Vertical, canvas), self._titles), canvas)
        self.rows.hide()
        self._titles.setMinimumSectionSize(1)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(16)

    def set_listing(self, listing: Listing) -> None:
        if listing != self._model.listing:
            self._model.set_listing(listing)
            self._lay_out()
            self._titles.viewport().update()
            self.viewport().update()

    # ---- the layout

    @property
    def _bar(self) -> int:
        return self.verticalScrollBar().sizeHint().width()

    def min_height(self, width: int) -> int:
        """Return the height that shows the titles and the first row, in a table of this width."""
        several = len(self._model.listing.rows) > 1  # with one row visible, a scroll bar leads to the others
        made = self._plan(width - self._bar * several)
        return round((made.titles + sum(made.rows[:1])) * self.scale)

    def whole_height(self, width: int) -> int:
        """Return the height that shows the titles and all rows, in a table of this width."""
        return round(self._plan(width).height * self.scale) + 2 * self.frameWidth()

    def _plan(self, pixels: int) -> Plan:
        return plan(self._model.listing, max(1, int(pixels / self.scale)))

    def set_scale(self, scale: float) -> None:
        super().set_scale(scale)
        self._lay_out()

    def _lay_out(self) -> None:
        """Set the widths of columns, the titles and the heights of rows, and whether there is a scroll bar."""
        if not self.isVisible():
            return
        room, policy = self.width() - 2 * self.frameWidth(), Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        made, scale = self._plan(room), self.scale
        if round(made.height * scale) > self.height() - 2 * self.frameWidth():
            made, policy = self._plan(room - self._bar), Qt.ScrollBarPolicy.ScrollBarAlwaysOn
        if made is self._titles.plan and scale == self._laid_out:
            return
        self._titles.plan, self._titles.padding, self._laid_out = made, made.padding, scale
        self.setVerticalScrollBarPolicy(policy)
        self._titles.setFixedHeight(round((made.titles or TOP) * scale))
        self._titles.setVisible(bool(made.titles))
        for header, lengths in ((self._titles, made.widths), (self.rows, made.rows)):
            edges = [round(edge * scale) for edge in accumulate(lengths, initial=0)]  # so that their sum has room
            for section, (start, end) in enumerate(pairwise(edges)):
                header.resizeSection(section, end - start or 1)
        self.updateGeometries()  # Qt would do so later, and show scroll bars until then

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
        painter.fillRect(self.viewport().rect(), QColor(self.canvas.colors.panel))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen, _ = self.selected()
        if made := self._titles.plan:
            for row in self._whole_rows():
                self._draw_row(painter, row, made, chosen=row in chosen)
        painter.end()

    def _whole_rows(self) -> list[int]:
        """Return the wholly visible rows, or the first one visible in part."""
        high = self.viewport().height()
        rows = list(visible_sections(self.rows, high))
        return [row for row in rows if row == rows[0] or self.rowViewportPosition(row) + self.rowHeight(row) <= high]

    def _draw_row(self, painter: QPainter, row: int, made: Plan, *, chosen: bool) -> None:
        listing, left = self._model.listing, 0
        painter.save()
        painter.translate(self.columnViewportPosition(0), self.rowViewportPosition(row))
        painter.scale(self.scale, self.scale)
        box = QRect(0, 0, sum(made.widths), made.rows[row])
        if chosen:
            ground = QColor(self.canvas.colors.accent)
            ground.setAlpha(36)
            painter.fillRect(box, ground)
        painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), QColor(self.canvas.colors.raised))
        painter.setPen(QColor(self.canvas.colors.text))
        for column, (text, width, end) in enumerate(zip(listing.rows[row], made.widths, made.ends, strict=True)):
            before = made.padding + (indent(listing) if not column else 0)
            if width:
                line = _line(text, TEXT, width - before - made.padding, medium=not column)
                line.draw(painter, left + before + max(0.0, end - line.width if end else 0.0), TEXT_GAP)
            left += width
        verdict = self._model.verdict(row)
        if verdict is not None:
            middle = round(TEXT_GAP + _line("x").height / 2)
            self._draw_sign(painter, QPointF(made.padding + SIGN_RADIUS, middle), holds=verdict)
        painter.restore()

    def _draw_sign(self, painter: QPainter, middle: QPointF, *, holds: bool) -> None:
        color = QColor(self.canvas.colors.holds if holds else self.canvas.colors.fails)
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
        if indent(listing):
            lines = [[sign(self._model.verdict(row)), *line] for row, line in zip(rows, lines, strict=True)]
        return "\n".join("\t".join(" ".join(text.split()) for text in line) for line in lines)
