"""A table of numbers of any size on screen: fetches what is visible, paints it in one go."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QScrollBar

from peviewer.base.words import whole
from peviewer.figures.contrast import channels, takes_black
from peviewer.figures.grammar import Axis, Numbers, Panel
from peviewer.figures.palette import Palette, colormap, resolved
from peviewer.live.marks.heatmap import picture
from peviewer.live.tables.models import NumbersModel, shown_number
from peviewer.live.tables.table import PADDING, SheetHeader, SheetTable, whole_ones
from peviewer.live.text import TextLine, font, markup

Values = NDArray[np.float64]
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def draw_ground(painter: QPainter, where: QRect, values: Values, sheet: Numbers, palette: Palette) -> None:
    """Colour the cells, or rule a line below each row."""
    if sheet.colormap is not None:
        name = resolved(sheet.colormap, palette)
        painter.drawImage(where, picture(values.astype(np.float32), sheet.levels, name, palette.panel))
        return
    painter.setPen(QColor(palette.raised))
    high = where.height() // len(values)
    for line in range(1, len(values) + 1):
        y = where.top() + line * high - 1
        painter.drawLine(where.left(), y, where.right(), y)


def draw_numbers(painter: QPainter, where: QRect, values: Values, sheet: Numbers, palette: Palette) -> None:
    """Write the numbers, in the painter's font."""
    high, wide = where.height() // values.shape[0], where.width() // values.shape[1]
    for row, (numbers, colors) in enumerate(zip(values.tolist(), _inks(values, sheet, palette), strict=True)):
        y = where.top() + row * high
        for column, (number, color) in enumerate(zip(numbers, colors, strict=True)):
            painter.setPen(color)
            x = where.left() + column * wide
            painter.drawText(QRectF(x, y, wide - PADDING, high), _RIGHT, shown_number(number, sheet.decimals))


def _inks(values: Values, sheet: Numbers, palette: Palette) -> list[list[QColor]]:
    """Return every number's colour: black or white, whichever stands out from its cell."""
    if sheet.colormap is None:
        return [[QColor(palette.text)] * values.shape[1]] * len(values)
    low, high = sheet.levels
    index = np.nan_to_num((values - low) * (256 / ((high - low) or 1.0)), nan=0.0)
    bright = takes_black(colormap(resolved(sheet.colormap, palette)))[np.clip(index, 0, 255).astype(np.uint8)]
    white = bool(takes_black(channels(palette.panel)))
    bright = np.where(np.isnan(values), white, bright)
    black_or_white = QColor("white"), QColor("black")
    return [[black_or_white[cell] for cell in row] for row in bright.astype(int).tolist()]


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


ROW = 24
TOP = 26
LEAST = 44
SHADE = 36  # of 255: how strongly the cursor's row and the selection are filled


