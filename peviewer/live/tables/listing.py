"""A short table of texts on screen: verdicts as signs, italics, long texts wrapped."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView

from peviewer.base.words import unstarred
from peviewer.figures.grammar import Listing
from peviewer.figures.palette import Palette
from peviewer.live.tables.columns import TextStyle, line, size
from peviewer.live.tables.models import ListingModel, sign
from peviewer.live.tables.rows import TEXT_GAP, TITLE_GAP, TOP, ListingLayout, ListingTexts, fitted_title, title_line
from peviewer.live.tables.table import TableHeader, TableView, visible_sections
from peviewer.live.text import TextLine

SIGN_RADIUS = 9
_CHECK = ((-4.0, 0.2), (-1.2, 3.0), (4.2, -3.0))
_CROSS = (((-3.0, -3.0), (3.0, 3.0)), ((-3.0, 3.0), (3.0, -3.0)))


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
        return fitted_title(model.listing.columns[section], width, self.ends.get(section))

    def draw_text(self, painter: QPainter, rect: QRect, section: int) -> None:
        if section not in self.titled:
            return
        indent = self.indent if section == self.titled[0] else 0
        line = self.line(section, rect.width() - indent)
        end = min(rect.width() - indent, self.ends.get(section, 0.0))
        left = rect.left() + indent + max(0.0, end - line.width)
        line.draw(painter, left, rect.bottom() - (TOP - title_line("x").height) / 2 - line.height)


class ListingTable(TableView):
    """Draws a :class:`Listing`.

    It paints rows itself: a delegate draws in the cells of a grid, which columns
    stacked on several lines of a row do not have.
    """

    def __init__(self, listing: Listing, palette: Palette) -> None:
        self._model = ListingModel(listing)
        self._titles = TitleHeader(palette)
        self._texts = ListingTexts(listing)
        self._layout: ListingLayout | None = None  # None until it is visible
        self._estimate: ListingLayout | None = None  # in a width that it may get
        self._tried: tuple[object, set[int]] = (None, set())  # a listing and a size of the table; the widths tried
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
        self._texts = ListingTexts(listing)
        self._lay_out()
        self._titles.viewport().update()
        self.viewport().update()

    # ---- the layout

    def min_height(self, width: int) -> int:
        """Return the height that shows the titles and the first row, in a table of this width."""
        several = len(self._model.listing.rows) > 1  # with one row visible, a scroll bar leads to the others
        bar = self.verticalScrollBar().sizeHint().width() if several else 0
        room = max(1, width - bar)
        known = (layout for layout in (self._layout, self._estimate) if layout and layout.is_of(self._texts, room))
        self._estimate = layout = next(known, None) or ListingLayout(self._texts, room)
        first = layout.row_height(0) if self._model.listing.rows else 0
        return (layout.titles_height() if layout.has_titles else 0) + first

    def whole_height(self, width: int) -> int:
        """Return the height that shows the titles and all rows, in a table of this width."""
        self.min_height(width)
        layout, count = self._estimate, len(self._model.listing.rows)
        assert layout is not None
        return self.min_height(width) + sum(layout.row_height(row) for row in range(1, count)) + 2 * self.frameWidth()

    def _lay_out(self) -> None:
        """Set the widths of columns, the titles and the heights of rows."""
        listing, room = self._model.listing, self.viewport().width()
        if self._layout is not None and self._layout.is_of(self._texts, room):
            return
        if not self.isVisible() or self._alternates(room):
            return
        self._layout = layout = ListingLayout(self._texts, room)
        self._lay_out_titles(layout)
        if self._layout is not layout:  # higher titles brought a scroll bar, and another layout
            return
        for column in range(len(listing.columns)):
            indent = layout.indent if column == next(iter(layout.plan.widths)) else 0
            self._titles.resizeSection(column, layout.plan.widths.get(column, 1) + indent)
        for row in range(len(listing.rows)):
            self.rows.resizeSection(row, layout.row_height(row))
        self.updateGeometries()  # Qt would do so later, and show scroll bars until then

    def _lay_out_titles(self, layout: ListingLayout) -> None:
        """Set the places and the height of the titles; stacked columns have theirs before their texts."""
        titles = self._titles
        titles.indent, titles.padding, titles.ends = layout.indent, layout.plan.padding, layout.ends
        titles.titled = layout.plan.titled
        titles.setFixedHeight(layout.titles_height())
        if self._layout is layout:
            titles.setVisible(layout.has_titles)

    def _alternates(self, room: int) -> bool:
        """Whether a scroll bar would come and go for ever: the listing needs one at this width, but not without it."""
        key = self._model.listing, self.size()
        if self._tried[0] != key:
            self._tried = key, set()
        tried = self._tried[1]
        again = room in tried and room > (self._layout.room if self._layout else 0)
        tried.add(room)
        return again

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
        if layout := self._layout:
            for row in self._whole_rows():
                self._draw_row(painter, row, layout, chosen=row in chosen)
        painter.end()

    def _whole_rows(self) -> list[int]:
        """Return the wholly visible rows, or the first one visible in part."""
        high = self.viewport().height()
        rows = list(visible_sections(self.rows, high))
        return [row for row in rows if row == rows[0] or self.rowViewportPosition(row) + self.rowHeight(row) <= high]

    def _draw_row(self, painter: QPainter, row: int, layout: ListingLayout, *, chosen: bool) -> None:
        box = QRect(0, self.rowViewportPosition(row), self.viewport().width(), self.rowHeight(row))
        if chosen:
            ground = QColor(self.colors.accent)
            ground.setAlpha(36)
            painter.fillRect(box, ground)
        painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), QColor(self.colors.raised))
        y = float(box.top() + TEXT_GAP)
        plan = layout.plan
        for beside, high in zip(plan.lines, layout.line_heights(row), strict=True):
            if y + high > (edge := self.viewport().height()):  # of a row that is cut, draw the whole lines
                one = title_line("x").height
                painter.setClipRect(QRectF(0, 0, box.width(), y + max(0.0, (edge - y) // one) * one))
            below = beside[0] > 0 and not plan.stacked and beside[0] not in plan.widths
            for column in beside:
                x = self._left(layout, column) + layout.right_shift(row, column)
                if layout.titles_behind and (title := layout.title_before(row, column)):
                    painter.setPen(QColor(self.colors.secondary))
                    line(TextStyle(title)).draw(painter, x, y)
                    x += size(TextStyle(title)).width + TITLE_GAP
                painter.setPen(QColor(self.colors.secondary if below else self.colors.text))
                line(layout.style(row, column), self.colors.secondary).draw(painter, x, y)
            y += high
        verdict = self._model.verdict(row)
        if verdict is not None:
            middle = round(box.top() + TEXT_GAP + size(self._texts.whole(row, 0)).height / 2)
            left = self._left(layout, 0) - layout.indent + SIGN_RADIUS
            self._draw_sign(painter, QPointF(left, middle), holds=verdict)

    def _left(self, layout: ListingLayout, column: int) -> int:
        plan, indent = layout.plan, layout.indent
        if plan.stacked and column:
            aside = (column - 1) % plan.stacked * ((layout.room - indent) // plan.stacked)
            return self.columnViewportPosition(0) + indent + aside + plan.padding
        place = column if column in plan.widths else 0
        before = indent if place in (0, next(iter(plan.widths))) else 0
        return self.columnViewportPosition(place) + plan.padding + before

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
        if self._texts.indent:
            lines = [[sign(self._model.verdict(row)), *line] for row, line in zip(rows, lines, strict=True)]
        return "\n".join("\t".join(" ".join(text.split()) for text in line) for line in lines)