class NumbersTable(SheetTable):
    """Draws :class:`Numbers`; the panel's windows say which cell stands in the upper left corner."""

    def __init__(self, panel: Panel, sheet: Numbers, palette: Palette) -> None:
        self._model = NumbersModel(panel, sheet)
        self._pointed = (-1, -1)
        self._corner: tuple[int, int] | None = None
        rows, columns = RowHeader(palette), SheetHeader(Qt.Orientation.Horizontal, palette)
        super().__init__(self._model, (rows, columns), palette)
        rows.shows_whole = columns.shows_whole = True
        rows.setDefaultSectionSize(ROW)
        columns.setFixedHeight(TOP)
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.actionTriggered.connect(self._release_corner)
        self._fit_header()
        self._fit_columns()
        self.home()

    def _fit_header(self) -> None:
        sheet = self._model.sheet
        if isinstance(self.rows, RowHeader):
            self.rows.fit(sheet.row_name, sheet.row0 + sheet.raster.shape[0] - 1)

    # ---- what is shown

    def set_sheet(self, panel: Panel, sheet: Numbers) -> None:
        """Show another sheet; scroll only if its panel asks for another window."""
        was, was_sheet = self._model.panel, self._model.sheet
        self._model.set_sheet(panel, sheet)
        self._fit_header()
        if (sheet.decimals, sheet.levels, sheet.raster.shape) != (
            was_sheet.decimals,
            was_sheet.levels,
            was_sheet.raster.shape,
        ):
            self._fit_columns()
        if (was.x.shown, was.y.shown) != (panel.x.shown, panel.y.shown):
            self.home()
        for header in (self.rows, self.columns):
            header.viewport().update()
        self.viewport().update()

    def _fit_columns(self, ends: Sequence[float] | None = None) -> bool:
        """Make room for the levels and the last column's number, or at least for `ends`; True if that is a change."""
        sheet, metrics = self._model.sheet, QFontMetricsF(self.font())
        texts = [shown_number(value, sheet.decimals) for value in ends or sheet.levels]
        texts.append(whole(self._model.origins[1] + sheet.raster.shape[1] - 1))
        width = max(LEAST, math.ceil(max(map(metrics.horizontalAdvance, texts))) + 2 * PADDING)
        was = self.columns.defaultSectionSize()
        if width == was or (width < was and ends is not None):
            return False
        bar = self.horizontalScrollBar()
        was_at_end = bar.value() == bar.maximum() > 0
        self.columns.setDefaultSectionSize(width)
        self.updateGeometries()
        if was_at_end:
            bar.setValue(bar.maximum())
            self.columns.setOffsetToLastSection()
        else:
            self.columns.setOffsetToSectionPosition(bar.value())  # Qt keeps the pixels, not the section
        return True

    def _widen(self, values: NDArray[np.float64]) -> bool:
        """Make columns wide enough for these numbers; True if they were not."""
        finite = values[np.isfinite(values)]
        return bool(finite.size) and self._fit_columns((float(finite.min()), float(finite.max())))

    def home(self) -> None:
        """Scroll to the panel's window."""
        panel, (row0, column0) = self._model.panel, self._model.origins
        self._corner = _first(panel.y, row0), _first(panel.x, column0)
        self._to_corner()

    def _to_corner(self) -> None:
        if self._corner is None:
            return
        self.updateGeometries()
        for bar, value in zip((self.verticalScrollBar(), self.horizontalScrollBar()), self._corner, strict=True):
            bar.setValue(max(bar.minimum(), min(value, bar.maximum())))  # Qt counts to 2³¹

    def _release_corner(self) -> None:
        """From now on the table stands where the user scrolled to."""
        self._corner = None

    def point(self, row: int | None, column: int | None, *, follow: bool) -> None:
        """Emphasise a row and a column; bring what is new of them into view if `follow`."""
        (row0, column0), (height, width) = self._model.origins, self._model.sheet.raster.shape
        place = _section(row, row0, height), _section(column, column0, width)
        if place == self._pointed:
            return
        was, self._pointed = self._pointed, place
        self.rows.set_pointed(place[0])
        self.columns.set_pointed(place[1])
        if follow:
            self._scroll_to(self.verticalScrollBar(), place[0], was[0], self.viewport().height() // ROW)
            wide = self.viewport().width() // self.columns.defaultSectionSize()
            self._scroll_to(self.horizontalScrollBar(), place[1], was[1], wide)
        self.viewport().update()

    def cursor_at(self, row: int, column: int) -> dict[str, int]:
        """Return the cursor fields of a cell."""
        row0, column0 = self._model.origins
        places = ((self._model.panel.y.cursor, row + row0), (self._model.panel.x.cursor, column + column0))
        return {cursor: at for cursor, at in places if cursor is not None}

    def _scroll_to(self, bar: QScrollBar, place: int, was: int, room: int) -> None:
        if place < 0 or place == was:
            return
        top = min(max(bar.value(), place - max(1, room) + 1), place)
        if top != bar.value():
            self._release_corner()
            bar.setValue(top)

    # ---- drawing

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the cells that are seen whole, fetching them if they are not at hand."""
        rows, columns = whole_ones(self.rows), whole_ones(self.columns)
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), QColor(self.colors.panel))
        if not (rows and columns):
            return
        values = self._model.block.values(rows, columns)
        if self._widen(values):
            columns = whole_ones(self.columns)
            values = self._model.block.values(rows, columns)
        where = QRect(
            self.columnViewportPosition(columns.start),
            self.rowViewportPosition(rows.start),
            len(columns) * self.columns.defaultSectionSize(),
            len(rows) * ROW,
        )
        sheet = self._model.sheet
        draw_ground(painter, where, values, sheet, self.colors)
        self._draw_marks(painter, where)
        painter.setClipping(False)
        painter.setFont(self.font())
        draw_numbers(painter, where, values, sheet, self.colors)
        painter.end()

    def _draw_marks(self, painter: QPainter, where: QRect) -> None:
        """Draw the cursor's row and column, and the selection, around the cells that are drawn."""
        painter.setClipRect(where.adjusted(-1, -1, 1, 1))
        rows, columns = self.selected()
        if rows and columns:
            self._frame(painter, self._box(rows, columns), self.colors.accent)
        row, column = self._pointed
        wide = self.columns.defaultSectionSize()
        if row >= 0:
            across = QRect(where.left(), self.rowViewportPosition(row), where.width(), ROW)
            self._frame(painter, across, self.colors.secondary)
        if column >= 0:
            down = QRect(self.columnViewportPosition(column), where.top(), wide, where.height())
            self._frame(painter, down, self.colors.secondary)

    def _box(self, rows: range, columns: range) -> QRect:
        x, y = self.columnViewportPosition(columns.start), self.rowViewportPosition(rows.start)
        right = self.columnViewportPosition(columns.stop - 1) + self.columns.defaultSectionSize()
        return QRect(x, y, right - x, self.rowViewportPosition(rows.stop - 1) + ROW - y)

    def _frame(self, painter: QPainter, box: QRect, name: str) -> None:
        box &= self.viewport().rect().adjusted(-2, -2, 2, 2)  # far outside Qt's coordinates overflow
        color = QColor(name)
        if self._model.sheet.colormap is None:
            color.setAlpha(SHADE)
            painter.fillRect(box, color)
        painter.setPen(QColor(name))
        painter.drawRect(box.adjusted(0, -1, -1, -1))

    # ---- the clipboard, and what else the user does

    def tsv(self, rows: range, columns: range) -> str:
        """Return numbers with every digit they have."""
        values = self._model.sheet.raster.exact(rows, columns)
        return "\n".join("\t".join(map(repr, row)) for row in values.tolist())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stay in the corner."""
        super().resizeEvent(event)
        self._to_corner()

    def showEvent(self, event: QShowEvent) -> None:
        """Stay in the corner."""
        super().showEvent(event)
        self._to_corner()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll."""
        self._release_corner()
        super().wheelEvent(event)


def _first(axis: Axis, origin: int) -> int:
    """Return the section at the beginning of an axis's window."""
    return max(0, math.floor(axis.shown[0] + 0.5) - origin)


def _section(cursor: int | None, origin: int, size: int) -> int:
    return cursor - origin if cursor is not None and 0 <= cursor - origin < size else -1
